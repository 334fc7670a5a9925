/* SPDX-License-Identifier: MIT */
#include "lift/emit.h"

#include "lift/pattern.h"

/* Jumps through tables: by the table's index, where its load stands in the block. What the table
 * holds is known where it is constant; pointers in memory that the guest may write are compared
 * with what was jumped to. Else by the target's address. */

typedef unsigned long ul;

static bool is_constant(const struct text *t, const struct jump_table *table) {
    return text_is_constant(t, table->table, (uint64_t)table->count * table->entry_bytes);
}

bool emit_by_index(const struct text *t, const struct block *b, const struct jump_table *table) {
    struct pattern p;
    if (!table->entry_bytes || table->load < b->first || table->load >= b->first + b->count)
        return false;
    pattern_read(text_word(t, table->load), text_pc(t, table->load), &p);
    return p.kind == PATTERN_LOAD_REG && p.rm != 31 && 1u << p.shift == table->entry_bytes &&
           (table->entry_bytes == 8 || is_constant(t, table));
}

static void add_base(struct emitter *e, unsigned reg) {
    if (reg == 31)
        strbuf_add(e->out, "sp");
    else
        strbuf_addf(e->out, "x%u", reg);
}

void emit_table_index(struct emitter *e, const struct block *b, uint32_t at) {
    struct pattern p;
    if (b->table < 0)
        return;
    const struct jump_table *table = &e->function->tables[b->table];
    if (table->load != at || !emit_by_index(e->text, b, table))
        return;
    pattern_read(text_word(e->text, at), text_pc(e->text, at), &p);
    const char *form = p.bits == 64 ? "" : p.mask ? "(int64_t)(int32_t)" : "(uint32_t)";
    strbuf_addf(e->out, "t%d = %sx%u; ", b->table, form, p.rm);
    if (table->assumed && is_constant(e->text, table)) { /* no case for one into another table */
        strbuf_add(e->out, "if (LIFTED_UNLIKELY(");
        add_base(e, p.rn);
        strbuf_addf(e->out, " != %#lxul)) t%d = ~0ul; ", (ul)table->table, b->table);
    }
}

static void add_switch_by_index(struct emitter *e, const struct block *b,
                                const struct jump_table *table, const char *otherwise) {
    strbuf_addf(e->out, "switch (t%d) { ", b->table);
    for (uint32_t i = 0; i < table->count; i++) {
        strbuf_addf(e->out, "case %u: ", i);
        if (i + 1 == table->count || table->targets[i] != table->targets[i + 1])
            strbuf_addf(e->out, "goto L%u; ", table->targets[i]);
    }
    strbuf_addf(e->out, "%s} ", otherwise);
}

static void add_switch_checked(struct emitter *e, const struct block *b,
                               const struct jump_table *table, unsigned reg) {
    strbuf_add(e->out, "{ static const uint64_t wanted[] = {");
    for (uint32_t i = 0; i < table->count; i++)
        strbuf_addf(e->out, "%#lx, ", (ul)text_pc(e->text, table->targets[i]));
    strbuf_addf(e->out, "}; if (LIFTED_LIKELY(t%d < %u && x%u == wanted[t%d])) ", b->table,
                table->count, reg, b->table);
    add_switch_by_index(e, b, table, "default: __builtin_unreachable(); ");
    strbuf_add(e->out, "} ");
}

/* By distance from the lowest target: a table of label offsets, 0 for the fallback. */
static void add_switch_by_address(struct emitter *e, const struct block *b,
                                  const struct jump_table *table, unsigned reg) {
    uint32_t low = table->distinct[0], span = table->distinct[table->distinct_count - 1] - low + 1;
    strbuf_addf(e->out,
                "{ const uint64_t d = x%u - %#lxul, i = d >> 2 | d << 62; static const int "
                "offset[%u] = {",
                reg, (ul)text_pc(e->text, low), span);
    for (uint32_t i = 0; i < table->distinct_count; i++)
        strbuf_addf(e->out, "[%u] = &&L%u - &&D%d, ", table->distinct[i] - low, table->distinct[i],
                    b->table);
    strbuf_addf(e->out, "}; goto *(&&D%d + (i < %u ? offset[i] : 0)); } D%d:; ", b->table, span,
                b->table);
}

void emit_switch(struct emitter *e, uint32_t number, unsigned reg) {
    const struct block *b = &e->function->blocks[number];
    const struct jump_table *table = function_table(e->function, b);
    if (!table)
        return;
    if (function_block_at(e->function, table->distinct[0]) <= number)
        strbuf_add(e->out, "LIFTED_BACK_EDGE(); ");
    if (!emit_by_index(e->text, b, table))
        add_switch_by_address(e, b, table, reg);
    else if (is_constant(e->text, table))
        add_switch_by_index(e, b, table, "");
    else
        add_switch_checked(e, b, table, reg);
}
