/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_BLOCK_LINEAR_H
#define WINDLASS_GPU_BLOCK_LINEAR_H

#include <stddef.h>
#include <stdint.h>

/* Block-linear storage of two-dimensional surfaces (the TX1 manual's "16Bx2" sector order).
 *
 * Bytes are grouped into GOBs of 64 bytes x 8 rows; 2^h GOBs above each other are a block; blocks
 * lie row by row. Byte column x and row y of a GOB are at
 *
 *     bit  8   7   6   5   4   3..0
 *          x5  y2  y1  x4  y0  x3..x0
 */
#define BLOCK_LINEAR_GOB        512u
#define BLOCK_LINEAR_GOB_X      64u
#define BLOCK_LINEAR_GOB_Y      8u
#define BLOCK_LINEAR_HEIGHT_MAX 5u /* log2 of GOBs a block */

/* Bytes that a surface occupies: width_bytes is of one row. 0 where that is beyond 2^40. */
uint64_t block_linear_size(uint32_t width_bytes, uint32_t rows, uint32_t height_log2);

/* Copies width_bytes x rows out of block-linear storage into rows of `stride` bytes. `storage` has
 * block_linear_size(width_bytes of the whole surface, ...) bytes. */
void block_linear_read(uint8_t *out, size_t stride, const uint8_t *storage, uint32_t width_bytes,
                       uint32_t rows, uint32_t height_log2);

#endif
