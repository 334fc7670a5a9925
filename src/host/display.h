/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_HOST_DISPLAY_H
#define WINDLASS_HOST_DISPLAY_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

/* The picture: a window of SDL2 or, headless, only the last frame in memory. */

struct display_options {
    const char *title;
    void *sdl_window; /* of the program's own; NULL: a window is made */
    bool headless;
};

MUST_CHECK bool display_open(const struct display_options *options, struct error *error);
/* Takes a copy of a whole frame, RGBA8888, `stride` bytes a row; from any thread. Counts it. */
void display_present(const uint8_t *rgba, uint32_t width, uint32_t height, uint32_t stride);
uint64_t display_frames(void);
/* Called on each presented frame with its number (1 is the first), on the presenting thread; close:
 * the input script closes the window now. */
void display_on_frame(void (*call)(void *context, uint64_t frame, bool close), void *context);
/* Writes the last frame as PNG; ERROR_IO also when there is none yet. */
MUST_CHECK bool display_screenshot(const char *path, struct error *error);
/* Event loop of the window, on the thread that called display_open. Returns after display_quit, or
 * after one call of on_close: the user closed the window, or the input script did. Headless: blocks
 * for the same two. */
void display_loop(void (*on_close)(void *context), void *context);
/* For programs with a loop of their own, on the same thread: what waits is handled, the newest
 * frame is drawn. True: the window was closed. */
bool display_pump(void);
void display_quit(void); /* from any thread */
void display_close(void);

#endif
