/* SPDX-License-Identifier: MIT */
#include "gpu/engine/state.h"

#include "gpu/engine/state_registers.h"

/* Byte addresses of clb197.h. */
enum {
    SINGLE_CT_WRITE = 0xf90,
    BACK_STENCIL_REF = 0xf54,
    BACK_STENCIL_MASK = 0xf58,
    BACK_STENCIL_FUNC_MASK = 0xf5c,
    DEPTH_BOUNDS = 0xf9c,
    DEPTH_TEST = 0x12cc,
    BLEND_PER_TARGET = 0x12e4,
    DEPTH_WRITE = 0x12e8,
    ALPHA_TEST = 0x12ec,
    DEPTH_FUNC = 0x130c,
    ALPHA_REF = 0x1310,
    ALPHA_FUNC = 0x1314,
    BLEND_CONST = 0x131c,
    SEPARATE_ALPHA = 0x133c,
    COLOR_OP = 0x1340,
    COLOR_SOURCE = 0x1344,
    COLOR_DEST = 0x1348,
    ALPHA_OP = 0x134c,
    ALPHA_SOURCE = 0x1350,
    ALPHA_DEST = 0x1358,
    BLEND = 0x1360,
    STENCIL_TEST = 0x1380,
    STENCIL_OPS = 0x1384, /* fail, depth fail, pass, function */
    STENCIL_REF = 0x1394,
    STENCIL_FUNC_MASK = 0x1398,
    STENCIL_MASK = 0x139c,
    TWO_SIDED_STENCIL = 0x1594,
    BACK_STENCIL_OPS = 0x1598,
    DEPTH_BOUNDS_TEST = 0x19bc,
    LOGIC_OP = 0x19c4,
    LOGIC_OP_FUNC = 0x19c8,
    CT_WRITE = 0x1a00,
    TARGET_BLEND = 0x1e00,
};

/* ---- values with several spellings ---- */

static uint8_t compare(uint32_t v) {
    if (v >= 0x200 && v <= 0x207) /* OpenGL's */
        return (uint8_t)(v - 0x200);
    return v >= 1 && v <= 8 ? (uint8_t)(v - 1) : STATE_UNKNOWN;
}

static uint8_t stencil_op(uint32_t v) {
    static const struct {
        uint16_t gl;
        uint8_t op;
    } spelled[] = {{0x1e00, 0}, {0, 1},      {0x1e01, 2}, {0x1e02, 3},
                   {0x1e03, 4}, {0x150a, 5}, {0x8507, 6}, {0x8508, 7}};
    if (v >= 1 && v <= 8)
        return (uint8_t)(v - 1);
    for (unsigned i = 0; i < sizeof spelled / sizeof spelled[0]; i++)
        if (spelled[i].gl == v)
            return spelled[i].op;
    return STATE_UNKNOWN;
}

static uint8_t blend_op(uint32_t v) {
    switch (v) {
    case 0x8006: /* OpenGL's: add, min, max, subtract, subtract from */
        return 0;
    case 0x8007:
        return 3;
    case 0x8008:
        return 4;
    case 0x800a:
        return 1;
    case 0x800b:
        return 2;
    }
    return v >= 1 && v <= 5 ? (uint8_t)(v - 1) : STATE_UNKNOWN;
}

static uint8_t blend_factor(uint32_t v) {
    /* Direct3D's numbers from 1 on; 12 and 13 stood for both factors at once in old versions. */
    static const uint8_t direct[] = {
        STATE_UNKNOWN, 0,  1,  2,  3,  6,  7, 8, 9, 4, 5, 14, STATE_UNKNOWN,
        STATE_UNKNOWN, 10, 11, 15, 16, 17, 18};
    /* OpenGL's, with a bit above; those of constants and of the second source have two. */
    static const uint8_t colors[] = {2, 3, 6, 7, 8, 9, 4, 5, 14};
    if (v < sizeof direct)
        return direct[v];
    if (v == 0x4000 || v == 0x4001)
        return (uint8_t)(v & 1);
    if (v >= 0x4300 && v <= 0x4308)
        return colors[v - 0x4300];
    if (v >= 0xc001 && v <= 0xc004)
        return (uint8_t)(10 + (v - 0xc001));
    if (v >= 0xc900 && v <= 0xc903)
        return (uint8_t)(15 + (v - 0xc900));
    return STATE_UNKNOWN;
}

/* ---- groups ---- */

