/* SPDX-License-Identifier: MIT */
#include "lift/test_random_floats.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/strbuf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FUNCTIONS = 60, MOST = 40 };

/* d, n, m: vector registers 0 to 7; i, k: lanes 0 to 1; x: general register 3 to 6; o: offset. */
static const char *const computing[] = {
    "fadd vd.4s, vn.4s, vm.4s",
    "fmul vd.4s, vn.4s, vm.4s",
    "fsub vd.2s, vn.2s, vm.2s",
    "fdiv vd.4s, vn.4s, vm.4s",
    "fmla vd.4s, vn.4s, vm.4s",
    "fmls vd.2s, vn.2s, vm.2s",
    "fsqrt vd.4s, vn.4s",
    "fmul vd.4s, vn.4s, vm.s[i]",
    "fmla vd.4s, vn.4s, vm.s[i]",
    "fadd sd, sn, sm",
    "fmul sd, sn, sm",
    "fnmul sd, sn, sm",
    "fmadd sd, sn, sm, sn",
    "fnmsub sd, sn, sm, sd",
    "fsqrt sd, sn",
    "fadd vd.2d, vn.2d, vm.2d",
    "fmul vd.2d, vn.2d, vm.d[k]",
    "fmls vd.2d, vn.2d, vm.2d",
    "fadd dd, dn, dm",
    "fmul dd, dn, dm",
    "fdiv dd, dn, dm",
    "fmsub dd, dn, dm, dn",
    "fsub sd, sn, sm",
    "fsub vd.4s, vn.4s, vm.4s",
};
static const char *const passing[] = {
    "fneg vd.4s, vn.4s",
    "fabs sd, sn",
    "fmov sd, sn",
    "fmov dd, dn",
    "fcsel sd, sn, sm, gt",
    "fcmp sn, sm",
    "fcmp dn, dm",
    "fcvt dd, sn",
    "fcvt sd, dn",
    "fmax vd.4s, vn.4s, vm.4s",
    "fminnm sd, sn, sm",
    "dup vd.4s, vn.s[i]",
    "mov vd.s[i], vn.s[k]",
    "mov vd.d[k], vn.d[k]",
    "zip1 vd.4s, vn.4s, vm.4s",
    "trn2 vd.2d, vn.2d, vm.2d",
    "faddp vd.4s, vn.4s, vm.4s",
    "fcmgt vd.4s, vn.4s, vm.4s",
    "frintz vd.4s, vn.4s",
    "fcvtzs wx, sn",
    "frecpe vd.4s, vn.4s",
    "frecps vd.4s, vn.4s, vm.4s",
    "fmulx sd, sn, sm",
    "fcvtl vd.2d, vn.2s",
    "cmp xx, #5",
};
static const char *const looking[] = {
    "fmov wx, sn",
    "umov wx, vn.s[i]",
    "eor vd.16b, vn.16b, vm.16b",
    "mov vd.16b, vn.16b",
    "ext vd.16b, vn.16b, vm.16b, #4",
    "add vd.4s, vn.4s, vm.4s",
    "cmeq vd.4s, vn.4s, vm.4s",
    "scvtf sd, wx",
    "movi vd.16b, #0",
    "fmov sd, wx",
    "bsl vd.16b, vn.16b, vm.16b",
    "fcvtn vd.2s, vn.2d",
    "fcvtn2 vd.4s, vn.2d",
};
static const char *const memory[] = {
    "ldr qd, [x0, #o]",
    "ldr sd, [x0, #o]",
    "ldr dd, [x0, #o]",
    "ld1r {vd.4s}, [x0]",
};
static const char *const storing[] = {"str qn, [x1, #o]", "str sn, [x1, #o]", "str wx, [x1, #o]"};

/* What comes twice, for two vectors; the last register is one for both where a lane is taken. The
 * first 8 are of single floats, then come 4 of doubles. */
static const struct {
    const char *form;
    bool lane;
} twice[] = {
    {"fadd v%u.4s, v%u.4s, v%u.4s", false},  {"fsub v%u.4s, v%u.4s, v%u.4s", false},
    {"fmul v%u.4s, v%u.4s, v%u.4s", false},  {"fdiv v%u.4s, v%u.4s, v%u.4s", false},
    {"fmla v%u.4s, v%u.4s, v%u.4s", false},  {"fmls v%u.4s, v%u.4s, v%u.4s", false},
    {"fmul v%u.4s, v%u.4s, v%u.s[3]", true}, {"fmla v%u.4s, v%u.4s, v%u.s[1]", true},
    {"fadd v%u.2d, v%u.2d, v%u.2d", false},  {"fmul v%u.2d, v%u.2d, v%u.d[1]", true},
    {"fmls v%u.2d, v%u.2d, v%u.d[0]", true}, {"fmla v%u.2d, v%u.2d, v%u.2d", false},
};

static uint64_t state;

static unsigned below(unsigned limit) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33) % limit;
}

