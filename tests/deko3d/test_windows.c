/* SPDX-License-Identifier: MIT */
/* Swapchains on a window that nobody sees: what is presented, in which order, cut and turned;
 * fences of elsewhere; and what devices, blocks, variables and shaders refuse. */
#include <deko3d.h>
#include <deko3d_host.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WIDTH = 64, HEIGHT = 32, PICTURES = 2, MOST = 16 };

/* ---- mistakes come back here ---- */

static jmp_buf raised_to;
static bool expects;
static DkResult raised;
static const char *raised_by;

static void told(void *user, const char *context, DkResult result, const char *message) {
    (void)user;
    if (result == DkResult_Success)
        return;
    if (!expects) {
        fprintf(stderr, "%s: %s\n", context, message);
        exit(1);
    }
    raised = result;
    raised_by = context;
    longjmp(raised_to, 1);
}

#define assert_raises(result, name, call)                                                          \
    do {                                                                                           \
        expects = true;                                                                            \
        if (!setjmp(raised_to)) {                                                                  \
            call;                                                                                  \
            fail_msg("nothing was raised");                                                        \
        }                                                                                          \
        expects = false;                                                                           \
        assert_int_equal(raised, result);                                                          \
        assert_string_equal(raised_by, name);                                                      \
    } while (0)

/* ---- what every test has ---- */

struct shown {
    uint32_t width, height, first, last; /* texels: the upper left one, the lower right one */
};
static struct shown pictures[MOST];
static uint64_t shown_count;

static void show(void *user, uint64_t number, const uint8_t *rgba, uint32_t width, uint32_t height,
                 uint32_t stride) {
    (void)user;
    struct shown *s = &pictures[(number - 1) % MOST];
    *s = (struct shown){.width = width, .height = height};
    memcpy(&s->first, rgba, 4);
    memcpy(&s->last, rgba + (size_t)(height - 1) * stride + 4 * (size_t)(width - 1), 4);
    shown_count = number;
}

static DkDevice device;
static DkQueue queue;
static DkMemBlock memory, words;
static DkCmdBuf commands;
static DkImage images[PICTURES];
static DkSwapchain swapchain;
static DkHostWindow window;

static DkMemBlock block(uint32_t size, uint32_t flags) {
    DkMemBlockMaker maker;
    dkMemBlockMakerDefaults(&maker, device, size);
    maker.flags = flags;
    return dkMemBlockCreate(&maker);
}

static void make_images(void) {
    DkImageLayoutMaker maker;
    DkImageLayout layout;
    dkImageLayoutMakerDefaults(&maker, device);
    maker.flags = DkImageFlags_UsageRender | DkImageFlags_UsagePresent;
    maker.format = DkImageFormat_RGBA8_Unorm;
    maker.dimensions[0] = WIDTH;
    maker.dimensions[1] = HEIGHT;
    dkImageLayoutInitialize(&layout, &maker);
    const uint32_t each = ((uint32_t)dkImageLayoutGetSize(&layout) + 0xffff) & ~0xffffu;
    memory = block(PICTURES * each,
                   DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached | DkMemBlockFlags_Image);
    for (uint32_t i = 0; i < PICTURES; i++)
        dkImageInitialize(&images[i], &layout, memory, i * each);
}

static void open_with(uint32_t flags) {
    static const DkImage *const all[PICTURES] = {&images[0], &images[1]};
    DkHostOptions options;
    DkDeviceMaker maker;
    DkQueueMaker queue_maker;
    DkCmdBufMaker buffer;
    DkSwapchainMaker chain;
    dkHostOptionsDefaults(&options);
    if (!options.gpu)
        options.gpu = "llvmpipe";
    options.validate = true;
    dkHostSetOptions(&options);
    dkDeviceMakerDefaults(&maker);
    maker.flags = flags;
    maker.cbDebug = told;
    device = dkDeviceCreate(&maker);
    dkQueueMakerDefaults(&queue_maker, device);
    queue = dkQueueCreate(&queue_maker);
    words = block(0x10000, DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached);
    dkCmdBufMakerDefaults(&buffer, device);
    commands = dkCmdBufCreate(&buffer);
    dkCmdBufAddMemory(commands, words, 0, 0x10000);
    make_images();
    dkHostWindowDefaults(&window);
    window.headless = window.unpaced = true;
    window.present = show;
    shown_count = 0;
    dkSwapchainMakerDefaults(&chain, device, &window, all, PICTURES);
    swapchain = dkSwapchainCreate(&chain);
}

static int open_plain(void **state) {
    (void)state;
    open_with(0);
    return 0;
}

