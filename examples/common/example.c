/* SPDX-License-Identifier: MIT */
#include "example.h"

#include <string.h>

enum {
    DATA_BYTES = 16 << 20,
    CODE_BYTES = 1 << 20,
    WORD_BYTES = 256 << 10, /* of one picture's commands */
    ALIGN_PAGE = DK_MEMBLOCK_ALIGNMENT,
};

static uint32_t align_up(uint32_t value, uint32_t align) {
    return (value + align - 1) / align * align;
}

static DkMemBlock new_block(struct example *e, uint32_t size, uint32_t flags) {
    DkMemBlockMaker maker;
    dkMemBlockMakerDefaults(&maker, e->device, align_up(size, ALIGN_PAGE));
    maker.flags = flags;
    return dkMemBlockCreate(&maker);
}

/* ---- memory and programs ---- */

struct example_memory example_memory(struct example *e, uint32_t size, uint32_t align) {
    const uint32_t at = align_up(e->data_used, align);
    if (size > DATA_BYTES - at)
        example_fail("the example's memory is used up");
    e->data_used = at + size;
    return (struct example_memory){(uint8_t *)dkMemBlockGetCpuAddr(e->data) + at,
                                   dkMemBlockGetGpuAddr(e->data) + at};
}

struct example_memory example_copy(struct example *e, const void *bytes, uint32_t size,
                                   uint32_t align) {
    const struct example_memory m = example_memory(e, size, align);
    memcpy(m.cpu, bytes, size);
    return m;
}

/* A DKSH begins with its magic, the header's size, and the sizes of its two sections. */
void example_shader(struct example *e, DkShader *out, const uint8_t *dksh) {
    uint32_t head[4];
    memcpy(head, dksh, sizeof head);
    const uint32_t size = head[2] + head[3];
    if (size > CODE_BYTES - DK_SHADER_CODE_UNUSABLE_SIZE - e->code_used)
        example_fail("the example's memory for code is used up");
    memcpy((uint8_t *)dkMemBlockGetCpuAddr(e->code) + e->code_used, dksh, size);
    DkShaderMaker maker;
    dkShaderMakerDefaults(&maker, e->code, e->code_used);
    dkShaderInitialize(out, &maker);
    if (!dkShaderIsValid(out))
        example_fail("a shader of the example is no DKSH file");
    e->code_used = align_up(e->code_used + size, DK_SHADER_CODE_ALIGNMENT);
}

/* ---- images ---- */

static DkMemBlock new_image(struct example *e, DkImage *image, const DkImageLayoutMaker *maker) {
    DkImageLayout layout;
    dkImageLayoutInitialize(&layout, maker);
    const uint32_t size = (uint32_t)dkImageLayoutGetSize(&layout);
    DkMemBlock memory = new_block(e, align_up(size, dkImageLayoutGetAlignment(&layout)),
                                  DkMemBlockFlags_GpuCached | DkMemBlockFlags_Image);
    dkImageInitialize(image, &layout, memory, 0);
    return memory;
}

void example_target(struct example *e, struct example_target *t, uint32_t width, uint32_t height,
                    DkImageFormat format, uint32_t flags) {
    DkImageLayoutMaker maker;
    dkImageLayoutMakerDefaults(&maker, e->device);
    maker.flags = DkImageFlags_UsageRender | flags;
    maker.format = format;
    maker.dimensions[0] = width;
    maker.dimensions[1] = height;
    t->memory = new_image(e, &t->image, &maker);
    dkImageViewDefaults(&t->view, &t->image);
}

void example_target_end(struct example_target *t) {
    dkMemBlockDestroy(t->memory);
}

struct upload {
    const DkImage *image;
    DkGpuAddr from;
    uint32_t width, height, levels, texel_bytes;
};

static uint32_t half(uint32_t size, uint32_t times) {
    return size >> times ? size >> times : 1;
}

static void record_upload(void *context, DkCmdBuf commands) {
    const struct upload *u = context;
    DkCopyBuf from = {.addr = u->from};
    for (uint32_t level = 0; level < u->levels; level++) {
        DkImageView view;
        dkImageViewDefaults(&view, u->image);
        view.mipLevelOffset = (uint8_t)level;
        const DkImageRect all = {0, 0, 0, half(u->width, level), half(u->height, level), 1};
        dkCmdBufCopyBufferToImage(commands, &from, &view, &all, 0);
        from.addr += (DkGpuAddr)all.width * all.height * u->texel_bytes;
    }
}

void example_texture(struct example *e, struct example_texture *t, uint32_t width, uint32_t height,
                     DkImageFormat format, uint32_t levels, uint32_t texel_bytes,
                     const void *const *texels) {
    DkImageLayoutMaker maker;
    dkImageLayoutMakerDefaults(&maker, e->device);
    maker.format = format;
    maker.dimensions[0] = width;
    maker.dimensions[1] = height;
    maker.mipLevels = levels;
    t->memory = new_image(e, &t->image, &maker);
    if (!texels)
        return;
    uint32_t size = 0;
    for (uint32_t level = 0; level < levels; level++)
        size += half(width, level) * half(height, level) * texel_bytes;
    DkMemBlock staging =
        new_block(e, size, DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached);
    uint8_t *to = dkMemBlockGetCpuAddr(staging);
    for (uint32_t level = 0; level < levels; level++) {
        const uint32_t bytes = half(width, level) * half(height, level) * texel_bytes;
        memcpy(to, texels[level], bytes);
        to += bytes;
    }
    struct upload u = {&t->image,  dkMemBlockGetGpuAddr(staging), width, height, levels,
                       texel_bytes};
    example_now(e, record_upload, &u);
    dkMemBlockDestroy(staging);
}

