/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_GPU_H
#define WINDLASS_TESTS_SHADER_GPU_H

#include "base/error.h"
#include "gpu/shader/translate.h"
#include "gpu/vulkan/device/device.h"

/* A Vulkan device for tests of shaders: one queue, everything switched on that the device has, and
 * the validation layer, synchronization included, where it is installed.
 *
 * WINDLASS_GPU names the device by a part of its name; without it the first that is a CPU
 * (lavapipe) is taken, or the first at all. */

struct gpu {
    struct vulkan *vk;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
};

/* ERROR_UNSUPPORTED: there is no device to test with, or none of that name. On failure nothing is
 * left to close. */
MUST_CHECK bool gpu_open(struct gpu *gpu, struct error *error);
void gpu_close(struct gpu *gpu);
/* Sets what the key says of the device, and the set (0). */
void gpu_shader_key(const struct gpu *gpu, struct shader_key *key);
/* "Vulkan, WHAT: error -4" where the result is not VK_SUCCESS. */
MUST_CHECK bool gpu_ok(VkResult result, const char *what, struct error *error);

/* Memory that both sides see, for every use that a buffer has. */
struct gpu_buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint8_t *data;    /* where the host sees it */
    uint64_t address; /* where shaders see it; 0 where the device has no such addresses */
    size_t size;      /* bytes */
};
/* Zeros, at least four bytes. */
MUST_CHECK bool gpu_buffer_new(const struct gpu *gpu, size_t size, struct gpu_buffer *out,
                               struct error *error);
void gpu_buffer_free(const struct gpu *gpu, struct gpu_buffer *buffer);

/* A command buffer that is recorded now; what the host wrote before gpu_finish is seen by it. */
MUST_CHECK bool gpu_begin(const struct gpu *gpu, VkCommandBuffer *out, struct error *error);
/* Runs it, waits for it, and lets the host see what it wrote. */
MUST_CHECK bool gpu_finish(const struct gpu *gpu, VkCommandBuffer commands, struct error *error);
/* Everything before it is done, and seen by everything behind it. */
void gpu_barrier(VkCommandBuffer commands);

/* A storage buffer for a compute shader: `size` bytes from `offset` on, 0: all behind it. */
struct gpu_binding {
    uint32_t binding; /* in set 0 */
    const struct gpu_buffer *buffer;
    size_t offset, size;
};
/* Runs x * y * z workgroups of a SPIR-V module, whose entry is "main", and waits. Push constants
 * are zero. The module may use just these bindings. */
MUST_CHECK bool gpu_compute(const struct gpu *gpu, const uint32_t *words, size_t count,
                            const struct gpu_binding *bindings, size_t binding_count, uint32_t x,
                            uint32_t y, uint32_t z, struct error *error);

#endif
