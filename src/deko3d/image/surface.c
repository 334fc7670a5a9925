/* SPDX-License-Identifier: MIT */
#include "deko3d/image/surface.h"

#include "deko3d/image/format.h"
#include "deko3d/image/layout.h"

enum { GOB_WIDTH = 64, GOB_HEIGHT = 8 };
enum { TILE_HEIGHT = 4, TILE_DEPTH = 8, TILE_PITCH = 1 << 12, TILE_VOLUME = 1 << 16 };

/* A view may call an image by another name of the same base. */
static DkImageType base_of(DkImageType type) {
    switch (type) {
    case DkImageType_1DArray:
        return DkImageType_1D;
    case DkImageType_2DArray:
    case DkImageType_Rectangle:
    case DkImageType_Cubemap:
    case DkImageType_CubemapArray:
        return DkImageType_2D;
    case DkImageType_2DMSArray:
        return DkImageType_2DMS;
    default:
        return type;
    }
}

static bool is_layered(DkImageType type) {
    return type == DkImageType_2DArray || type == DkImageType_2DMSArray ||
           type == DkImageType_Cubemap || type == DkImageType_CubemapArray;
}

static bool is_target(enum surface_use use) {
    return use == SURFACE_COLOR_TARGET || use == SURFACE_DEPTH_TARGET;
}

static bool has_two_dimensions(DkImageType type) {
    return base_of(type) == DkImageType_2D || base_of(type) == DkImageType_2DMS ||
           type == DkImageType_3D;
}

struct request { /* a view, with what it takes from its image */
    const DkImageView *view;
    const DkImageLayout *layout;
    const struct image_format *format;
    DkImageType type;
    enum surface_use use;
};

static void check_form(DkDevice d, const struct request *r, const char *context) {
    const DkImageLayout *l = r->layout;
    const struct image_format *f = r->format;
    DK_CHECK_IN(d, context, base_of(r->type) == base_of(l->type), DkResult_BadInput,
                "the view's type is none that the image can be seen as");
    DK_CHECK_IN(d, context, f->bytes == l->bytes, DkResult_BadInput,
                "the view's format has not as many bytes as the image's");
    DK_CHECK_IN(d, context, f->block_width == l->block_width, DkResult_BadInput,
                "the view's format has blocks of another width than the image's");
    DK_CHECK_IN(d, context, f->block_height == l->block_height, DkResult_BadInput,
                "the view's format has blocks of another height than the image's");
    DK_CHECK_IN(d, context, r->view->mipLevelOffset < l->levels, DkResult_BadInput,
                "the image has not the view's mipLevelOffset");
    DK_CHECK_IN(d, context,
                r->type != DkImageType_3D || (!r->view->layerOffset && !r->view->layerCount),
                DkResult_BadInput, "a view of a 3D image has no layers");
    DK_CHECK_IN(d, context, has_two_dimensions(r->type), DkResult_BadInput,
                "images of one dimension cannot be drawn or copied to");
}

static void check_use(DkDevice d, const struct request *r, const char *context) {
    const uint32_t flags = r->layout->flags;
    const bool depth = r->format->features & (IMAGE_DEPTH | IMAGE_STENCIL);
    DK_CHECK_IN(d, context, !is_target(r->use) || flags & DkImageFlags_UsageRender,
                DkResult_BadFlags, "a target must be made with DkImageFlags_UsageRender");
    DK_CHECK_IN(d, context, r->use != SURFACE_2D || flags & DkImageFlags_Usage2DEngine,
                DkResult_BadFlags,
                "what the 2D engine copies must be made with DkImageFlags_Usage2DEngine");
    DK_CHECK_IN(d, context, r->use != SURFACE_COLOR_TARGET || !depth, DkResult_BadInput,
                "a depth image cannot be a colour target");
    DK_CHECK_IN(d, context, r->use != SURFACE_DEPTH_TARGET || depth, DkResult_BadInput,
                "a colour image cannot be a depth target");
    DK_CHECK_IN(d, context,
                r->use != SURFACE_DEPTH_TARGET ||
                    (r->type != DkImageType_3D && !(flags & DkImageFlags_PitchLinear)),
                DkResult_BadInput, "a depth target is neither 3D nor pitch-linear");
}

static void check_layers(DkDevice d, const struct request *r, const char *context) {
    const uint32_t layers = r->layout->dimensions[2];
    DK_CHECK_IN(d, context, !r->view->layerOffset || r->view->layerOffset < layers,
                DkResult_BadInput, "the image has not the view's layerOffset");
    DK_CHECK_IN(d, context,
                !is_layered(r->type) ||
                    (uint32_t)r->view->layerOffset + r->view->layerCount <= layers,
                DkResult_BadInput, "the image has not the view's layerOffset + layerCount");
}

