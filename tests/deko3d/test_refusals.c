/* SPDX-License-Identifier: MIT */
/* What the debug library refuses of objects, views and transfers, each with its own message. */
#include "drawing.h"

#include <deko3d_host.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIDE = 16, PAGE = DK_MEMBLOCK_ALIGNMENT };

static struct desk d;

static int open_desk(void **state) {
    (void)state;
    desk_open(&d, 0);
    return 0;
}

static int close_desk(void **state) {
    (void)state;
    desk_close(&d);
    return 0;
}

static DkMemBlockMaker block_maker(uint32_t size, uint32_t flags) {
    DkMemBlockMaker m;
    dkMemBlockMakerDefaults(&m, d.device, size);
    if (flags)
        m.flags = flags;
    return m;
}

static void blocks(void **state) {
    (void)state;
    static const char name[] = "dkMemBlockCreate";
    static _Alignas(PAGE) uint8_t storage[2 * PAGE];
    DkMemBlockMaker m = block_maker(0, 0);
    desk_refuses(DkResult_BadInput, name, "size must not be 0", dkMemBlockCreate(&m));
    m = block_maker(PAGE, 0);
    m.storage = storage + 16;
    desk_refuses(DkResult_MisalignedData, name, "storage", dkMemBlockCreate(&m));
    m = block_maker(PAGE, DkMemBlockFlags_CpuAccessMask | DkMemBlockFlags_GpuCached);
    desk_refuses(DkResult_BadFlags, name, "None, Uncached or Cached", dkMemBlockCreate(&m));
    m = block_maker(PAGE, DkMemBlockFlags_CpuUncached | DkMemBlockFlags_Code);
    desk_refuses(DkResult_BadInput, name, "need access by the GPU", dkMemBlockCreate(&m));
}

/* A device goes when nothing of it is left. */
static void devices(void **state) {
    (void)state;
    DkQueueMaker maker;
    dkQueueMakerDefaults(&maker, d.device);
    dkQueueDestroy(d.queue);
    desk_refuses(DkResult_BadState, "dkDeviceDestroy", "memory blocks that were not destroyed",
                 dkDeviceDestroy(d.device));
    d.queue = dkQueueCreate(&maker);
    desk_refuses(DkResult_BadState, "dkDeviceDestroy", "queue", dkDeviceDestroy(d.device));
}

static void queues(void **state) {
    (void)state;
    static const char name[] = "dkQueueCreate";
    DkQueueMaker m;
    dkQueueMakerDefaults(&m, d.device);
    DkQueueMaker odd = m;
    odd.commandMemorySize = DK_QUEUE_MIN_CMDMEM_SIZE - PAGE;
    desk_refuses(DkResult_BadInput, name, "commandMemorySize is too small", dkQueueCreate(&odd));
    odd.commandMemorySize = DK_QUEUE_MIN_CMDMEM_SIZE + 4;
    desk_refuses(DkResult_MisalignedSize, name, "commandMemorySize", dkQueueCreate(&odd));
    odd = m;
    odd.flushThreshold = odd.commandMemorySize + 1;
    desk_refuses(DkResult_BadInput, name, "flushThreshold", dkQueueCreate(&odd));
    odd.flushThreshold = PAGE - 1;
    desk_refuses(DkResult_BadInput, name, "flushThreshold", dkQueueCreate(&odd));
    odd = m;
    odd.perWarpScratchMemorySize = DK_PER_WARP_SCRATCH_MEM_ALIGNMENT + 1;
    desk_refuses(DkResult_MisalignedSize, name, "perWarpScratchMemorySize", dkQueueCreate(&odd));
    odd = m;
    odd.flags |= DkQueueFlags_Compute;
    odd.maxConcurrentComputeJobs = 0;
    desk_refuses(DkResult_BadInput, name, "maxConcurrentComputeJobs is 0", dkQueueCreate(&odd));
    DkFence never;
    memset(&never, 0xff, sizeof never);
    desk_refuses(DkResult_BadState, "dkQueueWaitFence", "the fence was not initialised",
                 dkQueueWaitFence(d.queue, &never));
}

