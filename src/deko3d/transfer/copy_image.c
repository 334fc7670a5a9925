/* SPDX-License-Identifier: MIT */
#include "deko3d/image/layout.h"
#include "deko3d/transfer/transfer.h"

/* Texels become what the copy engine sees: blocks, or samples. The console's library leaves them as
 * they are, and looks at no layer of the source but those from the first one on. */
static void count_elements(struct transfer *t) {
    const struct image_surface *s = &t->source, *d = &t->target;
    t->source_x = image_up(t->source_x, s->block_width);
    t->source_y = image_up(t->source_y, s->block_height);
    t->target_x = image_up(t->target_x, d->block_width);
    t->target_y = image_up(t->target_y, d->block_height);
    t->width = image_up(t->width, s->block_width);
    t->height = image_up(t->height, s->block_height);
    if (s->samples_x != d->samples_x || s->samples_y != d->samples_y)
        return;
    t->source_x *= s->samples_x;
    t->source_y *= s->samples_y;
    t->target_x *= s->samples_x;
    t->target_y *= s->samples_y;
    t->width *= s->samples_x;
    t->height *= s->samples_y;
}

void dkCmdBufCopyImage(DkCmdBuf obj, DkImageView const *srcView, DkImageRect const *srcRect,
                       DkImageView const *dstView, DkImageRect const *dstRect, uint32_t flags) {
    const DkDevice d = obj->device;
    struct transfer t = {.buffer = obj, .context = __func__};
    image_surface(d, srcView, SURFACE_COPY, &t.source, __func__);
    image_surface(d, dstView, SURFACE_COPY, &t.target, __func__);
    DK_CHECK_INPUT(d, transfer_compresses(srcView) == transfer_compresses(dstView),
                   "either both images are compressed, or none is");
    DK_CHECK_INPUT(d, !transfer_compresses(srcView) || t.source.format == t.target.format,
                   "compressed images must have blocks of one size");
    TRANSFER_CHECK_RECT(d, srcView, &t.source, srcRect);
    TRANSFER_CHECK_RECT(d, dstView, &t.target, dstRect);
    DK_CHECK_INPUT(d, srcRect->width == dstRect->width, "both rectangles must be as wide");
    DK_CHECK_INPUT(d, srcRect->height == dstRect->height, "both rectangles must be as high");
    DK_CHECK_INPUT(d, srcRect->depth == dstRect->depth, "both rectangles must be as deep");
    const bool defects = d->facts.upstream_defects;
    t.source_x = srcRect->x;
    t.source_y = srcRect->y;
    t.target_x = dstRect->x;
    t.target_y = dstRect->y;
    t.width = srcRect->width;
    t.height = srcRect->height;
    if (!defects)
        count_elements(&t);
    for (uint32_t z = 0; z < dstRect->depth; z++) {
        const uint32_t at = flags & DkBlitFlag_FlipZ ? dstRect->depth - 1 - z : z;
        transfer_by_copy_engine(&t, (defects ? 0 : srcRect->z) + at, dstRect->z + z);
    }
}
