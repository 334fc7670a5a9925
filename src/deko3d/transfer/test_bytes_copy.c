/* SPDX-License-Identifier: MIT */
/* Copies by chance on the GPU, between images and memory and between images, beside what the CPU
 * makes of them. */
#include "deko3d/transfer/test_bytes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 150 };

struct place { /* of a rectangle, in blocks of a level */
    uint32_t x, y, z;
};

struct box {
    uint32_t width, height, depth;
};

static const DkImageFormat formats[] = {DkImageFormat_R8_Unorm,      DkImageFormat_RG8_Uint,
                                        DkImageFormat_RGBA8_Unorm,   DkImageFormat_RGBA8_Uint,
                                        DkImageFormat_RGBA16_Float,  DkImageFormat_RGBA32_Uint,
                                        DkImageFormat_RGB_BC1,       DkImageFormat_RGBA_BC7_Unorm,
                                        DkImageFormat_RGBA_ASTC_6x5, DkImageFormat_RG_ETC2_Unorm};

static DkImageLayoutMaker any_maker(DkImageFormat format) {
    static const uint8_t types[] = {DkImageType_2D, DkImageType_2DArray, DkImageType_3D,
                                    DkImageType_Cubemap, DkImageType_CubemapArray};
    DkImageLayoutMaker m;
    dkImageLayoutMakerDefaults(&m, NULL);
    m.type = types[below(sizeof types)];
    m.format = format;
    m.mipLevels = 1 + below(PICTURE_LEVELS);
    for (unsigned i = 0; i < 2; i++)
        m.dimensions[i] = 1 + below(below(2) ? 20 : 150);
    m.dimensions[2] = 1 + below(5);
    if (m.type == DkImageType_CubemapArray)
        m.dimensions[2] = 1 + below(2);
    if (m.type != DkImageType_3D)
        m.flags |= DkImageFlags_Usage2DEngine;
    return m;
}

static void any_box(const struct picture_level *l, struct place *at, struct box *box) {
    *at = (struct place){below(l->width), below(l->height), below(l->layers)};
    *box = (struct box){1 + below(l->width - at->x), 1 + below(l->height - at->y),
                        1 + below(l->layers - at->z)};
}

/* In texels; the last blocks of a level may be cut. */
static DkImageRect rect_of(const struct picture *p, unsigned level, const struct place *at,
                           const struct box *box) {
    const DkImageLayout *l = &p->image.layout;
    const uint32_t w = l->block_width, h = l->block_height;
    DkImageRect r = {at->x * w, at->y * h, at->z, box->width * w, box->height * h, box->depth};
    (void)level; /* rectangles are held against the first level */
    if (r.x + r.width > l->dimensions[0])
        r.width = l->dimensions[0] - r.x;
    if (r.y + r.height > l->dimensions[1])
        r.height = l->dimensions[1] - r.y;
    return r;
}

static uint8_t *block_at(const struct picture *p, unsigned level, const struct place *at,
                         uint32_t x, uint32_t y, uint32_t z) {
    const struct picture_level *l = &p->level[level];
    return l->bytes + (at->z + z) * l->layer + (at->y + y) * l->row +
           (uint64_t)(at->x + x) * p->image.layout.bytes;
}

/* A copy of one kind: which flags there may be. */
static uint32_t any_flags(const struct picture *p) {
    uint32_t flags = below(2) ? DkBlitFlag_FlipZ : 0;
    if (p->image.layout.block_width > 1)
        return flags;
    if (below(2))
        flags |= DkBlitFlag_FlipY;
    /* the 2D engine, for formats that it has unchanged */
    if (below(3) == 0 &&
        (p->maker.format == DkImageFormat_RGBA8_Unorm ||
         p->maker.format == DkImageFormat_R8_Unorm) &&
        p->maker.type != DkImageType_3D)
        flags |= DkBlitFlag_FlipX;
    return flags;
}

static DkCopyBuf any_buffer(const struct picture *p, const struct box *box, DkMemBlock memory,
                            uint64_t *row, uint64_t *layer, uint32_t flags) {
    const uint32_t bytes = p->image.layout.bytes;
    DkCopyBuf c = {dkMemBlockGetGpuAddr(memory) + 0x40, 0, 0};
    *row = (uint64_t)box->width * bytes;
    if (flags & DkBlitFlag_FlipX || below(2)) {
        *row = (*row + 31 + 32 * below(3)) & ~31ull;
        c.rowLength = (uint32_t)*row;
    }
    *layer = *row * box->height;
    if (flags & DkBlitFlag_FlipX || below(2)) {
        *layer = (*layer + 31 + 32 * below(20)) & ~31ull;
        c.imageHeight = (uint32_t)*layer;
    }
    return c;
}

