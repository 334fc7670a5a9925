/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/values.h"

#include "gpu/shader/translate/resources.h"

/* ---- types and arithmetic ---- */

uint32_t type_u32(struct translator *t) {
    return spirv_uint(&t->m, 32);
}

uint32_t type_f32(struct translator *t) {
    return spirv_float(&t->m, 32);
}

uint32_t type_bool(struct translator *t) {
    return spirv_bool(&t->m);
}

uint32_t u32_constant(struct translator *t, uint32_t value) {
    return spirv_u32(&t->m, value);
}

uint32_t f32_constant(struct translator *t, float value) {
    return spirv_f32(&t->m, value);
}

uint32_t op1(struct translator *t, SpvOp op, uint32_t type, uint32_t a) {
    return SPIRV_VALUE(&t->m, op, type, a);
}

uint32_t op2(struct translator *t, SpvOp op, uint32_t type, uint32_t a, uint32_t b) {
    return SPIRV_VALUE(&t->m, op, type, a, b);
}

uint32_t op3(struct translator *t, SpvOp op, uint32_t type, uint32_t a, uint32_t b, uint32_t c) {
    return SPIRV_VALUE(&t->m, op, type, a, b, c);
}

uint32_t choose(struct translator *t, uint32_t type, uint32_t truth, uint32_t yes, uint32_t no) {
    return SPIRV_VALUE(&t->m, SpvOpSelect, type, truth, yes, no);
}

uint32_t as_float(struct translator *t, uint32_t word) {
    return op1(t, SpvOpBitcast, type_f32(t), word);
}

uint32_t as_word(struct translator *t, uint32_t value) {
    return op1(t, SpvOpBitcast, type_u32(t), value);
}

uint32_t bits_unsigned(struct translator *t, uint32_t word, unsigned at, unsigned count) {
    return op3(t, SpvOpBitFieldUExtract, type_u32(t), word, u32_constant(t, at),
               u32_constant(t, count));
}

uint32_t bits_signed(struct translator *t, uint32_t word, unsigned at, unsigned count) {
    return op3(t, SpvOpBitFieldSExtract, type_u32(t), word, u32_constant(t, at),
               u32_constant(t, count));
}

static uint32_t vector_of_two(struct translator *t) {
    return spirv_vector(&t->m, type_u32(t), 2);
}

uint32_t join_double(struct translator *t, uint32_t low, uint32_t high) {
    const uint32_t both = op2(t, SpvOpCompositeConstruct, vector_of_two(t), low, high);
    return op1(t, SpvOpBitcast, spirv_float(&t->m, 64), both);
}

uint32_t join64(struct translator *t, uint32_t low, uint32_t high) {
    const uint32_t both = op2(t, SpvOpCompositeConstruct, vector_of_two(t), low, high);
    return op1(t, SpvOpBitcast, spirv_uint(&t->m, 64), both);
}

void split64(struct translator *t, uint32_t value, uint32_t words[2]) {
    const uint32_t both = op1(t, SpvOpBitcast, vector_of_two(t), value);
    for (uint32_t i = 0; i < 2; i++)
        words[i] = op2(t, SpvOpCompositeExtract, type_u32(t), both, i);
}

uint32_t combine(struct translator *t, unsigned how, uint32_t a, uint32_t b) {
    const SpvOp op = how == ISA_BOOL_AND  ? SpvOpLogicalAnd
                     : how == ISA_BOOL_OR ? SpvOpLogicalOr
                                          : SpvOpLogicalNotEqual;
    return op2(t, op, type_bool(t), a, b);
}

/* ---- state ---- */

/* Functions that call each other share the state; one alone keeps it to itself, where drivers turn
 * variables into values. */
static uint32_t new_variable(struct translator *t, uint32_t type) {
    const uint32_t zero = spirv_null(&t->m, type);
    if (t->flow.function_count == 1)
        return spirv_local(&t->m, type, zero);
    const uint32_t shared = spirv_global(&t->m, SpvStorageClassPrivate, type, zero);
    translate_used(t, shared);
    return shared;
}

static void learn(struct translator *t, struct kept *k, uint32_t value) {
    k->value = value;
    k->as_float = k->flushed = 0;
    k->since = t->mark;
    if (!k->listed)
        t->known[t->known_count++] = k;
    k->listed = true;
}

/* 0: not known. A float becomes a word only where somebody asks for that. */
static uint32_t known_value(struct translator *t, struct kept *k) {
    if (!k->value && k->as_float)
        k->value = as_word(t, k->as_float);
    return k->value;
}

static uint32_t get_kept(struct translator *t, struct kept *k, uint32_t type) {
    if (!k->variable)
        k->variable = new_variable(t, type);
    if (!known_value(t, k))
        learn(t, k, op1(t, SpvOpLoad, type, k->variable));
    return k->value;
}

static void set_kept(struct translator *t, struct kept *k, uint32_t type, uint32_t value) {
    if (!k->variable)
        k->variable = new_variable(t, type);
    if (t->guard)
        value = choose(t, type, t->guard, value, get_kept(t, k, type));
    learn(t, k, value);
    k->dirty = true;
}

