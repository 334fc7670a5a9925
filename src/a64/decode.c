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

struct uses {
    uint64_t x, v; /* read, and written in the upper half */
};

static inline unsigned number_of(const struct a64_use *use, uint32_t word) {
    return (word >> use->shift & use->mask) | use->number;
}

static inline void add_use(struct uses *to, const struct a64_use *use, unsigned number) {
    const uint64_t bit = (uint64_t)((number != 31) | use->has_31)
                         << (number | (unsigned)use->written << 5);
    const uint64_t in_v = -(uint64_t)use->vector;
    to->x |= bit & ~in_v;
    to->v |= bit & in_v;
}

static void add_let_uses(struct uses *to, const struct a64_row *row, uint32_t word) {
    const struct a64_use *use = &a64_uses[row->let_uses];
    struct decoded d;
    work_out(&d, row, word, 0);
    for (unsigned i = 0; i < row->let_use_count; i++)
        add_use(to, &use[i], d.let[use[i].number] & 31);
}

/* The lifter asks for this more than for anything else, some ten times a word: nothing is branched
 * on but what is rare: more than A64_USES_USUAL registers, and lets as their numbers. */
void a64_effects(enum a64_op op, uint32_t word, struct a64_effects *out) {
    const struct a64_row *row = &a64_rows[op];
    const struct a64_use *use = &a64_uses[row->uses];
    struct uses uses = {0};
    for (unsigned i = 0; i < A64_USES_USUAL; i++)
        add_use(&uses, &use[i], number_of(&use[i], word));
    for (unsigned i = A64_USES_USUAL; i < row->use_count; i++)
        add_use(&uses, &use[i], number_of(&use[i], word));
    if (row->let_use_count)
        add_let_uses(&uses, row, word);
    *out = (struct a64_effects){
        .x_read = (uint32_t)uses.x,
        .x_written = (uint32_t)(uses.x >> 32),
        .v_read = (uint32_t)uses.v,
        .v_written = (uint32_t)(uses.v >> 32),
        .nzcv_read = row->flags & A64_ROW_NZCV_READ,
        .nzcv_written = row->flags & A64_ROW_NZCV_WRITTEN,
        .fpcr_read = row->flags & A64_ROW_FPCR_READ,
        .fpsr_written = row->flags & A64_ROW_FPSR_WRITTEN,
    };
}

uint32_t a64_x_written(enum a64_op op, uint32_t word) {
    const struct a64_row *row = &a64_rows[op];
    const struct a64_use *use = &a64_uses[row->uses];
    struct uses uses = {0};
    for (unsigned i = 0; i < row->x_write_count; i++)
        add_use(&uses, &use[i], number_of(&use[i], word));
    if (row->let_use_count)
        add_let_uses(&uses, row, word);
    return (uint32_t)(uses.x >> 32);
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

/* Texts are a few letters between places, and the lifter prints millions: they are collected here.
 */
struct printer {
    struct strbuf *out;
    const struct a64_slot *slots;
    struct decoded d;
    const char *twin;
    unsigned flags;
    bool flag_printed;
    unsigned used;
    char text[256];
};

static void flush(struct printer *p) {
    strbuf_add_bytes(p->out, p->text, p->used);
    p->used = 0;
}

static void add_char(struct printer *p, char c) {
    if (p->used == sizeof p->text)
        flush(p);
    p->text[p->used++] = c;
}

static void add(struct printer *p, const char *text) {
    while (*text)
        add_char(p, *text++);
}

static void add_number(struct printer *p, uint64_t value, unsigned base) {
    char digits[20], *const end = digits + sizeof digits, *at = end;
    do
        *--at = "0123456789abcdef"[value % base];
    while (value /= base);
    while (at < end)
        add_char(p, *at++);
}

/* A uint64_t: 7ul, 0x1cul. */
static void add_literal(struct printer *p, uint64_t value) {
    if (value > 9) {
        add(p, "0x");
        add_number(p, value, 16);
    } else {
        add_char(p, (char)('0' + value));
    }
    add(p, "ul");
}

/* What is left out ends behind "$e"; a statement with its semicolon. */
static const char *skip(const char *p, bool statement) {
    p = strstr(p, "$e") + 2;
    if (statement && *p == ';')
        p += 1 + (p[1] == ' ');
    return p;
}

static void add_register(struct printer *p, const struct register_form *form, uint64_t number) {
    if (number == 31 && form->of_31) {
        add(p, form->of_31);
        return;
    }
    add(p, form->before);
    add_number(p, number, 10);
    add(p, form->behind);
}

static void add_operand(struct printer *p, const char *operator, uint64_t value) {
    if (!value)
        return;
    add(p, operator);
    add_literal(p, value);
}

/* Fills the place whose letter and digit these are; returns where the text goes on. */
static const char *fill(struct printer *p, const char *at) {
    const char letter = at[0], digit = at[1];
    if (letter == 'h' || letter == 'e') {
        add(p, letter == 'h' ? p->twin : "");
        return at + 1;
    }
    if (letter == 'f') {
        const unsigned flag = (unsigned)(digit - '0');
        p->flag_printed &= flag != A64_FLAG_N;
        if (!(p->flags & flag))
            return skip(at, false);
        add(p, p->flag_printed ? ", " : "");
        p->flag_printed = true;
        return at + 2;
    }
    const uint64_t value =
        slot_value(&p->d, p->slots[digit <= '9' ? digit - '0' : digit - 'a' + 10]);
    switch (letter) {
    case 'v':
        add_literal(p, value);
        break;
    case 's':
        add_operand(p, " << ", value);
        break;
    case 'a':
        add_operand(p, " + ", value);
        break;
    case 'i':
        add(p, conditions[value & 15]);
        break;
    case 'z':
        return value == 31 ? skip(at, true) : at + 2;
    default:
        for (const struct register_form *form = register_forms;; form++)
            if (form->letter == letter) {
                add_register(p, form, value);
                break;
            }
    }
    return at + 2;
}

static void emit(struct strbuf *out, enum a64_op op, uint32_t word, uint64_t pc, const char *twin,
                 unsigned flags) {
    const struct a64_row *row = &a64_rows[op];
    struct printer p; /* but for its text, which is not zeroed each time */
    p.out = out;
    p.slots = &a64_slots[row->slots];
    p.twin = twin;
    p.flags = flags;
    p.flag_printed = false;
    p.used = 0;
    work_out(&p.d, row, word, pc);
    for (const char *at = row->text; *at;)
        if (*at == '$')
            at = fill(&p, at + 1);
        else
            add_char(&p, *at++);
    flush(&p);
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
