/* SPDX-License-Identifier: MIT */
/* Special registers: what a thread is, and what the machine is. */
#include "gpu/shader/translate/lanes.h"
#include "gpu/shader/translate/memory.h"
#include "gpu/shader/translate/resources.h"
#include "gpu/shader/translate/stage.h"
#include "gpu/shader/translate/values.h"

#include <stddef.h>

/* A register with what it takes to say which of several it is. */
typedef uint32_t special_value(struct translator *t, uint32_t which);

static uint32_t number(struct translator *t, uint32_t which) {
    return u32_constant(t, which);
}

/* ---- threads of compute ---- */

static uint32_t part(struct translator *t, SpvBuiltIn builtin, uint32_t which) {
    return t->program->stage == SHADER_COMPUTE ? stage_builtin_part(t, builtin, which)
                                               : u32_constant(t, 0);
}

static uint32_t thread(struct translator *t, uint32_t which) {
    return part(t, SpvBuiltInLocalInvocationId, which);
}

static uint32_t group(struct translator *t, uint32_t which) {
    return part(t, SpvBuiltInWorkgroupId, which);
}

/* Three numbers in a word: of 16, 10 and 6 bits. */
static uint32_t packed(struct translator *t, const uint32_t of[3]) {
    const uint32_t type = type_u32(t);
    const uint32_t y = op2(t, SpvOpShiftLeftLogical, type, of[1], u32_constant(t, 16));
    const uint32_t z = op2(t, SpvOpShiftLeftLogical, type, of[2], u32_constant(t, 26));
    return op2(t, SpvOpBitwiseOr, type, of[0], op2(t, SpvOpBitwiseOr, type, y, z));
}

static uint32_t thread_packed(struct translator *t, uint32_t which) {
    (void)which;
    return packed(t, (uint32_t[]){thread(t, 0), thread(t, 1), thread(t, 2)});
}

static uint32_t size_packed(struct translator *t, uint32_t which) {
    const uint32_t *size = t->key->group;
    (void)which;
    return u32_constant(t, size[0] | size[1] << 16 | size[2] << 26);
}

/* ---- lanes ---- */

/* What invocations of a patch find of each other they count from its first lane; here each patch
 * has lanes of its own. */
static uint32_t lane(struct translator *t, uint32_t which) {
    (void)which;
    if (t->program->stage == SHADER_TESS_CONTROL)
        return stage_builtin_word(t, SpvBuiltInInvocationId);
    return lanes_number(t);
}

static uint32_t mask(struct translator *t, uint32_t which) {
    const uint32_t type = type_u32(t), one = u32_constant(t, 1);
    const uint32_t equal = op2(t, SpvOpShiftLeftLogical, type, one, lanes_number(t));
    const uint32_t less = op2(t, SpvOpISub, type, equal, one);
    const uint32_t less_equal = op2(t, SpvOpBitwiseOr, type, less, equal);
    switch (which) {
    case ISA_SREG_EQMASK:
        return equal;
    case ISA_SREG_LTMASK:
        return less;
    case ISA_SREG_LEMASK:
        return less_equal;
    case ISA_SREG_GTMASK:
        return op1(t, SpvOpNot, type, less_equal);
    default:
        return op1(t, SpvOpNot, type, less);
    }
}

static uint32_t window(struct translator *t, uint32_t which) {
    return u32_constant(t, which == ISA_SREG_SWINLO ? t->key->shared_window : t->key->local_window);
}

/* ---- stages ---- */

static bool is_tessellation(const struct translator *t) {
    return t->program->stage == SHADER_TESS_CONTROL || t->program->stage == SHADER_TESS_EVALUATION;
}

static uint32_t invocation(struct translator *t, uint32_t which) {
    (void)which;
    if (t->program->stage != SHADER_GEOMETRY && t->program->stage != SHADER_TESS_CONTROL)
        return u32_constant(t, 0);
    return stage_builtin_word(t, SpvBuiltInInvocationId);
}

static uint32_t patch_vertices(struct translator *t, uint32_t shift) {
    const uint32_t count = stage_builtin_word(t, SpvBuiltInPatchVertices);
    return op2(t, SpvOpShiftLeftLogical, type_u32(t), count, u32_constant(t, shift));
}

/* How many vertices there are, from bit 16 on. The lowest byte is a primitive's number in the
 * chip's buffer of attributes, with which ISBERD is asked for a vertex: here always the first. */
static uint32_t invocation_info(struct translator *t, uint32_t which) {
    static const uint8_t vertices[] = {[SHADER_POINTS] = 1,
                                       [SHADER_LINES] = 2,
                                       [SHADER_LINES_ADJACENCY] = 4,
                                       [SHADER_TRIANGLES] = 3,
                                       [SHADER_TRIANGLES_ADJACENCY] = 6};
    (void)which;
    if (is_tessellation(t))
        return patch_vertices(t, 16);
    if (t->program->stage != SHADER_GEOMETRY || t->key->topology >= sizeof vertices)
        return u32_constant(t, 0);
    return u32_constant(t, (uint32_t)vertices[t->key->topology] << 16);
}

