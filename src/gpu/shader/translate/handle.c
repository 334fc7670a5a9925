/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/handle.h"

#include "gpu/shader/translate/resources.h"
#include "gpu/shader/translate/values.h"

enum { USUAL_HANDLES = 8, CONSTANT_BYTES = 65536 };

static bool same_place(struct shader_place a, struct shader_place b) {
    return a.slot == b.slot && a.offset == b.offset;
}

const struct shader_fact *handle_fact(const struct translator *t, struct shader_place place) {
    static const struct shader_fact plain = {.dim = SHADER_2D};
    for (size_t i = 0; i < t->key->fact_count; i++)
        if (same_place(t->key->facts[i].place, place))
            return &t->key->facts[i];
    return &plain;
}

static unsigned count_at(const struct translator *t, struct shader_place place) {
    const unsigned left = (CONSTANT_BYTES - place.offset) / 4;
    unsigned count = handle_fact(t, place)->count;
    if (!count)
        count = t->key->handles ? t->key->handles : USUAL_HANDLES;
    return count < left ? count : left ? left : 1;
}

/* What the code indexed with may be gone by now, but the handle tells: two words that are the same
 * are the same texture. */
static uint32_t index_of(struct translator *t, struct shader_place place, unsigned count,
                         uint32_t handle) {
    const uint32_t type = type_u32(t);
    uint32_t index = u32_constant(t, count);
    for (unsigned i = count; i-- > 0;) {
        const uint32_t word = constant_word(t, place.slot, place.offset + 4 * i);
        const uint32_t is = op2(t, SpvOpIEqual, type_bool(t), word, handle);
        index = choose(t, type, is, u32_constant(t, i), index);
    }
    return index;
}

void handle_find(struct translator *t, const struct isa_instruction *in, unsigned number,
                 struct handle *out) {
    const struct shader_origin *o = shader_origin_at(&t->origins, t->block, t->at);
    *out = (struct handle){.count = 1};
    switch (o ? o->kind : ORIGIN_UNKNOWN) {
    case ORIGIN_PLACE:
        out->place = out->sampler = o->place;
        break;
    case ORIGIN_INDEXED:
        out->place = out->sampler = o->place;
        out->count = (uint8_t)count_at(t, o->place);
        if (out->count > 1)
            out->index = index_of(t, o->place, out->count, get_register(t, number));
        break;
    case ORIGIN_MERGED:
        out->place = o->place;
        out->sampler = o->sampler;
        break;
    default:
        translate_unknown(t, in, "nothing says which word of a constant buffer its handle is");
        break;
    }
}

uint32_t handle_variable(struct translator *t, uint32_t type, unsigned count, uint32_t binding) {
    if (count > 1)
        type = SPIRV_TYPE(&t->m, SpvOpTypeArray, type, u32_constant(t, count));
    const uint32_t variable = spirv_global(&t->m, SpvStorageClassUniformConstant, type, 0);
    SPIRV_DECORATE(&t->m, variable, SpvDecorationDescriptorSet, t->key->set);
    SPIRV_DECORATE(&t->m, variable, SpvDecorationBinding, binding);
    translate_used(t, variable);
    return variable;
}

uint32_t handle_first(struct translator *t, const struct handle *h, uint32_t variable,
                      uint32_t element_type) {
    const uint32_t pointer = spirv_pointer(&t->m, SpvStorageClassUniformConstant, element_type);
    return h->index ? op2(t, SpvOpAccessChain, pointer, variable, u32_constant(t, 0)) : variable;
}

/* A switch over the index: not every device takes one that the code works out. A handle that is
 * none of them gives zeros. */
uint32_t handle_each(struct translator *t, const struct handle *h, uint32_t variable,
                     uint32_t element_type, uint32_t result_type, handle_emit *emit,
                     void *context) {
    enum { MOST = UINT8_MAX };
    if (!h->index)
        return emit(t, variable, context);
    uint32_t words[2 + 2 * MOST], phi[2 * MOST + 2], count = 0;
    const uint32_t merge = spirv_id(&t->m), none = spirv_id(&t->m);
    const uint32_t pointer = spirv_pointer(&t->m, SpvStorageClassUniformConstant, element_type);
    words[count++] = h->index;
    words[count++] = none;
    for (uint32_t i = 0; i < h->count; i++) {
        words[count++] = i;
        words[count++] = spirv_id(&t->m);
    }
    SPIRV_DO(&t->m, SpvOpSelectionMerge, merge, SpvSelectionControlMaskNone);
    spirv_put(&t->m, SPIRV_FUNCTIONS, SpvOpSwitch, count, words);
    for (uint32_t i = 0; i < h->count; i++) {
        spirv_label(&t->m, words[3 + 2 * i]);
        const uint32_t element = op2(t, SpvOpAccessChain, pointer, variable, u32_constant(t, i));
        phi[2 * i] = emit(t, element, context);
        phi[2 * i + 1] = t->m.label;
        SPIRV_DO(&t->m, SpvOpBranch, merge);
    }
    spirv_label(&t->m, none);
    SPIRV_DO(&t->m, SpvOpBranch, merge);
    spirv_label(&t->m, merge);
    if (!result_type)
        return 0;
    phi[2 * h->count] = spirv_null(&t->m, result_type);
    phi[2 * h->count + 1] = none;
    return spirv_value(&t->m, SpvOpPhi, result_type, 2 * h->count + 2, phi);
}
