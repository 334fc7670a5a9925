/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_RUNNER_PARTS_H
#define WINDLASS_GPU_RUNNER_PARTS_H

#include "gpu/channel/flight.h"
#include "gpu/runner.h"

#include <pthread.h>
#include <stdatomic.h>

/* What the files of the runner share. */

struct capture;
struct unknown_methods;

enum { SYNCPOINTS = 4096 /* as many as the host engine can name */ };

struct increment {
    struct gpu *gpu;
    uint32_t syncpoint;
};

struct member {
    struct gpu_channel *channel;
    bool running;
};

struct gpu {
    struct renderer renderer;
    struct gpu_owner owner;
    struct unknown_methods *unknown;
    struct flight flight;
    struct increment increments[SYNCPOINTS]; /* arguments of renderer.after */
    bool synchronous;

    pthread_mutex_t lock;
    pthread_cond_t changed; /* work came, or was done */
    struct member *members;
    size_t count, room;
    _Atomic bool ends;           /* channels look at it in the middle of submissions */
    bool stopped, abandoned;     /* the device is done; it is left as it is */
    bool thread_ended, given_up; /* so is the thread */
    unsigned patience;
    bool poked;
    bool busy;               /* synchronous: somebody is the thread now */
    struct capture *capture; /* NULL: none; changed while no channel runs */
    /* A range that somebody waits to be forgotten. */
    const uint8_t *forget;
    uint64_t forget_size;
    pthread_t thread;
};

#endif
