/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/renderer.h"

#include "gpu/vulkan/device/functions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned called, lost;
static char why[sizeof((struct error *)0)->text];

static void call(void *argument) {
    (void)argument;
    called++;
}

static void device_lost(void *context, const struct error *error) {
    assert_ptr_equal(context, &lost);
    lost++;
    snprintf(why, sizeof why, "%s", error->text);
}

static uint64_t nanoseconds(void *context) {
    (void)context;
    return 1000;
}

static const struct gpu_owner owner = {
    .nanoseconds = nanoseconds,
    .context = &lost,
    .device_lost = device_lost,
};

static VKAPI_ATTR VkResult VKAPI_CALL lost_submit(VkQueue queue, uint32_t count,
                                                  const VkSubmitInfo2 *infos, VkFence fence) {
    (void)queue, (void)count, (void)infos, (void)fence;
    return VK_ERROR_DEVICE_LOST;
}

static struct renderer start(void) {
    const char *name = getenv("WINDLASS_GPU");
    const struct gpu_options options = {.device = name ? name : "llvmpipe", .validate = true};
    struct error error = {0};
    struct renderer r;
    called = lost = 0;
    if (!vulkan_renderer_new(&options, &owner, &r, &error)) {
        fprintf(stderr, "%s\n", error.text);
        skip();
    }
    return r;
}

static void it_comes_and_goes(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct renderer r = start();
        r.begin(r.context);
        r.after(r.context, call, NULL);
        r.flush(r.context);
        r.finish(r.context);
        assert_int_equal(called, 1);
        struct strbuf text = {0};
        r.describe(r.context, &text);
        assert_non_null(strstr(text.text, "batches"));
        strbuf_free(&text);
        r.free(r.context);
        assert_int_equal(lost, 0);
    }
}

static void who_draws_with_a_lost_device_hears_of_it_once(void **state) {
    (void)state;
    struct renderer r = start();
    const PFN_vkQueueSubmit2 real = vkQueueSubmit2;
    vkQueueSubmit2 = lost_submit;
    for (int i = 0; i < 3; i++) {
        r.begin(r.context);
        r.after(r.context, call, NULL);
        r.flush(r.context);
    }
    r.finish(r.context);
    vkQueueSubmit2 = real;
    assert_int_equal(called, 3); /* nobody waits for ever */
    assert_int_equal(lost, 1);
    assert_non_null(strstr(why, "VK_ERROR_DEVICE_LOST"));
    r.free(r.context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_comes_and_goes),
        cmocka_unit_test(who_draws_with_a_lost_device_hears_of_it_once),
    };
    return cmocka_run_group_tests_name("vulkan renderer", tests, NULL, NULL);
}
