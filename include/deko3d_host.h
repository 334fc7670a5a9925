/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_HOST_H
#define WINDLASS_DEKO3D_HOST_H

#include "deko3d/base.h"

/* What only the desktop has: which GPU is used, and windows. A program that does without this
 * header runs on the best device there is, in a window of the library's, or without one where there
 * is no display. The environment has a say where a program has none:
 *
 *     WINDLASS_GPU=NAME           a part of the device's name
 *     WINDLASS_GPU_VALIDATE=1     with Vulkan's validation layer
 *     WINDLASS_GPU_SYNCHRONOUS=1  submissions are executed in the call that makes them
 *     WINDLASS_HEADLESS=1         no window, whatever the program asks for
 */

DK_EXTERN_BEGIN

typedef struct DkHostOptions {
    const char *gpu;         /* a part of the device's name; NULL: the best one */
    const char *cacheFolder; /* of translated shaders and pipelines; NULL: nothing is kept */
    bool validate;
    bool synchronous;
    /* What the console's library does although its documentation says otherwise (docs/deko3d.md,
     * "Where the console's library errs"), for programs that count on it. */
    bool upstreamDefects;
} DkHostOptions;

/* What holds where nothing is set: no cache, and what the environment says.
 * @options: what is filled in; its gpu is the environment's own text. */
void dkHostOptionsDefaults(DkHostOptions *options);

/* Sets the options of the devices that are created from now on. Devices of a process share one GPU,
 * made with the options of the first of them, until the last has gone; upstreamDefects is each
 * device's.
 * @options: copied, strings too. */
void dkHostSetOptions(DkHostOptions const *options);

/* ---- windows: what DkSwapchainMaker's nativeWindow points to; NULL: a window with defaults ----
 */

/* A picture that was presented: rows of RGBA8 from the upper left, `stride` bytes each, valid
 * during the call, which is made on a thread of the library's. number: from 1 on. */
typedef void (*DkHostPresentFunc)(void *userData, uint64_t number, const uint8_t *rgba,
                                  uint32_t width, uint32_t height, uint32_t stride);

typedef struct DkHostWindow {
    const char *title;
    /* An SDL_Window of the program's own (SDL2), without a renderer: dkHostPumpEvents draws into
     * it, and leaves its events to the program. NULL: the library makes a window. */
    void *sdlWindow;
    bool headless; /* pictures go to `present` only */
    bool unpaced;  /* headless: no waiting for the 60 Hz of a display that is not there */
    DkHostPresentFunc present; /* may be NULL */
    void *userData;
} DkHostWindow;

/* A window of the library's, none where WINDLASS_HEADLESS=1.
 * @window: what is filled in. */
void dkHostWindowDefaults(DkHostWindow *window);

/* Lets the window answer its user, and draws the newest picture in it; call it now and then, on the
 * thread that created the swapchain.
 * @device: whose swapchain has the window.
 * @returns: false where the user has closed the window; true also where there is none. */
bool dkHostPumpEvents(DkDevice device);

/* @device: whose swapchain is meant.
 * @returns: pictures that it has shown; 0 without a swapchain. */
uint64_t dkHostFrames(DkDevice device);

/* Writes the picture that was presented last as a PNG file, when it is drawn.
 * @device: whose swapchain is meant.
 * @path: of the file, which is replaced.
 * @returns: false, and a warning in the log, where there is no picture yet, or no file can be
 *     written. */
bool dkHostScreenshot(DkDevice device, const char *path);

DK_EXTERN_END

#endif
