/* SPDX-License-Identifier: MIT */
#include "lift/jump_table.h"

#include "base/memory.h"
#include "lift/jump_bound.h"
#include "lift/symbolic.h"

#include <stdlib.h>

/* What BR jumps to, as an expression:
 *   clang  base + (zero-extended entry of 1 or 2 bytes << 2)
 *   gcc    base + (sign-extended entry of 1, 2 or 4 bytes << 2)
 *   -O0    base + sign-extended entry of 4 bytes
 *   goto * entry of 8 bytes
 * where the entry lies at table + (index << log2 of its size). Proved means: a compare or the
 * index's own form bounds it on every path, the whole table lies in constant memory, and every
 * entry leads to code. The emitted switch falls back to the general indirect branch, so an entry
 * too few costs speed, never correctness. */

enum {
    GUESS_MAX = 1024, /* entries read where no bound was found */
};

struct shape {
    uint64_t table, base;
    unsigned bytes, shift;
    bool is_signed;
    uint32_t load;
    const struct value *index;
};

static bool read_load(const struct value *load, struct shape *shape) {
    const struct value *address = load->a;
    shape->bytes = load->extra;
    shape->load = (uint32_t)load->number;
    if (!address || address->kind != VALUE_ADD || address->b->kind != VALUE_CONST)
        return false;
    shape->table = address->b->number;
    const struct value *index = address->a;
    unsigned scale = 0;
    if (index->kind == VALUE_SHIFT) {
        scale = index->extra;
        index = index->a;
    }
    shape->index = index;
    return 1u << scale == shape->bytes;
}

static bool read_shape(const struct value *target, struct shape *shape) {
    *shape = (struct shape){0};
    if (target->kind == VALUE_LOAD && target->extra == 8)
        return read_load(target, shape);
    if (target->kind != VALUE_ADD || target->b->kind != VALUE_CONST)
        return false;
    shape->base = target->b->number;
    const struct value *offset = target->a;
    if (offset->kind == VALUE_SHIFT) {
        shape->shift = offset->extra;
        offset = offset->a;
    }
    if (offset->kind == VALUE_EXTEND) {
        unsigned bits = offset->extra;
        offset = offset->a;
        if (offset->kind == VALUE_EXTRACT && !offset->number && offset->extra >= bits)
            offset = offset->a;
        shape->is_signed = offset->kind == VALUE_LOAD && bits <= 8u * offset->extra;
    }
    if (offset->kind == VALUE_LOAD_SIGNED)
        shape->is_signed = true;
    else if (offset->kind != VALUE_LOAD)
        return false;
    return offset->extra < 8 && read_load(offset, shape);
}

static bool entry_target(const struct text *t, const struct shape *shape, uint64_t number,
                         uint64_t *target) {
    uint64_t v;
    if (!text_read(t, shape->table + number * shape->bytes, shape->bytes, &v))
        return false;
    if (shape->is_signed) {
        uint64_t top = 1ull << (8 * shape->bytes - 1);
        v = (v ^ top) - top;
    }
    *target = shape->base + (v << shape->shift);
    return text_holds(t, *target) && t->ops[text_index(t, *target)] != A64_OP_NONE;
}

/* Would a table entry lead out of the function? Only code between its neighbours is taken where
 * nothing else ends the table. */
static bool is_near(const struct text *t, const struct function *f, uint64_t target) {
    size_t entry = text_index(t, f->entry), index = text_index(t, target);
    size_t low = index < entry ? index : entry + 1, high = index < entry ? entry : index + 1;
    if (high - low > 0x10000)
        return false;
    for (size_t i = low; i < high; i++)
        if (t->marks[i] & MARK_STRONG)
            return false;
    return true;
}

/* Where another table of the function begins behind this one. */
static uint64_t next_table(const struct function *f, uint64_t table) {
    uint64_t next = UINT64_MAX;
    for (size_t i = 0; i < f->table_count; i++)
        if (f->tables[i].table > table && f->tables[i].table < next)
            next = f->tables[i].table;
    return next;
}

