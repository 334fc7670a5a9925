/* SPDX-License-Identifier: MIT */
#include "lift/spin.h"

#include "base/strbuf.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

/* Loops of assembly, and how many ways back only another thread can end. 9 is the label behind a
 * loop, and `other` that of a function. */

struct loop {
    size_t waits;
    const char *body;
};

static void assemble(const struct loop *loops, size_t count, struct test_code *code) {
    struct strbuf source = {0};
    strbuf_add(&source, "_start: str x30, [sp, #-16]!\n");
    for (size_t i = 0; i < count; i++)
        strbuf_addf(&source, "bl f%zu\n", i);
    strbuf_add(&source, "ldr x30, [sp], #16\n ret\nother: ret\n");
    for (size_t i = 0; i < count; i++)
        strbuf_addf(&source, "f%zu: %s\n9: ret\n", i, loops[i].body);
    strbuf_add(&source, ".section .rodata\n.word 0\n");
    test_discover(code, source.text);
    strbuf_free(&source);
}

static void expect(const struct loop *loops, size_t count) {
    struct test_code code;
    assemble(loops, count, &code);
    for (size_t i = 0; i < count; i++) {
        char name[8];
        struct spins spins;
        snprintf(name, sizeof name, "f%zu", i);
        spins_find(&code.text, test_function(&code, name), &spins);
        if (spins.count != loops[i].waits)
            fail_msg("%zu ways back that wait, not %zu, in:\n%s", spins.count, loops[i].waits,
                     loops[i].body);
        for (size_t k = 0; k < spins.count; k++)
            assert_int_equal(spins_way(&spins, spins.spins[k].latch, spins.spins[k].header),
                             SPIN_AGAIN);
        spins_free(&spins);
    }
    test_close(&code);
}
#define EXPECT(loops) expect(loops, sizeof(loops) / sizeof *(loops))

static void loops_of_loads_and_compares(void **state) {
    static const struct loop loops[] = {
        {1, "1: ldr w1, [x0]\ncbz w1, 1b"},
        {1, "1: ldar w1, [x0]\n cmp w1, w2\nb.ne 1b"},
        {1, "1: ldrb w1, [x0]\ntbnz w1, #0, 1b"},
        {1, "1: ldr x1, [x0, #8]\n sub x1, x1, x2\n cmp x1, #3\nb.hi 1b"},
        {1, "1: ldp x1, x2, [x0]\n cmp x1, x2\nb.eq 1b"},
        /* The address is worked out in each turn, and is the same in each. */
        {1, "1: adrp x1, other\n add x1, x1, x3, lsl #2\n ldr w1, [x1]\ncbz w1, 1b"},
        /* Through a pointer that is loaded. */
        {1, "1: ldr x1, [x0]\n ldr w1, [x1]\ncbz w1, 1b"},
        {1, "1: ldr s0, [x0]\n fcmp s0, #0.0\nb.eq 1b"},
        {1, "1: ldr q0, [x0]\n umov w1, v0.s[1]\ncbz w1, 1b"},
        {1, "1: mrs x1, tpidrro_el0\n ldr w1, [x1]\ncbz w1, 1b"},
        {1, "1: ldr w1, [sp, #8]\ncbz w1, 1b"},
    };
    (void)state;
    EXPECT(loops);
}

static void hints_and_barriers(void **state) {
    static const struct loop loops[] = {
        {1, "1: yield\n ldr w1, [x0]\ncbz w1, 1b"},
        {1, "sevl\n1: wfe\n ldaxr w1, [x0]\ncbnz w1, 1b"},
        {1, "1: ldr w1, [x0]\n dmb ish\ncbz w1, 1b"},
        {1, "1: isb\n dsb sy\n ldr w1, [x0]\n nop\ncbz w1, 1b"},
        {1, "1: ldxr w1, [x0]\n clrex\ncbz w1, 1b"},
        {1, "1: dc civac, x0\n ldr w1, [x0]\ncbz w1, 1b"},
        {1, "1: prfm pldl1keep, [x0]\n ldr w1, [x0]\ncbz w1, 1b"},
    };
    (void)state;
    EXPECT(loops);
}

/* The lock of which an inner part waits: only that part. */
static void the_part_of_a_lock_that_waits(void **state) {
    static const struct loop loops[] = {
        {1, "1: wfe\n ldaxr w1, [x0]\n cbnz w1, 1b\n stxr w2, w3, [x0]\ncbnz w2, 1b"},
        {0, "1: ldaxr w1, [x0]\n add w1, w1, #1\n stlxr w2, w1, [x0]\ncbnz w2, 1b"},
    };
    (void)state;
    EXPECT(loops);
}

