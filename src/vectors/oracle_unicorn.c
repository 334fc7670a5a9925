/* SPDX-License-Identifier: MIT */
/* windlass-oracle-unicorn: reads vectors without what they want from its input and writes them as
 * Unicorn completes them. A case that it cannot run is left out, with a line on stderr. */
#include "base/memory.h"
#include "vectors/vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicorn/unicorn.h>

/* Unicorn 2.0.1 crashes after some millions of code changes; a fresh one every now and then helps.
 */
enum { CASES_OF_ONE_UNICORN = 100000, STEPS = 100000 };

/* X0 to X30, SP, V0 to V31, NZCV, FPCR, FPSR, PC, as enum vector_register counts them. */
static int ids[VECTOR_REGISTERS];

static void fill_ids(void) {
    for (int i = 0; i < 29; i++)
        ids[i] = UC_ARM64_REG_X0 + i;
    ids[29] = UC_ARM64_REG_X29;
    ids[30] = UC_ARM64_REG_X30;
    ids[VECTOR_SP] = UC_ARM64_REG_SP;
    for (int i = 0; i < 32; i++)
        ids[VECTOR_V0 + i] = UC_ARM64_REG_Q0 + i;
    ids[VECTOR_NZCV] = UC_ARM64_REG_NZCV;
    ids[VECTOR_FPCR] = UC_ARM64_REG_FPCR;
    ids[VECTOR_FPSR] = UC_ARM64_REG_FPSR;
    ids[VECTOR_PC] = UC_ARM64_REG_PC;
}

enum { NZCV_SHIFT = 28 };

static uc_err write_registers(uc_engine *uc, const struct a64_state *s) {
    uint64_t values[VECTOR_REGISTERS][2];
    void *places[VECTOR_REGISTERS];
    for (unsigned i = 0; i < VECTOR_REGISTERS; i++) {
        const struct vector_value value = vector_get(s, (enum vector_register)i);
        values[i][0] = i == VECTOR_NZCV ? value.low << NZCV_SHIFT : value.low;
        values[i][1] = value.high;
        places[i] = values[i];
    }
    return uc_reg_write_batch(uc, ids, places, VECTOR_REGISTERS);
}

static uc_err read_registers(uc_engine *uc, struct a64_state *s) {
    uint64_t values[VECTOR_REGISTERS][2] = {0};
    void *places[VECTOR_REGISTERS];
    for (unsigned i = 0; i < VECTOR_REGISTERS; i++)
        places[i] = values[i];
    const uc_err error = uc_reg_read_batch(uc, ids, places, VECTOR_REGISTERS);
    for (unsigned i = 0; i < VECTOR_REGISTERS; i++) {
        const uint64_t low = i == VECTOR_NZCV ? values[i][0] >> NZCV_SHIFT : values[i][0];
        vector_put(s, &(struct vector_value){(enum vector_register)i, low, values[i][1]});
    }
    return error;
}

static uc_err map_case(uc_engine *uc, const struct vectors *v, const struct vector_case *c,
                       const uint64_t *pages, size_t count) {
    uint8_t page[GUEST_PAGE] = {0};
    uc_err error = uc_mem_write(uc, VECTORS_CODE, page, sizeof page);
    if (!error)
        error = uc_mem_write(uc, VECTORS_CODE, vector_code(v, c), 4 * (size_t)c->code.count);
    for (size_t i = 0; !error && i < count; i++) {
        vector_page(v, c, pages[i], page);
        error = uc_mem_map(uc, pages[i], GUEST_PAGE, UC_PROT_READ | UC_PROT_WRITE);
        if (!error)
            error = uc_mem_write(uc, pages[i], page, sizeof page);
    }
    return error;
}

/* An instruction at a time, until control leaves the code. A jump to where nothing is mapped does
 * so, and Unicorn then says that it cannot fetch. */
static uc_err run_code(uc_engine *uc, const struct vector_case *c, uint64_t *pc) {
    uc_err error = uc_ctl_remove_cache(uc, VECTORS_CODE, VECTORS_CODE + GUEST_PAGE);
    for (int step = 0; !error && step < STEPS; step++) {
        error = uc_emu_start(uc, *pc, 0, 0, 1);
        const bool left = error == UC_ERR_FETCH_UNMAPPED || error == UC_ERR_FETCH_PROT;
        if (!error || left)
            error = uc_reg_read(uc, UC_ARM64_REG_PC, pc);
        if (!error && (left || *pc < VECTORS_CODE || *pc >= vector_code_end(c) || *pc & 3))
            return UC_ERR_OK;
    }
    return error ? error : UC_ERR_RESOURCE;
}

static uc_err complete(uc_engine *uc, const struct vectors *v, const struct vector_case *c,
                       struct strbuf *out) {
    static uint8_t memory[VECTORS_PAGES * GUEST_PAGE];
    uint64_t pages[VECTORS_PAGES], pc = VECTORS_CODE;
    struct a64_state before, after;
    const size_t count = vector_pages(v, c, pages);
    uc_err error = map_case(uc, v, c, pages, count);
    vector_start(v, c, &before);
    after = before;
    if (!error)
        error = write_registers(uc, &before);
    if (!error)
        error = run_code(uc, c, &pc);
    if (!error)
        error = read_registers(uc, &after);
    for (size_t i = 0; i < count; i++) {
        if (!error)
            error = uc_mem_read(uc, pages[i], memory + i * GUEST_PAGE, GUEST_PAGE);
        uc_mem_unmap(uc, pages[i], GUEST_PAGE);
    }
    if (error)
        return error;
    vector_print(v, c, out);
    vector_print_want(v, c, &before, &after, memory, out);
    return UC_ERR_OK;
}

static uc_engine *open_unicorn(void) {
    uc_engine *uc;
    uc_err error = uc_open(UC_ARCH_ARM64, UC_MODE_ARM, &uc);
    if (!error)
        error = uc_mem_map(uc, VECTORS_CODE, GUEST_PAGE, UC_PROT_READ | UC_PROT_EXEC);
    if (!error)
        return uc;
    fprintf(stderr, "windlass-oracle-unicorn: %s\n", uc_strerror(error));
    exit(1);
}

int main(void) {
    struct vectors v;
    struct error error = {0};
    struct strbuf out = {0};
    if (!vectors_open("-", &v, &error)) {
        fprintf(stderr, "windlass-oracle-unicorn: %s\n", error.text);
        return 1;
    }
    fill_ids();
    uc_engine *uc = open_unicorn();
    for (size_t i = 0; i < v.count; i++) {
        if (i && i % CASES_OF_ONE_UNICORN == 0) {
            uc_close(uc);
            uc = open_unicorn();
        }
        const uc_err refused = complete(uc, &v, &v.cases[i], &out);
        if (refused)
            fprintf(stderr, "windlass-oracle-unicorn: %s is left out: %s\n",
                    vector_name(&v, &v.cases[i]), uc_strerror(refused));
    }
    uc_close(uc);
    const bool written =
        fwrite(out.text ? out.text : "", 1, out.length, stdout) == out.length && !fflush(stdout);
    strbuf_free(&out);
    vectors_close(&v);
    return !written;
}
