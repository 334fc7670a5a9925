/* SPDX-License-Identifier: MIT */
#include "lift/emit.h"

#include <stddef.h>

typedef unsigned long ul;

/* Arguments that are not locals: the return address as a constant, and what the struct has. */
struct given {
    uint64_t x30; /* 0: the local */
    struct regset through;
};

/* Calls `one` for each register of the set, in the order of the parameters. */
static void each(struct strbuf *out, struct regset set,
                 void (*one)(struct strbuf *out, char kind, unsigned n, const struct given *given),
                 const struct given *given) {
    static const uint8_t first[] = {31, 30};
    for (unsigned i = 0; i < 2; i++)
        if (set.x >> first[i] & 1)
            one(out, 'x', first[i], given);
    for (unsigned n = 0; n < 30; n++)
        if (set.x >> n & 1)
            one(out, 'x', n, given);
    for (unsigned n = 0; n < 32; n++)
        if (set.v >> n & 1)
            one(out, 'q', n, given);
}

static void add_parameter(struct strbuf *out, char kind, unsigned n, const struct given *given) {
    (void)given;
    if (kind == 'x' && n == 31)
        strbuf_add(out, ", LIFTED_SP");
    else
        strbuf_addf(out, ", %s %c%u", kind == 'x' ? "uint64_t" : "a64_v2u64", kind, n);
}

static void add_slot(struct strbuf *out, char kind, unsigned n, const struct given *given) {
    (void)given;
    if (kind == 'x' && n == 31)
        strbuf_add(out, ", s->sp");
    else
        strbuf_addf(out, ", s->%c[%u]", kind, n);
}

static void add_local(struct strbuf *out, char kind, unsigned n, const struct given *given) {
    const uint32_t through = kind == 'x' ? given->through.x : given->through.v;
    if (through >> n & 1)
        add_slot(out, kind, n, given);
    else if (kind == 'x' && n == 31)
        strbuf_add(out, given->x30 ? ", sp" : ", frame");
    else if (kind == 'x' && n == 30 && given->x30)
        strbuf_addf(out, ", %#lxul", (ul)given->x30);
    else
        strbuf_addf(out, ", %c%u", kind, n);
}

void emit_head(struct strbuf *out, uint64_t entry, struct regset params) {
    strbuf_addf(out, "LIFTED_FUNCTION(f_%08lx", (ul)entry);
    each(out, params, add_parameter, NULL);
    strbuf_add(out, ")");
}

void emit_arguments(struct emitter *e, struct regset params, uint64_t x30) {
    const struct given given = {x30, e->flow->through};
    strbuf_add(e->out, "(s");
    each(e->out, params, add_local, &given);
    strbuf_add(e->out, ")");
}

/* What stands for x0, x1 and q0 of a C result. */
static const struct part {
    const char *name, *slot;
    struct regset reg;
} parts[] = {{"x0", "s->x[0]", {.x = 1}}, {"x1", "s->x[1]", {.x = 2}}, {"q0", "s->q[0]", {.v = 1}}};
enum { PARTS = sizeof parts / sizeof *parts };

static bool holds(struct regset set, const struct part *p) {
    return regset_equal(regset_and(set, p->reg), p->reg);
}

void emit_generic_arguments(struct emitter *e, uint32_t block, uint64_t x30) {
    const struct regset newer = e->flow->blocks[block].dirty_end;
    const bool given = e->summary->trusts && !e->summary->in_state;
    strbuf_addf(e->out, "(s, sp, %#lxul", (ul)x30);
    for (uint32_t set = REGSET_GIVEN.x & ~X_SP; set; set &= set - 1) {
        const unsigned n = (unsigned)__builtin_ctz(set);
        const bool vague = given && e->flow->blocks[block].vague.x >> n & 1;
        if (given && newer.x >> n & 1)
            strbuf_addf(e->out, ", x%u", n);
        else
            strbuf_addf(e->out, vague ? ", LIFTED_ANY" : ", s->x[%u]", n);
    }
    strbuf_add(e->out, ")");
}

