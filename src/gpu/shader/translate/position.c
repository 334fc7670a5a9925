/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/position.h"

#include "gpu/shader/translate/attribute.h"
#include "gpu/shader/translate/values.h"

enum { X, Y, Z, W };

static uint32_t load(struct translator *t, uint8_t part) {
    const struct attribute a = {ATTRIBUTE_POSITION, 0, part};
    return as_float(t, attribute_load(t, a, true, 0));
}

static void store(struct translator *t, uint8_t part, uint32_t value) {
    const struct attribute a = {ATTRIBUTE_POSITION, 0, part};
    attribute_store(t, a, as_word(t, value));
}

static uint32_t picked(struct translator *t, const uint32_t old[4], uint8_t from) {
    const uint32_t value = old[from >> 1 & 3];
    return from & 1 ? op1(t, SpvOpFNegate, type_f32(t), value) : value;
}

/* Where viewports differ, the one that the program chose says which. */
static uint32_t picked_by_viewport(struct translator *t, const uint32_t old[4], unsigned i) {
    const struct attribute viewport = {ATTRIBUTE_VIEWPORT, 0, 0};
    const struct shader_seldom *s = t->key->seldom;
    const uint32_t number = attribute_load(t, viewport, true, 0);
    uint32_t value = picked(t, old, s->swizzle[0][i]);
    for (unsigned k = 1; k < SHADER_VIEWPORTS; k++)
        if (s->swizzle[k][i] != s->swizzle[0][i])
            value = choose(t, type_f32(t),
                           op2(t, SpvOpIEqual, type_bool(t), number, u32_constant(t, k)),
                           picked(t, old, s->swizzle[k][i]), value);
    return value;
}

static void swizzle(struct translator *t) {
    const bool many = t->key->seldom && t->key->seldom->swizzles;
    uint32_t old[4];
    for (uint8_t i = 0; i < 4; i++)
        old[i] = load(t, i);
    for (uint8_t i = 0; i < 4; i++)
        store(t, i,
              many ? picked_by_viewport(t, old, i) : picked(t, old, t->key->position_swizzle[i]));
}

/* From -w to w: Vulkan wants 0 to w. */
static void move_depth(struct translator *t) {
    const uint32_t sum = op2(t, SpvOpFAdd, type_f32(t), load(t, Z), load(t, W));
    store(t, Z, op2(t, SpvOpFMul, type_f32(t), sum, f32_constant(t, 0.5f)));
}

/* Pixels to the clip volume of a viewport that begins at (0, 0); the division by w is taken back
 * before it is done. */
static void from_window(struct translator *t) {
    const uint32_t f32 = type_f32(t), w = load(t, W);
    for (uint8_t i = X; i <= Y; i++) {
        const uint32_t scaled =
            op2(t, SpvOpFMul, f32, load(t, i), f32_constant(t, 2 / (float)SHADER_WINDOW));
        store(t, i, op2(t, SpvOpFMul, f32, op2(t, SpvOpFSub, f32, scaled, f32_constant(t, 1)), w));
    }
    store(t, Z, op2(t, SpvOpFMul, f32, load(t, Z), w));
}

void position_finish(struct translator *t) {
    const uint8_t *s = t->key->position_swizzle;
    if (s[X] | s[Y] | s[Z] | s[W] || (t->key->seldom && t->key->seldom->swizzles))
        swizzle(t);
    if (t->key->depth_minus_one && !t->key->window_positions)
        move_depth(t);
    if (t->key->window_positions)
        from_window(t);
}
