/* SPDX-License-Identifier: MIT */
/* A function's regions as structured control flow of SPIR-V, where code may leave only the
 * innermost loop or switch. To leave more, a variable says what is left, and whoever comes out of
 * the inner one looks at it. */
#include "gpu/shader/code.h"
#include "gpu/shader/translate/stage.h"
#include "gpu/shader/translate/values.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* A loop or a switch that the code stands in. */
struct inside {
    uint32_t region, merge, again; /* again: where its next round begins; 0: it is no loop */
    uint32_t *left;                /* codes of jumps from inside that go further out */
    size_t left_count, left_room;
    struct inside *outer;
};

struct walk {
    struct translator *t;
    const struct structure *s;
    struct inside *innermost;
    uint32_t leaving;  /* the variable: 0, or the code of a jump */
    uint32_t dispatch; /* the variable of REGION_SET */
    bool ended;        /* the block that is written has its end */
};

/* Jumps have the codes 2 * region + 1 (leave it) and 2 * region + 2 (its next round). */
static uint32_t code_of(uint32_t region, bool again) {
    return 2 * region + 1 + again;
}

static void walk_list(struct walk *w, uint32_t at);

/* ---- blocks and labels ---- */

static void go(struct walk *w, uint32_t label) {
    if (w->ended)
        return;
    values_flush(w->t);
    SPIRV_DO(&w->t->m, SpvOpBranch, label);
    w->ended = true;
}

static void begin(struct walk *w, uint32_t label) {
    spirv_label(&w->t->m, label);
    values_forget(w->t);
    w->ended = false;
}

static uint32_t variable(struct walk *w, uint32_t *v) {
    if (!*v)
        *v = spirv_local(&w->t->m, type_u32(w->t), u32_constant(w->t, 0));
    return *v;
}

static void store(struct walk *w, uint32_t v, uint32_t value) {
    SPIRV_DO(&w->t->m, SpvOpStore, v, u32_constant(w->t, value));
}

/* ---- jumps ---- */

/* Can it be gone to from here? A loop if no other loop is around the code within it, a switch if
 * nothing is. */
static bool reaches(const struct walk *w, const struct inside *to) {
    const struct inside *i = w->innermost;
    if (to->again)
        while (!i->again)
            i = i->outer;
    return i == to;
}

static void leaves_by(struct inside *i, uint32_t code) {
    for (size_t k = 0; k < i->left_count; k++)
        if (i->left[k] == code)
            return;
    GROW(i->left, i->left_count, i->left_room);
    i->left[i->left_count++] = code;
}

static void jump(struct walk *w, uint32_t region, bool again) {
    struct inside *to = w->innermost;
    while (to && to->region != region)
        to = to->outer;
    if (!to) {
        translate_fail(w->t, ERROR_UNSUPPORTED, "code leaves a region that it is not in");
        return;
    }
    if (reaches(w, to)) {
        go(w, again ? to->again : to->merge);
        return;
    }
    leaves_by(w->innermost, code_of(region, again));
    store(w, variable(w, &w->leaving), code_of(region, again));
    go(w, w->innermost->merge);
}

/* Behind a loop or switch: jumps that came out of it on their way go on. */
static void go_on(struct walk *w, const struct inside *from) {
    struct translator *t = w->t;
    for (size_t k = 0; k < from->left_count; k++) {
        const uint32_t code = from->left[k];
        const uint32_t then = spirv_id(&t->m), merge = spirv_id(&t->m);
        const uint32_t leaving = op1(t, SpvOpLoad, type_u32(t), w->leaving);
        const uint32_t is = op2(t, SpvOpIEqual, type_bool(t), leaving, u32_constant(t, code));
        SPIRV_DO(&t->m, SpvOpSelectionMerge, merge, SpvSelectionControlMaskNone);
        SPIRV_DO(&t->m, SpvOpBranchConditional, is, then, merge);
        begin(w, then);
        store(w, w->leaving, 0);
        jump(w, (code - 1) / 2, code % 2 == 0);
        begin(w, merge);
    }
}

static void enter(struct walk *w, struct inside *i, uint32_t region) {
    *i = (struct inside){.region = region, .merge = spirv_id(&w->t->m), .outer = w->innermost};
    w->innermost = i;
}

static void leave(struct walk *w, struct inside *i) {
    w->innermost = i->outer;
    begin(w, i->merge);
    go_on(w, i);
    free(i->left);
}

/* ---- regions ---- */

static void walk_loop(struct walk *w, uint32_t region) {
    struct translator *t = w->t;
    const uint32_t head = spirv_id(&t->m), body = spirv_id(&t->m);
    struct inside i;
    enter(w, &i, region);
    i.again = spirv_id(&t->m);
    go(w, head);
    begin(w, head);
    SPIRV_DO(&t->m, SpvOpLoopMerge, i.merge, i.again, SpvLoopControlMaskNone);
    SPIRV_DO(&t->m, SpvOpBranch, body);
    begin(w, body);
    walk_list(w, w->s->regions[region].body);
    go(w, i.merge);
    begin(w, i.again);
    SPIRV_DO(&t->m, SpvOpBranch, head);
    leave(w, &i);
}

