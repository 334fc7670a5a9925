/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_HOST_DISPLAY_WINDOW_H
#define WINDLASS_HOST_DISPLAY_WINDOW_H

#include "base/error.h"

#include <stdint.h>

/* The window of SDL2. All but window_wake belong to the host's main thread. */
/* existing: an SDL_Window of the program, which keeps it and its events; NULL: one is made. */
MUST_CHECK bool window_open(const char *title, void *existing, struct error *error);
void window_wake(void); /* from any thread: a frame or a flag waits for the loop */
void window_loop(void (*on_close)(void *context), void *context);
bool window_pump(void); /* without waiting; true: the user closed the window */
void window_close(void);

/* display.c's flags, for the loop of the window. */
bool display_is_quitting(void);
bool display_take_close(void);

struct rect {
    int x, y, width, height;
};

/* The largest rectangle of the picture's shape in the middle of the window's area. */
struct rect picture_area(int window_width, int window_height, uint32_t width, uint32_t height);
/* A point of the window in the console's 1280 x 720; false: on a bar beside the picture. */
bool picture_point(struct rect area, int x, int y, uint32_t *out_x, uint32_t *out_y);

#endif
