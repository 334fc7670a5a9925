/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_parts.h"

/* Textures and storage images as shaders see them. */

struct request {
    const struct texture_header *header;
    uint8_t dim; /* enum shader_dim */
    bool array, multisampled;
};

static uint8_t dimensions_of(uint8_t dim) {
    return dim == SHADER_1D ? 1 : dim == SHADER_3D ? 3 : 2;
}

static VkImageViewType view_type(const struct request *r) {
    switch (r->dim) {
    case SHADER_1D:
        return r->array ? VK_IMAGE_VIEW_TYPE_1D_ARRAY : VK_IMAGE_VIEW_TYPE_1D;
    case SHADER_3D:
        return VK_IMAGE_VIEW_TYPE_3D;
    case SHADER_CUBE:
        return r->array ? VK_IMAGE_VIEW_TYPE_CUBE_ARRAY : VK_IMAGE_VIEW_TYPE_CUBE;
    default:
        return r->array ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
    }
}

/* How many layers a view has; 0: the image cannot be seen so. */
static uint32_t view_layers(const struct request *r, const struct image_shape *s) {
    if (dimensions_of(r->dim) != s->dimensions || r->multisampled != (shape_samples(s) > 1))
        return 0;
    if (r->dim != SHADER_CUBE)
        return r->array ? s->extent.layers : 1;
    if (s->extent.width != s->extent.height)
        return 0;
    return r->array ? s->extent.layers / 6 * 6 : s->extent.layers >= 6 ? 6 : 0;
}

static void decode_where_wanted(const struct textures *t, const struct texture_header *h,
                                struct vulkan_format *f) {
    const bool is_srgb = format_without_srgb(f->format) != f->format;
    const uint8_t type = h->component[0];
    const struct texture_reading reading = {
        .srgb = is_srgb,
        .is_signed = type == COMPONENT_SNORM || type == COMPONENT_SNORM_AS_HALF,
    };
    if (block_decode_wanted(t->decode, f->format) &&
        texture_decoder(h->format, &reading, &f->decoder))
        f->format = block_decode_format(&f->decoder, is_srgb);
}

static bool find_for_shader(struct textures *t, const struct page_table *pages,
                            const struct request *r, struct found *f, struct error *error) {
    const struct texture_header *h = r->header;
    if (!format_of_texture(h, &f->format, error))
        return false;
    decode_where_wanted(t, h, &f->format);
    if (!shape_of_texture(h, &f->format, pages, &f->shape, error))
        return false;
    f->layers = view_layers(r, &f->shape);
    if (!f->layers)
        return error_set(error, ERROR_GUEST,
                         "the shader takes a texture of type %u, %ux%u, %u layers, %u samples for "
                         "something else",
                         h->type, h->width, h->height, f->shape.extent.layers,
                         shape_samples(&f->shape));
    if (!texture_find(t, &f->shape, textures_format(t, &f->format), f->format.aspects, &f->texture,
                      &f->place, error))
        return false;
    const uint32_t last = f->texture->shape.extent.levels - 1;
    const uint32_t first = f->place.level + h->first_level;
    f->level = first < last ? first : last;
    const uint32_t most = last - f->level + 1;
    const uint32_t wanted =
        h->last_level >= h->first_level ? h->last_level - h->first_level + 1u : 1;
    f->levels = wanted < most ? wanted : most;
    return true;
}

/* What it led to last time, if that is still so; the image is as storage is when it returns. */
static bool seen_before(struct textures *t, const struct texture_seen *key, struct texture_use *out,
                        bool *ok, struct error *error) {
    const struct texture_seen *seen = textures_seen(t, key);
    if (!seen)
        return false;
    *out = seen->use;
    texture_use_now(out->texture);
    *ok = texture_load(out->texture, out->level, seen->levels, out->layer, out->layers, error);
    return true;
}

static uint32_t as_number(uint8_t dim, bool array, bool multisampled, uint32_t format) {
    return dim | (uint32_t)array << 8 | (uint32_t)multisampled << 9 | format << 10;
}

static VkFormatFeatureFlags2 features_of(const struct vulkan *vk, VkFormat format) {
    VkFormatProperties3 can = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
    VkFormatProperties2 properties = {VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, &can, {0}};
    vkGetPhysicalDeviceFormatProperties2(vk->physical, format, &properties);
    return can.optimalTilingFeatures;
}

/* Of what is read, in the first place. */
static bool of_integers(const struct texture_header *h, VkImageAspectFlags aspect) {
    return aspect == VK_IMAGE_ASPECT_STENCIL_BIT ||
           (aspect == VK_IMAGE_ASPECT_COLOR_BIT &&
            (h->component[0] == COMPONENT_UINT || h->component[0] == COMPONENT_SINT));
}

