/* SPDX-License-Identifier: MIT */
#include "core/test_fault_game.h"
#include "core/test_guest.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define AFTER    (GAME + 0x1000)
#define UNMAPPED (guest_layout.heap.base + 0x40000000 / 4)

static struct core_fault seen;
static unsigned told;
static char report[16384];

static void on_fault(struct a64_state *s, const struct core_fault *fault) {
    (void)s;
    seen = *fault;
    told++;
    core_fault_report(fault);
}

static void crash_in_host(struct a64_state *s, uint32_t number) {
    (void)s, (void)number;
    *(volatile int *)0 = 1;
}

static int open_guest(void **state) {
    (void)state;
    test_guest_open(test_fault_entries, test_fault_entry_count);
    core_set_kernel(&(struct core_kernel){.svc = crash_in_host, .fault = on_fault});
    return 0;
}

/* Runs to the fault with stderr caught in `report`. */
static void run_to_fault(struct a64_state *s) {
    told = 0;
    fflush(stderr);
    int fd = memfd_create("report", MFD_CLOEXEC), before = dup(2);
    dup2(fd, 2);
    const uint64_t pc = core_run(s);
    fflush(stderr);
    dup2(before, 2);
    close(before);
    ssize_t n = pread(fd, report, sizeof report - 1, 0);
    report[n > 0 ? n : 0] = 0;
    close(fd);
    assert_int_equal(pc, CORE_THREAD_RETURN);
    assert_int_equal(told, 1);
}

static void assert_report(const char *part) {
    if (!strstr(report, part))
        fail_msg("\"%s\" is not in this report:\n%s", part, report);
}

static void a_read_in_lifted_code_names_its_place(void **state) {
    (void)state;
    struct a64_state s = test_guest_state(GAME + F_CALLER, CORE_LOADER_RETURN);
    s.x[1] = UNMAPPED;
    run_to_fault(&s);
    assert_int_equal(seen.kind, CORE_FAULT_READ);
    assert_int_equal(seen.address, UNMAPPED);
    assert_int_equal(seen.pc, GAME + F_LOAD + 4);
    assert_false(seen.exact);
    assert_true(seen.frame_count >= 1);
    assert_int_equal(seen.frames[0], GAME + F_CALLER + 8);
    assert_report("in update+0x4 (pc 0x08000104)");
    assert_report("as of the last call");
    assert_report("0x08000308");
    assert_report("next: ");
}

static void an_inlined_callee_keeps_its_frame(void **state) {
    (void)state;
    struct a64_state s = test_guest_state(GAME + F_INLINED, CORE_LOADER_RETURN);
    s.x[1] = UNMAPPED;
    run_to_fault(&s);
    assert_int_equal(seen.pc, GAME + F_LOAD + 4);
    assert_int_equal(seen.frames[0], GAME + F_INLINED + 8);
}

static void a_write_to_read_only_memory_says_so(void **state) {
    (void)state;
    struct a64_state s = test_guest_state(GAME + F_STORE, CORE_LOADER_RETURN);
    s.x[1] = GAME + 0x4000;
    run_to_fault(&s);
    assert_int_equal(seen.kind, CORE_FAULT_WRITE);
    assert_int_equal(seen.pc, GAME + F_STORE + 4);
    assert_true(seen.mapped);
    assert_report("write to 0x8004000, which is read-only");
}

static void a_read_in_the_interpreter_is_exact(void **state) {
    (void)state;
    /* A frame, a second one, then the bad load in a leaf function. */
    TEST_CODE(AFTER, PUSH_FRAME, MOV_X29_SP, BL(AFTER + 8, AFTER + 0x40), RET);
    TEST_CODE(AFTER + 0x40, PUSH_FRAME, MOV_X29_SP, 0xf9400020 /* ldr x0, [x1] */, RET);
    struct a64_state s = test_guest_state(AFTER, CORE_LOADER_RETURN);
    s.x[1] = 0x10;
    s.x[7] = 0x1122334455667788;
    run_to_fault(&s);
    assert_int_equal(seen.kind, CORE_FAULT_READ);
    assert_int_equal(seen.address, 0x10);
    assert_int_equal(seen.pc, AFTER + 0x48);
    assert_true(seen.exact);
    assert_int_equal(seen.frames[0], AFTER + 8);
    assert_report("1122334455667788");
}

