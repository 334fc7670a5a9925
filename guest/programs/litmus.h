/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GUEST_LITMUS_H
#define WINDLASS_GUEST_LITMUS_H

#include "crew.h"

/* Litmus tests: short programs of two to four threads over the variables x, y and z, and an outcome
 * that ARM forbids. Many instances of the variables stand in a row, which each thread runs through;
 * two threads meet before every few. All outcomes are counted. */

#define LITMUS_THREADS 4
#define LITMUS_READS   3
#define LITMUS_CELLS   512
/* Rounds of the same threads: two that a busy host has put on one processor stay there. */
#define LITMUS_AT_MOST (16 * LITMUS_CELLS)

struct litmus_line {
    uint32_t v[LITMUS_READS];
} __attribute__((aligned(64)));

struct litmus_cell {
    struct litmus_line x, y, z;
    uint32_t *again __attribute__((aligned(64))); /* x by another name */
    struct litmus_line r[LITMUS_THREADS];         /* what each thread has read */
};

typedef void litmus_thread(struct litmus_cell *cell, struct litmus_line *r);

#define IS(n) ((n) + 1)
struct litmus_outcome { /* IS(n), or 0 where it does not matter */
    uint8_t r[LITMUS_THREADS][LITMUS_READS];
    uint8_t x, y, z; /* at the end */
};

struct litmus {
    const char *name;
    litmus_thread *threads[LITMUS_THREADS];
    struct litmus_outcome outcome;
    bool allowed; /* by ARM and by x86: the outcome should be seen */
};

/* ---- running ---- */

#define LITMUS_KEYS    32
#define LITMUS_AT_ONCE 8 /* rounds without a meeting */
#define LITMUS_DELAYS  8 /* at most so many turns of a loop between a meeting and the program */
#define LITMUS_TEXT    120

static struct {
    const struct litmus *test;
    int threads;
    uint32_t rounds;
    struct litmus_cell cells[LITMUS_CELLS];
    /* Outcomes: the values that test->outcome names, four bits each, and how often they came. */
    uint32_t keys[LITMUS_KEYS], times[LITMUS_KEYS];
    int key_count;
} litmus;

static uint32_t litmus_value(const struct litmus_cell *c, int i) {
    const int reads = LITMUS_THREADS * LITMUS_READS;
    const struct litmus_line *const ends[] = {&c->x, &c->y, &c->z};
    return i < reads ? c->r[i / LITMUS_READS].v[i % LITMUS_READS] : ends[i - reads]->v[0];
}

/* The values that matter, first in the lowest bits. */
static uint32_t litmus_key(const struct litmus_outcome *o, const struct litmus_cell *c) {
    const uint8_t *wanted = &o->r[0][0];
    uint32_t key = 0;
    int shift = 0;
    for (int i = 0; i < (int)sizeof *o; i++)
        if (wanted[i]) {
            key |= (c ? litmus_value(c, i) : wanted[i] - 1u) << shift;
            shift += 4;
        }
    return key;
}

static void litmus_count(uint32_t key) {
    int i = 0;
    while (i < litmus.key_count && litmus.keys[i] != key)
        i++;
    if (i == litmus.key_count) {
        if (i == LITMUS_KEYS)
            guest_fail("more outcomes than values can make", 0);
        litmus.keys[litmus.key_count++] = key;
        litmus.times[i] = 0;
    }
    litmus.times[i]++;
}

static void litmus_prepare(void) {
    memset(litmus.cells, 0, sizeof litmus.cells);
    for (int i = 0; i < LITMUS_CELLS; i++)
        litmus.cells[i].again = litmus.cells[i].x.v;
}

static void litmus_work(int self) {
    uint32_t random = (uint32_t)self * 0x9e3779b9u + 1, meeting = 0;
    litmus_thread *const program = litmus.test->threads[self];
    for (uint32_t done = 0; done < litmus.rounds; done += LITMUS_CELLS) {
        if (self == 0)
            litmus_prepare();
        crew_wait();
        for (int i = 0; i < LITMUS_CELLS; i++) {
            if (litmus.threads == 2 && i % LITMUS_AT_ONCE == 0)
                crew_meet(self, ++meeting);
            random = random * 1664525u + 1013904223u;
            for (uint32_t turns = random >> 24 & (LITMUS_DELAYS - 1); turns; turns--)
                __asm__ volatile("");
            program(&litmus.cells[i], &litmus.cells[i].r[self]);
        }
        crew_wait();
        for (int i = 0; self == 0 && i < LITMUS_CELLS; i++)
            litmus_count(litmus_key(&litmus.test->outcome, &litmus.cells[i]));
    }
}

