/* SPDX-License-Identifier: MIT */
#include "lift/coverage.h"

#include "base/memory.h"
#include "lift/walk.h"

#include <stdlib.h>
#include <string.h>

/* What is known while one text is scanned. */
struct scan {
    struct coverage *out;
    const struct text *text;
    const struct jump_table **tables; /* by word: of the BR there */
};

static void add_finding(struct coverage *c, uint64_t address, uint32_t word, enum lift_left why) {
    GROW(c->findings, c->finding_count, c->finding_room);
    c->findings[c->finding_count++] = (struct finding){address, word, why};
}

/* A block may be in several functions; then the table counts as the one of them that knows least.
 */
static void add_tables(struct scan *s, const struct function *f) {
    for (size_t i = 0; i < f->table_count; i++) {
        const struct jump_table *table = &f->tables[i], **known = &s->tables[table->at];
        if (!*known || ((*known)->proved && !table->proved))
            *known = table;
    }
    for (uint32_t i = 0; i < f->block_count; i++) {
        const struct text *t = s->text;
        const struct block *b = &f->blocks[i];
        const struct edge *edges[] = {&b->next, &b->taken};
        uint32_t last = b->first + b->count - 1;
        for (int k = 0; k < 2; k++)
            if (edges[k]->kind == EDGE_LEAVE && !block_is_call(b))
                add_finding(s->out, edges[k]->pc, 0,
                            text_holds(t, edges[k]->pc) ? LIFT_LEFT_INSIDE : LIFT_LEFT_OUTSIDE);
        if (b->end == END_TRAP && t->ops[last] == A64_OP_NONE)
            add_finding(s->out, text_pc(t, last), text_word(t, last), LIFT_LEFT_UNKNOWN_WORD);
    }
}

/* Does the table know the word as what its bits say? A word with a row that the bits do not name
 * must be none of the kinds that no other form has. */
static bool agrees(enum a64_op op, enum site_kind kind) {
    const struct a64_op_info *info = a64_info(op);
    switch (kind) {
    case SITE_SVC:
        return info->kind == A64_SVC;
    case SITE_SYSTEM_REGISTER:
    case SITE_CACHE:
    case SITE_BARRIER:
        return info->system || info->exclusive || info->writes_memory;
    case SITE_EXCLUSIVE:
        return info->reads_memory || info->writes_memory;
    case SITE_LITERAL:
        return info->kind == A64_PLAIN;
    case SITE_INDIRECT_BRANCH:
        return info->kind == A64_BRANCH_REG || info->kind == A64_RET;
    case SITE_INDIRECT_CALL:
        return info->kind == A64_CALL_REG;
    case SITE_TRAP:
        return info->kind == A64_TRAP;
    case SITE_NONE_OF_THESE:
    case SITE_KINDS:
        break;
    }
    return info->kind != A64_SVC && info->kind != A64_BRANCH_REG && info->kind != A64_CALL_REG &&
           !info->exclusive;
}

static enum outcome site_outcome(const struct scan *s, size_t i, enum site_kind kind) {
    const struct text *t = s->text;
    if (!(t->marks[i] & MARK_COVERED))
        return OUTCOME_UNREACHED;
    if (t->ops[i] == A64_OP_NONE)
        return OUTCOME_UNKNOWN;
    if (!agrees((enum a64_op)t->ops[i], kind))
        return OUTCOME_DISAGREES;
    if (kind != SITE_INDIRECT_BRANCH || walk_end(t, i) != END_JUMP)
        return OUTCOME_LIFTED;
    if (!s->tables[i])
        return OUTCOME_GENERAL;
    if (s->tables[i]->proved)
        return OUTCOME_TABLE;
    return s->tables[i]->entry_bytes == 8 ? OUTCOME_GOTO : OUTCOME_TABLE_GUESS;
}

