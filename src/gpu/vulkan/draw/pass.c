/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pass.h"

#include <string.h>

static void broken(void *context) {
    pass_end(context);
}

void pass_init(struct pass *p, struct backend *b) {
    *p = (struct pass){.backend = b};
    batches_on_break(b->batches, broken, p);
}

static bool has_depth(VkFormat f) {
    switch ((int)f) {
    case VK_FORMAT_D16_UNORM:
    case VK_FORMAT_X8_D24_UNORM_PACK32:
    case VK_FORMAT_D32_SFLOAT:
    case VK_FORMAT_D16_UNORM_S8_UINT:
    case VK_FORMAT_D24_UNORM_S8_UINT:
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
        return true;
    }
    return false;
}

static bool has_stencil(VkFormat f) {
    switch ((int)f) {
    case VK_FORMAT_S8_UINT:
    case VK_FORMAT_D16_UNORM_S8_UINT:
    case VK_FORMAT_D24_UNORM_S8_UINT:
    case VK_FORMAT_D32_SFLOAT_S8_UINT:
        return true;
    }
    return false;
}

static bool same_image(const struct pass_target *a, const struct pass_target *b) {
    return a->used == b->used && (!a->used || a->use.view == b->use.view);
}

bool pass_format_blends(const struct vulkan *vk, VkFormat format) {
    VkFormatProperties p;
    vkGetPhysicalDeviceFormatProperties(vk->physical, format, &p);
    return p.optimalTilingFeatures & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT;
}

static bool find(struct pass *p, const struct page_table *pages, const struct target *target,
                 bool keep, struct pass_target *out, struct error *error) {
    *out = (struct pass_target){0};
    if (!target)
        return true;
    if (!textures_target(p->backend->textures, pages, target, keep, &out->use, error))
        return false;
    out->used = true;
    out->blends = pass_format_blends(p->backend->vk, out->use.format);
    return true;
}

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* What all targets have. Without any: what the device has at most. */
static void measure(struct pass *p) {
    const VkPhysicalDeviceLimits *limits = &p->backend->vk->properties.limits;
    p->extent = (VkExtent2D){limits->maxFramebufferWidth, limits->maxFramebufferHeight};
    p->layers = limits->maxFramebufferLayers;
    p->samples = 0;
    bool any = false;
    for (unsigned i = 0; i <= p->output_count; i++) {
        const struct pass_target *t = i < p->output_count ? &p->colors[i] : &p->depth;
        if (!t->used)
            continue;
        any = true;
        p->extent.width = least(p->extent.width, t->use.width);
        p->extent.height = least(p->extent.height, t->use.height);
        p->layers = least(p->layers, t->use.layers);
        p->samples = (VkSampleCountFlagBits)t->use.samples;
    }
    if (any)
        return;
    p->layers = 1;
    p->samples = VK_SAMPLE_COUNT_1_BIT;
}

static bool same_samples(const struct pass *p) {
    for (unsigned i = 0; i <= p->output_count; i++) {
        const struct pass_target *t = i < p->output_count ? &p->colors[i] : &p->depth;
        if (t->used && t->use.samples != (uint32_t)p->samples)
            return false;
    }
    return true;
}

bool pass_prepare(struct pass *p, const struct page_table *pages, const struct pass_wanted *wanted,
                  struct error *error) {
    struct pass_target colors[STATE_TARGETS] = {0}, depth;
    bool same = p->output_count == wanted->output_count;
    for (unsigned i = 0; i < wanted->output_count; i++) {
        if (!find(p, pages, wanted->colors[i], !wanted->drop, &colors[i], error))
            return error_wrap(error, "colour target %u", i);
        same = same && same_image(&colors[i], &p->colors[i]);
    }
    if (!find(p, pages, wanted->depth, !wanted->drop, &depth, error))
        return error_wrap(error, "depth target");
    same = same && same_image(&depth, &p->depth);
    if (!same)
        pass_end(p);
    memcpy(p->colors, colors, sizeof colors);
    p->depth = depth;
    p->output_count = wanted->output_count;
    measure(p);
    p->depth_format = depth.used && has_depth(depth.use.format) ? depth.use.format : 0;
    p->stencil_format = depth.used && has_stencil(depth.use.format) ? depth.use.format : 0;
    if (!same_samples(p))
        return error_set(error, ERROR_UNSUPPORTED, "targets with different numbers of samples");
    return true;
}

static VkRenderingAttachmentInfo attachment(const struct pass_target *t) {
    return (VkRenderingAttachmentInfo){
        .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
        .imageView = t->used ? t->use.view : VK_NULL_HANDLE,
        .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
        .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
    };
}

void pass_open(struct pass *p) {
    if (p->commands)
        return;
    VkRenderingAttachmentInfo colors[STATE_TARGETS];
    for (unsigned i = 0; i < p->output_count; i++)
        colors[i] = attachment(&p->colors[i]);
    const VkRenderingAttachmentInfo depth = attachment(&p->depth);
    const VkRenderingInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = {.extent = p->extent},
        .layerCount = p->layers,
        .colorAttachmentCount = p->output_count,
        .pColorAttachments = colors,
        .pDepthAttachment = p->depth_format ? &depth : NULL,
        .pStencilAttachment = p->stencil_format ? &depth : NULL,
    };
    batch_barrier(p->backend->batches);
    p->commands = batch_commands(p->backend->batches);
    vkCmdBeginRendering(p->commands, &info);
    p->told_colors = p->told_depth = false;
    p->opened++;
}

void pass_end(struct pass *p) {
    if (!p->commands)
        return;
    vkCmdEndRendering(p->commands);
    p->commands = NULL;
}

static bool holds(struct state_rect outer, struct state_rect inner) {
    return inner.x0 >= outer.x0 && inner.y0 >= outer.y0 && inner.x1 <= outer.x1 &&
           inner.y1 <= outer.y1;
}

void pass_writes(struct pass *p, struct state_rect region, bool colors, bool depth) {
    const struct state_rect area = {0, 0, (int32_t)p->extent.width, (int32_t)p->extent.height};
    region = state_rect_and(region, area);
    if (state_rect_empty(region) || (!colors && !depth))
        return;
    if ((!colors || p->told_colors) && (!depth || p->told_depth) && holds(p->told, region))
        return;
    /* What grows covers what was told before, so that there is one rectangle to remember. */
    if (p->told_colors || p->told_depth) {
        struct state_rect *t = &p->told;
        region = (struct state_rect){
            region.x0 < t->x0 ? region.x0 : t->x0, region.y0 < t->y0 ? region.y0 : t->y0,
            region.x1 > t->x1 ? region.x1 : t->x1, region.y1 > t->y1 ? region.y1 : t->y1};
    }
    p->told = region;
    p->told_colors |= colors;
    p->told_depth |= depth;
    const VkRect2D rect = {{region.x0, region.y0},
                           {(uint32_t)(region.x1 - region.x0), (uint32_t)(region.y1 - region.y0)}};
    for (unsigned i = 0; colors && i < p->output_count; i++)
        if (p->colors[i].used)
            textures_wrote(p->backend->textures, &p->colors[i].use, &rect, 0, p->layers);
    if (depth && p->depth.used)
        textures_wrote(p->backend->textures, &p->depth.use, &rect, 0, p->layers);
}
