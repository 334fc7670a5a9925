/* SPDX-License-Identifier: MIT */
#include "guest.h"

#define SCALE         2
#define CELL_WIDTH    (8 * SCALE)
#define CELL_HEIGHT   (12 * SCALE)
#define GLYPH_COLUMNS 5
#define GLYPH_ROWS    7

extern const uint8_t console_font[95][GLYPH_ROWS];

void console_clear(uint32_t background) {
    uint32_t *picture = screen_begin();
    for (size_t i = 0; i < SCREEN_WIDTH * SCREEN_HEIGHT; i++)
        picture[i] = background;
}

static void draw(int column, int row, uint32_t colour, char letter) {
    if (letter < ' ' || letter > '~' || column < 0 || row < 0 ||
        column >= SCREEN_WIDTH / CELL_WIDTH || row >= SCREEN_HEIGHT / CELL_HEIGHT)
        return;
    const uint8_t *glyph = console_font[letter - ' '];
    uint32_t *corner = screen_begin() + (row * CELL_HEIGHT + 2 * SCALE) * SCREEN_WIDTH +
                       column * CELL_WIDTH + SCALE;
    for (int y = 0; y < GLYPH_ROWS * SCALE; y++)
        for (int x = 0; x < GLYPH_COLUMNS * SCALE; x++)
            if (glyph[y / SCALE] >> (GLYPH_COLUMNS - 1 - x / SCALE) & 1)
                corner[y * SCREEN_WIDTH + x] = colour;
}

void console_at(int column, int row, uint32_t colour, const char *format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (int i = 0; text[i]; i++)
        draw(column + i, row, colour, text[i]);
}
