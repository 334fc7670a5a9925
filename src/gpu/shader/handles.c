/* SPDX-License-Identifier: MIT */
#include "gpu/shader/handles.h"

#include "gpu/shader/origin.h"

#include <string.h>

static bool is_handle(const struct shader_origin *o, const struct isa_instruction *in) {
    const bool known =
        o->kind == ORIGIN_PLACE || o->kind == ORIGIN_INDEXED || o->kind == ORIGIN_MERGED;
    return known && !in->operand[ISA_ARG_M].present;
}

static void extend(struct shader_handles *h, struct shader_place place) {
    const uint32_t end = place.offset + 4u;
    if (place.slot >= SHADER_CONSTANT_SLOTS)
        return;
    if (!h->range[place.slot].end || place.offset < h->range[place.slot].begin)
        h->range[place.slot].begin = place.offset;
    if (end > h->range[place.slot].end)
        h->range[place.slot].end = end;
}

static bool add(struct shader_handles *h, const struct shader_origin *o,
                const struct isa_instruction *in, struct error *error) {
    const enum isa_class class = in->row->class;
    const bool asks = class == ISA_TXQ;
    size_t i = 0;
    while (i < h->count &&
           (h->list[i].place.slot != o->place.slot || h->list[i].place.offset != o->place.offset))
        i++;
    if (i == SHADER_HANDLES_LIMIT)
        return error_set(error, ERROR_LIMIT, "code at 0x%x: more than %d textures and images",
                         o->at, SHADER_HANDLES_LIMIT);
    if (i == h->count)
        h->list[h->count++] = (struct shader_handle){.place = o->place, .asked = true};
    struct shader_handle *one = &h->list[i];
    extend(h, o->place);
    if (o->kind == ORIGIN_MERGED)
        extend(h, o->sampler);
    const bool image = isa_has_modifier(in->row, ISA_MOD_SUDIM);
    one->indexed = one->indexed || o->kind == ORIGIN_INDEXED;
    one->asked = one->asked && asks;
    one->image = one->image || image;
    one->formatted = one->formatted || isa_has_modifier(in->row, ISA_MOD_RGBA);
    return true;
}

static bool collect(const struct shader_program *p, const struct shader_origins *origins,
                    struct shader_handles *out, struct error *error) {
    for (size_t i = 0; i < origins->count; i++) {
        const struct shader_origin *o = &origins->list[i];
        struct isa_instruction in;
        uint64_t word;
        memcpy(&word, p->code.data + o->at, sizeof word);
        if (isa_decode(word, &in) && is_handle(o, &in) && !add(out, o, &in, error))
            return false;
    }
    return true;
}

bool shader_handles_find(const struct shader_program *p, uint8_t slot, struct shader_handles *out,
                         struct error *error) {
    const struct flow_constants constants = {p->constants.data, p->constants.size};
    struct shader_flow flow;
    struct shader_values values;
    struct shader_origins origins;
    *out = (struct shader_handles){0};
    if (!shader_flow_build(p->code.data, p->code.size, &constants, &flow, error))
        return false;
    bool ok = shader_values_build(p->code.data, &flow, &values, error);
    if (ok) {
        shader_origins_find(&values, slot, &origins);
        ok = collect(p, &origins, out, error);
        shader_origins_free(&origins);
        shader_values_free(&values);
    }
    shader_flow_free(&flow);
    return ok;
}
