/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GUEST_DEKO3D_HOME_H
#define WINDLASS_GUEST_DEKO3D_HOME_H

/* deko3d's platform on the graphics driver's ioctls (platform.h says what each function does). The
 * requests are those that libnx makes for the console's library. */

#include "guest.h"
#include "internal.h"

#include "deko3d/platform.h"

/* Events of the control device, for threads that wait at the same time. */
enum { HOME_EVENTS = 32 /* of the driver's 64 */ };
struct home_events {
    struct platform_mutex lock;
    uint32_t taken;             /* a bit an event */
    Handle events[HOME_EVENTS]; /* 0: not registered yet */
};

struct platform {
    uint32_t nvmap, space, control, control_gpu; /* files of the driver */
    struct home_events waits;
    struct platform_facts facts;
    bool window; /* the display's queue is in use */
};

struct platform_object {
    uint32_t handle, id, size; /* of the nvmap object; bytes */
};

/* The platform that was opened last, for fences that name no device; NULL: there is none. */
extern struct platform *home_newest;

void home_close_events(struct platform *p);

/* The driver's own error: time is up, or, of an event, there is something to wait for. */
enum { HOME_TIMED_OUT = 5 };
/* Success, or what a driver's error means to the library. */
DkResult home_result(Result result);

#endif
