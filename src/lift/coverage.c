/* SPDX-License-Identifier: MIT */
#include "lift/coverage.h"

#include "base/memory.h"
#include "lift/walk.h"

#include <stdlib.h>
#include <string.h>

static const char *const kind_names[SITE_KINDS] = {
    [SITE_NONE_OF_THESE] = "not known by its bits",
    [SITE_SVC] = "svc",
    [SITE_SYSTEM_REGISTER] = "system register",
    [SITE_CACHE] = "cache operation",
    [SITE_BARRIER] = "barrier or hint",
    [SITE_EXCLUSIVE] = "exclusive or ordered access",
    [SITE_LITERAL] = "literal load",
    [SITE_INDIRECT_BRANCH] = "indirect branch",
    [SITE_INDIRECT_CALL] = "indirect call",
    [SITE_TRAP] = "trap",
};

/* What became of a site. */
enum outcome {
    OUTCOME_LIFTED,
    OUTCOME_TABLE,       /* BR through a jump table, proved */
    OUTCOME_TABLE_GUESS, /* through one that is not proved: checked at run time */
    OUTCOME_GENERAL,     /* BR by the dispatch table */
    OUTCOME_UNKNOWN,     /* no row: traps, and is reported by address */
    OUTCOME_DISAGREES,   /* the bits and the instruction table say different things */
    OUTCOME_UNREACHED,   /* in no function: data, or code that only the interpreter may meet */
    OUTCOMES,
};
static const char *const outcome_names[OUTCOMES] = {
    [OUTCOME_LIFTED] = "lifted",
    [OUTCOME_TABLE] = "jump table, proved",
    [OUTCOME_TABLE_GUESS] = "jump table, checked at run time",
    [OUTCOME_GENERAL] = "dispatch table",
    [OUTCOME_UNKNOWN] = "no row: traps",
    [OUTCOME_DISAGREES] = "MISSED: bits and instruction table disagree",
    [OUTCOME_UNREACHED] = "in no function",
};

