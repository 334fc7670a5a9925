/* SPDX-License-Identifier: MIT */
#include "a64/row.h"

enum a64_op a64_decode(uint32_t word) {
    unsigned link = 0;
    while (!(link & A64_LEAF)) {
        const struct a64_node *node = &a64_nodes[link];
        link = a64_links[node->first + (word >> node->shift & ((1u << node->width) - 1))];
    }
    for (const uint16_t *op = &a64_leaves[link & ~(unsigned)A64_LEAF]; *op; op++) {
        const struct a64_row *row = &a64_rows[*op];
        if ((word & row->mask) == row->value && (!row->where || a64_row_where(row->where, word)))
            return (enum a64_op) * op;
    }
    return A64_OP_NONE;
}

/* Fields of one instruction, with its lets worked out. */
struct decoded {
    uint32_t word;
    uint64_t pc;
    uint64_t let[A64_LETS];
};

static void work_out(struct decoded *d, const struct a64_row *row, uint32_t word, uint64_t pc) {
    d->word = word;
    d->pc = pc;
    if (row->let)
        a64_row_lets(row->let, word, pc, d->let);
}

static uint64_t slot_value(const struct decoded *d, struct a64_slot slot) {
    switch (slot.kind) {
    case A64_SLOT_CONSTANT:
        return slot.a;
    case A64_SLOT_FIELD:
        return d->word >> slot.a & ((1ull << slot.b) - 1);
    case A64_SLOT_LET:
        return d->let[slot.a];
    case A64_SLOT_PC:
        return d->pc;
    }
    return 0;
}

const struct a64_op_info *a64_info(enum a64_op op) {
    return &a64_rows[op].info;
}

/* Does register 31 name the zero register, which nobody reads? */
static const struct {
    bool written, vector, zero;
} use_roles[] = {
    [A64_USE_X_READ] = {false, false, true},    [A64_USE_X_WRITE] = {true, false, true},
    [A64_USE_XSP_READ] = {false, false, false}, [A64_USE_XSP_WRITE] = {true, false, false},
    [A64_USE_V_READ] = {false, true, false},    [A64_USE_V_WRITE] = {true, true, false},
};

/* The lifter asks for this more than for anything else: sets are kept in two halves of a register,
 * and lets, by which few rows name registers, are worked out when one is met. */
void a64_effects(enum a64_op op, uint32_t word, struct a64_effects *out) {
    const struct a64_row *row = &a64_rows[op];
    struct decoded d;
    bool worked_out = false;
    uint64_t x = 0, v = 0; /* read, and written in the upper half */
    d.word = word;
    for (unsigned i = 0; i < row->use_count; i++) {
        const struct a64_use *use = &a64_uses[row->uses + i];
        if (use->slot.kind == A64_SLOT_LET && !worked_out) {
            work_out(&d, row, word, 0);
            worked_out = true;
        }
        const unsigned number = slot_value(&d, use->slot) & 31;
        const uint64_t bit = (uint64_t)(number != 31 || !use_roles[use->role].zero)
                             << (number + 32 * use_roles[use->role].written);
        x |= use_roles[use->role].vector ? 0 : bit;
        v |= use_roles[use->role].vector ? bit : 0;
    }
    *out = (struct a64_effects){
        .x_read = (uint32_t)x,
        .x_written = (uint32_t)(x >> 32),
        .v_read = (uint32_t)v,
        .v_written = (uint32_t)(v >> 32),
        .nzcv_read = row->flags & A64_ROW_NZCV_READ,
        .nzcv_written = row->flags & A64_ROW_NZCV_WRITTEN,
        .fpcr_read = row->flags & A64_ROW_FPCR_READ,
        .fpsr_written = row->flags & A64_ROW_FPSR_WRITTEN,
    };
}

static uint64_t special(enum a64_op op, uint32_t word, uint64_t pc) {
    const struct a64_row *row = &a64_rows[op];
    struct decoded d;
    work_out(&d, row, word, pc);
    return slot_value(&d, row->special);
}

uint64_t a64_branch_target(enum a64_op op, uint32_t word, uint64_t pc) {
    return special(op, word, pc);
}

unsigned a64_branch_register(enum a64_op op, uint32_t word) {
    return (unsigned)special(op, word, 0);
}

/* 31, or as a uint64_t literal 7ul, 0x1cul. By hand: printf took most of the time of lifting. */
static void add_number(struct strbuf *out, uint64_t value, bool literal) {
    char text[24], *p = text + sizeof text;
    const unsigned base = literal && value > 9 ? 16 : 10;
    uint64_t rest = value;
    if (literal)
        *--p = 'l', *--p = 'u';
    do {
        *--p = "0123456789abcdef"[rest % base];
        rest /= base;
    } while (rest);
    if (base == 16)
        *--p = 'x', *--p = '0';
    strbuf_add_bytes(out, p, (size_t)(text + sizeof text - p));
}

static void emit(struct strbuf *out, enum a64_op op, uint32_t word, uint64_t pc, const char *twin) {
    const struct a64_row *row = &a64_rows[op];
    const struct a64_slot *slots = &a64_slots[row->slots];
    struct decoded d;
    work_out(&d, row, word, pc);
    const char *plain = row->text, *p = plain;
    for (; *p; p++) {
        if (*p != '$')
            continue;
        strbuf_add_bytes(out, plain, (size_t)(p - plain));
        if (p[1] == 'h') {
            strbuf_add(out, twin);
            plain = ++p + 1;
            continue;
        }
        const char digit = p[2];
        const uint64_t value = slot_value(&d, slots[digit <= '9' ? digit - '0' : digit - 'a' + 10]);
        add_number(out, value, p[1] == 'v');
        p += 2;
        plain = p + 1;
    }
    strbuf_add_bytes(out, plain, (size_t)(p - plain));
}

void a64_emit(struct strbuf *out, enum a64_op op, uint32_t word, uint64_t pc) {
    emit(out, op, word, pc, "");
}

void a64_emit_host(struct strbuf *out, enum a64_op op, uint32_t word, uint64_t pc) {
    emit(out, op, word, pc, "host_");
}

void a64_emit_aside(struct strbuf *out, enum a64_op op, uint32_t word, uint64_t pc) {
    emit(out, op, word, pc, "aside_");
}
