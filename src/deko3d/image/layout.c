/* SPDX-License-Identifier: MIT */
#include "deko3d/image/layout.h"

#include "deko3d/image/format.h"

enum {
    GOB_HEIGHT = 8,
    GOB_LOG2 = 9,
    BLOCK_LINEAR_ALIGN = 512,
    PITCH_ALIGN = DK_IMAGE_LINEAR_STRIDE_ALIGNMENT,
    PITCH_TARGET_ALIGN = 128, /* of rows that are drawn to (Tegra X1's manual, tiling formats) */
};

static bool is_multisampled(DkImageType type) {
    return type == DkImageType_2DMS || type == DkImageType_2DMSArray;
}

static bool has_levels(DkImageType type) {
    return !is_multisampled(type) && type != DkImageType_Rectangle && type != DkImageType_Buffer;
}

/* Whether the maker's last dimension counts layers. */
static bool is_array(DkImageType type) {
    return type == DkImageType_1DArray || type == DkImageType_2DArray ||
           type == DkImageType_2DMSArray || type == DkImageType_CubemapArray;
}

static void check_maker(const DkImageLayoutMaker *m, const char *context) {
    const uint16_t can = image_formats[m->format].features;
    const unsigned given = image_dimensions(m->type) + is_array(m->type);
    const DkDevice d = m->device;
    DK_CHECK_IN(d, context, !is_multisampled(m->type) || m->msMode != DkMsMode_1x,
                DkResult_BadInput, "a multisampled image needs a msMode of more than one sample");
    DK_CHECK_IN(d, context, (unsigned)m->msMode <= DkMsMode_8x, DkResult_BadInput,
                "there is no such msMode");
    DK_CHECK_IN(d, context, m->mipLevels, DkResult_BadInput, "mipLevels must not be 0");
    for (unsigned i = 0; i < given; i++)
        DK_CHECK_IN(d, context, m->dimensions[i], DkResult_BadInput, "dimensions must not be 0");
    DK_CHECK_IN(d, context, !(m->flags & DkImageFlags_UsageRender) || can & IMAGE_RENDER,
                DkResult_BadFlags, "the format cannot be rendered to (UsageRender)");
    DK_CHECK_IN(d, context, !(m->flags & DkImageFlags_UsageLoadStore) || can & IMAGE_LOAD_STORE,
                DkResult_BadFlags, "shaders cannot store the format (UsageLoadStore)");
    DK_CHECK_IN(d, context, !(m->flags & DkImageFlags_Usage2DEngine) || can & IMAGE_2D,
                DkResult_BadFlags, "the 2D engine has not the format (Usage2DEngine)");
    DK_CHECK_IN(d, context,
                !(m->flags & DkImageFlags_Usage2DEngine) || image_dimensions(m->type) <= 2,
                DkResult_BadInput, "the 2D engine takes no 3D images (Usage2DEngine)");
    DK_CHECK_IN(d, context,
                !(m->flags & DkImageFlags_UsagePresent) || !(m->flags & DkImageFlags_PitchLinear),
                DkResult_BadFlags, "an image for a swapchain is block-linear (UsagePresent)");
    DK_CHECK_IN(d, context,
                !(m->flags & DkImageFlags_UsagePresent) ||
                    (image_dimensions(m->type) == 2 && !is_array(m->type) &&
                     m->type != DkImageType_Cubemap && !is_multisampled(m->type)),
                DkResult_BadInput,
                "an image for a swapchain is 2D, without layers and samples (UsagePresent)");
}

static void check_pitch(const DkImageLayoutMaker *m, const DkImageLayout *l, const char *context) {
    DK_CHECK_IN(m->device, context, image_dimensions(m->type) == 2 && !l->has_layers,
                DkResult_BadInput, "pitch-linear images are 2D and have no layers");
    DK_CHECK_IN(m->device, context, l->levels <= 1, DkResult_BadInput,
                "pitch-linear images have one level");
}

/* The shape, with layers in the last dimension; 1 where the type has not so many. */
static void take_shape(DkImageLayout *l, const DkImageLayoutMaker *m) {
    static const uint8_t across[] = {0, 1, 1, 2}, down[] = {0, 0, 1, 1}; /* by DkMsMode */
    l->dimensions[0] = m->dimensions[0];
    l->dimensions[1] = image_dimensions(m->type) < 2 ? 1 : m->dimensions[1];
    l->dimensions[2] = 1;
    l->has_layers = is_array(m->type) || m->type == DkImageType_Cubemap;
    if (m->type == DkImageType_1DArray)
        l->dimensions[2] = m->dimensions[1];
    else if (m->type == DkImageType_Cubemap)
        l->dimensions[2] = 6;
    else if (m->type == DkImageType_CubemapArray)
        l->dimensions[2] = 6 * m->dimensions[2];
    else if (m->type == DkImageType_3D || l->has_layers)
        l->dimensions[2] = m->dimensions[2];
    if (is_multisampled(m->type)) {
        l->samples_log2 = m->msMode & 3;
        l->samples_x_log2 = across[l->samples_log2];
        l->samples_y_log2 = down[l->samples_log2];
    }
    l->levels = 1;
    if (has_levels(m->type)) /* one level of a texel takes a GOB: more are of no use */
        l->levels = (uint8_t)(m->mipLevels > UINT8_MAX ? UINT8_MAX : m->mipLevels);
}

