/* SPDX-License-Identifier: MIT */
#include "gpu/engine/three_methods.h"

/* What registers hold when a channel begins: the values that Linux's nouveau driver gives new
 * contexts of this generation (B097's list of methods). Those that are not here are zero.
 * SET_SRGB_WRITE is on, which that list does not say: no driver ever sets it, and what they draw
 * into sRGB has its curve. */

static const struct {
    uint16_t address;
    uint8_t count, stride;
    uint32_t value;
} values[] = {
    /* targets, what is drawn into them */
    {0x0808, 8, 64, 1024},
    {0x080c, 8, 64, 768},
    {0x0810, 1, 0, 0xcf},
    {0x0814, 8, 64, 0x40},
    {0x0818, 8, 64, 1},
    {0x0fac, 1, 0, 1},
    {0x15b8, 1, 0, 1},
    {0x0fe8, 1, 0, 0x14},
    {0x0fec, 1, 0, 0x40},
    {0x121c, 1, 0, 0x0fac6881},
    {0x1228, 1, 0, 1024},
    {0x122c, 1, 0, 768},
    {0x1230, 1, 0, 0x10001},
    {0x1538, 1, 0, 1},
    {0x1a00, 1, 0, 0x1111},
    {0x0d6c, 2, 4, 0xffff0000},
    {0x10f8, 1, 0, 0x1010},
    {0x0fbc, 4, 4, 0xffff},
    {0x0754, 1, 0, 1},
    {0x16b4, 1, 0, 3},
    /* blending, tests */
    {0x133c, 2, 4, 1},
    {0x1344, 1, 0, 2},
    {0x1348, 2, 4, 1},
    {0x1350, 1, 0, 2},
    {0x1358, 1, 0, 1},
    {0x1e00, 8, 32, 1},
    {0x1e04, 8, 32, 1},
    {0x1e08, 8, 32, 2},
    {0x1e0c, 8, 32, 1},
    {0x1e10, 8, 32, 1},
    {0x1e14, 8, 32, 2},
    {0x1e18, 8, 32, 1},
    {0x19c8, 1, 0, 0x1500},
    {0x130c, 1, 0, 1},
    {0x1314, 1, 0, 1},
    {0x1384, 4, 4, 1},
    {0x1598, 4, 4, 1},
    /* where things lie on the screen */
    {0x0c0c, 16, 16, 0x3f800000},
    {0x0d00, 8, 8, 0xffff0000},
    {0x0d04, 8, 8, 0xffff0000},
    {0x0e04, 16, 16, 0xffff0000},
    {0x0e08, 16, 16, 0xffff0000},
    {0x037c, 1, 0, 1},
    {0x192c, 1, 0, 1},
    {0x193c, 1, 0, 0x2c1c},
    {0x0dac, 2, 4, 0x1b02},
    {0x12d0, 1, 0, 3},
    {0x12d4, 1, 0, 2},
    {0x1308, 1, 0, 1},
    {0x191c, 1, 0, 0x900},
    {0x1920, 1, 0, 0x405},
    {0x13b0, 2, 4, 0x3f800000},
    {0x165c, 1, 0, 1},
    {0x1680, 1, 0, 0xffff00},
    {0x1110, 1, 0, 1},
    /* vertices, programs, textures */
    {0x1160, 32, 4, 0x25e00040},
    {0x1610, 1, 0, 0x12},
    {0x161c, 1, 0, 0x9f0},
    {0x17d0, 1, 0, 0xff},
    {0x17d4, 1, 0, 0xffffffff},
    {0x17d8, 1, 0, 2},
    {0x1318, 1, 0, 1},
    {0x1970, 1, 0, 1},
    {0x0dcc, 1, 0, 16},
    {0x0324, 6, 4, 0x3f800000},
    {0x1910, 1, 0, 0x290},
    {0x2040, 1, 0, 0x11},
    {0x2080, 1, 0, 0x20},
    {0x20c0, 1, 0, 0x30},
    {0x2100, 1, 0, 0x40},
    {0x2140, 1, 0, 0x51},
    {0x200c, 6, 64, 1},
    {0x2090, 1, 0, 1}, /* the bind group of each program */
    {0x20d0, 1, 0, 2},
    {0x2110, 1, 0, 3},
    {0x2150, 1, 0, 4},
    {0x1564, 1, 0, 0xfff},
    {0x157c, 1, 0, 0xfffff},
    /* everything is drawn, everything is counted */
    {0x0138, 1, 0, 1},
    {0x1558, 1, 0, 1},
    {0x0d68, 1, 0, 0xffff},
};

void three_reset(uint32_t *registers) {
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (unsigned k = 0; k < values[i].count; k++)
            registers[(values[i].address + k * values[i].stride) / 4u] = values[i].value;
}
