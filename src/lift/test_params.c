/* SPDX-License-Identifier: MIT */
#include "lift/dataflow.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* What functions give each other, and which registers they keep. */

#define X(n) (1u << (n))
#define SP   (1u << 31)
#define TAIL "\n.section .rodata\n.word 0\n"

struct case_of {
    struct test_code code;
    struct summary summary;
};

static void open_case(struct case_of *k, const char *source) {
    test_discover(&k->code, source);
    summary_find(&k->code.text, &k->code.found, SUMMARY_FAST, &k->summary);
}

static void close_case(struct case_of *k) {
    summary_free(&k->summary);
    test_close(&k->code);
}

static struct regset of(const struct regset *sets, const struct case_of *k, const char *name) {
    return sets[discovery_find(&k->code.found, test_label(&k->code, name))];
}

static struct regset all_changes(const char *source, enum summary_mode mode) {
    struct case_of k;
    test_discover(&k.code, source);
    summary_find(&k.code.text, &k.code.found, mode, &k.summary);
    const struct regset all = of(k.summary.changes, &k, "f");
    close_case(&k);
    return all;
}

static uint32_t changes(const char *source) {
    return all_changes(source, SUMMARY_FAST).x;
}

/* The flow of the block of `function` whose last instruction stands at `label`. */
static struct block_flow flow_at(const struct case_of *k, const char *function, const char *label) {
    const struct function *f = test_function(&k->code, function);
    const uint32_t at = (uint32_t)text_index(&k->code.text, test_label(&k->code, label));
    struct flow flow;
    struct block_flow out = {0};
    bool found = false;
    flow_find(&k->code.text, &k->code.found, &k->summary, f, &flow);
    for (uint32_t i = 0; i < f->block_count; i++)
        if (f->blocks[i].first + f->blocks[i].count - 1 == at) {
            out = flow.blocks[i];
            found = true;
        }
    flow_free(&flow);
    assert_true(found);
    return out;
}

#define CALLER "_start: stp x29, x30, [sp, #-16]!\n bl f\n ldp x29, x30, [sp], #16\n ret\n"
#define SAVE   "stp x29, x30, [sp, #-32]!\n stp x19, x20, [sp, #16]\n mov x29, sp\n mov x19, x0\n"
#define LOAD   "ldp x19, x20, [sp, #16]\n ldp x29, x30, [sp], #32\n ret\n"

static void what_is_saved_and_restored_is_kept(void **state) {
    (void)state;
    assert_int_equal(changes(CALLER "f: " SAVE " bl f\n add x0, x0, x19\n" LOAD TAIL) & ~1u, 0);
    /* by single loads and stores, in two exits, with a frame of variable size */
    assert_int_equal(changes(CALLER "f: str x19, [sp, #-16]!\n mov x19, #1\n cbz x0, g\n"
                                    " ldr x19, [sp], #16\n ret\n"
                                    "g: ldr x19, [sp], #16\n mov x0, #1\n ret\n" TAIL),
                     X(0));
    assert_int_equal(changes(CALLER "f: " SAVE " sub sp, sp, x1\n bl f\n mov sp, x29\n" LOAD TAIL),
                     X(0) & 0);
}

static void what_is_not_is_not(void **state) {
    (void)state;
    assert_int_equal(changes(CALLER "f: mov x19, x0\n ret\n" TAIL), X(19));
    /* from another slot */
    assert_int_equal(changes(CALLER "f: " SAVE " ldp x20, x19, [sp, #16]\n"
                                    " ldp x29, x30, [sp], #32\n ret\n" TAIL),
                     X(19) | X(20));
    /* the slot was stored to: whole, in part, by a vector register, through x29 */
    assert_int_equal(changes(CALLER "f: " SAVE " str x0, [sp, #24]\n" LOAD TAIL), X(20));
    assert_int_equal(changes(CALLER "f: " SAVE " strb w0, [sp, #20]\n" LOAD TAIL), X(19));
    assert_int_equal(changes(CALLER "f: " SAVE " str q0, [sp, #16]\n" LOAD TAIL), X(19) | X(20));
    assert_int_equal(changes(CALLER "f: " SAVE " str x0, [x29, #16]\n" LOAD TAIL), X(19));
    /* half of it was saved */
    assert_int_equal(changes(CALLER "f: str w19, [sp, #-16]!\n mov x19, #1\n ldr w19, [sp], #16\n"
                                    " ret\n" TAIL),
                     X(19));
    /* on one way only */
    assert_int_equal(changes(CALLER "f: str x19, [sp, #-16]!\n mov x19, #1\n cbz x0, g\n"
                                    " ldr x19, [sp], #16\n ret\n"
                                    "g: add sp, sp, #16\n ret\n" TAIL),
                     X(19));
    /* a callee stores into the frame that it is called in */
    assert_int_equal(changes(CALLER "f: " SAVE " bl g\n" LOAD "g: str x0, [sp, #16]\n ret\n" TAIL),
                     X(19) | X(20) | X(29));
}