static void variables(void **state) {
    (void)state;
    static const char name[] = "dkVariableInitialize";
    DkVariable v;
    DkMemBlockMaker cached =
        block_maker(PAGE, DkMemBlockFlags_CpuCached | DkMemBlockFlags_GpuUncached);
    DkMemBlock memory = dkMemBlockCreate(&cached);
    const uint32_t size = dkMemBlockGetSize(d.data);
    desk_refuses(DkResult_BadInput, name, "v must not be NULL",
                 dkVariableInitialize(NULL, d.data, 0));
    desk_refuses(DkResult_MisalignedData, name, "offset", dkVariableInitialize(&v, d.data, 2));
    desk_refuses(DkResult_BadInput, name, "leads out", dkVariableInitialize(&v, d.data, size));
    desk_refuses(DkResult_BadState, name, "CpuUncached", dkVariableInitialize(&v, memory, 0));
    dkVariableInitialize(&v, d.data, size - 4);
    dkMemBlockDestroy(memory);
}

static void shaders(void **state) {
    (void)state;
    DkShaderMaker m;
    DkShader shader;
    dkShaderMakerDefaults(&m, d.code, 4);
    desk_refuses(DkResult_MisalignedData, "dkShaderInitialize", "codeOffset",
                 dkShaderInitialize(&shader, &m));
}

static DkImageLayoutMaker layout_maker(DkImageFormat format, uint32_t flags) {
    DkImageLayoutMaker m;
    dkImageLayoutMakerDefaults(&m, d.device);
    m.format = format;
    m.flags = flags;
    m.dimensions[0] = m.dimensions[1] = SIDE;
    return m;
}

struct made {
    DkImage image;
    DkImageView view;
};

static struct made *made(const DkImageLayoutMaker *m) {
    static struct made all[16];
    static unsigned used;
    struct made *x = &all[used++ % (sizeof all / sizeof *all)];
    desk_image(&d, &x->image, &x->view, m);
    return x;
}

static DkImageView *view_of(DkImageFormat format, uint32_t flags) {
    const DkImageLayoutMaker m = layout_maker(format, flags);
    return &made(&m)->view;
}

static void images(void **state) {
    (void)state;
    DkImage image;
    DkImageLayout layout;
    DkImageLayoutMaker m = layout_maker(DkImageFormat_RGBA8_Unorm, 0);
    m.type = DkImageType_2DMS;
    m.msMode = (DkMsMode)4;
    desk_refuses(DkResult_BadInput, "dkImageLayoutInitialize", "there is no such msMode",
                 dkImageLayoutInitialize(&layout, &m));
    desk_refuses(DkResult_BadInput, "dkImageInitialize", "layout must not be NULL",
                 dkImageInitialize(&image, NULL, d.images, 0));
}

static void views(void **state) {
    (void)state;
    static const char name[] = "dkCmdBufBindRenderTargets";
    const uint32_t render = DkImageFlags_UsageRender;
    DkImageView *view = view_of(DkImageFormat_RGBA8_Unorm, render);
    const DkImage *image = view->pImage;
    view->pImage = NULL;
    desk_refuses(DkResult_BadInput, name, "pImage must not be NULL",
                 dkCmdBufBindRenderTarget(d.commands, view, NULL));
    view->pImage = image;
    DkImageLayoutMaker m = layout_maker(DkImageFormat_RGBA8_Unorm, 0);
    m.type = DkImageType_1D;
    desk_refuses(DkResult_BadInput, "dkCmdBufCopyImage", "one dimension",
                 dkCmdBufCopyImage(d.commands, &made(&m)->view, NULL, view, NULL, 0));
    m = layout_maker(DkImageFormat_RGBA_ASTC_6x6, 0);
    DkImageView *blocks = &made(&m)->view;
    blocks->format = DkImageFormat_RGBA_ASTC_6x5;
    desk_refuses(DkResult_BadInput, "dkCmdBufCopyImage", "blocks of another height",
                 dkCmdBufCopyImage(d.commands, blocks, NULL, view, NULL, 0));
    m = layout_maker(DkImageFormat_ZF32, render | DkImageFlags_PitchLinear);
    m.pitchStride = 256;
    desk_refuses(DkResult_BadInput, name, "neither 3D nor pitch-linear",
                 dkCmdBufBindRenderTargets(d.commands, NULL, 0, &made(&m)->view));
}

