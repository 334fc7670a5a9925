/* SPDX-License-Identifier: MIT */
#include "gpu/shader/values.h"

#include "gpu/shader/code.h"
#include "gpu/shader/values_access.h"
#include "gpu/shader/values_flow.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static uint32_t after(uint32_t at) {
    at += CODE_WORD;
    return at % CODE_GROUP ? at : at + CODE_WORD;
}

static uint64_t word_at(const struct shader_values *v, uint32_t at) {
    uint64_t word;
    memcpy(&word, v->code + at, sizeof word);
    return word;
}

/* ---- what instructions read and write ---- */

static void add_instruction(struct shader_values *v, uint32_t block, uint32_t at) {
    struct value_block *b = &v->blocks[block];
    struct isa_instruction in;
    struct value_accesses reads, writes;
    const bool known = isa_decode(word_at(v, at), &in);
    shader_values_accesses(&in, &reads, &writes);
    const uint32_t number = (uint32_t)v->instruction_count;
    GROW(v->instructions, v->instruction_count, v->instruction_room);
    v->instructions[v->instruction_count++] =
        (struct value_instruction){at,
                                   block,
                                   (uint32_t)v->read_count,
                                   (uint32_t)v->write_count,
                                   VALUE_NONE,
                                   known ? in.row->class : ISA_CLASSES,
                                   in.guard_not};
    for (unsigned i = 0; i < reads.count; i++) {
        const struct value_access *a = &reads.list[i];
        GROW(v->reads, v->read_count, v->read_room);
        v->reads[v->read_count++] = (struct value_read){VALUE_NONE, a->variable, a->role, a->index};
        if (!value_set_has(&b->out, a->variable))
            value_set_add(&b->in, a->variable);
    }
    for (unsigned i = 0; i < writes.count; i++) {
        const struct value_access *a = &writes.list[i];
        GROW(v->writes, v->write_count, v->write_room);
        v->writes[v->write_count++] =
            (struct value_write){number, VALUE_NONE, VALUE_NONE, 0, a->variable, a->role, a->index};
        if (in.guard != ISA_PT && !value_set_has(&b->out, a->variable))
            value_set_add(&b->in, a->variable);
    }
    for (unsigned i = 0; i < writes.count; i++)
        value_set_add(&b->out, writes.list[i].variable);
}

static bool add_instructions(struct shader_values *v, struct error *error) {
    for (uint32_t i = 0; i < v->flow->block_count; i++) {
        const struct flow_block *b = &v->flow->blocks[i];
        v->blocks[i].first = (uint32_t)v->instruction_count;
        for (uint32_t at = b->begin; at <= b->last; at = after(at)) {
            if (v->instruction_count >= VALUE_INSTRUCTIONS_LIMIT)
                return error_set(error, ERROR_UNSUPPORTED,
                                 "code at 0x%x: more than %d instructions in all blocks", at,
                                 VALUE_INSTRUCTIONS_LIMIT);
            add_instruction(v, i, at);
        }
    }
    for (size_t i = v->flow->block_count; i < v->block_count; i++)
        v->blocks[i].first = (uint32_t)v->instruction_count;
    GROW(v->instructions, v->instruction_count, v->instruction_room);
    v->instructions[v->instruction_count] =
        (struct value_instruction){.first_read = (uint32_t)v->read_count,
                                   .first_write = (uint32_t)v->write_count,
                                   .guard = VALUE_NONE};
    return true;
}

/* ---- numbers of values ---- */

static uint32_t written_value(uint32_t write) {
    return 1 + write;
}

static uint32_t either_value(const struct shader_values *v, uint32_t write) {
    return (uint32_t)(1 + v->write_count + write);
}

static uint32_t reaching_value(const struct shader_values *v, uint32_t block, unsigned variable) {
    const struct value_block *b = &v->blocks[block];
    return (uint32_t)(1 + 2 * v->write_count + b->first_in + value_set_rank(&b->in, variable));
}

/* What the variable is behind the block. */
static uint32_t leaving_value(const struct shader_values *v, uint32_t block, unsigned variable) {
    const struct value_block *b = &v->blocks[block];
    if (value_set_has(&b->out, variable))
        return v->outs[b->first_out + value_set_rank(&b->out, variable)];
    return reaching_value(v, block, variable);
}

static unsigned count(const struct value_set *set) {
    return value_set_rank(set, VALUE_VARIABLES);
}

