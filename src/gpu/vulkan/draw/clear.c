/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/clear.h"
#include "gpu/vulkan/draw/draw_parts.h"
#include "gpu/vulkan/texture/format.h"

#include <string.h>

/* A clear: within the pass that is open where it has the target, else in one of its own. */

struct clear {
    struct state_clear what;
    VkRect2D rect;
};

/* The components that a target has, and the values in the order of Vulkan's. */
static uint8_t components_of(const struct target *t, const uint32_t value[4], uint8_t wanted,
                             uint32_t out[4], uint8_t *mask) {
    struct vulkan_format format;
    struct error error;
    uint8_t all = 0;
    *mask = 0;
    memset(out, 0, 4 * sizeof *out);
    if (!format_of_target(t->format, false, &format, &error))
        return 0;
    for (unsigned c = 0; c < 4; c++) {
        const uint8_t from = format.source[c];
        if (from < SOURCE_R || from > SOURCE_A)
            continue;
        out[from - SOURCE_R] = value[c];
        all |= (uint8_t)(1 << (from - SOURCE_R));
        *mask |= (uint8_t)((wanted >> c & 1) << (from - SOURCE_R));
    }
    return all;
}

static bool covers(const struct clear *c, const struct target *t) {
    const struct state_rect *r = &c->what.rect;
    return t->layers == 1 && !t->pitch && r->x0 <= 0 && r->y0 <= 0 && r->x1 >= (int64_t)t->width &&
           r->y1 >= (int64_t)t->height;
}

static bool cut(struct clear *c, const struct pass *p) {
    const struct state_rect area = {0, 0, (int32_t)p->extent.width, (int32_t)p->extent.height};
    const struct state_rect r = state_rect_and(c->what.rect, area);
    if (state_rect_empty(r))
        return false;
    c->rect = (VkRect2D){{r.x0, r.y0}, {(uint32_t)(r.x1 - r.x0), (uint32_t)(r.y1 - r.y0)}};
    return true;
}

/* A pass is open that has this layer of the targets as they are now. */
static bool is_open(const struct drawing *d, const struct clear *c) {
    const uint32_t groups = group_bit(THREE_TARGETS) | group_bit(THREE_MULTISAMPLE);
    return d->pass.commands && !(d->fresh_targets & groups) && c->what.layer < d->pass.layers &&
           (d->targets.layer_from_shader || !d->targets.layer);
}

/* The output of that pass which is this target; -1: none. */
static int open_output(const struct drawing *d, const struct clear *c) {
    const struct state_targets *t = &d->targets;
    if (!is_open(d, c))
        return -1;
    for (unsigned i = 0; i < d->pass.output_count; i++)
        if (d->pass.colors[i].used && t->map[i] == c->what.target && t->has_color[t->map[i]])
            return (int)i;
    return -1;
}

static void attachments(struct drawing *d, const struct clear *c, VkImageAspectFlags aspects,
                        unsigned output, const VkClearValue *value, uint32_t layer) {
    const VkClearAttachment attachment = {aspects, output, *value};
    const VkClearRect rect = {c->rect, layer, 1};
    vkCmdClearAttachments(d->pass.commands, 1, &attachment, 1, &rect);
}

/* A pass of the one target. */
static bool alone(struct drawing *d, const struct three_state *state, struct clear *c,
                  const struct target *t, bool drop) {
    static bool failed;
    struct error error = {0};
    struct pass_wanted wanted = {.drop = drop};
    if (t->depth)
        wanted.depth = t;
    else
        wanted.colors[wanted.output_count++] = t;
    d->fresh_targets = EVERY_GROUP; /* the pass is not that of draws */
    if (!pass_prepare(&d->pass, state->pages, &wanted, &error))
        return drawing_skip(d, &failed, "a clear: %s", error.text);
    if (!cut(c, &d->pass))
        return false;
    pass_open(&d->pass);
    return true;
}

static struct target layer_of(const struct target *t, uint32_t layer) {
    struct target one = *t;
    one.first_layer += layer;
    one.layers = 1;
    return one;
}

static void tell(struct drawing *d, const struct clear *c, bool colors) {
    const VkRect2D *r = &c->rect;
    pass_writes(&d->pass,
                (struct state_rect){r->offset.x, r->offset.y,
                                    r->offset.x + (int32_t)r->extent.width,
                                    r->offset.y + (int32_t)r->extent.height},
                colors, !colors);
}

