/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/handle.h"

#include "gpu/shader/translate/resources.h"
#include "gpu/shader/translate/values.h"

enum { USUAL_HANDLES = 8, CONSTANT_BYTES = 65536 };

bool handle_same(struct shader_place a, struct shader_place b) {
    return a.slot == b.slot && a.offset == b.offset;
}

const struct shader_fact *handle_fact(const struct translator *t, struct shader_place place) {
    static const struct shader_fact plain = {.dim = SHADER_2D};
    for (size_t i = 0; i < t->key->fact_count; i++)
        if (handle_same(t->key->facts[i].place, place))
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

void handle_index(struct translator *t, struct handle *h, SpvCapability capability) {
    h->direct = h->index && t->key->features & SHADER_HAS_DYNAMIC_INDEX;
    if (!h->direct)
        return;
    if (t->key->version < 5)
        spirv_extension(&t->m, "SPV_EXT_descriptor_indexing");
    spirv_capability(&t->m, SpvCapabilityShaderNonUniform);
    spirv_capability(&t->m, capability);
}

uint32_t handle_part(struct translator *t, const struct handle *h, uint32_t id) {
    if (h->direct)
        spirv_decorate(&t->m, id, SpvDecorationNonUniform, 0, NULL);
    return id;
}

uint32_t handle_load(struct translator *t, const struct handle *h, uint32_t type,
                     uint32_t pointer) {
    return handle_part(t, h, op1(t, SpvOpLoad, type, pointer));
}

/* The values of a switch's cases with their labels, and what the cases give. */
struct cases {
    uint32_t words[2 + 2 * UINT8_MAX], phi[2 + 2 * UINT8_MAX], count, given;
    uint32_t merge, none;
};

static void one_case(struct translator *t, struct cases *c, uint32_t label, uint32_t result) {
    c->phi[c->given++] = result;
    c->phi[c->given++] = label;
    SPIRV_DO(&t->m, SpvOpBranch, c->merge);
}

/* Not every device takes an index that the code works out. */
static void begin_cases(struct translator *t, const struct handle *h, struct cases *c) {
    *c = (struct cases){.merge = spirv_id(&t->m), .none = spirv_id(&t->m)};
    if (h->direct) {
        const uint32_t is =
            op2(t, SpvOpULessThan, type_bool(t), h->index, u32_constant(t, h->count));
        c->words[0] = spirv_id(&t->m);
        SPIRV_DO(&t->m, SpvOpSelectionMerge, c->merge, SpvSelectionControlMaskNone);
        SPIRV_DO(&t->m, SpvOpBranchConditional, is, c->words[0], c->none);
        return;
    }
    c->words[c->count++] = h->index;
    c->words[c->count++] = c->none;
    for (uint32_t i = 0; i < h->count; i++) {
        c->words[c->count++] = i;
        c->words[c->count++] = spirv_id(&t->m);
    }
    SPIRV_DO(&t->m, SpvOpSelectionMerge, c->merge, SpvSelectionControlMaskNone);
    spirv_put(&t->m, SPIRV_FUNCTIONS, SpvOpSwitch, c->count, c->words);
}

/* A handle that is none of them gives zeros. */
uint32_t handle_each(struct translator *t, const struct handle *h, uint32_t variable,
                     uint32_t element_type, uint32_t result_type, handle_emit *emit,
                     void *context) {
    struct cases c;
    if (!h->index)
        return emit(t, variable, context);
    const uint32_t pointer = spirv_pointer(&t->m, SpvStorageClassUniformConstant, element_type);
    begin_cases(t, h, &c);
    for (uint32_t i = 0; i < (h->direct ? 1 : h->count); i++) {
        spirv_label(&t->m, h->direct ? c.words[0] : c.words[3 + 2 * i]);
        const uint32_t index = h->direct ? h->index : u32_constant(t, i);
        const uint32_t element =
            handle_part(t, h, op2(t, SpvOpAccessChain, pointer, variable, index));
        const uint32_t result = emit(t, element, context);
        one_case(t, &c, t->m.label, result);
    }
    spirv_label(&t->m, c.none);
    one_case(t, &c, c.none, result_type ? spirv_null(&t->m, result_type) : 0);
    spirv_label(&t->m, c.merge);
    return result_type ? spirv_value(&t->m, SpvOpPhi, result_type, c.given, c.phi) : 0;
}
