/* SPDX-License-Identifier: MIT */
/* Load-exclusive and store-exclusive: what the monitor must refuse, and what threads that contend
 * for one place may rely on. Argument: the number of rounds of each test. */
#include "crew.h"

#include "check.h"

#define LINE __attribute__((aligned(64)))

static uint32_t rounds;

/* ---- one thread: what fails ---- */

static uint64_t place[4] LINE;

/* Status of the store: 0 done, 1 failed. */
#define TRY(between, load, store)                                                                  \
    ({                                                                                             \
        uint64_t value_, other_;                                                                   \
        uint32_t failed_;                                                                          \
        __asm__ volatile(load "\n\t" between "\n\t" store                                          \
                         : [v] "=&r"(value_), [w] "=&r"(other_), [f] "=&r"(failed_)                \
                         : [a] "r"(place), [b] "r"(place + 1)                                      \
                         : "memory", "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9",   \
                           "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17");                \
        failed_;                                                                                   \
    })

#define LDXR  "ldxr %[v], [%[a]]"
#define STXR  "stxr %w[f], %[v], [%[a]]"
#define LDXP  "ldxp %[v], %[w], [%[a]]"
#define STXP  "stxp %w[f], %[v], %[w], [%[a]]"
#define SLEEP "mov x0, #1\n\tsvc 0x0b"

static void refusals(void) {
    check(TRY("nop", LDXR, STXR) == 0, "a store after its load is done");
    check(TRY("nop", LDXP, STXP) == 0, "and one of a pair");
    check(TRY("ldr xzr, [%[b]]", LDXR, STXR) == 0, "other accesses come between");
    check(TRY("nop", "nop", STXR) == 1, "a store without a load fails");
    check(TRY("clrex", LDXR, STXR) == 1, "after CLREX");
    check(TRY("clrex", LDXP, STXP) == 1, "a pair after CLREX");
    check(TRY(STXR, LDXR, STXR) == 1, "for the second time");
    check(TRY("ldxr %[w], [%[b]]", LDXR, STXR) == 1, "after a load from another place");
    check(TRY("nop", LDXR, "stxr %w[f], %[v], [%[b]]") == 1, "at another address");
    check(TRY("nop", "ldxr %w[v], [%[a]]", STXR) == 1, "of another size");
    check(TRY("nop", "ldxrb %w[v], [%[a]]", "stxrh %w[f], %w[v], [%[a]]") == 1,
          "of another size, small");
    check(TRY("nop", LDXP, STXR) == 1, "of one half of a pair");
    check(TRY("nop", LDXR, STXP) == 1, "of a pair after one half");
    check(TRY(SLEEP, LDXR, STXR) == 1, "after a supervisor call");
}

/* ---- counters of each size ---- */

static uint64_t counter[2] LINE;

#define COUNT(name, load, store, width)                                                            \
    static void name(void) {                                                                       \
        uint64_t value;                                                                            \
        uint32_t failed;                                                                           \
        do                                                                                         \
            __asm__ volatile(load " %" width "[v], [%[a]]\n\tadd %[v], %[v], #1\n\t" store         \
                                  " %w[f], %" width "[v], [%[a]]"                                  \
                             : [v] "=&r"(value), [f] "=&r"(failed)                                 \
                             : [a] "r"(counter)                                                    \
                             : "memory");                                                          \
        while (failed);                                                                            \
    }
COUNT(count_8, "ldxrb", "stxrb", "w")
COUNT(count_16, "ldxrh", "stxrh", "w")
COUNT(count_32, "ldxr", "stxr", "w")
COUNT(count_64, "ldxr", "stxr", "x")
COUNT(count_ordered_8, "ldaxrb", "stlxrb", "w")
COUNT(count_ordered_16, "ldaxrh", "stlxrh", "w")
COUNT(count_ordered_32, "ldaxr", "stlxr", "w")
COUNT(count_ordered_64, "ldaxr", "stlxr", "x")