static const DkImageRect all = {0, 0, 0, SIDE, SIDE, 1}, beyond = {1, 0, 0, SIDE, SIDE, 1},
                         none = {0, 0, 0, SIDE, SIDE, 0};

static void blits(void **state) {
    (void)state;
    static const char name[] = "dkCmdBufBlitImage";
    const uint32_t use = DkImageFlags_Usage2DEngine;
    const DkImageView *plain = view_of(DkImageFormat_RGBA8_Unorm, use),
                      *blocks = view_of(DkImageFormat_RGB_BC1, use),
                      *larger = view_of(DkImageFormat_RGBA_BC3, use);
    DkCmdBuf b = d.commands;
    desk_refuses(DkResult_BadInput, name, "either both images are compressed",
                 dkCmdBufBlitImage(b, plain, &all, blocks, &all, 0, 0));
    desk_refuses(DkResult_BadInput, name, "blocks of one size",
                 dkCmdBufBlitImage(b, larger, &all, blocks, &all, 0, 0));
    desk_refuses(DkResult_BadInput, name, "srcRect is empty",
                 dkCmdBufBlitImage(b, plain, &beyond, plain, &all, 0, 0));
    desk_refuses(DkResult_BadInput, name, "dstRect is empty",
                 dkCmdBufBlitImage(b, plain, &all, plain, &none, 0, 0));
    desk_refuses(DkResult_BadInput, "dkCmdBufCopyImage", "blocks of one size",
                 dkCmdBufCopyImage(b, larger, &all, blocks, &all, 0));
    desk_refuses(DkResult_BadInput, "dkCmdBufCopyImage", "dstRect is empty",
                 dkCmdBufCopyImage(b, plain, &all, plain, &beyond, 0));
}

static void resolves(void **state) {
    (void)state;
    static const char name[] = "dkCmdBufResolveImage";
    const uint32_t use = DkImageFlags_Usage2DEngine;
    DkImageLayoutMaker m = layout_maker(DkImageFormat_RGBA8_Unorm, use);
    m.type = DkImageType_2DMS;
    m.msMode = DkMsMode_4x;
    const DkImageView *samples = &made(&m)->view;
    m = layout_maker(DkImageFormat_RGBA8_Unorm, use);
    m.dimensions[1] = 2 * SIDE;
    desk_refuses(DkResult_BadInput, name, "both images must be as high",
                 dkCmdBufResolveImage(d.commands, samples, &made(&m)->view));
    m.dimensions[1] = SIDE;
    m.type = DkImageType_2DArray;
    m.dimensions[2] = 3;
    desk_refuses(DkResult_BadInput, name, "layers cannot be resolved",
                 dkCmdBufResolveImage(d.commands, samples, &made(&m)->view));
}