/* The letters stand for themselves in names of instructions. */
static void add_instruction(struct strbuf *out, const char *form) {
    const char *operands = strchr(form, ' ');
    strbuf_addf(out, " %.*s ", (int)(operands - form), form);
    for (const char *p = operands + 1; *p; p++) {
        const bool after = p > operands + 1 && strchr("vqsdwx", p[-1]) && p[-2] != '.';
        if (strchr("dnm", *p) && after)
            strbuf_addf(out, "%u", below(8));
        else if (*p == 'x' && after)
            strbuf_addf(out, "%u", 3 + below(4));
        else if (strchr("ik", *p) && p[-1] == '[')
            strbuf_addf(out, "%u", below(2));
        else if (*p == 'o')
            strbuf_addf(out, "%u", 256 + 16 * below(32));
        else
            strbuf_add_bytes(out, p, 1);
    }
    strbuf_add(out, "\n");
}

#define ANY_OF(list) list[below(sizeof list / sizeof *(list))]

/* Registers 0 to 5 in twos, and 6 and 7, which are the same for both. */
static void add_twice(struct strbuf *out, bool wide) {
    const unsigned choice = wide ? 8 + below(4) : below(8), swap = below(2);
    unsigned regs[3] = {2 * below(3), 2 * below(3), 2 * below(3)};
    if (twice[choice].lane || !below(4))
        regs[2] = 6 + below(2);
    for (unsigned i = 0; i < 2; i++) {
        const unsigned half = i ^ swap;
        strbuf_add(out, " ");
        strbuf_addf(out, twice[choice].form, regs[0] + half, regs[1] + half,
                    regs[2] + (regs[2] < 6 ? half : 0));
        strbuf_add(out, "\n");
    }
}

/* A loop as it is unrolled for two vectors, more or less. */
static void add_unrolled(struct strbuf *out) {
    const unsigned count = 2 + below(8);
    const bool wide = !below(3);
    for (unsigned i = 0; i < count; i++) {
        const unsigned kind = below(12), r = 2 * below(3);
        if (kind < 3)
            strbuf_addf(out, " ldp q%u, q%u, [x0, #%u]\n", r, r + 1, 32 * below(16));
        else if (kind == 3)
            strbuf_addf(out, " ldp q%u, q%u, [x9], #32\n", r, r + 1);
        else if (kind == 4 && !below(4))
            add_instruction(out, ANY_OF(computing));
        else
            add_twice(out, wide);
    }
}

static void add_function(struct strbuf *out, unsigned number) {
    const bool loop = number % 3 == 0, stores = number % 2, looks = number % 4 < 3;
    const unsigned count = 2 + below(MOST);
    strbuf_addf(out, "random_%u:\n", number);
    for (unsigned r = 0; r < 8; r += 2)
        strbuf_addf(out, " ldp q%u, q%u, [x0, #%u]\n", r, r + 1, 16 * r);
    for (unsigned r = 3; r < 7; r++)
        strbuf_addf(out, " ldr x%u, [x0, #%u]\n", r, 8 * r);
    strbuf_add(out, " cmp x3, x4\n mov x8, #3\n mov x9, x0\n1:\n");
    const bool unrolled = number % 6 == 0;
    if (unrolled)
        add_unrolled(out);
    for (unsigned i = 0; i < count && !unrolled; i++) {
        const unsigned kind = below(20);
        add_instruction(out, kind < 12              ? ANY_OF(computing)
                             : kind < 16 || !looks  ? ANY_OF(passing)
                             : kind < 18            ? ANY_OF(memory)
                             : kind == 18 && stores ? ANY_OF(storing)
                                                    : ANY_OF(looking));
    }
    if (loop)
        strbuf_add(out, " subs x8, x8, #1\n b.ne 1b\n");
    strbuf_add(out, " cset x7, gt\n");
    for (unsigned r = 0; r < 8; r += 2)
        strbuf_addf(out, " stp q%u, q%u, [x1, #%u]\n", r, r + 1, 16 * r);
    strbuf_add(out,
               " stp x3, x4, [x1, #128]\n stp x5, x6, [x1, #144]\n str x7, [x1, #160]\n ret\n");
}

void test_random_floats(const char *folder, unsigned seed) {
    struct strbuf s = {0};
    struct error error;
    char *path = memory_format("%s/functions.s", folder);
    state = seed;
    strbuf_add(&s, ".text\n");
    for (unsigned i = 0; i < FUNCTIONS; i++)
        add_function(&s, i);
    strbuf_add(&s, ".section .data.rel.ro, \"aw\"\n.balign 8\n.globl functions\nfunctions:\n");
    for (unsigned i = 0; i < FUNCTIONS; i++)
        strbuf_addf(&s, " .quad random_%u\n", i);
    strbuf_addf(&s, ".globl function_count\nfunction_count: .quad %d\n.text\n", FUNCTIONS);
    assert_true(file_write(path, s.text, s.length, &error));
    free(path);
    strbuf_free(&s);
}
