/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/device/test_device.h"

#include <stdio.h>
#include <stdlib.h>

struct vulkan *test_device_open(void) {
    const char *name = getenv("WINDLASS_GPU");
    struct error error = {0};
    struct vulkan *vk;
    if (vulkan_open(name ? name : "llvmpipe", true, &vk, &error))
        return vk;
    fprintf(stderr, "%s\n", error.text);
    if (error.kind != ERROR_UNSUPPORTED || name)
        exit(1);
    printf("1..0 # SKIP no device\n");
    exit(0);
}

int test_device_close(struct vulkan *vk) {
    const unsigned messages = vk->messages;
    vulkan_close(vk);
    if (messages)
        fprintf(stderr, "the validation layer had %u things to say\n", messages);
    return messages != 0;
}
