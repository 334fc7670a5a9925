/* SPDX-License-Identifier: MIT */
/* Devices and memory as a program makes them: whose functions allocate, what a block's flags say,
 * where the bytes are. */
#include <deko3d.h>
#include <deko3d_host.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- the program's own memory, which fails when it is told to ---- */

static uint32_t live, made, fails_at; /* fails_at: 0 never, else the allocation with that number */
static size_t most_aligned;

static DkResult take(void *user, size_t align, size_t size, void **out) {
    assert_ptr_equal(user, &live);
    if (++made == fails_at)
        return DkResult_OutOfMemory;
    *out = aligned_alloc(align, (size + align - 1) / align * align);
    memset(*out, 0xa5, size); /* what is not written is seen */
    live++;
    most_aligned = align > most_aligned ? align : most_aligned;
    return DkResult_Success;
}

static void give(void *user, void *memory) {
    assert_ptr_equal(user, &live);
    assert_non_null(memory);
    live--;
    free(memory);
}

static jmp_buf raised_to;
static bool expects;
static DkResult raised;

static void told(void *user, const char *context, DkResult result, const char *message) {
    assert_ptr_equal(user, &live);
    if (result == DkResult_Success)
        return;
    if (!expects) {
        fprintf(stderr, "%s: %s\n", context, message);
        exit(1);
    }
    raised = result;
    longjmp(raised_to, 1);
}

static DkDevice new_device(void) {
    DkHostOptions options;
    DkDeviceMaker maker;
    dkHostOptionsDefaults(&options);
    if (!options.gpu)
        options.gpu = "llvmpipe";
    dkHostSetOptions(&options);
    dkDeviceMakerDefaults(&maker);
    maker.userData = &live;
    maker.cbDebug = told;
    maker.cbAlloc = take;
    maker.cbFree = give;
    made = 0;
    return dkDeviceCreate(&maker);
}

static DkMemBlock block(DkDevice d, uint32_t size, uint32_t flags, void *storage) {
    DkMemBlockMaker maker;
    dkMemBlockMakerDefaults(&maker, d, size);
    maker.flags = flags;
    maker.storage = storage;
    return dkMemBlockCreate(&maker);
}

/* A little of everything that allocates. */
static void live_a_life(DkDevice d) {
    DkQueueMaker queue_maker;
    DkCmdBufMaker buffer_maker;
    dkQueueMakerDefaults(&queue_maker, d);
    dkCmdBufMakerDefaults(&buffer_maker, d);
    DkQueue queue = dkQueueCreate(&queue_maker);
    DkMemBlock memory =
        block(d, 0x10000, DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached, NULL);
    DkCmdBuf commands = dkCmdBufCreate(&buffer_maker);
    dkCmdBufAddMemory(commands, memory, 0, 0x8000);
    for (uint32_t i = 0; i < 200; i++) /* more steps than a chunk has */
        dkCmdBufBarrier(commands, DkBarrier_Full, 0);
    dkQueueSubmitCommands(queue, dkCmdBufFinishList(commands));
    dkQueueWaitIdle(queue);
    dkCmdBufDestroy(commands);
    dkMemBlockDestroy(memory);
    dkQueueDestroy(queue);
}

/* ---- tests ---- */

static void all_goes_through_the_callbacks(void **state) {
    (void)state;
    DkDevice d = new_device();
    live_a_life(d);
    dkDeviceDestroy(d);
    assert_int_equal(live, 0);
    assert_true(made > 6);
    assert_true(most_aligned >= DK_MEMBLOCK_ALIGNMENT);
}

