/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_shape.h"

#include "gpu/block_linear.h"
#include "gpu/engine/state.h"

enum { BLOCK_LINEAR_ALIGN = 512, PITCH_ALIGN = 32 };

static uint32_t shrink(uint32_t size, uint32_t level) {
    return size >> level ? size >> level : 1;
}

static uint64_t up(uint64_t value, uint64_t by) {
    return (value + by - 1) / by;
}

/* ---- making one ---- */

static bool find_storage(struct image_shape *s, uint64_t address, const struct page_table *pages,
                         struct error *error) {
    uint64_t length = 0;
    s->memory = page_table_find(pages, address, s->size, &length);
    if (!s->memory || length < s->size)
        return error_set(error, ERROR_GUEST,
                         "an image of %ux%ux%u with %u layers at 0x%llx needs 0x%llx bytes, of "
                         "which 0x%llx are mapped in one piece",
                         s->extent.width, s->extent.height, s->extent.depth, s->extent.layers,
                         (unsigned long long)address, (unsigned long long)s->size,
                         (unsigned long long)(s->memory ? length : 0));
    return true;
}

/* Rows of pitch storage are one level of one layer. */
static bool lay_out_rows(struct image_shape *s, struct error *error) {
    const struct texture_shape *e = &s->extent;
    if (!e->width || !e->height || e->width > TEXTURE_LARGEST || e->height > TEXTURE_LARGEST ||
        e->layers != 1 || e->levels != 1 || e->depth != 1 || e->block_width != 1 ||
        (uint64_t)e->width * e->bytes > s->pitch || s->pitch % e->bytes ||
        e->samples_x * e->samples_y != 1)
        return error_set(error, ERROR_GUEST,
                         "%ux%u texels of %u bytes in rows of %u bytes, %u layers, are no image "
                         "that the GPU has",
                         e->width, e->height, e->bytes, s->pitch, e->layers);
    s->size = s->layer_stride = (uint64_t)s->pitch * e->height;
    s->layout = (struct texture_layout){
        .level[0] = {.size = s->size, .width = e->width, .height = e->height, .depth = 1},
        .layer_stride = s->size,
        .size = s->size,
    };
    return true;
}

static bool lay_out(struct image_shape *s, uint64_t layer_stride, struct error *error) {
    if (shape_samples(s) > 1 && (s->extent.levels != 1 || s->dimensions != 2))
        return error_set(error, ERROR_GUEST, "%u samples of %u levels of %u dimensions",
                         shape_samples(s), s->extent.levels, s->dimensions);
    if (s->pitch)
        return lay_out_rows(s, error);
    if (!texture_layout(&s->extent, &s->layout, error))
        return false;
    s->layer_stride = s->extent.layers > 1 ? layer_stride : s->layout.size;
    if (s->extent.layers > 1 && !layer_stride)
        s->layer_stride = s->layout.layer_stride;
    const struct texture_level *last = &s->layout.level[s->extent.levels - 1];
    const uint64_t one_layer = last->offset + last->size;
    if (s->layer_stride < one_layer || s->layer_stride >> PAGE_TABLE_BITS)
        return error_set(error, ERROR_GUEST, "layers of 0x%llx bytes every 0x%llx bytes overlap",
                         (unsigned long long)one_layer, (unsigned long long)s->layer_stride);
    s->size = s->layer_stride * (s->extent.layers - 1) + one_layer;
    return true;
}

static bool is_pitch(const struct texture_header *h) {
    return h->storage == STORAGE_PITCH || h->storage == STORAGE_PITCH_COLOR_KEY;
}

static void header_extent(const struct texture_header *h, struct image_shape *s) {
    struct texture_shape *e = &s->extent;
    s->dimensions = 2;
    switch (h->type) {
    case TYPE_1D:
    case TYPE_1D_ARRAY:
        s->dimensions = 1;
        e->height = 1;
        e->layers = h->type == TYPE_1D ? 1 : h->depth;
        break;
    case TYPE_2D_ARRAY:
        e->layers = h->depth;
        break;
    case TYPE_3D:
        s->dimensions = 3;
        e->depth = h->depth;
        break;
    case TYPE_CUBE:
        e->layers = 6;
        break;
    case TYPE_CUBE_ARRAY:
        e->layers = h->depth * 6;
        break;
    default:
        break;
    }
}