static int open_lower_left(void **state) {
    (void)state;
    open_with(DkDeviceFlags_OriginLowerLeft);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    dkQueueWaitIdle(queue);
    dkSwapchainDestroy(swapchain);
    dkCmdBufDestroy(commands);
    dkQueueDestroy(queue);
    dkMemBlockDestroy(memory);
    dkMemBlockDestroy(words);
    dkDeviceDestroy(device);
    return 0;
}

static void clear_part(uint32_t x, uint32_t y, uint32_t width, uint32_t height, float red) {
    const DkScissor part = {x, y, width, height};
    dkCmdBufSetScissors(commands, 0, &part, 1);
    dkCmdBufClearColorFloat(commands, 0, DkColorMask_RGBA, red, 0, 0, 1);
}

/* The first half of the rows in memory, and the second one. */
static void draw(int slot, float first, float second) {
    DkImageView view;
    dkImageViewDefaults(&view, &images[slot]);
    dkCmdBufBindRenderTarget(commands, &view, NULL);
    clear_part(0, 0, WIDTH, HEIGHT / 2, first);
    clear_part(0, HEIGHT / 2, WIDTH, HEIGHT / 2, second);
    dkQueueSubmitCommands(queue, dkCmdBufFinishList(commands));
    dkQueueWaitIdle(queue);
    dkCmdBufClear(commands);
}

static uint32_t red_of(const struct shown *s, bool last) {
    return (last ? s->last : s->first) & 0xff;
}

static void until_shown(uint64_t count) {
    while (dkHostFrames(device) < count)
        dkHostPumpEvents(device);
    assert_int_equal(shown_count, count);
}

/* ---- tests ---- */

static void pictures_in_turn(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        const int slot = dkQueueAcquireImage(queue, swapchain);
        assert_int_equal(slot, i % PICTURES);
        draw(slot, (float)i / 255, (float)(i + 100) / 255);
        dkQueuePresentImage(queue, swapchain, slot);
    }
    until_shown(6);
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(pictures[i].width, WIDTH);
        assert_int_equal(pictures[i].height, HEIGHT);
        assert_int_equal(red_of(&pictures[i], false), i);
        assert_int_equal(red_of(&pictures[i], true), i + 100);
    }
}

static void cut_and_without_waiting(void **state) {
    (void)state;
    int slot;
    DkFence fence;
    dkSwapchainSetCrop(swapchain, 8, HEIGHT / 2, 40, HEIGHT - 4);
    dkSwapchainSetSwapInterval(swapchain, 0);
    dkSwapchainAcquireImage(swapchain, &slot, &fence);
    dkQueueWaitFence(queue, &fence);
    assert_int_equal(dkFenceWait(&fence, -1), DkResult_Success);
    draw(slot, 10.0f / 255, 20.0f / 255);
    dkQueuePresentImage(queue, swapchain, slot);
    until_shown(1);
    assert_int_equal(pictures[0].width, 32);
    assert_int_equal(pictures[0].height, HEIGHT / 2 - 4);
    assert_int_equal(red_of(&pictures[0], false), 20);
}

/* A picture stays for as many of the display's as the interval says. */
static void intervals(void **state) {
    (void)state;
    enum { INTERVAL = 12, NS = 1000000000, REFRESH = 60, ROUNDS = 3 };
    const uint64_t least = (uint64_t)(ROUNDS - 1) * INTERVAL * NS / REFRESH;
    DkHostWindow paced = window;
    DkSwapchainMaker maker;
    static const DkImage *const all[PICTURES] = {&images[0], &images[1]};
    paced.unpaced = false;
    dkSwapchainMakerDefaults(&maker, device, &paced, all, PICTURES);
    dkSwapchainDestroy(swapchain);
    swapchain = dkSwapchainCreate(&maker);
    dkSwapchainSetSwapInterval(swapchain, INTERVAL);
    const uint64_t before = dkDeviceGetCurrentTimestampInNs(device);
    for (unsigned i = 0; i < ROUNDS; i++)
        dkQueuePresentImage(queue, swapchain, dkQueueAcquireImage(queue, swapchain));
    until_shown(ROUNDS);
    assert_true(dkDeviceGetCurrentTimestampInNs(device) - before >= least);
}

/* The first row in memory is the lowest one. */
static void upside_down(void **state) {
    (void)state;
    const int slot = dkQueueAcquireImage(queue, swapchain);
    draw(slot, 10.0f / 255, 20.0f / 255); /* the first half: scissors count from below */
    dkQueuePresentImage(queue, swapchain, slot);
    until_shown(1);
    assert_int_equal(red_of(&pictures[0], false), 20);
    assert_int_equal(red_of(&pictures[0], true), 10);
}

