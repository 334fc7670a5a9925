/* SPDX-License-Identifier: MIT */
#include "deko3d/objects.h"

/* The release library has no callback to tell: it says what it knows. */
void dk_raise(DkDevice device, const char *context, DkResult result, const char *message) {
#ifdef DK_DEBUG
    if (device && device->maker.cbDebug)
        device->maker.cbDebug(device->maker.userData, context, result, message);
#else
    (void)device;
#endif
    platform_abort(context, result, message);
}

void dk_warn(DkDevice device, const char *context, const char *message) {
#ifdef DK_DEBUG
    if (device && device->maker.cbDebug)
        device->maker.cbDebug(device->maker.userData, context, DkResult_Success, message);
    else
        platform_warn(context, message);
#else
    (void)device, (void)context, (void)message;
#endif
}