static void several_blocks(void **state) {
    static const struct loop loops[] = {
        /* The test stands in the middle, */
        {1, "1: ldr w1, [x0]\n cbnz w1, 9f\n yield\nb 1b"},
        /* or is jumped to first; */
        {1, "b 2f\n1: yield\n2: ldr w1, [x0]\ncbz w1, 1b"},
        /* two words are waited for; */
        {1, "1: ldr w1, [x0]\n cbnz w1, 9f\n ldr w1, [x2]\ncbz w1, 1b"},
        /* a few turns of rest change nothing; */
        {1, "1: mov w3, #50\n3: subs w3, w3, #1\n b.ne 3b\n ldr w1, [x0]\n"
            "cbz w1, 1b"},
        /* and each of two ways back closes one. */
        {2, "1: ldr w1, [x0]\n cbz w1, 1b\n ldr w1, [x2]\ncbz w1, 1b"},
    };
    (void)state;
    EXPECT(loops);
}

/* What it counts beside decides nothing. */
static void a_count_that_nobody_asks(void **state) {
    static const struct loop loops[] = {
        {1, "1: add x3, x3, #1\n ldr w1, [x0]\ncbz w1, 1b"},
    };
    (void)state;
    EXPECT(loops);
}

static void loops_that_end_by_themselves(void **state) {
    static const struct loop loops[] = {
        /* They count, */
        {0, "1: subs x3, x3, #1\nb.ne 1b"},
        {0, "1: ldr w1, [x0]\n cbnz w1, 9f\n subs x3, x3, #1\nb.ne 1b"},
        {0, "mov w3, #9\n1: ldr w1, [x0]\n sub w3, w3, #1\n orr w1, w1, w3\n"
            "cbnz w1, 1b"},
        /* walk, */
        {0, "1: ldrb w1, [x0], #1\ncbnz w1, 1b"},
        {0, "1: ldr w1, [x0, x3]\n add x3, x3, #4\ncbnz w1, 1b"},
        {0, "1: ldr x0, [x0]\ncbnz x0, 1b"},
        /* compare with what was there before, */
        {0, "1: mov w2, w1\n ldr w1, [x0]\n cmp w1, w2\nb.ne 1b"},
        /* or wait for a time. */
        {0, "1: mrs x1, cntpct_el0\n cmp x1, x2\nb.lo 1b"},
        {0, "1: ldr w1, [x0]\n cbnz w1, 9f\n mrs x1, cntvct_el0\n cmp x1, x2\n"
            "b.lo 1b"},
    };
    (void)state;
    EXPECT(loops);
}

static void loops_that_do_more(void **state) {
    static const struct loop loops[] = {
        {0, "1: str w2, [x3]\n ldr w1, [x0]\ncbz w1, 1b"},
        {0, "1: stlr w2, [x3]\n ldr w1, [x0]\ncbz w1, 1b"},
        {0, "str x30, [sp, #-16]!\n1: bl other\n ldr w1, [x0]\ncbz w1, 1b\n"
            " ldr x30, [sp], #16"},
        {0, "1: svc #0xb\n ldr w1, [x0]\ncbz w1, 1b"},
        {0, "1: dc zva, x3\n ldr w1, [x0]\ncbz w1, 1b"},
        {0, "1: msr fpcr, x3\n ldr w1, [x0]\ncbz w1, 1b"},
        {0, "1: mrs x3, fpsr\n ldr w1, [x0]\ncbz w1, 1b"},
    };
    (void)state;
    EXPECT(loops);
}

static void loops_that_nobody_ends(void **state) {
    static const struct loop loops[] = {
        {0, "1: b 1b"},
        {0, "1: ldr w1, [x0]\nb 1b"},
        {0, "1: ldr w1, [x0]\ncbz w2, 1b"},
    };
    (void)state;
    EXPECT(loops);
}

static void ways_out_end_the_wait(void **state) {
    static const struct loop loops[] = {
        {1, "mov w9, #1\n1: ldr w1, [x0]\n cbnz w1, 2f\n yield\n b 1b\n2: mov w0, w1"}};
    struct test_code code;
    struct spins spins;
    (void)state;
    assemble(loops, 1, &code);
    const struct function *f = test_function(&code, "f0");
    spins_find(&code.text, f, &spins);
    assert_int_equal(spins.count, 1);
    const uint32_t loop = spins.spins[0].header, back = spins.spins[0].latch;
    const uint32_t first = f->blocks[f->entry_block].first;
    assert_int_equal(f->blocks[loop].first, first + 1);
    assert_int_equal(f->blocks[back].first, first + 3);
    const uint32_t done = f->blocks[loop].taken.block;
    assert_int_equal(spins_way(&spins, loop, done), SPIN_LEFT);
    assert_int_equal(spins_way(&spins, loop, back), SPIN_NO_WAY);
    assert_int_equal(spins_way(&spins, loop - 1, loop), SPIN_NO_WAY);
    spins_free(&spins);
    test_close(&code);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_of_loads_and_compares),
        cmocka_unit_test(hints_and_barriers),
        cmocka_unit_test(the_part_of_a_lock_that_waits),
        cmocka_unit_test(several_blocks),
        cmocka_unit_test(a_count_that_nobody_asks),
        cmocka_unit_test(loops_that_end_by_themselves),
        cmocka_unit_test(loops_that_do_more),
        cmocka_unit_test(loops_that_nobody_ends),
        cmocka_unit_test(ways_out_end_the_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
