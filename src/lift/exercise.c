/* SPDX-License-Identifier: MIT */
#include "lift/exercise.h"

#include "base/memory.h"
#include "lift/coverage.h"
#include "lift/emit.h"
#include "lift/resume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 0x1000ull
#define BASE 0x08000000ull

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static void check_edge(const struct text *t, const struct function *f, const struct edge *e) {
    CHECK(e->kind != EDGE_BLOCK ||
          (e->block < f->block_count && f->blocks[e->block].first == text_index(t, e->pc)));
}

static void check_table(const struct text *t, const struct function *f,
                        const struct jump_table *table) {
    CHECK(table->at < t->count && table->count > 0 && table->distinct_count <= table->count);
    CHECK(!table->proved || table->bounded);
    for (uint32_t k = 0; k < table->count; k++)
        CHECK(function_block_at(f, table->targets[k]) != UINT32_MAX);
    for (uint32_t k = 1; k < table->distinct_count; k++)
        CHECK(table->distinct[k - 1] < table->distinct[k]);
}

static void check_function(const struct text *t, const struct function *f) {
    uint32_t end = 0;
    for (uint32_t i = 0; i < f->block_count; i++) {
        const struct block *b = &f->blocks[i];
        CHECK(b->count > 0 && b->first >= end && b->first + b->count <= t->count);
        end = b->first + b->count;
        check_edge(t, f, &b->next);
        check_edge(t, f, &b->taken);
        CHECK(b->table < 0 || ((size_t)b->table < f->table_count &&
                               f->tables[b->table].at == b->first + b->count - 1));
    }
    CHECK(text_pc(t, f->blocks[f->entry_block].first) == f->entry);
    for (size_t i = 0; i < f->table_count; i++)
        check_table(t, f, &f->tables[i]);
}

/* All functions as C, once plain and once for debugging. Text of the size of what there is: shared
 * words count several times, but not without bound. */
static void print_all(const struct text *t, const struct discovery *d) {
    struct summary summary;
    struct strbuf out = {0};
    size_t instructions = 0;
    summary_find(t, d, SUMMARY_FAST, &summary);
    struct emitter e = {.text = t,
                        .discovery = d,
                        .summary = &summary,
                        .out = &out,
                        .file_name = "n",
                        .suspects = true,
                        .pairs = true,
                        .file = 1};
    e.mentioned = NEW_ARRAY(uint32_t, d->count + 1);
    e.mentions = NEW_ARRAY(size_t, d->count + 1);
    for (size_t i = 0; i < d->count; i++) {
        const struct function *f = &d->functions[i];
        struct flow flow;
        CHECK(!i || f->entry > d->functions[i - 1].entry);
        check_function(t, f);
        instructions += f->instructions;
        flow_find(t, d, &summary, f, &flow);
        emit_function(&e, f, &flow);
        flow_free(&flow);
        CHECK(strlen(out.text) == out.length);
        strbuf_clear(&out);
        e.debug = !e.debug;
    }
    CHECK(instructions < 40 * t->count + 400000 + 256 * d->count);
    free(e.mentioned);
    free(e.mentions);
    strbuf_free(&out);
    summary_free(&summary);
}

static void add_symbols(struct module *m, uint64_t text_bytes, uint32_t every) {
    if (!every)
        return;
    m->symbols = NEW_ARRAY(struct symbol, text_bytes / 4 / every + 1);
    for (uint64_t at = 0; at < text_bytes; at += 4ull * every)
        m->symbols[m->symbol_count++] =
            (struct symbol){.name = "s", .address = at, .kind = SYMBOL_FUNCTION, .defined = true};
}

static void add_pointers(struct module *m, uint64_t from, uint64_t to, uint64_t text_bytes) {
    if (to <= from)
        return;
    m->pointers = NEW_ARRAY(struct pointer_relocation, (to - from) / 8 + 1);
    for (uint64_t at = from; at + 8 <= to; at += 8) {
        uint64_t value;
        memcpy(&value, m->image + at, sizeof value);
        if (value < text_bytes)
            m->pointers[m->pointer_count++] = (struct pointer_relocation){at, value};
    }
}

static void lay_out(struct module *m, const struct exercise_header *h, const uint8_t *bytes,
                    size_t size) {
    uint64_t text = h->text_words < size / 4 ? h->text_words * 4ull : size & ~3ull;
    uint64_t data = (text + PAGE - 1) & ~(PAGE - 1), rest = size - text;
    m->image_size = m->memory_size = data + ((rest + PAGE - 1) & ~(PAGE - 1));
    m->image = memory_new(m->image_size + 1);
    memcpy(m->image, bytes, text);
    memcpy(m->image + data, bytes + text, rest);
    m->segments[SEGMENT_TEXT] = (struct segment){0, text, data};
    m->segments[SEGMENT_RODATA] = (struct segment){data, rest, m->image_size - data};
    add_symbols(m, text, h->symbols);
    add_pointers(m, data, data + rest, text);
    if (h->eh_frame_size && h->eh_frame < rest) {
        m->eh_frame = data + h->eh_frame;
        m->eh_frame_size =
            h->eh_frame_size < rest - h->eh_frame ? h->eh_frame_size : rest - h->eh_frame;
    }
}

static void check_resume_points(const struct text *t, struct discovery *d) {
    size_t count;
    resume_find(t, d);
    struct resume_point *points = resume_points(t, d, &count);
    for (size_t i = 0; i < count; i++)
        CHECK(text_holds(t, points[i].pc) && points[i].function < d->count &&
              (!i || points[i - 1].pc < points[i].pc));
    free(points);
}

static void check_coverage(const struct text *t, const struct discovery *d) {
    struct coverage c;
    struct strbuf text = {0}, json = {0};
    coverage_find(t, d, 1, &c);
    CHECK(c.stats.functions == d->count && c.stats.jump_tables_proved <= c.stats.jump_tables);
    for (int k = 0; k < SITE_KINDS; k++)
        CHECK(!c.counts[k][OUTCOME_DISAGREES]);
    coverage_text(&c, NULL, &text);
    coverage_json(&c, NULL, &json);
    CHECK(strlen(text.text) == text.length && strlen(json.text) == json.length);
    strbuf_free(&text);
    strbuf_free(&json);
    coverage_free(&c);
}

void exercise_text(const struct exercise_header *header, const uint8_t *bytes, size_t size) {
    struct module m = {.name = (char[]){"text"}, .mod0 = -1};
    struct text t;
    struct discovery d;
    lay_out(&m, header, bytes, size);
    text_open(&t, &m, BASE);
    discover(&t, &d, NULL, NULL);
    check_resume_points(&t, &d);
    print_all(&t, &d);
    check_coverage(&t, &d);
    discovery_free(&d);
    text_close(&t);
    free(m.symbols);
    free(m.pointers);
    free(m.image);
}