static void add_site(struct scan *s, size_t i, enum site_kind kind, enum outcome outcome) {
    struct coverage *c = s->out;
    uint64_t pc = text_pc(s->text, i);
    uint32_t word = text_word(s->text, i);
    bool is_table = outcome == OUTCOME_TABLE || outcome == OUTCOME_TABLE_GUESS;
    bool has_table = is_table || outcome == OUTCOME_GOTO;
    GROW(c->sites, c->site_count, c->site_room);
    c->sites[c->site_count++] =
        (struct site){pc, word, kind, outcome, s->text, has_table ? s->tables[i] : NULL};
    c->counts[kind][outcome]++;
    c->stats.jump_tables += is_table;
    c->stats.computed_gotos += outcome == OUTCOME_GOTO;
    c->stats.jump_tables_proved += outcome == OUTCOME_TABLE;
    c->stats.indirect_calls += kind == SITE_INDIRECT_CALL && outcome == OUTCOME_LIFTED;
    if (kind == SITE_INDIRECT_BRANCH && outcome == OUTCOME_GENERAL) {
        c->stats.indirect_branches++;
        add_finding(c, pc, word, LIFT_LEFT_INDIRECT);
    }
}

static void add_gap_word(struct coverage *c, const struct text *t, size_t i) {
    struct gap *last = c->gap_count ? &c->gaps[c->gap_count - 1] : NULL;
    bool is_data = t->ops[i] == A64_OP_NONE || t->marks[i] & MARK_DATA;
    if (last && last->address + 4 * last->words == text_pc(t, i)) {
        last->words++;
        last->is_data = last->is_data && is_data;
        return;
    }
    GROW(c->gaps, c->gap_count, c->gap_room);
    c->gaps[c->gap_count++] = (struct gap){text_pc(t, i), 1, is_data};
}

static void scan_text(struct coverage *c, const struct text *t, const struct discovery *d) {
    struct scan s = {c, t, NEW_ARRAY(const struct jump_table *, t->count + 1)};
    for (size_t i = 0; i < d->count; i++) {
        c->stats.blocks += d->functions[i].block_count;
        c->stats.instructions += d->functions[i].instructions;
        add_tables(&s, &d->functions[i]);
    }
    c->stats.functions += d->count;
    c->stats.text_words += t->count;
    for (size_t i = 0; i < t->count; i++) {
        enum site_kind kind = site_of(text_word(t, i));
        enum outcome outcome = site_outcome(&s, i, kind);
        c->stats.lifted_words += outcome != OUTCOME_UNREACHED;
        if (outcome == OUTCOME_UNREACHED && text_is_padding(t, i))
            continue;
        if (outcome == OUTCOME_UNREACHED)
            add_gap_word(c, t, i);
        if (kind != SITE_NONE_OF_THESE || outcome == OUTCOME_DISAGREES)
            add_site(&s, i, kind, outcome);
    }
    free(s.tables);
}

static int compare_findings(const void *a, const void *b) {
    const struct finding *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (int)x->why - (int)y->why;
}

/* Blocks that several functions hold are found several times. */
static void sort_findings(struct coverage *c) {
    size_t kept = 0;
    if (c->finding_count)
        qsort(c->findings, c->finding_count, sizeof *c->findings, compare_findings);
    for (size_t i = 0; i < c->finding_count; i++) {
        if (kept && !compare_findings(&c->findings[kept - 1], &c->findings[i]))
            continue;
        enum lift_left why = c->findings[i].why;
        c->findings[kept++] = c->findings[i];
        c->stats.unknown_words += why == LIFT_LEFT_UNKNOWN_WORD;
        c->stats.left_to_interpreter += why == LIFT_LEFT_UNKNOWN_WORD || why == LIFT_LEFT_OUTSIDE;
    }
    c->finding_count = kept;
}

void coverage_find(const struct text *texts, const struct discovery *found, size_t count,
                   struct coverage *out) {
    *out = (struct coverage){0};
    for (size_t i = 0; i < count; i++) {
        scan_text(out, &texts[i], &found[i]);
        coverage_places(out, &texts[i], &found[i]);
        coverage_waits(out, &texts[i], &found[i]);
    }
    sort_findings(out);
}

void coverage_free(struct coverage *c) {
    free(c->sites);
    free(c->findings);
    free(c->gaps);
    free(c->places);
    free(c->waits);
    *c = (struct coverage){0};
}
