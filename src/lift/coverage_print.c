/* SPDX-License-Identifier: MIT */
#include "lift/coverage.h"

const char *outcome_name(enum outcome outcome) {
    static const char *const names[OUTCOMES] = {
        [OUTCOME_LIFTED] = "lifted",
        [OUTCOME_TABLE] = "jump table, proved",
        [OUTCOME_TABLE_GUESS] = "jump table, checked at run time",
        [OUTCOME_GOTO] = "computed goto, by address",
        [OUTCOME_GENERAL] = "dispatch table",
        [OUTCOME_UNKNOWN] = "no row: traps",
        [OUTCOME_DISAGREES] = "MISSED: bits and instruction table disagree",
        [OUTCOME_UNREACHED] = "in no function",
    };
    return names[outcome];
}

const char *lift_left_name(enum lift_left why) {
    static const char *const names[] = {
        [LIFT_LEFT_UNKNOWN_WORD] = "unknown word",
        [LIFT_LEFT_INDIRECT] = "indirect branch without a proved table",
        [LIFT_LEFT_OUTSIDE] = "code runs out of the text",
        [LIFT_LEFT_INSIDE] = "swept code runs on in a function: by the interpreter",
    };
    return names[why];
}

/* The figures of both forms: name in JSON, value. The text has them in sentences. */
struct figure {
    const char *name;
    size_t value;
};
enum { FIGURES = 16 };

static void read_figures(const struct lift_stats *s, struct figure *out) {
    const struct figure figures[FIGURES] = {
        {"functions", s->functions},
        {"blocks", s->blocks},
        {"instructions", s->instructions},
        {"text_words", s->text_words},
        {"lifted_words", s->lifted_words},
        {"jump_tables", s->jump_tables},
        {"jump_tables_proved", s->jump_tables_proved},
        {"jump_tables_left", s->jump_tables - s->jump_tables_proved},
        {"computed_gotos", s->computed_gotos},
        {"indirect_branches", s->indirect_branches},
        {"indirect_calls", s->indirect_calls},
        {"unknown_words", s->unknown_words},
        {"spins", s->spins},
        {"places", s->places},
        {"places_left", s->places_left},
        {"left_to_interpreter", s->left_to_interpreter},
    };
    for (int i = 0; i < FIGURES; i++)
        out[i] = figures[i];
}

static void add_table_text(struct strbuf *out, const struct jump_table *table) {
    strbuf_addf(out, ": %u entries", table->count);
    if (table->table)
        strbuf_addf(out, " of %u bytes at %08lx", table->entry_bytes, (unsigned long)table->table);
    if (table->base)
        strbuf_addf(out, " from %08lx", (unsigned long)table->base);
    strbuf_addf(out, "; %s", table->why);
}

static void add_sites_text(const struct coverage *c, lift_svc_name *svc_name, struct strbuf *out) {
    for (size_t i = 0; i < c->site_count; i++) {
        const struct site *s = &c->sites[i];
        struct strbuf what = {0};
        site_describe(&what, s->word, s->address, svc_name);
        strbuf_addf(out, "%08lx %08x %-27s %-28s %s", (unsigned long)s->address, s->word,
                    site_kind_name(s->kind), what.text, outcome_name(s->outcome));
        if (s->table)
            add_table_text(out, s->table);
        strbuf_add(out, "\n");
        strbuf_free(&what);
    }
}

static void add_places_text(const struct coverage *c, struct strbuf *out) {
    strbuf_add(out, "\nplaces reached from elsewhere:\n");
    for (size_t i = 0; i < c->place_count; i++) {
        const struct place *p = &c->places[i];
        strbuf_addf(out, "%08lx %-38s ", (unsigned long)p->address, place_kind_name(p->kind));
        if (p->function)
            strbuf_addf(out, "lifted in f_%08lx\n", (unsigned long)p->function);
        else
            strbuf_add(out, "in no function\n");
    }
}

static void add_waits_text(const struct coverage *c, struct strbuf *out) {
    strbuf_add(out, "\nloops that wait for another thread:\n");
    for (size_t i = 0; i < c->wait_count; i++)
        strbuf_addf(out, "%08lx to %08lx in f_%08lx\n", (unsigned long)c->waits[i].address,
                    (unsigned long)c->waits[i].back_edge, (unsigned long)c->waits[i].function);
}

