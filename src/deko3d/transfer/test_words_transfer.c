/* SPDX-License-Identifier: MIT */
/* What copies, blits and resolves write, and what is refused. */
#include "deko3d/command/test_words.h"

enum { TWO_D = 3 };

#define COPY_TO(method, count)  (ON(COPY) | INCREASING(method, count))
#define BLIT_TO(method, count)  (ON(TWO_D) | INCREASING(method, count))
#define BLIT_NOW(method, value) (ON(TWO_D) | NOW(method, value))

DkResult platform_set_kind(struct platform *p, DkGpuAddr mapping, uint64_t offset, uint64_t size,
                           uint8_t kind) {
    (void)p, (void)mapping, (void)offset, (void)size, (void)kind;
    return DkResult_Success;
}

static struct tag_DkMemBlock block = {.device = &device,
                                      .size = UINT32_MAX,
                                      .flags = DkMemBlockFlags_Image,
                                      .pitch = 0x100000000,
                                      .generic = 0x200000000};

enum { FLAT, LAYERS, VOLUME, SAMPLES, ROWS, BLOCKS, WIDE, IMAGES };

static DkImage images[IMAGES];

static void make_images(void) {
    const DkImageLayoutMaker makers[IMAGES] = {
        /* 4 GOBs a row, tiles of 8 */
        [FLAT] = {.type = DkImageType_2D,
                  .format = DkImageFormat_RGBA8_Unorm,
                  .dimensions = {60, 50},
                  .mipLevels = 3},
        /* a GOB a row, tiles of 2: 0x400 bytes a layer */
        [LAYERS] = {.type = DkImageType_2DArray,
                    .format = DkImageFormat_RGBA8_Unorm,
                    .dimensions = {16, 16, 3}},
        [VOLUME] = {.type = DkImageType_3D,
                    .format = DkImageFormat_RGBA8_Unorm,
                    .dimensions = {16, 8, 4}},
        [SAMPLES] = {.type = DkImageType_2DMS,
                     .format = DkImageFormat_RGBA8_Unorm,
                     .msMode = DkMsMode_4x,
                     .dimensions = {60, 50}},
        [ROWS] = {.type = DkImageType_2D,
                  .format = DkImageFormat_RGBA8_Unorm,
                  .flags = DkImageFlags_PitchLinear,
                  .dimensions = {60, 50}},
        [BLOCKS] = {.type = DkImageType_2D,
                    .format = DkImageFormat_RGB_BC1,
                    .dimensions = {64, 64}},
        [WIDE] = {.type = DkImageType_2D,
                  .format = DkImageFormat_RGBA32_Uint,
                  .dimensions = {5000, 8}},
    };
    for (unsigned i = 0; i < IMAGES; i++) {
        DkImageLayoutMaker m = makers[i];
        DkImageLayout layout;
        m.device = &device;
        m.mipLevels = m.mipLevels ? m.mipLevels : 1;
        m.flags |= i == VOLUME ? 0 : DkImageFlags_Usage2DEngine;
        dkImageLayoutInitialize(&layout, &m);
        dkImageInitialize(&images[i], &layout, &block, 0x100000 * i);
    }
}

static DkImageView view(unsigned image, unsigned level) {
    DkImageView v;
    dkImageViewDefaults(&v, &images[image]);
    v.mipLevelOffset = (uint8_t)level;
    return v;
}

static void copy(DkCmdBuf b, unsigned from, DkImageRect s, unsigned to, DkImageRect t,
                 uint32_t flags) {
    const DkImageView source = view(from, 0), target = view(to, 0);
    dkCmdBufCopyImage(b, &source, &s, &target, &t, flags);
}

static void blit(DkCmdBuf b, unsigned from, DkImageRect s, unsigned to, DkImageRect t,
                 uint32_t flags) {
    const DkImageView source = view(from, 0), target = view(to, 0);
    dkCmdBufBlitImage(b, &source, &s, &target, &t, flags, 0x40302010);
}

#define RECT(...) ((DkImageRect){__VA_ARGS__})

/* ---- the copy engine ---- */