/* Chains and windows go, too; their images stay. */
static void chains_come_and_go(void **state) {
    (void)state;
    enum { SIDE = 16, IMAGES = 2, ROUNDS = 3 };
    DkImage images[IMAGES];
    const DkImage *const all[IMAGES] = {&images[0], &images[1]};
    DkImageLayoutMaker maker;
    DkImageLayout layout;
    DkHostWindow window;
    DkSwapchainMaker chain;
    DkDevice d = new_device();
    dkImageLayoutMakerDefaults(&maker, d);
    maker.flags = DkImageFlags_UsageRender | DkImageFlags_UsagePresent;
    maker.format = DkImageFormat_RGBA8_Unorm;
    maker.dimensions[0] = maker.dimensions[1] = SIDE;
    dkImageLayoutInitialize(&layout, &maker);
    const uint32_t each = ((uint32_t)dkImageLayoutGetSize(&layout) + 0xffff) & ~0xffffu;
    DkMemBlock memory =
        block(d, IMAGES * each, DkMemBlockFlags_GpuCached | DkMemBlockFlags_Image, NULL);
    for (uint32_t i = 0; i < IMAGES; i++)
        dkImageInitialize(&images[i], &layout, memory, i * each);
    dkHostWindowDefaults(&window);
    window.headless = true;
    dkSwapchainMakerDefaults(&chain, d, &window, all, IMAGES);
    const uint32_t before = live;
    for (unsigned i = 0; i < ROUNDS; i++) {
        DkSwapchain s = dkSwapchainCreate(&chain);
        assert_true(live > before);
        dkSwapchainDestroy(s);
        assert_int_equal(live, before);
    }
    dkMemBlockDestroy(memory);
    dkDeviceDestroy(d);
    assert_int_equal(live, 0);
}

/* Each in a program of its own: what it held is lost with it. */
static int fail_at(uint32_t number) {
    const pid_t child = fork();
    int status;
    if (!child) {
        DkDevice d = new_device();
        made = 0;
        fails_at = number;
        expects = true;
        if (!setjmp(raised_to))
            live_a_life(d);
        _exit(raised);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void each_allocation_may_fail(void **state) {
    (void)state;
    DkDevice d = new_device();
    made = 0;
    live_a_life(d);
    const uint32_t all = made;
    dkDeviceDestroy(d);
    assert_true(all >= 5);
    for (uint32_t i = 1; i <= all; i++)
        assert_int_equal(fail_at(i), DkResult_OutOfMemory);
    assert_int_equal(fail_at(all + 1), DkResult_Success);
}

static void own_storage(void **state) {
    (void)state;
    static _Alignas(DK_MEMBLOCK_ALIGNMENT) uint8_t storage[2 * DK_MEMBLOCK_ALIGNMENT];
    DkDevice d = new_device();
    memset(storage, 7, sizeof storage);
    const uint32_t before = made;
    DkMemBlock b =
        block(d, sizeof storage, DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached, storage);
    assert_int_equal(made, before + 1); /* the object alone */
    assert_ptr_equal(dkMemBlockGetCpuAddr(b), storage);
    assert_int_equal(dkMemBlockGetSize(b), sizeof storage);
    assert_int_equal(storage[100], 7);
    dkMemBlockDestroy(b);
    assert_int_equal(storage[100], 7);
    dkDeviceDestroy(d);
    assert_int_equal(live, 0);
}

static void flags(void **state) {
    (void)state;
    const uint32_t cpu = DkMemBlockFlags_CpuUncached, gpu = DkMemBlockFlags_GpuCached;
    DkDevice d = new_device();
    DkMemBlock zeros = block(d, 0x1000, cpu | gpu | DkMemBlockFlags_ZeroFillInit, NULL),
               hidden = block(d, 0x1000, gpu, NULL), of_cpu = block(d, 0x1000, cpu, NULL),
               code = block(d, 0x3000, gpu | DkMemBlockFlags_Code, NULL),
               second = block(d, 0x1000, gpu | DkMemBlockFlags_Code, NULL);
    const uint8_t *bytes = dkMemBlockGetCpuAddr(zeros);
    for (unsigned i = 0; i < 0x1000; i++)
        assert_int_equal(bytes[i], 0);
    assert_null(dkMemBlockGetCpuAddr(hidden));
    assert_true(dkMemBlockGetGpuAddr(hidden) != DK_GPU_ADDR_INVALID);
    assert_true(dkMemBlockGetGpuAddr(of_cpu) == DK_GPU_ADDR_INVALID);
    assert_non_null(dkMemBlockGetCpuAddr(code)); /* code is written by somebody */
    /* One 4 GiB window, pages of 64 KiB. */
    assert_int_equal(dkMemBlockGetGpuAddr(second) - dkMemBlockGetGpuAddr(code), 0x10000);
    DkMemBlock all[] = {zeros, hidden, of_cpu, code, second};
    for (unsigned i = 0; i < 5; i++)
        dkMemBlockDestroy(all[i]);
    dkDeviceDestroy(d);
    assert_int_equal(live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_goes_through_the_callbacks),
        cmocka_unit_test(chains_come_and_go),
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(own_storage),
        cmocka_unit_test(flags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