/* "# SB: 00 1234, 01 5678": values in the order of threads and reads, then of x, y, z. */
static void litmus_print(const struct litmus *test) {
    char text[LITMUS_KEYS * 24];
    int values = 0, length = 0;
    for (int i = 0; i < (int)sizeof test->outcome; i++)
        values += (&test->outcome.r[0][0])[i] != 0;
    for (int i = 0; i < litmus.key_count; i++) {
        length += snprintf(text + length, sizeof text - (size_t)length, "%s", i ? ", " : " ");
        for (int k = 0; k < values; k++)
            length += snprintf(text + length, sizeof text - (size_t)length, "%u",
                               litmus.keys[i] >> 4 * k & 15);
        length += snprintf(text + length, sizeof text - (size_t)length, " %u", litmus.times[i]);
    }
    print("# %s:%s", test->name, text);
}

/* Runs at least `rounds` instances, prints how often each outcome came, gives the number of
 * test->outcome. */
static inline uint32_t litmus_run(const struct litmus *test, uint32_t rounds) {
    litmus.test = test;
    litmus.key_count = 0;
    for (litmus.threads = 0; litmus.threads < LITMUS_THREADS && test->threads[litmus.threads];)
        litmus.threads++;
    for (uint32_t done = 0; done < rounds; done += LITMUS_AT_MOST) {
        litmus.rounds = rounds - done < LITMUS_AT_MOST ? rounds - done : LITMUS_AT_MOST;
        crew_run(litmus.threads, litmus_work);
    }
    litmus_print(test);
    for (int i = 0; i < litmus.key_count; i++)
        if (litmus.keys[i] == litmus_key(&test->outcome, NULL))
            return litmus.times[i];
    return 0;
}

/* ---- programs ---- */

#define LITMUS(name, instructions)                                                                 \
    static void name(struct litmus_cell *c, struct litmus_line *r) {                               \
        uint32_t r0 = 0, r1 = 0, r2 = 0;                                                           \
        uint64_t t;                                                                                \
        __asm__ volatile(instructions                                                              \
                         : [r0] "+&r"(r0), [r1] "+&r"(r1), [r2] "+&r"(r2), [t] "=&r"(t)            \
                         : [x] "r"(&c->x), [y] "r"(&c->y), [z] "r"(&c->z), [again] "r"(c->again),  \
                           [one] "r"(1), [two] "r"(2)                                              \
                         : "memory");                                                              \
        r->v[0] = r0, r->v[1] = r1, r->v[2] = r2;                                                  \
    }

#define LOAD(r, at)    "ldr %w[" #r "], [%[" #at "]]\n\t"
#define STORE(at, v)   "str %w[" #v "], [%[" #at "]]\n\t"
#define ACQUIRE(r, at) "ldar %w[" #r "], [%[" #at "]]\n\t"
#define RELEASE(at, v) "stlr %w[" #v "], [%[" #at "]]\n\t"
#define BARRIER(kind)  #kind "\n\t"
/* A load whose address, a store whose value depends on what was read before; a branch that does. */
#define LOAD_BY(r, at, before)                                                                     \
    "eor %[t], %x[" #before "], %x[" #before "]\n\tldr %w[" #r "], [%[" #at "], %[t]]\n\t"
#define STORE_BY(at, v, before)                                                                    \
    "eor %w[t], %w[" #before "], %w[" #before "]\n\tadd %w[t], %w[t], %w[" #v "]\n\t"              \
    "str %w[t], [%[" #at "]]\n\t"
#define BRANCH_BY(before) "cbnz %w[" #before "], 1f\n1:\n\t"
/* By exclusives, until it succeeds. */
#define STORE_EXCLUSIVE(at, v)                                                                     \
    "2: ldxr %w[t], [%[" #at "]]\n\tstlxr %w[t], %w[" #v "], [%[" #at "]]\n\tcbnz %w[t], 2b\n\t"
#define LOAD_EXCLUSIVE(r, at) "ldaxr %w[" #r "], [%[" #at "]]\n\tclrex\n\t"

#endif
