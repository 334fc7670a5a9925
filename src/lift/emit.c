/* SPDX-License-Identifier: MIT */
#include "lift/emit.h"

#include "base/memory.h"
#include "lift/flags.h"
#include "lift/frame.h"

#include <stdlib.h>
#include <string.h>

static void add_list(struct emitter *e, const char *type, const char *letter, uint32_t bits,
                     uint32_t loaded, const char *array) {
    const char *between = type;
    for (unsigned n = 0; n < 32; n++) {
        if (!(bits >> n & 1))
            continue;
        strbuf_addf(e->out, "%s %s%u", between, letter, n);
        if (loaded >> n & 1)
            strbuf_addf(e->out, " = s->%s[%u]", array, n);
        between = ",";
    }
    if (bits)
        strbuf_add(e->out, "; ");
}

/* The state is exact where control comes back, so that all locals are loaded from it. */
static void add_resume(struct emitter *e) {
    const struct function *f = e->function;
    strbuf_add(e->out, "if (LIFTED_UNLIKELY(s->resume)) { s->resume = 0; switch (s->pc) { ");
    for (uint32_t i = 0; i < f->block_count; i++) {
        if (!f->blocks[i].resumed)
            continue;
        strbuf_addf(e->out, "case %#lxul: ", (unsigned long)text_pc(e->text, f->blocks[i].first));
        emit_load(e, e->flow->blocks[i].live_in);
        strbuf_addf(e->out, "goto L%u; ", f->blocks[i].first);
    }
    strbuf_add(e->out, "default: __builtin_trap(); } } ");
}

/* Locals for every register that is used and not given; loaded where the caller's value is read. */
static void add_locals(struct emitter *e) {
    const struct function *f = e->function;
    const struct regset given = e->flow->params;
    struct regset used = regset_minus(e->flow->used, given);
    struct regset loaded = e->flow->blocks[f->entry_block].live_in;
    if (!e->flow->plain)
        strbuf_addf(e->out, "const uint64_t entry_return = %s; ",
                    given.x & X_LR ? "x30" : "s->x[30]");
    if (!e->flow->plain && !e->levels.known)
        strbuf_addf(e->out, "const uint64_t entry_sp = %s; ", given.x & X_SP ? "frame" : "s->sp");
    if (given.x & X_SP)
        strbuf_add(e->out, "uint64_t sp = frame; ");
    if (used.x >> 31)
        strbuf_addf(e->out, "uint64_t sp%s; ", loaded.x >> 31 ? " = s->sp" : "");
    add_list(e, "uint64_t", "x", used.x & 0x7fffffff, loaded.x, "x");
    add_list(e, "a64_v2u64", "q", used.v, loaded.v, "q");
    if (used.flags)
        strbuf_add(e->out, loaded.flags ? "_Bool fn = s->n, fz = s->z, fc = s->c, fv = s->v; "
                                        : "_Bool fn, fz, fc, fv; ");
    for (uint32_t i = 0; i < f->block_count; i++) {
        const struct block *b = &f->blocks[i];
        if (b->table >= 0 && emit_by_index(e->text, b, &f->tables[b->table]))
            strbuf_addf(e->out, "uint64_t t%d; ", b->table);
    }
}

void emit_line(struct emitter *e, uint32_t index) {
    uint64_t line = (text_pc(e->text, index) - e->text->base) / 4 + 1;
    if (e->line != line) {
        strbuf_add(e->out, "#line ");
        strbuf_add_decimal(e->out, line);
        strbuf_add(e->out, "\n");
    }
    e->line = line + 1; /* the instruction's own newline */
}

void emit_goto(struct emitter *e, uint32_t from, uint32_t to) {
    const struct float_loop *l = float_loops_at(&e->loops, to);
    strbuf_add(e->out, l && float_loop_place(l, from) < 0 ? "goto P" : "goto L");
    strbuf_add_decimal(e->out, e->function->blocks[to].first);
    strbuf_add(e->out, "; ");
}