static struct state_blend common_blend(const uint32_t *r) {
    bool separate = flag_at(r, SEPARATE_ALPHA, 0);
    return (struct state_blend){
        .color_op = blend_op(word_at(r, COLOR_OP)),
        .color_source = blend_factor(word_at(r, COLOR_SOURCE)),
        .color_target = blend_factor(word_at(r, COLOR_DEST)),
        .alpha_op = blend_op(word_at(r, separate ? ALPHA_OP : COLOR_OP)),
        .alpha_source = blend_factor(word_at(r, separate ? ALPHA_SOURCE : COLOR_SOURCE)),
        .alpha_target = blend_factor(word_at(r, separate ? ALPHA_DEST : COLOR_DEST)),
    };
}

/* The word in front, which says whether alpha has equations of its own, no known driver writes; all
 * write alpha's equations. */
static struct state_blend target_blend(const uint32_t *r, unsigned i) {
    unsigned at = TARGET_BLEND + 0x20 * i;
    return (struct state_blend){
        .color_op = blend_op(word_at(r, at + 4)),
        .color_source = blend_factor(word_at(r, at + 8)),
        .color_target = blend_factor(word_at(r, at + 0xc)),
        .alpha_op = blend_op(word_at(r, at + 0x10)),
        .alpha_source = blend_factor(word_at(r, at + 0x14)),
        .alpha_target = blend_factor(word_at(r, at + 0x18)),
    };
}

void state_masks(const uint32_t *r, struct state_output *out) {
    const bool one_mask = flag_at(r, SINGLE_CT_WRITE, 0);
    for (unsigned i = 0; i < STATE_TARGETS; i++) {
        const uint32_t mask = word_at(r, CT_WRITE + (one_mask ? 0 : 4 * i));
        out->mask[i] = (uint8_t)((mask & 1) | (mask >> 3 & 2) | (mask >> 6 & 4) | (mask >> 9 & 8));
    }
}

void state_blending(const uint32_t *r, struct state_output *out) {
    if (flag_at(r, BLEND_PER_TARGET, 0)) {
        for (unsigned i = 0; i < STATE_TARGETS; i++)
            out->blend[i] = target_blend(r, i);
    } else {
        const struct state_blend common = common_blend(r);
        for (unsigned i = 0; i < STATE_TARGETS; i++)
            out->blend[i] = common;
    }
    for (unsigned i = 0; i < STATE_TARGETS; i++)
        out->blend[i].enabled = flag_at(r, BLEND + 4 * i, 0);
    for (unsigned i = 0; i < 4; i++)
        out->constant[i] = float_at(r, BLEND_CONST + 4 * i);
    out->logic = flag_at(r, LOGIC_OP, 0);
    uint32_t op = word_at(r, LOGIC_OP_FUNC);
    out->logic_op = op >= 0x1500 && op <= 0x150f ? (uint8_t)(op & 15) : STATE_UNKNOWN;
}

void state_output(const uint32_t *r, struct state_output *out) {
    state_blending(r, out);
    state_masks(r, out);
}

static struct state_stencil stencil_at(const uint32_t *r, unsigned ops) {
    return (struct state_stencil){
        .fail = stencil_op(word_at(r, ops)),
        .depth_fail = stencil_op(word_at(r, ops + 4)),
        .pass = stencil_op(word_at(r, ops + 8)),
        .compare = compare(word_at(r, ops + 12)),
    };
}

void state_depth_stencil(const uint32_t *r, struct state_depth_stencil *out) {
    *out = (struct state_depth_stencil){
        .test = flag_at(r, DEPTH_TEST, 0),
        .write = flag_at(r, DEPTH_WRITE, 0),
        .compare = compare(word_at(r, DEPTH_FUNC)),
        .bounds = flag_at(r, DEPTH_BOUNDS_TEST, 0),
        .least = float_at(r, DEPTH_BOUNDS),
        .most = float_at(r, DEPTH_BOUNDS + 4),
        .stencil = flag_at(r, STENCIL_TEST, 0),
        .alpha_test = flag_at(r, ALPHA_TEST, 0),
        .alpha_compare = compare(word_at(r, ALPHA_FUNC)),
        .alpha_reference = float_at(r, ALPHA_REF),
    };
    out->front = stencil_at(r, STENCIL_OPS);
    out->front.reference = (uint8_t)word_at(r, STENCIL_REF);
    out->front.read_mask = (uint8_t)word_at(r, STENCIL_FUNC_MASK);
    out->front.write_mask = (uint8_t)word_at(r, STENCIL_MASK);
    out->back = out->front;
    if (!flag_at(r, TWO_SIDED_STENCIL, 0))
        return;
    out->back = stencil_at(r, BACK_STENCIL_OPS);
    out->back.reference = (uint8_t)word_at(r, BACK_STENCIL_REF);
    out->back.read_mask = (uint8_t)word_at(r, BACK_STENCIL_FUNC_MASK);
    out->back.write_mask = (uint8_t)word_at(r, BACK_STENCIL_MASK);
}
