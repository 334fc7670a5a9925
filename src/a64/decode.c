/* SPDX-License-Identifier: MIT */
#include "a64/row.h"

#include <string.h>

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

/* A register's number in a field or constant, which nearly all are, without a branch. */
static unsigned plain_number(uint32_t word, struct a64_slot slot) {
    const unsigned field = word >> (slot.a & 31) & ((1u << (slot.b & 31)) - 1);
    return (slot.kind == A64_SLOT_CONSTANT ? slot.a : field) & 31;
}

/* The lifter asks for this more than for anything else, some ten times a word: sets are kept in two
 * halves of a register, roles are told by their numbers, and lets, by which few rows name
 * registers, are worked out when one is met. */
void a64_effects(enum a64_op op, uint32_t word, struct a64_effects *out) {
    _Static_assert(A64_USE_X_READ == 0 && A64_USE_X_WRITE == 1 && A64_USE_XSP_READ == 2 &&
                       A64_USE_XSP_WRITE == 3 && A64_USE_V_READ == 4 && A64_USE_V_WRITE == 5,
                   "odd ones are written, those below 2 have XZR, those from 4 on are vectors");
    const struct a64_row *row = &a64_rows[op];
    struct decoded d;
    bool worked_out = false;
    uint64_t x = 0, v = 0; /* read, and written in the upper half */
    for (unsigned i = 0; i < row->use_count; i++) {
        const struct a64_use use = a64_uses[row->uses + i];
        unsigned number = plain_number(word, use.slot);
        if (use.slot.kind == A64_SLOT_LET) {
            if (!worked_out)
                work_out(&d, row, word, 0);
            worked_out = true;
            number = d.let[use.slot.a] & 31;
        }
        const uint64_t bit = (uint64_t)(number != 31 || use.role >= A64_USE_XSP_READ)
                             << (number + 32 * (use.role & 1));
        x |= use.role < A64_USE_V_READ ? bit : 0;
        v |= use.role < A64_USE_V_READ ? 0 : bit;
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

/* A uint64_t: 7ul, 0x1cul. */
static void add_literal(struct strbuf *out, uint64_t value) {
    if (value > 9)
        strbuf_add_hex(out, value);
    else
        strbuf_add_decimal(out, value);
    strbuf_add(out, "ul");
}

/* A register as it is read, or as what stands before a value that it is given. */
static const struct register_form {
    char letter;
    const char *before, *behind, *of_31;
} register_forms[] = {
    {'x', "x", "", "0ul"},       {'w', "(uint32_t)x", "", "0u"},
    {'b', "x", "", "sp"},        {'c', "(uint32_t)x", "", "(uint32_t)sp"},
    {'X', "x", " = ", "(void)"}, {'W', "x", " = (uint32_t)", "(void)"},
    {'B', "x", " = ", "sp = "},  {'C', "x", " = (uint32_t)", "sp = (uint32_t)"},
    {'r', "", "", NULL},
};

/* Without && and ||: a flag costs less to look at than to jump around. */
static const char *const conditions[16] = {
    "fz",
    "!fz",
    "fc",
    "!fc",
    "fn",
    "!fn",
    "fv",
    "!fv",
    "(fc & !fz)",
    "(!fc | fz)",
    "(fn == fv)",
    "(fn != fv)",
    "(!fz & (fn == fv))",
    "(fz | (fn != fv))",
    "1",
    "1",
};

struct printer {
    struct strbuf *out;
    const struct a64_slot *slots;
    struct decoded d;
    const char *twin;
    unsigned flags;
    bool flag_printed;
};

/* What is left out ends behind "$e"; a statement with its semicolon. */
static const char *skip(const char *p, bool statement) {
    p = strstr(p, "$e") + 2;
    if (statement && *p == ';')
        p += 1 + (p[1] == ' ');
    return p;
}

static void add_register(struct strbuf *out, const struct register_form *form, uint64_t number) {
    if (number == 31 && form->of_31) {
        strbuf_add(out, form->of_31);
        return;
    }
    strbuf_add(out, form->before);
    strbuf_add_decimal(out, number);
    strbuf_add(out, form->behind);
}

static void add_operand(struct strbuf *out, const char *operator, uint64_t value) {
    if (!value)
        return;
    strbuf_add(out, operator);
    add_literal(out, value);
}

/* Fills the place whose letter and digit these are; returns where the text goes on. */
static const char *fill(struct printer *p, const char *at) {
    const char letter = at[0], digit = at[1];
    if (letter == 'h' || letter == 'e') {
        strbuf_add(p->out, letter == 'h' ? p->twin : "");
        return at + 1;
    }
    if (letter == 'f') {
        const unsigned flag = (unsigned)(digit - '0');
        p->flag_printed &= flag != A64_FLAG_N;
        if (!(p->flags & flag))
            return skip(at, false);
        strbuf_add(p->out, p->flag_printed ? ", " : "");
        p->flag_printed = true;
        return at + 2;
    }
    const uint64_t value =
        slot_value(&p->d, p->slots[digit <= '9' ? digit - '0' : digit - 'a' + 10]);
    switch (letter) {
    case 'v':
        add_literal(p->out, value);
        break;
    case 's':
        add_operand(p->out, " << ", value);
        break;
    case 'a':
        add_operand(p->out, " + ", value);
        break;
    case 'i':
        strbuf_add(p->out, conditions[value & 15]);
        break;
    case 'z':
        return value == 31 ? skip(at, true) : at + 2;
    default:
        for (const struct register_form *form = register_forms;; form++)
            if (form->letter == letter) {
                add_register(p->out, form, value);
                break;
            }
    }
    return at + 2;
}

static void emit(struct strbuf *out, enum a64_op op, uint32_t word, uint64_t pc, const char *twin,
                 unsigned flags) {
    const struct a64_row *row = &a64_rows[op];
    struct printer p = {.out = out, .slots = &a64_slots[row->slots], .twin = twin, .flags = flags};
    work_out(&p.d, row, word, pc);
    const char *plain = row->text;
    for (const char *at; (at = strchr(plain, '$')); plain = fill(&p, at + 1))
        strbuf_add_bytes(out, plain, (size_t)(at - plain));
    strbuf_add(out, plain);
}

void a64_emit(struct strbuf *out, enum a64_op op, uint32_t word, uint64_t pc, unsigned flags) {
    emit(out, op, word, pc, "", flags);
}

void a64_emit_host(struct strbuf *out, enum a64_op op, uint32_t word, uint64_t pc, unsigned flags) {
    emit(out, op, word, pc, "host_", flags);
}

void a64_emit_aside(struct strbuf *out, enum a64_op op, uint32_t word, uint64_t pc,
                    unsigned flags) {
    emit(out, op, word, pc, "aside_", flags);
}
