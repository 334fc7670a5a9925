/* SPDX-License-Identifier: MIT */
/* Several devices in a process: addresses of each mean its own memory, each goes without the
 * others, and one of them at a time has the display. */
#include "desk.h"

#include <deko3d_host.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { DEVICES = 3, WORDS = 256, SIDE = 16 };

/* The first words of a device's data, and where they are copied to. */
struct bench {
    struct desk desk;
    struct desk_data from, to;
};

static void set(struct bench *b, uint32_t word) {
    uint32_t words[WORDS];
    for (uint32_t i = 0; i < WORDS; i++)
        words[i] = word + i;
    desk_open(&b->desk, 0);
    b->from = desk_put(&b->desk, words, sizeof words, 256);
    b->to = desk_data(&b->desk, sizeof words, 256);
}

static void copy(struct bench *b) {
    memset(b->to.cpu, 0, b->to.size);
    dkCmdBufCopyBuffer(b->desk.commands, b->from.gpu, b->to.gpu, b->to.size);
    desk_run(&b->desk);
    assert_memory_equal(b->from.cpu, b->to.cpu, b->to.size);
}

static void the_same_address_is_each_ones_memory(void **state) {
    (void)state;
    struct bench all[DEVICES];
    for (uint32_t i = 0; i < DEVICES; i++) {
        set(&all[i], i * 0x10000);
        assert_int_equal(all[i].from.gpu, all[0].from.gpu);
        assert_ptr_not_equal(all[i].from.cpu, all[(i + 1) % DEVICES].from.cpu);
    }
    for (uint32_t i = 0; i < DEVICES; i++)
        copy(&all[i]);
    desk_close(&all[0].desk); /* whoever was first may go first */
    copy(&all[2]);
    copy(&all[1]);
    desk_close(&all[2].desk);
    copy(&all[1]);
    desk_close(&all[1].desk);
}

static void another_one_comes_when_all_have_gone(void **state) {
    (void)state;
    struct bench b;
    for (uint32_t i = 0; i < 3; i++) {
        set(&b, i);
        copy(&b);
        desk_close(&b.desk);
    }
}

static void *work(void *argument) {
    struct bench *b = argument;
    for (uint32_t i = 0; i < 20; i++) {
        ((uint32_t *)b->from.cpu)[i] ^= 0xffff0000;
        copy(b);
    }
    return NULL;
}

static void threads_have_one_each(void **state) {
    (void)state;
    struct bench all[DEVICES];
    pthread_t threads[DEVICES];
    for (uint32_t i = 0; i < DEVICES; i++)
        set(&all[i], i * 0x10000);
    for (uint32_t i = 0; i < DEVICES; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &all[i]), 0);
    for (uint32_t i = 0; i < DEVICES; i++)
        pthread_join(threads[i], NULL);
    for (uint32_t i = 0; i < DEVICES; i++)
        desk_close(&all[i].desk);
}

/* ---- the display ---- */

static void chain_maker(struct desk *d, DkImage *image, DkHostWindow *window,
                        DkSwapchainMaker *maker) {
    static const DkImage *images[1];
    DkImageLayoutMaker layout;
    DkImageView view;
    dkImageLayoutMakerDefaults(&layout, d->device);
    layout.flags = DkImageFlags_UsageRender | DkImageFlags_UsagePresent;
    layout.format = DkImageFormat_RGBA8_Unorm;
    layout.dimensions[0] = layout.dimensions[1] = SIDE;
    desk_image(d, image, &view, &layout);
    dkHostWindowDefaults(window);
    window->headless = window->unpaced = true;
    images[0] = image;
    dkSwapchainMakerDefaults(maker, d->device, window, images, 1);
}

static void present(struct desk *d, DkSwapchain chain) {
    const int slot = dkQueueAcquireImage(d->queue, chain);
    dkQueuePresentImage(d->queue, chain, slot);
    dkQueueWaitIdle(d->queue);
}

static void one_of_them_has_the_display(void **state) {
    (void)state;
    struct desk d[2];
    DkImage images[2];
    DkHostWindow windows[2];
    DkSwapchainMaker makers[2];
    for (uint32_t i = 0; i < 2; i++)
        desk_open(&d[i], 0);
    chain_maker(&d[0], &images[0], &windows[0], &makers[0]);
    DkSwapchain first = dkSwapchainCreate(&makers[0]);
    chain_maker(&d[1], &images[1], &windows[1], &makers[1]);
    desk_refuses(DkResult_Fail, "dkSwapchainCreate", "another swapchain",
                 dkSwapchainCreate(&makers[1]));
    present(&d[0], first);
    assert_true(dkHostPumpEvents(d[0].device));
    assert_true(dkHostPumpEvents(d[1].device)); /* it has no window that was closed */
    assert_false(dkHostScreenshot(d[1].device, "none.png"));
    assert_int_equal(dkHostFrames(d[1].device), 0);
    dkSwapchainDestroy(first);
    DkSwapchain second = dkSwapchainCreate(&makers[1]);
    present(&d[1], second);
    assert_int_equal(dkHostFrames(d[0].device), 0);
    dkSwapchainDestroy(second);
    for (uint32_t i = 0; i < 2; i++)
        desk_close(&d[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_address_is_each_ones_memory),
        cmocka_unit_test(another_one_comes_when_all_have_gone),
        cmocka_unit_test(threads_have_one_each),
        cmocka_unit_test(one_of_them_has_the_display),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