static void read_entries(const struct text *t, const struct function *f, const struct shape *shape,
                         uint64_t limit, struct jump_table *out) {
    bool bounded = limit < JUMP_BOUND_MAX;
    uint64_t next = next_table(f, shape->table);
    uint32_t room = bounded ? (uint32_t)limit + 1 : GUESS_MAX;
    out->targets = NEW_ARRAY(uint32_t, room);
    out->proved = out->bounded = bounded;
    if (!bounded)
        out->why = "no bound on the index";
    else if (value_limit(shape->index) <= limit)
        out->why = "the index's own form bounds it";
    else
        out->why = "compares on every path bound the index";
    for (out->count = 0; out->count < room; out->count++) {
        uint64_t target;
        uint64_t end = shape->table + (out->count + 1) * (uint64_t)shape->bytes;
        if (!bounded && (end > next || (shape->base > shape->table && end > shape->base)))
            break;
        if (!entry_target(t, shape, out->count, &target) ||
            (target != f->entry && t->marks[text_index(t, target)] & MARK_STRONG) ||
            (!bounded && !is_near(t, f, target))) {
            if (out->proved)
                out->why = shape->bytes == 8 ? "the index may go beyond the labels"
                                             : "an entry leads to no code of the function";
            out->proved = out->bounded = false;
            break;
        }
        out->targets[out->count] = (uint32_t)text_index(t, target);
    }
    if (out->proved && !text_is_constant(t, shape->table, out->count * (uint64_t)shape->bytes)) {
        out->proved = false;
        out->why = "the table lies in writable data";
    }
}

static int compare_u32(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void find_distinct(struct jump_table *table) {
    table->distinct = NEW_ARRAY(uint32_t, table->count);
    for (uint32_t i = 0; i < table->count; i++)
        table->distinct[i] = table->targets[i];
    qsort(table->distinct, table->count, sizeof *table->distinct, compare_u32);
    for (uint32_t i = 0; i < table->count; i++)
        if (!i || table->distinct[i] != table->distinct[table->distinct_count - 1])
            table->distinct[table->distinct_count++] = table->distinct[i];
}

/* Are the labels of the table all whose address anything in the program has? */
static bool holds_all_labels(const struct text *t, const struct function *f,
                             const struct jump_table *table) {
    const size_t entry = text_index(t, f->entry);
    for (size_t i = entry + 1; i < t->count && !(t->marks[i] & MARK_STRONG); i++) {
        const uint32_t label = (uint32_t)i;
        if (t->marks[i] & MARK_WEAK &&
            !bsearch(&label, table->distinct, table->distinct_count, sizeof label, compare_u32))
            return false;
    }
    return true;
}

/* A computed goto whose index has a bound: behind the labels up to there may stand anything but
 * pointers into the function. */
static bool is_closed(const struct text *t, const struct function *f, const struct shape *shape,
                      uint64_t limit, const struct jump_table *table) {
    uint64_t target;
    if (shape->bytes != 8 || limit >= JUMP_BOUND_MAX)
        return false;
    for (uint64_t i = table->count; i <= limit; i++)
        if (entry_target(t, shape, i, &target) && is_near(t, f, target))
            return false;
    return holds_all_labels(t, f, table);
}

void jump_table_free(struct jump_table *table) {
    free(table->targets);
    free(table->distinct);
}

/* BR to an address that the function itself makes: the first of a chain of goto * often is. */
static bool read_constant(const struct text *t, const struct function *f,
                          const struct value *target, struct jump_table *out) {
    if (target->kind != VALUE_CONST || !text_holds(t, target->number) ||
        t->ops[text_index(t, target->number)] == A64_OP_NONE || !is_near(t, f, target->number))
        return false;
    out->count = 1;
    out->proved = out->bounded = true;
    out->why = "the address is a constant";
    out->targets = NEW_ARRAY(uint32_t, 1);
    out->targets[0] = (uint32_t)text_index(t, target->number);
    return true;
}

bool jump_table_find(const struct text *t, const struct function *f, uint32_t block,
                     struct jump_table *out) {
    const struct block *b = &f->blocks[block];
    uint32_t at = b->first + b->count - 1;
    unsigned reg = a64_branch_register((enum a64_op)t->ops[at], text_word(t, at));
    struct symbolic s;
    struct shape shape = {0};
    uint64_t limit = JUMP_BOUND_MAX;
    bool found = false;
    symbolic_open(&s, t, f);
    const struct value *target = symbolic_register(&s, reg, block, at);
    *out = (struct jump_table){.at = at};
    if (read_constant(t, f, target, out)) {
        found = true;
    } else if (read_shape(target, &shape)) {
        limit = jump_bound(&s, block, shape.load, shape.index);
        *out = (struct jump_table){.at = at,
                                   .table = shape.table,
                                   .base = shape.base,
                                   .entry_bytes = shape.bytes,
                                   .load = shape.load};
        read_entries(t, f, &shape, limit, out);
        found = out->count > 0;
        if (!found)
            jump_table_free(out);
    }
    if (found) {
        find_distinct(out);
        out->closed = !out->proved && is_closed(t, f, &shape, limit, out);
        out->assumed = s.assumed;
        out->wanted = s.wanted;
    }
    symbolic_close(&s);
    return found;
}