static bool number(struct shader_values *v, struct error *error) {
    uint32_t in = 0, out = 0;
    for (size_t i = 0; i < v->block_count; i++) {
        struct value_block *b = &v->blocks[i];
        b->first_in = in;
        b->first_out = out;
        in += count(&b->in);
        out += count(&b->out);
        if (in > VALUE_INS_LIMIT)
            return error_set(error, ERROR_UNSUPPORTED,
                             "more than %d values reach the code's blocks; it has %zu",
                             VALUE_INS_LIMIT, v->flow->block_count);
    }
    v->outs = NEW_ARRAY(uint32_t, out + 1);
    v->ins = NEW_ARRAY(struct value_in, in + 1);
    for (uint32_t i = 0; i < v->block_count; i++)
        for (unsigned variable = 0; variable < VALUE_VARIABLES; variable++)
            if (value_set_has(&v->blocks[i].in, variable))
                v->ins[v->in_count++] = (struct value_in){i, (uint16_t)variable};
    v->value_count = 1 + 2 * v->write_count + in;
    return true;
}

/* ---- who wrote what is read ---- */

void shader_values_walk(struct value_walk *walk, const struct shader_values *values,
                        uint32_t block) {
    walk->values = values;
    walk->block = block;
    memset(walk->now, 0xff, sizeof walk->now);
}

uint32_t shader_values_now(struct value_walk *w, unsigned variable) {
    if (w->now[variable] == VALUE_NONE && value_set_has(&w->values->blocks[w->block].in, variable))
        w->now[variable] = reaching_value(w->values, w->block, variable);
    return w->now[variable];
}

void shader_values_step(struct value_walk *w, uint32_t instruction) {
    const struct value_instruction *i = &w->values->instructions[instruction];
    for (uint32_t k = i[0].first_write; k < i[1].first_write; k++)
        w->now[w->values->writes[k].variable] =
            i->guard == VALUE_NONE ? written_value(k) : either_value(w->values, k);
}

uint32_t shader_values_under(const struct shader_values *v, uint32_t value, uint32_t instruction,
                             bool fails) {
    const struct value_instruction *reader = &v->instructions[instruction];
    while (reader->guard != VALUE_NONE && value != VALUE_NONE &&
           shader_values_kind(v, value) == VALUE_EITHER) {
        const struct value_write *by = shader_values_write(v, value);
        const struct value_instruction *writer = &v->instructions[by->instruction];
        if (writer->guard != reader->guard)
            break;
        value = (writer->guard_not == reader->guard_not) != fails
                    ? written_value((uint32_t)(by - v->writes))
                    : by->otherwise;
    }
    return value;
}

static void read_and_write(struct shader_values *v, struct value_walk *w, uint32_t instruction) {
    struct value_instruction *i = &v->instructions[instruction];
    for (uint32_t k = i[0].first_read; k < i[1].first_read; k++) {
        struct value_read *r = &v->reads[k];
        r->value = shader_values_now(w, r->variable);
        if (r->role == VALUE_GUARD)
            i->guard = r->value;
        else
            r->value = shader_values_under(v, r->value, instruction, false);
    }
    for (uint32_t k = i[0].first_write; k < i[1].first_write; k++) {
        struct value_write *d = &v->writes[k];
        d->before = shader_values_now(w, d->variable);
        d->otherwise = shader_values_under(v, d->before, instruction, true);
    }
    shader_values_step(w, instruction);
}

static void walk_block(struct shader_values *v, uint32_t block) {
    const struct value_block *b = &v->blocks[block];
    struct value_walk w;
    shader_values_walk(&w, v, block);
    for (uint32_t i = b->first; i < b[1].first; i++)
        read_and_write(v, &w, i);
    uint32_t at = b->first_out;
    for (unsigned variable = 0; variable < VALUE_VARIABLES; variable++)
        if (value_set_has(&b->out, variable))
            v->outs[at++] = w.now[variable];
}

/* ---- what is used ---- */

struct users {
    struct shader_values *v;
    uint32_t *list; /* used values whose sources are still to be told */
    bool *listed;
    size_t count;
};

static void use(void *context, uint32_t value) {
    struct users *u = context;
    if (value == VALUE_NONE || value == VALUE_NOBODY)
        return;
    const enum value_kind kind = shader_values_kind(u->v, value);
    if (kind != VALUE_REACHING)
        u->v->writes[shader_values_write(u->v, value) - u->v->writes].uses++;
    if (kind == VALUE_WRITTEN || u->listed[value])
        return;
    u->listed[value] = true;
    u->list[u->count++] = value;
}

static void find_uses(struct shader_values *v) {
    struct users u = {v, NEW_ARRAY(uint32_t, v->value_count), NEW_ARRAY(bool, v->value_count), 0};
    for (size_t i = 0; i < v->read_count; i++)
        use(&u, v->reads[i].value);
    while (u.count)
        shader_values_sources(v, u.list[--u.count], use, &u);
    free(u.list);
    free(u.listed);
}

