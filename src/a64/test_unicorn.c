/* SPDX-License-Identifier: MIT */
#include "a64/host_fp.h"
#include "a64/random.h"
#include "a64/row.h"
#include "a64/test_state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicorn/unicorn.h>

#include <cmocka.h>

/* Every row of the table on random states, interpreter beside Unicorn. Arguments for
 * a closer look: a row's name or "all", and the number of states. */

enum { REGISTERS = 31 + 1 + 1 + 32 + 1 + 1 };

static struct {
    uc_engine *uc;
    unsigned runs;
    uint8_t *memory; /* Unicorn's copy of the area */
    int ids[REGISTERS];
    uint64_t nzcv, fpcr;
    uint64_t *words;
} machine;

/* Unicorn 2.0.1 crashes after some millions of code changes; a fresh one every now and then helps.
 */
enum { RUNS_OF_ONE_UNICORN = 100000 };

static void unicorn_open(void) {
    machine.runs = 0;
    assert_int_equal(uc_open(UC_ARCH_ARM64, UC_MODE_ARM, &machine.uc), UC_ERR_OK);
    assert_int_equal(uc_mem_map_ptr(machine.uc, A64_RANDOM_AREA, A64_RANDOM_AREA_SIZE,
                                    UC_PROT_READ | UC_PROT_WRITE, machine.memory),
                     UC_ERR_OK);
    assert_int_equal(uc_mem_map(machine.uc, A64_RANDOM_CODE, 0x1000, UC_PROT_ALL), UC_ERR_OK);
}

static void machine_open(void) {
    machine.memory = aligned_alloc(4096, A64_RANDOM_AREA_SIZE);
    machine.words = test_area_map();
    uint64_t seed = 1;
    for (size_t i = 0; i < A64_RANDOM_AREA_SIZE / 8; i++)
        machine.words[i] = a64_random(&seed);
    memcpy(machine.memory, machine.words, A64_RANDOM_AREA_SIZE);
    unicorn_open();
    int *id = machine.ids;
    for (int i = 0; i < 29; i++)
        *id++ = UC_ARM64_REG_X0 + i;
    *id++ = UC_ARM64_REG_X29;
    *id++ = UC_ARM64_REG_X30;
    *id++ = UC_ARM64_REG_SP;
    *id++ = UC_ARM64_REG_PC;
    for (int i = 0; i < 32; i++)
        *id++ = UC_ARM64_REG_Q0 + i;
    *id++ = UC_ARM64_REG_NZCV;
    *id++ = UC_ARM64_REG_FPCR;
}

static void values_of(struct a64_state *s, void **values) {
    for (int i = 0; i < 31; i++)
        *values++ = &s->x[i];
    *values++ = &s->sp;
    *values++ = &s->pc;
    for (int i = 0; i < 32; i++)
        *values++ = &s->q[i];
    *values++ = &machine.nzcv;
    *values++ = &machine.fpcr;
}

/* Unicorn executes the word on s; false where it refuses. */
static bool machine_run(struct a64_state *s, uint32_t word) {
    void *values[REGISTERS];
    if (machine.runs++ == RUNS_OF_ONE_UNICORN) {
        uc_close(machine.uc);
        unicorn_open();
    }
    values_of(s, values);
    machine.nzcv = (uint64_t)(s->n << 3 | s->z << 2 | s->c << 1 | s->v) << 28;
    machine.fpcr = s->fpcr;
    uc_mem_write(machine.uc, A64_RANDOM_CODE, &word, sizeof word);
    uc_ctl_remove_cache(machine.uc, A64_RANDOM_CODE, A64_RANDOM_CODE + 8);
    uc_reg_write_batch(machine.uc, machine.ids, values, REGISTERS);
    const uc_err error = uc_emu_start(machine.uc, A64_RANDOM_CODE, 0, 0, 1);
    uc_reg_read_batch(machine.uc, machine.ids, values, REGISTERS);
    s->n = machine.nzcv >> 31 & 1, s->z = machine.nzcv >> 30 & 1;
    s->c = machine.nzcv >> 29 & 1, s->v = machine.nzcv >> 28 & 1;
    return error == UC_ERR_OK || error == UC_ERR_FETCH_UNMAPPED || error == UC_ERR_FETCH_PROT;
}

static int check_row(enum a64_op op, int count) {
    const struct a64_row *row = &a64_rows[op];
    uint64_t seed = op;
    int bad = 0;
    for (int i = 0; i < count && bad < 3; i++) {
        uint32_t word;
        char text[200];
        if (!a64_random_word(op, &seed, &word)) {
            printf("# %s: no word found\n", row->info.name);
            return 1;
        }
        struct a64_state ours, theirs, start;
        a64_random_state(&ours, op, word, &seed);
        start = theirs = ours;
        if (!machine_run(&theirs, word)) {
            printf("# %s %08x: Unicorn refuses it\n", row->info.name, word);
            bad++;
            continue;
        }
        a64_host_set_fpcr(ours.fpcr);
        a64_execute(&ours, word);
        a64_host_set_fpcr(0);
        if (!test_same_state(&ours, &theirs, text, sizeof text)) {
            printf("# %s %08x: %s, FPCR %#x\n", row->info.name, word, text, start.fpcr);
            const unsigned n = word >> 5 & 31, m = word >> 16 & 31;
            printf("#   q%u %016lx_%016lx q%u %016lx_%016lx\n", n, start.q[n][1], start.q[n][0], m,
                   start.q[m][1], start.q[m][0]);
            bad++;
        }
    }
    if (memcmp(machine.memory, machine.words, A64_RANDOM_AREA_SIZE)) {
        printf("# %s: memory differs\n", row->info.name);
        memcpy(machine.memory, machine.words, A64_RANDOM_AREA_SIZE);
        bad++;
    }
    return bad;
}

static const char *only_row;
static int states = 100;

static void rows_agree_with_unicorn(void **state) {
    (void)state;
    machine_open();
    int bad = 0, rows = 0;
    for (int op = 1; op < A64_OPS; op++) {
        if (only_row ? strcmp(only_row, a64_rows[op].info.name) != 0
                     : !a64_random_testable((enum a64_op)op))
            continue;
        bad += check_row((enum a64_op)op, states);
        rows++;
    }
    printf("# %d rows\n# count states %d\n# count differences %d\n", rows, rows * states, bad);
    uc_close(machine.uc);
    free(machine.memory);
    assert_true(rows > 0);
    assert_int_equal(bad, 0);
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "all"))
        only_row = argv[1];
    if (argc > 2)
        states = atoi(argv[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_agree_with_unicorn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
