/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_HOST_HOST_H
#define WINDLASS_DEKO3D_HOST_HOST_H

#include "deko3d/platform.h"

#include "base/error.h"
#include "gpu/gpu.h"
#include "gpu/memory/space.h"

#include <deko3d_host.h>
#include <pthread.h>

/* deko3d's platform on our own GPU. A process has one GPU with its syncpoints and one display,
 * which its devices share; each has an address space of its own. Memory is the process's. */

enum { HOST_SYNCPOINTS = 256 /* as many channels as deko3d has queues; number 0 is nobody's */ };

struct platform_channel {
    struct platform_channel *next;
    struct gpu_channel *channel;
    uint32_t syncpoint;
    _Atomic bool failed;
};

struct host {
    uint32_t users; /* devices; host_open's own lock guards it */
    struct gpu *gpu;
    pthread_mutex_t lock; /* of what follows, and of the devices' spaces */
    pthread_cond_t changed;
    uint32_t values[HOST_SYNCPOINTS];
    bool taken[HOST_SYNCPOINTS];
    bool lost; /* the device is gone: nobody waits any more */
    struct platform_channel *channels;
    struct platform_window *window; /* there is one display */
};

struct platform {
    struct host *host;
    struct page_table *pages;
    struct gpu_space space;
};

struct platform_object {
    uint8_t *memory;
    uint32_t size;
};

/* The process's, made for its first device and gone with its last. */
DkResult host_open(struct host **out);
void host_close(struct host *h);
/* For fences that name no device; NULL: there is none. It goes with its last device. */
struct host *host_get(void);
/* OutOfMemory, or Fail; what the error says goes to the log. */
DkResult host_failed(const struct error *error);
/* The options that hold now. */
const DkHostOptions *host_options(void);
bool host_is_headless(void); /* by the environment */

/* What the GPU's owner is asked and told; the context is the host. channel.c */
void host_increment(void *host, uint32_t syncpoint);
uint32_t host_read(void *host, uint32_t syncpoint);
void host_channel_failed(void *host, struct gpu_channel *channel, const struct error *error);
void host_device_lost(void *host, const struct error *error);

/* window.c, of the window that a device of it has: false where the user has closed it; pictures
 * shown; the last one as a file. */
bool host_window_pump(struct platform *p);
uint64_t host_window_frames(struct platform *p);
bool host_window_screenshot(struct platform *p, const char *path);

#endif
