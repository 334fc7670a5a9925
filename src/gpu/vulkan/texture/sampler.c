/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/texture/texture_parts.h"

#include "base/log.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sampler headers, whose numbers are those of clb197tex.h's TEXSAMP. */

enum { WRAP, MIRROR, CLAMP_TO_EDGE, BORDER, CLAMP_OGL, MIRROR_ONCE, MIRROR_ONCE_BORDER };
enum { MAG_LINEAR = 2, MIN_POINT = 1, NO_LEVELS = 1, LEVELS_LINEAR = 3 };
enum { REDUCTION_MINIMUM = 1, REDUCTION_MAXIMUM = 2 };
/* Different ones; programs have some dozens. Devices may end at 4000. */
enum { SAMPLERS_MOST = 2048 };

/* OpenGL's clamp reads half of the border at the edge where it filters: with no way to say so the
 * border is nearer to it, and the edge where nothing is filtered. The border of a mirror has no
 * form in Vulkan either. */
static VkSamplerAddressMode address_mode(const struct vulkan *vk, uint8_t wrap, bool linear) {
    static bool warned;
    switch (wrap) {
    case WRAP:
        return VK_SAMPLER_ADDRESS_MODE_REPEAT;
    case MIRROR:
        return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    case CLAMP_TO_EDGE:
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case BORDER:
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    case CLAMP_OGL:
        return linear ? VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER
                      : VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    default:
        if (wrap == MIRROR_ONCE_BORDER)
            log_once(&warned, LOG_GPU,
                     "a sampler mirrors once and then has its border: it ends with its edge");
        return vk->features12.samplerMirrorClampToEdge
                   ? VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE
                   : VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    }
}

static bool has_border(const VkSamplerCreateInfo *info) {
    const VkSamplerAddressMode border = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    return info->addressModeU == border || info->addressModeV == border ||
           info->addressModeW == border;
}

/* One of Vulkan's own colours, else the nearest of them. */
static VkBorderColor border_color(const float c[4], bool *exact) {
    static const struct {
        float color[4];
        VkBorderColor border;
    } known[] = {
        {{0, 0, 0, 0}, VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK},
        {{0, 0, 0, 1}, VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK},
        {{1, 1, 1, 1}, VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE},
    };
    unsigned best = 0;
    float least = INFINITY;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        float far = 0;
        for (unsigned k = 0; k < 4; k++)
            far += fabsf(c[k] - known[i].color[k]);
        if (far < least) {
            least = far;
            best = i;
        }
    }
    *exact = !memcmp(c, known[best].color, sizeof known[best].color);
    return known[best].border;
}

static VkSamplerReductionMode reduction_of(const struct vulkan *vk, uint8_t reduction) {
    static bool warned;
    if (!reduction)
        return VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE;
    if (!vk->features12.samplerFilterMinmax) {
        log_once(&warned, LOG_GPU, "%s has no samplers of least and most: they give the average",
                 vk->properties.deviceName);
        return VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE;
    }
    return reduction == REDUCTION_MINIMUM ? VK_SAMPLER_REDUCTION_MODE_MIN
                                          : VK_SAMPLER_REDUCTION_MODE_MAX;
}

static float limit(float value, float most) {
    return value > most ? most : value < -most ? -most : value;
}

static void describe(const struct vulkan *vk, const struct sampler_header *h,
                     const struct sampler_use *use, VkSamplerCreateInfo *info) {
    const bool mag = h->magnify == MAG_LINEAR && !use->nearest;
    const bool min = h->minify > MIN_POINT && !use->nearest;
    const VkPhysicalDeviceLimits *limits = &vk->properties.limits;
    *info = (VkSamplerCreateInfo){
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
        .magFilter = mag ? VK_FILTER_LINEAR : VK_FILTER_NEAREST,
        .minFilter = min ? VK_FILTER_LINEAR : VK_FILTER_NEAREST,
        .mipmapMode = h->between_levels == LEVELS_LINEAR && !use->nearest
                          ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                          : VK_SAMPLER_MIPMAP_MODE_NEAREST,
        .addressModeU = address_mode(vk, h->wrap[0], mag || min),
        .addressModeV = address_mode(vk, h->wrap[1], mag || min),
        .addressModeW = address_mode(vk, h->wrap[2], mag || min),
        .mipLodBias = limit(h->level_bias, limits->maxSamplerLodBias),
        .maxAnisotropy = 1,
        .compareEnable = use->compare,
        .compareOp = (VkCompareOp)h->compare_op, /* both from never (0) to always (7) */
        .minLod = h->least_level,
        .maxLod = h->most_level > h->least_level ? h->most_level : h->least_level,
    };
    /* llvmpipe of Mesa 22.3 crashes by an anisotropic sampler with a texture of one dimension. */
    const bool broken = vk->cpu && use->line;
    if (vk->features.samplerAnisotropy && h->anisotropy > 1 && min && !broken) {
        info->anisotropyEnable = VK_TRUE;
        info->maxAnisotropy = h->anisotropy < limits->maxSamplerAnisotropy
                                  ? h->anisotropy
                                  : limits->maxSamplerAnisotropy;
    }
    if (h->between_levels == NO_LEVELS) { /* as the specification of VkSamplerCreateInfo has it */
        info->minLod = 0;
        info->maxLod = 0.25f;
    }
    if (!h->seamless_cubes && vk->non_seamless_cubes)
        info->flags |= VK_SAMPLER_CREATE_NON_SEAMLESS_CUBE_MAP_BIT_EXT;
}