static bool see_sampled(struct textures *t, const struct request *r, struct texture_seen *seen,
                        struct error *error) {
    struct found f;
    if (!find_for_shader(t, seen->pages, r, &f, error))
        return false;
    const VkFormat format =
        f.format.aspects == VK_IMAGE_ASPECT_COLOR_BIT ? f.format.format : f.texture->format;
    const VkImageViewCreateInfo info = {
        .viewType = view_type(r),
        .format = format,
        .components = format_components(&f.format, r->header),
        .subresourceRange = {f.format.view, f.level, f.levels, f.place.layer, f.layers},
    };
    found_use(&f, format, f.format.view, &seen->use);
    seen->use.integers = of_integers(r->header, f.format.view);
    const VkFormatFeatureFlags2 can = features_of(t->vk, format);
    seen->use.filters =
        !seen->use.integers && can & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    seen->use.compares = can & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_DEPTH_COMPARISON_BIT;
    seen->levels = f.levels;
    return texture_view(f.texture, &info, VK_IMAGE_USAGE_SAMPLED_BIT, &seen->use.view, error) &&
           texture_load(f.texture, f.level, f.levels, f.place.layer, f.layers, error);
}

bool textures_sampled(struct textures *t, const struct page_table *pages,
                      const struct texture_header *header, const struct contract_texture *want,
                      struct texture_use *out, struct error *error) {
    *out = (struct texture_use){0};
    if (want->dim == SHADER_BUFFER)
        return texels_view(t, pages, header, VK_FORMAT_UNDEFINED, TEXELS_SAMPLED, &out->texels,
                           error);
    const struct request r = {header, want->dim, want->array, want->multisampled};
    struct texture_seen seen;
    bool ok;
    textures_seen_key(t, pages, header, SEEN_SAMPLED,
                      as_number(want->dim, want->array, want->multisampled, 0), &seen);
    if (!seen_before(t, &seen, out, &ok, error)) {
        ok = see_sampled(t, &r, &seen, error);
        if (ok)
            textures_see(t, &seen);
        *out = seen.use;
    }
    if (ok)
        texture_order(out->texture);
    return ok;
}

static bool see_image(struct textures *t, const struct request *r, VkFormat format,
                      struct texture_seen *seen, struct error *error) {
    struct found f;
    if (!find_for_shader(t, seen->pages, r, &f, error))
        return false;
    if (!format)
        format = format_without_srgb(f.format.format);
    if (format_class_of(format) != f.format.class)
        return error_set(error, ERROR_UNSUPPORTED,
                         "an image of format 0x%02x cannot be stored to as Vulkan's format %d",
                         r->header->format, format);
    const VkImageViewCreateInfo info = {
        .viewType = view_type(r),
        .format = format,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, f.level, 1, f.place.layer, f.layers},
    };
    found_use(&f, format, VK_IMAGE_ASPECT_COLOR_BIT, &seen->use);
    seen->levels = 1;
    return texture_view(f.texture, &info, VK_IMAGE_USAGE_STORAGE_BIT, &seen->use.view, error) &&
           texture_load(f.texture, f.level, 1, f.place.layer, f.layers, error);
}

bool textures_image(struct textures *t, const struct page_table *pages,
                    const struct texture_header *header, const struct contract_image *want,
                    struct texture_use *out, struct error *error) {
    *out = (struct texture_use){0};
    const VkFormat asked = format_of_storage_image(want->format);
    const bool writes = want->written || want->atomic;
    if (want->dim == SHADER_BUFFER)
        return texels_view(t, pages, header, asked, writes ? TEXELS_WRITTEN : TEXELS_STORAGE,
                           &out->texels, error);
    const struct request r = {header, want->dim, want->array, want->multisampled};
    struct texture_seen seen;
    bool ok;
    textures_seen_key(t, pages, header, SEEN_IMAGE,
                      as_number(want->dim, want->array, want->multisampled, want->format), &seen);
    if (!seen_before(t, &seen, out, &ok, error)) {
        ok = see_image(t, &r, asked, &seen, error);
        if (ok)
            textures_see(t, &seen);
        *out = seen.use;
    }
    if (!ok)
        return false;
    texture_order(out->texture);
    const VkRect2D all = {{0, 0}, {out->width, out->height}};
    if (writes)
        textures_wrote(t, out, &all, 0,
                       out->volume ? shape_depth(&out->texture->shape, out->level) : out->layers);
    return true;
}
