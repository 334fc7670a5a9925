/* SPDX-License-Identifier: MIT */
/* SUATOM, SUATOM.CAS, SURED. */
#include "gpu/shader/translate/image.h"
#include "gpu/shader/translate/values.h"

struct atomic {
    const struct image *image;
    struct image_place place;
    unsigned op, size; /* ISA_SUOP_..., ISA_SUATOMSIZE_... */
    bool compare;      /* CAS: `value` where there is `expected` */
    uint32_t value, expected;
};

static uint32_t scope(struct translator *t) {
    return u32_constant(t, SpvScopeDevice);
}

static uint32_t relaxed(struct translator *t) {
    return u32_constant(t, SpvMemorySemanticsMaskNone);
}

static uint32_t compare_exchange(struct translator *t, uint32_t pointer, uint32_t value,
                                 uint32_t expected) {
    return SPIRV_VALUE(&t->m, SpvOpAtomicCompareExchange, type_u32(t), pointer, scope(t),
                       relaxed(t), relaxed(t), value, expected);
}

/* What no instruction of SPIR-V does at once. */
static uint32_t changed(struct translator *t, const struct atomic *a, uint32_t old) {
    const uint32_t type = type_u32(t), truth = type_bool(t), value = a->value;
    const uint32_t zero = u32_constant(t, 0), one = u32_constant(t, 1);
    if (a->size == ISA_SUATOMSIZE_F32_FTZ_RN)
        return as_word(t, op2(t, SpvOpFAdd, type_f32(t), as_float(t, old), as_float(t, value)));
    if (a->op == ISA_SUOP_INC)
        return choose(t, type, op2(t, SpvOpUGreaterThanEqual, truth, old, value), zero,
                      op2(t, SpvOpIAdd, type, old, one));
    const uint32_t wraps = op2(t, SpvOpLogicalOr, truth, op2(t, SpvOpIEqual, truth, old, zero),
                               op2(t, SpvOpUGreaterThan, truth, old, value));
    return choose(t, type, wraps, value, op2(t, SpvOpISub, type, old, one));
}

static uint32_t loop(struct translator *t, const struct atomic *a, uint32_t pointer) {
    const uint32_t type = type_u32(t), old = spirv_local(&t->m, type, u32_constant(t, 0));
    const uint32_t head = spirv_id(&t->m), body = spirv_id(&t->m), again = spirv_id(&t->m),
                   merge = spirv_id(&t->m);
    SPIRV_DO(&t->m, SpvOpStore, old, op3(t, SpvOpAtomicLoad, type, pointer, scope(t), relaxed(t)));
    SPIRV_DO(&t->m, SpvOpBranch, head);
    spirv_label(&t->m, head);
    SPIRV_DO(&t->m, SpvOpLoopMerge, merge, again, SpvLoopControlMaskNone);
    SPIRV_DO(&t->m, SpvOpBranch, body);
    spirv_label(&t->m, body);
    const uint32_t expected = op1(t, SpvOpLoad, type, old);
    const uint32_t there = compare_exchange(t, pointer, changed(t, a, expected), expected);
    SPIRV_DO(&t->m, SpvOpStore, old, there);
    SPIRV_DO(&t->m, SpvOpBranchConditional, op2(t, SpvOpIEqual, type_bool(t), there, expected),
             merge, again);
    spirv_label(&t->m, again);
    SPIRV_DO(&t->m, SpvOpBranch, head);
    spirv_label(&t->m, merge);
    return op1(t, SpvOpLoad, type, old);
}