/* Between an image and memory: the one block that belongs to the other. */
static void test_memory(void **state) {
    (void)state;
    enum { MEMORY = 0x100000 };
    uint8_t *expected = malloc(MEMORY);
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct picture p;
        picture_new(&p, any_maker(formats[below(sizeof formats / sizeof *formats)]));
        DkMemBlock memory = new_memory(MEMORY);
        uint8_t *bytes = dkMemBlockGetCpuAddr(memory);
        for (unsigned n = 0; n < 4; n++) {
            const unsigned level = below(p.levels);
            const bool up = below(2);
            const uint32_t size = p.image.layout.bytes, flags = any_flags(&p);
            struct place at;
            struct box box;
            uint64_t row, layer;
            any_box(&p.level[level], &at, &box);
            const DkImageRect rect = rect_of(&p, level, &at, &box);
            const DkCopyBuf copy = any_buffer(&p, &box, memory, &row, &layer, flags);
            const DkImageView view = picture_view(&p, level);
            assert_true(0x40 + layer * box.depth <= MEMORY);
            memcpy(expected, bytes, MEMORY);
            for (uint32_t z = 0; z < box.depth; z++)
                for (uint32_t y = 0; y < box.height; y++)
                    for (uint32_t x = 0; x < box.width; x++) {
                        const uint32_t fx = flags & DkBlitFlag_FlipX ? box.width - 1 - x : x;
                        const uint32_t fy = flags & DkBlitFlag_FlipY ? box.height - 1 - y : y;
                        const uint32_t fz = flags & DkBlitFlag_FlipZ ? box.depth - 1 - z : z;
                        uint8_t *block = block_at(&p, level, &at, x, y, z);
                        uint8_t *there = expected + 0x40 + fz * layer + fy * row + fx * size;
                        memcpy(up ? block : there, up ? there : block, size);
                    }
            if (up)
                dkCmdBufCopyBufferToImage(commands(), &copy, &view, &rect, flags);
            else
                dkCmdBufCopyImageToBuffer(commands(), &view, &rect, &copy, flags);
            run_commands();
            if (memcmp(bytes, expected, MEMORY) != 0)
                fail_msg("memory after a copy %s, flags %x, format %u, type %u, level %u",
                         up ? "from it" : "to it", flags, p.maker.format, p.maker.type, level);
            picture_check(&p, "a copy with memory");
        }
        dkMemBlockDestroy(memory);
        picture_drop(&p);
    }
    free(expected);
}

static uint32_t less(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static void test_images(void **state) {
    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        const DkImageFormat format = formats[below(sizeof formats / sizeof *formats)];
        struct picture from, to;
        picture_new(&from, any_maker(format));
        picture_new(&to, any_maker(format));
        for (unsigned n = 0; n < 4; n++) {
            const unsigned a = below(from.levels), b = below(to.levels);
            const uint32_t flags = below(2) ? DkBlitFlag_FlipZ : 0;
            struct place at, there;
            struct box box, other;
            any_box(&from.level[a], &at, &box);
            any_box(&to.level[b], &there, &other);
            box = (struct box){less(box.width, other.width), less(box.height, other.height),
                               less(box.depth, other.depth)};
            DkImageRect source = rect_of(&from, a, &at, &box);
            DkImageRect target = rect_of(&to, b, &there, &box);
            const DkImageView source_view = picture_view(&from, a);
            const DkImageView target_view = picture_view(&to, b);
            /* blocks that are cut in one of them are cut in both, and copied whole */
            source.width = target.width = less(source.width, target.width);
            source.height = target.height = less(source.height, target.height);
            for (uint32_t z = 0; z < box.depth; z++)
                for (uint32_t y = 0; y < box.height; y++)
                    for (uint32_t x = 0; x < box.width; x++)
                        memcpy(block_at(&to, b, &there, x, y, z),
                               block_at(&from, a, &at, x, y, flags ? box.depth - 1 - z : z),
                               from.image.layout.bytes);
            dkCmdBufCopyImage(commands(), &source_view, &source, &target_view, &target, flags);
            run_commands();
            picture_check(&to, "a copy of an image");
            picture_check(&from, "what was copied");
        }
        picture_drop(&from);
        picture_drop(&to);
    }
}

/* Rows of more than 64 KiB are counted in texels. */
static void test_long_rows(void **state) {
    (void)state;
    static const struct {
        DkImageFormat format;
        uint32_t width;
    } rows[] = {{DkImageFormat_RGBA32_Uint, 5000}, {DkImageFormat_RGBA16_Float, 9000}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        DkImageLayoutMaker m;
        struct picture a, b;
        dkImageLayoutMakerDefaults(&m, NULL);
        m.format = rows[i].format;
        m.dimensions[0] = rows[i].width;
        m.dimensions[1] = 3;
        picture_new(&a, m);
        picture_new(&b, m);
        DkMemBlock memory = new_memory(0x100000);
        const DkImageView from = picture_view(&a, 0), to = picture_view(&b, 0);
        const DkImageRect source = {4500, 0, 0, 400, 3, 1}, target = {7, 0, 0, 400, 3, 1};
        const DkCopyBuf copy = {dkMemBlockGetGpuAddr(memory), 0, 0};
        const uint32_t size = a.image.layout.bytes;
        for (uint32_t y = 0; y < 3; y++)
            memcpy(b.level[0].bytes + y * b.level[0].row + 7 * size,
                   a.level[0].bytes + y * a.level[0].row + 4500 * size, 400 * size);
        dkCmdBufCopyImage(commands(), &from, &source, &to, &target, 0);
        dkCmdBufBarrier(commands(), DkBarrier_Full, 0);
        dkCmdBufCopyImageToBuffer(commands(), &from, &source, &copy, 0);
        run_commands();
        picture_check(&b, "a copy of long rows");
        for (uint32_t y = 0; y < 3; y++)
            assert_memory_equal((uint8_t *)dkMemBlockGetCpuAddr(memory) + y * 400 * size,
                                a.level[0].bytes + y * a.level[0].row + 4500 * size, 400 * size);
        dkMemBlockDestroy(memory);
        picture_drop(&a);
        picture_drop(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_long_rows),
    };
    bytes_begin(false);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    bytes_end();
    return failed;
}