bool shader_values_build(const uint8_t *code, const struct shader_flow *flow,
                         struct shader_values *out, struct error *error) {
    *out = (struct shader_values){.code = code, .flow = flow};
    out->block_count = flow->block_count + flow->function_count;
    out->blocks = NEW_ARRAY(struct value_block, out->block_count + 1);
    bool ok = add_instructions(out, error);
    if (ok) {
        shader_values_edges(out);
        shader_values_changes(out);
        shader_values_reach(out);
        ok = number(out, error);
    }
    if (!ok) {
        shader_values_free(out);
        return false;
    }
    for (uint32_t i = 0; i < flow->block_count; i++)
        walk_block(out, i);
    find_uses(out);
    return true;
}

void shader_values_free(struct shader_values *v) {
    free(v->blocks);
    free(v->edges);
    free(v->changes);
    free(v->instructions);
    free(v->reads);
    free(v->writes);
    free(v->outs);
    free(v->ins);
    *v = (struct shader_values){0};
}

/* ---- questions ---- */

uint32_t shader_values_at(const struct shader_values *v, uint32_t block, uint32_t at) {
    if (block >= v->flow->block_count || at < CODE_WORD)
        return VALUE_NONE;
    const struct value_block *b = &v->blocks[block];
    const uint32_t begin = v->flow->blocks[block].begin;
    /* Words that schedule are no instructions. */
    const uint32_t number =
        (at - begin) / CODE_WORD - (at / CODE_GROUP - begin / CODE_GROUP) + b->first;
    return at >= begin && number < b[1].first && v->instructions[number].at == at ? number
                                                                                  : VALUE_NONE;
}

bool shader_values_decode(const struct shader_values *v, uint32_t instruction,
                          struct isa_instruction *out) {
    return isa_decode(word_at(v, v->instructions[instruction].at), out);
}

uint32_t shader_values_read(const struct shader_values *v, uint32_t instruction, unsigned role,
                            unsigned index) {
    const struct value_instruction *i = &v->instructions[instruction];
    for (uint32_t k = i[0].first_read; k < i[1].first_read; k++)
        if (v->reads[k].role == role && v->reads[k].index == index)
            return v->reads[k].value;
    return VALUE_NONE;
}

enum value_kind shader_values_kind(const struct shader_values *v, uint32_t value) {
    if (value == VALUE_NOBODY)
        return VALUE_UNWRITTEN;
    return value <= v->write_count       ? VALUE_WRITTEN
           : value <= 2 * v->write_count ? VALUE_EITHER
                                         : VALUE_REACHING;
}

const struct value_write *shader_values_write(const struct shader_values *v, uint32_t value) {
    return &v->writes[(value - 1) % v->write_count];
}

void shader_values_sources(const struct shader_values *v, uint32_t value,
                           void (*each)(void *context, uint32_t source), void *context) {
    const enum value_kind kind = shader_values_kind(v, value);
    if (kind == VALUE_EITHER) {
        const struct value_write *w = shader_values_write(v, value);
        each(context, written_value((uint32_t)(w - v->writes)));
        each(context, w->otherwise);
    }
    if (kind != VALUE_REACHING)
        return;
    const struct value_in in = v->ins[value - 1 - 2 * v->write_count];
    const struct value_block *b = &v->blocks[in.block];
    for (uint32_t i = 0; i < b->edge_count; i++) {
        const struct value_edge *edge = &v->edges[b->first_edge + i];
        if (value_edge_has(v, edge, in.variable))
            each(context, leaving_value(v, edge->block, in.variable));
    }
    if (in.block == v->flow->entries[0])
        each(context, VALUE_NOBODY);
}

uint32_t shader_values_only_source(const struct shader_values *v, uint32_t value) {
    uint32_t only = VALUE_NONE;
    if (shader_values_kind(v, value) != VALUE_REACHING)
        return VALUE_NONE;
    const struct value_in in = v->ins[value - 1 - 2 * v->write_count];
    const struct value_block *b = &v->blocks[in.block];
    if (b->edge_count > 2 || in.block == v->flow->entries[0])
        return VALUE_NONE;
    for (uint32_t i = 0; i < b->edge_count; i++) {
        const struct value_edge *edge = &v->edges[b->first_edge + i];
        if (!value_edge_has(v, edge, in.variable))
            continue;
        if (only != VALUE_NONE)
            return VALUE_NONE;
        only = leaving_value(v, edge->block, in.variable);
    }
    return only;
}
