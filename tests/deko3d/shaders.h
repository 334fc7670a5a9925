/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_DEKO3D_SHADERS_H
#define WINDLASS_TESTS_DEKO3D_SHADERS_H

/* Programs of the tests, as docs/shader.md spells them. */

/* Attribute 0 is the position, attribute 1 a colour. */
extern const char shader_vertex[];
/* ... that is interpolated; the first uniform buffer's; texture 0's at the colour's x and y. */
extern const char shader_color[], shader_uniform[], shader_texture[];
/* ... texture 0's of a shape: at x, y and z, which is the layer of arrays; of the level w. */
extern const char shader_level_2d[], shader_level_array[], shader_level_3d[], shader_level_cube[];
/* ... what becomes of the comparison of z with texture 0's depth at x and y, in each component. */
extern const char shader_compare[];
/* ... whole numbers of texture 0 at x and y, in 255ths; of its sample z, at the pixel x and y. */
extern const char shader_whole[], shader_sample[];
/* ... the colour, and the same the other way round to target 1. */
extern const char shader_two[];
/* A vertex program whose colour is gl_BaseVertex, gl_BaseInstance, 0 and 1, in 255ths. */
extern const char shader_base[];
/* Tessellation: quads that cover clip space, green. */
extern const char shader_quads[];
/* A group of 32: word i of storage buffer 0 becomes i + the first word of uniform buffer 0, for the
 * group's place in x. */
extern const char shader_count[];

#endif
