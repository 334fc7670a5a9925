/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "lift/frame.h"
#include "lift/summary_solver.h"

#include <stdlib.h>
#include <string.h>

/* Which registers functions are given as C parameters: those that their own instructions read, or
 * that they hand on as parameters themselves. What unknown code reads stays in the struct. And
 * which of x0, x1 and q0 they return: those that the instructions of some caller read, or callers
 * that are not known. */

enum { X_PARAMS = 6, V_PARAMS = 8 }; /* what the host passes in registers beside the state */

/* What is worth most first: a function with a frame reads SP, x29 and x30 and the registers that it
 * saves. v8 to v15 are none: functions save them, or hand them on to others that do, and no host
 * register outlives a call to hold them; in the struct they cost nothing until somebody uses them.
 */
static const uint8_t order[31] = {30, 0,  1, 29, 19, 20, 2,  21, 3,  22, 4,  23, 5,  24, 6, 25,
                                  7,  26, 8, 27, 28, 9,  10, 11, 12, 13, 14, 15, 16, 17, 18};

static struct regset choose(struct regset takes) {
    struct regset out = {.x = takes.x & X_SP};
    unsigned count = takes.x & X_SP ? 1 : 0;
    for (unsigned i = 0; i < 31 && count < X_PARAMS; i++)
        if (takes.x >> order[i] & 1) {
            out.x |= 1u << order[i];
            count++;
        }
    for (unsigned n = 0, v = 0; n < 32 && v < V_PARAMS; n++)
        if (takes.v >> n & 1) {
            out.v |= 1u << n;
            v++;
        }
    return out;
}

/* A function with variable arguments saves all of q0 to q7, one or two of them perhaps by another
 * base than SP and x29, or none when it asks for no floating-point numbers. Of x0 to x7 it saves
 * those behind the named arguments, which are few, in one row. It hardly ever reads one. */
enum { SAVED_AT_LEAST = 6, ROW_FROM = 5 };
static const struct regset saved_by_variadic = {0xf8, 0xff, false};

struct saves {
    uint32_t v;
    int32_t place[8]; /* of x0 to x7, by distance from the base; 0: nowhere */
};

static void add_saves(struct saves *s, uint32_t word) {
    struct frame_access a;
    if (!frame_access_read(word, &a) || !a.is_store)
        return;
    for (int32_t r = 0; r < a.count; r++)
        if (!a.general && a.bytes == 16)
            s->v |= 1u << a.reg[r];
        else if (a.general && a.bytes == 8 && a.reg[r] < 8)
            s->place[a.reg[r]] = a.offset + 8 * r;
}

static bool is_variadic(const struct solver *s, const struct function *f) {
    struct saves saves = {0};
    bool row = true;
    for (uint32_t k = 0; k < f->block_count; k++)
        for (uint32_t i = 0; i < f->blocks[k].count; i++)
            add_saves(&saves, text_word(s->text, f->blocks[k].first + i));
    for (unsigned r = ROW_FROM; r < 8; r++)
        row = row && saves.place[r] && saves.place[r] == saves.place[7] - 8 * (7 - (int32_t)r);
    return row || __builtin_popcount(saves.v & 0xff) >= SAVED_AT_LEAST;
}

/* What the function at `pc` is given that is in locals of the caller. A callee-saved register that
 * the caller never writes would only be carried along: it goes on from the struct. */
static struct regset takes_of(const struct solver *s, uint64_t pc, struct regset written) {
    const size_t callee = discovery_find(s->discovery, pc);
    const struct regset carried = regset_minus(REGSET_SAVED, written);
    return callee == SIZE_MAX ? REGSET_NONE : regset_minus(s->summary->params[callee], carried);
}

static struct regset written_by(const struct solver *s, uint32_t number) {
    struct regset all = {.x = X_SP};
    for (uint32_t i = 0; i < s->discovery->functions[number].block_count; i++)
        all = regset_or(all, s->def[s->first_block[number] + i]);
    return all;
}

/* Of the transfer only what matters for the locals of this function. */
static struct transfer local_transfer(const struct solver *s, uint32_t number,
                                      const struct block *b, struct regset written) {
    struct transfer t = summary_transfer(s->text, s->discovery, s->summary, number, b);
    t.reads =
        b->end == END_CALL ? takes_of(s, block_call_target(s->text, b), written) : REGSET_NONE;
    if (b->end == END_RETURN)
        t.reads = regset_and(s->summary->results[number], s->summary->changes[number]);
    t.kills = t.changes;
    t.kills.x |= block_is_call(b) ? X_LR : 0;
    if (!block_is_call(b) && b->next.kind == EDGE_TAIL)
        t.reads = regset_or(t.reads, takes_of(s, b->next.pc, written));
    if (!block_is_call(b) && b->taken.kind == EDGE_TAIL)
        t.reads = regset_or(t.reads, takes_of(s, b->taken.pc, written));
    return t;
}

