/* SPDX-License-Identifier: MIT */
/* Threads part where a branch depends on what varies; until all ways from there meet they are
 * apart, and what is written there varies, since only some write it, or not all as often. */
#include "gpu/shader/uniform.h"

#include "gpu/shader/uniform_graph.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct finder {
    const struct shader_values *values;
    const struct shader_flow *flow;
    struct shader_uniform *out;
    struct uniform_graph graph;
    uint32_t
        *above;   /* of each block and the end: how to get to the next meeting that is together */
    bool *parted; /* of each block: its branch was dealt with */
    bool *ends_apart;        /* of each function: some threads may end in it and others not */
    uint32_t *first, *users; /* of each value: instructions, then values behind the number of all */
    uint32_t *changed;       /* values that vary, and whose users are to be told */
    uint32_t *blocks;        /* blocks that are apart, likewise */
    size_t changed_count, block_count;
};

/* ---- what instructions make of the same operands ---- */

static bool depends_on_operands(const struct shader_values *v, uint32_t instruction) {
    struct isa_instruction in;
    switch ((enum isa_class)v->instructions[instruction].class) {
    case ISA_FADD:
    case ISA_FMUL:
    case ISA_FFMA:
    case ISA_FMNMX:
    case ISA_FSET:
    case ISA_FSETP:
    case ISA_FCMP:
    case ISA_FCHK:
    case ISA_MUFU:
    case ISA_RRO:
    case ISA_DADD:
    case ISA_DMUL:
    case ISA_DFMA:
    case ISA_DMNMX:
    case ISA_DSET:
    case ISA_DSETP:
    case ISA_HADD2:
    case ISA_HMUL2:
    case ISA_HFMA2:
    case ISA_HSET2:
    case ISA_HSETP2:
    case ISA_IADD:
    case ISA_IADD3:
    case ISA_ISCADD:
    case ISA_IMUL:
    case ISA_IMAD:
    case ISA_IMADSP:
    case ISA_XMAD:
    case ISA_IMNMX:
    case ISA_ICMP:
    case ISA_ISET:
    case ISA_ISETP:
    case ISA_BFE:
    case ISA_BFI:
    case ISA_FLO:
    case ISA_POPC:
    case ISA_SHL:
    case ISA_SHR:
    case ISA_SHF_L:
    case ISA_SHF_R:
    case ISA_LEA:
    case ISA_LEA_HI:
    case ISA_LOP:
    case ISA_LOP3:
    case ISA_PRMT:
    case ISA_IDP:
    case ISA_MOV:
    case ISA_SEL:
    case ISA_F2F:
    case ISA_F2I:
    case ISA_I2F:
    case ISA_I2I:
    case ISA_P2R:
    case ISA_R2P:
    case ISA_PSET:
    case ISA_PSETP:
    case ISA_CSET:
    case ISA_CSETP:
    case ISA_LDC:
        return true;
    case ISA_S2R:
        return shader_values_decode(v, instruction, &in) &&
               in.modifier[ISA_MOD_SREG] >= ISA_SREG_CTAID_X &&
               in.modifier[ISA_MOD_SREG] <= ISA_SREG_CTAID_Z;
    default: /* memory, attributes, textures, other lanes, ... */
        return false;
    }
}

/* ---- who uses what ---- */

struct counter {
    struct finder *f;
    uint32_t user;
    bool put;
};

static void count_user(void *context, uint32_t source) {
    struct counter *c = context;
    if (source == VALUE_NONE)
        return;
    if (c->put)
        c->f->users[c->f->first[source + 1]++] = c->user;
    else
        c->f->first[source + 2]++;
}

static void each_use(struct finder *f, bool put) {
    const struct shader_values *v = f->values;
    for (uint32_t i = 0; i < v->instruction_count; i++)
        for (uint32_t k = v->instructions[i].first_read; k < v->instructions[i + 1].first_read; k++)
            count_user(&(struct counter){f, i, put}, v->reads[k].value);
    for (uint32_t value = 1 + (uint32_t)v->write_count; value < v->value_count; value++)
        shader_values_sources(v, value, count_user,
                              &(struct counter){f, (uint32_t)v->instruction_count + value, put});
}

static void find_users(struct finder *f) {
    const size_t count = f->values->value_count;
    f->first = NEW_ARRAY(uint32_t, count + 3);
    each_use(f, false);
    for (size_t i = 2; i < count + 3; i++)
        f->first[i] += f->first[i - 1];
    f->users = NEW_ARRAY(uint32_t, f->first[count + 2] + 1);
    each_use(f, true);
}

/* ---- what follows of what ---- */

static void vary(struct finder *f, uint32_t value) {
    if (f->out->varies[value])
        return;
    f->out->varies[value] = true;
    f->changed[f->changed_count++] = value;
}

static void vary_written(struct finder *f, uint32_t instruction) {
    const struct value_instruction *i = &f->values->instructions[instruction];
    for (uint32_t k = i[0].first_write; k < i[1].first_write; k++)
        vary(f, 1 + k);
}

static void come_apart(struct finder *f, uint32_t block) {
    if (f->out->apart[block])
        return;
    f->out->apart[block] = true;
    f->blocks[f->block_count++] = block;
}