/* Both halves of a pair: the second counts by three. */
#define COUNT_PAIR(name, load, store, width)                                                       \
    static void name(void) {                                                                       \
        uint64_t low, high;                                                                        \
        uint32_t failed;                                                                           \
        do                                                                                         \
            __asm__ volatile(load                                                                  \
                             " %" width "[v], %" width                                             \
                             "[w], [%[a]]\n\tadd %[v], %[v], #1\n\tadd %[w], %[w], #3\n\t" store   \
                             " %w[f], %" width "[v], %" width "[w], [%[a]]"                        \
                             : [v] "=&r"(low), [w] "=&r"(high), [f] "=&r"(failed)                  \
                             : [a] "r"(counter)                                                    \
                             : "memory");                                                          \
        while (failed);                                                                            \
    }
COUNT_PAIR(count_pair_32, "ldxp", "stxp", "w")
COUNT_PAIR(count_pair_64, "ldxp", "stxp", "x")
COUNT_PAIR(count_ordered_pair_32, "ldaxp", "stlxp", "w")
COUNT_PAIR(count_ordered_pair_64, "ldaxp", "stlxp", "x")

static const struct counting {
    const char *name;
    void (*count)(void);
    int bits;
    bool pair;
} countings[] = {
    {"ldxrb", count_8, 8, false},
    {"ldxrh", count_16, 16, false},
    {"ldxr w", count_32, 32, false},
    {"ldxr x", count_64, 64, false},
    {"ldaxrb", count_ordered_8, 8, false},
    {"ldaxrh", count_ordered_16, 16, false},
    {"ldaxr w", count_ordered_32, 32, false},
    {"ldaxr x", count_ordered_64, 64, false},
    {"ldxp w", count_pair_32, 32, true},
    {"ldxp x", count_pair_64, 64, true},
    {"ldaxp w", count_ordered_pair_32, 32, true},
    {"ldaxp x", count_ordered_pair_64, 64, true},
};
static const struct counting *counting;

static void count_together(int self) {
    (void)self;
    crew_wait();
    for (uint32_t i = 0; i < rounds / (uint32_t)crew.count; i++)
        counting->count();
}

static uint64_t low_bits(uint64_t value, int bits) {
    return bits == 64 ? value : value & ((1ull << bits) - 1);
}

/* The guest's neighbours in memory must keep what they had. */
static void counters(int threads) {
    char name[60];
    for (size_t i = 0; i < sizeof countings / sizeof *countings; i++) {
        const struct counting *c = counting = &countings[i];
        const uint64_t counted = rounds / (uint32_t)threads * (uint32_t)threads;
        counter[0] = counter[1] = 0;
        crew_run(threads, count_together);
        uint64_t low = low_bits(counted, c->bits), high = low_bits(counted * 3, c->bits);
        const bool one_word = c->bits == 32 && c->pair;
        const bool right = one_word ? counter[0] == (high << 32 | low) && counter[1] == 0
                                    : counter[0] == low && counter[1] == (c->pair ? high : 0);
        snprintf(name, sizeof name, "%d threads count by %s", threads, c->name);
        check(right, name);
    }
}

/* ---- a lock ---- */

static uint32_t lock LINE;
static uint64_t guarded[2] LINE;

static void take_lock(void) {
    uint32_t value, failed;
    __asm__ volatile("1: ldaxr %w0, [%2]\n\tcbnz %w0, 2f\n\tstxr %w1, %w3, [%2]\n\tcbz %w1, 3f\n\t"
                     "2: yield\n\tb 1b\n3:"
                     : "=&r"(value), "=&r"(failed)
                     : "r"(&lock), "r"(1)
                     : "memory");
}

static void free_lock(void) {
    __asm__ volatile("stlr wzr, [%0]" ::"r"(&lock) : "memory");
}

static void count_guarded(int self) {
    (void)self;
    crew_wait();
    for (uint32_t i = 0; i < rounds / (uint32_t)crew.count; i++) {
        take_lock();
        guarded[0]++;
        guarded[1] = guarded[0] * 5;
        free_lock();
    }
}

static void locks(int threads) {
    char name[60];
    guarded[0] = guarded[1] = 0;
    crew_run(threads, count_guarded);
    const uint64_t counted = rounds / (uint32_t)threads * (uint32_t)threads;
    snprintf(name, sizeof name, "%d threads share a lock", threads);
    check(guarded[0] == counted && guarded[1] == counted * 5, name);
}

/* ---- a stack of nodes that come back ---- */

#define NODES 6

static struct node {
    struct node *next;
    uint32_t taken;
} nodes[NODES] LINE;
static struct node *top LINE;
static uint32_t taken_twice LINE;

