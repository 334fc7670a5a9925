/* SPDX-License-Identifier: MIT */
/* Vectors: a product of float matrices that the compiler vectorises. */
#include "kernel.h"

kernel_run kernel_matrix;

enum { SIZE = 64 };
static float left[SIZE][SIZE], right[SIZE][SIZE], product[SIZE][SIZE];

uint64_t kernel_matrix(uint32_t rounds) {
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            left[i][j] = (float)(i - j), right[i][j] = (float)(i + j), product[i][j] = 0;
    for (uint32_t r = 0; r < rounds; r++)
        for (int i = 0; i < SIZE; i++)
            for (int k = 0; k < SIZE; k++) {
                const float f = left[i][k] * (float)(r & 3);
                for (int j = 0; j < SIZE; j++)
                    product[i][j] += f * right[k][j];
            }
    return (uint64_t)(int64_t)product[5][9];
}
