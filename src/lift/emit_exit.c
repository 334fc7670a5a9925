/* SPDX-License-Identifier: MIT */
#include "lift/emit.h"

#include <stdlib.h>
#include <string.h>

typedef unsigned long ul;

/* `form` for each register of the set, whose number stands for each #. */
static void add_each(struct strbuf *out, uint32_t set, const char *form) {
    for (; set; set &= set - 1) {
        const char *plain = form;
        for (const char *at; (at = strchr(plain, '#')); plain = at + 1) {
            strbuf_add_bytes(out, plain, (size_t)(at - plain));
            strbuf_add_decimal(out, (unsigned)__builtin_ctz(set));
        }
        strbuf_add(out, plain);
    }
}

void emit_spill(struct emitter *e, struct regset dirty) {
    add_each(e->out, dirty.x & ~X_SP, "s->x[#] = x#; ");
    if (dirty.x & X_SP)
        strbuf_add(e->out, "s->sp = sp; ");
    add_each(e->out, dirty.v, "s->q[#] = q#; ");
    if (dirty.flags)
        strbuf_add(e->out, "s->n = fn; s->z = fz; s->c = fc; s->v = fv; ");
}

void emit_load(struct emitter *e, struct regset live) {
    add_each(e->out, live.x & ~X_SP, "x# = s->x[#]; ");
    if (live.x & X_SP)
        strbuf_add(e->out, "sp = s->sp; ");
    add_each(e->out, live.v, "q# = s->q[#]; ");
    if (live.flags)
        strbuf_add(e->out, "fn = s->n; fz = s->z; fc = s->c; fv = s->v; ");
}

/* Or the compiler would keep the values from before over the call. */
static void forget(struct emitter *e, struct regset set) {
    for (unsigned n = 0; n < 32; n++) {
        if (set.x >> n & 1)
            strbuf_addf(e->out, "LIFTED_FORGET(x%u) ", n);
        if (set.v >> n & 1)
            strbuf_addf(e->out, "LIFTED_FORGET(q%u) ", n);
    }
    if (set.flags)
        strbuf_add(e->out,
                   "LIFTED_FORGET(fn) LIFTED_FORGET(fz) LIFTED_FORGET(fc) LIFTED_FORGET(fv) ");
}

/* SP at the function's entry, as it is known at the end of a block. */
static void add_entry_sp(struct emitter *e, uint32_t block) {
    if (e->levels.known)
        strbuf_addf(e->out, "sp + %#lxul", -(ul)e->levels.end[block]);
    else
        strbuf_add(e->out, "entry_sp");
}

static void add_attention(struct emitter *e, uint32_t block, uint64_t return_pc) {
    strbuf_addf(e->out,
                "if (LIFTED_UNLIKELY(s->attention) && lifted_attention(s, %#lxul, sp, "
                "entry_return, ",
                (ul)return_pc);
    add_entry_sp(e, block);
    strbuf_add(e->out, ")) return lifted_get(s); ");
}

/* The function's number; SIZE_MAX: nothing was lifted at the address. */
static size_t mention(struct emitter *e, uint64_t pc) {
    size_t number = discovery_find(e->discovery, pc);
    if (number != SIZE_MAX && e->mentioned[number] != e->file) {
        e->mentioned[number] = e->file;
        e->mentions[e->mention_count++] = number;
    }
    return number;
}

/* Control goes on at the pc, by a function that is told how this one began. */
static void add_way_out(struct emitter *e, uint32_t block, const char *function, uint64_t pc) {
    strbuf_addf(e->out, "s->pc = %#lxul; return %s(s, entry_return, ", (ul)pc, function);
    add_entry_sp(e, block);
    strbuf_add(e->out, "); ");
}

static void add_interpret(struct emitter *e, uint32_t block, uint64_t pc) {
    add_way_out(e, block, "lifted_interpret", pc);
}

static void add_jump_away(struct emitter *e, uint32_t block, uint64_t pc) {
    add_way_out(e, block, "lifted_jump_unlifted", pc);
}

/* Does the block's end not go back to the function's caller? `reg` has the address. */
static void add_not_ours(struct emitter *e, uint32_t block, unsigned reg) {
    const struct levels *levels = &e->levels;
    if (levels->known && !levels->end[block]) {
        strbuf_addf(e->out, "LIFTED_UNLIKELY(x%u != entry_return)", reg);
        return;
    }
    strbuf_addf(e->out, "LIFTED_UNLIKELY((x%u != entry_return) | (sp != ", reg);
    add_entry_sp(e, block);
    strbuf_add(e->out, "))");
}

/* The rest of what is newer than the struct, where control does not go on as predicted. */
static void spill_rest(struct emitter *e, uint32_t block) {
    const struct block_flow *bf = &e->flow->blocks[block];
    emit_spill(e, regset_minus(bf->leave, bf->spill));
}

