/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_HOST_HOST_H
#define WINDLASS_DEKO3D_HOST_HOST_H

#include "deko3d/platform.h"

#include "base/error.h"
#include "gpu/gpu.h"
#include "gpu/memory/space.h"

#include <deko3d_host.h>
#include <pthread.h>

/* deko3d's platform on our own GPU. One of them has one GPU with one address space; memory is the
 * process's own. */

enum { HOST_SYNCPOINTS = 256 /* as many channels as deko3d has queues; number 0 is nobody's */ };

struct platform_channel {
    struct platform_channel *next;
    struct gpu_channel *channel;
    uint32_t syncpoint;
    _Atomic bool failed;
};

struct platform {
    struct gpu *gpu;
    struct page_table *pages;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t changed;
    uint32_t values[HOST_SYNCPOINTS];
    bool taken[HOST_SYNCPOINTS];
    bool lost; /* the device is gone: nobody waits any more */
    struct gpu_space space;
    struct platform_channel *channels;
    struct platform_window *window; /* there is one display */
};

struct platform_object {
    uint8_t *memory;
    uint32_t size;
};

/* OutOfMemory, or Fail; what the error says goes to the log. */
DkResult host_failed(const struct error *error);
/* The one that was opened last, for fences that name no device; NULL: none is open. */
struct platform *host_newest(void);
/* The options that hold now. */
const DkHostOptions *host_options(void);
bool host_is_headless(void); /* by the environment */

/* window.c: false where the user has closed it; pictures shown; the last one as a file. */
bool host_window_pump(struct platform *p);
uint64_t host_window_frames(struct platform *p);
bool host_window_screenshot(struct platform *p, const char *path);

/* The syncpoint's value as the GPU's owner sees it. */
void host_increment(void *platform, uint32_t syncpoint);
uint32_t host_read(void *platform, uint32_t syncpoint);
void host_channel_failed(void *platform, struct gpu_channel *channel, const struct error *error);

#endif
