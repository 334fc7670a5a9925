/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_DEVICE_TEST_DEVICE_H
#define WINDLASS_GPU_VULKAN_DEVICE_TEST_DEVICE_H

#include "gpu/vulkan/device/device.h"

/* The device of a test, validated: the one of which WINDLASS_GPU has a part of the name, lavapipe
 * where it is not set. Where there is none the test's program ends, skipped. */
struct vulkan *test_device_open(void);
/* Fails (returns 1) where the layer had something to say; else 0. */
int test_device_close(struct vulkan *vk);

#endif