/* A switch with one way. */
static void walk_scope(struct walk *w, uint32_t region) {
    struct translator *t = w->t;
    const uint32_t body = spirv_id(&t->m);
    struct inside i;
    enter(w, &i, region);
    values_flush(t);
    SPIRV_DO(&t->m, SpvOpSelectionMerge, i.merge, SpvSelectionControlMaskNone);
    SPIRV_DO(&t->m, SpvOpSwitch, u32_constant(t, 0), body);
    begin(w, body);
    walk_list(w, w->s->regions[region].body);
    go(w, i.merge);
    leave(w, &i);
}

static struct isa_instruction last_of(const struct translator *t, uint32_t block) {
    struct isa_instruction in;
    uint64_t word;
    memcpy(&word, t->program->code.data + t->flow.blocks[block].last, sizeof word);
    isa_decode(word, &in);
    return in;
}

static uint32_t guard_of(struct translator *t, const struct isa_instruction *in) {
    if (in->guard == ISA_PT)
        return in->guard_not ? spirv_truth(&t->m, false) : 0;
    const uint32_t truth = get_predicate(t, in->guard);
    return in->guard_not ? op1(t, SpvOpLogicalNot, type_bool(t), truth) : truth;
}

static void walk_if(struct walk *w, const struct region *r) {
    struct translator *t = w->t;
    const struct isa_instruction in = last_of(t, r->block);
    const uint32_t then = spirv_id(&t->m), merge = spirv_id(&t->m);
    const bool both = r->other != FLOW_NONE;
    const uint32_t otherwise = both ? spirv_id(&t->m) : merge;
    uint32_t truth = guard_of(t, &in);
    if (in.modifier[ISA_MOD_CCC] != ISA_CCC_NONE && isa_has_modifier(in.row, ISA_MOD_CCC)) {
        const uint32_t code = condition_code(t, in.modifier[ISA_MOD_CCC]);
        truth = truth ? op2(t, SpvOpLogicalAnd, type_bool(t), truth, code) : code;
    }
    values_flush(t);
    SPIRV_DO(&t->m, SpvOpSelectionMerge, merge, SpvSelectionControlMaskNone);
    SPIRV_DO(&t->m, SpvOpBranchConditional, truth ? truth : spirv_truth(&t->m, true), then,
             otherwise);
    begin(w, then);
    walk_list(w, r->body);
    go(w, merge);
    if (both) {
        begin(w, otherwise);
        walk_list(w, r->other);
        go(w, merge);
    }
    begin(w, merge);
}

/* ---- choices ---- */

/* What BRX compares: the address that it goes to. Its table may name the word that schedules in
 * front of the block. */
static uint32_t table_selector(struct walk *w, const struct region *r) {
    struct translator *t = w->t;
    const struct isa_instruction in = last_of(t, r->block);
    const uint32_t after = t->flow.blocks[r->block].last + CODE_WORD;
    const uint32_t base = u32_constant(t, after + (uint32_t)in.operand[ISA_ARG_L].value);
    return op2(t, SpvOpIAdd, type_u32(t), base, operand_word(t, &in, ISA_ARG_A));
}

/* The words of OpSwitch from the selector on, or the labels of its cases. */
struct choice {
    uint32_t *words;
    uint32_t count, room;
};

static void choice_add(struct choice *c, uint32_t word) {
    GROW(c->words, c->count, c->room);
    c->words[c->count++] = word;
}

static void add_table_cases(const struct walk *w, const struct region *r, uint32_t value,
                            uint32_t label, struct choice *c) {
    const struct shader_flow *f = &w->t->flow;
    const uint32_t address = f->blocks[f->to[f->blocks[r->block].first_to + value]].begin;
    choice_add(c, address);
    choice_add(c, label);
    if (address % CODE_GROUP == CODE_WORD) {
        choice_add(c, address - CODE_WORD);
        choice_add(c, label);
    }
}

/* By the table of a block, or by the variable. A value that is none of them goes to the last case.
 */
static void walk_choice(struct walk *w, uint32_t region) {
    struct translator *t = w->t;
    const struct region *r = &w->s->regions[region];
    struct choice c = {0};
    struct inside i;
    enter(w, &i, region);
    const uint32_t selector = r->kind == REGION_TABLE
                                  ? table_selector(w, r)
                                  : op1(t, SpvOpLoad, type_u32(t), variable(w, &w->dispatch));
    values_flush(t);
    choice_add(&c, selector);
    choice_add(&c, 0);
    struct choice labels = {0};
    uint32_t count = 0;
    for (uint32_t one = r->body; one != FLOW_NONE; one = w->s->regions[one].next) {
        const uint32_t label = spirv_id(&t->m);
        choice_add(&labels, label);
        const uint32_t value = w->s->regions[one].value;
        if (w->s->regions[one].next == FLOW_NONE) {
            c.words[1] = label;
        } else if (r->kind == REGION_TABLE) {
            add_table_cases(w, r, value, label, &c);
        } else {
            choice_add(&c, value);
            choice_add(&c, label);
        }
    }
    if (!labels.count)
        c.words[1] = i.merge;
    SPIRV_DO(&t->m, SpvOpSelectionMerge, i.merge, SpvSelectionControlMaskNone);
    spirv_put(&t->m, SPIRV_FUNCTIONS, SpvOpSwitch, c.count, c.words);
    w->ended = true;
    for (uint32_t one = r->body; one != FLOW_NONE; one = w->s->regions[one].next) {
        begin(w, labels.words[count++]);
        walk_list(w, w->s->regions[one].body);
        go(w, i.merge);
    }
    free(labels.words);
    free(c.words);
    leave(w, &i);
}