void example_texture_end(struct example_texture *t) {
    dkMemBlockDestroy(t->memory);
}

/* ---- recording ---- */

void example_bind_area(DkCmdBuf commands, uint32_t width, uint32_t height) {
    const DkViewport viewport = {0, 0, (float)width, (float)height, 0, 1};
    const DkScissor scissor = {0, 0, width, height};
    dkCmdBufSetViewports(commands, 0, &viewport, 1);
    dkCmdBufSetScissors(commands, 0, &scissor, 1);
}

void example_bind_pictures(struct example *e, DkCmdBuf commands) {
    DkRasterizerState raster;
    DkColorState color;
    DkColorWriteState write;
    DkDepthStencilState depth;
    dkRasterizerStateDefaults(&raster);
    dkColorStateDefaults(&color);
    dkColorWriteStateDefaults(&write);
    dkDepthStencilStateDefaults(&depth);
    dkCmdBufBindRenderTarget(commands, &e->pictures[e->picture].view, &e->depth.view);
    example_bind_area(commands, EXAMPLE_WIDTH, EXAMPLE_HEIGHT);
    dkCmdBufBindRasterizerState(commands, &raster);
    dkCmdBufBindColorState(commands, &color);
    dkCmdBufBindColorWriteState(commands, &write);
    dkCmdBufBindDepthStencilState(commands, &depth);
}

void example_now(struct example *e, void (*record)(void *context, DkCmdBuf commands),
                 void *context) {
    DkMemBlock words =
        new_block(e, WORD_BYTES, DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached);
    DkCmdBufMaker maker;
    dkCmdBufMakerDefaults(&maker, e->device);
    DkCmdBuf commands = dkCmdBufCreate(&maker);
    dkCmdBufAddMemory(commands, words, 0, WORD_BYTES);
    record(context, commands);
    dkQueueSubmitCommands(e->queue, dkCmdBufFinishList(commands));
    dkQueueWaitIdle(e->queue);
    dkCmdBufDestroy(commands);
    dkMemBlockDestroy(words);
}

/* ---- the frame ---- */

static void open_device(struct example *e) {
    DkDeviceMaker device;
    dkDeviceMakerDefaults(&device);
    e->device = dkDeviceCreate(&device);
    DkQueueMaker queue;
    dkQueueMakerDefaults(&queue, e->device);
    e->queue = dkQueueCreate(&queue);
    e->data = new_block(e, DATA_BYTES,
                        DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached |
                            DkMemBlockFlags_ZeroFillInit);
    e->code =
        new_block(e, CODE_BYTES,
                  DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached | DkMemBlockFlags_Code);
}

static void open_pictures(struct example *e) {
    const DkImage *images[EXAMPLE_PICTURES];
    for (int i = 0; i < EXAMPLE_PICTURES; i++) {
        example_target(e, &e->pictures[i], EXAMPLE_WIDTH, EXAMPLE_HEIGHT, DkImageFormat_RGBA8_Unorm,
                       DkImageFlags_UsagePresent | DkImageFlags_HwCompression);
        images[i] = &e->pictures[i].image;
    }
    example_target(e, &e->depth, EXAMPLE_WIDTH, EXAMPLE_HEIGHT, DkImageFormat_Z24S8,
                   DkImageFlags_HwCompression);
    DkSwapchainMaker maker;
    dkSwapchainMakerDefaults(&maker, e->device, example_window(e->device, example_program.name),
                             images, EXAMPLE_PICTURES);
    e->swapchain = dkSwapchainCreate(&maker);
}

static void open_commands(struct example *e) {
    e->words = new_block(e, WORD_BYTES * EXAMPLE_PICTURES,
                         DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached);
    DkCmdBufMaker maker;
    dkCmdBufMakerDefaults(&maker, e->device);
    for (uint32_t i = 0; i < EXAMPLE_PICTURES; i++) {
        e->commands[i] = dkCmdBufCreate(&maker);
        dkCmdBufAddMemory(e->commands[i], e->words, i * WORD_BYTES, WORD_BYTES);
    }
}

static void frame(struct example *e) {
    e->picture = dkQueueAcquireImage(e->queue, e->swapchain);
    DkCmdBuf commands = e->commands[e->picture];
    dkFenceWait(&e->drawn[e->picture], -1);
    dkCmdBufClear(commands);
    example_bind_pictures(e, commands);
    example_program.draw(e, commands);
    dkCmdBufSignalFence(commands, &e->drawn[e->picture], false);
    dkQueueSubmitCommands(e->queue, dkCmdBufFinishList(commands));
    dkQueuePresentImage(e->queue, e->swapchain, e->picture);
    e->frame++;
}

static void close_all(struct example *e) {
    dkQueueWaitIdle(e->queue);
    if (example_program.end)
        example_program.end(e);
    for (int i = 0; i < EXAMPLE_PICTURES; i++)
        dkCmdBufDestroy(e->commands[i]);
    dkQueueDestroy(e->queue);
    dkSwapchainDestroy(e->swapchain);
    for (int i = 0; i < EXAMPLE_PICTURES; i++)
        example_target_end(&e->pictures[i]);
    example_target_end(&e->depth);
    dkMemBlockDestroy(e->words);
    dkMemBlockDestroy(e->code);
    dkMemBlockDestroy(e->data);
    dkDeviceDestroy(e->device);
}

void example_main(void) {
    static struct example e;
    open_device(&e);
    open_pictures(&e);
    open_commands(&e);
    example_program.make(&e);
    while (example_goes_on(e.frame))
        frame(&e);
    close_all(&e);
}