void emit_way(struct emitter *e, uint32_t from, uint32_t to) {
    const enum spin_way way = spins_way(&e->spins, from, to);
    if (way == SPIN_AGAIN)
        strbuf_add(e->out, "LIFTED_SPIN(); ");
    else if (way == SPIN_LEFT)
        strbuf_add(e->out, "LIFTED_SPIN_LEFT(); ");
    if (way != SPIN_AGAIN && to <= from)
        strbuf_add(e->out, "LIFTED_BACK_EDGE(); ");
}

static bool needs_label(const struct emitter *e, uint32_t block) {
    const struct function *f = e->function;
    const struct block *b = &f->blocks[block];
    if (b->resumed)
        return true;
    if (b->pred_count != 1)
        return b->pred_count != 0 || block == f->entry_block;
    uint32_t pred = f->preds[b->preds];
    const struct block *p = &f->blocks[pred];
    return block == f->entry_block || pred + 1 != block || p->table >= 0 ||
           float_loops_hold(&e->loops, pred) || p->next.kind != EDGE_BLOCK ||
           p->next.block != block || (p->taken.kind == EDGE_BLOCK && p->taken.block == block);
}

/* Debug: what the instruction wrote. */
static void store_results(struct emitter *e, uint32_t index) {
    struct regset read, written;
    summary_effects(e->text, index, &read, &written);
    strbuf_add(e->out, " ");
    emit_spill(e, written);
}

/* Debug: pc, and a debugger may stop here. */
static void begin_instruction(struct emitter *e, uint32_t index, bool begins_block) {
    const uint64_t pc = text_pc(e->text, index), base = e->text->base;
    strbuf_addf(e->out, "s->pc = %#lxul; ", (unsigned long)pc);
    if (!e->stops)
        return;
    if (begins_block)
        strbuf_add(e->out, "LIFTED_HALT() ");
    strbuf_addf(e->out, "LIFTED_STOP(lifted_stops_%08lx, %lu) ", (unsigned long)base,
                (unsigned long)(pc - base) / 4);
}

struct behind {
    const struct flow *flow;
    bool flags;
};

static void add_flags_of(void *context, uint32_t block) {
    struct behind *b = context;
    b->flags = b->flags || b->flow->blocks[block].live_in.flags;
}

/* Are flags of the block read behind it, or stored at its end? */
static bool flags_live_behind(const struct emitter *e, uint32_t number) {
    const struct block_flow *end = &e->flow->blocks[number];
    struct behind b = {e->flow, end->spill.flags || end->leave.flags};
    function_successors(e->function, &e->function->blocks[number], add_flags_of, &b);
    return b.flags;
}

static void replace_all(struct strbuf *out, size_t from, const char *what, const char *by) {
    char *text = memory_string(out->text + from);
    out->length = from;
    for (char *p = text, *at; p; p = at ? at + strlen(what) : NULL) {
        at = strstr(p, what);
        strbuf_add_bytes(out, p, at ? (size_t)(at - p) : strlen(p));
        if (at)
            strbuf_add(out, by);
    }
    free(text);
}

/* A load of callee-saved registers from the frame, where the function returns. Callers keep them in
 * locals, so that most are looked at only where the return goes elsewhere. */
static bool restores(const struct emitter *e, uint32_t number, uint32_t index) {
    struct frame_access a;
    const struct block *b = &e->function->blocks[number];
    if (b->end != END_RETURN || !frame_access_read(text_word(e->text, index), &a) || a.is_store ||
        a.bytes != 8)
        return false;
    const uint32_t saved = a.general ? REGSET_SAVED.x | X_LR : REGSET_SAVED.v;
    return saved >> a.reg[0] & 1 && (a.count == 1 || saved >> a.reg[1] & 1);
}

/* Of a jump table where the switch goes by the index. */
static bool loads_entry(const struct emitter *e, const struct block *b, uint32_t index) {
    const struct jump_table *table = b->table < 0 ? NULL : &e->function->tables[b->table];
    return table && table->load == index && emit_by_index(e->text, b, table);
}