CALL(copy_flat, copy(b, FLAT, RECT(1, 2, 0, 3, 4, 1), ROWS, RECT(5, 6, 0, 3, 4, 1), 0))
CALL(copy_level, {
    const DkImageView source = view(FLAT, 2), target = view(LAYERS, 0);
    dkCmdBufCopyImage(b, &source, &RECT(1, 2, 0, 3, 4, 1), &target, &RECT(5, 6, 2, 3, 4, 1), 0);
})
CALL(copy_slice, copy(b, LAYERS, RECT(0, 0, 1, 3, 4, 1), VOLUME, RECT(5, 2, 3, 3, 4, 1), 0))
CALL(copy_blocks, copy(b, BLOCKS, RECT(8, 4, 0, 16, 8, 1), BLOCKS, RECT(24, 12, 0, 16, 8, 1), 0))
CALL(copy_samples, copy(b, SAMPLES, RECT(1, 2, 0, 3, 4, 1), SAMPLES, RECT(5, 6, 0, 3, 4, 1), 0))
CALL(copy_wide, copy(b, WIDE, RECT(4500, 2, 0, 3, 4, 1), WIDE, RECT(5, 1, 0, 3, 4, 1), 0))
CALL(upload, {
    const DkImageView target = view(FLAT, 0);
    const DkCopyBuf source = {0x345678900, 0, 0};
    dkCmdBufCopyBufferToImage(b, &source, &target, &RECT(1, 2, 0, 3, 4, 1), DkBlitFlag_FlipY);
})
CALL(download, {
    const DkImageView source = view(LAYERS, 0);
    const DkCopyBuf target = {0x345678900, 0x80, 0x1000};
    dkCmdBufCopyImageToBuffer(b, &source, &RECT(1, 2, 1, 3, 4, 1), &target, DkBlitFlag_FlipZ);
})

static const struct row copies[] = {
    {"dkCmdBufCopyImage", copy_flat,
     WORDS(COPY_TO(0x728, 6), 0x1030, 256, 50, 1, 0, 2 << 16 | 4, COPY_TO(0x414, 1), 256,
           COPY_TO(0x400, 4), 2, 0, 1, 0x400000 + 6 * 256 + 20, COPY_TO(0x418, 2), 12, 4,
           COPY_TO(0x300, 1), 0x306),
     28},
    /* level 2 has 12 rows in tiles of 2 GOBs; it begins behind 4 * 8 + 2 * 4 GOBs */
    {"dkCmdBufCopyImage", copy_level,
     WORDS(COPY_TO(0x728, 6), 0x1010, 64, 12, 1, 0, 2 << 16 | 4, COPY_TO(0x70c, 6), 0x1010, 64, 16,
           1, 0, 6 << 16 | 20, COPY_TO(0x400, 4), 2, 40 * 512, 2, 0x100800, COPY_TO(0x418, 2), 12,
           4, COPY_TO(0x300, 1), 0x206),
     28},
    {"dkCmdBufCopyImage", copy_slice,
     WORDS(COPY_TO(0x728, 6), 0x1010, 64, 16, 1, 0, 0, COPY_TO(0x70c, 6), 0x1200, 64, 8, 4, 3,
           2 << 16 | 20, COPY_TO(0x400, 4), 2, 0x100400, 2, 0x200000, COPY_TO(0x418, 2), 12, 4,
           COPY_TO(0x300, 1), 0x206),
     28},
    {"dkCmdBufCopyImage", copy_blocks,
     WORDS(COPY_TO(0x728, 6), 0x1010, 128, 16, 1, 0, 1 << 16 | 16, COPY_TO(0x70c, 6), 0x1010, 128,
           16, 1, 0, 3 << 16 | 48, COPY_TO(0x400, 4), 2, 0x500000, 2, 0x500000, COPY_TO(0x418, 2),
           32, 2, COPY_TO(0x300, 1), 0x206),
     28},
    {"dkCmdBufCopyImage", copy_samples,
     WORDS(COPY_TO(0x728, 6), 0x1040, 512, 100, 1, 0, 4 << 16 | 8, COPY_TO(0x70c, 6), 0x1040, 512,
           100, 1, 0, 12 << 16 | 40, COPY_TO(0x400, 4), 2, 0x300000, 2, 0x300000, COPY_TO(0x418, 2),
           24, 8, COPY_TO(0x300, 1), 0x206),
     28},
    /* in texels, of four components of four bytes; 8 rows are one GOB */
    {"dkCmdBufCopyImage", copy_wide,
     WORDS(COPY_TO(0x728, 6), 0x1000, 5000, 8, 1, 0, 2 << 16 | 4500, COPY_TO(0x70c, 6), 0x1000,
           5000, 8, 1, 0, 1 << 16 | 5, COPY_TO(0x700, 3), 0, 0, 0x03333210, COPY_TO(0x400, 4), 2,
           0x600000, 2, 0x600000, COPY_TO(0x418, 2), 3, 4, COPY_TO(0x300, 1), 0x606),
     28},
    {"dkCmdBufCopyBufferToImage", upload,
     WORDS(COPY_TO(0x410, 1), 0xfffffff4, COPY_TO(0x70c, 6), 0x1030, 256, 50, 1, 0, 2 << 16 | 4,
           COPY_TO(0x400, 4), 3, 0x45678924, 2, 0, COPY_TO(0x418, 2), 12, 4, COPY_TO(0x300, 1),
           0x286),
     28},
    {"dkCmdBufCopyImageToBuffer", download,
     WORDS(COPY_TO(0x728, 6), 0x1010, 64, 16, 1, 0, 2 << 16 | 4, COPY_TO(0x414, 1), 0x80,
           COPY_TO(0x400, 4), 2, 0x100400, 3, 0x45678900, COPY_TO(0x418, 2), 12, 4,
           COPY_TO(0x300, 1), 0x306),
     28},
};

