/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/device/instance.h"
#include "gpu/vulkan/device/test_device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct vulkan *vk;

static void the_device_is_what_was_asked_for(void **state) {
    (void)state;
    assert_true(vk->properties.apiVersion >= VK_API_VERSION_1_3);
    assert_non_null(vk->queue);
    assert_true(vk->features12.timelineSemaphore);
    assert_int_equal(vk->extras.transform_feedback.transformFeedback, vk->transform_feedback);
    assert_int_equal(vkCmdBeginTransformFeedbackEXT != NULL, vk->transform_feedback);
    struct error error = {0};
    struct vulkan *second;
    assert_false(vulkan_open(NULL, false, &second, &error));
    assert_int_equal(error.kind, ERROR_LIMIT);
}

static void errors_have_names(void **state) {
    (void)state;
    struct error error = {0};
    assert_true(vulkan_ok(vk, VK_SUCCESS, "nothing", &error));
    assert_true(vulkan_ok(vk, VK_INCOMPLETE, "nothing", &error));
    assert_false(vulkan_ok(vk, VK_ERROR_OUT_OF_DEVICE_MEMORY, "a try", &error));
    assert_non_null(strstr(error.text, "a try: VK_ERROR_OUT_OF_DEVICE_MEMORY"));
    assert_int_equal(error.kind, ERROR_LIMIT);
    assert_false(vk->lost);
}

/* CPUs are not asked; here one is. */
static void denormals_are_tried_out(void **state) {
    (void)state;
    struct error error = {0};
    const bool cpu = vk->cpu, flushes = vk->flushes;
    vk->cpu = false;
    const bool tried = vulkan_find_flushes(vk, &error);
    vk->cpu = cpu;
    vk->flushes = flushes;
    if (!tried)
        fail_msg("%s", error.text);
}

static void what_the_layer_says_is_counted(void **state) {
    (void)state;
    if (!vk->validated)
        skip();
    assert_int_equal(vk->messages, 0);
    const VkBufferCreateInfo empty = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                      .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    VkBuffer buffer = VK_NULL_HANDLE;
    if (vkCreateBuffer(vk->device, &empty, NULL, &buffer) == VK_SUCCESS)
        vkDestroyBuffer(vk->device, buffer, NULL);
    assert_true(vk->messages > 0);
    vk->messages = 0;
}

enum { PIECES = 200 };
struct piece {
    struct vulkan_memory memory;
    uint8_t fill;
};

static bool overlap(const struct vulkan_memory *a, const struct vulkan_memory *b) {
    return a->memory == b->memory && a->offset < b->offset + b->size &&
           b->offset < a->offset + a->size;
}

static void check(const struct piece *pieces, size_t at) {
    const struct piece *p = &pieces[at];
    for (size_t i = 0; i < PIECES; i++)
        if (i != at && pieces[i].memory.block)
            assert_false(overlap(&pieces[i].memory, &p->memory));
    assert_int_equal(p->memory.data[0], p->fill);
    assert_int_equal(p->memory.data[p->memory.size - 1], p->fill);
}

/* Pieces of random sizes come and go: none lies over another, each keeps its bytes. */
static void pieces_are_apart(void **state) {
    (void)state;
    static struct piece pieces[PIECES];
    struct error error = {0};
    struct vulkan_memory_counts before, after;
    vulkan_count_memory(vk, &before);
    srand(1);
    for (int round = 0; round < 3000; round++) {
        const size_t at = (size_t)rand() % PIECES;
        struct piece *p = &pieces[at];
        if (p->memory.block) {
            check(pieces, at);
            vulkan_release(vk, &p->memory);
            assert_null(p->memory.block);
            continue;
        }
        const VkMemoryRequirements wanted = {
            .size = 1 + (size_t)rand() % (rand() % 8 ? 5000 : 3000000),
            .alignment = 1ull << rand() % 13,
            .memoryTypeBits = ~0u,
        };
        if (!vulkan_allocate(vk, &wanted, MEMORY_UPLOAD, &p->memory, &error))
            fail_msg("%s", error.text);
        assert_int_equal(p->memory.offset % wanted.alignment, 0);
        assert_true(p->memory.size >= wanted.size);
        p->fill = (uint8_t)rand();
        memset(p->memory.data, p->fill, p->memory.size);
        check(pieces, at);
    }
    for (size_t i = 0; i < PIECES; i++)
        if (pieces[i].memory.block) {
            check(pieces, i);
            vulkan_release(vk, &pieces[i].memory);
        }
    vulkan_count_memory(vk, &after);
    assert_int_equal(after.used, before.used);
    assert_true(after.allocations <= before.allocations + 1); /* one empty block stays */
}

