/* SPDX-License-Identifier: MIT */
#include "a64/ops_int.h"

uint32_t a64_crc32_table[8][256];

/* The polynomial of Ethernet and zlib, its bits from the lowest power down. */
#define POLYNOMIAL 0xedb88320u

static uint32_t shift_byte(uint32_t crc) {
    for (int i = 0; i < 8; i++)
        crc = crc >> 1 ^ (-(crc & 1) & POLYNOMIAL);
    return crc;
}

__attribute__((constructor)) static void fill_table(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (int k = 0; k < 8; k++)
            a64_crc32_table[k][byte] = crc = shift_byte(crc);
    }
}
