/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/blit/blit_parts.h"

#include "gpu/vulkan/draw/draw_parts.h"
#include "gpu/vulkan/texture/format.h"

#include "base/log.h"

/* What the 2D engine does with texels. A is alpha, b1 and b4 are its factors:
 *   copy and:             source where A is not zero
 *   blend and:            source A b1 + target (1 - A b1)
 *   copy, premultiplied:  source b4
 *   blend, premultiplied: source b4 + target (1 - A b4.a)
 * deko3d's definitions of the engine say so. */

static bool blends(uint8_t operation) {
    return operation == BLIT_BLEND_AND || operation == BLIT_BLEND_PREMULTIPLIED;
}

bool blit_is_possible(struct backend *b, const struct blit *blit, const struct sides *s) {
    struct blitting *x = b->blitting;
    const uint8_t scalar = (uint8_t)drawing_scalar(s->source_format);
    const bool plain = s->source.aspects == VK_IMAGE_ASPECT_COLOR_BIT &&
                       s->target.aspects == VK_IMAGE_ASPECT_COLOR_BIT && s->target.samples == 1 &&
                       scalar == drawing_scalar(s->target_format);
    if (!plain)
        log_once(&x->warned_kind, LOG_GPU,
                 "a copy of the 2D engine from format 0x%x to 0x%x is left out: not between such "
                 "surfaces",
                 s->source_format, s->target_format);
    const bool works = blit->operation == BLIT_COPY ||
                       (scalar == SHADER_FLOAT && blit->operation != BLIT_ROP &&
                        blit->operation != BLIT_ROP_AND && b->vk->features.dualSrcBlend &&
                        (!blends(blit->operation) || pass_format_blends(b->vk, s->target.format)));
    if (plain && !works)
        log_once(&x->warned_operation, LOG_GPU,
                 "the 2D engine's operation %u is not there, for format 0x%x: the copy is left out",
                 blit->operation, s->source_format);
    return plain && works;
}

/* Alpha that no bits are there for. */
static bool is_opaque(uint8_t format) {
    struct vulkan_format f;
    struct error error;
    return format_of_target(format, false, &f, &error) && f.source[3] == SOURCE_ONE_FLOAT;
}

/* Fixed point with 31 bits behind the point, of which the highest eight count; below zero it is
 * zero. */
static float beta1_of(uint32_t word) {
    enum { AT = 23 };
    return word >> 31 ? 0 : (float)(word >> AT) / UINT8_MAX;
}

/* What becomes of a texel, of values as they are between 0 and 1. */
void blit_operate(const struct blit *blit, const struct sides *s, struct blit_draw *what) {
    const uint8_t operation = blit->operation;
    if (operation == BLIT_COPY)
        return;
    what->operates = true;
    what->blends = blends(operation);
    what->flags |= (is_opaque(s->source_format) ? BLIT_OPAQUE : 0) |
                   (operation == BLIT_COPY_AND ? BLIT_KEYED : 0) |
                   (operation == BLIT_BLEND_AND ? BLIT_BY_ALPHA : 0);
    for (unsigned i = 0; i < 4; i++)
        what->beta[i] = operation == BLIT_COPY_AND    ? 1
                        : operation == BLIT_BLEND_AND ? beta1_of(blit->beta1)
                                                      : (float)blit->beta4[i] / UINT8_MAX;
}