/* The lower halves of v8 to v15, which is what the procedure call standard asks for. */
static void vector_registers_are_kept_too(void **state) {
    (void)state;
    const char *kept = CALLER "f: stp d8, d9, [sp, #-16]!\n fmov v8.2d, #1.0\n fmov d9, #1.0\n"
                              " ldp d8, d9, [sp], #16\n ret\n" TAIL;
    assert_int_equal(all_changes(kept, SUMMARY_FAST).v, 0);
    assert_int_equal(all_changes(kept, SUMMARY_ANY_CALLS).v, X(8) | X(9));
    assert_int_equal(all_changes(CALLER "f: str s8, [sp, #-16]!\n fmov d8, #1.0\n"
                                        " ldr s8, [sp], #16\n ret\n" TAIL,
                                 SUMMARY_FAST)
                         .v,
                     X(8));
    /* the slot of x9 is none of d9, nor is one that was stored to */
    assert_int_equal(all_changes(CALLER "f: str x9, [sp, #-16]!\n fmov d9, #1.0\n"
                                        " ldr d9, [sp], #16\n ret\n" TAIL,
                                 SUMMARY_FAST)
                         .v,
                     X(9));
    assert_int_equal(all_changes(CALLER
                                 "f: str d8, [sp, #-16]!\n fmov d8, #1.0\n str w0, [sp, #4]\n"
                                 " ldr d8, [sp], #16\n ret\n" TAIL,
                                 SUMMARY_FAST)
                         .v,
                     X(8));
}

static void the_kernel_keeps_what_functions_keep(void **state) {
    (void)state;
    const char *source = CALLER "f: svc #1\n ret\n" TAIL;
    const struct regset fast = all_changes(source, SUMMARY_FAST);
    assert_int_equal(fast.x & ~X(30), 0x7ffff);
    assert_int_equal(fast.v, 0xffff00ff);
    assert_int_equal(all_changes(source, SUMMARY_ANY_CALLS).v, ~0u);
}

/* Behind a call that never comes back stands what comes next in the text: here the end of a path
 * that has saved x25. */
#define BEHIND(never)                                                                              \
    CALLER "f: stp x29, x30, [sp, #-32]!\n cbz x0, slow\n"                                         \
           "call: bl never\n"                                                                      \
           "end: ldr x25, [sp, #16]\n add x0, x25, x9\n ldp x29, x30, [sp], #32\n ret\n"           \
           "slow: str x25, [sp, #16]\n mov x25, #1\n mov x9, #1\n b end\n" never TAIL

static void what_stands_behind_an_endless_call_says_nothing(void **state) {
    (void)state;
    static const char *const endless[] = {
        BEHIND("never: b never\n"),
        BEHIND("never: stp x29, x30, [sp, #-16]!\n bl deeper\n ret\ndeeper: brk #1\n b deeper\n"),
        BEHIND("never: ldp x19, x30, [x0]\n ldr x9, [x0, #16]\n mov sp, x9\n ret\n"),
    };
    static const char *const not_endless[] = {
        BEHIND("never: cbz x0, never\n ret\n"),
        BEHIND("never: ldr x16, [x1]\n br x16\n"),
        BEHIND("never: b deeper\ndeeper: ret\n"),
    };
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        struct case_of k;
        open_case(&k, endless[i]);
        assert_int_equal(of(k.summary.changes, &k, "f").x & X(25), 0);
        assert_int_equal(of(k.summary.reads, &k, "f").x & X(9), 0);
        close_case(&k);
    }
    for (size_t i = 0; i < sizeof not_endless / sizeof *not_endless; i++) {
        struct case_of k;
        open_case(&k, not_endless[i]);
        assert_int_equal(of(k.summary.changes, &k, "f").x & X(25), X(25));
        assert_int_equal(of(k.summary.reads, &k, "f").x & X(9), X(9));
        close_case(&k);
    }
}

