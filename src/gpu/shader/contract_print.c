/* SPDX-License-Identifier: MIT */
#include "gpu/shader/contract.h"

static const char *const dims[] = {"1D", "2D", "3D", "cube", "buffer"};
static const char *const scalars[] = {"float", "sint", "uint"};

static void add_place(struct strbuf *out, struct shader_place place) {
    strbuf_addf(out, "c[0x%x][0x%x]", place.slot, place.offset);
}

static void add_if(struct strbuf *out, bool is, const char *text) {
    if (is)
        strbuf_add(out, text);
}

/* " 2D array of 4 uint" */
static void add_kind(struct strbuf *out, unsigned dim, bool array, bool multisampled,
                     unsigned scalar, unsigned count) {
    strbuf_addf(out, " %s%s%s %s", dims[dim], array ? " array" : "",
                multisampled ? " multisampled" : "", scalars[scalar]);
    if (count > 1)
        strbuf_addf(out, ", %u of them", count);
}

static void add_constants(const struct shader_contract *c, struct strbuf *out) {
    for (unsigned i = 0; i < SHADER_CONSTANT_SLOTS; i++)
        if (c->constants >> i & 1)
            strbuf_addf(out, "binding %u: constant buffer %u, %u bytes\n", BINDING_CONSTANT + i, i,
                        c->constant_size[i]);
    if (c->address_map)
        strbuf_addf(out, "binding %u: address map%s\n", BINDING_ADDRESS_MAP,
                    c->map_written ? ", written" : "");
}

static void add_resources(const struct shader_contract *c, struct strbuf *out) {
    for (unsigned i = 0; i < c->storage_count; i++) {
        const struct contract_storage *s = &c->storage[i];
        strbuf_addf(out, "binding %u: storage buffer at ", BINDING_STORAGE + i);
        add_place(out, s->place);
        add_if(out, s->written, ", written");
        strbuf_add(out, "\n");
    }
    for (unsigned i = 0; i < c->texture_count; i++) {
        const struct contract_texture *t = &c->textures[i];
        const bool apart = t->sampler.slot != t->place.slot || t->sampler.offset != t->place.offset;
        strbuf_addf(out, "binding %u: texture at ", BINDING_TEXTURE + i);
        add_place(out, t->place);
        add_kind(out, t->dim, t->array, t->multisampled, t->scalar, t->count);
        add_if(out, t->sampled, ", sampled");
        add_if(out, t->compare, ", compared");
        if (apart) {
            strbuf_add(out, ", sampler at ");
            add_place(out, t->sampler);
        }
        strbuf_add(out, "\n");
    }
    for (unsigned i = 0; i < c->image_count; i++) {
        const struct contract_image *m = &c->images[i];
        strbuf_addf(out, "binding %u: image at ", BINDING_IMAGE + i);
        add_place(out, m->place);
        add_kind(out, m->dim, m->array, m->multisampled, m->scalar, m->count);
        if (m->format)
            strbuf_addf(out, ", format %u", m->format);
        add_if(out, m->read, ", read");
        add_if(out, m->written, ", written");
        add_if(out, m->atomic, ", atomic");
        strbuf_add(out, "\n");
    }
}

static void add_mask(struct strbuf *out, const char *name, uint32_t mask) {
    if (mask)
        strbuf_addf(out, "%s: 0x%x\n", name, mask);
}

void shader_contract_print(const struct shader_contract *c, struct strbuf *out) {
    strbuf_addf(out, "stage: %s\n", shader_stage_name(c->stage));
    add_constants(c, out);
    add_resources(c, out);
    add_if(out, c->push, "push constants\n");
    if (c->lanes)
        strbuf_addf(out, "subgroups: %u lanes\n", c->lanes);
    add_mask(out, "inputs", c->inputs);
    add_mask(out, "outputs", c->outputs);
    add_mask(out, "patch", c->patch);
    add_mask(out, "targets", c->targets);
    add_if(out, c->depth, "depth\n");
    add_if(out, c->sample_mask, "sample mask\n");
    if (c->stage == SHADER_COMPUTE)
        strbuf_addf(out, "group: %u %u %u\n", c->group[0], c->group[1], c->group[2]);
    if (c->shared_size)
        strbuf_addf(out, "shared: %u bytes\n", c->shared_size);
}
