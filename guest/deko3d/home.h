/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GUEST_DEKO3D_HOME_H
#define WINDLASS_GUEST_DEKO3D_HOME_H

/* deko3d's platform on the graphics driver's ioctls (platform.h says what each function does). The
 * requests are those that libnx makes for the console's library. */

#include "guest.h"
#include "internal.h"

#include "deko3d/platform.h"

struct platform {
    uint32_t nvmap, space, control, control_gpu; /* files of the driver */
    struct platform_facts facts;
    bool window; /* the display's queue is in use */
};

struct platform_object {
    uint32_t handle, id, size; /* of the nvmap object; bytes */
};

/* The control device of the platform that was opened last, for fences that name no device. */
extern uint32_t home_control;

/* Success, or what a driver's error means to the library. */
DkResult home_result(Result result);

#endif
