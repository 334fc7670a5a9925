/* SPDX-License-Identifier: MIT */
/* An interpreter as such programs have them: one switch in a loop, on a machine with registers. It
 * runs a sieve and a sum. */
#include "kernel.h"

kernel_run kernel_bytecode;

enum op { SET, COPY, ADD, SUB, MUL, AND, LOAD, STORE, JUMP, IF_LESS, IF_ZERO, CALL, RETURN, END };
struct code {
    uint8_t op, a, b, c; /* of c, the target of a jump where there is one */
};

enum { MEMORY = 4096 };
static uint64_t memory[MEMORY];

/* r0 limit, r1 number, r2 multiple, r3 one, r4 crossed out?, r5 count */
static const struct code sieve[] = {
    {SET, 3, 1, 0},   {SET, 1, 2, 0},                         /* 0 */
    {LOAD, 4, 1, 0},  {IF_ZERO, 4, 0, 5},  {JUMP, 0, 0, 7},   /* 2 */
    {ADD, 5, 5, 3},   {CALL, 0, 0, 10},                       /* 5 */
    {ADD, 1, 1, 3},   {IF_LESS, 1, 0, 2},  {END, 5, 0, 0},    /* 7 */
    {ADD, 2, 1, 1},   {IF_LESS, 2, 0, 13}, {RETURN, 0, 0, 0}, /* 10 */
    {STORE, 3, 2, 0}, {ADD, 2, 2, 1},      {JUMP, 0, 0, 11},  /* 13 */
};
/* r0 limit, r1 number, r3 one, r4 product, r5 sum, r7 mask */
static const struct code sum_of_products[] = {
    {SET, 3, 1, 0}, {SET, 7, 255, 0}, {MUL, 4, 1, 1},     {SUB, 4, 4, 5},  {AND, 4, 4, 7},
    {ADD, 5, 5, 4}, {ADD, 1, 1, 3},   {IF_LESS, 1, 0, 2}, {COPY, 2, 5, 0}, {END, 2, 0, 0},
};

static uint64_t run(const struct code *program, uint64_t limit) {
    uint64_t r[8] = {limit};
    uint32_t back = 0;
    for (uint32_t pc = 0;;) {
        const struct code *i = &program[pc++];
        switch ((enum op)i->op) {
        case SET:
            r[i->a] = i->b;
            break;
        case COPY:
            r[i->a] = r[i->b];
            break;
        case ADD:
            r[i->a] = r[i->b] + r[i->c];
            break;
        case SUB:
            r[i->a] = r[i->b] - r[i->c];
            break;
        case MUL:
            r[i->a] = r[i->b] * r[i->c];
            break;
        case AND:
            r[i->a] = r[i->b] & r[i->c];
            break;
        case LOAD:
            r[i->a] = memory[r[i->b] % MEMORY];
            break;
        case STORE:
            memory[r[i->b] % MEMORY] = r[i->a];
            break;
        case JUMP:
            pc = i->c;
            break;
        case IF_LESS:
            if (r[i->a] < r[i->b])
                pc = i->c;
            break;
        case IF_ZERO:
            if (!r[i->a])
                pc = i->c;
            break;
        case CALL:
            back = pc;
            pc = i->c;
            break;
        case RETURN:
            pc = back;
            break;
        case END:
            return r[i->a];
        }
    }
}

uint64_t kernel_bytecode(uint32_t rounds) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < rounds; i++) {
        for (uint32_t k = 0; k < MEMORY; k++)
            memory[k] = 0;
        sum += run(sieve, MEMORY - (i & 63));
        sum += run(sum_of_products, 2000 + (i & 7));
    }
    return sum;
}
