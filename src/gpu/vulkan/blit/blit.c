/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/blit/blit_parts.h"
#include "gpu/vulkan/draw/draw_parts.h"
#include "gpu/vulkan/query/condition.h"

#include "base/log.h"
#include "base/memory.h"

#include <stdlib.h>

#define ONE (1ll << 32) /* texel, of positions */
enum { LARGEST_TEXEL = 16 /* bytes */ };

bool blitting_new(struct backend *b, struct blitting **out, struct error *error) {
    struct blitting *x = NEW(struct blitting);
    if (!blit_draws_new(b->vk, b->batches, &x->draws, error)) {
        free(x);
        return false;
    }
    x->scratches = blit_scratches_new(b);
    *out = x;
    return true;
}

void blitting_free(struct blitting *x) {
    if (!x)
        return;
    blit_draws_free(x->draws);
    blit_scratches_free(x->scratches);
    free(x);
}

/* ---- surfaces ---- */

/* The format without the curve of sRGB (clb197.h). */
static uint8_t plain_format(uint8_t format) {
    switch (format) {
    case 0xd0: /* A8RL8GL8BL8 */
        return 0xcf;
    case 0xd6: /* A8BL8GL8RL8 */
        return 0xd5;
    case 0xe7: /* X8RL8GL8BL8 */
        return 0xe6;
    case 0xfa: /* X8BL8GL8RL8 */
        return 0xf9;
    default:
        return format;
    }
}

/* Of slices that do not share blocks, the first one is a surface of its own: deko3d counts an
 * array's layers as depth. */
static struct target target_of(const struct blit_surface *s, uint8_t format) {
    const bool volume = s->depth > 1 && (s->depth_log2 || s->layer);
    return (struct target){
        .address = s->address,
        .width = s->is_pitch ? s->pitch : s->width,
        .height = s->height,
        .layers = volume ? s->depth : 1,
        .first_layer = volume ? s->layer : 0,
        .format = format,
        .pitch = s->is_pitch,
        .volume = volume,
        .height_log2 = s->height_log2,
        .depth_log2 = s->depth_log2,
    };
}

/* The samples of an image are texels to this engine. */
static struct target source_of(struct backend *b, const struct blit *blit, uint8_t format) {
    struct target t = target_of(&blit->source, format);
    if (textures_samples(b->textures, blit->pages, &t, &t.samples_x_log2, &t.samples_y_log2)) {
        t.width >>= t.samples_x_log2;
        t.height >>= t.samples_y_log2;
    }
    return t;
}

/* Finds both images, in one batch. */
static bool find(struct backend *b, const struct blit *blit, struct sides *s, struct error *error) {
    enum { TRIES = 4 };
    uint8_t from = blit->source.format, to = blit->destination.format;
    /* Between two that have the curve, as between two that do not, bits are moved. */
    if ((from != plain_format(from)) == (to != plain_format(to))) {
        from = plain_format(from);
        to = plain_format(to);
    }
    const struct target source = source_of(b, blit, from);
    const struct target target = target_of(&blit->destination, to);
    s->samples_x_log2 = source.samples_x_log2;
    s->samples_y_log2 = source.samples_y_log2;
    s->source_format = from;
    s->target_format = to;
    for (unsigned i = 0; i < TRIES; i++) {
        const uint64_t batch = batch_number(b->batches);
        if (!textures_target(b->textures, blit->pages, &source, true, &s->source, error) ||
            !textures_target(b->textures, blit->pages, &target, true, &s->target, error))
            return false;
        if (batch == batch_number(b->batches))
            return true;
    }
    return error_set(error, ERROR_LIMIT, "its surfaces are written by the device all the time");
}

static void drop_view(struct vulkan *vk, uint64_t view) {
    vkDestroyImageView(vk->device, (VkImageView)view, NULL);
}

/* The source as shaders see it, for this batch; what is written as well is read as it was. */
static bool source_view(struct backend *b, const struct sides *s, VkImageView *out,
                        struct error *error) {
    const struct texture_use *use = &s->source;
    const bool copied = use->volume || use->image == s->target.image;
    const VkImageViewUsageCreateInfo usage = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO,
        .usage = VK_IMAGE_USAGE_SAMPLED_BIT,
    };
    VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .pNext = &usage,
        .image = use->image,
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = use->format,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, use->level, 1, use->layer, 1},
    };
    if (copied) {
        info.subresourceRange.baseMipLevel = info.subresourceRange.baseArrayLayer = 0;
        if (!blit_scratch(b->blitting->scratches, use, &info.image, error))
            return false;
    }
    if (!vulkan_ok(b->vk, vkCreateImageView(b->vk->device, &info, NULL, out),
                   "vkCreateImageView (blit)", error))
        return false;
    batch_drop(b->batches, drop_view, (uint64_t)*out);
    return true;
}

/* ---- what is written ---- */

static void limit(int64_t *low, int64_t *high, int64_t from, int64_t size) {
    *low = *low > from ? *low : from;
    *high = *high < from + size ? *high : from + size;
}

/* False: nothing is. */
static bool area_of(const struct blit *blit, const struct texture_use *target, VkRect2D *out) {
    int64_t x0 = blit->x, x1 = x0 + blit->width, y0 = blit->y, y1 = y0 + blit->height;
    const struct blit_surface *d = &blit->destination;
    limit(&x0, &x1, 0, target->width < d->width ? target->width : d->width);
    limit(&y0, &y1, 0, target->height < d->height ? target->height : d->height);
    if (blit->clips) {
        limit(&x0, &x1, blit->clip_x, blit->clip_width);
        limit(&y0, &y1, blit->clip_y, blit->clip_height);
    }
    if (x0 >= x1 || y0 >= y1)
        return false;
    *out = (VkRect2D){{(int32_t)x0, (int32_t)y0}, {(uint32_t)(x1 - x0), (uint32_t)(y1 - y0)}};
    return true;
}

