/* SPDX-License-Identifier: MIT */
#include "kernel.h"

kernel_run kernel_calls, kernel_virtual, kernel_sha256, kernel_mandelbrot, kernel_nbody,
    kernel_matrix, kernel_sort, kernel_hash, kernel_chase, kernel_json, kernel_strings,
    kernel_bytecode;

const struct kernel kernels[] = {
    {"calls", kernel_calls},
    {"virtual calls", kernel_virtual},
    {"sha256", kernel_sha256},
    {"mandelbrot", kernel_mandelbrot},
    {"n-body", kernel_nbody},
    {"matrix", kernel_matrix},
    {"sort", kernel_sort},
    {"hash", kernel_hash},
    {"chase", kernel_chase},
    {"json", kernel_json},
    {"strings", kernel_strings},
    {"bytecode", kernel_bytecode},
    {0, 0},
};