/* As the console's library errs: no layer of the source, texels for blocks and samples, tiles that
 * the layout has not, the image's begin where layers are flipped. */
static const struct row wrong_copies[] = {
    {"dkCmdBufCopyImage", copy_slice,
     WORDS(COPY_TO(0x728, 6), 0x1010, 64, 16, 1, 0, 0, COPY_TO(0x70c, 6), 0x1200, 64, 8, 4, 3,
           2 << 16 | 20, COPY_TO(0x400, 4), 2, 0x100000, 2, 0x200000, COPY_TO(0x418, 2), 12, 4,
           COPY_TO(0x300, 1), 0x206),
     28},
    {"dkCmdBufCopyImage", copy_blocks,
     WORDS(COPY_TO(0x728, 6), 0x1010, 128, 16, 1, 0, 4 << 16 | 64, COPY_TO(0x70c, 6), 0x1010, 128,
           16, 1, 0, 12 << 16 | 192, COPY_TO(0x400, 4), 2, 0x500000, 2, 0x500000, COPY_TO(0x418, 2),
           128, 8, COPY_TO(0x300, 1), 0x206),
     28},
    {"dkCmdBufCopyImage", copy_samples,
     WORDS(COPY_TO(0x728, 6), 0x1040, 512, 100, 1, 0, 2 << 16 | 4, COPY_TO(0x70c, 6), 0x1040, 512,
           100, 1, 0, 6 << 16 | 20, COPY_TO(0x400, 4), 2, 0x300000, 2, 0x300000, COPY_TO(0x418, 2),
           12, 4, COPY_TO(0x300, 1), 0x206),
     28},
    {"dkCmdBufCopyImage", copy_wide,
     WORDS(COPY_TO(0x728, 6), 0x1010, 5000, 8, 1, 0, 2 << 16 | 4500, COPY_TO(0x70c, 6), 0x1010,
           5000, 8, 1, 0, 1 << 16 | 5, COPY_TO(0x700, 3), 0, 0, 0x03333210, COPY_TO(0x400, 4), 2,
           0x600000, 2, 0x600000, COPY_TO(0x418, 2), 3, 4, COPY_TO(0x300, 1), 0x606),
     28},
    {"dkCmdBufCopyImageToBuffer", download,
     WORDS(COPY_TO(0x728, 6), 0x1010, 64, 16, 1, 0, 2 << 16 | 4, COPY_TO(0x414, 1), 0x80,
           COPY_TO(0x400, 4), 2, 0x100000, 3, 0x45678900, COPY_TO(0x418, 2), 12, 4,
           COPY_TO(0x300, 1), 0x306),
     28},
};

