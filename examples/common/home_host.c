/* SPDX-License-Identifier: MIT */
/* The desktop: a window until it is closed; with --picture FILE no window, but a picture of the
 * last frame. */
#include "example.h"

#include <deko3d_host.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static DkHostWindow window;
static uint32_t frames; /* 0: until the window is closed */
static const char *picture;
static DkDevice device;

static void usage(const char *program) {
    printf("usage: %s [--frames N] [--picture FILE.png]\n\n"
           "  --frames N       ends after so many frames (with --picture: 60)\n"
           "  --picture FILE   no window; the last frame as a picture\n",
           program);
}

static bool read_options(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--frames") && i + 1 < argc)
            frames = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--picture") && i + 1 < argc)
            picture = argv[++i];
        else
            return false;
    if (picture && !frames)
        frames = 60;
    return true;
}

void *example_window(DkDevice made_with, const char *name) {
    device = made_with;
    window.title = name;
    window.headless = window.headless || picture;
    window.unpaced = picture != NULL;
    return &window;
}

bool example_goes_on(uint32_t frames_drawn) {
    if (frames && frames_drawn == frames) {
        if (picture && !dkHostScreenshot(device, picture))
            example_fail("the picture cannot be written");
        return false;
    }
    return dkHostPumpEvents(device);
}

void example_fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

/* ---- threads ---- */

struct part {
    pthread_t thread;
    void (*call)(uint32_t number);
    uint32_t number;
};

static void *run(void *argument) {
    const struct part *p = argument;
    p->call(p->number);
    return NULL;
}

void example_parallel(uint32_t count, void (*call)(uint32_t number)) {
    struct part parts[16];
    for (uint32_t i = 0; i < count; i++) {
        parts[i].call = call;
        parts[i].number = i;
        if (pthread_create(&parts[i].thread, NULL, run, &parts[i]) != 0)
            example_fail("there are no more threads");
    }
    for (uint32_t i = 0; i < count; i++)
        pthread_join(parts[i].thread, NULL);
}

int main(int argc, char **argv) {
    if (!read_options(argc, argv)) {
        usage(argv[0]);
        return 2;
    }
    dkHostWindowDefaults(&window);
    example_main();
    return 0;
}
