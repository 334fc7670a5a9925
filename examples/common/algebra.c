/* SPDX-License-Identifier: MIT */
#include "algebra.h"

#define PI 3.14159265f

/* By its series, after folding to [-pi/2, pi/2]. */
float wave(float a) {
    a -= 2 * PI * (float)(int)(a / (2 * PI));
    a -= a > PI ? 2 * PI : 0;
    a += a < -PI ? 2 * PI : 0;
    a = a > PI / 2 ? PI - a : a < -PI / 2 ? -PI - a : a;
    const float s = a * a;
    return a * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72))));
}

float cowave(float a) {
    return wave(a + PI / 2);
}

float root(float x) {
    return __builtin_sqrtf(x);
}

struct matrix matrix_product(const struct matrix *a, const struct matrix *b) {
    struct matrix p;
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++) {
            float sum = 0;
            for (int i = 0; i < 4; i++)
                sum += a->m[4 * i + row] * b->m[4 * column + i];
            p.m[4 * column + row] = sum;
        }
    return p;
}

struct matrix matrix_move(float x, float y, float z) {
    return (struct matrix){{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1}};
}

/* Turns from one axis to another. */
static struct matrix turn(int from, int to, float angle) {
    struct matrix t = matrix_move(0, 0, 0);
    t.m[4 * from + from] = t.m[4 * to + to] = cowave(angle);
    t.m[4 * from + to] = wave(angle);
    t.m[4 * to + from] = -t.m[4 * from + to];
    return t;
}

struct matrix matrix_turn_x(float angle) {
    return turn(1, 2, angle);
}

struct matrix matrix_turn_y(float angle) {
    return turn(2, 0, angle);
}

struct matrix matrix_turn_z(float angle) {
    return turn(0, 1, angle);
}

struct matrix matrix_perspective(float angle, float aspect, float near, float far) {
    const float height = wave(angle / 2) / cowave(angle / 2), depth = far / (near - far);
    return (struct matrix){{1 / (height * aspect), 0, 0, 0, 0, 1 / height, 0, 0, 0, 0, depth, -1, 0,
                            0, near * depth, 0}};
}

float chance(unsigned *state) {
    *state = *state * 1664525u + 1013904223u; /* Knuth and Lewis's generator */
    return (float)(*state >> 8) / 16777216.0f;
}
