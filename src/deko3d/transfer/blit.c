/* SPDX-License-Identifier: MIT */
#include "deko3d/image/layout.h"
#include "deko3d/transfer/transfer.h"

struct extent { /* of the source's rectangle; below 0: from its end on */
    int64_t width, height;
};

static void count_blocks(struct transfer *t, struct extent *source, bool defects) {
    const uint32_t across = t->source.block_width, down = t->source.block_height;
    /* The console's library puts the target's place into the source's. */
    t->source_x = image_up(defects ? t->target_x : t->source_x, across);
    t->source_y = image_up(defects ? t->target_y : t->source_y, down);
    if (!defects) {
        t->target_x = image_up(t->target_x, across);
        t->target_y = image_up(t->target_y, down);
    }
    t->width = image_up(t->width, across);
    t->height = image_up(t->height, down);
    source->width = image_up((uint32_t)source->width, across);
    source->height = image_up((uint32_t)source->height, down);
}

static void count_samples(struct transfer *t, struct extent *source) {
    const struct image_surface *s = &t->source, *d = &t->target;
    t->source_x *= s->samples_x;
    t->source_y *= s->samples_y;
    source->width *= s->samples_x;
    source->height *= s->samples_y;
    t->target_x *= d->samples_x;
    t->target_y *= d->samples_y;
    t->width *= d->samples_x;
    t->height *= d->samples_y;
}

static void flip(struct transfer *t, struct extent *source, uint32_t flags) {
    if (flags & DkBlitFlag_FlipX) {
        t->source_x += (uint32_t)source->width;
        source->width = -source->width;
    }
    if (flags & DkBlitFlag_FlipY) {
        t->source_y += (uint32_t)source->height;
        source->height = -source->height;
    }
}

/* The middle of the target's first texel lies half a step into the source. */
static uint32_t begin_of(uint32_t place, int32_t step) {
    return (place << TRANSFER_PLACE_BITS) +
           (uint32_t)(step >> (TRANSFER_STEP_BITS - TRANSFER_PLACE_BITS + 1));
}

static int32_t step_of(int64_t source, uint32_t target) {
    return (int32_t)(source * (1 << TRANSFER_STEP_BITS) / target);
}

void dkCmdBufBlitImage(DkCmdBuf obj, DkImageView const *srcView, DkImageRect const *srcRect,
                       DkImageView const *dstView, DkImageRect const *dstRect, uint32_t flags,
                       uint32_t factor) {
    const DkDevice d = obj->device;
    struct transfer t = {.buffer = obj, .context = __func__};
    image_surface(d, srcView, SURFACE_2D, &t.source, __func__);
    image_surface(d, dstView, SURFACE_2D, &t.target, __func__);
    DK_CHECK_INPUT(d, transfer_compresses(srcView) == transfer_compresses(dstView),
                   "either both images are compressed, or none is");
    DK_CHECK_INPUT(d, !transfer_compresses(srcView) || t.source.format == t.target.format,
                   "compressed images must have blocks of one size");
    TRANSFER_CHECK_RECT(d, srcView, &t.source, srcRect);
    TRANSFER_CHECK_RECT(d, dstView, &t.target, dstRect);
    DK_CHECK_INPUT(d, srcRect->depth == dstRect->depth, "both rectangles must be as deep");
    if (!dstRect->width || !dstRect->height) /* nothing: and a step would be none */
        return;
    struct extent source = {srcRect->width, srcRect->height};
    t.source_x = srcRect->x;
    t.source_y = srcRect->y;
    t.target_x = dstRect->x;
    t.target_y = dstRect->y;
    t.width = dstRect->width;
    t.height = dstRect->height;
    if (transfer_compresses(srcView)) {
        count_blocks(&t, &source, d->facts.upstream_defects);
    } else {
        count_samples(&t, &source);
        flip(&t, &source, flags);
    }
    t.source.address += srcRect->z * t.source.layer_bytes;
    t.target.address += dstRect->z * t.target.layer_bytes;
    struct transfer_walk walk = {
        .step_x = step_of(source.width, t.width),
        .step_y = step_of(source.height, t.height),
        .corner = true,
        .bilinear = flags & DkBlitFlag_FilterLinear,
        .mode = flags & DkBlitFlag_Mode_Mask,
        .factor = factor,
        .layers = dstRect->depth,
        .flip_layers = flags & DkBlitFlag_FlipZ,
    };
    walk.from_x = begin_of(t.source_x, walk.step_x);
    walk.from_y = begin_of(t.source_y, walk.step_y);
    transfer_by_two_d_engine(&t, &walk);
}

/* Each texel is taken from the middle of its samples, which lie between them: the filter makes
 * their average. */
void dkCmdBufResolveImage(DkCmdBuf obj, DkImageView const *srcView, DkImageView const *dstView) {
    const DkDevice d = obj->device;
    struct transfer t = {.buffer = obj, .context = __func__};
    image_surface(d, srcView, SURFACE_2D, &t.source, __func__);
    image_surface(d, dstView, SURFACE_2D, &t.target, __func__);
    DK_CHECK_INPUT(d, srcView->pImage->layout.samples_log2 && !dstView->pImage->layout.samples_log2,
                   "an image with several samples is resolved into one that has one");
    DK_CHECK_INPUT(d, !t.source.layered && !t.target.layered, "layers cannot be resolved");
    DK_CHECK_INPUT(d, t.source.width == t.target.width, "both images must be as wide");
    DK_CHECK_INPUT(d, t.source.height == t.target.height, "both images must be as high");
    const uint32_t across = t.source.samples_x, down = t.source.samples_y;
    t.width = t.source.width;
    t.height = t.source.height;
    transfer_by_two_d_engine(&t, &(struct transfer_walk){
                                     .step_x = (int32_t)(across << TRANSFER_STEP_BITS),
                                     .step_y = (int32_t)(down << TRANSFER_STEP_BITS),
                                     .from_x = (across - 1) << (TRANSFER_PLACE_BITS - 1),
                                     .from_y = (down - 1) << (TRANSFER_PLACE_BITS - 1),
                                     .bilinear = true,
                                     .layers = 1,
                                 });
}