static void a_pointer_outside_the_canonical_form_is_told(void **state) {
    (void)state;
    struct a64_state s = test_guest_state(GAME + F_LOAD, CORE_LOADER_RETURN);
    s.x[1] = 0x4141414141414141;
    run_to_fault(&s);
    assert_int_equal(seen.kind, CORE_FAULT_ADDRESS);
    assert_int_equal(seen.pc, GAME + F_LOAD + 4);
}

static void a_jump_to_nowhere_is_told(void **state) {
    (void)state;
    const uint64_t targets[] = {0, UNMAPPED, AFTER + 2, UINT64_MAX - 3};
    TEST_CODE(AFTER, BR_X9);
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        struct a64_state s = test_guest_state(AFTER, CORE_LOADER_RETURN);
        s.x[9] = targets[i];
        run_to_fault(&s);
        assert_int_equal(seen.kind, CORE_FAULT_EXECUTE);
        assert_int_equal(seen.address, targets[i]);
    }
    assert_report("jump to 0xfffffffffffffffc");
}

static void undefined_words_and_breakpoints_are_told(void **state) {
    (void)state;
    TEST_CODE(AFTER, NOP, 0x00000000 /* udf #0 */);
    struct a64_state s = test_guest_state(AFTER, CORE_LOADER_RETURN);
    run_to_fault(&s);
    assert_int_equal(seen.kind, CORE_FAULT_UNDEFINED);
    assert_int_equal(seen.pc, AFTER + 4);
    TEST_CODE(AFTER, 0xd42000e0 /* brk #7 */);
    s = test_guest_state(AFTER, CORE_LOADER_RETURN);
    run_to_fault(&s);
    assert_int_equal(seen.kind, CORE_FAULT_BREAKPOINT);
    assert_int_equal(seen.word, 7);
    s = test_guest_state(GAME + F_BREAK, CORE_LOADER_RETURN);
    run_to_fault(&s);
    assert_int_equal(seen.kind, CORE_FAULT_BREAKPOINT);
    assert_int_equal(seen.pc, GAME + F_BREAK);
    assert_report("brk #0x3e8");
}

enum { MSR_FPCR = 0xd51b4400, MRS_FPSR = 0xd53b4420, MRS_FPCR = 0xd53b4400, MSR_FPSR = 0xd51b4420 };

/* The interpreter has all of floating point; lifted code of the same program may have less, and
 * would not see what this code sets or leave what it reads. */
static void uses_of_floating_point_that_lifted_code_lacks_are_told(void **state) {
    (void)state;
    static const struct {
        uint32_t word;
        uint64_t x0;
        unsigned needed;
    } uses[] = {
        {MRS_FPSR, 0, A64_FLOAT_EXACT},     {MSR_FPCR, 1 << 24, A64_FLOAT_MODES},
        {MSR_FPCR, 0, A64_FLOAT_FAST},      {MRS_FPCR, 0, A64_FLOAT_FAST},
        {MSR_FPSR, 1, A64_FLOAT_FAST},      {0x1e612800 /* fadd d0, d0, d1 */, 0, 0},
        {MSR_FPCR, 1 << 8, A64_FLOAT_FAST}, /* trap enables, which a Cortex-A57 does not have */
    };
    for (unsigned level = A64_FLOAT_FAST; level <= A64_FLOAT_EXACT; level++)
        for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
            test_guest_float_level(level);
            TEST_CODE(AFTER, NOP, uses[i].word, MSR_FPCR | 31, RET);
            struct a64_state s = test_guest_state(AFTER, CORE_LOADER_RETURN);
            s.x[0] = uses[i].x0;
            if (level == A64_FLOAT_FAST || level >= uses[i].needed) {
                assert_int_equal(core_run(&s), CORE_LOADER_RETURN);
                continue;
            }
            run_to_fault(&s);
            assert_int_equal(seen.kind, CORE_FAULT_FLOAT);
            assert_int_equal(seen.pc, AFTER + 4);
            assert_int_equal(seen.word, uses[i].word);
            assert_report("use of the floating-point environment (0xd5");
            assert_report("kind float, module game");
            assert_report("lift the program with --float exact");
        }
    test_guest_float_level(A64_FLOAT_EXACT);
}

