/* SPDX-License-Identifier: MIT */
#include "gpu/shader/flow.h"

#include "gpu/shader/code.h"
#include "gpu/shader/flow_stack.h"
#include "gpu/shader/isa.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MANY_TIMES = 16 }; /* how often the same code may be there for different stacks */

/* What an instruction does to the stack or to where the code goes. */
static const struct effect {
    enum isa_class class;
    enum { PUSH, POP, BRANCH, CALL, STOP, TABLE } what;
    enum flow_kind kind;
    enum flow_end end; /* POP: what it is with nothing of its kind on the stack */
} effects[] = {
    {ISA_SSY, PUSH, FLOW_SYNC, FLOW_NEXT},
    {ISA_PBK, PUSH, FLOW_BREAK, FLOW_NEXT},
    {ISA_PCNT, PUSH, FLOW_CONTINUE, FLOW_NEXT},
    {ISA_PRET, PUSH, FLOW_RET, FLOW_NEXT},
    {ISA_PLONGJMP, PUSH, FLOW_LONGJMP, FLOW_NEXT},
    {ISA_PEXIT, PUSH, FLOW_AT_EXIT, FLOW_NEXT},
    {ISA_SYNC, POP, FLOW_SYNC, FLOW_UNKNOWN},
    {ISA_BRK, POP, FLOW_BREAK, FLOW_UNKNOWN},
    {ISA_CONT, POP, FLOW_CONTINUE, FLOW_UNKNOWN},
    {ISA_RET, POP, FLOW_RET, FLOW_RETURN},
    {ISA_LONGJMP, POP, FLOW_LONGJMP, FLOW_UNKNOWN},
    {ISA_EXIT, POP, FLOW_AT_EXIT, FLOW_EXIT},
    {ISA_BRA, BRANCH, 0, FLOW_GO},
    {ISA_CAL, CALL, 0, FLOW_CALL},
    {ISA_KIL, STOP, 0, FLOW_KILL},
    {ISA_BRX, TABLE, 0, FLOW_TABLE},
    {ISA_JMP, BRANCH, 0, FLOW_GO},
    {ISA_JMX, TABLE, 0, FLOW_TABLE},
    {ISA_JCAL, CALL, 0, FLOW_CALL},
};

/* A block that is known, and what the stack is where it begins. */
struct state {
    uint32_t function, address, stack;
};

struct builder {
    const uint8_t *code;
    size_t size;
    const struct flow_constants *constants;
    struct shader_flow *flow;
    struct state *states; /* of each block */
    size_t state_room;
    uint32_t *chain, *buckets; /* blocks by address */
    size_t chain_count, chain_room;
    uint8_t *leads; /* does a block begin at the word? */
    struct flow_stacks stacks;
    struct error *error;
};

static uint64_t word_at(const struct builder *b, uint32_t at) {
    uint64_t word;
    memcpy(&word, b->code + at, sizeof word);
    return word;
}

/* The instruction at an address or, where that is the word that schedules, behind it. */
static uint32_t instruction_at(uint32_t at) {
    return at % CODE_GROUP ? at : at + CODE_WORD;
}

static uint32_t after(uint32_t at) {
    return instruction_at(at + CODE_WORD);
}

static const struct effect *effect_of(const struct isa_instruction *in) {
    for (size_t i = 0; in->row && i < sizeof effects / sizeof *effects; i++)
        if (effects[i].class == in->row->class)
            return &effects[i];
    return NULL;
}

/* The instruction that is gone to. */
static bool place_of(const struct builder *b, uint32_t at, int64_t target, uint32_t *out) {
    if (target < 0 || (uint64_t)target >= b->size || target % CODE_WORD)
        return error_set(b->error, ERROR_FORMAT, "code at 0x%x goes to 0x%lx, outside of it", at,
                         (long)target);
    *out = instruction_at((uint32_t)target);
    return true;
}

static bool is_always(const struct isa_instruction *in) {
    if (isa_has_modifier(in->row, ISA_MOD_CCC) && in->modifier[ISA_MOD_CCC] != ISA_CCC_NONE)
        return false;
    return in->guard == ISA_PT && !in->guard_not;
}

/* Does it never hold? */
static bool is_never(const struct isa_instruction *in) {
    return in->guard == ISA_PT && in->guard_not;
}

/* ---- where blocks begin ---- */

static void lead(struct builder *b, int64_t address) {
    if (address >= 0 && (uint64_t)address < b->size && address % CODE_WORD == 0)
        b->leads[instruction_at((uint32_t)address) / CODE_WORD] = 1;
}

