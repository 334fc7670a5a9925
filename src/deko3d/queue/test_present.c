/* SPDX-License-Identifier: MIT */
/* Queues and swapchains: what is waited for, what is sent before a picture is handed over. */
#include "deko3d/queue/fake_gpu.h"
#include "deko3d/queue/queue.h"

#include "deko3d/image/surface.h"
#include "deko3d/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- a window that notes ---- */

static struct tag_DkSwapchain window;
static DkImage images[3];
static int presented = -1;
static DkFence at_present;
static uint32_t submitted;

void swapchain_acquire(DkSwapchain s, int *slot, DkFence *fence, const char *context) {
    assert_ptr_equal(s, &window);
    assert_string_equal(context, "dkQueueAcquireImage");
    *slot = 2;
    *fence = (DkFence){.kind = FENCE_EXTERNAL, .count = 2, .fences = {{30, 7}, {31, 8}}};
}

void swapchain_present(DkSwapchain s, int slot, const DkFence *fence, const char *context) {
    assert_ptr_equal(s, &window);
    assert_string_equal(context, "dkQueuePresentImage");
    presented = slot;
    at_present = *fence;
    submitted = fake_promised(fence->fences[0].syncpoint);
}

void image_surface(DkDevice d, const DkImageView *view, enum surface_use use,
                   struct image_surface *out, const char *context) {
    (void)d;
    (void)context;
    assert_int_equal(use, SURFACE_COLOR_TARGET);
    assert_ptr_equal(view->pImage, &images[1]);
    *out = (struct image_surface){.address = UINT64_C(0x1234567000),
                                  .horizontal = 1280,
                                  .vertical = 720,
                                  .format = 0xd5,
                                  .tile_mode = 0x40,
                                  .array_mode = 1,
                                  .layer_stride = 0xe1000,
                                  .width = 1280,
                                  .height = 720};
}

static int before_each(void **state) {
    DkDevice d = fake_device();
    window = (struct tag_DkSwapchain){.device = d, .images = 3};
    memset(images, 0, sizeof images);
    for (unsigned i = 0; i < 3; i++)
        window.image[i] = &images[i];
    images[1].layout.flags = DkImageFlags_HwCompression;
    presented = -1;
    *state = d;
    return 0;
}

static int after_each(void **state) {
    fake_device_free(*state);
    return 0;
}

static DkQueue new_queue(DkDevice d, uint32_t flags) {
    DkQueueMaker maker;
    dkQueueMakerDefaults(&maker, d);
    maker.flags = flags;
    return dkQueueCreate(&maker);
}

static void test_acquire_waits(void **state) {
    DkQueue q = new_queue(*state, DkQueueFlags_Graphics);
    const uint32_t *w = q->buffer.next;
    assert_int_equal(dkQueueAcquireImage(q, &window), 2);
    static const uint32_t expected[] = {0x2002c01c, 7, 0x1e10, 0x2002c01c, 8, 0x1f10};
    assert_int_equal(q->buffer.next - w, 6);
    assert_memory_equal(w, expected, sizeof expected);
    assert_raises(DkResult_BadInput, dkQueueAcquireImage(q, NULL));
    dkQueueDestroy(q);
}

static void test_present_submits_first(void **state) {
    DkQueue q = new_queue(*state, 0);
    dkQueuePresentImage(q, &window, 0);
    assert_int_equal(presented, 0);
    assert_int_equal(at_present.kind, FENCE_INTERNAL);
    assert_int_equal(submitted, at_present.fences[0].value); /* it will be reached */
    assert_raises(DkResult_BadInput, dkQueuePresentImage(q, &window, 3));
    assert_raises(DkResult_BadInput, dkQueuePresentImage(q, &window, -1));
    assert_raises(DkResult_BadInput, dkQueuePresentImage(q, NULL, 0));
    assert_raises(DkResult_BadState, dkQueuePresentImage(q, &window, 1)); /* it is compressed */
    dkQueueDestroy(q);
}

static void test_compressed_image(void **state) {
    DkQueue q = new_queue(*state, DkQueueFlags_Graphics);
    const uint32_t *w = q->buffer.next;
    static const uint32_t target[] = {0x20080200, 0x12,       0x34567000, 1280,       720,
                                      0xd5,       0x40,       1,          0xe1000,    0x80000574,
                                      0x200203fd, 1280 << 16, 720 << 16,  0x801004eb, 0x800003ed};
    dkQueuePresentImage(q, &window, 1);
    assert_int_equal(presented, 1);
    assert_int_equal(w[0], 0x80020049);
    assert_memory_equal(w + 1, target, sizeof target);
    assert_int_equal(w[16], 0x800000b8);
    assert_int_equal(w[17], 0x80030049);
    assert_memory_equal(w + 18, target, sizeof target);
    assert_int_equal(w[33], 0x80010049);
    assert_int_equal(w[34], 0x80000451); /* the fence */
    dkQueueDestroy(q);
}

static void test_error_state(void **state) {
    DkQueue q = new_queue(*state, DkQueueFlags_Graphics);
    atomic_store(&q->failed, true);
    assert_raises(DkResult_Fail, dkQueueAcquireImage(q, &window));
    assert_raises(DkResult_Fail, dkQueuePresentImage(q, &window, 0));
    assert_int_equal(presented, -1);
    dkQueueDestroy(q);
}

int main(void) {
#define EACH(test) cmocka_unit_test_setup_teardown(test, before_each, after_each)
    const struct CMUnitTest tests[] = {
        EACH(test_acquire_waits),
        EACH(test_present_submits_first),
        EACH(test_compressed_image),
        EACH(test_error_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