/* x19 and d8 are read by f only to be saved; g, which never touches them, does not carry them. */
static void callee_saved_registers_are_not_carried_along(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k,
              "_start: stp x29, x30, [sp, #-16]!\n mov x19, #1\n fmov d8, #1.0\n"
              "one: bl g\n add x0, x0, x19\n"
              "two: bl f\n ldp x29, x30, [sp], #16\n ret\n"
              "g: stp x29, x30, [sp, #-16]!\n"
              "three: bl f\n ldp x29, x30, [sp], #16\n ret\n"
              "f: " SAVE " str d8, [sp, #-16]!\n fmov d8, #2.0\n ldr d8, [sp], #16\n" LOAD TAIL);
    assert_int_equal(of(k.summary.params, &k, "f").x & X(19), X(19));
    assert_int_equal(of(k.summary.params, &k, "f").v, 0);
    assert_int_equal(of(k.summary.params, &k, "g").x & X(19), 0);
    assert_int_equal(flow_at(&k, "_start", "one").spill.x & X(19), X(19));
    assert_int_equal(flow_at(&k, "_start", "one").spill.v & X(8), X(8));
    assert_int_equal(flow_at(&k, "_start", "two").spill.x & X(19), 0);
    assert_int_equal(flow_at(&k, "g", "three").live_in.x & X(19), 0);
    close_case(&k);
}

static void what_a_callee_changes_is_changed(void **state) {
    (void)state;
    const char *source = CALLER "f: str x30, [sp, #-16]!\n bl g\n ldr x30, [sp], #16\n ret\n"
                                "g: mov x21, #1\n ret\n" TAIL;
    assert_int_equal(changes(source), X(21));
    assert_int_equal(changes(CALLER "f: b g\ng: mov x21, #1\n ret\n" TAIL), X(21));
    /* unknown code keeps to the procedure call standard */
    assert_int_equal(changes(CALLER "f: str x30, [sp, #-16]!\n blr x0\n ldr x30, [sp], #16\n"
                                    " ret\n" TAIL),
                     0x7ffff);
    /* the registers of another stack */
    assert_int_equal(changes(CALLER "f: ldp x19, x29, [x0]\n ldr x9, [x0, #16]\n mov sp, x9\n"
                                    " ret\n" TAIL),
                     X(9) | X(19) | X(29));
}

static void parameters_are_what_instructions_read(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, CALLER "f: add x0, x3, x4\n fadd d0, d1, d2\n ret\n"
                         "h: bl f\n ret\n"
                         "many: add x0, x1, x2\n add x0, x3, x4\n add x0, x5, x6\n add x0, x0, x7\n"
                         " ret\n"
                         "u: bl h\n bl many\n ret\n" TAIL);
    assert_int_equal(of(k.summary.params, &k, "f").x, X(3) | X(4));
    assert_int_equal(of(k.summary.params, &k, "f").v, 6);
    assert_int_equal(of(k.summary.params, &k, "h").x, X(3) | X(4) | X(30) | SP);
    assert_int_equal(of(k.summary.params, &k, "many").x, 0x7e);
    assert_int_equal(of(k.summary.reads, &k, "many").x & 0xff, 0xfe); /* x7: in the struct */
    close_case(&k);
}

/* The rest that somebody might read of it goes through the struct. */
static void results_are_what_callers_read(void **state) {
    (void)state;
    struct case_of k;
    open_case(
        &k, CALLER
        "f: mov x1, #1\n fmov d0, x1\n b g\n"
        "g: mov x0, #2\n fmov d0, x0\n"
        "out: ret\n"
        "two: mov x1, #1\n fmov d0, x1\n ret\n"
        "u: stp x29, x30, [sp, #-16]!\n adr x9, pointed\n bl f\n fadd d8, d0, d0\n bl g\n bl two\n"
        " add x0, x0, x1\n ldp x29, x30, [sp], #16\n ret\n"
        "pointed: mov x0, #1\n bl to_jumps\n fadd d0, d0, d0\n ret\n"
        "jumps: fmov d0, x0\n br x3\n"
        "to_jumps: fmov d0, x1\n b jumps\n" TAIL);
    assert_int_equal(of(k.summary.results, &k, "f").x, X(0));
    assert_int_equal(of(k.summary.results, &k, "f").v, 1);
    assert_int_equal(of(k.summary.results, &k, "g").v, 1); /* f returns what it returns */
    assert_int_equal(of(k.summary.results, &k, "two").x, X(0) | X(1));
    assert_int_equal(of(k.summary.results, &k, "two").v, 0);
    assert_int_equal(of(k.summary.results, &k, "pointed").x, X(0) | X(1));
    assert_int_equal(of(k.summary.results, &k, "pointed").v, 0); /* in the struct */
    assert_int_equal(of(k.summary.results, &k, "to_jumps").v, 0);
    assert_int_equal(flow_at(&k, "g", "out").spill.v, 0);
    close_case(&k);
}