static void find_leads(struct builder *b) {
    int64_t targets[FLOW_TABLE_LIMIT];
    for (uint32_t at = CODE_WORD; at < b->size; at = after(at)) {
        struct isa_instruction in;
        if (!isa_decode(word_at(b, at), &in))
            continue;
        const struct effect *e = effect_of(&in);
        if (!e || is_never(&in))
            continue;
        if (e->what == TABLE) {
            const size_t n = shader_flow_table(b->code, b->size, at, b->constants, targets);
            for (size_t i = 0; i < n; i++)
                lead(b, targets[i]);
        } else if (shader_flow_target(&in, at, b->constants, targets)) {
            lead(b, targets[0]);
        }
        if (e->what != PUSH)
            lead(b, after(at));
    }
}

/* ---- blocks ---- */

/* The block of a function's address and stack, a new one if need be. */
static bool block_of(struct builder *b, struct state s, uint32_t *out) {
    uint32_t *bucket = &b->buckets[s.address / CODE_WORD], times = 0;
    for (uint32_t i = *bucket; i != FLOW_NONE; i = b->chain[i], times++)
        if (b->states[i].function == s.function && b->states[i].stack == s.stack) {
            *out = i;
            return true;
        }
    if (times >= MANY_TIMES)
        return error_set(
            b->error, ERROR_UNSUPPORTED,
            "code at 0x%x is reached with more than %d stacks of SSY, PBK and the like", s.address,
            MANY_TIMES);
    struct shader_flow *f = b->flow;
    *out = (uint32_t)f->block_count;
    size_t count = f->block_count;
    GROW(b->states, count, b->state_room);
    GROW(b->chain, b->chain_count, b->chain_room);
    GROW(f->blocks, f->block_count, f->block_room);
    b->states[*out] = s;
    b->chain[b->chain_count++] = *bucket;
    *bucket = *out;
    f->blocks[f->block_count++] = (struct flow_block){
        .begin = s.address, .function = s.function, .next = FLOW_NONE, .callee = FLOW_NONE};
    return true;
}

static bool go(struct builder *b, uint32_t block, struct state s) {
    uint32_t to;
    struct shader_flow *f = b->flow;
    if (!block_of(b, s, &to))
        return false;
    GROW(f->to, f->to_count, f->to_room);
    f->to[f->to_count++] = to;
    f->blocks[block].to_count++;
    return true;
}

static bool go_on(struct builder *b, uint32_t block, struct state s) {
    uint32_t next;
    if (s.address >= b->size)
        return error_set(b->error, ERROR_FORMAT, "code runs off its end, 0x%zx", b->size);
    if (!block_of(b, s, &next))
        return false;
    b->flow->blocks[block].next = next;
    return true;
}

/* The function that begins at an address. */
static bool function_at(struct builder *b, uint32_t address, uint32_t *out) {
    struct shader_flow *f = b->flow;
    for (uint32_t i = 0; i < f->function_count; i++)
        if (f->blocks[f->entries[i]].begin == address) {
            *out = i;
            return true;
        }
    *out = (uint32_t)f->function_count;
    GROW(f->entries, f->function_count, f->function_room);
    f->entries[f->function_count++] = 0; /* so that the number is taken */
    uint32_t block;
    if (!block_of(b, (struct state){*out, address, 0}, &block))
        return false;
    f->entries[*out] = block;
    return true;
}

static bool end_table(struct builder *b, uint32_t block, struct state s) {
    int64_t targets[FLOW_TABLE_LIMIT];
    struct flow_block *f = &b->flow->blocks[block];
    const size_t n = shader_flow_table(b->code, b->size, s.address, b->constants, targets);
    if (!n)
        f->end = FLOW_UNKNOWN;
    for (size_t i = 0; i < n; i++) {
        uint32_t target;
        if (!place_of(b, s.address, targets[i], &target) ||
            !go(b, block, (struct state){s.function, target, s.stack}))
            return false;
    }
    return true;
}

/* The block's last instruction, which has an effect on where the code goes. */
static bool end_block(struct builder *b, uint32_t block, struct state s, const struct effect *e,
                      const struct isa_instruction *in) {
    struct flow_block *f = &b->flow->blocks[block];
    struct state to = {s.function, 0, s.stack};
    f->end = e->end;
    f->conditional = !is_always(in);
    int64_t place = 0;
    if ((e->what == BRANCH || e->what == CALL) &&
        !shader_flow_target(in, s.address, b->constants, &place))
        f->end = FLOW_UNKNOWN;
    if (f->end == FLOW_GO) {
        if (!place_of(b, s.address, place, &to.address) || !go(b, block, to))
            return false;
    } else if (e->what == POP) {
        if (shader_flow_pop(&b->stacks, s.stack, e->kind, &to.address, &to.stack)) {
            f->end = FLOW_GO;
            if (!go(b, block, to))
                return false;
        }
    } else if (f->end == FLOW_TABLE) {
        if (!end_table(b, block, s))
            return false;
    } else if (f->end == FLOW_CALL) {
        uint32_t target, callee;
        if (!place_of(b, s.address, place, &target) || !function_at(b, target, &callee))
            return false;
        b->flow->blocks[block].callee = callee;
    }
    f = &b->flow->blocks[block];
    if (!f->conditional && f->end != FLOW_CALL)
        return true;
    return go_on(b, block, (struct state){s.function, after(s.address), s.stack});
}