void values_store(struct translator *t) {
    for (size_t i = 0; i < t->known_count; i++) {
        struct kept *k = t->known[i];
        if (k->dirty)
            SPIRV_DO(&t->m, SpvOpStore, k->variable, known_value(t, k));
        k->dirty = false;
    }
}

static void forget(struct kept *k) {
    k->value = k->as_float = k->flushed = 0;
    k->dirty = k->listed = false;
}

void values_forget(struct translator *t) {
    for (size_t i = 0; i < t->known_count; i++)
        forget(t->known[i]);
    t->known_count = 0;
}

void values_flush(struct translator *t) {
    values_store(t);
    values_forget(t);
}

uint32_t values_mark(struct translator *t) {
    values_store(t);
    return t->mark++;
}

/* What was made of a value may have been made on one way only. */
void values_return(struct translator *t, uint32_t mark) {
    size_t count = 0;
    for (size_t i = 0; i < t->known_count; i++) {
        struct kept *k = t->known[i];
        if (k->since > mark) {
            forget(k);
            continue;
        }
        k->as_float = k->flushed = 0;
        t->known[count++] = k;
    }
    t->known_count = count;
}

uint32_t get_register(struct translator *t, unsigned number) {
    return number == ISA_RZ ? u32_constant(t, 0) : get_kept(t, &t->registers[number], type_u32(t));
}

uint32_t get_register_float(struct translator *t, unsigned number) {
    if (number == ISA_RZ)
        return f32_constant(t, 0);
    struct kept *k = &t->registers[number];
    if (!k->as_float) {
        const uint32_t word = get_register(t, number);
        k->as_float = as_float(t, word);
    }
    return k->as_float;
}

/* In bits, since drivers may take denormals for zero in a product. */
uint32_t flush_float(struct translator *t, uint32_t value) {
    const uint32_t size = SPIRV_GLSL(&t->m, GLSLstd450FAbs, type_f32(t), value);
    const uint32_t small =
        op2(t, SpvOpFOrdLessThan, type_bool(t), size, f32_constant(t, 0x1p-126f));
    const uint32_t zero =
        op2(t, SpvOpBitwiseAnd, type_u32(t), as_word(t, value), u32_constant(t, 0x80000000u));
    return choose(t, type_f32(t), small, as_float(t, zero), value);
}

uint32_t get_register_flushed(struct translator *t, unsigned number) {
    const uint32_t value = get_register_float(t, number);
    if (number == ISA_RZ)
        return value;
    struct kept *k = &t->registers[number];
    if (!k->flushed)
        k->flushed = flush_float(t, value);
    return k->flushed;
}

void set_register(struct translator *t, unsigned number, uint32_t word) {
    if (number != ISA_RZ)
        set_kept(t, &t->registers[number], type_u32(t), word);
}

void set_register_float(struct translator *t, unsigned number, uint32_t value) {
    struct kept *k = &t->registers[number];
    if (number == ISA_RZ)
        return;
    if (t->guard) {
        set_register(t, number, as_word(t, value));
        return;
    }
    if (!k->variable)
        k->variable = new_variable(t, type_u32(t));
    learn(t, k, 0);
    k->as_float = value;
    k->dirty = true;
}

void set_register_flushed(struct translator *t, unsigned number, uint32_t value) {
    set_register_float(t, number, value);
    if (number != ISA_RZ && !t->guard)
        t->registers[number].flushed = value;
}

unsigned register_after(unsigned number, unsigned index) {
    return number == ISA_RZ || number + index >= ISA_RZ ? ISA_RZ : number + index;
}

uint32_t get_predicate(struct translator *t, unsigned number) {
    return number == ISA_PT ? spirv_truth(&t->m, true)
                            : get_kept(t, &t->predicates[number], type_bool(t));
}

void set_predicate(struct translator *t, unsigned number, uint32_t truth) {
    if (number != ISA_PT)
        set_kept(t, &t->predicates[number], type_bool(t), truth);
}

uint32_t get_code(struct translator *t, unsigned code) {
    return get_kept(t, &t->codes[code], type_bool(t));
}

void set_code(struct translator *t, unsigned code, uint32_t truth) {
    set_kept(t, &t->codes[code], type_bool(t), truth);
}

/* ---- branches ---- */

struct branch branch_begin(struct translator *t, uint32_t truth) {
    const uint32_t then = spirv_id(&t->m), merge = spirv_id(&t->m);
    const uint32_t mark = values_mark(t);
    SPIRV_DO(&t->m, SpvOpSelectionMerge, merge, SpvSelectionControlMaskNone);
    SPIRV_DO(&t->m, SpvOpBranchConditional, truth, then, merge);
    spirv_label(&t->m, then);
    return (struct branch){merge, mark};
}

void branch_end(struct translator *t, struct branch b) {
    values_store(t);
    SPIRV_DO(&t->m, SpvOpBranch, b.merge);
    spirv_label(&t->m, b.merge);
    values_return(t, b.mark);
}
