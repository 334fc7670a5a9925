/* SPDX-License-Identifier: MIT */
/* Scalar double: the Mandelbrot set, a line a round. */
#include "kernel.h"

kernel_run kernel_mandelbrot;

uint64_t kernel_mandelbrot(uint32_t rounds) {
    uint64_t sum = 0;
    for (uint32_t r = 0; r < rounds; r++)
        for (int i = 0; i < 64; i++) {
            const double cx = -2.0 + (double)i / 24.0, cy = (double)(r & 63) / 48.0;
            double x = 0, y = 0;
            int n = 0;
            while (n < 200 && x * x + y * y < 4.0) {
                const double t = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = t;
                n++;
            }
            sum += (uint64_t)n;
        }
    return sum;
}
