/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_HOST_INPUT_WINDOW_H
#define WINDLASS_HOST_INPUT_WINDOW_H

#include "host/display_window.h"

#include <SDL_events.h>

/* Events of the window to input: keyboard, game controllers, mouse (a touch on the picture). */
void input_window_open(void);
void input_window_close(void);
/* `area`: where the picture stands now. */
void input_window_event(const SDL_Event *event, struct rect area);

#endif