/* ---- the 2D engine ---- */

CALL(blit_flat, blit(b, FLAT, RECT(1, 2, 0, 10, 20, 1), ROWS, RECT(5, 6, 0, 20, 10, 1),
                     DkBlitFlag_FilterLinear))
CALL(blit_flipped, blit(b, ROWS, RECT(1, 2, 0, 10, 20, 1), FLAT, RECT(5, 6, 0, 10, 20, 1),
                        DkBlitFlag_FlipX | DkBlitFlag_ModePremultBlend))
CALL(blit_layers, blit(b, LAYERS, RECT(0, 0, 1, 4, 4, 2), LAYERS, RECT(8, 8, 0, 4, 4, 2),
                       DkBlitFlag_FlipZ | DkBlitFlag_ModeAlphaBlend))
CALL(blit_blocks, blit(b, BLOCKS, RECT(8, 4, 0, 16, 8, 1), BLOCKS, RECT(24, 12, 0, 16, 8, 1),
                       DkBlitFlag_ModeAlphaMask))
CALL(resolve, {
    const DkImageView source = view(SAMPLES, 0), target = view(FLAT, 0);
    dkCmdBufResolveImage(b, &source, &target);
})
CALL(upload_flipped, {
    const DkImageView target = view(FLAT, 0);
    const DkCopyBuf source = {0x345678900, 0x40, 0};
    dkCmdBufCopyBufferToImage(b, &source, &target, &RECT(1, 2, 0, 3, 4, 1),
                              DkBlitFlag_FlipX | DkBlitFlag_FlipY);
})
CALL(download_flipped, {
    const DkImageView source = view(LAYERS, 0);
    const DkCopyBuf target = {0x345678900, 0x40, 0x2000};
    dkCmdBufCopyImageToBuffer(b, &source, &RECT(1, 2, 1, 3, 4, 2), &target, DkBlitFlag_FlipX);
})

