/* SPDX-License-Identifier: MIT */
/* Regions become code. */
#include "gpu/shader/translate/walk.h"

#include "gpu/shader/code.h"
#include "gpu/shader/translate/stage.h"

#include <string.h>

/* ---- regions ---- */

static void walk_loop(struct walk *w, uint32_t region) {
    struct translator *t = w->t;
    const uint32_t head = spirv_id(&t->m), body = spirv_id(&t->m);
    struct inside i;
    walk_enter(w, &i, region);
    i.again = spirv_id(&t->m);
    walk_go(w, head);
    walk_begin(w, head);
    SPIRV_DO(&t->m, SpvOpLoopMerge, i.merge, i.again, SpvLoopControlMaskNone);
    SPIRV_DO(&t->m, SpvOpBranch, body);
    walk_begin(w, body);
    walk_list(w, w->s->regions[region].body);
    walk_go(w, i.merge);
    walk_begin(w, i.again);
    SPIRV_DO(&t->m, SpvOpBranch, head);
    walk_leave(w, &i);
}

/* A switch with one way. */
static void walk_scope(struct walk *w, uint32_t region) {
    struct translator *t = w->t;
    const uint32_t body = spirv_id(&t->m);
    struct inside i;
    walk_enter(w, &i, region);
    SPIRV_DO(&t->m, SpvOpSelectionMerge, i.merge, SpvSelectionControlMaskNone);
    SPIRV_DO(&t->m, SpvOpSwitch, u32_constant(t, 0), body);
    walk_begin_from(w, body, i.mark);
    walk_list(w, w->s->regions[region].body);
    walk_go(w, i.merge);
    walk_leave(w, &i);
}

struct isa_instruction walk_last(const struct translator *t, uint32_t block) {
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
    const struct isa_instruction in = walk_last(t, r->block);
    uint32_t truth = guard_of(t, &in);
    if (in.modifier[ISA_MOD_CCC] != ISA_CCC_NONE && isa_has_modifier(in.row, ISA_MOD_CCC)) {
        const uint32_t code = condition_code(t, in.modifier[ISA_MOD_CCC]);
        truth = truth ? op2(t, SpvOpLogicalAnd, type_bool(t), truth, code) : code;
    }
    if (!truth)
        truth = spirv_truth(&t->m, true);
    if (t->flow.blocks[r->block].end == FLOW_KILL && stage_demote(t, truth)) {
        walk_list(w, r->other);
        return;
    }
    const uint32_t then = spirv_id(&t->m), merge = spirv_id(&t->m);
    const bool both = r->other != FLOW_NONE;
    const uint32_t otherwise = both ? spirv_id(&t->m) : merge;
    const uint32_t mark = values_mark(t);
    SPIRV_DO(&t->m, SpvOpSelectionMerge, merge, SpvSelectionControlMaskNone);
    SPIRV_DO(&t->m, SpvOpBranchConditional, truth, then, otherwise);
    walk_begin_from(w, then, mark);
    walk_list(w, r->body);
    walk_go(w, merge);
    if (both) {
        walk_begin_from(w, otherwise, mark);
        walk_list(w, r->other);
        walk_go(w, merge);
    }
    walk_begin_from(w, merge, mark);
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
    values_return(t, b.mark);
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
        const struct isa_instruction in = walk_last(t, number);
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
        walk_jump(w, r->value, r->kind == REGION_CONTINUE);
        break;
    case REGION_SET:
        walk_store(w, walk_variable(w, &w->dispatch), r->value);
        break;
    case REGION_END:
        walk_end(w, r->block);
        break;
    }
}

void walk_list(struct walk *w, uint32_t at) {
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
