/* SPDX-License-Identifier: MIT */
/* Compute shaders of ours whose pipelines are made when they first run. */
#include "gpu/vulkan/device/compute_stage.h"
#include "gpu/vulkan/device/test_device.h"

#include "gpu/vulkan/swizzle.spv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct vulkan *vk;
static struct compute_stage stage;
static unsigned asked;

static VKAPI_ATTR VkResult VKAPI_CALL no_memory(VkDevice device, VkPipelineCache cache,
                                                uint32_t count,
                                                const VkComputePipelineCreateInfo *infos,
                                                const VkAllocationCallbacks *allocator,
                                                VkPipeline *out) {
    (void)device, (void)cache, (void)count, (void)infos, (void)allocator;
    asked++;
    *out = VK_NULL_HANDLE;
    return VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

static void nothing_is_made_before_it_runs(void **state) {
    (void)state;
    struct error error = {0};
    const PFN_vkCreateComputePipelines real = vkCreateComputePipelines;
    vkCreateComputePipelines = no_memory;
    assert_true(compute_stage_new(vk, "orders of texels", swizzle_spv, sizeof swizzle_spv, 0, 64,
                                  VK_NULL_HANDLE, &stage, &error));
    vkCreateComputePipelines = real;
    assert_int_equal(asked, 0);
    assert_false(vulkan_lost(vk, NULL));
}

/* Nobody waits then for what was not recorded. */
static void a_device_without_memory_for_it_is_lost(void **state) {
    (void)state;
    const PFN_vkCreateComputePipelines real = vkCreateComputePipelines;
    struct error error = {0};
    vkCreateComputePipelines = no_memory;
    compute_stage_run(&stage, VK_NULL_HANDLE, "", 0, (const uint32_t[]){1, 1, 1});
    vkCreateComputePipelines = real;
    assert_int_equal(asked, 1);
    assert_true(vulkan_lost(vk, &error));
    assert_non_null(strstr(error.text, "orders of texels"));
    assert_non_null(strstr(error.text, "OUT_OF_DEVICE_MEMORY"));
    compute_stage_free(vk, &stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_made_before_it_runs),
        cmocka_unit_test(a_device_without_memory_for_it_is_lost),
    };
    vk = test_device_open();
    const int failed = cmocka_run_group_tests_name("compute stage", tests, NULL, NULL);
    return failed + test_device_close(vk);
}
