/* SPDX-License-Identifier: MIT */
/* Between images and rows in memory. */
#include "deko3d/image/format.h"
#include "deko3d/image/layout.h"
#include "deko3d/transfer/transfer.h"

/* The memory as a surface beside the image's one; t->width and t->height are set. */
static struct image_surface rows_of(const DkCopyBuf *c, const struct transfer *t,
                                    const struct image_surface *image, const DkImageRect *rect) {
    const uint32_t row = c->rowLength ? c->rowLength : t->width * image->bytes;
    return (struct image_surface){
        .address = c->addr,
        .horizontal = row,
        .vertical = rect->height,
        .format = image->format,
        .array_mode = rect->depth,
        .layer_bytes = c->imageHeight ? c->imageHeight : (uint64_t)t->height * row,
        .width = rect->width,
        .height = rect->height,
        .depth = 1,
        .samples_width = rect->width,
        .samples_height = rect->height,
        .bytes = image->bytes,
        .block_width = image->block_width,
        .block_height = image->block_height,
        .samples_x = 1,
        .samples_y = 1,
        .pitch = true,
        .layered = true,
    };
}

/* The rectangle's place in the image, and its size. */
static void take_rect(struct transfer *t, const struct image_surface *image,
                      const DkImageRect *rect, uint32_t *x, uint32_t *y) {
    *x = image_up(rect->x, image->block_width);
    *y = image_up(rect->y, image->block_height);
    t->width = image_up(rect->width, image->block_width);
    t->height = image_up(rect->height, image->block_height);
}

static void check_flips(const struct transfer *t, const DkImageView *view,
                        const struct image_surface *image, const struct image_surface *rows,
                        uint32_t flags) {
    const DkDevice d = t->buffer->device;
    const bool compressed = image->block_width > 1 || image->block_height > 1;
    DK_CHECK_IN(d, t->context, !compressed || !(flags & (DkBlitFlag_FlipX | DkBlitFlag_FlipY)),
                DkResult_BadFlags, "compressed images cannot be flipped (FlipX, FlipY)");
    if (!(flags & DkBlitFlag_FlipX)) /* which only the 2D engine does */
        return;
    DK_CHECK_IN(d, t->context, view->pImage->layout.flags & DkImageFlags_Usage2DEngine,
                DkResult_BadFlags, "FlipX needs an image made with DkImageFlags_Usage2DEngine");
    DK_CHECK_IN(d, t->context, image->features & IMAGE_2D, DkResult_BadFlags,
                "FlipX needs a format that the 2D engine has");
    DK_CHECK_IN(d, t->context, rows->address % DK_IMAGE_LINEAR_STRIDE_ALIGNMENT == 0,
                DkResult_MisalignedData, "FlipX needs an address that is a multiple of 32");
    DK_CHECK_IN(d, t->context, rows->horizontal % DK_IMAGE_LINEAR_STRIDE_ALIGNMENT == 0,
                DkResult_MisalignedSize, "FlipX needs rows of a multiple of 32 bytes");
}

/* A walk through the source, a texel at a time. */
static void blit(const struct transfer *t, uint32_t flags, uint32_t layers) {
    const bool x = flags & DkBlitFlag_FlipX, y = flags & DkBlitFlag_FlipY;
    const uint32_t half = 1u << (TRANSFER_PLACE_BITS - 1);
    const uint32_t from_x = (t->source_x + (x ? t->width : 0)) << TRANSFER_PLACE_BITS;
    const uint32_t from_y = (t->source_y + (y ? t->height : 0)) << TRANSFER_PLACE_BITS;
    transfer_by_two_d_engine(t,
                             &(struct transfer_walk){
                                 .step_x = x ? -(1 << TRANSFER_STEP_BITS) : 1 << TRANSFER_STEP_BITS,
                                 .step_y = y ? -(1 << TRANSFER_STEP_BITS) : 1 << TRANSFER_STEP_BITS,
                                 .from_x = x ? from_x - half : from_x + half,
                                 .from_y = y ? from_y - half : from_y + half,
                                 .corner = true,
                                 .layers = layers,
                                 .flip_layers = flags & DkBlitFlag_FlipZ,
                             });
}

