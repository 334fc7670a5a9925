/* SPDX-License-Identifier: MIT */
#include "desk.h"

#include "base/log.h"
#include "gpu/shader/file.h"

#include <deko3d_host.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DATA = 1 << 20, CODE = 1 << 18, IMAGES = 4 << 20 };

struct desk_refusal desk_refusal;

static void raised(void *user, const char *context, DkResult result, const char *message) {
    (void)user;
    if (desk_refusal.expected && result != DkResult_Success) {
        desk_refusal.result = result;
        snprintf(desk_refusal.context, sizeof desk_refusal.context, "%s", context);
        snprintf(desk_refusal.message, sizeof desk_refusal.message, "%s", message);
        longjmp(desk_refusal.back, 1);
    }
    fprintf(stderr, "%s: error %d: %s\n", context, (int)result, message);
    exit(1);
}

static DkMemBlock block(DkDevice device, uint32_t size, uint32_t flags) {
    DkMemBlockMaker maker;
    dkMemBlockMakerDefaults(&maker, device, size);
    maker.flags = flags;
    return dkMemBlockCreate(&maker);
}

void desk_open(struct desk *d, uint32_t flags) {
    DkHostOptions options;
    DkDeviceMaker device;
    DkQueueMaker queue;
    DkCmdBufMaker commands;
    dkHostOptionsDefaults(&options);
    if (!options.gpu)
        options.gpu = "llvmpipe";
    options.validate = true;
    options.upstreamDefects = (flags & DESK_DEFECTS) != 0;
    dkHostSetOptions(&options);
    *d = (struct desk){.warns = (flags & DESK_WARNS) != 0};
    dkDeviceMakerDefaults(&device);
    device.flags = flags & ~(DESK_DEFECTS | DESK_WARNS);
    device.cbDebug = raised;
    d->device = dkDeviceCreate(&device);
    dkQueueMakerDefaults(&queue, d->device);
    d->queue = dkQueueCreate(&queue);
    const uint32_t seen = DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached;
    d->command_memory = block(d->device, DESK_COMMANDS, seen);
    /* Variables want memory that nobody caches. */
    d->data = block(d->device, DATA,
                    DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuUncached |
                        DkMemBlockFlags_ZeroFillInit);
    d->code = block(d->device, CODE, seen | DkMemBlockFlags_Code);
    d->images = block(d->device, IMAGES, seen | DkMemBlockFlags_Image);
    dkCmdBufMakerDefaults(&commands, d->device);
    d->commands = dkCmdBufCreate(&commands);
    dkCmdBufAddMemory(d->commands, d->command_memory, 0, DESK_COMMANDS);
}

void desk_close(struct desk *d) {
    char warning[256];
    dkQueueDestroy(d->queue);
    dkCmdBufDestroy(d->commands);
    dkMemBlockDestroy(d->images);
    dkMemBlockDestroy(d->code);
    dkMemBlockDestroy(d->data);
    dkMemBlockDestroy(d->command_memory);
    dkDeviceDestroy(d->device);
    log_last_warning(warning, sizeof warning);
    if (*warning && !d->warns) {
        fprintf(stderr, "a warning was given: %s\n", warning);
        exit(1);
    }
}

bool desk_warned(const char *what) {
    char warning[256];
    log_last_warning(warning, sizeof warning);
    return strstr(warning, what) != NULL;
}

void desk_run(struct desk *d) {
    dkQueueSubmitCommands(d->queue, dkCmdBufFinishList(d->commands));
    dkQueueWaitIdle(d->queue);
    dkCmdBufClear(d->commands);
    if (dkQueueIsInErrorState(d->queue)) {
        fprintf(stderr, "the queue failed\n");
        exit(1);
    }
}

static uint32_t take(uint32_t *used, uint32_t size, uint32_t align, uint32_t most) {
    const uint32_t at = (*used + align - 1) & ~(align - 1);
    if (size > most || at > most - size) {
        fprintf(stderr, "the test needs more memory than the desk has\n");
        exit(1);
    }
    *used = at + size;
    return at;
}