static void quad(struct drawing *d, const struct clear *c, const struct clear_quad *what,
                 const uint32_t color[4]) {
    static bool failed;
    struct error error = {0};
    if (!clear_quad_draw(d->clear_quads, d->pass.commands, what, &c->rect, color,
                         c->what.stencil_value, c->what.stencil_mask, &error))
        drawing_skip(d, &failed, "a clear of some components: %s", error.text);
    d->told_pass = 0;
}

/* ---- colours ---- */

static void clear_color(struct drawing *d, const struct three_state *state, struct clear *c) {
    static bool missing;
    const unsigned number = c->what.target;
    if (number >= STATE_TARGETS || !d->targets.has_color[number] ||
        c->what.layer >= d->targets.color[number].layers) {
        drawing_skip(d, &missing, "a clear of target %u, layer %u, which does not exist", number,
                     c->what.layer);
        return;
    }
    const struct target *t = &d->targets.color[number];
    VkClearValue value;
    uint8_t mask;
    const uint8_t all =
        components_of(t, c->what.color_value, c->what.color, value.color.uint32, &mask);
    if (!mask)
        return;
    const int output = open_output(d, c);
    if (mask == all && output >= 0) {
        if (!cut(c, &d->pass))
            return;
        tell(d, c, true);
        attachments(d, c, VK_IMAGE_ASPECT_COLOR_BIT, (unsigned)output, &value, c->what.layer);
        return;
    }
    const struct target one = layer_of(t, c->what.layer);
    if (!alone(d, state, c, &one, mask == all && covers(c, t)))
        return;
    tell(d, c, true);
    if (mask == all) {
        attachments(d, c, VK_IMAGE_ASPECT_COLOR_BIT, 0, &value, 0);
        return;
    }
    const struct clear_quad what = {
        .color = d->pass.colors[0].use.format,
        .samples = (uint8_t)d->pass.samples,
        .mask = mask,
        .scalar = drawing_scalar(t->format),
    };
    quad(d, c, &what, value.color.uint32);
}

/* ---- depth and stencil ---- */

static void clear_depth(struct drawing *d, const struct three_state *state, struct clear *c) {
    static bool missing;
    const struct target *t = &d->targets.depth;
    if (!d->targets.has_depth || c->what.layer >= t->layers) {
        drawing_skip(d, &missing, "a clear of depth, layer %u, which does not exist",
                     c->what.layer);
        return;
    }
    const bool whole_stencil = c->what.stencil && c->what.stencil_mask == 0xff;
    const bool part = c->what.stencil && c->what.stencil_mask && !whole_stencil;
    const bool open = d->pass.depth.used && is_open(d, c);
    uint32_t layer = c->what.layer;
    if (!open || part) {
        const struct target one = layer_of(t, layer);
        if (!alone(d, state, c, &one, c->what.depth && whole_stencil && covers(c, t)))
            return;
        layer = 0;
    } else if (!cut(c, &d->pass)) {
        return;
    }
    VkImageAspectFlags aspects = 0;
    if (c->what.depth && d->pass.depth_format)
        aspects |= VK_IMAGE_ASPECT_DEPTH_BIT;
    if (whole_stencil && d->pass.stencil_format)
        aspects |= VK_IMAGE_ASPECT_STENCIL_BIT;
    tell(d, c, false);
    const float depth = c->what.depth_value;
    const VkClearValue value = {
        .depthStencil = {depth > 0 ? depth < 1 ? depth : 1 : 0, c->what.stencil_value}};
    if (aspects)
        attachments(d, c, aspects, 0, &value, layer);
    if (!part || !d->pass.stencil_format)
        return;
    const struct clear_quad what = {
        .depth = d->pass.depth_format,
        .stencil = d->pass.stencil_format,
        .samples = (uint8_t)d->pass.samples,
    };
    quad(d, c, &what, value.color.uint32);
}

void backend_clear(void *context, const struct three_state *state, uint32_t what) {
    struct backend *b = context;
    struct drawing *d = b->drawing;
    struct clear c = {0};
    drawing_take(d, state);
    if (!drawing_happens(d, state))
        return;
    state_clear(state->registers, what, &c.what);
    d->clears++;
    if (c.what.color)
        clear_color(d, state, &c);
    if (c.what.depth || c.what.stencil)
        clear_depth(d, state, &c);
}
