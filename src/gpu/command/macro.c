/* SPDX-License-Identifier: MIT */
#include "gpu/command/macro.h"

#include <stdatomic.h>

enum operation {
    OP_ALU,
    OP_ADD_IMMEDIATE,
    OP_INSERT,    /* a field of B into A */
    OP_SHIFT_IN,  /* a field of B from bit A on, moved up by a number */
    OP_SHIFT_OUT, /* a field of B from a number on, moved up by A */
    OP_READ,
    OP_BRANCH = 7,
};

enum alu {
    ALU_ADD,
    ALU_ADD_CARRY,
    ALU_SUB,
    ALU_SUB_BORROW,
    ALU_XOR = 8,
    ALU_OR,
    ALU_AND,
    ALU_AND_NOT,
    ALU_NAND
};

/* What becomes of a result, and of the next word ("fetched"). */
enum assign {
    FETCH,       /* the register gets the next word */
    MOVE,        /* the register gets the result */
    MOVE_METHOD, /* and so does the place that methods are sent to */
    FETCH_SEND,  /* the register gets the next word, the result is sent */
    MOVE_SEND,
    FETCH_METHOD,           /* the register gets the next word, the result is the place */
    MOVE_METHOD_FETCH_SEND, /* register and place get the result, the next word is sent */
    MOVE_METHOD_SEND,       /* register and place get the result, then its upper bits are sent */
};

struct run {
    uint32_t registers[8]; /* r0 is zero */
    uint32_t method, step; /* where it sends to, and by how much it moves on */
    bool carry;
    const uint32_t *words;
    size_t next, count;
    const struct macro_machine *machine;
};

static uint32_t field(uint32_t word, unsigned at, unsigned width) {
    return word >> at & ((1u << width) - 1);
}

static uint32_t fetch(struct run *r) {
    return r->next < r->count ? r->words[r->next++] : 0;
}

static void set(struct run *r, unsigned number, uint32_t value) {
    if (number)
        r->registers[number] = value;
}

static void set_method(struct run *r, uint32_t value) {
    r->method = field(value, 0, 12);
    r->step = field(value, 12, 6);
}

static void send(struct run *r, uint32_t value) {
    r->machine->send(r->machine->context, r->method, value);
    r->method = (r->method + r->step) & 0xfff;
}

static void assign(struct run *r, unsigned how, unsigned number, uint32_t value) {
    switch ((enum assign)how) {
    case FETCH:
        set(r, number, fetch(r));
        break;
    case MOVE:
        set(r, number, value);
        break;
    case MOVE_METHOD:
        set(r, number, value);
        set_method(r, value);
        break;
    case FETCH_SEND:
        set(r, number, fetch(r));
        send(r, value);
        break;
    case MOVE_SEND:
        set(r, number, value);
        send(r, value);
        break;
    case FETCH_METHOD:
        set(r, number, fetch(r));
        set_method(r, value);
        break;
    case MOVE_METHOD_FETCH_SEND:
        set(r, number, value);
        set_method(r, value);
        send(r, fetch(r));
        break;
    case MOVE_METHOD_SEND:
        set(r, number, value);
        set_method(r, value);
        send(r, field(value, 12, 6));
        break;
    }
}

static uint32_t alu(struct run *r, unsigned op, uint32_t a, uint32_t b) {
    uint64_t wide;
    switch ((enum alu)op) {
    case ALU_ADD:
    case ALU_ADD_CARRY:
        wide = (uint64_t)a + b + (op == ALU_ADD_CARRY && r->carry);
        r->carry = wide >> 32;
        return (uint32_t)wide;
    case ALU_SUB:
    case ALU_SUB_BORROW: /* the carry is set where nothing was borrowed */
        wide = (uint64_t)a - b - (op == ALU_SUB_BORROW && !r->carry);
        r->carry = !(wide >> 32);
        return (uint32_t)wide;
    case ALU_XOR:
        return a ^ b;
    case ALU_OR:
        return a | b;
    case ALU_AND:
        return a & b;
    case ALU_AND_NOT:
        return a & ~b;
    case ALU_NAND:
        return ~(a & b);
    }
    return 0;
}

static uint32_t shift(uint32_t value, uint32_t count, bool left) {
    if (count >= 32)
        return 0;
    return left ? value << count : value >> count;
}

/* The result of an instruction that has one. */
static uint32_t result(struct run *r, uint32_t code) {
    const uint32_t a = r->registers[field(code, 11, 3)], b = r->registers[field(code, 14, 3)];
    const unsigned from = field(code, 17, 5), width = field(code, 22, 5), to = field(code, 27, 5);
    const uint32_t mask = (1u << width) - 1;
    const uint32_t immediate = (uint32_t)((int32_t)code >> 14);
    switch ((enum operation)field(code, 0, 3)) {
    case OP_ALU:
        return alu(r, from, a, b);
    case OP_ADD_IMMEDIATE:
        return a + immediate;
    case OP_INSERT:
        return (a & ~(mask << to)) | (b >> from & mask) << to;
    case OP_SHIFT_IN:
        return (shift(b, a, false) & mask) << to;
    case OP_SHIFT_OUT:
        return shift(b >> from & mask, a, true);
    case OP_READ:
        return r->machine->read(r->machine->context, (a + immediate) & 0xfff);
    default:
        return 0;
    }
}

static bool branches(const struct run *r, uint32_t code) {
    const bool not_zero = code >> 4 & 1;
    return (r->registers[field(code, 11, 3)] != 0) == not_zero;
}

static bool is_ended(const struct macro_machine *m) {
    return m->ends && atomic_load_explicit(m->ends, memory_order_relaxed);
}

/* Behind a branch that is taken, and behind the end, one more instruction runs, unless the branch
 * says not. A branch that is taken is no end, nor is what runs behind it: deko3d's macros close
 * their loops both ways. */
bool macro_run(const struct macro_engine *engine, unsigned number, const uint32_t *words,
               size_t count, const struct macro_machine *machine, struct error *error) {
    struct run r = {.words = words, .count = count, .machine = machine};
    uint32_t pc = engine->entries[number % MACRO_ENTRIES], after = 0;
    bool delayed = false, ends = false;
    r.registers[1] = fetch(&r);
    for (unsigned step = 0; step < MACRO_STEPS && !is_ended(machine); step++) {
        if (pc >= MACRO_CODE_WORDS)
            return error_set(error, ERROR_GUEST,
                             "macro %u goes on at word 0x%x, outside of the code memory", number,
                             pc);
        const uint32_t code = engine->code[pc];
        const bool last = ends;
        uint32_t next = delayed ? after : pc + 1;
        const bool in_slot = delayed || last;
        ends = !delayed && code >> 7 & 1;
        delayed = false;
        if (field(code, 0, 3) == OP_BRANCH) {
            if (in_slot)
                return error_set(error, ERROR_GUEST,
                                 "macro %u branches at word 0x%x, behind another branch", number,
                                 pc);
            if (branches(&r, code)) {
                ends = false;
                const uint32_t target = pc + (uint32_t)((int32_t)code >> 14);
                if (code >> 5 & 1) {
                    next = target;
                } else {
                    after = target;
                    delayed = true;
                }
            }
        } else {
            assign(&r, field(code, 4, 3), field(code, 8, 3), result(&r, code));
        }
        if (last)
            return true;
        pc = next;
    }
    return error_set(error, ERROR_LIMIT, "macro %u does not end", number);
}
