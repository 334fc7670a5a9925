/* SPDX-License-Identifier: MIT */
#include "lift/emit.h"
#include "lift/test_code.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The C of the function that begins at _start. */
static void emit_source(const char *source, struct strbuf *out) {
    struct test_code c;
    struct summary summary;
    struct flow flow;
    test_discover(&c, source);
    summary_find(&c.text, &c.found, SUMMARY_FAST, &summary);
    const struct function *f = test_function(&c, "_start");
    flow_find(&c.text, &c.found, &summary, f, &flow);
    struct emitter e = {.text = &c.text,
                        .discovery = &c.found,
                        .summary = &summary,
                        .out = out,
                        .file_name = "n",
                        .file = 1,
                        .mentioned = NEW_ARRAY(uint32_t, c.found.count + 1),
                        .mentions = NEW_ARRAY(size_t, c.found.count + 1)};
    emit_function(&e, f, &flow);
    free(e.mentioned);
    free(e.mentions);
    flow_free(&flow);
    summary_free(&summary);
    test_close(&c);
}

static unsigned times(const struct strbuf *out, const char *text) {
    unsigned count = 0;
    for (const char *p = out->text; (p = strstr(p, text)); p++)
        count++;
    return count;
}

/* Every load of the guest is made, but for those of which nobody could tell. */
static void loads_that_may_be_left_out(void **state) {
    (void)state;
    struct strbuf out = {0};
    emit_source("_start: stp x29, x30, [sp, #-32]!\n stp x19, x20, [sp, #16]\n ldr x9, [x1]\n"
                " cmp w0, #3\n b.hi 3f\n adr x2, table\n adr x3, 0f\n ldrb w4, [x2, w0, uxtw]\n"
                " add x3, x3, w4, sxtb #2\n br x3\n"
                "0: mov x0, #1\n1: mov x0, #2\n2: mov x0, #3\n"
                "3: ldp x19, x20, [sp, #16]\n ldp x29, x30, [sp], #32\n ret\n"
                ".section .rodata\ntable: .byte 0, 1, 2, 0\n",
                &out);
    assert_int_equal(times(&out, "switch (t0)"), 1);
    assert_int_equal(times(&out, "SPARE_LOAD8("), 1);
    assert_int_equal(times(&out, "SPARE_LOAD64("), 4);
    assert_int_equal(times(&out, "LOAD64(x1)"), 1);
    assert_int_equal(times(&out, "LOAD64("), 5);
    strbuf_free(&out);
}

static void doubles_of_which_nobody_reads_the_rest(void **state) {
    (void)state;
    struct strbuf out = {0};
    emit_source("_start: ldr d0, [x0]\n fadd d0, d0, d0\n str d0, [x0]\n fmov d1, x1\n"
                " str q1, [x0]\n mov v0.16b, v31.16b\n ret\n.section .rodata\n.word 0\n",
                &out);
    assert_int_equal(times(&out, "LOW_F64(0, LOAD_F64(x0))"), 1);
    assert_int_equal(times(&out, "LOW_F64(0"), 2);
    assert_int_equal(times(&out, "LOW_D(1"), 0);
    assert_int_equal(times(&out, "SET_"), 1);
    strbuf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_that_may_be_left_out),
        cmocka_unit_test(doubles_of_which_nobody_reads_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
