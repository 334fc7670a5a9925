/* SPDX-License-Identifier: MIT */
/* Texture headers, as NVIDIA's published texture header definitions (Maxwell, second generation)
 * have their fields; gpu/texture/descriptor.h reads them. */
#include "deko3d/image/format.h"
#include "deko3d/image/surface.h"

#include "gpu/texture/descriptor.h"

/* Word, first bit, bits. Those that are not here stay zero. */
#define FIELD(word, bit, bits) ((word) << 16 | (bit) << 8 | (bits))
enum field {
    SOURCE_X = FIELD(0, 19, 3), /* of y, z and w behind it */
    ADDRESS_LOW = FIELD(1, 0, 32),
    ADDRESS_HIGH = FIELD(2, 0, 16),
    FIRST_LAYER_3 = FIELD(2, 16, 5),
    STORAGE = FIELD(2, 21, 3),
    LOAD_STORE = FIELD(2, 24, 1),
    FIRST_LAYER_8 = FIELD(2, 29, 3),
    WIDTH_16 = FIELD(3, 0, 16),
    PITCH_5 = FIELD(3, 0, 16),
    TILE_HEIGHT = FIELD(3, 3, 3),
    TILE_DEPTH = FIELD(3, 6, 3),
    SPARSE_TILE_WIDTH = FIELD(3, 10, 3),
    LOD_QUALITY = FIELD(3, 16, 3), /* three bits of one each */
    LEVELS = FIELD(3, 28, 4),
    WIDTH = FIELD(4, 0, 16),
    FIRST_LAYER = FIELD(4, 16, 3),
    IS_SRGB = FIELD(4, 22, 1),
    TYPE = FIELD(4, 23, 4),
    SECTOR_PROMOTION = FIELD(4, 27, 2),
    BORDER = FIELD(4, 29, 3),
    HEIGHT = FIELD(5, 0, 16),
    DEPTH = FIELD(5, 16, 14),
    NORMALIZED = FIELD(5, 31, 1),
    FINE_SPREAD = FIELD(6, 23, 2),
    COARSE_SPREAD = FIELD(6, 25, 2),
    LEVEL_FIRST = FIELD(7, 0, 4),
    LEVEL_LAST = FIELD(7, 4, 4),
    MULTISAMPLE = FIELD(7, 8, 4),
};

enum { BORDER_OF_SAMPLER = 7, PROMOTE_TO_2V = 1, SPREAD_ONE = 1, SPREAD_TWO = 2, MOST_LEVELS = 16 };

static void set(DkImageDescriptor *d, enum field f, uint32_t value) {
    const unsigned bit = f >> 8 & 0xff;
    const uint32_t mask = (uint32_t)((1ull << (f & 0xff)) - 1) << bit;
    uint32_t *word = &d->words[f >> 16];
    *word = (*word & ~mask) | (value << bit & mask);
}

struct request { /* a view, with what it takes from its image */
    const DkImageView *view;
    const DkImageLayout *layout;
    const struct image_format *format;
    DkImageType type;
    bool stores, decays;
};

/* ---- where the program's x, y, z and w come from ---- */

static uint32_t color_source(const struct image_format *f, DkImageSwizzle swizzle) {
    switch (swizzle) {
    case DkImageSwizzle_One:
        return f->features & IMAGE_INTEGER ? SOURCE_ONE_INT : SOURCE_ONE_FLOAT;
    case DkImageSwizzle_Red:
    case DkImageSwizzle_Green:
    case DkImageSwizzle_Blue:
    case DkImageSwizzle_Alpha:
        return f->texture >> (19 + 3 * (swizzle - DkImageSwizzle_Red)) & 7;
    default:
        return SOURCE_ZERO;
    }
}

static void set_sources(DkImageDescriptor *d, const struct request *r) {
    uint32_t source[4];
    if (r->format->features & IMAGE_DEPTH) {
        /* The first component is the one in the lowest bits: stencil, where depth has 24. */
        const bool depth_second = (r->format->texture & 0x7f) == 0x29;
        const bool stencil = r->view->dsSource == DkDsSource_Stencil;
        source[0] = depth_second != stencil ? SOURCE_G : SOURCE_R;
        source[1] = source[2] = source[0];
        source[3] = stencil ? source[0] : SOURCE_ONE_FLOAT;
    } else {
        for (unsigned i = 0; i < 4; i++)
            source[i] = color_source(r->format, r->view->swizzle[i]);
    }
    for (unsigned i = 0; i < 4; i++)
        set(d, SOURCE_X + (3 * i << 8), source[i]);
}

/* ---- how it is stored ---- */

static uint32_t header_type(const struct request *r) {
    static const uint8_t types[] = {
        [DkImageType_1D] = TYPE_1D,
        [DkImageType_2D] = TYPE_2D,
        [DkImageType_3D] = TYPE_3D,
        [DkImageType_1DArray] = TYPE_1D_ARRAY,
        [DkImageType_2DArray] = TYPE_2D_ARRAY,
        [DkImageType_2DMS] = TYPE_2D,
        [DkImageType_2DMSArray] = TYPE_2D_ARRAY,
        [DkImageType_Rectangle] = TYPE_2D,
        [DkImageType_Cubemap] = TYPE_CUBE,
        [DkImageType_CubemapArray] = TYPE_CUBE_ARRAY,
    };
    if (r->stores && (r->type == DkImageType_Cubemap || r->type == DkImageType_CubemapArray))
        return TYPE_2D_ARRAY;
    return types[r->type];
}