/* Vulkan's own colours are there for integers too. */
static VkBorderColor for_integers(VkBorderColor color) {
    switch (color) {
    case VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK:
        return VK_BORDER_COLOR_INT_OPAQUE_BLACK;
    case VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE:
        return VK_BORDER_COLOR_INT_OPAQUE_WHITE;
    default:
        return VK_BORDER_COLOR_INT_TRANSPARENT_BLACK;
    }
}

/* As one of Vulkan's own colours; false: it is only near to it. */
static bool plain_border(const struct sampler_header *h, bool integers, VkBorderColor *out) {
    float color[4];
    bool exact = true;
    memcpy(color, h->border, sizeof color);
    for (unsigned i = 0; integers && i < 4; i++) {
        uint32_t bits;
        memcpy(&bits, &h->border[i], sizeof bits);
        color[i] = bits ? 1 : 0;
        exact = exact && bits <= 1;
    }
    bool near;
    const VkBorderColor found = border_color(color, &near);
    *out = integers ? for_integers(found) : found;
    return exact && near;
}

static bool create(struct textures *t, const struct sampler_header *h,
                   const struct sampler_use *use, VkSampler *out, struct error *error) {
    static bool warned;
    struct vulkan *vk = t->vk;
    VkSamplerCreateInfo info;
    VkSamplerReductionModeCreateInfo reduction = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO,
        .reductionMode = reduction_of(vk, h->reduction),
    };
    VkSamplerCustomBorderColorCreateInfoEXT border = {
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT,
    };
    describe(vk, h, use, &info);
    if (reduction.reductionMode != VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE && !use->compare &&
        !use->nearest)
        info.pNext = &reduction;
    bool exact = true;
    if (has_border(&info))
        exact = plain_border(h, use->integers, &info.borderColor);
    const bool custom =
        vk->custom_border_color && vk->extras.custom_border_color.customBorderColorWithoutFormat &&
        t->custom_borders < vk->extras.custom_border_color_limits.maxCustomBorderColorSamplers;
    if (!exact && custom) {
        memcpy(border.customBorderColor.float32, h->border, sizeof h->border);
        border.pNext = info.pNext;
        info.pNext = &border;
        info.borderColor =
            use->integers ? VK_BORDER_COLOR_INT_CUSTOM_EXT : VK_BORDER_COLOR_FLOAT_CUSTOM_EXT;
        t->custom_borders++;
    } else if (!exact) {
        log_once(&warned, LOG_GPU, "%s has no border colours of its own choice for samplers",
                 vk->properties.deviceName);
    }
    return vulkan_ok(vk, vkCreateSampler(vk->device, &info, NULL, out), "vkCreateSampler", error);
}

bool textures_sampler(struct textures *t, const struct sampler_header *header,
                      const struct sampler_use *use, VkSampler *out, struct error *error) {
    for (size_t i = 0; i < t->sampler_count; i++)
        if (!memcmp(&t->samplers[i].use, use, sizeof *use) &&
            sampler_header_same(&t->samplers[i].header, header)) {
            *out = t->samplers[i].sampler;
            return true;
        }
    if (t->sampler_count == SAMPLERS_MOST)
        return error_set(error, ERROR_LIMIT, "the program has more than %d different samplers",
                         SAMPLERS_MOST);
    if (!create(t, header, use, out, error))
        return false;
    GROW(t->samplers, t->sampler_count, t->sampler_room);
    t->samplers[t->sampler_count].header = *header;
    t->samplers[t->sampler_count].use = *use;
    t->samplers[t->sampler_count++].sampler = *out;
    return true;
}

void samplers_free(struct textures *t) {
    for (size_t i = 0; i < t->sampler_count; i++)
        vkDestroySampler(t->vk->device, t->samplers[i].sampler, NULL);
    free(t->samplers);
}