static void saves_of_variable_arguments_are_no_reads(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, CALLER "f: sub sp, sp, #128\n stp q0, q1, [sp]\n stp q2, q3, [sp, #32]\n"
                         " stp q4, q5, [sp, #64]\n stp q6, q7, [sp, #96]\n add sp, sp, #128\n"
                         " ret\n" TAIL);
    assert_int_equal(of(k.summary.params, &k, "f").v, 0);
    assert_int_equal(of(k.summary.reads, &k, "f").v, 0xff);
    close_case(&k);
    /* the last one by another base */
    open_case(&k, CALLER "f: sub sp, sp, #128\n stp q0, q1, [sp]\n stp q2, q3, [sp, #32]\n"
                         " stp q4, q5, [sp, #64]\n str q6, [sp, #96]\n add x9, sp, #112\n"
                         " str q7, [x9]\n add sp, sp, #128\n ret\n" TAIL);
    assert_int_equal(of(k.summary.params, &k, "f").v, 0);
    close_case(&k);
    /* no floating-point numbers; three that stand anywhere are other saves */
    open_case(&k, CALLER "f: sub sp, sp, #64\n stp x2, x3, [sp, #16]\n stp x4, x5, [sp, #32]\n"
                         " stp x6, x7, [sp, #48]\n add sp, sp, #64\n ret\n"
                         "g: sub sp, sp, #64\n str x5, [sp, #48]\n str x6, [sp, #8]\n"
                         " str x7, [sp, #24]\n add sp, sp, #64\n bl f\n bl g\n ret\n" TAIL);
    assert_int_equal(of(k.summary.takes, &k, "f").x & 0xff, X(2));
    assert_int_equal(of(k.summary.reads, &k, "f").x & 0xff, 0xfc);
    assert_int_equal(of(k.summary.takes, &k, "g").x & 0xe0, 0xe0);
    close_case(&k);
}

/* x19 is stored for the unknown callee, so that the struct no longer holds the caller's. */
static void what_was_stored_is_stored_again_at_returns(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, CALLER "f: " SAVE "call: blr x1\n" LOAD "g: " SAVE
                         " bl leaf\n ldp x19, x20, [sp, #16]\n"
                         " ldp x29, x30, [sp], #32\n"
                         "end: ret\n"
                         "h: " SAVE "one: bl f\n"
                         " ldp x19, x20, [sp, #16]\n ldp x29, x30, [sp], #32\n"
                         "out: ret\n"
                         "leaf: mov x0, #1\n ret\n"
                         "u: bl g\n bl h\n ret\n" TAIL);
    assert_true(flow_at(&k, "f", "call").spill.x & X(19));
    assert_int_equal(of(k.summary.touches, &k, "f").x & X(19), X(19));
    assert_int_equal(flow_at(&k, "g", "end").spill.x, 0);
    assert_int_equal(flow_at(&k, "g", "end").leave.x & X(19), X(19));
    /* f is given x19, and stores it. */
    assert_int_equal(of(k.summary.params, &k, "f").x & X(19), X(19));
    assert_int_equal(flow_at(&k, "h", "one").spill.x & X(19), 0);
    assert_int_equal(flow_at(&k, "h", "out").spill.x & X(19), X(19));
    close_case(&k);
}

/* The program's handler may go on behind a trap, and in the callers of what trapped. */
static void a_trap_shows_what_callers_keep(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, "_start: stp x29, x30, [sp, #-16]!\n mov x19, #1\n mov x9, #2\n"
                  "one: bl f\n add x0, x19, x9\n ldp x29, x30, [sp], #16\n ret\n"
                  "f: cbz x0, g\n ret\n"
                  "g: udf #1\n" TAIL);
    assert_int_equal(flow_at(&k, "_start", "one").spill.x & (X(9) | X(19)), X(9) | X(19));
    close_case(&k);
}

/* Who saves them finds them in the struct, and a caller that has nothing to do with them does not
 * even load them. */
static void vectors_that_callees_save_are_no_parameters(void **state) {
    (void)state;
    struct case_of k;
    open_case(&k, CALLER "f: " SAVE "call: bl g\n" LOAD
                         "g: stp d8, d9, [sp, #-16]!\n fadd d8, d1, d1\n fadd d0, d8, d8\n"
                         " ldp d8, d9, [sp], #16\n ret\n" TAIL);
    assert_int_equal(of(k.summary.params, &k, "g").v, X(1));
    assert_int_equal(of(k.summary.reads, &k, "g").v, X(1) | X(8) | X(9));
    const struct block_flow call = flow_at(&k, "f", "call");
    assert_int_equal((call.live_in.v | call.spill.v) & (X(8) | X(9)), 0);
    close_case(&k);
}