static void solve(struct solver *s, uint32_t number) {
    const struct function *f = &s->discovery->functions[number];
    const struct regset written = written_by(s, number);
    for (uint32_t i = 0; i < f->block_count; i++)
        if (!block_stays(&f->blocks[i]))
            s->transfers[i] = local_transfer(s, number, &f->blocks[i], written);
    solver_live(s, number);
}

/* What is read of the results of direct calls; functions that branch to each other return the
 * same, since one of them returns what the other one does. */
static void want(struct solver *s, size_t function, struct regset wanted) {
    struct regset *r = &s->summary->results[function];
    wanted.v &= s->answers[function] ? 0 : ~0u;
    if (regset_equal(regset_or(*r, wanted), *r))
        return;
    *r = regset_or(*r, wanted);
    solver_enqueue(s, (uint32_t)function);
    solver_enqueue_callers(s, (uint32_t)function);
}

static bool jumps_to_unknown(const struct function *f) {
    for (uint32_t i = 0; i < f->block_count; i++) {
        const struct block *b = &f->blocks[i];
        if (b->end == END_JUMP && (b->table < 0 || !jump_table_is_complete(&f->tables[b->table])))
            return true;
    }
    return false;
}

/* Which functions return what the code behind a pointer returns. */
static uint8_t *find_answers(const struct solver *s) {
    uint8_t *answers = NEW_ARRAY(uint8_t, s->discovery->count + 1);
    bool changed = true;
    for (size_t i = 0; i < s->discovery->count; i++)
        answers[i] = jumps_to_unknown(&s->discovery->functions[i]);
    while (changed) {
        changed = false;
        for (size_t i = 0; i < s->call_count; i++) {
            const struct call *c = &s->calls[i];
            if (c->callee == UINT32_MAX || !c->tail || answers[c->caller] == answers[c->callee])
                continue;
            answers[c->caller] = answers[c->callee] = changed = true;
        }
    }
    return answers;
}

static void want_results(struct solver *s, uint32_t number) {
    const struct function *f = &s->discovery->functions[number];
    for (uint32_t i = 0; i < f->block_count; i++) {
        const struct block *b = &f->blocks[i];
        if (b->end != END_CALL || b->next.kind != EDGE_BLOCK)
            continue;
        const struct regset live = summary_live_behind(s->text, s->discovery, s->summary, number, b,
                                                       s->live + s->first_block[number]);
        const size_t callee = discovery_find(s->discovery, block_call_target(s->text, b));
        if (callee != SIZE_MAX)
            want(s, callee,
                 regset_and(live, regset_and(REGSET_RESULT, s->summary->changes[callee])));
    }
    for (uint32_t i = s->first_call[number]; i < s->first_call[number + 1]; i++) {
        const struct call *c = &s->calls[i];
        if (c->tail && c->callee != UINT32_MAX) {
            want(s, c->callee, s->summary->results[number]);
            want(s, number, s->summary->results[c->callee]);
        }
    }
}

void summary_find_params(struct solver *s) {
    const struct discovery *d = s->discovery;
    struct summary *out = s->summary;
    uint8_t *variadic = NEW_ARRAY(uint8_t, d->count + 1);
    s->answers = find_answers(s);
    for (size_t i = 0; i < d->count; i++) {
        const struct function *f = &d->functions[i];
        const bool pointed = s->text->marks[text_index(s->text, f->entry)] & MARK_WEAK;
        variadic[i] = is_variadic(s, f);
        out->results[i].x = 1; /* most return something */
        if (pointed || s->answers[i])
            out->results[i] = REGSET_ANSWER;
    }
    solver_enqueue_callees_first(s);
    while (s->waiting) {
        const uint32_t number = solver_dequeue(s);
        solve(s, number);
        struct regset takes = s->live[s->first_block[number] + d->functions[number].entry_block];
        takes.x |= out->plain[number] ? 0 : X_SP | X_LR;
        takes = regset_minus(takes, variadic[number] ? saved_by_variadic : REGSET_NONE);
        takes.v &= ~REGSET_SAVED.v;
        want_results(s, number);
        if (regset_equal(takes, out->params[number]))
            continue;
        out->params[number] = takes;
        solver_enqueue_callers(s, number);
    }
    for (size_t i = 0; i < d->count; i++) {
        out->takes[i] = out->params[i];
        out->params[i] = choose(out->params[i]);
    }
    free(variadic);
    free(s->answers);
    memset(s->live, 0, s->block_count * sizeof *s->live);
}