bool shape_of_texture(const struct texture_header *h, const struct vulkan_format *f,
                      const struct page_table *pages, struct image_shape *s, struct error *error) {
    uint8_t samples_x = 0, samples_y = 0;
    if (!state_sample_grid(h->multisample, &samples_x, &samples_y))
        return error_set(error, ERROR_UNSUPPORTED, "textures of multisample mode %u",
                         h->multisample);
    if (h->storage == STORAGE_BUFFER || h->storage > STORAGE_BLOCK_LINEAR_COLOR_KEY)
        return error_set(error, ERROR_GUEST, "storage of kind %u is none of an image", h->storage);
    *s = (struct image_shape){
        .extent = {.width = h->width,
                   .height = h->height,
                   .depth = 1,
                   .layers = 1,
                   .levels = h->levels,
                   .block_width = f->block_width,
                   .block_height = f->block_height,
                   .bytes = f->bytes,
                   .samples_x = (uint8_t)(1 << samples_x),
                   .samples_y = (uint8_t)(1 << samples_y),
                   .height_log2 = h->tile_height_log2,
                   .depth_log2 = h->tile_depth_log2},
        .class = f->class,
        .packing = f->packing,
        .decoder = f->decoder,
        .pitch = is_pitch(h) ? h->pitch : 0,
    };
    if (is_pitch(h) && !h->pitch)
        return error_set(error, ERROR_GUEST, "a texture has rows of no bytes");
    header_extent(h, s);
    const uint64_t align = s->pitch ? PITCH_ALIGN : BLOCK_LINEAR_ALIGN;
    return lay_out(s, 0, error) && find_storage(s, h->address & ~(align - 1), pages, error);
}

bool shape_of_target(const struct target *t, const struct vulkan_format *f,
                     const struct page_table *pages, struct image_shape *s, struct error *error) {
    const uint64_t align = t->pitch ? PITCH_ALIGN : BLOCK_LINEAR_ALIGN;
    *s = (struct image_shape){
        .extent = {.width = t->pitch ? t->width / f->bytes : t->width,
                   .height = t->height,
                   .depth = t->volume ? t->layers : 1,
                   .layers = t->volume ? 1 : t->layers,
                   .levels = 1,
                   .block_width = 1,
                   .block_height = 1,
                   .bytes = f->bytes,
                   .samples_x = (uint8_t)(1 << t->samples_x_log2),
                   .samples_y = (uint8_t)(1 << t->samples_y_log2),
                   .height_log2 = t->height_log2,
                   .depth_log2 = t->depth_log2},
        .dimensions = t->volume ? 3 : 2,
        .class = f->class,
        .packing = f->packing,
        .pitch = t->pitch ? t->width : 0,
        .rounded = true,
    };
    if (t->depth && t->volume)
        return error_set(error, ERROR_GUEST, "a volume of depth is no target that the GPU has");
    uint64_t address = t->address + (t->volume ? 0 : t->first_layer * t->layer_stride);
    if (address % align || (t->pitch && !t->width))
        return error_set(error, ERROR_GUEST, "a target at 0x%llx with rows of %u is misplaced",
                         (unsigned long long)address, t->width);
    return lay_out(s, t->layer_stride, error) && find_storage(s, address, pages, error);
}

/* ---- asking it ---- */

uint32_t shape_width(const struct image_shape *s, uint32_t level) {
    return shrink(s->extent.width, level);
}

uint32_t shape_height(const struct image_shape *s, uint32_t level) {
    return shrink(s->extent.height, level);
}

uint32_t shape_depth(const struct image_shape *s, uint32_t level) {
    return shrink(s->extent.depth, level);
}