/* An argument of the entry, or what the struct holds. */
static void add_entry_argument(struct strbuf *out, char kind, unsigned n,
                               const struct given *given) {
    const bool argument = kind == 'x' && (REGSET_GIVEN.x | X_LR) >> n & 1;
    if (argument)
        add_local(out, kind, n, given);
    else
        add_slot(out, kind, n, given);
}

/* What the body looks for in the struct, or returns from there. */
static void add_entry_stores(struct emitter *e, struct regset wanted) {
    const struct regset params = e->flow->params;
    for (uint32_t set = REGSET_GIVEN.x & wanted.x & ~params.x & ~X_SP; set; set &= set - 1) {
        const unsigned n = (unsigned)__builtin_ctz(set);
        strbuf_addf(e->out, "s->x[%u] = x%u; ", n, n);
    }
    if (wanted.x & X_SP && !(params.x & X_SP))
        strbuf_add(e->out, "s->sp = frame; ");
}

static void add_entry(struct emitter *e, const char *form, char letter, struct regset wanted,
                      const char *before) {
    const ul entry = (ul)e->function->entry;
    const bool leaves_x29 = e->summary->left[discovery_find(e->discovery, entry)].x >> 29 & 1;
    const bool whole = regset_equal(e->flow->returned, REGSET_ANSWER) && !leaves_x29;
    strbuf_addf(e->out, "%s(%c_%08lx) { ", form, letter, entry);
    add_entry_stores(e, wanted);
    strbuf_addf(e->out, "%s%s f_%08lx(s", before,
                whole ? "return" : "struct lifted_result r =", entry);
    each(e->out, e->flow->params, add_entry_argument, &(struct given){0});
    strbuf_add(e->out, "); ");
    if (leaves_x29)
        strbuf_add(e->out, "if (!LIFTED_UNWINDS(s)) s->x[29] = x29; ");
    if (e->flow->returned.v)
        strbuf_add(e->out, "s->q[0] = r.q0; ");
    for (size_t i = 0; i < PARTS; i++)
        if (holds(REGSET_ANSWER, &parts[i]) && !holds(e->flow->returned, &parts[i]))
            strbuf_addf(e->out, "r.%s = %s; ", parts[i].name, parts[i].slot);
    strbuf_add(e->out, whole ? "}\n" : "return r; }\n");
}

void emit_entries(struct emitter *e) {
    const struct function *f = e->function;
    const bool pointed = e->text->marks[text_index(e->text, f->entry)] & MARK_WEAK;
    struct regset wanted = e->summary->reads[discovery_find(e->discovery, f->entry)];
    wanted.x |= e->summary->in_state ? REGSET_GIVEN.x : REGSET_ANSWER.x;
    add_entry(e, pointed ? "LIFTED_CODE LIFTED_TARGET" : "LIFTED_ENTRY", 'e', wanted, "");
    if (f->resumed)
        add_entry(e, "LIFTED_ENTRY", 'r', REGSET_GIVEN, "s->resume = 1; ");
}

void emit_result(struct emitter *e) {
    strbuf_add(e->out, "LIFTED_RESULT(");
    for (size_t i = 0; i < PARTS; i++)
        if (holds(e->flow->returned, &parts[i]))
            strbuf_addf(e->out, "r.%s = %s; ", parts[i].name,
                        holds(e->flow->result, &parts[i]) ? parts[i].name : parts[i].slot);
    strbuf_add(e->out, ")");
}

void emit_whole_result(struct strbuf *out, struct regset returned) {
    for (size_t i = 0; i < PARTS; i++)
        strbuf_addf(out, "%s%s%s", i ? ", " : "", holds(returned, &parts[i]) ? "r." : "",
                    holds(returned, &parts[i]) ? parts[i].name : parts[i].slot);
}
