/* SPDX-License-Identifier: MIT */
/* Inputs of fragment shaders. The GPU interpolates a perspective input divided by w, and the
 * program multiplies it by w; Vulkan hands over the product. */
#include "gpu/shader/translate/interpolate.h"

#include "gpu/shader/translate/stage.h"
#include "gpu/shader/translate/values.h"

enum { UNUSED, FLAT, PERSPECTIVE, LINEAR };
enum { GENERICS_ADDRESS = 0x080, WORD = 4 };
static const float offset_one = 4096; /* a pixel, in the halves of IPA.OFFSET's register */

/* Two bits a component. */
static unsigned how_of(const struct translator *t, struct attribute a, unsigned part) {
    uint32_t bits;
    if (a.kind == ATTRIBUTE_GENERIC)
        bits = stage_header(t, "in", a.index);
    else if (a.index >= ATTRIBUTE_FIRST_COORDINATE)
        bits = stage_header(t, "in_fixed_texture", a.index - ATTRIBUTE_FIRST_COORDINATE);
    else if (a.index < 2) /* front colours; four bytes hold two */
        bits = stage_header(t, "in_color", 0) >> 8 * a.index;
    else
        return PERSPECTIVE;
    return bits >> 2 * part & 3;
}

void interpolate_decorate(struct translator *t, struct attribute a, uint32_t variable) {
    unsigned how = UNUSED;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned one = how_of(t, a, i);
        if (how && one && one != how)
            translate_fail(t, ERROR_UNSUPPORTED,
                           "the components of generic input %u are interpolated in different ways",
                           a.index);
        how = one ? one : how;
    }
    if (how == FLAT)
        spirv_decorate(&t->m, variable, SpvDecorationFlat, 0, NULL);
    else if (how == LINEAR)
        spirv_decorate(&t->m, variable, SpvDecorationNoPerspective, 0, NULL);
    if (t->key->per_sample && how != FLAT)
        spirv_decorate(&t->m, variable, SpvDecorationSample, 0, NULL);
}

static uint32_t w_reciprocal(struct translator *t) {
    const struct attribute w = {ATTRIBUTE_POSITION, 0, 3};
    return as_float(t, attribute_load(t, w, false, 0));
}

/* Fixed point, y in the upper half. */
static uint32_t offset_of(struct translator *t, uint32_t word) {
    const uint32_t f32 = type_f32(t);
    uint32_t part[2];
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t whole = op1(t, SpvOpConvertSToF, f32, bits_signed(t, word, 16 * i, 16));
        part[i] = op2(t, SpvOpFMul, f32, whole, f32_constant(t, 1 / offset_one));
    }
    return op2(t, SpvOpCompositeConstruct, spirv_vector(&t->m, f32, 2), part[0], part[1]);
}

static uint32_t elsewhere(struct translator *t, const struct isa_instruction *in,
                          struct attribute a) {
    const uint32_t f32 = type_f32(t);
    const uint32_t pointer =
        op2(t, SpvOpAccessChain, spirv_pointer(&t->m, SpvStorageClassInput, f32),
            attribute_variable(t, a, false), u32_constant(t, a.part));
    spirv_capability(&t->m, SpvCapabilityInterpolationFunction);
    if (in->modifier[ISA_MOD_IPLOC] == ISA_IPLOC_CENTROID)
        return SPIRV_GLSL(&t->m, GLSLstd450InterpolateAtCentroid, f32, pointer);
    return SPIRV_GLSL(&t->m, GLSLstd450InterpolateAtOffset, f32, pointer,
                      offset_of(t, operand_word(t, in, ISA_ARG_C)));
}

/* A sample that is shaded by itself is the only one that is covered: the centroid lies there. */
static uint32_t input(struct translator *t, const struct isa_instruction *in, struct attribute a) {
    const bool vector = a.kind == ATTRIBUTE_GENERIC || a.kind == ATTRIBUTE_FIXED;
    const unsigned place = in->modifier[ISA_MOD_IPLOC];
    const bool here =
        place == ISA_IPLOC_NONE || (place == ISA_IPLOC_CENTROID && t->key->per_sample);
    if (vector && !here && how_of(t, a, a.part) != FLAT)
        return elsewhere(t, in, a);
    return as_float(t, attribute_load(t, a, false, 0));
}

/* A texture coordinate that a point sprite replaces. */
static bool is_sprite(const struct translator *t, struct attribute a) {
    return a.kind == ATTRIBUTE_FIXED && a.index >= ATTRIBUTE_FIRST_COORDINATE &&
           t->key->point_sprite[a.index - ATTRIBUTE_FIRST_COORDINATE];
}