static const struct row blits[] = {
    {"dkCmdBufBlitImage", blit_flat,
     WORDS(BLIT_NOW(0x2ac, 3), BLIT_TO(0x230, 4), 0xd5, 0, 0x30, 1, BLIT_TO(0x248, 4), 64, 50, 2, 0,
           BLIT_TO(0x200, 2), 0xd5, 1, BLIT_TO(0x214, 5), 256, 60, 50, 1, 0x400000,
           BLIT_NOW(0x2d4, 1), BLIT_NOW(0x88c, 0x11), BLIT_TO(0x8b0, 12), 5, 6, 20, 10, 0x80000000,
           0, 0, 2, 0x40000000, 1, 0, 3),
     38},
    {"dkCmdBufBlitImage", blit_flipped,
     WORDS(BLIT_NOW(0x2ac, 6), BLIT_TO(0x2a8, 1), 0x40302010, BLIT_TO(0x230, 2), 0xd5, 1,
           BLIT_TO(0x244, 5), 256, 60, 50, 1, 0x400000, BLIT_TO(0x200, 5), 0xd5, 0, 0x30, 1, 0,
           BLIT_TO(0x218, 4), 64, 50, 2, 0, BLIT_NOW(0x2d4, 1), BLIT_NOW(0x88c, 1),
           BLIT_TO(0x8b0, 12), 5, 6, 10, 20, 0, 0xffffffff, 0, 1, 0x80000000, 10, 0x80000000, 2),
     38},
    /* the last layer of the source first; 38 words are asked for the second time, behind 37 */
    {"dkCmdBufBlitImage", blit_layers,
     WORDS(BLIT_NOW(0x2ac, 2), BLIT_TO(0x230, 4), 0xd5, 0, 0x10, 3, BLIT_TO(0x248, 4), 16, 16, 2,
           0x100800, BLIT_TO(0x200, 5), 0xd5, 0, 0x10, 3, 0, BLIT_TO(0x218, 4), 16, 16, 2, 0x100000,
           BLIT_NOW(0x2d4, 1), BLIT_NOW(0x88c, 1), BLIT_TO(0x8b0, 12), 8, 8, 4, 4, 0, 1, 0, 1,
           0x80000000, 0, 0x80000000, 0, BLIT_TO(0x250, 2), 2, 0x100400, BLIT_TO(0x220, 2), 2,
           0x100400, BLIT_NOW(0x88c, 1), BLIT_TO(0x8b0, 12), 8, 8, 4, 4, 0, 1, 0, 1, 0x80000000, 0,
           0x80000000, 0),
     37 + 38},
    {"dkCmdBufBlitImage", blit_blocks,
     WORDS(BLIT_NOW(0x2ac, 0), BLIT_TO(0x230, 4), 0xcb, 0, 0x10, 1, BLIT_TO(0x248, 4), 16, 16, 2,
           0x500000, BLIT_TO(0x200, 5), 0xcb, 0, 0x10, 1, 0, BLIT_TO(0x218, 4), 16, 16, 2, 0x500000,
           BLIT_NOW(0x2d4, 1), BLIT_NOW(0x88c, 1), BLIT_TO(0x8b0, 12), 6, 3, 4, 2, 0, 1, 0, 1,
           0x80000000, 2, 0x80000000, 1),
     38},
    {"dkCmdBufResolveImage", resolve,
     WORDS(BLIT_NOW(0x2ac, 3), BLIT_TO(0x230, 4), 0xd5, 0, 0x40, 1, BLIT_TO(0x248, 4), 128, 100, 2,
           0x300000, BLIT_TO(0x200, 5), 0xd5, 0, 0x30, 1, 0, BLIT_TO(0x218, 4), 64, 50, 2, 0,
           BLIT_NOW(0x2d4, 1), BLIT_NOW(0x88c, 0x10), BLIT_TO(0x8b0, 12), 0, 0, 60, 50, 0, 2, 0, 2,
           0x80000000, 0, 0x80000000, 0),
     38},
    {"dkCmdBufCopyBufferToImage", upload_flipped,
     WORDS(BLIT_NOW(0x2ac, 3), BLIT_TO(0x230, 2), 0xd5, 1, BLIT_TO(0x244, 5), 0x40, 3, 4, 3,
           0x45678900, BLIT_TO(0x200, 5), 0xd5, 0, 0x30, 1, 0, BLIT_TO(0x218, 4), 64, 50, 2, 0,
           BLIT_NOW(0x2d4, 1), BLIT_NOW(0x88c, 1), BLIT_TO(0x8b0, 12), 1, 2, 3, 4, 0, 0xffffffff, 0,
           0xffffffff, 0x80000000, 2, 0x80000000, 3),
     38},
    {"dkCmdBufCopyImageToBuffer", download_flipped,
     WORDS(BLIT_NOW(0x2ac, 3), BLIT_TO(0x230, 4), 0xd5, 0, 0x10, 3, BLIT_TO(0x248, 4), 16, 16, 2,
           0x100400, BLIT_TO(0x200, 2), 0xd5, 1, BLIT_TO(0x214, 5), 0x40, 3, 4, 3, 0x45678900,
           BLIT_NOW(0x2d4, 1), BLIT_NOW(0x88c, 1), BLIT_TO(0x8b0, 12), 0, 0, 3, 4, 0, 0xffffffff, 0,
           1, 0x80000000, 3, 0x80000000, 2, BLIT_TO(0x250, 2), 2, 0x100800, BLIT_TO(0x220, 2), 3,
           0x4567a900, BLIT_NOW(0x88c, 1), BLIT_TO(0x8b0, 12), 0, 0, 3, 4, 0, 0xffffffff, 0, 1,
           0x80000000, 3, 0x80000000, 2),
     35 + 38},
};

/* The target's place for the source's; a walk with the strides of the other side, from the image's
 * left edge. */