/* ---- code ---- */

static void call(struct walk *w, const struct flow_block *block) {
    struct translator *t = w->t;
    values_flush(t);
    SPIRV_VALUE(&t->m, SpvOpFunctionCall, spirv_void(&t->m), t->functions[block->callee]);
    if (!t->stopped)
        return;
    const uint32_t stopped = op1(t, SpvOpLoad, type_bool(t), t->stopped);
    const struct branch b = branch_begin(t, stopped);
    if (t->function == 0)
        stage_end(t);
    spirv_do(&t->m, SpvOpReturn);
    spirv_label(&t->m, b.merge);
    values_forget(t);
}

static void walk_block(struct walk *w, uint32_t number) {
    struct translator *t = w->t;
    const struct flow_block *block = &t->flow.blocks[number];
    const bool whole = block->end == FLOW_NEXT;
    t->block = number;
    for (uint32_t at = block->begin; at <= block->last && !t->failed; at += CODE_WORD) {
        struct isa_instruction in;
        uint64_t word;
        if (at % CODE_GROUP == 0 || (at == block->last && !whole))
            continue;
        memcpy(&word, t->program->code.data + at, sizeof word);
        t->at = at;
        if (isa_decode(word, &in))
            translate_instruction(t, &in);
        else
            translate_fail(t, ERROR_FORMAT, "code at 0x%x: 0x%016lx is no instruction", at,
                           (unsigned long)word);
    }
    t->at = block->last;
    if (block->end == FLOW_CALL) {
        const struct isa_instruction in = last_of(t, number);
        const uint32_t guard = block->conditional ? guard_of(t, &in) : 0;
        struct branch b = {0};
        if (guard)
            b = branch_begin(t, guard);
        call(w, block);
        if (guard)
            branch_end(t, b);
    }
}

static void walk_end(struct walk *w, uint32_t number) {
    struct translator *t = w->t;
    const struct flow_block *block = &t->flow.blocks[number];
    switch (block->end) {
    case FLOW_EXIT:
        if (t->function == 0) {
            stage_end(t);
        } else {
            values_flush(t);
            SPIRV_DO(&t->m, SpvOpStore, t->stopped, spirv_truth(&t->m, true));
        }
        spirv_do(&t->m, SpvOpReturn);
        break;
    case FLOW_KILL:
        values_flush(t);
        stage_kill(t);
        break;
    case FLOW_RETURN:
        values_flush(t);
        spirv_do(&t->m, SpvOpReturn);
        break;
    default:
        translate_fail(t, ERROR_UNSUPPORTED,
                       "code at 0x%x goes to where only the running GPU knows", block->last);
        spirv_do(&t->m, SpvOpUnreachable);
        break;
    }
    w->ended = true;
}

static void walk_region(struct walk *w, uint32_t number) {
    const struct region *r = &w->s->regions[number];
    switch (r->kind) {
    case REGION_BLOCK:
        walk_block(w, r->block);
        break;
    case REGION_IF:
        walk_if(w, r);
        break;
    case REGION_TABLE:
    case REGION_DISPATCH:
        walk_choice(w, number);
        break;
    case REGION_CASE:
        break; /* walk_choice has it */
    case REGION_LOOP:
        walk_loop(w, number);
        break;
    case REGION_SCOPE:
        walk_scope(w, number);
        break;
    case REGION_BREAK:
    case REGION_CONTINUE:
        jump(w, r->value, r->kind == REGION_CONTINUE);
        break;
    case REGION_SET:
        store(w, variable(w, &w->dispatch), r->value);
        break;
    case REGION_END:
        walk_end(w, r->block);
        break;
    }
}

static void walk_list(struct walk *w, uint32_t at) {
    for (; at != FLOW_NONE && !w->t->failed && !w->ended; at = w->s->regions[at].next)
        walk_region(w, at);
}

void translate_function(struct translator *t, uint32_t function) {
    struct structure s;
    if (!structure_build(&t->flow, function, &s, t->error)) {
        t->failed = true;
        return;
    }
    struct walk w = {.t = t, .s = &s};
    t->function = function;
    values_forget(t);
    spirv_function_begin(&t->m, t->functions[function]);
    if (function == 0)
        stage_begin(t);
    walk_list(&w, s.first);
    if (!w.ended)
        spirv_do(&t->m, SpvOpUnreachable);
    spirv_function_end(&t->m);
    structure_free(&s);
}