static uint32_t emit(struct translator *t, uint32_t image, void *context) {
    static const SpvOp ops[2][16] = {
        {[ISA_SUOP_ADD] = SpvOpAtomicIAdd,
         [ISA_SUOP_MIN] = SpvOpAtomicUMin,
         [ISA_SUOP_MAX] = SpvOpAtomicUMax,
         [ISA_SUOP_AND] = SpvOpAtomicAnd,
         [ISA_SUOP_OR] = SpvOpAtomicOr,
         [ISA_SUOP_XOR] = SpvOpAtomicXor,
         [ISA_SUOP_EXCH] = SpvOpAtomicExchange},
        {[ISA_SUOP_ADD] = SpvOpAtomicIAdd,
         [ISA_SUOP_MIN] = SpvOpAtomicSMin,
         [ISA_SUOP_MAX] = SpvOpAtomicSMax,
         [ISA_SUOP_AND] = SpvOpAtomicAnd,
         [ISA_SUOP_OR] = SpvOpAtomicOr,
         [ISA_SUOP_XOR] = SpvOpAtomicXor,
         [ISA_SUOP_EXCH] = SpvOpAtomicExchange},
    };
    const struct atomic *a = context;
    const uint32_t pointer_type = spirv_pointer(&t->m, SpvStorageClassImage, type_u32(t));
    const uint32_t sample = a->place.sample ? a->place.sample : u32_constant(t, 0);
    const uint32_t pointer =
        handle_part(t, &a->image->handle,
                    op3(t, SpvOpImageTexelPointer, pointer_type, image, a->place.at, sample));
    if (a->compare)
        return compare_exchange(t, pointer, a->value, a->expected);
    if (a->size == ISA_SUATOMSIZE_F32_FTZ_RN || a->op == ISA_SUOP_INC || a->op == ISA_SUOP_DEC)
        return loop(t, a, pointer);
    return SPIRV_VALUE(&t->m, ops[a->size == ISA_SUATOMSIZE_S32][a->op], type_u32(t), pointer,
                       scope(t), relaxed(t), a->value);
}

static bool known(struct translator *t, const struct isa_instruction *in, const struct atomic *a) {
    const uint8_t *m = in->modifier;
    if (m[ISA_MOD_SUDIM] > ISA_SUDIM_3D)
        translate_unknown(t, in, "it has a shape that no image has");
    else if (a->size > ISA_SUATOMSIZE_S32 && a->size != ISA_SUATOMSIZE_F32_FTZ_RN)
        translate_unknown(t, in, "only words of 32 bits of images are changed at once");
    else if (a->size == ISA_SUATOMSIZE_F32_FTZ_RN && (a->compare || a->op != ISA_SUOP_ADD))
        translate_unknown(t, in, "floats of images are only added to");
    else if (!a->compare && a->op > ISA_SUOP_EXCH)
        translate_unknown(t, in, "what it does is not known");
    return !t->failed;
}

/* On the 32 bits of a texel, whatever they are. */
static void change(struct translator *t, const struct isa_instruction *in, struct atomic *a) {
    struct handle handle;
    struct image image;
    uint32_t x = 0;
    if (!known(t, in, a))
        return;
    handle_find(t, in, in->operand[ISA_ARG_T].number, &handle);
    struct image_use use = image_shape(in);
    use.format = SpvImageFormatR32ui;
    use.scalar = SHADER_UINT;
    use.multisampled = handle_fact(t, handle.place)->multisampled && use.dim == SHADER_2D;
    if (t->failed)
        return;
    image_bind(t, &use, &handle, IMAGE_ATOMIC, &image);
    if (in->modifier[ISA_MOD_BA])
        x = op2(t, SpvOpShiftRightLogical, type_u32(t), operand_word(t, in, ISA_ARG_A),
                u32_constant(t, 2));
    a->image = &image;
    a->place = image_place(t, in, &image, x);
    const uint32_t old =
        handle_each(t, &image.handle, image.variable, image.type, type_u32(t), emit, a);
    if (in->operand[ISA_ARG_D].present)
        result_word(t, in, old);
}

void translate_suatom(struct translator *t, const struct isa_instruction *in) {
    struct atomic a = {.op = in->modifier[ISA_MOD_SUOP],
                       .size = in->modifier[ISA_MOD_SUATOMSIZE],
                       .value = operand_word(t, in, ISA_ARG_B)};
    const struct isa_operand *there = &in->operand[ISA_ARG_PD];
    if (there->present && there->number != ISA_PT)
        translate_unknown(t, in, "what it says in a predicate is not known");
    change(t, in, &a);
}

/* Its predicate is as that of SULD. */
void translate_suatom_cas(struct translator *t, const struct isa_instruction *in) {
    struct atomic a = {.compare = true,
                       .size = in->modifier[ISA_MOD_SUATOMSIZE],
                       .expected = operand_word_at(t, in, ISA_ARG_B, 0),
                       .value = operand_word_at(t, in, ISA_ARG_B, 1)};
    change(t, in, &a);
}

void translate_sured(struct translator *t, const struct isa_instruction *in) {
    struct atomic a = {.op = in->modifier[ISA_MOD_REDOP],
                       .size = in->modifier[ISA_MOD_SUATOMSIZE],
                       .value = operand_word(t, in, ISA_ARG_B)};
    change(t, in, &a);
}