static const struct row wrong_blits[] = {
    {"dkCmdBufBlitImage", blit_blocks,
     WORDS(BLIT_NOW(0x2ac, 0), BLIT_TO(0x230, 4), 0xcb, 0, 0x10, 1, BLIT_TO(0x248, 4), 16, 16, 2,
           0x500000, BLIT_TO(0x200, 5), 0xcb, 0, 0x10, 1, 0, BLIT_TO(0x218, 4), 16, 16, 2, 0x500000,
           BLIT_NOW(0x2d4, 1), BLIT_NOW(0x88c, 1), BLIT_TO(0x8b0, 12), 24, 12, 4, 2, 0, 1, 0, 1,
           0x80000000, 6, 0x80000000, 3),
     38},
    {"dkCmdBufCopyImageToBuffer", download_flipped,
     WORDS(BLIT_NOW(0x2ac, 3), BLIT_TO(0x230, 4), 0xd5, 0, 0x10, 3, BLIT_TO(0x248, 4), 16, 16, 2,
           0x100400, BLIT_TO(0x200, 2), 0xd5, 1, BLIT_TO(0x214, 5), 0x40, 3, 4, 3, 0x45678900,
           BLIT_NOW(0x2d4, 1), BLIT_NOW(0x88c, 1), BLIT_TO(0x8b0, 12), 0, 0, 3, 4, 0, 0xffffffff, 0,
           1, 0x80000000, 2, 0x80000000, 2, BLIT_TO(0x250, 2), 2, 0x102400, BLIT_TO(0x220, 2), 3,
           0x45678d00, BLIT_NOW(0x88c, 1), BLIT_TO(0x8b0, 12), 0, 0, 3, 4, 0, 0xffffffff, 0, 1,
           0x80000000, 2, 0x80000000, 2),
     35 + 38},
};

/* ---- what is refused ---- */

CALL(empty, copy(b, FLAT, RECT(0, 0, 0, 0, 4, 1), ROWS, RECT(0, 0, 0, 0, 4, 1), 0))
CALL(beyond, copy(b, FLAT, RECT(58, 0, 0, 3, 4, 1), ROWS, RECT(0, 0, 0, 3, 4, 1), 0))
CALL(far_beyond, copy(b, FLAT, RECT(0xffffffff, 0, 0, 3, 4, 1), ROWS, RECT(0, 0, 0, 3, 4, 1), 0))
CALL(no_layer, copy(b, LAYERS, RECT(0, 0, 2, 3, 4, 2), LAYERS, RECT(0, 0, 0, 3, 4, 2), 0))
CALL(wider, copy(b, FLAT, RECT(0, 0, 0, 3, 4, 1), ROWS, RECT(0, 0, 0, 4, 4, 1), 0))
CALL(higher, copy(b, FLAT, RECT(0, 0, 0, 3, 4, 1), ROWS, RECT(0, 0, 0, 3, 5, 1), 0))
CALL(deeper, copy(b, LAYERS, RECT(0, 0, 0, 3, 4, 1), LAYERS, RECT(0, 0, 0, 3, 4, 2), 0))
CALL(one_compressed, copy(b, BLOCKS, RECT(0, 0, 0, 4, 4, 1), ROWS, RECT(0, 0, 0, 4, 4, 1), 0))
CALL(blit_deeper, blit(b, LAYERS, RECT(0, 0, 0, 3, 4, 1), LAYERS, RECT(0, 0, 0, 3, 4, 2), 0))
CALL(blit_volume, blit(b, VOLUME, RECT(0, 0, 0, 3, 4, 1), FLAT, RECT(0, 0, 0, 3, 4, 1), 0))
CALL(no_view, dkCmdBufCopyImage(b, NULL, &RECT(0, 0, 0, 1, 1, 1), NULL, &RECT(0, 0, 0, 1, 1, 1), 0))
CALL(no_level, {
    const DkImageView source = view(FLAT, 3), target = view(ROWS, 0);
    dkCmdBufCopyImage(b, &source, &RECT(0, 0, 0, 1, 1, 1), &target, &RECT(0, 0, 0, 1, 1, 1), 0);
})
CALL(no_samples, {
    const DkImageView source = view(FLAT, 0), target = view(ROWS, 0);
    dkCmdBufResolveImage(b, &source, &target);
})
CALL(other_size, {
    const DkImageView source = view(SAMPLES, 0), target = view(BLOCKS, 0);
    dkCmdBufResolveImage(b, &source, &target);
})
CALL(flip_blocks, {
    const DkImageView target = view(BLOCKS, 0);
    const DkCopyBuf source = {0x1000, 0, 0};
    dkCmdBufCopyBufferToImage(b, &source, &target, &RECT(0, 0, 0, 4, 4, 1), DkBlitFlag_FlipY);
})
CALL(flip_volume, {
    const DkImageView target = view(VOLUME, 0);
    const DkCopyBuf source = {0x1000, 0x40, 0};
    dkCmdBufCopyBufferToImage(b, &source, &target, &RECT(0, 0, 0, 4, 4, 1), DkBlitFlag_FlipX);
})
CALL(flip_unaligned, {
    const DkImageView source = view(FLAT, 0);
    const DkCopyBuf target = {0x1010, 0x40, 0};
    dkCmdBufCopyImageToBuffer(b, &source, &RECT(0, 0, 0, 4, 4, 1), &target, DkBlitFlag_FlipX);
})
CALL(flip_short_rows, {
    const DkImageView source = view(FLAT, 0);
    const DkCopyBuf target = {0x1000, 0, 0};
    dkCmdBufCopyImageToBuffer(b, &source, &RECT(0, 0, 0, 4, 4, 1), &target, DkBlitFlag_FlipX);
})
CALL(no_buffer, {
    const DkImageView source = view(FLAT, 0);
    const DkCopyBuf target = {DK_GPU_ADDR_INVALID, 0, 0};
    dkCmdBufCopyImageToBuffer(b, &source, &RECT(0, 0, 0, 4, 4, 1), &target, 0);
})

