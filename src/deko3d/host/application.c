/* SPDX-License-Identifier: MIT */
/* deko3d_host.h's functions of a device. */
#include "deko3d/objects.h"

#include "deko3d/host/host.h"

bool dkHostPumpEvents(DkDevice device) {
    return host_window_pump(device->platform);
}

uint64_t dkHostFrames(DkDevice device) {
    return host_window_frames(device->platform);
}

bool dkHostScreenshot(DkDevice device, const char *path) {
    return host_window_screenshot(device->platform, path);
}
