/* SPDX-License-Identifier: MIT */
#include "core/code_pages.h"
#include "core/test_guest.h"
#include "core/thread.h"

/* What may be executed, and what the interpreter makes of code that changes. */

#define CODE  (GAME + 0x1000)
#define DATA  guest_layout.alias.base
#define MOVED guest_layout.stack.base
#define SVC_1 0xd4000021u

static struct core_fault seen;
static unsigned told;
static void (*in_svc)(void);

static void on_svc(struct a64_state *s, uint32_t number) {
    (void)s, (void)number;
    in_svc();
}

static void on_fault(struct a64_state *s, const struct core_fault *fault) {
    (void)s;
    seen = *fault;
    told++;
}

static int open_guest(void **state) {
    struct error e = {0};
    (void)state;
    test_guest_open(NULL, 0);
    core_set_kernel(&(struct core_kernel){.svc = on_svc, .fault = on_fault});
    return !guest_map(DATA, 2 * GUEST_PAGE, GUEST_RW, &e);
}

static void put(uint64_t address, uint32_t word) {
    memcpy((void *)(uintptr_t)address, &word, sizeof word);
}

static void protect(uint64_t address, enum guest_perm perm) {
    struct error e = {0};
    if (!guest_protect(address, GUEST_PAGE, perm, &e))
        fail_msg("%s", e.text);
}

static void every_page_operation_is_known(void **state) {
    (void)state;
    const uint64_t a = DATA + 0x100000, pages = 200;
    struct error e = {0};
    assert_false(code_pages_executable(a));
    assert_true(guest_map(a, pages * GUEST_PAGE, GUEST_RX, &e));
    assert_false(code_pages_executable(a - 1));
    assert_false(code_pages_executable(a + pages * GUEST_PAGE));
    for (uint64_t i = 0; i < pages; i++)
        assert_true(code_pages_executable(a + i * GUEST_PAGE + 0xffc));
    protect(a + 70 * GUEST_PAGE, GUEST_RW);
    for (uint64_t i = 0; i < pages; i++)
        assert_int_equal(code_pages_executable(a + i * GUEST_PAGE), i != 70);
    protect(a + 70 * GUEST_PAGE, GUEST_RX);
    assert_true(guest_move(MOVED, a, 100 * GUEST_PAGE, GUEST_R, &e));
    assert_false(code_pages_executable(a));
    assert_false(code_pages_executable(MOVED));
    assert_true(code_pages_executable(a + 100 * GUEST_PAGE));
    assert_true(guest_move(a, MOVED, 100 * GUEST_PAGE, GUEST_RX, &e));
    assert_false(code_pages_executable(MOVED));
    assert_true(code_pages_executable(a));
    assert_true(guest_unmap(a, pages * GUEST_PAGE, &e));
    for (uint64_t i = 0; i < pages; i++)
        assert_false(code_pages_executable(a + i * GUEST_PAGE));
    assert_false(code_pages_executable(GUEST_END));
    assert_false(code_pages_executable(UINT64_MAX));
}

static void expect_fault_at(struct a64_state *s, uint64_t pc) {
    told = 0;
    assert_int_equal(core_run(s), CORE_THREAD_RETURN);
    assert_int_equal(told, 1);
    assert_int_equal(seen.kind, CORE_FAULT_EXECUTE);
    assert_int_equal(seen.pc, pc);
    assert_int_equal(seen.address, pc);
}

static void data_is_not_executed(void **state) {
    (void)state;
    put(DATA, RET);
    TEST_CODE(CODE, BR_X9);
    struct a64_state s = test_guest_state(CODE, CORE_LOADER_RETURN);
    s.x[9] = DATA;
    expect_fault_at(&s, DATA);
    protect(DATA, GUEST_RX);
    s = test_guest_state(CODE, CORE_LOADER_RETURN);
    s.x[9] = DATA;
    assert_int_equal(core_run(&s), CORE_LOADER_RETURN);
    protect(DATA, GUEST_RW);
}

static void code_ends_with_its_page(void **state) {
    (void)state;
    put(DATA + GUEST_PAGE - 4, ADD_X0(1));
    put(DATA + GUEST_PAGE, RET);
    protect(DATA, GUEST_RX);
    struct a64_state s = test_guest_state(DATA + GUEST_PAGE - 4, CORE_LOADER_RETURN);
    expect_fault_at(&s, DATA + GUEST_PAGE);
    assert_int_equal(seen.registers.x[0], 1);
    protect(DATA + GUEST_PAGE, GUEST_RX);
    s = test_guest_state(DATA + GUEST_PAGE - 4, CORE_LOADER_RETURN);
    assert_int_equal(core_run(&s), CORE_LOADER_RETURN);
    assert_int_equal(s.x[0], 1);
    protect(DATA, GUEST_RW);
    protect(DATA + GUEST_PAGE, GUEST_RW);
}

static void forbid_code(void) {
    protect(DATA, GUEST_R);
}

static void change_code(void) {
    protect(DATA, GUEST_RW);
    put(DATA + 4, ADD_X0(5));
    protect(DATA, GUEST_RX);
}

static void permission_is_lost_while_it_runs(void **state) {
    (void)state;
    put(DATA, SVC_1);
    put(DATA + 4, RET);
    protect(DATA, GUEST_RX);
    in_svc = forbid_code;
    struct a64_state s = test_guest_state(DATA, CORE_LOADER_RETURN);
    expect_fault_at(&s, DATA + 4);
    protect(DATA, GUEST_RW);
}

/* The same address holds another word in each round, and again after the SVC. */
static void changed_code_is_seen(void **state) {
    (void)state;
    in_svc = change_code;
    for (unsigned i = 1; i <= 3; i++) {
        put(DATA, ADD_X0(i));
        put(DATA + 4, SVC_1);       /* becomes add x0, x0, #5 */
        put(DATA + 8, 0xf100281f);  /* cmp x0, #10 */
        put(DATA + 12, 0x54ffffc3); /* b.lo .-8 */
        put(DATA + 16, RET);
        protect(DATA, GUEST_RX);
        struct a64_state s = test_guest_state(DATA, CORE_LOADER_RETURN);
        assert_int_equal(core_run(&s), CORE_LOADER_RETURN);
        assert_int_equal(s.x[0], i + 10);
        protect(DATA, GUEST_RW);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_page_operation_is_known),
        cmocka_unit_test(data_is_not_executed),
        cmocka_unit_test(code_ends_with_its_page),
        cmocka_unit_test(permission_is_lost_while_it_runs),
        cmocka_unit_test(changed_code_is_seen),
    };
    return cmocka_run_group_tests(tests, open_guest, NULL);
}