static void set_storage(DkImageDescriptor *d, const struct request *r) {
    if (r->type == DkImageType_Buffer) {
        set(d, STORAGE, STORAGE_BUFFER);
        set(d, TYPE, TYPE_BUFFER);
        return;
    }
    set(d, NORMALIZED, r->type != DkImageType_Rectangle);
    set(d, BORDER, BORDER_OF_SAMPLER);
    if (r->layout->flags & DkImageFlags_PitchLinear) {
        set(d, STORAGE, STORAGE_PITCH);
        set(d, TYPE, TYPE_2D_NO_LEVELS);
        set(d, PITCH_5, r->layout->stride >> 5);
        return;
    }
    set(d, STORAGE, STORAGE_BLOCK_LINEAR);
    set(d, TYPE, header_type(r));
    set(d, SECTOR_PROMOTION, PROMOTE_TO_2V);
    set(d, LOD_QUALITY, 7);
    set(d, TILE_HEIGHT, r->layout->tile_height_log2);
    set(d, TILE_DEPTH, r->layout->tile_depth_log2);
}

/* ---- size ---- */

static uint32_t depth_of(const struct request *r) {
    const uint32_t depth = r->layout->dimensions[2];
    const uint32_t layers =
        r->view->layerCount ? r->view->layerCount : depth - r->view->layerOffset;
    switch (r->type) {
    case DkImageType_3D:
        return depth;
    case DkImageType_1DArray:
    case DkImageType_2DArray:
    case DkImageType_2DMSArray:
        return layers;
    case DkImageType_CubemapArray:
        return r->stores ? layers : layers / 6;
    case DkImageType_Cubemap:
        return r->stores ? 6 : 1;
    default:
        return 1;
    }
}

static void set_levels(DkImageDescriptor *d, const struct request *r) {
    const unsigned levels = r->layout->levels < MOST_LEVELS ? r->layout->levels : MOST_LEVELS;
    const unsigned last = levels ? levels - 1 : 0;
    unsigned from = r->view->mipLevelOffset, to = last;
    if (from > last)
        from = last;
    if (r->view->mipLevelCount && from + r->view->mipLevelCount - 1 < last)
        to = from + r->view->mipLevelCount - 1;
    set(d, LEVELS, last);
    set(d, LEVEL_FIRST, from);
    set(d, LEVEL_LAST, to);
}

static void set_size(DkImageDescriptor *d, const struct request *r) {
    const DkImageLayout *l = r->layout;
    const uint32_t width = l->dimensions[0] << (r->decays ? l->samples_x_log2 : 0);
    const uint32_t height = l->dimensions[1] << (r->decays ? l->samples_y_log2 : 0);
    set(d, WIDTH, width - 1);
    if (r->type == DkImageType_Buffer) {
        set(d, WIDTH_16, (width - 1) >> 16);
        return;
    }
    const bool flat = r->type == DkImageType_1D || r->type == DkImageType_1DArray;
    set(d, HEIGHT, flat ? 0 : height - 1);
    set(d, DEPTH, depth_of(r) - 1);
    if (!(l->flags & DkImageFlags_PitchLinear)) /* a row's bytes are in these bits */
        set(d, SPARSE_TILE_WIDTH, l->tile_width_log2);
    set(d, FINE_SPREAD, SPREAD_TWO);
    set(d, COARSE_SPREAD, SPREAD_ONE);
    set_levels(d, r);
}

/* A view of a cube as something else begins with its first face, whatever layerOffset says: as on
 * the console. */
static bool begins_with_layer(DkImageType image) {
    return image == DkImageType_1DArray || image == DkImageType_2DArray ||
           image == DkImageType_2DMSArray || image == DkImageType_CubemapArray;
}

static void set_place(DkImageDescriptor *d, const struct request *r) {
    const uint32_t layer = r->view->layerOffset;
    DkGpuAddr address = r->view->pImage->address;
    if (begins_with_layer(r->layout->type))
        address += layer * r->layout->layer_size;
    set(d, ADDRESS_LOW, (uint32_t)address);
    set(d, ADDRESS_HIGH, (uint32_t)(address >> 32));
    set(d, FIRST_LAYER, layer);
    set(d, FIRST_LAYER_3, layer >> 3);
    set(d, FIRST_LAYER_8, layer >> 8);
}

void dkImageDescriptorInitialize(DkImageDescriptor *obj, DkImageView const *view,
                                 bool usesLoadOrStore, bool decayMS) {
    const DkImage *image = view->pImage;
    const unsigned type = view->type ? view->type : image->layout.type;
    const unsigned format = view->format ? view->format : image->layout.format;
    /* Tables are read by both. */
    if (type - 1 >= DkImageType_Buffer || format - 1 >= DkImageFormat_Count - 1)
        dk_raise(image->block ? image->block->device : NULL, __func__, DkResult_BadInput,
                 "the view has a type or a format that does not exist");
    const struct request r = {
        .view = view,
        .layout = &image->layout,
        .format = &image_formats[format],
        .type = type,
        .stores = usesLoadOrStore,
        .decays = decayMS,
    };
    *obj = (DkImageDescriptor){.words = {r.format->texture}};
    set_sources(obj, &r);
    set_storage(obj, &r);
    set_size(obj, &r);
    set_place(obj, &r);
    set(obj, IS_SRGB, (r.format->features & IMAGE_SRGB) != 0);
    set(obj, LOAD_STORE, usesLoadOrStore);
    if (!decayMS)
        set(obj, MULTISAMPLE, image_msaa_mode(image->layout.samples_log2));
}
