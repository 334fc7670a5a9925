/* SPDX-License-Identifier: MIT */
#include "gpu/shader/origin.h"

static void print_place(struct shader_place place, struct strbuf *out) {
    strbuf_addf(out, "c[0x%x][0x%x]", place.slot, place.offset);
}

static void print_origin(const struct shader_origin *o, struct strbuf *out) {
    switch (o->kind) {
    case ORIGIN_UNKNOWN:
        strbuf_add(out, "?");
        break;
    case ORIGIN_INDEXED:
        strbuf_addf(out, "c[0x%x][R%u+0x%x] of 0x%x", o->place.slot, o->index, o->place.offset,
                    o->index_at);
        break;
    case ORIGIN_CONSTANT:
        strbuf_addf(out, "0x%x", o->value);
        break;
    case ORIGIN_PLACE:
    case ORIGIN_MERGED:
    case ORIGIN_ORED:
        print_place(o->place, out);
        if (o->kind == ORIGIN_PLACE)
            break;
        strbuf_add(out, o->kind == ORIGIN_MERGED ? " and sampler " : " | ");
        print_place(o->sampler, out);
        break;
    }
}

void shader_origins_print(const struct shader_values *values, const struct shader_origins *origins,
                          struct strbuf *out) {
    for (size_t i = 0; i < origins->count; i++) {
        const struct shader_origin *o = &origins->list[i];
        struct isa_instruction in;
        shader_values_decode(values, shader_values_at(values, o->block, o->at), &in);
        strbuf_addf(out, "0x%x ", o->at);
        isa_print(&in, NULL, out);
        strbuf_add(out, " from ");
        print_origin(o, out);
        strbuf_add(out, "\n");
    }
}