static void take_size(struct image_surface *s, const struct request *r) {
    const DkImageLayout *l = r->layout;
    const struct image_format *f = r->format;
    const unsigned level = r->view->mipLevelOffset;
    s->samples_x = (uint8_t)(1u << l->samples_x_log2);
    s->samples_y = (uint8_t)(1u << l->samples_y_log2);
    s->width = image_up(image_shrink(l->dimensions[0], level), f->block_width);
    s->height = image_up(image_shrink(l->dimensions[1], level), f->block_height);
    s->samples_width =
        image_up(image_shrink(l->dimensions[0] * s->samples_x, level), f->block_width);
    s->samples_height =
        image_up(image_shrink(l->dimensions[1] * s->samples_y, level), f->block_height);
    s->depth = r->type == DkImageType_3D ? image_shrink(l->dimensions[2], level) : 1;
}

static void take_pitch(struct image_surface *s, const struct request *r) {
    s->pitch = true;
    s->horizontal = r->layout->stride;
    s->vertical = s->height;
    s->tile_mode = is_target(r->use) ? TILE_PITCH : 0;
    s->array_mode = 1;
}

static uint32_t layers_of(const struct image_surface *s, const struct request *r) {
    if (r->type == DkImageType_3D)
        return s->depth;
    if (!s->layered)
        return 1;
    return r->view->layerCount ? r->view->layerCount
                               : r->layout->dimensions[2] - r->view->layerOffset;
}

/* The console's library tells of tiles that are higher than the layout has them where the first
 * level has less rows than its tile: 6 to 8, or a tile that the program chose. */
static void take_blocks(struct image_surface *s, const struct request *r, bool defects) {
    const DkImageLayout *l = r->layout;
    const unsigned level = r->view->mipLevelOffset;
    unsigned height = l->tile_height_log2, depth = l->tile_depth_log2;
    if ((level || !defects) && r->type == DkImageType_3D)
        depth = image_fit(depth, 1, s->depth);
    else if (level || !defects)
        height = image_fit(height, GOB_HEIGHT, s->samples_height);
    const uint32_t tile_width = (uint32_t)(GOB_WIDTH / s->bytes) << l->tile_width_log2;
    s->address += image_level_offset(l, level) + r->view->layerOffset * l->layer_size;
    s->horizontal = image_up(s->samples_width, tile_width) * tile_width;
    s->vertical = s->samples_height;
    s->tile_mode = l->tile_width_log2 | height << TILE_HEIGHT | depth << TILE_DEPTH;
    if (is_target(r->use) && r->type == DkImageType_3D)
        s->tile_mode |= TILE_VOLUME;
    s->array_mode = layers_of(s, r);
    s->layer_bytes = l->layer_size;
    s->layer_stride = (uint32_t)(is_target(r->use) ? l->layer_size >> 2 : l->layer_size);
}

void image_surface(DkDevice d, const DkImageView *view, enum surface_use use,
                   struct image_surface *out, const char *context) {
    DK_CHECK_IN(d, context, view != NULL, DkResult_BadInput, "the view must not be NULL");
    DK_CHECK_IN(d, context, view->pImage != NULL, DkResult_BadInput,
                "the view's pImage must not be NULL");
    const DkImageLayout *layout = &view->pImage->layout;
    const unsigned format = view->format ? view->format : layout->format;
    if (format - 1 >= DkImageFormat_Count - 1) /* tables are read by it */
        dk_raise(d, context, DkResult_BadInput, "the view has a format that does not exist");
    const struct request r = {
        .view = view,
        .layout = layout,
        .format = &image_formats[format],
        .type = view->type ? view->type : layout->type,
        .use = use,
    };
    check_form(d, &r, context);
    check_use(d, &r, context);
    *out = (struct image_surface){
        .address = view->pImage->address,
        .format = is_target(use) ? r.format->target : r.format->two_d,
        .bytes = r.format->bytes,
        .block_width = r.format->block_width,
        .block_height = r.format->block_height,
        .layered = is_layered(r.type),
        .features = r.format->features,
    };
    take_size(out, &r);
    if (layout->flags & DkImageFlags_PitchLinear) {
        DK_CHECK_IN(d, context, !out->layered, DkResult_BadInput,
                    "a view of a pitch-linear image has no layers");
        take_pitch(out, &r);
    } else {
        check_layers(d, &r, context);
        take_blocks(out, &r, d->facts.upstream_defects);
    }
}