/* The console's library goes through the buffer in steps of the image's layers and the other way
 * round, and begins a flipped axis at the image's begin. */
static void be_wrong(struct transfer *t, uint32_t flags) {
    const uint64_t image = t->source.layer_bytes, rows = t->target.layer_bytes;
    t->target.layer_bytes = image;
    t->source.layer_bytes = flags & DkBlitFlag_FlipZ ? image : rows;
    t->source_x = 0;
    if (flags & DkBlitFlag_FlipY)
        t->source_y = 0;
}

/* The rows' last one first. */
static void flip_rows(struct image_surface *rows, uint32_t count, uint32_t flags) {
    if (!(flags & DkBlitFlag_FlipY))
        return;
    rows->address += (uint64_t)(count - 1) * rows->horizontal;
    rows->horizontal = 0 - rows->horizontal;
}

void dkCmdBufCopyBufferToImage(DkCmdBuf obj, DkCopyBuf const *src, DkImageView const *dstView,
                               DkImageRect const *dstRect, uint32_t flags) {
    const DkDevice d = obj->device;
    struct transfer t = {.buffer = obj, .context = __func__};
    image_surface(d, dstView, SURFACE_COPY, &t.target, __func__);
    DK_CHECK_INPUT(d, src && src->addr != DK_GPU_ADDR_INVALID, "src is missing, or no address");
    TRANSFER_CHECK_RECT(d, dstView, &t.target, dstRect);
    take_rect(&t, &t.target, dstRect, &t.target_x, &t.target_y);
    t.source = rows_of(src, &t, &t.target, dstRect);
    check_flips(&t, dstView, &t.target, &t.source, flags);
    if (flags & DkBlitFlag_FlipX) {
        t.target.address += dstRect->z * t.target.layer_bytes;
        blit(&t, flags, dstRect->depth);
        return;
    }
    flip_rows(&t.source, t.height, flags);
    for (uint32_t z = 0; z < dstRect->depth; z++)
        transfer_by_copy_engine(&t, flags & DkBlitFlag_FlipZ ? dstRect->depth - 1 - z : z,
                                dstRect->z + z);
}

void dkCmdBufCopyImageToBuffer(DkCmdBuf obj, DkImageView const *srcView, DkImageRect const *srcRect,
                               DkCopyBuf const *dst, uint32_t flags) {
    const DkDevice d = obj->device;
    struct transfer t = {.buffer = obj, .context = __func__};
    image_surface(d, srcView, SURFACE_COPY, &t.source, __func__);
    DK_CHECK_INPUT(d, dst && dst->addr != DK_GPU_ADDR_INVALID, "dst is missing, or no address");
    TRANSFER_CHECK_RECT(d, srcView, &t.source, srcRect);
    take_rect(&t, &t.source, srcRect, &t.source_x, &t.source_y);
    t.target = rows_of(dst, &t, &t.source, srcRect);
    check_flips(&t, srcView, &t.source, &t.target, flags);
    if (flags & DkBlitFlag_FlipX) {
        t.source.address += srcRect->z * t.source.layer_bytes;
        if (d->facts.upstream_defects)
            be_wrong(&t, flags);
        blit(&t, flags, srcRect->depth);
        return;
    }
    flip_rows(&t.target, t.height, flags);
    const uint32_t first = d->facts.upstream_defects && flags & DkBlitFlag_FlipZ ? 0 : srcRect->z;
    for (uint32_t z = 0; z < srcRect->depth; z++)
        transfer_by_copy_engine(&t, first + (flags & DkBlitFlag_FlipZ ? srcRect->depth - 1 - z : z),
                                z);
}
