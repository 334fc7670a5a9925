/* SPDX-License-Identifier: MIT */
/* TEX, TEXS, TXD, TLD4, TLD4S: what samples. */
#include "gpu/shader/translate/texture.h"
#include "gpu/shader/translate/values.h"

/* One instruction of SPIR-V, whose first operand is the texture. */
struct sampling {
    const struct texture *x;
    SpvOp op;
    uint32_t type, first[3];
    unsigned fixed;
    struct image_operands more;
};

static uint32_t emit(struct translator *t, uint32_t pointer, void *context) {
    const struct sampling *s = context;
    const uint32_t loaded = handle_load(t, &s->x->handle, s->x->loaded, pointer);
    const uint32_t first[3] = {
        loaded, texture_normalize(t, s->x, loaded, s->first[1], s->x->use.array), s->first[2]};
    struct image_operands more = s->more;
    for (unsigned i = 0; i < 2 && more.mask & SpvImageOperandsGradMask; i++)
        more.words[i] = texture_normalize(t, s->x, loaded, more.words[i], false);
    return image_instruction(t, s->op, s->type, s->fixed, first, &more);
}

static uint32_t each(struct translator *t, struct sampling *s) {
    const struct texture *x = s->x;
    return handle_each(t, &x->handle, x->variable, x->loaded, s->type, emit, s);
}

static uint32_t coordinates(struct translator *t, const struct texture_use *use) {
    uint32_t of[4];
    unsigned count = 0;
    while (count < use->coordinates) {
        of[count] = texture_float(t, use, (enum texture_part)(TEXTURE_X + count));
        count++;
    }
    if (use->array) {
        const uint32_t layer = bits_unsigned(t, texture_word(t, use, TEXTURE_LAYER), 0, 16);
        of[count++] = op1(t, SpvOpConvertUToF, type_f32(t), layer);
    }
    return texture_vector(t, type_f32(t), count, of);
}

static bool bind(struct translator *t, const struct isa_instruction *in, struct texture *x) {
    if (!texture_bind(t, in, TEXTURE_SAMPLED, x))
        return false;
    if (x->use.dim == SHADER_BUFFER || handle_fact(t, x->handle.place)->multisampled)
        translate_unknown(t, in, "it samples a buffer or a multisampled texture");
    return !t->failed;
}

/* ---- TEX, TEXS, TXD ---- */

/* Four bits each; those of TXD stand above the layer. They must be known. */
static void add_offset(struct translator *t, const struct isa_instruction *in,
                       const struct texture_use *use, struct image_operands *more) {
    const bool above_layer = in->row->class == ISA_TXD;
    uint32_t word = 0, of[3];
    if (above_layer ? !in->modifier[ISA_MOD_AOFFI] : use->part[TEXTURE_OFFSET] == TEXTURE_NO_PART)
        return;
    const enum texture_part part = above_layer ? TEXTURE_LAYER : TEXTURE_OFFSET;
    if (!spirv_is_u32(&t->m, texture_word(t, use, part), &word))
        translate_unknown(t, in, "the offset of its texels is not known before the program runs");
    if (use->dim == SHADER_CUBE)
        translate_unknown(t, in, "the faces of cubes have no offsets");
    if (above_layer)
        word >>= 16;
    if (!(word & 0xfff))
        return;
    for (unsigned i = 0; i < use->coordinates; i++)
        of[i] = spirv_i32(&t->m, (int32_t)(word << (28 - 4 * i)) >> 28);
    const uint32_t type = spirv_sint(&t->m, 32);
    const uint32_t vector =
        use->coordinates == 1
            ? of[0]
            : spirv_once(&t->m, SpvOpConstantComposite, spirv_vector(&t->m, type, use->coordinates),
                         use->coordinates, of);
    image_operand(more, SpvImageOperandsConstOffsetMask, vector);
}

/* They stand in pairs: along x and along y of the screen. */
static void add_gradients(struct translator *t, const struct texture_use *use,
                          struct image_operands *more) {
    uint32_t of[2][3];
    for (unsigned i = 0; i < use->coordinates; i++)
        for (unsigned along = 0; along < 2; along++)
            of[along][i] =
                get_register_float(t, register_after(use->part[TEXTURE_SLOPE], 2 * i + along));
    for (unsigned along = 0; along < 2; along++)
        image_operand(more, SpvImageOperandsGradMask,
                      texture_vector(t, type_f32(t), use->coordinates, of[along]));
}