static void buffers(void **state) {
    (void)state;
    static const char in[] = "dkCmdBufCopyBufferToImage", out[] = "dkCmdBufCopyImageToBuffer";
    const uint32_t use = DkImageFlags_Usage2DEngine;
    const DkImageView *plain = view_of(DkImageFormat_RGBA8_Unorm, use),
                      *blocks = view_of(DkImageFormat_RGB_BC1, use),
                      *unused = view_of(DkImageFormat_RGBA8_Unorm, 0);
    const struct desk_data data = desk_data(&d, 4 * SIDE * SIDE + 4, 128);
    const DkCopyBuf c = {data.gpu, 0, 0}, no_address = {DK_GPU_ADDR_INVALID, 0, 0},
                    odd = {data.gpu + 4, 0, 0}, odd_rows = {data.gpu, 4 * SIDE + 4, 0};
    DkCmdBuf b = d.commands;
    const uint32_t x = DkBlitFlag_FlipX, y = DkBlitFlag_FlipY;
    desk_refuses(DkResult_BadInput, in, "src is missing",
                 dkCmdBufCopyBufferToImage(b, NULL, plain, &all, 0));
    desk_refuses(DkResult_BadInput, in, "no address",
                 dkCmdBufCopyBufferToImage(b, &no_address, plain, &all, 0));
    desk_refuses(DkResult_BadInput, in, "dstRect is empty",
                 dkCmdBufCopyBufferToImage(b, &c, plain, &beyond, 0));
    desk_refuses(DkResult_MisalignedData, in, "an address",
                 dkCmdBufCopyBufferToImage(b, &odd, plain, &all, x));
    desk_refuses(DkResult_MisalignedSize, in, "rows of",
                 dkCmdBufCopyBufferToImage(b, &odd_rows, plain, &all, x));
    desk_refuses(DkResult_BadInput, out, "srcRect is empty",
                 dkCmdBufCopyImageToBuffer(b, plain, &none, &c, 0));
    desk_refuses(DkResult_BadFlags, out, "compressed images cannot be flipped",
                 dkCmdBufCopyImageToBuffer(b, blocks, &all, &c, y));
    desk_refuses(DkResult_BadFlags, out, "made with DkImageFlags_Usage2DEngine",
                 dkCmdBufCopyImageToBuffer(b, unused, &all, &c, x));
    dkCmdBufCopyBufferToImage(b, &c, plain, &all, x | y);
}

/* ---- swapchains ---- */

static void chains(void **state) {
    (void)state;
    static const char name[] = "dkSwapchainCreate";
    enum { IMAGES = 2 };
    const uint32_t use = DkImageFlags_UsageRender | DkImageFlags_UsagePresent;
    DkHostWindow window;
    DkSwapchainMaker m;
    DkFence fence;
    DkImageLayoutMaker other = layout_maker(DkImageFormat_RGBA8_Unorm, use);
    other.dimensions[0] = 2 * SIDE;
    const DkImage *first = view_of(DkImageFormat_RGBA8_Unorm, use)->pImage,
                  *second = view_of(DkImageFormat_RGBA8_Unorm, use)->pImage,
                  *unused = view_of(DkImageFormat_RGBA8_Unorm, DkImageFlags_UsageRender)->pImage,
                  *wide = &made(&other)->image;
    const DkImage *images_of[IMAGES] = {first, NULL};
    dkHostWindowDefaults(&window);
    window.headless = window.unpaced = true;
    dkSwapchainMakerDefaults(&m, d.device, &window, images_of, IMAGES);
    desk_refuses(DkResult_BadInput, name, "an image is NULL", dkSwapchainCreate(&m));
    images_of[1] = unused;
    desk_refuses(DkResult_BadFlags, name, "DkImageFlags_UsagePresent", dkSwapchainCreate(&m));
    images_of[1] = wide;
    desk_refuses(DkResult_BadInput, name, "images differ", dkSwapchainCreate(&m));
    images_of[1] = second;
    DkSwapchain s = dkSwapchainCreate(&m);
    desk_refuses(DkResult_Fail, name, "another swapchain has it", dkSwapchainCreate(&m));
    int slot;
    desk_refuses(DkResult_BadInput, "dkSwapchainAcquireImage", "fence must not be NULL",
                 dkSwapchainAcquireImage(s, &slot, NULL));
    desk_refuses(DkResult_Fail, "dkQueuePresentImage", "it was not acquired",
                 dkQueuePresentImage(d.queue, s, 0));
    for (int i = 0; i < IMAGES; i++)
        dkSwapchainAcquireImage(s, &slot, &fence);
    desk_refuses(DkResult_Fail, "dkSwapchainAcquireImage", "the program holds all of them",
                 dkSwapchainAcquireImage(s, &slot, &fence));
    desk_refuses(DkResult_Fail, "dkQueueAcquireImage", "the program holds all of them",
                 dkQueueAcquireImage(d.queue, s));
    dkSwapchainDestroy(s);
}

int main(void) {
#define DESK(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)
    const struct CMUnitTest tests[] = {
        DESK(blocks), DESK(devices), DESK(queues),   DESK(variables), DESK(shaders), DESK(images),
        DESK(views),  DESK(blits),   DESK(resolves), DESK(buffers),   DESK(chains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