enum site_kind coverage_site(uint32_t word) {
    static const struct {
        uint32_t mask, value;
        enum site_kind kind;
    } forms[] = {
        {0xffe0001f, 0xd4000001, SITE_SVC},
        {0xff000000, 0xd4000000, SITE_TRAP},          /* HVC, SMC, BRK, HLT */
        {0xfffff01f, 0xd503201f, SITE_NONE_OF_THESE}, /* NOP and the other hints */
        {0xfffff000, 0xd5033000, SITE_BARRIER},
        {0xffd8f000, 0xd5087000, SITE_CACHE}, /* SYS with CRn 7: DC, IC, AT */
        {0xffc00000, 0xd5000000, SITE_SYSTEM_REGISTER},
        {0x3f000000, 0x08000000, SITE_EXCLUSIVE},
        {0x3b000000, 0x18000000, SITE_LITERAL},
        {0xfffffc1f, 0xd61f0000, SITE_INDIRECT_BRANCH},
        {0xfffffc1f, 0xd63f0000, SITE_INDIRECT_CALL},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if ((word & forms[i].mask) == forms[i].value)
            return forms[i].kind;
    return SITE_NONE_OF_THESE;
}

struct report {
    struct lift_stats *stats;
    struct strbuf sites_text, sites_json;
    size_t counts[SITE_KINDS][OUTCOMES];
    size_t finding_room;
    uint8_t *outcome; /* of the BR at each word */
};

static void add_finding(struct report *r, uint64_t address, uint32_t word, enum lift_left why) {
    struct lift_stats *s = r->stats;
    GROW(s->findings, s->finding_count, r->finding_room);
    s->findings[s->finding_count++] = (struct lift_finding){address, word, why};
}

static void add_tables(struct report *r, const struct text *t, const struct function *f) {
    for (size_t i = 0; i < f->table_count; i++) {
        const struct jump_table *table = &f->tables[i];
        if (r->outcome[table->at] != OUTCOME_GENERAL)
            continue; /* counted with another function that shares the block */
        r->outcome[table->at] = table->proved ? OUTCOME_TABLE : OUTCOME_TABLE_GUESS;
        r->stats->jump_tables++;
        r->stats->jump_tables_proved += table->proved;
    }
    for (uint32_t i = 0; i < f->block_count; i++) {
        const struct block *b = &f->blocks[i];
        const struct edge *edges[] = {&b->next, &b->taken};
        uint32_t last = b->first + b->count - 1;
        for (int k = 0; k < 2; k++)
            if (edges[k]->kind == EDGE_LEAVE && !block_is_call(b))
                add_finding(r, edges[k]->pc, 0,
                            text_holds(t, edges[k]->pc) ? LIFT_LEFT_INSIDE : LIFT_LEFT_OUTSIDE);
        if (b->end == END_TRAP && t->ops[last] == A64_OP_NONE)
            add_finding(r, text_pc(t, last), text_word(t, last), LIFT_LEFT_UNKNOWN_WORD);
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
        return info->kind == A64_BRANCH_REG;
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

static enum outcome site_outcome(const struct report *r, const struct text *t, size_t i,
                                 enum site_kind kind) {
    if (!(t->marks[i] & MARK_COVERED))
        return OUTCOME_UNREACHED;
    if (t->ops[i] == A64_OP_NONE)
        return OUTCOME_UNKNOWN;
    if (!agrees((enum a64_op)t->ops[i], kind))
        return OUTCOME_DISAGREES;
    if (kind == SITE_INDIRECT_BRANCH && walk_end(t, i) == END_JUMP)
        return (enum outcome)r->outcome[i];
    return OUTCOME_LIFTED;
}

static void add_site(struct report *r, const struct text *t, size_t i, enum site_kind kind) {
    enum outcome outcome = site_outcome(r, t, i, kind);
    unsigned long pc = (unsigned long)text_pc(t, i);
    uint32_t word = text_word(t, i);
    r->counts[kind][outcome]++;
    strbuf_addf(&r->sites_text, "%08lx %08x %-27s %s\n", pc, word, kind_names[kind],
                outcome_names[outcome]);
    strbuf_addf(&r->sites_json,
                "%s\n    {\"address\": %lu, \"word\": %u, \"kind\": \"%s\", \"outcome\": \"%s\"}",
                r->sites_json.length ? "," : "", pc, word, kind_names[kind],
                outcome_names[outcome]);
    if (kind == SITE_INDIRECT_CALL && outcome == OUTCOME_LIFTED)
        r->stats->indirect_calls++;
    if (kind == SITE_INDIRECT_BRANCH && outcome == OUTCOME_GENERAL) {
        r->stats->indirect_branches++;
        add_finding(r, pc, word, LIFT_LEFT_INDIRECT);
    }
}

static void scan_text(struct report *r, const struct text *t, const struct discovery *d) {
    struct lift_stats *s = r->stats;
    r->outcome = NEW_ARRAY(uint8_t, t->count + 1);
    memset(r->outcome, OUTCOME_GENERAL, t->count);
    for (size_t i = 0; i < d->count; i++) {
        s->blocks += d->functions[i].block_count;
        s->instructions += d->functions[i].instructions;
        add_tables(r, t, &d->functions[i]);
    }
    s->functions += d->count;
    s->text_words += t->count;
    for (size_t i = 0; i < t->count; i++) {
        enum site_kind kind = coverage_site(text_word(t, i));
        s->lifted_words += (t->marks[i] & MARK_COVERED) != 0;
        if (kind != SITE_NONE_OF_THESE || site_outcome(r, t, i, kind) == OUTCOME_DISAGREES)
            add_site(r, t, i, kind);
    }
    free(r->outcome);
}

static int compare_findings(const void *a, const void *b) {
    const struct lift_finding *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return (int)x->why - (int)y->why;
}

/* Blocks that several functions hold are found several times. */
static void sort_findings(struct lift_stats *s) {
    size_t kept = 0;
    if (s->finding_count)
        qsort(s->findings, s->finding_count, sizeof *s->findings, compare_findings);
    for (size_t i = 0; i < s->finding_count; i++) {
        if (kept && !compare_findings(&s->findings[kept - 1], &s->findings[i]))
            continue;
        s->findings[kept++] = s->findings[i];
        s->unknown_words += s->findings[i].why == LIFT_LEFT_UNKNOWN_WORD;
        s->left_to_interpreter +=
            s->findings[i].why == LIFT_LEFT_UNKNOWN_WORD || s->findings[i].why == LIFT_LEFT_OUTSIDE;
    }
    s->finding_count = kept;
}

static const char *const left_names[] = {
    [LIFT_LEFT_UNKNOWN_WORD] = "unknown word",
    [LIFT_LEFT_INDIRECT] = "indirect branch without a proved table",
    [LIFT_LEFT_OUTSIDE] = "code runs out of the text",
    [LIFT_LEFT_INSIDE] = "swept code runs on in a function: by the interpreter",
};

static void write_text(const struct report *r, struct strbuf *out) {
    const struct lift_stats *s = r->stats;
    strbuf_addf(out,
                "functions %zu, blocks %zu, instructions %zu; %zu of %zu words of text lifted\n"
                "jump tables %zu, proved %zu; other indirect branches %zu; indirect calls %zu\n"
                "unknown words %zu; left to the interpreter %zu\n\n",
                s->functions, s->blocks, s->instructions, s->lifted_words, s->text_words,
                s->jump_tables, s->jump_tables_proved, s->indirect_branches, s->indirect_calls,
                s->unknown_words, s->left_to_interpreter);
    for (int k = 0; k < SITE_KINDS; k++)
        for (int o = 0; o < OUTCOMES; o++)
            if (r->counts[k][o])
                strbuf_addf(out, "%8zu  %-27s %s\n", r->counts[k][o], kind_names[k],
                            outcome_names[o]);
    strbuf_add(out, "\nleft to the dispatch table, the interpreter or the trap:\n");
    for (size_t i = 0; i < s->finding_count; i++)
        strbuf_addf(out, "%08lx %08x %s\n", (unsigned long)s->findings[i].address,
                    s->findings[i].word, left_names[s->findings[i].why]);
    strbuf_addf(out, "\nevery site, by a scan of all words:\n%s",
                r->sites_text.text ? r->sites_text.text : "");
}

static void write_json(const struct report *r, struct strbuf *out) {
    const struct lift_stats *s = r->stats;
    strbuf_addf(out,
                "{\n  \"functions\": %zu, \"blocks\": %zu, \"instructions\": %zu,\n"
                "  \"text_words\": %zu, \"lifted_words\": %zu,\n"
                "  \"jump_tables\": %zu, \"jump_tables_proved\": %zu,\n"
                "  \"indirect_branches\": %zu, \"indirect_calls\": %zu,\n"
                "  \"unknown_words\": %zu, \"left_to_interpreter\": %zu,\n  \"findings\": [",
                s->functions, s->blocks, s->instructions, s->text_words, s->lifted_words,
                s->jump_tables, s->jump_tables_proved, s->indirect_branches, s->indirect_calls,
                s->unknown_words, s->left_to_interpreter);
    for (size_t i = 0; i < s->finding_count; i++)
        strbuf_addf(out, "%s\n    {\"address\": %lu, \"word\": %u, \"why\": \"%s\"}", i ? "," : "",
                    (unsigned long)s->findings[i].address, s->findings[i].word,
                    left_names[s->findings[i].why]);
    strbuf_addf(out, "\n  ],\n  \"sites\": [%s\n  ]\n}\n",
                r->sites_json.text ? r->sites_json.text : "");
}

void coverage_report(const struct text *texts, const struct discovery *found, size_t count,
                     struct lift_stats *stats) {
    struct report r = {.stats = stats};
    struct strbuf text = {0}, json = {0};
    for (size_t i = 0; i < count; i++)
        scan_text(&r, &texts[i], &found[i]);
    sort_findings(stats);
    write_text(&r, &text);
    write_json(&r, &json);
    stats->coverage_text = text.text;
    stats->coverage_json = json.text;
    strbuf_free(&r.sites_text);
    strbuf_free(&r.sites_json);
}