/* Only fragment shaders have derivatives; elsewhere the level is 0 and what is added to it. */
static bool has_implicit_level(const struct translator *t, const struct isa_instruction *in,
                               const struct texture_use *use) {
    return t->program->stage == SHADER_FRAGMENT && in->row->class != ISA_TXD &&
           (use->level == TEXTURE_IMPLICIT || use->level == TEXTURE_BIAS);
}

void translate_tex(struct translator *t, const struct isa_instruction *in) {
    static const SpvOp ops[2][2] = {
        {SpvOpImageSampleExplicitLod, SpvOpImageSampleImplicitLod},
        {SpvOpImageSampleDrefExplicitLod, SpvOpImageSampleDrefImplicitLod},
    };
    struct texture x;
    if (!bind(t, in, &x))
        return;
    const struct texture_use *use = &x.use;
    const bool implicit = has_implicit_level(t, in, use);
    struct sampling s = {
        .x = &x,
        .op = ops[use->compare][implicit],
        .type = use->compare ? x.component : x.texel,
        .first = {0, coordinates(t, use), texture_float(t, use, TEXTURE_REFERENCE)},
        .fixed = use->compare ? 3 : 2,
    };
    const uint32_t level = texture_float(t, use, TEXTURE_LEVEL);
    if (in->row->class == ISA_TXD)
        add_gradients(t, use, &s.more);
    else if (!implicit)
        image_operand(&s.more, SpvImageOperandsLodMask, level ? level : f32_constant(t, 0));
    else if (level)
        image_operand(&s.more, SpvImageOperandsBiasMask, level);
    add_offset(t, in, use, &s.more);
    const uint32_t result = each(t, &s);
    if (use->compare)
        texture_result_compared(t, in, result);
    else
        texture_result(t, in, &x, result);
}

void translate_texs(struct translator *t, const struct isa_instruction *in) {
    translate_tex(t, in);
}

void translate_txd(struct translator *t, const struct isa_instruction *in) {
    translate_tex(t, in);
}

/* ---- TLD4, TLD4S ---- */

/* Two offsets of six bits, a byte each. */
static uint32_t gather_offset(struct translator *t, uint32_t word, unsigned at) {
    const uint32_t type = spirv_sint(&t->m, 32);
    uint32_t of[2];
    for (unsigned i = 0; i < 2; i++)
        of[i] = op1(t, SpvOpBitcast, type, bits_signed(t, word, at + 8 * i, 6));
    spirv_capability(&t->m, SpvCapabilityImageGatherExtended);
    return texture_vector(t, type, 2, of);
}

/* Of four texels with an offset each, every one is the last that its own gather gives. */
static uint32_t gather_each(struct translator *t, struct sampling *s, const uint32_t words[2]) {
    uint32_t of[4];
    for (unsigned i = 0; i < 4; i++) {
        s->more = (struct image_operands){0};
        image_operand(&s->more, SpvImageOperandsOffsetMask,
                      gather_offset(t, words[i / 2], i % 2 * 16));
        of[i] = op2(t, SpvOpCompositeExtract, s->x->component, each(t, s), 3);
    }
    return texture_vector(t, s->x->component, 4, of);
}

void translate_tld4(struct translator *t, const struct isa_instruction *in) {
    struct texture x;
    if (!bind(t, in, &x))
        return;
    const struct texture_use *use = &x.use;
    if (use->dim != SHADER_2D && use->dim != SHADER_CUBE) {
        translate_unknown(t, in, "four texels are gathered in two dimensions or of a cube only");
        return;
    }
    const uint32_t words[2] = {texture_word(t, use, TEXTURE_OFFSET),
                               texture_word(t, use, TEXTURE_MORE_OFFSETS)};
    if (words[0] && use->dim == SHADER_CUBE) {
        translate_unknown(t, in, "the faces of cubes have no offsets");
        return;
    }
    struct sampling s = {
        .x = &x,
        .op = use->compare ? SpvOpImageDrefGather : SpvOpImageGather,
        .type = x.texel,
        .first = {0, coordinates(t, use),
                  use->compare ? texture_float(t, use, TEXTURE_REFERENCE)
                               : u32_constant(t, in->modifier[ISA_MOD_TEXCOMP])},
        .fixed = 3,
    };
    if (words[0] && !words[1])
        image_operand(&s.more, SpvImageOperandsOffsetMask, gather_offset(t, words[0], 0));
    texture_result(t, in, &x, words[1] ? gather_each(t, &s, words) : each(t, &s));
}

void translate_tld4s(struct translator *t, const struct isa_instruction *in) {
    translate_tld4(t, in);
}
