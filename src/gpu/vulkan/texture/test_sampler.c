/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture.h"

#include "gpu/vulkan/device/test_device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Every sampler that a program may describe is one that the device takes; what they do is for the
 * scenes to show. */

static struct vulkan *vk;
static struct batches *batches;
static struct guest_memory *memory;
static struct textures *textures;

static int start(void **state) {
    struct error error;
    (void)state;
    return !batches_new(vk, &batches, &error) || !guest_memory_new(vk, batches, &memory, &error) ||
           !textures_new(vk, batches, memory, false, &textures, &error);
}

static int stop(void **state) {
    (void)state;
    textures_free(textures);
    guest_memory_free(memory);
    batches_free(batches);
    return 0;
}

static VkSampler sampler(const uint32_t words[8], bool compare) {
    const struct sampler_use use = {.compare = compare};
    struct sampler_header h;
    struct error error;
    VkSampler out;
    sampler_header_decode(words, &h);
    if (!textures_sampler(textures, &h, &use, &out, &error))
        fail_msg("%s", error.text);
    return out;
}

/* Words are taken by chance: whatever stands there is a sampler. */
static void all_words_are_samplers(void **state) {
    (void)state;
    uint32_t seed = 1;
    for (unsigned i = 0; i < 500; i++) {
        uint32_t words[8];
        for (unsigned k = 0; k < 8; k++) {
            seed = seed * 1664525 + 1013904223;
            words[k] = k < 4 ? seed ^ seed >> 16 : 0x3f800000 * (seed >> 31);
        }
        struct sampler_header h;
        struct error error;
        VkSampler out;
        const struct sampler_use use = {i & 1, i & 2, (i & 6) == 6, i & 8};
        sampler_header_decode(words, &h);
        if (!textures_sampler(textures, &h, &use, &out, &error))
            fail_msg("%s", error.text);
    }
    printf("# count samplers 500\n");
}

/* However many a program describes. */
static void samplers_have_a_limit(void **state) {
    (void)state;
    enum { MANY = 1 << 14 };
    uint32_t words[8] = {0x249, 0x62, 0xfff000, 0, 0, 0, 0, 0x3f800000}, made = 0;
    struct sampler_header h;
    struct error error;
    VkSampler out;
    for (uint32_t i = 0; i < MANY; i++) {
        words[0] = 0x249 | (i & 1 ? 0x3 : 0); /* some with a border */
        words[2] = 0xfff000 | (i & 0xfff);
        memcpy(&words[4], &(float){(float)(i >> 12)}, 4);
        sampler_header_decode(words, &h);
        made += textures_sampler(textures, &h, &(struct sampler_use){0}, &out, &error);
    }
    assert_in_range(made, 1000, 4000);
    assert_non_null(strstr(error.text, "samplers"));
}

static void the_same_words_are_the_same_sampler(void **state) {
    (void)state;
    uint32_t words[8] = {0x249, 0x62, 0xfff000, 0, 0, 0, 0, 0x3f800000};
    const VkSampler first = sampler(words, false);
    assert_true(first == sampler(words, false));
    assert_true(first != sampler(words, true));
    struct sampler_header h;
    struct error error;
    VkSampler other;
    sampler_header_decode(words, &h);
    assert_true(
        textures_sampler(textures, &h, &(struct sampler_use){.nearest = true}, &other, &error));
    assert_true(first != other);
    words[1] = 0x61;
    assert_true(first != sampler(words, false));
    words[1] = 0x62;
    assert_true(first == sampler(words, false));
}

static int close_device(void **state) {
    (void)state;
    return test_device_close(vk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_words_are_samplers, start, stop),
        cmocka_unit_test_setup_teardown(samplers_have_a_limit, start, stop),
        cmocka_unit_test_setup_teardown(the_same_words_are_the_same_sampler, start, stop),
    };
    vk = test_device_open();
    return cmocka_run_group_tests(tests, NULL, close_device);
}
