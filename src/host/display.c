/* SPDX-License-Identifier: MIT */
#include "host/display.h"

#include "base/blocking.h"
#include "host/display_frame.h"
#include "host/display_window.h"
#include "host/input.h"

#include <pthread.h>

/* What the loop waits for when there is no window. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool quit, close_asked;

static bool has_window;
static void (*on_frame)(void *context, uint64_t frame, bool close);
static void *on_frame_context;

bool display_open(const struct display_options *options, struct error *error) {
    pthread_mutex_lock(&lock);
    quit = close_asked = false;
    pthread_mutex_unlock(&lock);
    if (!options->headless && !window_open(options->title, options->sdl_window, error))
        return false;
    has_window = !options->headless;
    return true;
}

static void raise_flag(bool *flag) {
    pthread_mutex_lock(&lock);
    *flag = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    if (has_window)
        window_wake();
}

bool display_is_quitting(void) {
    pthread_mutex_lock(&lock);
    bool is = quit;
    pthread_mutex_unlock(&lock);
    return is;
}

bool display_take_close(void) {
    pthread_mutex_lock(&lock);
    bool asked = close_asked;
    close_asked = false;
    pthread_mutex_unlock(&lock);
    return asked;
}

void display_present(const uint8_t *rgba, uint32_t width, uint32_t height, uint32_t stride) {
    blocking_call("a present");
    uint64_t number = frame_store(rgba, width, height, stride);
    if (!number)
        return;
    if (has_window)
        window_wake();
    const bool close = input_script_frame(number);
    if (on_frame)
        on_frame(on_frame_context, number, close);
    if (close)
        raise_flag(&close_asked);
}

uint64_t display_frames(void) {
    return frame_number();
}

void display_on_frame(void (*call)(void *context, uint64_t frame, bool close), void *context) {
    on_frame = call;
    on_frame_context = context;
}

void display_loop(void (*on_close)(void *context), void *context) {
    if (has_window) {
        window_loop(on_close, context);
        return;
    }
    pthread_mutex_lock(&lock);
    blocking_call("a wait for the display");
    while (!quit && !close_asked)
        pthread_cond_wait(&changed, &lock);
    bool closed = !quit;
    close_asked = false;
    pthread_mutex_unlock(&lock);
    if (closed && on_close)
        on_close(context);
}

bool display_pump(void) {
    return (has_window && window_pump()) || display_take_close();
}

void display_quit(void) {
    raise_flag(&quit);
}

void display_close(void) {
    if (has_window)
        window_close();
    has_window = false;
    frame_forget();
}