/* The first meeting from here on, this one included, whose block is not yet apart. */
static uint32_t together(struct finder *f, uint32_t block) {
    uint32_t root = block;
    while (f->above[root] != root)
        root = f->above[root];
    while (f->above[block] != root) {
        const uint32_t next = f->above[block];
        f->above[block] = root;
        block = next;
    }
    return root;
}

/* Threads take different ways from the block: they are apart until these meet. */
static void part(struct finder *f, uint32_t block) {
    const struct uniform_graph *g = &f->graph;
    const uint32_t until = g->depth[g->meeting[block]];
    uint32_t at = 0, to;
    if (f->parted[block])
        return;
    f->parted[block] = true;
    while (uniform_graph_next(g, block, &at, &to))
        for (to = together(f, to); g->depth[to] > until; to = together(f, to)) {
            f->above[to] = g->meeting[to];
            come_apart(f, to);
        }
}

static void call_apart(struct finder *f, uint32_t block) {
    const struct flow_block *b = &f->flow->blocks[block];
    if (b->end == FLOW_CALL && !f->out->apart[f->flow->entries[b->callee]])
        for (uint32_t i = 0; i < f->flow->block_count; i++)
            if (f->flow->blocks[i].function == b->callee)
                come_apart(f, i);
}

/* Some threads may end at the block's last instruction, and others not. */
static void end_apart(struct finder *f, uint32_t block) {
    const uint32_t function = f->flow->blocks[block].function;
    if (!uniform_graph_ends(&f->graph, block) || f->ends_apart[function])
        return;
    f->ends_apart[function] = true;
    for (uint32_t i = 0; i < f->flow->block_count; i++)
        if (f->flow->blocks[i].end == FLOW_CALL && f->flow->blocks[i].callee == function) {
            part(f, i);
            end_apart(f, i);
        }
}

/* The block's last instruction does for some threads what it does not for others. */
static void branch_varies(struct finder *f, uint32_t block) {
    part(f, block);
    call_apart(f, block);
    end_apart(f, block);
}

static void read_varies(struct finder *f, uint32_t instruction) {
    const uint32_t block = f->values->instructions[instruction].block;
    const struct flow_block *b = &f->flow->blocks[block];
    vary_written(f, instruction);
    if (instruction + 1 == f->values->blocks[block + 1].first &&
        (b->conditional || b->end == FLOW_TABLE))
        branch_varies(f, block);
}

static void tell_users(struct finder *f, uint32_t value) {
    for (uint32_t k = f->first[value]; k < f->first[value + 1]; k++) {
        const uint32_t user = f->users[k];
        if (user < f->values->instruction_count)
            read_varies(f, user);
        else
            vary(f, user - (uint32_t)f->values->instruction_count);
    }
}

static void block_apart(struct finder *f, uint32_t block) {
    for (uint32_t i = f->values->blocks[block].first; i < f->values->blocks[block + 1].first; i++)
        vary_written(f, i);
    branch_varies(f, block);
}

static void begin(struct finder *f) {
    const struct shader_values *v = f->values;
    vary(f, VALUE_NOBODY);
    for (uint32_t i = 0; i < v->instruction_count; i++)
        if (!depends_on_operands(v, i))
            vary_written(f, i);
}

static void find(struct finder *f) {
    const size_t blocks = f->flow->block_count;
    uniform_graph_build(&f->graph, f->flow);
    find_users(f);
    f->above = NEW_ARRAY(uint32_t, blocks + 1);
    for (uint32_t i = 0; i <= blocks; i++)
        f->above[i] = i;
    f->parted = NEW_ARRAY(bool, blocks);
    f->ends_apart = NEW_ARRAY(bool, f->flow->function_count);
    f->changed = NEW_ARRAY(uint32_t, f->values->value_count);
    f->blocks = NEW_ARRAY(uint32_t, blocks);
    begin(f);
    while (f->changed_count || f->block_count)
        if (f->block_count)
            block_apart(f, f->blocks[--f->block_count]);
        else
            tell_users(f, f->changed[--f->changed_count]);
    uniform_graph_free(&f->graph);
    free(f->first);
    free(f->users);
    free(f->above);
    free(f->parted);
    free(f->ends_apart);
    free(f->changed);
    free(f->blocks);
}

void shader_uniform_find(const struct shader_values *values, struct shader_uniform *out) {
    const size_t blocks = values->flow->block_count;
    struct finder f = {.values = values, .flow = values->flow, .out = out};
    *out = (struct shader_uniform){values, NEW_ARRAY(bool, blocks),
                                   NEW_ARRAY(bool, values->value_count)};
    if (blocks <= UNIFORM_BLOCKS_LIMIT) {
        find(&f);
        return;
    }
    memset(out->apart, true, blocks);
    memset(out->varies, true, values->value_count);
}

void shader_uniform_free(struct shader_uniform *uniform) {
    free(uniform->apart);
    free(uniform->varies);
    *uniform = (struct shader_uniform){0};
}

bool shader_uniform_at(const struct shader_uniform *u, uint32_t block, uint32_t at) {
    const uint32_t instruction = shader_values_at(u->values, block, at);
    if (instruction == VALUE_NONE || u->apart[block])
        return false;
    const uint32_t guard = u->values->instructions[instruction].guard;
    return guard == VALUE_NONE || !u->varies[guard];
}
