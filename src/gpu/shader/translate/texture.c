/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/texture.h"

#include "gpu/shader/translate/round.h"
#include "gpu/shader/translate/words.h"

static const SpvDim spirv_dims[] = {
    [SHADER_1D] = SpvDim1D,     [SHADER_2D] = SpvDim2D,         [SHADER_3D] = SpvDim3D,
    [SHADER_CUBE] = SpvDimCube, [SHADER_BUFFER] = SpvDimBuffer,
};

static void capabilities(struct translator *t, const struct texture_use *use) {
    if (use->dim == SHADER_1D)
        spirv_capability(&t->m, SpvCapabilitySampled1D);
    else if (use->dim == SHADER_BUFFER)
        spirv_capability(&t->m, SpvCapabilitySampledBuffer);
    else if (use->dim == SHADER_CUBE && use->array)
        spirv_capability(&t->m, SpvCapabilitySampledCubeArray);
}

static uint32_t scalar_type(struct translator *t, uint8_t scalar) {
    return scalar == SHADER_FLOAT  ? type_f32(t)
           : scalar == SHADER_SINT ? spirv_sint(&t->m, 32)
                                   : type_u32(t);
}

static void make_types(struct translator *t, struct texture *x) {
    const struct texture_use *use = &x->use;
    x->component = scalar_type(t, x->scalar);
    x->texel = spirv_vector(&t->m, x->component, 4);
    x->image = SPIRV_TYPE(&t->m, SpvOpTypeImage, x->component, spirv_dims[use->dim], use->compare,
                          use->array, use->multisampled, 1, SpvImageFormatUnknown);
    x->loaded =
        use->dim == SHADER_BUFFER ? x->image : SPIRV_TYPE(&t->m, SpvOpTypeSampledImage, x->image);
}

/* ---- the contract's list ---- */

static bool same(const struct contract_texture *a, const struct contract_texture *b) {
    return handle_same(a->place, b->place) && handle_same(a->sampler, b->sampler) &&
           a->dim == b->dim && a->scalar == b->scalar && a->count == b->count &&
           a->array == b->array && a->multisampled == b->multisampled && a->compare == b->compare;
}

static unsigned listed(struct translator *t, const struct contract_texture *one) {
    struct shader_contract *c = &t->contract;
    for (unsigned i = 0; i < c->texture_count; i++)
        if (same(&c->textures[i], one)) {
            c->textures[i].sampled = c->textures[i].sampled || one->sampled;
            return i;
        }
    if (c->texture_count == SHADER_TEXTURES_LIMIT) {
        translate_fail(t, ERROR_LIMIT, "code at 0x%x: a program uses more than %d textures", t->at,
                       SHADER_TEXTURES_LIMIT);
        return 0;
    }
    c->textures[c->texture_count] = *one;
    return c->texture_count++;
}

void texture_bind_use(struct translator *t, const struct texture_use *use,
                      const struct handle *handle, enum texture_access access,
                      struct texture *out) {
    const struct shader_fact *fact = handle_fact(t, handle->place);
    *out = (struct texture){.use = *use, .handle = *handle, .scalar = fact->scalar};
    if (fact->buffer && use->dim == SHADER_1D && !use->array)
        out->use.dim = SHADER_BUFFER;
    if (fact->multisampled && use->dim == SHADER_2D && access == TEXTURE_FETCHED)
        out->use.multisampled = true;
    if (use->compare)
        out->scalar = SHADER_FLOAT;
    make_types(t, out);
    capabilities(t, &out->use);
    const struct contract_texture one = {
        .place = handle->place,
        .sampler = handle->sampler,
        .dim = out->use.dim,
        .scalar = out->scalar,
        .count = handle->count,
        .array = out->use.array,
        .multisampled = out->use.multisampled,
        .compare = out->use.compare,
        .sampled = access == TEXTURE_SAMPLED,
    };
    const unsigned number = listed(t, &one);
    if (!t->textures[number])
        t->textures[number] = handle_variable(t, out->loaded, one.count, BINDING_TEXTURE + number);
    out->variable = t->textures[number];
    if (out->use.dim != SHADER_BUFFER)
        handle_index(t, &out->handle, SpvCapabilitySampledImageArrayNonUniformIndexing);
}

bool texture_bind(struct translator *t, const struct isa_instruction *in,
                  enum texture_access access, struct texture *out) {
    struct texture_use use;
    struct handle handle;
    if (!texture_use(in, &use))
        translate_unknown(t, in, "no such form of it is known");
    else if (use.part[TEXTURE_CLAMP] != TEXTURE_NO_PART)
        translate_unknown(t, in, "it clamps the level by a register whose form is not known");
    else if (use.compare && use.dim == SHADER_3D)
        translate_unknown(t, in, "nothing compares in three dimensions");
    else if (use.dim == SHADER_3D && use.array)
        translate_unknown(t, in, "there are no arrays of three dimensions");
    if (t->failed)
        return false;
    handle_find(t, in, use.part[TEXTURE_HANDLE], &handle);
    if (!t->failed)
        texture_bind_use(t, &use, &handle, access, out);
    return !t->failed;
}