void coverage_text(const struct coverage *c, lift_svc_name *svc_name, struct strbuf *out) {
    const struct lift_stats *s = &c->stats;
    strbuf_addf(out,
                "functions %zu, instructions %zu, jump tables proved %zu, left %zu, instructions "
                "left to the interpreter %zu\n"
                "blocks %zu; %zu of %zu words of text lifted; unknown words %zu\n"
                "computed gotos %zu; other indirect branches %zu; indirect calls %zu\n"
                "loops that wait for another thread, through a gate %zu\n"
                "places reached from elsewhere %zu, left to the interpreter %zu\n\n",
                s->functions, s->instructions, s->jump_tables_proved,
                s->jump_tables - s->jump_tables_proved, s->left_to_interpreter, s->blocks,
                s->lifted_words, s->text_words, s->unknown_words, s->computed_gotos,
                s->indirect_branches, s->indirect_calls, s->spins, s->places, s->places_left);
    for (int k = 0; k < SITE_KINDS; k++)
        for (int o = 0; o < OUTCOMES; o++)
            if (c->counts[k][o])
                strbuf_addf(out, "%8zu  %-27s %s\n", c->counts[k][o],
                            site_kind_name((enum site_kind)k), outcome_name((enum outcome)o));
    strbuf_add(out, "\nleft to the dispatch table, the interpreter or the trap:\n");
    for (size_t i = 0; i < c->finding_count; i++)
        strbuf_addf(out, "%08lx %08x %s\n", (unsigned long)c->findings[i].address,
                    c->findings[i].word, lift_left_name(c->findings[i].why));
    add_places_text(c, out);
    add_waits_text(c, out);
    strbuf_add(out, "\ntext in no function:\n");
    for (size_t i = 0; i < c->gap_count; i++)
        strbuf_addf(out, "%08lx %zu words%s\n", (unsigned long)c->gaps[i].address, c->gaps[i].words,
                    c->gaps[i].is_data ? " of data" : "");
    strbuf_add(out, "\nevery site, by a scan of all words:\n");
    add_sites_text(c, svc_name, out);
}

static void add_table_json(struct strbuf *out, const struct text *t,
                           const struct jump_table *table) {
    strbuf_addf(out,
                ", \"table\": {\"address\": %lu, \"base\": %lu, \"entry_bytes\": %u, "
                "\"load\": %lu, \"proved\": %s, \"why\": \"%s\", \"targets\": [",
                (unsigned long)table->table, (unsigned long)table->base, table->entry_bytes,
                table->load ? (unsigned long)text_pc(t, table->load) : 0ul,
                table->proved ? "true" : "false", table->why);
    for (uint32_t k = 0; k < table->count; k++)
        strbuf_addf(out, "%s%lu", k ? ", " : "", (unsigned long)text_pc(t, table->targets[k]));
    strbuf_add(out, "]}");
}

static void add_sites_json(const struct coverage *c, lift_svc_name *svc_name, struct strbuf *out) {
    for (size_t i = 0; i < c->site_count; i++) {
        const struct site *s = &c->sites[i];
        strbuf_addf(out, "%s\n    {\"address\": %lu, \"word\": %u, \"kind\": \"%s\", \"what\": \"",
                    i ? "," : "", (unsigned long)s->address, s->word, site_kind_name(s->kind));
        site_describe(out, s->word, s->address, svc_name);
        strbuf_addf(out, "\", \"outcome\": \"%s\"", outcome_name(s->outcome));
        if (s->table)
            add_table_json(out, s->text, s->table);
        strbuf_add(out, "}");
    }
}

void coverage_json(const struct coverage *c, lift_svc_name *svc_name, struct strbuf *out) {
    struct figure figures[FIGURES];
    read_figures(&c->stats, figures);
    strbuf_add(out, "{");
    for (int i = 0; i < FIGURES; i++)
        strbuf_addf(out, "\n  \"%s\": %zu,", figures[i].name, figures[i].value);
    strbuf_add(out, "\n  \"findings\": [");
    for (size_t i = 0; i < c->finding_count; i++)
        strbuf_addf(out, "%s\n    {\"address\": %lu, \"word\": %u, \"why\": \"%s\"}", i ? "," : "",
                    (unsigned long)c->findings[i].address, c->findings[i].word,
                    lift_left_name(c->findings[i].why));
    strbuf_add(out, "\n  ],\n  \"gaps\": [");
    for (size_t i = 0; i < c->gap_count; i++)
        strbuf_addf(out, "%s\n    {\"address\": %lu, \"words\": %zu, \"data\": %s}", i ? "," : "",
                    (unsigned long)c->gaps[i].address, c->gaps[i].words,
                    c->gaps[i].is_data ? "true" : "false");
    strbuf_add(out, "\n  ],\n  \"places\": [");
    for (size_t i = 0; i < c->place_count; i++)
        strbuf_addf(out, "%s\n    {\"address\": %lu, \"kind\": \"%s\", \"function\": %lu}",
                    i ? "," : "", (unsigned long)c->places[i].address,
                    place_kind_name(c->places[i].kind), (unsigned long)c->places[i].function);
    strbuf_add(out, "\n  ],\n  \"waits\": [");
    for (size_t i = 0; i < c->wait_count; i++)
        strbuf_addf(out, "%s\n    {\"address\": %lu, \"back_edge\": %lu, \"function\": %lu}",
                    i ? "," : "", (unsigned long)c->waits[i].address,
                    (unsigned long)c->waits[i].back_edge, (unsigned long)c->waits[i].function);
    strbuf_add(out, "\n  ],\n  \"sites\": [");
    add_sites_json(c, svc_name, out);
    strbuf_add(out, "\n  ]\n}\n");
}
