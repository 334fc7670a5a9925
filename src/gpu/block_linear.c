/* SPDX-License-Identifier: MIT */
#include "gpu/block_linear.h"

#include <string.h>

uint64_t block_linear_size(uint32_t width_bytes, uint32_t rows, uint32_t height_log2) {
    if (height_log2 > BLOCK_LINEAR_HEIGHT_MAX) {
        return 0;
    }
    uint64_t across = ((uint64_t)width_bytes + BLOCK_LINEAR_GOB_X - 1) / BLOCK_LINEAR_GOB_X;
    uint64_t block_rows = (uint64_t)BLOCK_LINEAR_GOB_Y << height_log2;
    uint64_t down = ((uint64_t)rows + block_rows - 1) / block_rows;
    uint64_t blocks = across * down;
    return blocks >= 1ull << 26 ? 0 : blocks * BLOCK_LINEAR_GOB << height_log2;
}

/* The four 16-byte sectors of row y of a GOB start at these offsets from the row's own. */
static const uint16_t sector_offset[4] = {0x000, 0x020, 0x100, 0x120};

void block_linear_read(uint8_t *out, size_t stride, const uint8_t *storage, uint32_t width_bytes,
                       uint32_t rows, uint32_t height_log2) {
    size_t block = (size_t)BLOCK_LINEAR_GOB << height_log2;
    size_t across = (width_bytes + BLOCK_LINEAR_GOB_X - 1) / BLOCK_LINEAR_GOB_X;
    for (uint32_t y = 0; y < rows; y++) {
        const uint8_t *row = storage + (y >> (3 + height_log2)) * across * block +
                             ((y >> 3) & ((1u << height_log2) - 1)) * BLOCK_LINEAR_GOB +
                             ((y & 6) << 5 | (y & 1) << 4);
        uint8_t *to = out + y * stride;
        uint32_t x = 0;
        for (; x + BLOCK_LINEAR_GOB_X <= width_bytes; x += BLOCK_LINEAR_GOB_X, row += block) {
            memcpy(to + x, row + sector_offset[0], 16);
            memcpy(to + x + 16, row + sector_offset[1], 16);
            memcpy(to + x + 32, row + sector_offset[2], 16);
            memcpy(to + x + 48, row + sector_offset[3], 16);
        }
        for (uint32_t sector = 0; x < width_bytes; sector++, x += 16) {
            memcpy(to + x, row + sector_offset[sector],
                   width_bytes - x < 16 ? width_bytes - x : 16);
        }
    }
}
