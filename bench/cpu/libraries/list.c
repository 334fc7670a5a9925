/* SPDX-License-Identifier: MIT */
#include "kernel.h"

kernel_run kernel_lz4, kernel_zstd, kernel_zlib, kernel_lua, kernel_sqlite;

const struct kernel kernels[] = {
    {"lz4", kernel_lz4}, {"zstd", kernel_zstd},     {"zlib", kernel_zlib},
    {"lua", kernel_lua}, {"sqlite", kernel_sqlite}, {0, 0},
};
