/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_HOST_DISPLAY_FRAME_H
#define WINDLASS_HOST_DISPLAY_FRAME_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* The last presented frame, between the thread that presents and those that show or save it. */

struct frame {
    uint8_t *rgba; /* rows without padding */
    uint32_t width, height;
    uint64_t number; /* 0: nothing was presented yet */
};

/* Larger frames are refused: no display of the console or window of ours has more. */
#define FRAME_SIDE_LIMIT 8192u

/* Stores a copy; its number, or 0 when the sizes make no sense. */
uint64_t frame_store(const uint8_t *rgba, uint32_t width, uint32_t height, uint32_t stride);
uint64_t frame_number(void);
/* Copies the last frame into *out (reusing its memory) when it is newer than out->number. */
bool frame_take(struct frame *out);
void frame_forget(void); /* the state at process start */

/* Writes RGBA rows without padding as an RGB PNG: what a screen shows has no transparency. */
MUST_CHECK bool png_write(const char *path, const uint8_t *rgba, uint32_t width, uint32_t height,
                          struct error *error);

#endif
