/* SPDX-License-Identifier: MIT */
#include "gpu/engine/state.h"

#include "gpu/engine/state_registers.h"

/* Byte addresses of clb197.h. */
enum {
    COLOR_TARGET = 0x800,
    SURFACE_CLIP = 0xff4,
    ZT_ADDRESS = 0xfe0,
    ZT_FORMAT = 0xfe8,
    ZT_BLOCK_SIZE = 0xfec,
    ZT_ARRAY_PITCH = 0xff0,
    CT_MRT_ENABLE = 0xfac,
    CT_SELECT = 0x121c,
    SRGB_WRITE = 0x15b8,
    ZT_SIZE = 0x1228,
    ZT_SELECT = 0x1538,
    ANTI_ALIAS = 0x15d0,
    RT_LAYER = 0x15cc,
    ZT_LAYER = 0x179c,
    COLOR_CLEAR_VALUE = 0xd80,
    Z_CLEAR_VALUE = 0xd90,
    STENCIL_CLEAR_VALUE = 0xda0,
    CLEAR_RECT = 0xd6c,
    CLEAR_CONTROL = 0x10f8,
    STENCIL_MASK = 0x139c,
    SCISSOR0 = 0xe00,
    VIEWPORT_CLIP0 = 0xc00,
};

/* Behind COLOR_TARGET, for each of them. */
enum { A, B = 4, WIDTH = 8, HEIGHT = 0xc, FORMAT = 0x10, MEMORY = 0x14, THIRD = 0x18 };
enum { ARRAY_PITCH = 0x1c, LAYER = 0x20, COLOR_TARGET_SIZE = 0x40 };

struct state_rect state_rect_and(struct state_rect a, struct state_rect b) {
    return (struct state_rect){
        a.x0 > b.x0 ? a.x0 : b.x0,
        a.y0 > b.y0 ? a.y0 : b.y0,
        a.x1 < b.x1 ? a.x1 : b.x1,
        a.y1 < b.y1 ? a.y1 : b.y1,
    };
}

bool state_rect_empty(struct state_rect r) {
    return r.x0 >= r.x1 || r.y0 >= r.y1;
}

bool state_sample_grid(uint32_t mode, uint8_t *x_log2, uint8_t *y_log2) {
    /* SET_ANTI_ALIAS: 1X1, 2X1, 2X2, 4X2, 4X2_D3D, 2X1_D3D, 4X4. The modes behind, with coverage
     * samples of their own, nobody has seen in use. */
    static const uint8_t grids[][2] = {{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 1}, {1, 0}, {2, 2}};
    if (mode >= sizeof grids / sizeof grids[0])
        return false;
    *x_log2 = grids[mode][0];
    *y_log2 = grids[mode][1];
    return true;
}

static uint32_t at_least_one(uint32_t value) {
    return value ? value : 1;
}

/* Without the curve of sRGB: SET_SRGB_WRITE switches it off for all targets. */
static uint8_t linear_format(uint8_t format) {
    switch (format) {
    case 0xd0: /* A8RL8GL8BL8 */
    case 0xd6: /* A8BL8GL8RL8 */
    case 0xe7: /* X8RL8GL8BL8 */
    case 0xfa: /* X8BL8GL8RL8 */
        return (uint8_t)(format - 1);
    }
    return format;
}

static struct target color_target(const uint32_t *r, unsigned i, const struct state_targets *all) {
    unsigned at = COLOR_TARGET + i * COLOR_TARGET_SIZE;
    struct target t = {
        .address = address_at(r, at + A),
        .width = bits_at(r, at + WIDTH, 0, 28),
        .height = bits_at(r, at + HEIGHT, 0, 17),
        .layers = at_least_one(bits_at(r, at + THIRD, 0, 16)),
        .first_layer = bits_at(r, at + LAYER, 0, 16),
        .layer_stride = (uint64_t)word_at(r, at + ARRAY_PITCH) * 4,
        .format = (uint8_t)bits_at(r, at + FORMAT, 0, 8),
        .pitch = flag_at(r, at + MEMORY, 12),
        .volume = flag_at(r, at + MEMORY, 16),
        .height_log2 = (uint8_t)bits_at(r, at + MEMORY, 4, 4),
        .depth_log2 = (uint8_t)bits_at(r, at + MEMORY, 8, 4),
        .samples_x_log2 = all->samples_x_log2,
        .samples_y_log2 = all->samples_y_log2,
    };
    if (!t.pitch) { /* registers count samples */
        t.width >>= t.samples_x_log2;
        t.height >>= t.samples_y_log2;
    }
    return t;
}