static uint32_t sprite(struct translator *t, struct attribute a) {
    const struct attribute at = {ATTRIBUTE_POINT_COORD, 0, a.part};
    return a.part < 2 ? as_float(t, attribute_load(t, at, false, 0))
                      : f32_constant(t, a.part == 3 ? 1 : 0);
}

/* The instruction of a class that alone wrote an operand; VALUE_NONE: there is none. */
static uint32_t writer_of(const struct translator *t, uint32_t number, enum isa_role role,
                          enum isa_class class, struct isa_instruction *out) {
    const uint32_t value = shader_values_read(&t->values, number, role, 0);
    if (value == VALUE_NONE || shader_values_kind(&t->values, value) != VALUE_WRITTEN)
        return VALUE_NONE;
    const uint32_t writer = shader_values_write(&t->values, value)->instruction;
    return shader_values_decode(&t->values, writer, out) && out->row->class == class ? writer
                                                                                     : VALUE_NONE;
}

/* Is the factor w itself, so that the product is what Vulkan hands over? */
static bool multiplies_by_w(const struct translator *t) {
    enum { W_RECIPROCAL = 0x07c };
    struct isa_instruction in;
    uint32_t number = shader_values_at(&t->values, t->block, t->at);
    if (number == VALUE_NONE)
        return false;
    number = writer_of(t, number, ISA_ARG_B, ISA_MUFU, &in);
    if (number == VALUE_NONE || in.modifier[ISA_MOD_MUFU] != ISA_MUFU_RCP ||
        in.modifier[ISA_MOD_SAT] || in.operand[ISA_ARG_A].negate)
        return false;
    return writer_of(t, number, ISA_ARG_A, ISA_IPA, &in) != VALUE_NONE &&
           in.operand[ISA_ARG_M].value == W_RECIPROCAL && in.operand[ISA_ARG_M].number == ISA_RZ &&
           in.modifier[ISA_MOD_IPA] == ISA_IPA_PASS && !in.modifier[ISA_MOD_SAT];
}

static uint32_t interpolated(struct translator *t, const struct isa_instruction *in,
                             struct attribute a) {
    const bool vector = a.kind == ATTRIBUTE_GENERIC || a.kind == ATTRIBUTE_FIXED;
    const uint32_t f32 = type_f32(t);
    uint32_t value = is_sprite(t, a) ? sprite(t, a) : input(t, in, a);
    const unsigned mode = in->modifier[ISA_MOD_IPA];
    const bool multiplies = mode == ISA_IPA_NONE && !operand_is_rz(in, ISA_ARG_B);
    const unsigned how = vector ? how_of(t, a, a.part) : LINEAR;
    if (how == PERSPECTIVE && multiplies && multiplies_by_w(t))
        return value;
    if (how == PERSPECTIVE && mode != ISA_IPA_CONSTANT)
        value = op2(t, SpvOpFMul, f32, value, w_reciprocal(t));
    if (how != FLAT && multiplies)
        value = op2(t, SpvOpFMul, f32, value, operand_float(t, in, ISA_ARG_B));
    return value;
}

/* At an address that the program works out: one of the generics that the header declares. */
static uint32_t indexed(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *where = &in->operand[ISA_ARG_M];
    const uint32_t address = op2(t, SpvOpIAdd, type_u32(t), get_register(t, where->number),
                                 u32_constant(t, (uint32_t)where->value));
    uint32_t value = f32_constant(t, 0);
    for (unsigned i = 0; i < 4 * SHADER_GENERICS; i++) {
        const struct attribute a = {ATTRIBUTE_GENERIC, i / 4, i % 4};
        if (how_of(t, a, a.part) == UNUSED)
            continue;
        const uint32_t is = op2(t, SpvOpIEqual, type_bool(t), address,
                                u32_constant(t, GENERICS_ADDRESS + WORD * i));
        value = choose(t, type_f32(t), is, interpolated(t, in, a), value);
    }
    return value;
}

void translate_ipa(struct translator *t, const struct isa_instruction *in) {
    const struct isa_operand *where = &in->operand[ISA_ARG_M];
    const struct attribute a = attribute_at((unsigned)where->value, false);
    const bool is_indexed = where->number != ISA_RZ;
    const uint32_t f32 = type_f32(t);
    if (t->program->stage != SHADER_FRAGMENT) {
        translate_unknown(t, in, "only inputs of fragment shaders are interpolated");
        return;
    }
    if (a.kind == ATTRIBUTE_NONE && !is_indexed) {
        translate_unknown(t, in, "no input of a fragment shader that is known has this address");
        return;
    }
    uint32_t value = is_indexed ? indexed(t, in) : interpolated(t, in, a);
    if (in->modifier[ISA_MOD_SAT])
        value =
            SPIRV_GLSL(&t->m, GLSLstd450FClamp, f32, value, f32_constant(t, 0), f32_constant(t, 1));
    result_float(t, in, value);
}
