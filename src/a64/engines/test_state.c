/* SPDX-License-Identifier: MIT */
#include "a64/engines/test_state.h"

#include "a64/a64.h"
#include "a64/host_fp.h"
#include "a64/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *test_area_map(void) {
    static void *area;
    if (!area)
        area = mmap((void *)A64_RANDOM_AREA, A64_RANDOM_AREA_SIZE, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (area != (void *)A64_RANDOM_AREA)
        abort();
    return area;
}

static void begin_float(const struct a64_state *s) {
    a64_host_set_fpcr(s->fpcr);
    a64_host_clear_fpsr();
}

static void end_float(struct a64_state *s) {
    s->fpsr |= a64_host_fpsr();
    a64_host_set_fpcr(0);
}

void test_run(struct a64_state *s, void (*f)(struct a64_state *s)) {
    begin_float(s);
    f(s);
    end_float(s);
}

void test_execute(struct a64_state *s, uint32_t word) {
    begin_float(s);
    a64_execute(s, word);
    end_float(s);
}

static unsigned nzcv(const struct a64_state *s) {
    return s->n << 3u | s->z << 2u | s->c << 1u | s->v;
}

unsigned test_differing(const struct a64_state *a, const struct a64_state *b) {
    unsigned parts = 0;
    if (memcmp(a->x, b->x, sizeof a->x) || a->sp != b->sp || a->pc != b->pc)
        parts |= TEST_X;
    if (memcmp(a->q, b->q, sizeof a->q))
        parts |= TEST_V;
    if (nzcv(a) != nzcv(b))
        parts |= TEST_NZCV;
    if (a->fpsr != b->fpsr)
        parts |= TEST_FPSR;
    if (a->fpcr != b->fpcr || a->tpidr != b->tpidr || a->tpidrro != b->tpidrro)
        parts |= TEST_SYSTEM;
    return parts;
}

static void describe_x(const struct a64_state *got, const struct a64_state *want, char *text,
                       size_t room) {
    for (unsigned i = 0; i < 31; i++)
        if (got->x[i] != want->x[i]) {
            snprintf(text, room, "x%u is %#lx, not %#lx", i, got->x[i], want->x[i]);
            return;
        }
    if (got->sp != want->sp)
        snprintf(text, room, "sp is %#lx, not %#lx", got->sp, want->sp);
    else
        snprintf(text, room, "pc is %#lx, not %#lx", got->pc, want->pc);
}

static void describe_v(const struct a64_state *got, const struct a64_state *want, char *text,
                       size_t room) {
    for (unsigned i = 0; i < 32; i++)
        if (got->q[i][0] != want->q[i][0] || got->q[i][1] != want->q[i][1]) {
            snprintf(text, room, "q%u is %016lx_%016lx, not %016lx_%016lx", i, got->q[i][1],
                     got->q[i][0], want->q[i][1], want->q[i][0]);
            return;
        }
}

void test_describe(const struct a64_state *got, const struct a64_state *want, unsigned parts,
                   char *text, size_t room) {
    if (parts & TEST_X)
        describe_x(got, want, text, room);
    else if (parts & TEST_V)
        describe_v(got, want, text, room);
    else if (parts & TEST_NZCV)
        snprintf(text, room, "NZCV is %#x, not %#x", nzcv(got), nzcv(want));
    else if (parts & TEST_FPSR)
        snprintf(text, room, "FPSR is %#x, not %#x", got->fpsr, want->fpsr);
    else
        snprintf(text, room, "FPCR %#x, TPIDR %#lx, TPIDRRO %#lx are not %#x, %#lx, %#lx",
                 got->fpcr, got->tpidr, got->tpidrro, want->fpcr, want->tpidr, want->tpidrro);
}