static void add_tail(struct emitter *e, uint32_t from, uint64_t pc) {
    const size_t number = mention(e, pc);
    if (number == SIZE_MAX) {
        add_interpret(e, from, pc);
        return;
    }
    strbuf_add(e->out, "if (");
    add_not_ours(e, from, 30);
    strbuf_add(e->out, ") { ");
    spill_rest(e, from);
    add_jump_away(e, from, pc);
    strbuf_addf(e->out, "} return f_%08lx", (ul)pc);
    emit_arguments(e, e->summary->params[number], 0);
    strbuf_add(e->out, "; ");
}

static void add_edge(struct emitter *e, uint32_t from, const struct edge *edge) {
    const struct regset dirty = e->flow->blocks[from].spill;
    switch (edge->kind) {
    case EDGE_NONE:
        break;
    case EDGE_BLOCK:
        emit_way(e, from, edge->block);
        if (edge->block != from + 1)
            emit_goto(e, from, edge->block);
        break;
    case EDGE_TAIL:
        emit_spill(e, dirty);
        add_tail(e, from, edge->pc);
        break;
    case EDGE_LEAVE:
        emit_spill(e, dirty);
        add_interpret(e, from, edge->pc);
        break;
    }
}

static void add_behind_call(struct emitter *e, uint32_t number) {
    const struct edge next = e->function->blocks[number].next;
    /* Out of the function, the struct is exact. Code that runs on in another function, which is
     * rare, finds it by the dispatch table. */
    if (next.kind != EDGE_TAIL && next.kind != EDGE_LEAVE)
        add_edge(e, number, &next);
    else if (discovery_find(e->discovery, next.pc) != SIZE_MAX)
        add_jump_away(e, number, next.pc);
    else
        add_interpret(e, number, next.pc);
}

/* After the call itself; callee: its number, or SIZE_MAX. */
static void add_after_call(struct emitter *e, uint32_t number, uint64_t return_pc, size_t callee) {
    const struct regset given = summary_returned(e->summary, callee);
    const struct block_flow *bf = &e->flow->blocks[number];
    struct regset reload = bf->reload;
    strbuf_add(e->out, "LIFTED_AFTER(");
    strbuf_add_hex(e->out, return_pc);
    if (e->levels.known)
        strbuf_addf(e->out, "ul, %#lxul, ", -(ul)e->levels.end[number]);
    else
        strbuf_add(e->out, "ul, entry_sp - sp, ");
    emit_whole_result(e->out, given);
    strbuf_add(e->out, ") ");
    const struct regset returned = regset_and(reload, bf->results);
    if (returned.x & 1)
        strbuf_add(e->out, "x0 = r.x0; ");
    if (returned.x & 2)
        strbuf_add(e->out, "x1 = r.x1; ");
    if (returned.v & 1)
        strbuf_add(e->out, "q0 = r.q0; ");
    if (reload.x & X_LR && !bf->link_changes) {
        strbuf_addf(e->out, "x30 = %#lxul; ", (ul)return_pc);
        reload.x &= ~X_LR;
    }
    emit_load(e, regset_minus(reload, returned));
    forget(e, bf->undefined);
    if (e->function->blocks[number].next.kind != EDGE_BLOCK) {
        strbuf_add(e->out, "lifted_put(s, (struct lifted_result){");
        emit_whole_result(e->out, given);
        strbuf_addf(e->out, "}); s->x[30] = %#lxul; s->sp = sp; ", (ul)return_pc);
    }
    strbuf_add(e->out, "} ");
    add_behind_call(e, number);
}

static void exit_call(struct emitter *e, uint32_t number, uint64_t pc, uint64_t target) {
    const size_t callee = mention(e, target);
    const struct regset params = callee == SIZE_MAX ? REGSET_NONE : e->summary->params[callee];
    emit_spill(e, e->flow->blocks[number].spill);
    if (e->flow->blocks[number].links)
        strbuf_addf(e->out, "s->x[30] = %#lxul; ", (ul)(pc + 4));
    if (callee == SIZE_MAX) {
        strbuf_addf(e->out,
                    "s->pc = %#lxul; { struct lifted_result r = core_unlifted(LIFTED_STATE); ",
                    (ul)target);
    } else {
        strbuf_addf(e->out, "{ struct lifted_result r = f_%08lx", (ul)target);
        emit_arguments(e, params, pc + 4);
        strbuf_add(e->out, "; ");
    }
    add_after_call(e, number, pc + 4, callee);
}