uint32_t texture_image(struct translator *t, const struct texture *x, uint32_t pointer) {
    const uint32_t loaded = handle_load(t, &x->handle, x->loaded, pointer);
    return x->use.dim == SHADER_BUFFER
               ? loaded
               : handle_part(t, &x->handle, op1(t, SpvOpImage, x->image, loaded));
}

uint32_t texture_normalize(struct translator *t, const struct texture *x, uint32_t loaded,
                           uint32_t vector, bool layer) {
    const struct texture_use *use = &x->use;
    const unsigned sizes = use->coordinates + use->array, count = use->coordinates + layer;
    const uint32_t u32 = type_u32(t), f32 = type_f32(t);
    uint32_t of[4];
    if (use->dim == SHADER_CUBE || !handle_fact(t, x->handle.place)->texels)
        return vector;
    spirv_capability(&t->m, SpvCapabilityImageQuery);
    const uint32_t size =
        op2(t, SpvOpImageQuerySizeLod, sizes == 1 ? u32 : spirv_vector(&t->m, u32, sizes),
            op1(t, SpvOpImage, x->image, loaded), u32_constant(t, 0));
    for (unsigned i = 0; i < use->coordinates; i++) {
        of[i] = sizes == 1 ? size : op2(t, SpvOpCompositeExtract, u32, size, i);
        of[i] = op1(t, SpvOpConvertUToF, f32, of[i]);
    }
    of[use->coordinates] = f32_constant(t, 1);
    return op2(t, SpvOpFDiv, count == 1 ? f32 : spirv_vector(&t->m, f32, count), vector,
               texture_vector(t, f32, count, of));
}

/* ---- operands ---- */

uint32_t texture_word(struct translator *t, const struct texture_use *use, enum texture_part part) {
    return use->part[part] == TEXTURE_NO_PART ? 0 : get_register(t, use->part[part]);
}

uint32_t texture_float(struct translator *t, const struct texture_use *use,
                       enum texture_part part) {
    return use->part[part] == TEXTURE_NO_PART ? 0 : get_register_float(t, use->part[part]);
}

uint32_t texture_vector(struct translator *t, uint32_t type, unsigned count, const uint32_t *of) {
    if (count == 1)
        return of[0];
    return spirv_value(&t->m, SpvOpCompositeConstruct, spirv_vector(&t->m, type, count), count, of);
}

void image_operand(struct image_operands *o, SpvImageOperandsMask bit, uint32_t word) {
    o->mask |= bit;
    o->words[o->count++] = word;
}

uint32_t image_instruction(struct translator *t, SpvOp op, uint32_t type, unsigned fixed,
                           const uint32_t *first, const struct image_operands *more) {
    uint32_t words[16], count = 0;
    while (count < fixed) {
        words[count] = first[count];
        count++;
    }
    if (more->mask)
        words[count++] = more->mask;
    for (unsigned i = 0; i < more->count; i++)
        words[count++] = more->words[i];
    return spirv_value(&t->m, op, type, count, words);
}

/* ---- results ---- */

/* Where the components go, and PD: false where memory was there, which it always is here. */
static void put(struct translator *t, const struct isa_instruction *in, const uint32_t of[4],
                bool is_float) {
    uint8_t components[4];
    const unsigned count = texture_components(in, components);
    const bool is_short =
        in->row->class == ISA_TEXS || in->row->class == ISA_TLDS || in->row->class == ISA_TLD4S;
    const unsigned d = in->operand[ISA_ARG_D].number, e = in->operand[ISA_ARG_E].number;
    if (texture_halves(in)) {
        if (!is_float)
            translate_unknown(t, in, "it makes halves of what are no floats");
        for (unsigned i = 0; i < count && is_float; i += 2) {
            uint32_t word = half_of_float(t, of[components[i]], ISA_ROUND_NONE);
            if (i + 1 < count) {
                const uint32_t high = half_of_float(t, of[components[i + 1]], ISA_ROUND_NONE);
                word = word_or(t, word, word_left(t, high, u32_constant(t, 16)));
            }
            set_register(t, i ? e : d, word);
        }
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        const unsigned number =
            is_short && i >= 2 ? register_after(e, i - 2) : register_after(d, i);
        if (is_float)
            set_register_float(t, number, of[components[i]]);
        else
            set_register(t, number, of[components[i]]);
    }
    result_predicate(t, in, ISA_ARG_PD, spirv_truth(&t->m, false));
}

void texture_result(struct translator *t, const struct isa_instruction *in, const struct texture *x,
                    uint32_t texel) {
    uint32_t of[4] = {0};
    uint8_t components[4];
    const unsigned count = texture_components(in, components);
    for (unsigned i = 0; i < count; i++) {
        const unsigned c = components[i];
        of[c] = op2(t, SpvOpCompositeExtract, x->component, texel, c);
        if (x->scalar == SHADER_SINT)
            of[c] = as_word(t, of[c]);
    }
    put(t, in, of, x->scalar == SHADER_FLOAT);
}

void texture_result_compared(struct translator *t, const struct isa_instruction *in,
                             uint32_t value) {
    put(t, in, (const uint32_t[]){value, value, value, f32_constant(t, 1)}, true);
}

void texture_result_words(struct translator *t, const struct isa_instruction *in,
                          const uint32_t words[4]) {
    put(t, in, words, false);
}
