/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_EXAMPLES_MESH_H
#define WINDLASS_EXAMPLES_MESH_H

#include "example.h"

/* Shapes as triangles by indices of 16 bits; the front is counter-clockwise. */

struct mesh_vertex {
    float position[3], normal[3];
};

struct mesh {
    struct example_memory vertices, indices;
    uint32_t vertex_bytes, index_count;
};

struct mesh mesh_cube(struct example *e);                   /* from -1 to 1 */
struct mesh mesh_sphere(struct example *e, uint32_t parts); /* of radius 1; parts: at most 100 */
void mesh_bind(const struct mesh *m, DkCmdBuf commands);    /* as vertex buffer 0, and indices */

/* Attributes 0 (position) and 1 (normal) of buffer 0; of buffer 1, an instance each: 2 (place and
 * size) and 3 (colour). */
struct mesh_instance {
    float place[3], size, color[4];
};
void mesh_bind_attributes(DkCmdBuf commands);

#endif
