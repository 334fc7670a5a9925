/* SPDX-License-Identifier: MIT */
#include "gpu.h"

#include "addresses.spv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 48 };

static struct gpu gpu;

static void compute_reads_bindings_and_addresses(void **state) {
    (void)state;
    struct error error = {0};
    struct gpu_buffer in, far, out;
    if (!gpu_buffer_new(&gpu, (2 + COUNT) * 4, &in, &error) ||
        !gpu_buffer_new(&gpu, COUNT * 4, &far, &error) ||
        !gpu_buffer_new(&gpu, (64 + COUNT) * 4, &out, &error))
        fail_msg("%s", error.text);
    uint32_t *numbers = (uint32_t *)in.data + 2, *more = (uint32_t *)far.data;
    memcpy(in.data, &far.address, sizeof far.address);
    for (uint32_t i = 0; i < COUNT; i++) {
        numbers[i] = i;
        more[i] = i * 1000;
    }
    const struct gpu_binding bindings[] = {{3, &in, 0, 0}, {40, &out, 256, COUNT * 4}};
    if (!gpu_compute(&gpu, addresses_spv, sizeof addresses_spv / 4, bindings, 2, 3, 2, 1, &error))
        fail_msg("%s", error.text);
    const uint32_t *results = (uint32_t *)out.data;
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(results[i], 0);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(results[64 + i], i * 1002);
    gpu_buffer_free(&gpu, &in);
    gpu_buffer_free(&gpu, &far);
    gpu_buffer_free(&gpu, &out);
}

static void the_key_says_what_the_device_is(void **state) {
    (void)state;
    struct shader_key key = {0};
    gpu_shader_key(&gpu, &key);
    assert_true(key.features & SHADER_HAS_ADDRESSES);
    assert_true(key.storage_alignment && !(key.storage_alignment & (key.storage_alignment - 1)));
    assert_in_range(key.storage_limit, 1, SHADER_STORAGE_LIMIT);
    assert_true(!key.lanes || key.lanes == gpu.vk->properties11.subgroupSize);
}

static void the_layer_has_nothing_to_say(void **state) {
    (void)state;
    if (!gpu.vk->validated)
        skip();
    assert_int_equal(gpu.vk->messages, 0);
    /* It is there, and would say it. */
    struct error error = {0};
    struct gpu_buffer small;
    assert_true(gpu_buffer_new(&gpu, 16, &small, &error));
    void *data;
    vkMapMemory(gpu.device, small.memory, 0, VK_WHOLE_SIZE, 0, &data);
    assert_true(gpu.vk->messages > 0);
    gpu_buffer_free(&gpu, &small);
}

int main(void) {
    struct error error = {0};
    if (!gpu_open(&gpu, &error)) {
        fprintf(stderr, "%s\n", error.text);
        printf("1..0 # SKIP no device\n");
        return error.kind == ERROR_UNSUPPORTED ? 0 : 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compute_reads_bindings_and_addresses),
        cmocka_unit_test(the_key_says_what_the_device_is),
        cmocka_unit_test(the_layer_has_nothing_to_say),
    };
    const int failed = cmocka_run_group_tests_name("gpu", tests, NULL, NULL);
    gpu_close(&gpu);
    return failed;
}
