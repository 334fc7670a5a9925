/* SPDX-License-Identifier: MIT */
#include "a64/engines/test_machine.h"

#include "a64/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <unicorn/unicorn.h>

enum {
    REGISTERS = 31 + 1 + 1 + 32 + 1 + 1 + 1 + 2,
    /* Unicorn 2.0.1 crashes after some millions of code changes: a fresh one now and then. */
    CHANGES_OF_ONE_UNICORN = 100000,
};
#define PRELUDE (A64_RANDOM_CODE + 0x800)

static struct {
    uc_engine *uc;
    void *memory;
    unsigned changes;
    uint32_t word, prelude; /* in Unicorn's memory */
    int ids[REGISTERS];
    uint64_t nzcv, fpcr, fpsr;
} machine;

static void check(uc_err error, const char *what) {
    if (error == UC_ERR_OK)
        return;
    fprintf(stderr, "Unicorn: %s: %s\n", what, uc_strerror(error));
    exit(1);
}

static void open_unicorn(void) {
    machine.changes = machine.word = machine.prelude = 0;
    check(uc_open(UC_ARCH_ARM64, UC_MODE_ARM, &machine.uc), "open");
    check(uc_ctl_set_cpu_model(machine.uc, UC_CPU_ARM64_A57), "Cortex-A57");
    check(uc_mem_map_ptr(machine.uc, A64_RANDOM_AREA, A64_RANDOM_AREA_SIZE,
                         UC_PROT_READ | UC_PROT_WRITE, machine.memory),
          "area");
    check(uc_mem_map(machine.uc, A64_RANDOM_CODE, 0x1000, UC_PROT_ALL), "code");
}

void test_machine_open(void *memory) {
    machine.memory = memory;
    open_unicorn();
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
    *id++ = UC_ARM64_REG_FPSR;
    *id++ = UC_ARM64_REG_TPIDR_EL0;
    *id++ = UC_ARM64_REG_TPIDRRO_EL0;
}

void test_machine_close(void) {
    uc_close(machine.uc);
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
    *values++ = &machine.fpsr;
    *values++ = &s->tpidr;
    *values++ = &s->tpidrro;
}

static void set_code(uint64_t address, uint32_t *known, uint32_t word) {
    if (*known == word)
        return;
    machine.changes++;
    *known = word;
    uc_mem_write(machine.uc, address, &word, sizeof word);
    uc_ctl_remove_cache(machine.uc, address, address + 8);
}

bool test_machine_run(struct a64_state *s, uint32_t prelude, uint32_t word) {
    void *values[REGISTERS];
    if (machine.changes >= CHANGES_OF_ONE_UNICORN) {
        uc_close(machine.uc);
        open_unicorn();
    }
    values_of(s, values);
    machine.nzcv = (uint64_t)(s->n << 3 | s->z << 2 | s->c << 1 | s->v) << 28;
    machine.fpcr = s->fpcr;
    machine.fpsr = s->fpsr;
    set_code(A64_RANDOM_CODE, &machine.word, word);
    uc_reg_write_batch(machine.uc, machine.ids, values, REGISTERS);
    if (prelude) {
        set_code(PRELUDE, &machine.prelude, prelude);
        if (uc_emu_start(machine.uc, PRELUDE, 0, 0, 1) != UC_ERR_OK)
            return false;
    }
    const uc_err error = uc_emu_start(machine.uc, A64_RANDOM_CODE, 0, 0, 1);
    uc_reg_read_batch(machine.uc, machine.ids, values, REGISTERS);
    s->n = machine.nzcv >> 31 & 1, s->z = machine.nzcv >> 30 & 1;
    s->c = machine.nzcv >> 29 & 1, s->v = machine.nzcv >> 28 & 1;
    s->fpcr = (uint32_t)machine.fpcr;
    s->fpsr = (uint32_t)machine.fpsr;
    /* Where the instruction branched to there need not be any code. */
    return error == UC_ERR_OK || error == UC_ERR_FETCH_UNMAPPED || error == UC_ERR_FETCH_PROT;
}