static uint32_t primitive_type(struct translator *t, uint32_t which) {
    (void)which;
    return is_tessellation(t) ? patch_vertices(t, 8) : u32_constant(t, 0);
}

static uint32_t y_direction(struct translator *t, uint32_t which) {
    (void)which;
    return as_word(t, push_member(t, offsetof(struct shader_push, y_direction)));
}

static uint32_t thread_kill(struct translator *t, uint32_t which) {
    (void)which;
    if (t->program->stage != SHADER_FRAGMENT)
        return u32_constant(t, 0);
    const uint32_t variable =
        stage_builtin(t, SpvBuiltInHelperInvocation, SpvStorageClassInput, type_bool(t));
    return choose(t, type_u32(t), op1(t, SpvOpLoad, type_bool(t), variable), u32_constant(t, ~0u),
                  u32_constant(t, 0));
}

/* ---- the machine ---- */

/* More at each look, so that who waits for it to pass comes to an end. */
static uint32_t clock_low(struct translator *t, uint32_t which) {
    const uint32_t type = type_u32(t);
    (void)which;
    if (!t->clock) {
        t->clock = spirv_global(&t->m, SpvStorageClassPrivate, type, spirv_null(&t->m, type));
        translate_used(t, t->clock);
    }
    const uint32_t now =
        op2(t, SpvOpIAdd, type, op1(t, SpvOpLoad, type, t->clock), u32_constant(t, 16));
    SPIRV_DO(&t->m, SpvOpStore, t->clock, now);
    return now;
}

static uint32_t shared_size(struct translator *t, uint32_t which) {
    (void)which;
    return u32_constant(t, t->key->shared_size);
}

static uint32_t local_size(struct translator *t, uint32_t which) {
    (void)which;
    return u32_constant(t, t->key->local_size);
}

/* Those that are not here say which part of which chip a thread runs on, count its events, or
 * belong to its debugger: they are 0. */
static const struct {
    special_value *value;
    uint32_t which;
} specials[] = {
    [ISA_SREG_LANEID] = {lane, 0},
    [ISA_SREG_CLOCK] = {clock_low, 0},
    [ISA_SREG_PRIM_TYPE] = {primitive_type, 0},
    [ISA_SREG_INVOCATION_ID] = {invocation, 0},
    [ISA_SREG_Y_DIRECTION] = {y_direction, 0},
    [ISA_SREG_THREAD_KILL] = {thread_kill, 0},
    [ISA_SREG_INVOCATION_INFO] = {invocation_info, 0},
    [ISA_SREG_WSCALEFACTOR_XY] = {number, 0x3f800000},
    [ISA_SREG_WSCALEFACTOR_Z] = {number, 0x3f800000},
    [ISA_SREG_TID] = {thread_packed, 0},
    [ISA_SREG_TID_X] = {thread, 0},
    [ISA_SREG_TID_Y] = {thread, 1},
    [ISA_SREG_TID_Z] = {thread, 2},
    [ISA_SREG_CTAID_X] = {group, 0},
    [ISA_SREG_CTAID_Y] = {group, 1},
    [ISA_SREG_CTAID_Z] = {group, 2},
    [ISA_SREG_NTID] = {size_packed, 0},
    [ISA_SREG_SWINLO] = {window, ISA_SREG_SWINLO},
    [ISA_SREG_SWINSZ] = {number, WINDOW_SIZE},
    [ISA_SREG_SMEMSZ] = {shared_size, 0},
    [ISA_SREG_SMEMBANKS] = {number, 32},
    [ISA_SREG_LWINLO] = {window, ISA_SREG_LWINLO},
    [ISA_SREG_LWINSZ] = {number, WINDOW_SIZE},
    [ISA_SREG_LMEMLOSZ] = {local_size, 0},
    [ISA_SREG_EQMASK] = {mask, ISA_SREG_EQMASK},
    [ISA_SREG_LTMASK] = {mask, ISA_SREG_LTMASK},
    [ISA_SREG_LEMASK] = {mask, ISA_SREG_LEMASK},
    [ISA_SREG_GTMASK] = {mask, ISA_SREG_GTMASK},
    [ISA_SREG_GEMASK] = {mask, ISA_SREG_GEMASK},
    [ISA_SREG_CLOCKLO] = {clock_low, 0},
    [ISA_SREG_GLOBALTIMERLO] = {clock_low, 0},
};

void translate_s2r(struct translator *t, const struct isa_instruction *in) {
    const unsigned which = in->modifier[ISA_MOD_SREG];
    const bool known = which < sizeof specials / sizeof *specials && specials[which].value;
    result_word(t, in,
                known ? specials[which].value(t, specials[which].which) : u32_constant(t, 0));
}

void translate_cs2r(struct translator *t, const struct isa_instruction *in) {
    translate_s2r(t, in);
}