/* Two ways lead to what reads x2 last: one sets it, the other one calls g, which changes it. */
#define MEETS(reader, g)                                                                           \
    CALLER "f: " SAVE " cbz x0, call\n mov x2, #5\n b meet\n"                                      \
           "call: bl g\n"                                                                          \
           "meet: " reader "\n" LOAD g TAIL
#define BRANCHES "g: cbz x1, 1f\n mov x2, #7\n1: ret\n"
#define STRAIGHT "g: mov x2, #7\n ret\n"
#define READER   "h: add x0, x0, x2\n ret\n"

static void what_calls_leave_undefined_is_not_reloaded(void **state) {
    (void)state;
    const struct {
        const char *source;
        unsigned mode;
        bool reloaded;
    } cases[] = {
        {MEETS("blr x19", BRANCHES), SUMMARY_FAST, false},
        {MEETS("blr x19", "g: str x19, [sp, #-16]!\n mov x19, #1\n mov x2, #7\n"
                          " ldr x19, [sp], #16\n ret\n"),
         SUMMARY_FAST, false},
        /* a piece of another function, which is called for what it leaves */
        {MEETS("blr x19", STRAIGHT), SUMMARY_FAST, true},
        {MEETS("blr x19", "g: str x30, [sp, #-16]!\n bl h\n mov x2, #7\n ldr x30, [sp], #16\n"
                          " ret\n" READER),
         SUMMARY_FAST, true},
        /* who reads it is known */
        {MEETS("bl h", BRANCHES READER), SUMMARY_FAST, true},
        {MEETS("add x0, x0, x2", BRANCHES), SUMMARY_FAST, true},
        {MEETS("blr x19", BRANCHES), SUMMARY_ANY_CALLS, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct case_of k;
        test_discover(&k.code, cases[i].source);
        summary_find(&k.code.text, &k.code.found, cases[i].mode, &k.summary);
        const struct block_flow call = flow_at(&k, "f", "call");
        assert_int_equal(call.reload.x >> 2 & 1, cases[i].reloaded);
        assert_int_equal(call.undefined.x >> 2 & 1, !cases[i].reloaded);
        assert_int_equal(of(k.summary.returns, &k, "g").x >> 2 & 1, cases[i].reloaded);
        close_case(&k);
    }
}

/* With --calls any nothing is trusted where a pointer leads. */
static void any_calls_pass_everything(void **state) {
    (void)state;
    struct case_of k;
    test_discover(&k.code, CALLER "f: " SAVE " mov x9, #1\n fmov d20, x9\n"
                                  "call: blr x1\n add x0, x9, x19\n" LOAD TAIL);
    summary_find(&k.code.text, &k.code.found, SUMMARY_ANY_CALLS, &k.summary);
    const struct block_flow call = flow_at(&k, "f", "call");
    assert_int_equal(call.spill.x & (X(9) | X(19)), X(9) | X(19));
    assert_int_equal(call.spill.v & X(20), X(20));
    assert_int_equal(call.reload.x & (X(9) | X(19)), X(9) | X(19));
    assert_int_equal(of(k.summary.returns, &k, "f").v, ~0u);
    assert_int_equal(of(k.summary.changes, &k, "f").x & (X(19) | X(22)), X(22));
    close_case(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_saved_and_restored_is_kept),
        cmocka_unit_test(what_is_not_is_not),
        cmocka_unit_test(vector_registers_are_kept_too),
        cmocka_unit_test(the_kernel_keeps_what_functions_keep),
        cmocka_unit_test(what_stands_behind_an_endless_call_says_nothing),
        cmocka_unit_test(callee_saved_registers_are_not_carried_along),
        cmocka_unit_test(what_a_callee_changes_is_changed),
        cmocka_unit_test(parameters_are_what_instructions_read),
        cmocka_unit_test(results_are_what_callers_read),
        cmocka_unit_test(saves_of_variable_arguments_are_no_reads),
        cmocka_unit_test(vectors_that_callees_save_are_no_parameters),
        cmocka_unit_test(a_trap_shows_what_callers_keep),
        cmocka_unit_test(what_calls_leave_undefined_is_not_reloaded),
        cmocka_unit_test(any_calls_pass_everything),
        cmocka_unit_test(what_was_stored_is_stored_again_at_returns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