static bool push(struct builder *b, struct state *s, const struct effect *e,
                 const struct isa_instruction *in) {
    int64_t place;
    uint32_t target;
    if (!shader_flow_target(in, s->address, b->constants, &place))
        return error_set(b->error, ERROR_UNSUPPORTED,
                         "%s at 0x%x takes its place from a constant buffer", in->row->mnemonic,
                         s->address);
    if (!place_of(b, s->address, place, &target))
        return false;
    return shader_flow_push(&b->stacks, s->stack, e->kind, target, &s->stack) ||
           error_set(b->error, ERROR_UNSUPPORTED,
                     "%s at 0x%x: more than %d places are on the stack", in->row->mnemonic,
                     s->address, FLOW_DEPTH);
}

/* Follows the code from the block's begin to its end. */
static bool follow(struct builder *b, uint32_t block) {
    struct state s = b->states[block];
    b->flow->blocks[block].first_to = (uint32_t)b->flow->to_count;
    for (;; s.address = after(s.address)) {
        struct isa_instruction in;
        const struct effect *e = isa_decode(word_at(b, s.address), &in) ? effect_of(&in) : NULL;
        b->flow->blocks[block].last = s.address;
        if (e && is_never(&in))
            e = NULL;
        if (e && e->what == PUSH && !push(b, &s, e, &in))
            return false;
        if (e && e->what != PUSH)
            return end_block(b, block, s, e, &in);
        const uint32_t next = after(s.address);
        if (next >= b->size || b->leads[next / CODE_WORD])
            return go_on(b, block, (struct state){s.function, next, s.stack});
    }
}

bool shader_flow_build(const uint8_t *code, size_t size, const struct flow_constants *constants,
                       struct shader_flow *out, struct error *error) {
    *out = (struct shader_flow){0};
    if (!size || size % CODE_GROUP || size > CODE_LIMIT)
        return error_set(error, ERROR_FORMAT, "code of %zu bytes is not whole groups of 32", size);
    struct builder b = {code, size, constants, out, .error = error};
    b.leads = NEW_ARRAY(uint8_t, size / CODE_WORD + 2);
    b.buckets = NEW_ARRAY(uint32_t, size / CODE_WORD);
    memset(b.buckets, 0xff, size / CODE_WORD * sizeof *b.buckets);
    find_leads(&b);
    uint32_t program;
    bool ok = function_at(&b, CODE_WORD, &program);
    for (uint32_t i = 0; ok && i < out->block_count; i++)
        ok = follow(&b, i);
    free(b.leads);
    free(b.buckets);
    free(b.states);
    free(b.chain);
    free(b.stacks.entries);
    if (!ok)
        shader_flow_free(out);
    return ok;
}

void shader_flow_free(struct shader_flow *flow) {
    free(flow->blocks);
    free(flow->to);
    free(flow->entries);
    *flow = (struct shader_flow){0};
}

void shader_flow_print(const struct shader_flow *flow, struct strbuf *out) {
    static const char *const ends[] = {"",     "to",   "call",  "return",
                                       "exit", "kill", "table", "unknown"};
    for (uint32_t i = 0; i < flow->block_count; i++) {
        const struct flow_block *f = &flow->blocks[i];
        strbuf_addf(out, "%u: 0x%x-0x%x", i, f->begin, f->last);
        if (f->function)
            strbuf_addf(out, " of function %u", f->function);
        if (f->end != FLOW_NEXT)
            strbuf_addf(out, "%s %s", f->conditional ? " if" : "", ends[f->end]);
        for (uint32_t k = 0; k < f->to_count; k++)
            strbuf_addf(out, " %u", flow->to[f->first_to + k]);
        if (f->callee != FLOW_NONE)
            strbuf_addf(out, " function %u", f->callee);
        if (f->next != FLOW_NONE)
            strbuf_addf(out, " next %u", f->next);
        strbuf_add(out, "\n");
    }
}