static struct target depth_target(const uint32_t *r, const struct state_targets *all) {
    bool one_layer = flag_at(r, ZT_SIZE + 8, 16);
    return (struct target){
        .address = address_at(r, ZT_ADDRESS),
        .width = bits_at(r, ZT_SIZE, 0, 28) >> all->samples_x_log2,
        .height = bits_at(r, ZT_SIZE + 4, 0, 17) >> all->samples_y_log2,
        .layers = one_layer ? 1 : at_least_one(bits_at(r, ZT_SIZE + 8, 0, 16)),
        .first_layer = bits_at(r, ZT_LAYER, 0, 16),
        .layer_stride = (uint64_t)word_at(r, ZT_ARRAY_PITCH) * 4,
        .format = (uint8_t)bits_at(r, ZT_FORMAT, 0, 5),
        .depth = true,
        .height_log2 = (uint8_t)bits_at(r, ZT_BLOCK_SIZE, 4, 4),
        .depth_log2 = (uint8_t)bits_at(r, ZT_BLOCK_SIZE, 8, 4),
        .samples_x_log2 = all->samples_x_log2,
        .samples_y_log2 = all->samples_y_log2,
    };
}

/* A rectangle as two registers of 16 bits of place and 16 of size. */
static struct state_rect placed_rect(const uint32_t *r, unsigned at) {
    int32_t x = (int32_t)bits_at(r, at, 0, 16), y = (int32_t)bits_at(r, at + 4, 0, 16);
    return (struct state_rect){x, y, x + (int32_t)bits_at(r, at, 16, 16),
                               y + (int32_t)bits_at(r, at + 4, 16, 16)};
}

/* The same of 16 bits of least and 16 of most. */
static struct state_rect bounded_rect(const uint32_t *r, unsigned at) {
    return (struct state_rect){(int32_t)bits_at(r, at, 0, 16), (int32_t)bits_at(r, at + 4, 0, 16),
                               (int32_t)bits_at(r, at, 16, 16),
                               (int32_t)bits_at(r, at + 4, 16, 16)};
}

void state_targets(const uint32_t *r, struct state_targets *out) {
    *out = (struct state_targets){0};
    uint32_t count = bits_at(r, CT_SELECT, 0, 4);
    out->count = (uint8_t)(count < STATE_TARGETS ? count : STATE_TARGETS);
    out->unknown_samples = !state_sample_grid(bits_at(r, ANTI_ALIAS, 0, 4), &out->samples_x_log2,
                                              &out->samples_y_log2);
    for (unsigned i = 0; i < STATE_TARGETS; i++) {
        out->map[i] = (uint8_t)bits_at(r, CT_SELECT, 4 + 3 * i, 3);
        out->color[i] = color_target(r, i, out);
        if (!flag_at(r, SRGB_WRITE, 0))
            out->color[i].format = linear_format(out->color[i].format);
        out->has_color[i] = out->color[i].format != 0;
    }
    out->one_color = !flag_at(r, CT_MRT_ENABLE, 0);
    out->depth = depth_target(r, out);
    out->has_depth = flag_at(r, ZT_SELECT, 0);
    out->clip = placed_rect(r, SURFACE_CLIP);
    out->layer_from_shader = flag_at(r, RT_LAYER, 16);
    out->layer = bits_at(r, RT_LAYER, 0, 16);
}

void state_clear(const uint32_t *r, uint32_t what, struct state_clear *out) {
    *out = (struct state_clear){
        .depth = what & 1,
        .stencil = what >> 1 & 1,
        .color = what >> 2 & 15,
        .target = what >> 6 & 15,
        .layer = what >> 10 & 0xffff,
        .depth_value = float_at(r, Z_CLEAR_VALUE),
        .stencil_value = (uint8_t)word_at(r, STENCIL_CLEAR_VALUE),
        .stencil_mask = 0xff,
        .rect = placed_rect(r, SURFACE_CLIP),
    };
    for (unsigned i = 0; i < 4; i++)
        out->color_value[i] = word_at(r, COLOR_CLEAR_VALUE + 4 * i);
    if (flag_at(r, CLEAR_CONTROL, 0))
        out->stencil_mask = (uint8_t)word_at(r, STENCIL_MASK);
    if (flag_at(r, CLEAR_CONTROL, 4))
        out->rect = state_rect_and(out->rect, bounded_rect(r, CLEAR_RECT));
    if (flag_at(r, CLEAR_CONTROL, 8) && flag_at(r, SCISSOR0, 0))
        out->rect = state_rect_and(out->rect, bounded_rect(r, SCISSOR0 + 4));
    if (flag_at(r, CLEAR_CONTROL, 12))
        out->rect = state_rect_and(out->rect, placed_rect(r, VIEWPORT_CLIP0));
}