static void exit_call_reg(struct emitter *e, uint32_t number, uint64_t pc, unsigned reg) {
    emit_spill(e, e->flow->blocks[number].spill);
    strbuf_addf(e->out, "s->pc = x%u; ", reg);
    if (e->flow->blocks[number].links)
        strbuf_addf(e->out, "s->x[30] = %#lxul; ", (ul)(pc + 4));
    strbuf_add(e->out, "{ struct lifted_result r = lifted_lookup(s->pc)");
    emit_generic_arguments(e, number, pc + 4);
    strbuf_add(e->out, "; ");
    add_after_call(e, number, pc + 4, SIZE_MAX);
}

static void exit_svc(struct emitter *e, uint32_t number, uint64_t pc, uint32_t word) {
    emit_spill(e, e->flow->blocks[number].spill);
    strbuf_addf(e->out, "s->pc = %#lxul; s->env->svc(s, %u); ", (ul)(pc + 4), word >> 5 & 0xffff);
    add_attention(e, number, pc + 4);
    emit_load(e, e->flow->blocks[number].reload);
    add_behind_call(e, number);
}

static void exit_trap(struct emitter *e, uint32_t number, uint64_t pc, size_t index) {
    uint32_t word = text_word(e->text, index);
    emit_spill(e, e->flow->blocks[number].spill);
    strbuf_addf(e->out, "s->pc = %#lxul; ", (ul)pc);
    if (e->text->ops[index] == A64_OP_NONE)
        strbuf_addf(e->out, "s->env->undefined(s, %#xu)", word);
    else
        a64_emit(e->out, (enum a64_op)e->text->ops[index], word, pc, 0);
    strbuf_add(e->out, "; ");
    add_attention(e, number, pc + 4);
    add_interpret(e, number, pc + 4);
}

static void exit_jump(struct emitter *e, uint32_t number, unsigned reg) {
    emit_switch(e, number, reg);
    emit_spill(e, e->flow->blocks[number].spill);
    strbuf_addf(e->out,
                "{ lifted_function *const to = lifted_lookup(x%u); s->pc = x%u; if (to == "
                "core_unlifted || ",
                reg, reg);
    add_not_ours(e, number, 30);
    strbuf_add(e->out, ") return lifted_jump_unlifted(s, entry_return, ");
    add_entry_sp(e, number);
    const size_t function = discovery_find(e->discovery, e->function->entry);
    if (!e->summary->trusts || e->summary->in_state || e->summary->left[function].x & X_LR)
        strbuf_add(e->out, "); return to(LIFTED_FROM(frame)); }");
    else /* callers look there */
        strbuf_add(e->out, "); struct lifted_result r = to(LIFTED_FROM(frame)); if "
                           "(!LIFTED_UNWINDS(s)) s->x[30] = entry_return; return r; }");
}

static void exit_return(struct emitter *e, uint32_t number, unsigned reg) {
    emit_spill(e, e->flow->blocks[number].spill);
    if (!e->flow->plain) {
        strbuf_add(e->out, "if (");
        add_not_ours(e, number, reg);
        strbuf_add(e->out, ") { ");
        spill_rest(e, number);
        strbuf_addf(e->out, "return lifted_leave(s, x%u); } ", reg);
    }
    strbuf_add(e->out, "return ");
    emit_result(e);
    strbuf_add(e->out, "; ");
}

void emit_exit(struct emitter *e, uint32_t number) {
    const struct text *t = e->text;
    const struct block *b = &e->function->blocks[number];
    size_t last = b->first + b->count - 1;
    uint64_t pc = text_pc(t, last);
    uint32_t word = text_word(t, last);
    enum a64_op op = (enum a64_op)t->ops[last];
    switch (b->end) {
    case END_FALL:
        strbuf_add(e->out, " ");
        add_edge(e, number, &b->next);
        break;
    case END_BRANCH:
        add_edge(e, number, &b->taken);
        break;
    case END_COND:
        strbuf_add(e->out, "if (");
        a64_emit(e->out, op, word, pc, 0);
        strbuf_add(e->out, ") { ");
        add_edge(e, number, &b->taken);
        if (b->taken.kind == EDGE_BLOCK && b->taken.block == number + 1)
            emit_goto(e, number, number + 1);
        strbuf_add(e->out, "} ");
        add_edge(e, number, &b->next);
        break;
    case END_CALL:
        exit_call(e, number, pc, a64_branch_target(op, word, pc));
        break;
    case END_CALL_REG:
        exit_call_reg(e, number, pc, a64_branch_register(op, word));
        break;
    case END_JUMP:
        exit_jump(e, number, a64_branch_register(op, word));
        break;
    case END_RETURN:
        exit_return(e, number, a64_branch_register(op, word));
        break;
    case END_SVC:
        exit_svc(e, number, pc, word);
        break;
    case END_TRAP:
        exit_trap(e, number, pc, last);
        break;
    }
}
