/* SPDX-License-Identifier: MIT */
#include "a64/engines/test_emitted.h"
#include "a64/engines/test_machine.h"
#include "a64/engines/test_state.h"
#include "a64/known.h"
#include "a64/random.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* test_a64_engines [--states N] [--seed N] [--row NAME] [--unmet] MARCH=LIBRARY...
 *
 * The words that test_emitted_make drew, each on random states: the interpreter beside Unicorn, and
 * beside the text of the row as lifted code, compiled for each MARCH. All registers, flags and
 * memory are compared, as far as the level of floating point has them. --states counts the states a
 * row; --unmet lists the known differences that were not met. Prints TAP. */

enum { BATCH = 512, LIBRARIES = 9, SHOWN = 3 };
/* One engine, beside the interpreter. */
struct engine {
    const char *name;
    const char *lacks; /* why it cannot run here; NULL if it can */
    unsigned level;    /* A64_FLOAT_*: FPSR counts at the highest, FPCR is 0 at the lower ones */
    const struct test_emitted *emitted;
    const unsigned *emitted_count;
    unsigned bad;
    uint64_t states;
    struct a64_state after[BATCH];
    uint8_t memory[A64_RANDOM_AREA_SIZE];
};

static struct {
    struct engine engines[1 + LIBRARIES]; /* Unicorn comes first */
    unsigned engine_count;
    unsigned states_a_row;
    uint64_t seed;
    const char *only_row;
    bool unmet; /* to be listed */
    bool known_met[256];
    uint8_t pristine[A64_RANDOM_AREA_SIZE];
    struct a64_state start[BATCH], after[BATCH];
    uint32_t prelude[BATCH];
    uint8_t memory[A64_RANDOM_AREA_SIZE];
} test = {.states_a_row = 2000, .seed = 1};

static bool is_known(enum a64_known_kind kind, enum a64_op op, uint32_t word) {
    const struct a64_known *known = a64_known_find(kind, op, word);
    if (known)
        test.known_met[known - a64_knowns] = true;
    return known != NULL;
}

/* ---- states ---- */

static uint64_t counter(struct a64_state *s) {
    (void)s;
    return 0x123456789abc;
}

/* A store-exclusive with the monitor open: the load-exclusive of its size into XZR goes before it.
 */
static uint32_t load_exclusive_for(uint32_t store) {
    const uint32_t size_and_pair = 0xff200000, base = 0x3e0;
    return (store & (size_and_pair | base)) | 1u << 22 | 31u << 16 | 31u << 10 | 31u;
}

static void make_states(enum a64_op op, uint32_t word, uint64_t *seed, unsigned count) {
    static const struct a64_env env = {.counter = counter};
    const bool store_exclusive = a64_info(op)->exclusive && !strncmp(a64_info(op)->name, "st", 2);
    const uint32_t clrex = 0xd5033f5f;
    for (unsigned i = 0; i < count; i++) {
        a64_random_state(&test.start[i], op, word, seed);
        test.start[i].env = &env;
        test.prelude[i] = 0;
        if (store_exclusive)
            test.prelude[i] = a64_random(seed) & 3 ? load_exclusive_for(word) : clrex;
    }
}

/* ---- the engines ---- */

static void run_interpreter(uint32_t word, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        test.after[i] = test.start[i];
        if (test.prelude[i]) {
            a64_execute(&test.after[i], test.prelude[i]);
            test.after[i].pc = A64_RANDOM_CODE;
        }
        test_execute(&test.after[i], word);
    }
}

/* Is the instruction beyond the level on a state with FPCR (or on one without)? Without modes, code
 * that reads FPCR runs where that is 0, and all else with 0 instead. */
static bool is_beyond(const struct engine *engine, uint32_t word, bool fpcr) {
    struct a64_effects e;
    const enum a64_op op = a64_decode(word);
    a64_effects(op, word, &e);
    if (op == A64_OP_MRS_FPSR)
        return engine->level < A64_FLOAT_EXACT;
    return engine->level < A64_FLOAT_MODES && e.fpcr_read && fpcr;
}

static void run_lifted(struct engine *engine, const struct test_emitted *emitted, unsigned count) {
    const bool beyond[] = {is_beyond(engine, emitted->word, false),
                           is_beyond(engine, emitted->word, true)};
    for (unsigned i = 0; i < count; i++) {
        if (beyond[test.start[i].fpcr != 0]) {
            engine->after[i] = test.after[i];
            continue;
        }
        engine->after[i] = test.start[i];
        if (engine->level < A64_FLOAT_MODES)
            engine->after[i].fpcr = 0;
        if (test.prelude[i]) {
            a64_execute(&engine->after[i], test.prelude[i]);
            engine->after[i].pc = A64_RANDOM_CODE;
        }
        test_run(&engine->after[i], emitted->run);
        if (engine->level < A64_FLOAT_MODES)
            engine->after[i].fpcr = test.after[i].fpcr;
    }
}