struct desk_data desk_data(struct desk *d, uint32_t size, uint32_t align) {
    const uint32_t at = take(&d->data_used, size, align, DATA);
    return (struct desk_data){(uint8_t *)dkMemBlockGetCpuAddr(d->data) + at,
                              dkMemBlockGetGpuAddr(d->data) + at, size};
}

struct desk_data desk_put(struct desk *d, const void *bytes, uint32_t size, uint32_t align) {
    const struct desk_data data = desk_data(d, size, align);
    memcpy(data.cpu, bytes, size);
    return data;
}

void desk_shader(struct desk *d, DkShader *shader, const char *text) {
    struct shader_file file;
    struct strbuf bytes = {0};
    struct error error;
    DkShaderMaker maker;
    if (!shader_file_parse(text, &file, &error) || !shader_file_write(&file, &bytes, &error)) {
        fprintf(stderr, "a shader of the test: %s\n", error.text);
        exit(1);
    }
    const uint32_t at = take(&d->code_used, (uint32_t)bytes.length, DK_SHADER_CODE_ALIGNMENT,
                             CODE - DK_SHADER_CODE_UNUSABLE_SIZE);
    memcpy((uint8_t *)dkMemBlockGetCpuAddr(d->code) + at, bytes.text, bytes.length);
    dkShaderMakerDefaults(&maker, d->code, at);
    dkShaderInitialize(shader, &maker);
    strbuf_free(&bytes);
    shader_file_free(&file);
    if (!dkShaderIsValid(shader)) {
        fprintf(stderr, "a shader of the test is refused\n");
        exit(1);
    }
}

uint32_t desk_image(struct desk *d, DkImage *image, DkImageView *view,
                    const DkImageLayoutMaker *maker) {
    DkImageLayout layout;
    dkImageLayoutInitialize(&layout, maker);
    const uint32_t at = take(&d->images_used, (uint32_t)dkImageLayoutGetSize(&layout),
                             dkImageLayoutGetAlignment(&layout), IMAGES);
    dkImageInitialize(image, &layout, d->images, at);
    dkImageViewDefaults(view, image);
    return at;
}

void desk_target(struct desk *d, struct desk_target *t, DkImageFormat format, uint32_t bytes,
                 uint32_t width, uint32_t height) {
    enum { STRIDE_ALIGN = 128 };
    DkImageLayoutMaker maker;
    dkImageLayoutMakerDefaults(&maker, d->device);
    maker.flags = DkImageFlags_PitchLinear | DkImageFlags_UsageRender;
    maker.format = format;
    maker.dimensions[0] = t->width = width;
    maker.dimensions[1] = t->height = height;
    maker.pitchStride = t->stride = (width * bytes + STRIDE_ALIGN - 1) & ~(STRIDE_ALIGN - 1u);
    t->rows = (const uint8_t *)dkMemBlockGetCpuAddr(d->images) +
              desk_image(d, &t->image, &t->view, &maker);
}

void desk_depth(struct desk *d, DkImage *depth, DkImageView *view, DkImageFormat format,
                uint32_t width, uint32_t height) {
    DkImageLayoutMaker maker;
    dkImageLayoutMakerDefaults(&maker, d->device);
    maker.flags = DkImageFlags_UsageRender;
    maker.format = format;
    maker.dimensions[0] = width;
    maker.dimensions[1] = height;
    desk_image(d, depth, view, &maker);
}

uint32_t desk_texel(const struct desk_target *t, uint32_t x, uint32_t y) {
    uint32_t texel;
    memcpy(&texel, t->rows + y * t->stride + 4 * x, sizeof texel);
    return texel;
}

uint32_t desk_count(const struct desk_target *t, uint32_t texel) {
    uint32_t count = 0;
    for (uint32_t y = 0; y < t->height; y++)
        for (uint32_t x = 0; x < t->width; x++)
            count += desk_texel(t, x, y) == texel;
    return count;
}
