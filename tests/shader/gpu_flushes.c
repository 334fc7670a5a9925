/* SPDX-License-Identifier: MIT */
#include "gpu.h"

#include "flushes.spv.h"

#include <string.h>

bool gpu_find_flushes(struct gpu *gpu, struct error *error) {
    struct gpu_buffer buffer;
    /* what is left; a denormal, the least float that is none, and three more */
    const float numbers[] = {1, 0x1p-130f, 0x1p-126f, 1, 0.5f, 0};
    uint32_t left;
    if (!gpu_buffer_new(gpu, sizeof numbers, &buffer, error))
        return false;
    memcpy(buffer.data, numbers, sizeof numbers);
    const struct gpu_binding binding = {0, &buffer, 0, 0};
    const bool done = gpu_compute(gpu, flushes_spv, sizeof flushes_spv / sizeof *flushes_spv,
                                  &binding, 1, 1, 1, 1, error);
    memcpy(&left, buffer.data, sizeof left);
    gpu->flushes = left == 0;
    gpu_buffer_free(gpu, &buffer);
    return done;
}