static bool run_unicorn(struct engine *engine, uint32_t word, unsigned count) {
    memcpy(engine->memory, test.pristine, sizeof engine->memory);
    for (unsigned i = 0; i < count; i++) {
        engine->after[i] = test.start[i];
        if (!test_machine_run(&engine->after[i], test.prelude[i], word))
            return false;
    }
    return true;
}

/* ---- comparison ---- */

static void report(struct engine *engine, enum a64_op op, uint32_t word, const char *what) {
    if (++engine->bad <= SHOWN)
        printf("# %s: %s %08x: %s; --seed %lu --row %s\n", engine->name, a64_info(op)->name, word,
               what, test.seed, a64_info(op)->name);
}

static void report_state(struct engine *engine, enum a64_op op, uint32_t word, unsigned state,
                         unsigned parts) {
    char text[200];
    const struct a64_state *start = &test.start[state];
    test_describe(&test.after[state], &engine->after[state], parts, text, sizeof text);
    report(engine, op, word, text);
    if (engine->bad > SHOWN)
        return;
    printf("#   interpreter first; before: FPCR %#x NZCV %u%u%u%u", start->fpcr, start->n, start->z,
           start->c, start->v);
    for (unsigned shift = 0; shift <= 16; shift += shift == 10 ? 6 : 5) {
        const unsigned r = word >> shift & 31;
        printf(" x%u %lx q%u %016lx_%016lx", r, r == 31 ? start->sp : start->x[r], r,
               start->q[r][1], start->q[r][0]);
    }
    printf("\n");
}

/* Parts that Unicorn is known to differ in. */
static unsigned known_parts(enum a64_op op, uint32_t word, unsigned differing) {
    static const enum a64_known_kind kinds[TEST_PARTS] = {
        A64_KNOWN_UNICORN_X, A64_KNOWN_UNICORN_V, A64_KNOWN_UNICORN_NZCV, A64_KNOWN_UNICORN_FPSR,
        A64_KNOWN_UNICORN_SYSTEM};
    unsigned known = 0;
    for (unsigned i = 0; i < TEST_PARTS; i++)
        if (differing >> i & 1 && is_known(kinds[i], op, word))
            known |= 1u << i;
    return known;
}

static bool accesses_memory(enum a64_op op) {
    return a64_info(op)->reads_memory || a64_info(op)->writes_memory;
}

static void compare_memory(struct engine *engine, enum a64_op op, uint32_t word) {
    for (size_t at = 0; at < A64_RANDOM_AREA_SIZE; at++) {
        if (test.memory[at] == engine->memory[at])
            continue;
        char text[100];
        if (engine == &test.engines[0] && is_known(A64_KNOWN_UNICORN_MEMORY, op, word))
            return;
        snprintf(text, sizeof text, "memory at area + %#zx is %#x, not %#x", at, test.memory[at],
                 engine->memory[at]);
        report(engine, op, word, text);
        return;
    }
}

static void compare(struct engine *engine, enum a64_op op, uint32_t word, unsigned count) {
    const bool unicorn = engine == &test.engines[0];
    for (unsigned i = 0; i < count; i++) {
        unsigned parts = test_differing(&test.after[i], &engine->after[i]);
        if (engine->level < A64_FLOAT_EXACT)
            parts &= ~(unsigned)TEST_FPSR;
        if (parts && unicorn)
            parts &= ~known_parts(op, word, parts);
        if (parts) {
            report_state(engine, op, word, i, parts);
            return;
        }
    }
    if (accesses_memory(op) && memcmp(test.memory, engine->memory, sizeof test.memory))
        compare_memory(engine, op, word);
}

/* The area as the engine before left it goes to `memory` and is as in the beginning again. */
static void take_memory(enum a64_op op, uint8_t *memory) {
    if (!accesses_memory(op))
        return;
    memcpy(memory, test_area_map(), A64_RANDOM_AREA_SIZE);
    memcpy(test_area_map(), test.pristine, A64_RANDOM_AREA_SIZE);
}

static void check_batch(enum a64_op op, unsigned index, uint64_t *seed, unsigned count) {
    const uint32_t word = test.engines[1].emitted[index].word;
    const bool unicorn_skips = is_known(A64_KNOWN_UNICORN_SKIPS, op, word);
    const bool lifted_skips = is_known(A64_KNOWN_LIFTED_SKIPS, op, word);
    if (unicorn_skips && lifted_skips)
        return;
    make_states(op, word, seed, count);
    run_interpreter(word, count);
    take_memory(op, test.memory);
    for (unsigned e = 0; e < test.engine_count; e++) {
        struct engine *engine = &test.engines[e];
        if (engine->lacks || (e ? lifted_skips : unicorn_skips))
            continue;
        if (e > 0) {
            run_lifted(engine, &engine->emitted[index], count);
            take_memory(op, engine->memory);
        } else if (!run_unicorn(engine, word, count)) {
            report(engine, op, word, "it refuses the word");
            continue;
        }
        engine->states += count;
        compare(engine, op, word, count);
    }
}