/* Flags that nobody reads are left out of its C. */
void emit_plain(struct emitter *e, uint32_t number, uint32_t index, emit_form *form) {
    const struct block *b = &e->function->blocks[number];
    const enum a64_op op = (enum a64_op)e->text->ops[index];
    emit_table_index(e, b, index);
    const unsigned flags = e->debug || !a64_info(op)->sets_flags
                               ? A64_FLAGS_ALL
                               : flags_wanted(e->text, b, index, flags_live_behind(e, number));
    const size_t before = e->out->length;
    form(e->out, op, text_word(e->text, index), text_pc(e->text, index), flags);
    if (!e->debug && (restores(e, number, index) || loads_entry(e, b, index)))
        replace_all(e->out, before, "LOAD", "SPARE_LOAD");
    if (!e->debug && uppers_dead(&e->uppers, b, number, index)) {
        replace_all(e->out, before, "SET_D(", "LOW_D(");
        replace_all(e->out, before, "SET_F64(", "LOW_F64(");
    }
    /* Or the compiler would keep the SP of before in a register, too. */
    if (e->levels.known && e->levels.calls && level_falls(text_word(e->text, index)))
        strbuf_add(e->out, "LIFTED_OPAQUE(sp) ");
}

static void emit_block(struct emitter *e, uint32_t number) {
    const struct block *b = &e->function->blocks[number];
    const struct float_loop *loop = float_loops_at(&e->loops, number);
    if (loop)
        emit_loop(e, loop);
    if (needs_label(e, number)) {
        emit_line(e, b->first);
        strbuf_add(e->out, "L");
        strbuf_add_decimal(e->out, b->first);
        strbuf_add(e->out, ":; ");
    }
    struct float_span span;
    bool spans = e->suspects && float_span_find(e->text, e->function, e->flow, number, 0, &span);
    for (uint32_t i = b->first; i < b->first + b->count; i++) {
        if (i != b->first || !needs_label(e, number))
            emit_line(e, i);
        if (e->debug)
            begin_instruction(e, i, i == b->first);
        if (i + 1 == b->first + b->count && b->end != END_FALL)
            break;
        if (spans && i == span.first) {
            emit_span(e, number, &span);
            i = span.end - 1;
            spans = float_span_find(e->text, e->function, e->flow, number, span.end, &span);
        } else {
            emit_plain(e, number, i, a64_emit);
        }
        if (e->debug)
            store_results(e, i);
        if (i + 1 < b->first + b->count)
            strbuf_add(e->out, "\n");
    }
    strbuf_add(e->out, " ");
    emit_spill(e, e->flow->blocks[number].early);
    emit_exit(e, number);
    strbuf_add(e->out, "\n");
}

void emit_function(struct emitter *e, const struct function *f, const struct flow *flow) {
    e->function = f;
    e->flow = flow;
    uint64_t line = (f->entry - e->text->base) / 4 + 1;
    strbuf_addf(e->out, "#line %lu \"%s\"\n", (unsigned long)line, e->file_name);
    strbuf_add(e->out, "LIFTED_CODE ");
    emit_head(e->out, f->entry, flow->params);
    strbuf_add(e->out, " { ");
    levels_find(e->text, f, &e->levels);
    uppers_find(e->text, f, &e->uppers);
    e->levels.known &= !e->debug;
    add_locals(e);
    spins_find(e->text, f, &e->spins);
    if (e->spins.count)
        strbuf_add(e->out, "LIFTED_SPINS(); ");
    if (e->counted)
        strbuf_add(e->out, "LIFTED_STEP(); ");
    if (f->resumed)
        add_resume(e);
    if (e->suspects)
        float_loops_find(e->text, f, flow, &e->loops);
    if (f->entry_block)
        emit_goto(e, UINT32_MAX, f->entry_block);
    strbuf_add(e->out, "\n");
    e->line = line + 1;
    for (uint32_t i = 0; i < f->block_count; i++)
        emit_block(e, i);
    float_loops_free(&e->loops);
    spins_free(&e->spins);
    levels_free(&e->levels);
    uppers_free(&e->uppers);
    if (e->stops)
        strbuf_add(e->out, "STOP: return lifted_interpret(s, entry_return, entry_sp);\n");
    strbuf_add(e->out, "}\n");
    emit_entries(e);
}
