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
    add_number(out, number, false);
    strbuf_add(out, form->behind);
}

static void add_operand(struct strbuf *out, const char *operator, uint64_t value) {
    if (!value)
        return;
    strbuf_add(out, operator);
    add_number(out, value, true);
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
        add_number(p->out, value, true);
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