static const struct {
    const char *name;
    void (*record)(DkCmdBuf b);
    DkResult result;
} refused[] = {
    {"dkCmdBufCopyImage", empty, DkResult_BadInput},
    {"dkCmdBufCopyImage", beyond, DkResult_BadInput},
    {"dkCmdBufCopyImage", far_beyond, DkResult_BadInput},
    {"dkCmdBufCopyImage", no_layer, DkResult_BadInput},
    {"dkCmdBufCopyImage", wider, DkResult_BadInput},
    {"dkCmdBufCopyImage", higher, DkResult_BadInput},
    {"dkCmdBufCopyImage", deeper, DkResult_BadInput},
    {"dkCmdBufCopyImage", one_compressed, DkResult_BadInput},
    {"dkCmdBufCopyImage", no_view, DkResult_BadInput},
    {"dkCmdBufCopyImage", no_level, DkResult_BadInput},
    {"dkCmdBufBlitImage", blit_deeper, DkResult_BadInput},
    {"dkCmdBufBlitImage", blit_volume, DkResult_BadFlags},
    {"dkCmdBufResolveImage", no_samples, DkResult_BadInput},
    {"dkCmdBufResolveImage", other_size, DkResult_BadInput},
    {"dkCmdBufCopyBufferToImage", flip_blocks, DkResult_BadFlags},
    {"dkCmdBufCopyBufferToImage", flip_volume, DkResult_BadFlags},
    {"dkCmdBufCopyImageToBuffer", flip_unaligned, DkResult_MisalignedData},
    {"dkCmdBufCopyImageToBuffer", flip_short_rows, DkResult_MisalignedSize},
    {"dkCmdBufCopyImageToBuffer", no_buffer, DkResult_BadInput},
};

static void test_refused(void **state) {
    (void)state;
    DkCmdBuf b = new_buffer();
    dkCmdBufBeginCaptureCmds(b, captured, MOST_WORDS);
    for (volatile size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        expects_raise = true;
        if (!setjmp(raised_to)) {
            refused[i].record(b);
            fail_msg("row %zu, %s: is taken", (size_t)i, refused[i].name);
        }
        expects_raise = false;
        if (raised != refused[i].result || strcmp(raised_by, refused[i].name) != 0)
            fail_msg("row %zu, %s: result %u of %s", (size_t)i, refused[i].name, raised, raised_by);
    }
    assert_int_equal(dkCmdBufEndCaptureCmds(b), 0);
    dkCmdBufDestroy(b);
}

int main(void) {
    const struct table tables[] = {
        TABLE(copies, 0, false),
        TABLE(wrong_copies, 0, true),
        TABLE(blits, 0, false),
        TABLE(wrong_blits, 0, true),
    };
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_refused)};
    make_images();
    return check_tables(tables, sizeof tables / sizeof *tables, tests,
                        sizeof tests / sizeof *tests);
}
