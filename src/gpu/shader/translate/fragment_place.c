/* SPDX-License-Identifier: MIT */
/* What becomes of a pixel by where it lies, whatever its program does: window rectangles, the
 * pattern of polygons, points that are round. */
#include "gpu/shader/translate/fragment.h"

#include "gpu/shader/translate/stage.h"
#include "gpu/shader/translate/words.h"

enum { PATTERN_ROWS = 32 };

/* ---- pixels that are left out ---- */

static void pixel(struct translator *t, uint32_t at[2]) {
    const uint32_t f32 = type_f32(t), vector = spirv_vector(&t->m, f32, 4);
    const uint32_t place = op1(t, SpvOpLoad, vector,
                               stage_builtin(t, SpvBuiltInFragCoord, SpvStorageClassInput, vector));
    for (unsigned i = 0; i < 2; i++)
        at[i] = op1(t, SpvOpConvertFToU, type_u32(t), op2(t, SpvOpCompositeExtract, f32, place, i));
}

static uint32_t bit_set(struct translator *t, uint32_t word, uint32_t bit) {
    const uint32_t at =
        word_and(t, op2(t, SpvOpShiftRightLogical, type_u32(t), word, bit), u32_constant(t, 1));
    return op2(t, SpvOpINotEqual, type_bool(t), at, u32_constant(t, 0));
}

static uint32_t in_window(struct translator *t, const struct shader_window *w,
                          const uint32_t at[2]) {
    const uint32_t low[2] = {w->x0, w->y0}, high[2] = {w->x1, w->y1};
    uint32_t in[2];
    for (unsigned i = 0; i < 2; i++)
        in[i] = word_less(t, word_sub(t, at[i], u32_constant(t, low[i])),
                          u32_constant(t, high[i] - low[i]));
    return op2(t, SpvOpLogicalAnd, type_bool(t), in[0], in[1]);
}

static uint32_t off_windows(struct translator *t, const uint32_t at[2]) {
    const struct shader_seldom *s = t->key->seldom;
    uint32_t in_any = spirv_truth(&t->m, false);
    for (unsigned i = 0; i < s->window_count; i++)
        in_any = truth_or(t, in_any, in_window(t, &s->window[i], at));
    return s->windows_exclusive ? in_any : op1(t, SpvOpLogicalNot, type_bool(t), in_any);
}

/* A row is a word, whose bytes go from left to right; in each the highest bit comes first. Which
 * row is chosen bit by bit of its number: arrays are slow on some devices. */
static uint32_t off_pattern(struct translator *t, const uint32_t at[2]) {
    enum { BYTE_MASK = 7 };
    uint32_t rows[PATTERN_ROWS];
    for (unsigned i = 0; i < PATTERN_ROWS; i++)
        rows[i] = u32_constant(t, t->key->seldom->pattern[i]);
    for (unsigned bit = 0, left = PATTERN_ROWS / 2; left; bit++, left /= 2) {
        const uint32_t odd = bit_set(t, at[1], u32_constant(t, bit));
        for (unsigned i = 0; i < left; i++)
            rows[i] = choose(t, type_u32(t), odd, rows[2 * i + 1], rows[2 * i]);
    }
    const uint32_t bit = word_xor(t, bits_unsigned(t, at[0], 0, 5), u32_constant(t, BYTE_MASK));
    return op1(t, SpvOpLogicalNot, type_bool(t), bit_set(t, rows[0], bit));
}

static uint32_t left_out(struct translator *t) {
    const struct shader_seldom *s = t->key->seldom;
    uint32_t at[2], out = spirv_truth(&t->m, false);
    if (!s || (!s->windows && !s->stipple))
        return 0;
    pixel(t, at);
    if (s->windows)
        out = truth_or(t, out, off_windows(t, at));
    return s->stipple ? truth_or(t, out, off_pattern(t, at)) : out;
}

/* Where the device has it, before the program does anything: such pixels write nothing, but still
 * help their neighbours to derivatives. */
void fragment_begin(struct translator *t) {
    const uint32_t out = t->key->features & SHADER_HAS_DEMOTE ? left_out(t) : 0;
    if (out)
        (void)stage_demote(t, out);
}

void fragment_leave_out(struct translator *t) {
    const uint32_t out = t->key->features & SHADER_HAS_DEMOTE ? 0 : left_out(t);
    if (!out)
        return;
    const struct branch b = branch_begin(t, out);
    spirv_do(&t->m, SpvOpKill);
    spirv_label(&t->m, b.merge);
}

/* ---- round points ---- */

/* How much of a pixel a round point covers, as OpenGL wants alpha multiplied by: the point's size
 * is what its coordinates grow by from pixel to pixel, the other way round. */
uint32_t fragment_coverage(struct translator *t) {
    const uint32_t f32 = type_f32(t), vector = spirv_vector(&t->m, f32, 2);
    const uint32_t at = op1(t, SpvOpLoad, vector,
                            stage_builtin(t, SpvBuiltInPointCoord, SpvStorageClassInput, vector));
    const uint32_t half = f32_constant(t, 0.5f), halves[2] = {half, half};
    const uint32_t middle = spirv_once(&t->m, SpvOpConstantComposite, vector, 2, halves);
    const uint32_t step = op1(t, SpvOpDPdx, f32, op2(t, SpvOpCompositeExtract, f32, at, 0));
    const uint32_t size =
        op2(t, SpvOpFDiv, f32, f32_constant(t, 1), SPIRV_GLSL(&t->m, GLSLstd450FAbs, f32, step));
    const uint32_t away =
        SPIRV_GLSL(&t->m, GLSLstd450Length, f32, op2(t, SpvOpFSub, vector, at, middle));
    const uint32_t left = op2(t, SpvOpFMul, f32, op2(t, SpvOpFSub, f32, half, away), size);
    return SPIRV_GLSL(&t->m, GLSLstd450NClamp, f32, op2(t, SpvOpFAdd, f32, left, half),
                      f32_constant(t, 0), f32_constant(t, 1));
}
