/* SPDX-License-Identifier: MIT */
#include "deko3d/transfer/test_bytes.h"

#include "gpu/texture/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static DkDevice device;
static DkQueue queue;
static DkCmdBuf buffer;
static DkMemBlock words;

enum { WORDS_SIZE = 0x10000 };

static void told(void *user, const char *context, DkResult result, const char *message) {
    (void)user;
    fprintf(stderr, "%s: %s (%d)\n", context, message, (int)result);
    if (result != DkResult_Success)
        abort();
}

void bytes_begin(bool defects) {
    DkDeviceMaker d;
    DkQueueMaker q;
    DkCmdBufMaker c;
    dkDeviceMakerDefaults(&d);
    d.cbDebug = told;
    device = dkDeviceCreate(&d);
    device->facts.upstream_defects = defects;
    dkQueueMakerDefaults(&q, device);
    queue = dkQueueCreate(&q);
    dkCmdBufMakerDefaults(&c, device);
    buffer = dkCmdBufCreate(&c);
    words = new_memory(WORDS_SIZE);
    dkCmdBufAddMemory(buffer, words, 0, WORDS_SIZE);
}

void bytes_end(void) {
    dkCmdBufDestroy(buffer);
    dkQueueDestroy(queue);
    dkMemBlockDestroy(words);
    dkDeviceDestroy(device);
}

uint32_t below(uint32_t n) {
    static uint64_t s = 0x9e3779b97f4a7c15;
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return (uint32_t)(s >> 20) % n;
}

static void fill(uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)below(256);
}

static DkMemBlock memory_of(uint32_t size, uint32_t flags) {
    DkMemBlockMaker m;
    dkMemBlockMakerDefaults(&m, device, (size + 0xfff) & ~0xfffu);
    m.flags |= flags;
    return dkMemBlockCreate(&m);
}

DkMemBlock new_memory(uint32_t size) {
    DkMemBlock b = memory_of(size, 0);
    fill(dkMemBlockGetCpuAddr(b), dkMemBlockGetSize(b));
    return b;
}

/* ---- pictures ---- */

static void layout_of(const struct picture *p, struct texture_layout *out) {
    const DkImageLayout *l = &p->image.layout;
    const bool deep = l->type == DkImageType_3D;
    const struct texture_shape shape = {
        .width = l->dimensions[0],
        .height = l->dimensions[1],
        .depth = deep ? l->dimensions[2] : 1,
        .layers = deep ? 1 : l->dimensions[2],
        .levels = l->levels,
        .block_width = l->block_width,
        .block_height = l->block_height,
        .bytes = l->bytes,
        .samples_x = (uint8_t)(1 << l->samples_x_log2),
        .samples_y = (uint8_t)(1 << l->samples_y_log2),
        .height_log2 = l->tile_height_log2,
        .depth_log2 = l->tile_depth_log2,
    };
    struct error error = {0};
    if (!texture_layout(&shape, out, &error))
        fail_msg("%s", error.text);
}

/* Each slice of the storage, as rows in `bytes`; write: the other way round. */
static void move_level(const struct picture *p, unsigned number, uint8_t *bytes, bool write) {
    const struct picture_level *l = &p->level[number];
    const bool deep = p->image.layout.type == DkImageType_3D;
    struct texture_layout layout;
    layout_of(p, &layout);
    for (uint32_t z = 0; z < (deep ? 1 : l->layers); z++) {
        uint8_t *at = (uint8_t *)dkMemBlockGetCpuAddr(p->block) + p->image.offset +
                      z * layout.layer_stride + layout.level[number].offset;
        const struct texture_box box = {0, 0, 0, l->width, l->height, deep ? l->layers : 1};
        if (write)
            texture_write(&layout.level[number], p->image.layout.bytes, at, &box,
                          bytes + z * l->layer, l->row, l->layer);
        else
            texture_read(&layout.level[number], p->image.layout.bytes, at, &box,
                         bytes + z * l->layer, l->row, l->layer);
    }
}

static uint32_t shrink(uint32_t size, unsigned level) {
    return size >> level ? size >> level : 1;
}

void picture_new(struct picture *p, DkImageLayoutMaker maker) {
    DkImageLayout layout;
    maker.device = device;
    dkImageLayoutInitialize(&layout, &maker);
    *p = (struct picture){.maker = maker, .levels = layout.levels};
    p->block = memory_of((uint32_t)layout.size, DkMemBlockFlags_Image);
    dkImageInitialize(&p->image, &layout, p->block, 0);
    assert_in_range(p->levels, 1, PICTURE_LEVELS);
    for (unsigned i = 0; i < p->levels; i++) {
        struct picture_level *l = &p->level[i];
        l->width = (shrink(layout.dimensions[0], i) + layout.block_width - 1) / layout.block_width;
        l->height =
            (shrink(layout.dimensions[1], i) + layout.block_height - 1) / layout.block_height;
        l->layers =
            layout.type == DkImageType_3D ? shrink(layout.dimensions[2], i) : layout.dimensions[2];
        l->row = (uint64_t)l->width * layout.bytes;
        l->layer = l->row * l->height;
        l->bytes = malloc(l->layer * l->layers);
        fill(l->bytes, l->layer * l->layers);
        move_level(p, i, l->bytes, true);
    }
}

void picture_drop(struct picture *p) {
    for (unsigned i = 0; i < p->levels; i++)
        free(p->level[i].bytes);
    dkMemBlockDestroy(p->block);
}

void picture_check(const struct picture *p, const char *what) {
    for (unsigned i = 0; i < p->levels; i++) {
        const struct picture_level *l = &p->level[i];
        uint8_t *is = malloc(l->layer * l->layers);
        move_level(p, i, is, false);
        for (uint64_t at = 0; at < l->layer * l->layers; at++)
            if (is[at] != l->bytes[at])
                fail_msg("%s: type %u, format %u, level %u, layer %u, byte %u of row %u: %02x "
                         "instead of %02x",
                         what, p->maker.type, p->maker.format, i, (unsigned)(at / l->layer),
                         (unsigned)(at % l->row), (unsigned)(at % l->layer / l->row), is[at],
                         l->bytes[at]);
        free(is);
    }
}

DkImageView picture_view(const struct picture *p, unsigned level) {
    DkImageView v;
    dkImageViewDefaults(&v, &p->image);
    v.mipLevelOffset = (uint8_t)level;
    return v;
}

DkCmdBuf commands(void) {
    return buffer;
}

void run_commands(void) {
    dkQueueSubmitCommands(queue, dkCmdBufFinishList(buffer));
    dkQueueWaitIdle(queue);
    assert_false(dkQueueIsInErrorState(queue));
    dkCmdBufClear(buffer);
}