/* All words of one row, from `first`; returns where the next row begins. */
static unsigned check_row(unsigned first) {
    const struct engine *words = &test.engines[1];
    const enum a64_op op = a64_decode(words->emitted[first].word);
    unsigned end = first;
    while (end < *words->emitted_count && a64_decode(words->emitted[end].word) == op)
        end++;
    if (test.only_row && strcmp(test.only_row, a64_info(op)->name))
        return end;
    const unsigned states = (test.states_a_row + end - first - 1) / (end - first);
    for (unsigned index = first; index < end; index++) {
        uint64_t seed = test.seed ^ words->emitted[index].word;
        for (unsigned done = 0; done < states; done += BATCH)
            check_batch(op, index, &seed, states - done < BATCH ? states - done : BATCH);
    }
    return end;
}

/* ---- the program ---- */

static void add_library(const char *argument) {
    const char *path = strchr(argument, '=');
    if (!path || test.engine_count > LIBRARIES) {
        fprintf(stderr, "%s: not MARCH=LIBRARY, or more than %d of them\n", argument, LIBRARIES);
        exit(1);
    }
    struct engine *engine = &test.engines[test.engine_count++];
    engine->name = strndup(argument, (size_t)(path - argument));
    if (!strcmp(engine->name, "x86-64-v3") && !__builtin_cpu_supports("x86-64-v3"))
        engine->lacks = "this processor is older than x86-64-v3";
    if (!strcmp(engine->name, "x86-64-v4") && !__builtin_cpu_supports("x86-64-v4"))
        engine->lacks = "this processor is older than x86-64-v4";
    void *library = dlopen(path + 1, RTLD_NOW | RTLD_LOCAL);
    if (library) {
        engine->emitted = dlsym(library, "test_emitted");
        engine->emitted_count = dlsym(library, "test_emitted_count");
    }
    const unsigned *level = library ? dlsym(library, "test_emitted_level") : NULL;
    if (!engine->emitted || !engine->emitted_count || !level) {
        fprintf(stderr, "%s: %s\n", path + 1, dlerror());
        exit(1);
    }
    engine->level = *level;
}

static void read_arguments(int argc, char **argv) {
    test.engines[0].name = "Unicorn";
    test.engines[0].level = A64_FLOAT_EXACT;
    test.engine_count = 1;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--states") && i + 1 < argc)
            test.states_a_row = (unsigned)atoi(argv[++i]);
        else if (!strcmp(argv[i], "--seed") && i + 1 < argc)
            test.seed = strtoull(argv[++i], NULL, 0);
        else if (!strcmp(argv[i], "--row") && i + 1 < argc)
            test.only_row = argv[++i];
        else if (!strcmp(argv[i], "--unmet"))
            test.unmet = true;
        else
            add_library(argv[i]);
    }
    if (test.engine_count < 2) {
        fprintf(stderr, "no MARCH=LIBRARY is given\n");
        exit(1);
    }
}

static void print_engine(const struct engine *engine, unsigned number, bool fails) {
    printf("%s %u - ", fails ? "not ok" : "ok", number);
    if (number > 1)
        printf("lifted at floating-point level %u for ", engine->level);
    printf("%s and the interpreter agree", engine->name);
    if (engine->lacks)
        printf(" # SKIP %s", engine->lacks);
    printf("\n");
    if (engine->bad > SHOWN)
        printf("# %s: %u differences in all\n", engine->name, engine->bad);
}

static int print_results(void) {
    uint64_t states = 0;
    unsigned differences = 0, failed = 0;
    for (unsigned e = 0; e < test.engine_count; e++) {
        const struct engine *engine = &test.engines[e];
        const bool fails = engine->bad || (!engine->lacks && !engine->states);
        print_engine(engine, e + 1, fails);
        states += engine->states;
        differences += engine->bad;
        failed += fails;
    }
    printf("# count states %lu\n# count differences %u\n", states, differences);
    for (unsigned i = 0; i < a64_known_count; i++) {
        if (test.known_met[i] || (test.unmet && a64_knowns[i].kind == A64_KNOWN_STATES_SKIP))
            printf("# known %s\n", a64_knowns[i].text);
        else if (test.unmet)
            printf("# unmet %s\n", a64_knowns[i].text);
    }
    return failed ? 1 : 0;
}

int main(int argc, char **argv) {
    read_arguments(argc, argv);
    uint64_t seed = test.seed, *area = test_area_map();
    for (size_t i = 0; i < A64_RANDOM_AREA_SIZE / 8; i++)
        area[i] = a64_random(&seed);
    memcpy(test.pristine, area, A64_RANDOM_AREA_SIZE);
    test_machine_open(test.engines[0].memory);
    printf("1..%u\n", test.engine_count);
    for (unsigned first = 0; first < *test.engines[1].emitted_count;)
        first = check_row(first);
    test_machine_close();
    return print_results();
}