static void large_ones_go_back_to_vulkan(void **state) {
    (void)state;
    struct error error = {0};
    struct vulkan_memory_counts before, during, after;
    struct vulkan_buffer buffer;
    vulkan_count_memory(vk, &before);
    if (!vulkan_buffer_new(vk, 100 << 20, MEMORY_DEVICE, &buffer, &error))
        fail_msg("%s", error.text);
    vulkan_count_memory(vk, &during);
    assert_true(during.allocated >= before.allocated + (100 << 20));
    assert_int_equal(buffer.address != 0, vk->features12.bufferDeviceAddress);
    assert_true(during.heap_used >= 100 << 20 && during.heap_budget > during.heap_used);
    vulkan_buffer_free(vk, &buffer);
    vulkan_count_memory(vk, &after);
    assert_int_equal(after.allocated, before.allocated);
}

static PFN_vkAllocateMemory real_allocate;
static VkDeviceSize refuse_from;

static VKAPI_ATTR VkResult VKAPI_CALL allocate_or_not(VkDevice device,
                                                      const VkMemoryAllocateInfo *info,
                                                      const VkAllocationCallbacks *callbacks,
                                                      VkDeviceMemory *out) {
    return info->allocationSize >= refuse_from ? VK_ERROR_OUT_OF_DEVICE_MEMORY
                                               : real_allocate(device, info, callbacks, out);
}

static void little_memory_is_enough_for_little(void **state) {
    (void)state;
    struct error error = {0};
    struct vulkan_buffer small, other;
    real_allocate = vkAllocateMemory;
    vkAllocateMemory = allocate_or_not;
    refuse_from = 32 << 20; /* no block */
    struct vulkan_memory_counts before, after;
    vulkan_count_memory(vk, &before);
    const bool fits = vulkan_buffer_new(vk, 10 << 20, MEMORY_READBACK, &small, &error);
    refuse_from = 0;
    const bool does_not = vulkan_buffer_new(vk, 200 << 20, MEMORY_DEVICE, &other, &error);
    vkAllocateMemory = real_allocate;
    assert_true(fits);
    assert_false(does_not);
    assert_int_equal(error.kind, ERROR_LIMIT);
    vulkan_buffer_free(vk, &small);
    vulkan_count_memory(vk, &after);
    assert_int_equal(after.used, before.used);
}

static void devices_that_are_not_there(void) {
    struct error error = {0};
    if (vulkan_open("no device's name", false, &vk, &error) || !strstr(error.text, "no device"))
        abort();
}

int main(void) {
    devices_that_are_not_there();
    vk = test_device_open();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_device_is_what_was_asked_for),
        cmocka_unit_test(errors_have_names),
        cmocka_unit_test(denormals_are_tried_out),
        cmocka_unit_test(what_the_layer_says_is_counted),
        cmocka_unit_test(pieces_are_apart),
        cmocka_unit_test(large_ones_go_back_to_vulkan),
        cmocka_unit_test(little_memory_is_enough_for_little),
    };
    const int failed = cmocka_run_group_tests_name("vulkan allocator", tests, NULL, NULL);
    return test_device_close(vk) + failed;
}