/* ---- within one image ---- */

static VkBufferImageCopy region_of(const struct stream_slice *slice, const struct texture_use *use,
                                   VkOffset2D at, VkExtent2D size) {
    return (VkBufferImageCopy){
        .bufferOffset = slice->offset,
        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, use->level, use->volume ? 0 : use->layer,
                             1},
        .imageOffset = {at.x, at.y, use->volume ? (int32_t)use->layer : 0},
        .imageExtent = {size.width, size.height, 1},
    };
}

/* Rows of it, by way of scratch memory. */
static void copy_rows(struct backend *b, const struct sides *s, VkOffset2D from, VkRect2D area) {
    const uint64_t size = (uint64_t)area.extent.width * area.extent.height * LARGEST_TEXEL;
    const struct stream_slice scratch = batch_scratch(b->batches, size, LARGEST_TEXEL);
    const VkBufferImageCopy out = region_of(&scratch, &s->source, from, area.extent);
    const VkBufferImageCopy in = region_of(&scratch, &s->target, area.offset, area.extent);
    batch_barrier(b->batches);
    vkCmdCopyImageToBuffer(batch_commands(b->batches), s->source.image, VK_IMAGE_LAYOUT_GENERAL,
                           scratch.buffer, 1, &out);
    batch_barrier(b->batches);
    vkCmdCopyBufferToImage(batch_commands(b->batches), scratch.buffer, s->target.image,
                           VK_IMAGE_LAYOUT_GENERAL, 1, &in);
    batch_barrier(b->batches);
}

/* Texels one to one. Source and target may overlap: as many rows at a time as scratch memory holds,
 * from that end on where none is read behind its being written. False: they are not one to one. */
static bool copy_within(struct backend *b, const struct blit *blit, const struct sides *s,
                        const VkRect2D *area) {
    enum { MOST_BYTES = 16 << 20 };
    const int64_t half = blit->corner ? 0 : ONE / 2;
    /* Places that are none are far outside. */
    const int64_t x =
        (blit->source_x / 2 + half / 2) / (ONE / 2) + ((int64_t)area->offset.x - blit->x);
    const int64_t y =
        (blit->source_y / 2 + half / 2) / (ONE / 2) + ((int64_t)area->offset.y - blit->y);
    if (blit->step_x != ONE || blit->step_y != ONE || s->source.format != s->target.format ||
        x < 0 || y < 0 || x + area->extent.width > s->source.width ||
        y + area->extent.height > s->source.height)
        return false;
    const uint32_t rows = area->extent.height,
                   step = MOST_BYTES / (area->extent.width * LARGEST_TEXEL);
    const bool upward = y < area->offset.y;
    for (uint32_t done = 0; done < rows;) {
        const uint32_t part = step < rows - done ? step : rows - done;
        const int32_t row = (int32_t)(upward ? rows - done - part : done);
        copy_rows(b, s, (VkOffset2D){(int32_t)x, (int32_t)y + row},
                  (VkRect2D){{area->offset.x, area->offset.y + row}, {area->extent.width, part}});
        done += part;
    }
    return true;
}

/* ---- all of it ---- */

static void draw(struct backend *b, const struct blit *blit, const struct sides *s,
                 const VkRect2D *area) {
    const uint8_t scalar = (uint8_t)drawing_scalar(s->source_format);
    const struct blit_surface *from = &blit->source;
    const uint32_t width = s->source.width << s->samples_x_log2;
    const uint32_t height = s->source.height << s->samples_y_log2;
    struct error error = {0};
    struct blit_draw what = {
        .target = s->target.view,
        .format = s->target.format,
        .scalar = scalar,
        .extent = {s->target.width, s->target.height},
        .area = *area,
        .from = {blit->source_x, blit->source_y},
        .step = {blit->step_x, blit->step_y},
        .corner = {blit->x, blit->y},
        .size = {from->width < width ? from->width : width,
                 from->height < height ? from->height : height},
        .samples_log2 = {s->samples_x_log2, s->samples_y_log2},
        .flags = (blit->corner ? BLIT_CORNER : 0) |
                 (blit->bilinear && scalar == SHADER_FLOAT ? BLIT_BILINEAR : 0),
    };
    blit_operate(blit, s, &what);
    if (!source_view(b, s, &what.source, &error) || !blit_draw(b->blitting->draws, &what, &error))
        log_once(&b->blitting->warned_draw, LOG_GPU, "a copy of the 2D engine is left out: %s",
                 error.text);
}

void backend_blit(void *context, const struct blit *blit) {
    struct backend *b = context;
    struct blitting *x = b->blitting;
    struct sides sides;
    struct error error = {0};
    VkRect2D area;
    if (!condition_holds(b->memory, blit->pages, &blit->condition))
        return;
    blit_scratches_limit(x->scratches);
    if (!find(b, blit, &sides, &error)) {
        log_once(&x->warned_target, LOG_GPU, "a copy of the 2D engine is left out: %s", error.text);
        return;
    }
    if (!area_of(blit, &sides.target, &area) || !blit_is_possible(b, blit, &sides))
        return;
    textures_wrote(b->textures, &sides.target, &area, 0, 1);
    if (blit->operation != BLIT_COPY || sides.source.image != sides.target.image ||
        !copy_within(b, blit, &sides, &area))
        draw(b, blit, &sides, &area);
}