static void a_trap_in_lifted_code_is_our_mistake(void **state) {
    (void)state;
    struct a64_state s = test_guest_state(GAME + F_TRAP, CORE_LOADER_RETURN);
    run_to_fault(&s);
    assert_int_equal(seen.kind, CORE_FAULT_INTERNAL);
    assert_int_equal(seen.pc, GAME + F_TRAP + 8);
    assert_report("mistake of windlass");
}

static void *recurse(void *argument) {
    run_to_fault(argument);
    return NULL;
}

static void endless_recursion_is_told(void **state) {
    (void)state;
    struct a64_state s = test_guest_state(GAME + F_ENDLESS, CORE_LOADER_RETURN);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, &attributes, recurse, &s), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    assert_int_equal(seen.kind, CORE_FAULT_STACK);
    assert_report("draw+0x204");
}

static void the_thread_runs_again_after_a_fault(void **state) {
    (void)state;
    struct a64_state s = test_guest_state(GAME + F_LOAD, CORE_LOADER_RETURN);
    s.x[1] = UNMAPPED;
    run_to_fault(&s);
    s = test_guest_state(GAME + F_LOAD, CORE_LOADER_RETURN);
    s.x[1] = GAME_DATA;
    assert_int_equal(core_run(&s), CORE_LOADER_RETURN);
    assert_int_equal(s.x[0] & 0xff, 0x5a);
}

static void a_crash_of_the_host_stays_one(void **state) {
    (void)state;
    pid_t child = fork();
    if (!child) {
        close(2);
        signal(SIGSEGV, SIG_DFL); /* the test framework's handler would go on with the next test */
        struct a64_state s = test_guest_state(GAME + F_SVC, CORE_LOADER_RETURN);
        core_run(&s);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 1); /* 1: a sanitizer's report */
}

static void reasons_are_one_line(void **state) {
    (void)state;
    char text[512];
    struct core_fault f = {.kind = CORE_FAULT_UNDEFINED, .pc = GAME + 0x104, .word = 0x4e284800};
    core_fault_reason(&f, text, sizeof text);
    assert_string_equal(text, "undefined instruction 0x4e284800, in update+0x4 (pc 0x08000104)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_in_lifted_code_names_its_place),
        cmocka_unit_test(an_inlined_callee_keeps_its_frame),
        cmocka_unit_test(a_write_to_read_only_memory_says_so),
        cmocka_unit_test(a_read_in_the_interpreter_is_exact),
        cmocka_unit_test(a_pointer_outside_the_canonical_form_is_told),
        cmocka_unit_test(a_jump_to_nowhere_is_told),
        cmocka_unit_test(undefined_words_and_breakpoints_are_told),
        cmocka_unit_test(uses_of_floating_point_that_lifted_code_lacks_are_told),
        cmocka_unit_test(a_trap_in_lifted_code_is_our_mistake),
        cmocka_unit_test(endless_recursion_is_told),
        cmocka_unit_test(the_thread_runs_again_after_a_fault),
        cmocka_unit_test(a_crash_of_the_host_stays_one),
        cmocka_unit_test(reasons_are_one_line),
    };
    return cmocka_run_group_tests(tests, open_guest, NULL);
}
