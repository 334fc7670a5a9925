/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_EXAMPLES_ALGEBRA_H
#define WINDLASS_EXAMPLES_ALGEBRA_H

/* Matrices of four columns, as uniform blocks hold them. Sums are taken in one order and nothing
 * comes from a mathematics library: every machine gets the same bits. */

struct matrix {
    float m[16]; /* m[4 * column + row] */
};

float wave(float angle);   /* sine, radians */
float cowave(float angle); /* cosine */
float root(float x);

struct matrix matrix_product(const struct matrix *a, const struct matrix *b); /* b first, then a */
struct matrix matrix_move(float x, float y, float z);
struct matrix matrix_turn_x(float angle);
struct matrix matrix_turn_y(float angle);
struct matrix matrix_turn_z(float angle);
/* Looks along -z; depth from 0 (near) to 1 (far). aspect: width / height; angle: of view, up and
 * down. */
struct matrix matrix_perspective(float angle, float aspect, float near, float far);

/* Numbers that look random and are the same everywhere: from 0 to 1. */
float chance(unsigned *state);

#endif