static void fences_of_elsewhere(void **state) {
    (void)state;
    DkFence fence, none;
    dkFenceImport(&none, UINT32_MAX, 5); /* no syncpoint: nothing to wait for */
    assert_int_equal(dkFenceWait(&none, 0), DkResult_Success);
    dkFenceImport(&fence, 1, 0x7ffffff0); /* the queue's syncpoint, far from there */
    assert_int_equal(dkFenceWait(&fence, 1000000), DkResult_Timeout);
    dkFenceImport(&fence, 1, 0);
    assert_int_equal(dkFenceWait(&fence, -1), DkResult_Success);
}

static void caches(void **state) {
    (void)state;
    DkMemBlock cached = block(0x1000, DkMemBlockFlags_CpuCached | DkMemBlockFlags_GpuCached);
    uint32_t *word = dkMemBlockGetCpuAddr(cached);
    *word = 1;
    dkCmdBufCopyBuffer(commands, dkMemBlockGetGpuAddr(cached), dkMemBlockGetGpuAddr(cached) + 4, 4);
    assert_int_equal(dkMemBlockFlushCpuCache(cached, 0, 4), DkResult_Success);
    dkQueueSubmitCommands(queue, dkCmdBufFinishList(commands));
    dkQueueWaitIdle(queue);
    assert_int_equal(word[1], 1);
    assert_raises(DkResult_BadInput, "dkMemBlockFlushCpuCache",
                  dkMemBlockFlushCpuCache(cached, 0x1000, 4));
    dkMemBlockDestroy(cached);
}

static void what_is_refused(void **state) {
    (void)state;
    DkMemBlockMaker odd;
    DkSwapchainMaker second;
    DkVariable variable;
    DkImageDescriptor descriptor;
    DkImageView view;
    DkShader shader;
    DkShaderMaker shader_maker;
    dkMemBlockMakerDefaults(&odd, device, 0x1001);
    assert_raises(DkResult_MisalignedSize, "dkMemBlockCreate", dkMemBlockCreate(&odd));
    dkSwapchainMakerDefaults(&second, device, &window, NULL, 0);
    assert_raises(DkResult_BadInput, "dkSwapchainCreate", dkSwapchainCreate(&second));
    assert_raises(DkResult_BadInput, "dkSwapchainSetCrop",
                  dkSwapchainSetCrop(swapchain, 5, 0, 4, 1));
    assert_raises(DkResult_BadInput, "dkSwapchainAcquireImage",
                  dkSwapchainAcquireImage(swapchain, NULL, NULL));
    assert_raises(DkResult_BadInput, "dkQueueWaitFence", dkQueueWaitFence(queue, NULL));
    assert_raises(DkResult_BadInput, "dkQueueSignalFence", dkQueueSignalFence(queue, NULL, false));
    assert_raises(DkResult_BadState, "dkVariableInitialize",
                  dkVariableInitialize(&variable, words, 0)); /* the GPU caches it */
    dkImageViewDefaults(&view, &images[0]);
    view.format = DkImageFormat_Count;
    assert_raises(DkResult_BadInput, "dkImageDescriptorInitialize",
                  dkImageDescriptorInitialize(&descriptor, &view, false, false));
    dkShaderMakerDefaults(&shader_maker, words, 0);
    assert_raises(DkResult_BadFlags, "dkShaderInitialize",
                  dkShaderInitialize(&shader, &shader_maker)); /* not a block for code */
    assert_raises(DkResult_BadState, "dkDeviceDestroy", dkDeviceDestroy(device));
}

static void no_such_gpu(void **state) {
    (void)state;
    DkHostOptions options;
    DkDeviceMaker maker;
    dkHostOptionsDefaults(&options);
    options.gpu = "a device that nobody has";
    dkHostSetOptions(&options);
    dkDeviceMakerDefaults(&maker);
    maker.cbDebug = told;
    assert_raises(DkResult_Fail, "dkDeviceCreate", dkDeviceCreate(&maker));
}

int main(void) {
#define PLAIN(test) cmocka_unit_test_setup_teardown(test, open_plain, close_all)
    const struct CMUnitTest tests[] = {
        PLAIN(pictures_in_turn),
        PLAIN(cut_and_without_waiting),
        PLAIN(intervals),
        cmocka_unit_test_setup_teardown(upside_down, open_lower_left, close_all),
        PLAIN(fences_of_elsewhere),
        PLAIN(caches),
        PLAIN(what_is_refused),
        cmocka_unit_test(no_such_gpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