static void take_format(DkImageLayout *l, DkImageFormat format) {
    const struct image_format *f = &image_formats[format];
    l->format = format;
    l->bytes = f->bytes;
    l->block_width = f->block_width;
    l->block_height = f->block_height;
    while (f->bytes >> (l->bytes_log2 + 1)) /* of 12 bytes: 3 */
        l->bytes_log2++;
}

static void lay_out_buffer(DkImageLayout *l) {
    l->size = l->layer_size = (uint64_t)l->bytes * l->dimensions[0];
    l->align = l->bytes == 12 ? 4 : l->bytes;
}

static void lay_out_pitch(DkImageLayout *l, uint32_t stride) {
    l->align = l->flags & DkImageFlags_UsageRender ? PITCH_TARGET_ALIGN : PITCH_ALIGN;
    l->stride = stride ? stride : image_up(l->bytes * l->dimensions[0], l->align) * l->align;
    l->size = l->layer_size = (uint64_t)l->stride * l->dimensions[1];
}

static uint8_t tile_for(uint32_t size) { /* of half as much again, at most 16 */
    uint8_t log2 = 0;
    while (log2 < DkTileSize_SixteenGobs && size >> (log2 + 1))
        log2++;
    return log2;
}

static void choose_tile(DkImageLayout *l, const DkImageLayoutMaker *m) {
    const unsigned dimensions = image_dimensions(m->type);
    if (l->flags & DkImageFlags_CustomTileSize) {
        const uint8_t tile = (uint8_t)((unsigned)m->tileSize & 7);
        if (dimensions == 2)
            l->tile_height_log2 = tile;
        else if (dimensions == 3)
            l->tile_depth_log2 = tile;
    } else if (l->flags & DkImageFlags_UsageVideo) {
        l->tile_height_log2 = DkTileSize_TwoGobs; /* what the video engines take */
    } else if (dimensions == 2) {
        const uint32_t rows = image_up(l->dimensions[1] << l->samples_y_log2, l->block_height);
        l->tile_height_log2 = tile_for(image_up(rows + rows / 2, GOB_HEIGHT));
    } else if (dimensions == 3) {
        l->tile_depth_log2 = tile_for(l->dimensions[2] + l->dimensions[2] / 2);
    }
}

/* A layer begins where a block could. */
static uint64_t whole_blocks(const DkImageLayout *l, uint64_t size) {
    const uint32_t rows = image_up(l->dimensions[1], l->block_height);
    const unsigned log2 = GOB_LOG2 + image_fit(l->tile_height_log2, GOB_HEIGHT, rows) +
                          image_fit(l->tile_depth_log2, 1, l->dimensions[2]);
    return ((size + (1ull << log2) - 1) >> log2) << log2;
}

static void lay_out_blocks(DkImageLayout *l) {
    l->kind = image_page_kind(l->format, l->samples_log2, l->flags);
    l->align = BLOCK_LINEAR_ALIGN;
    l->size = l->layer_size = image_level_offset(l, l->levels);
    if (l->has_layers) {
        l->layer_size = whole_blocks(l, l->layer_size);
        l->size = l->layer_size * l->dimensions[2];
    }
    if (l->kind != PLATFORM_KIND_GENERIC) { /* its pages are set to the kind: no others' */
        l->align = PLATFORM_BIG_PAGE;
        l->size = (l->size + l->align - 1) & ~(uint64_t)(l->align - 1);
    }
}

void dkImageLayoutInitialize(DkImageLayout *obj, DkImageLayoutMaker const *maker) {
    const DkImageLayoutMaker *m = maker;
    /* Both are read tables by. */
    if ((unsigned)m->type - 1 >= DkImageType_Buffer)
        dk_raise(m->device, __func__, DkResult_BadInput, "there is no such type of images");
    if ((unsigned)m->format - 1 >= DkImageFormat_Count - 1)
        dk_raise(m->device, __func__, DkResult_BadInput, "there is no such format of images");
    check_maker(m, __func__);
    *obj = (DkImageLayout){.type = m->type, .flags = m->flags};
    take_format(obj, m->format);
    take_shape(obj, m);
    if (m->type == DkImageType_Buffer) {
        lay_out_buffer(obj);
    } else if (m->flags & DkImageFlags_PitchLinear) {
        check_pitch(m, obj, __func__);
        lay_out_pitch(obj, m->pitchStride);
    } else {
        DK_CHECK_INPUT(m->device,
                       !(m->flags & DkImageFlags_CustomTileSize) ||
                           (unsigned)m->tileSize <= DkTileSize_ThirtyTwoGobs,
                       "there is no such tileSize");
        choose_tile(obj, m);
        lay_out_blocks(obj);
    }
}

uint64_t dkImageLayoutGetSize(DkImageLayout const *obj) {
    return obj->size;
}

uint32_t dkImageLayoutGetAlignment(DkImageLayout const *obj) {
    return obj->align;
}