static void push(struct node *n) {
    struct node *old;
    uint32_t failed;
    __asm__ volatile("1: ldxr %0, [%2]\n\tstr %0, [%3]\n\tstlxr %w1, %3, [%2]\n\tcbnz %w1, 1b"
                     : "=&r"(old), "=&r"(failed)
                     : "r"(&top), "r"(n)
                     : "memory");
}

/* Between load and store, others may pop this node and the next one and push this one again: the
 * store must notice though the value is what it was. Waits there for some turns of a loop. */
static struct node *pop(uint32_t turns) {
    struct node *n, *next;
    uint32_t failed, left;
    __asm__ volatile("1: ldaxr %0, [%4]\n\tcbz %0, 3f\n\tldr %1, [%0]\n\tmov %w3, %w5\n\t"
                     "2: subs %w3, %w3, #1\n\tb.pl 2b\n\tstxr %w2, %1, [%4]\n\tcbnz %w2, 1b\n\t"
                     "3: clrex"
                     : "=&r"(n), "=&r"(next), "=&r"(failed), "=&r"(left)
                     : "r"(&top), "r"(turns)
                     : "memory", "cc");
    return n;
}

static void own(struct node *n) {
    if (n && __atomic_exchange_n(&n->taken, 1, __ATOMIC_ACQ_REL))
        __atomic_store_n(&taken_twice, 1, __ATOMIC_RELAXED);
}

static void give(struct node *n) {
    if (!n)
        return;
    __atomic_store_n(&n->taken, 0, __ATOMIC_RELEASE);
    push(n);
}

/* The first of two nodes goes back while the second is still out. */
static void juggle(int self) {
    uint32_t random = (uint32_t)self + 1;
    crew_wait();
    for (uint32_t i = 0; i < rounds / (uint32_t)crew.count; i++) {
        random = random * 1664525u + 1013904223u;
        struct node *a = pop(random >> 28), *b = pop(0);
        own(a);
        own(b);
        give(a);
        give(b);
    }
}

static void stacks(int threads) {
    char name[60];
    int left = 0;
    top = NULL;
    taken_twice = 0;
    for (int i = 0; i < NODES; i++) {
        nodes[i].taken = 0;
        push(&nodes[i]);
    }
    crew_run(threads, juggle);
    for (struct node *n = top; n && left <= NODES; n = n->next)
        left++;
    snprintf(name, sizeof name, "%d threads pop and push the same nodes", threads);
    check(left == NODES && !taken_twice, name);
}

/* ---- plain stores beside exclusives ---- */

static uint64_t mixed LINE;
static uint32_t lost LINE;

/* One thread writes the highest byte by plain stores, the others count below it. */
static void mix(int self) {
    crew_wait();
    for (uint32_t i = 0; i < rounds / (uint32_t)crew.count; i++) {
        uint64_t value;
        uint32_t failed;
        if (self == 0) {
            volatile uint8_t *byte = (volatile uint8_t *)&mixed + 7;
            *byte = (uint8_t)i;
            if (*byte != (uint8_t)i)
                lost = 1;
            continue;
        }
        do
            __asm__ volatile("ldxr %0, [%2]\n\tadd %0, %0, #1\n\tstxr %w1, %0, [%2]"
                             : "=&r"(value), "=&r"(failed)
                             : "r"(&mixed)
                             : "memory");
        while (failed);
    }
}

static void mixtures(int threads) {
    char name[60];
    mixed = lost = 0;
    crew_run(threads, mix);
    const uint32_t each = rounds / (uint32_t)threads;
    snprintf(name, sizeof name, "%d threads, one of them by plain stores", threads);
    check(!lost && mixed == ((uint64_t)(uint8_t)(each - 1) << 56 | each * ((uint32_t)threads - 1)),
          name);
}

int main(int argc, char **argv) {
    unsigned long run = 0;
    rounds = crew_number(argc, argv, 2000);
    refusals();
    for (int threads = 2; threads <= CREW_MOST; threads += threads < 4 ? 1 : 2) {
        counters(threads);
        locks(threads);
        stacks(threads);
        mixtures(threads);
        run += (sizeof countings / sizeof *countings + 3) * rounds;
    }
    print("# count programs %d", check_cases);
    print("# count rounds %lu", run);
    return check_end();
}