uint32_t shape_samples(const struct image_shape *s) {
    return (uint32_t)s->extent.samples_x * s->extent.samples_y;
}

bool shape_stored(const struct image_shape *s) {
    return shape_samples(s) == 1 && s->class < CLASS_D16;
}

struct texture_box shape_box(const struct image_shape *s, uint32_t level) {
    const struct texture_level *l = &s->layout.level[level];
    return (struct texture_box){0, 0, 0, l->width, l->height, l->depth};
}

void shape_range(const struct image_shape *s, uint32_t level, uint32_t layer,
                 const struct texture_box *box, uint64_t *offset, uint64_t *size) {
    if (s->pitch) {
        *offset = (uint64_t)s->pitch * box->y;
        *size = (uint64_t)s->pitch * box->height;
        return;
    }
    const struct texture_level *l = &s->layout.level[level];
    const unsigned h = l->height_log2, d = l->depth_log2;
    const uint64_t across = up((uint64_t)l->width * s->extent.bytes, BLOCK_LINEAR_GOB_X);
    const uint64_t row = across << (9 + h + d); /* of blocks */
    const uint64_t down = up(l->height, (uint64_t)BLOCK_LINEAR_GOB_Y << h);
    const uint64_t first_z = box->z >> d, last_z = (box->z + box->depth - 1) >> d;
    const uint64_t first_y = box->y >> (3 + h), last_y = (box->y + box->height - 1) >> (3 + h);
    const uint64_t begin = (first_z * down + first_y) * row;
    const uint64_t end = (last_z * down + last_y + 1) * row;
    *offset = layer * s->layer_stride + l->offset + begin;
    *size = end - begin;
}

/* ---- comparing ---- */

static bool same_kind(const struct image_shape *a, const struct image_shape *b) {
    const struct texture_shape *x = &a->extent, *y = &b->extent;
    return a->class == b->class && a->packing == b->packing && a->dimensions == b->dimensions &&
           a->pitch == b->pitch && x->bytes == y->bytes && x->block_width == y->block_width &&
           x->block_height == y->block_height && x->samples_x == y->samples_x &&
           x->samples_y == y->samples_y && a->decoder.kind == b->decoder.kind &&
           a->decoder.result == b->decoder.result;
}

static uint64_t gobs_across(const struct image_shape *s, uint32_t level) {
    return up((uint64_t)s->layout.level[level].width * s->extent.bytes, BLOCK_LINEAR_GOB_X);
}

static bool same_size(const struct image_shape *whole, uint32_t level,
                      const struct image_shape *part) {
    const bool width = part->rounded && !part->pitch
                           ? gobs_across(whole, level) == gobs_across(part, 0)
                           : shape_width(whole, level) == part->extent.width;
    return width && shape_height(whole, level) == part->extent.height &&
           shape_depth(whole, level) == part->extent.depth;
}

bool shape_within(const struct image_shape *whole, const struct image_shape *part,
                  struct image_place *out) {
    if (!same_kind(whole, part) || part->memory < whole->memory ||
        part->memory - whole->memory >= (ptrdiff_t)whole->size)
        return false;
    const uint64_t from = (uint64_t)(part->memory - whole->memory);
    const uint64_t layer = from / whole->layer_stride, rest = from % whole->layer_stride;
    uint32_t level = 0;
    while (level < whole->extent.levels && whole->layout.level[level].offset != rest)
        level++;
    if (level + part->extent.levels > whole->extent.levels ||
        layer + part->extent.layers > whole->extent.layers ||
        (part->extent.layers > 1 && part->layer_stride != whole->layer_stride) ||
        !same_size(whole, level, part))
        return false;
    const struct texture_level *a = &whole->layout.level[level], *b = &part->layout.level[0];
    if (!whole->pitch && (a->height_log2 != b->height_log2 || a->depth_log2 != b->depth_log2))
        return false;
    *out = (struct image_place){level, (uint32_t)layer};
    return true;
}
