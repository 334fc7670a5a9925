/* SPDX-License-Identifier: MIT */
#include "host/display_window.h"

#include "base/log.h"
#include "host/display_frame.h"
#include "host/input_window.h"

#include <SDL.h>
#include <stdlib.h>

static SDL_Window *window;
static bool foreign; /* the window is the program's: it hears its events and destroys it */
static SDL_Renderer *renderer;
static SDL_Texture *texture;
static uint32_t texture_width, texture_height;
static struct frame shown;
static Uint32 wake_event;
static int wake_waiting; /* one wake-up in SDL's queue is enough */

static bool sdl_failed(const char *what, struct error *error) {
    return error_set(error, ERROR_IO, "%s: %s; run with --headless where there is no display", what,
                     SDL_GetError());
}

static bool make_window(const char *title, struct error *error) {
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); /* Ctrl-C ends windlass as any program */
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) < 0)
        return sdl_failed("SDL cannot open a display", error);
    window = SDL_CreateWindow(title ? title : "windlass", SDL_WINDOWPOS_UNDEFINED,
                              SDL_WINDOWPOS_UNDEFINED, 1280, 720, SDL_WINDOW_RESIZABLE);
    if (!window) {
        sdl_failed("SDL cannot make a window", error);
        window_close();
        return false;
    }
    SDL_SetWindowMinimumSize(window, 160, 90);
    return true;
}

bool window_open(const char *title, void *existing, struct error *error) {
    foreign = existing != NULL;
    window = existing;
    if (!foreign && !make_window(title, error))
        return false;
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    renderer = SDL_CreateRenderer(window, -1, 0);
    if (!renderer)
        renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE);
    if (!renderer) {
        sdl_failed("SDL cannot draw into its window", error);
        window_close();
        return false;
    }
    if (!foreign) {
        __atomic_store_n(&wake_event, SDL_RegisterEvents(1), __ATOMIC_RELEASE);
        input_window_open();
    }
    return true;
}

void window_wake(void) {
    if (foreign || __atomic_exchange_n(&wake_waiting, 1, __ATOMIC_ACQ_REL))
        return;
    SDL_Event event = {.type = __atomic_load_n(&wake_event, __ATOMIC_ACQUIRE)};
    if (SDL_PushEvent(&event) < 0)
        __atomic_store_n(&wake_waiting, 0, __ATOMIC_RELEASE);
}

/* Mouse events come in window units, drawing happens in pixels; they differ on scaled displays. */
static struct rect area_in_window(void) {
    int w, h;
    SDL_GetWindowSize(window, &w, &h);
    return picture_area(w, h, shown.width ? shown.width : 1280, shown.height ? shown.height : 720);
}

static bool make_texture(void) {
    if (texture && texture_width == shown.width && texture_height == shown.height)
        return true;
    if (texture)
        SDL_DestroyTexture(texture);
    texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ABGR8888, SDL_TEXTUREACCESS_STREAMING,
                                (int)shown.width, (int)shown.height);
    texture_width = shown.width;
    texture_height = shown.height;
    if (!texture) {
        static bool told;
        log_once(&told, LOG_VI, "SDL has no room for a picture of %u x %u: %s", shown.width,
                 shown.height, SDL_GetError());
        return false;
    }
    SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_NONE);
    return true;
}

static void draw(void) {
    int w, h;
    SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255);
    SDL_RenderClear(renderer);
    if (shown.number && make_texture() && SDL_GetRendererOutputSize(renderer, &w, &h) == 0) {
        struct rect area = picture_area(w, h, shown.width, shown.height);
        SDL_Rect target = {area.x, area.y, area.width, area.height};
        SDL_UpdateTexture(texture, NULL, shown.rgba, (int)shown.width * 4);
        SDL_RenderCopy(renderer, texture, NULL, &target);
    }
    SDL_RenderPresent(renderer);
}

static bool is_fullscreen_key(const SDL_Event *e) {
    return e->type == SDL_KEYDOWN && e->key.keysym.sym == SDLK_RETURN && !e->key.repeat &&
           (e->key.keysym.mod & KMOD_ALT);
}

static void toggle_fullscreen(void) {
    bool is = SDL_GetWindowFlags(window) & SDL_WINDOW_FULLSCREEN_DESKTOP;
    if (SDL_SetWindowFullscreen(window, is ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP) < 0)
        log_warning(LOG_VI, "full screen: %s", SDL_GetError());
}

/* True: the user closed the window. */
static bool handle(const SDL_Event *e, bool *redraw) {
    if (e->type == SDL_QUIT)
        return true;
    if (e->type == wake_event)
        __atomic_store_n(&wake_waiting, 0, __ATOMIC_RELEASE);
    else if (is_fullscreen_key(e))
        toggle_fullscreen();
    else
        input_window_event(e, area_in_window());
    *redraw |= e->type == SDL_WINDOWEVENT || e->type == SDL_RENDER_TARGETS_RESET;
    return false;
}

/* True: the user closed the window. `event` is the first one. */
static bool handle_all(SDL_Event *event, bool *redraw) {
    bool closed = false;
    do
        closed |= handle(event, redraw);
    while (SDL_PollEvent(event));
    return closed;
}

void window_loop(void (*on_close)(void *context), void *context) {
    bool redraw = true;
    for (;;) {
        if (frame_take(&shown) || redraw)
            draw();
        redraw = false;
        SDL_Event event;
        const bool closed = SDL_WaitEvent(&event) && handle_all(&event, &redraw);
        if (display_is_quitting())
            return;
        if (closed || display_take_close()) {
            if (on_close)
                on_close(context);
            return;
        }
    }
}

bool window_pump(void) {
    bool redraw = false;
    SDL_Event event;
    const bool closed = !foreign && SDL_PollEvent(&event) && handle_all(&event, &redraw);
    if (frame_take(&shown) || redraw)
        draw();
    return closed;
}

void window_close(void) {
    if (window && !foreign)
        input_window_close();
    if (texture)
        SDL_DestroyTexture(texture);
    if (renderer)
        SDL_DestroyRenderer(renderer);
    if (window && !foreign)
        SDL_DestroyWindow(window);
    texture = NULL;
    renderer = NULL;
    window = NULL;
    free(shown.rgba);
    shown = (struct frame){0};
    if (!foreign)
        SDL_Quit();
    foreign = false;
}
