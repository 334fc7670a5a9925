/* SPDX-License-Identifier: MIT */
#include "core/core.h"
#include "core/memory.h"
#include "kernel/process.h"
#include "kernel/test_support.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process from start to end: small programs that the interpreter runs. */

#define BASE       0x08000000ull
#define IMAGE_SIZE 0x1000

#define FAULT_ONLY_WORD (0x800 / 4)

/* clang-format off */
static const uint32_t code[IMAGE_SIZE / 4] = {
    /* ret_ */
    0x52800540, /* mov w0, #0x2a */
    0xd65f03c0, /* ret */
    /* exit_ */
    0xd40000e1, /* svc #0x7 */
    /* brk_ */
    0xd2800000, /* mov x0, #0x0 */
    0x10000061, /* adr x1, 0x1c */
    0xd2800082, /* mov x2, #0x4 */
    0xd40004c1, /* svc #0x26 */
    0x00000559, /* result 2345-0002 */
    /* fault_ */
    0xb100043f, /* cmn x1, #0x1 */
    0x54000061, /* b.ne 0x30 */
    0xd2820003, /* mov x3, #0x1000 */
    0xf9400060, /* ldr x0, [x3] */
    0x529f0020, /* mov w0, #0xf801 */
    0xd4000501, /* svc #0x28 */
    /* resume_ */
    0xb100043f, /* cmn x1, #0x1 */
    0x54000081, /* b.ne 0x4c */
    0xd2820003, /* mov x3, #0x1000 */
    0xf9400060, /* ldr x0, [x3] */
    0xd65f03c0, /* ret */
    0xf9402c22, /* ldr x2, [x1, #0x58] */
    0x91001042, /* add x2, x2, #0x4 */
    0xf9002c22, /* str x2, [x1, #0x58] */
    0xf9000020, /* str x0, [x1] */
    0x52800000, /* mov w0, #0x0 */
    0xd4000501, /* svc #0x28 */
    /* badsvc_ */
    0xb100043f, /* cmn x1, #0x1 */
    0x54000041, /* b.ne 0x70 */
    0xd4001fe1, /* svc #0xff */
    0x529f0020, /* mov w0, #0xf801 */
    0xd4000501, /* svc #0x28 */
    /* thread_ */
    0xaa1e03f3, /* mov x19, x30 */
    0xd14007ff, /* sub sp, sp, #0x1, lsl #12 */
    0x10000281, /* adr x1, 0xd0 */
    0x910003e2, /* mov x2, sp */
    0x910003e3, /* mov x3, sp */
    0x52800764, /* mov w4, #0x3b */
    0x12800025, /* mov w5, #-0x2 */
    0xd4000101, /* svc #0x8 */
    0x35000180, /* cbnz w0, 0xc8 */
    0x2a0103f4, /* mov w20, w1 */
    0x2a1403e0, /* mov w0, w20 */
    0xd4000121, /* svc #0x9 */
    0x35000100, /* cbnz w0, 0xc8 */
    0xb9000bf4, /* str w20, [sp, #0x8] */
    0x910023e1, /* add x1, sp, #0x8 */
    0x52800022, /* mov w2, #0x1 */
    0x92800003, /* mov x3, #-0x1 */
    0xd4000301, /* svc #0x18 */
    0x35000040, /* cbnz w0, 0xc8 */
    0xb94003e0, /* ldr w0, [sp] */
    0x914007ff, /* add sp, sp, #0x1, lsl #12 */
    0xd65f0260, /* ret x19 */
    0x528009a1, /* mov w1, #0x4d */
    0xb9000001, /* str w1, [x0] */
    0xd4000141, /* svc #0xa */
    /* next_ */
    0xf9404001, /* ldr x1, [x0, #0x80] */
    0xf9404402, /* ldr x2, [x0, #0x88] */
    0x52800f03, /* mov w3, #0x78 */
    0x39000023, /* strb w3, [x1] */
    0x39000043, /* strb w3, [x2] */
    0x52800000, /* mov w0, #0x0 */
    0xd65f03c0, /* ret */
    /* fault_only_ */
    [FAULT_ONLY_WORD] = 0xd2820003, /* mov x3, #0x1000 */
    0xf9400060, /* ldr x0, [x3] */
    0xd65f03c0, /* ret */
};
/* clang-format on */

/* Offsets of the programs in it. */
enum {
    RETURN_42 = 0,
    EXIT = 0x8,
    BREAK = 0xc,
    FAULT = 0x20,  /* the handler does not want it */
    RESUME = 0x38, /* the handler skips the load and goes on with its x0 */
    BAD_SVC = 0x64,
    THREAD = 0x78, /* returns what another thread wrote */
    NEXT_LOAD = 0xdc,
    FAULT_ONLY = 0x800,
};

static struct process_options options;

static int setup(void **state) {
    (void)state;
    options = (struct process_options){
        .argv = "sdmc:/switch/test/test.nro \"one two\"",
        .heap_limit = 64ull << 20,
        .random_seed = {0x1111, 0x2222},
    };
    return 0;
}

static struct process_exit run_here(uint64_t entry) {
    const struct lifted_module module = {
        .name = "test",
        .base = BASE,
        .image = (const uint8_t *)code,
        .image_size = IMAGE_SIZE,
        .memory_size = 2 * IMAGE_SIZE,
        .segments = {{0, IMAGE_SIZE, IMAGE_SIZE}, {IMAGE_SIZE, 0, 0}, {IMAGE_SIZE, 0, IMAGE_SIZE}},
        .entry = entry,
    };
    const struct lifted_program program = {
        .abi = LIFTED_ABI,
        .start = LIFTED_START_NRO,
        .name = "test",
        .modules = &module,
        .module_count = 1,
    };
    struct process_exit exit;
    struct error error = {0};
    if (!process_start(&program, &options, &error))
        fail_msg("%s", error.text);
    assert_true(process_wait(-1, &exit));
    assert_true(thread_join_all(60000000000));
    return exit;
}

/* In a process of its own: cmocka puts its signal handlers back for each test, in place of those
 * that core/ installs once. */
static struct process_exit run(uint64_t entry) {
    struct process_exit exit;
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        exit = run_here(entry);
        _exit(write(ends[1], &exit, sizeof exit) == sizeof exit ? 0 : 1);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &exit, sizeof exit), sizeof exit);
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    return exit;
}

static void main_returns_to_the_loader(void **state) {
    (void)state;
    struct process_exit exit = run(RETURN_42);
    assert_int_equal(exit.end, PROCESS_RETURNED);
    assert_int_equal(exit.status, 42);
    assert_string_equal(exit.reason, "");
    assert_string_equal(exit.next_load_path, "");
}

static void exit_process_ends_it(void **state) {
    (void)state;
    struct process_exit exit = run(EXIT);
    assert_int_equal(exit.end, PROCESS_EXITED);
}

static void break_names_the_result(void **state) {
    (void)state;
    struct process_exit exit = run(BREAK);
    assert_int_equal(exit.end, PROCESS_BREAK);
    assert_int_equal(exit.status, 0x559);
    assert_string_equal(exit.reason, "svcBreak: panic, result 2345-0002 (0x559): out of memory");
}

static void an_unhandled_fault_ends_it(void **state) {
    (void)state;
    struct process_exit exit = run(FAULT);
    assert_int_equal(exit.end, PROCESS_FAULT);
    assert_non_null(strstr(exit.reason, "0x1000"));
}

static void a_program_without_handlers_is_not_entered_again(void **state) {
    (void)state;
    struct process_exit exit = run(FAULT_ONLY);
    assert_int_equal(exit.end, PROCESS_FAULT);
    assert_non_null(strstr(exit.reason, "0x1000"));
}

static void a_handler_can_go_on(void **state) {
    (void)state;
    struct process_exit exit = run(RESUME);
    assert_int_equal(exit.end, PROCESS_RETURNED);
    assert_int_equal(exit.status, 0x101);
}

static void an_unknown_svc_is_an_exception(void **state) {
    (void)state;
    struct process_exit exit = run(BAD_SVC);
    assert_int_equal(exit.end, PROCESS_FAULT);
    assert_string_equal(exit.reason, "svc 0xff at 0x800006c: the system has no such call");
}

static void threads_run_and_are_waited_for(void **state) {
    (void)state;
    struct process_exit exit = run(THREAD);
    assert_int_equal(exit.end, PROCESS_RETURNED);
    assert_int_equal(exit.status, 77);
}

static void the_next_program_is_read_back(void **state) {
    (void)state;
    struct process_exit exit = run(NEXT_LOAD);
    assert_int_equal(exit.end, PROCESS_RETURNED);
    assert_string_equal(exit.next_load_path, "x");
    assert_string_equal(exit.next_load_argv, "x");
}

/* ---- the loader environment, as it lies in memory after the run ---- */

struct entry {
    uint32_t key, flags;
    uint64_t value[2];
};

static const struct entry *entry_of(uint32_t key) {
    uint64_t page = guest_layout.tls.base;
    while (memcmp((void *)page, &(uint32_t){1}, 4) || !((const struct entry *)page)->value[0])
        page += GUEST_PAGE;
    const struct entry *e = (const struct entry *)page;
    while (e->key != key) {
        assert_int_not_equal(e->key, 0);
        e++;
    }
    return e;
}

static void the_environment_is_complete(void **state) {
    (void)state;
    run_here(RETURN_42);
    assert_true(process_ended());
    assert_string_equal((const char *)entry_of(5)->value[1],
                        "sdmc:/switch/test/test.nro \"one two\"");
    assert_int_equal(entry_of(1)->value[0], 0x81ff);
    assert_int_equal(entry_of(3)->flags, 1);
    assert_int_equal(entry_of(3)->value[0], guest_layout.heap.base);
    assert_int_equal(entry_of(3)->value[1] % 0x200000, 0);
    assert_int_equal(entry_of(7)->value[0], 0);
    assert_int_equal(entry_of(11)->value[0], 0);
    assert_int_equal(entry_of(14)->value[0], 0x1111);
    assert_int_equal(entry_of(14)->value[1], 0x2222);
    assert_int_equal(entry_of(16)->value[0], 0x130001);
    assert_int_equal(entry_of(16)->value[1], 0);
    assert_true(process_memory_ok(entry_of(15)->value[0], 16, GUEST_RW));
    assert_true(process_memory_ok(entry_of(2)->value[0], 512, GUEST_RW));
    assert_true(process_memory_ok(entry_of(2)->value[1], 2048, GUEST_RW));
    /* Hints: QueryMemory and CreateCodeMemory are there, SleepSystem is not. */
    assert_true(entry_of(6)->value[0] >> 6 & 1);
    assert_true(entry_of(6)->value[1] >> (0x4b - 0x40) & 1);
    assert_false(entry_of(6)->value[1] >> (0x4d - 0x40) & 1);
    const struct entry *end = entry_of(0);
    assert_int_equal(memcmp((const char *)end->value[0], "windlass", 8), 0);
}

static void a_heap_that_does_not_fit_is_an_error(void **state) {
    (void)state;
    const struct lifted_module module = {.name = "test",
                                         .base = BASE,
                                         .image = (const uint8_t *)code,
                                         .image_size = IMAGE_SIZE,
                                         .memory_size = IMAGE_SIZE,
                                         .segments = {{0, IMAGE_SIZE, IMAGE_SIZE}}};
    const struct lifted_program program = {.abi = LIFTED_ABI,
                                           .start = LIFTED_START_NRO,
                                           .name = "test",
                                           .modules = &module,
                                           .module_count = 1};
    struct error error;
    options.heap_limit = 1 << 20;
    assert_false(process_start(&program, &options, &error));
    assert_non_null(strstr(error.text, "heap"));
}

#define TEST(f) cmocka_unit_test_setup(f, setup)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(main_returns_to_the_loader),
        TEST(exit_process_ends_it),
        TEST(break_names_the_result),
        TEST(an_unhandled_fault_ends_it),
        TEST(a_program_without_handlers_is_not_entered_again),
        TEST(a_handler_can_go_on),
        TEST(an_unknown_svc_is_an_exception),
        TEST(threads_run_and_are_waited_for),
        TEST(the_next_program_is_read_back),
        TEST(the_environment_is_complete),
        TEST(a_heap_that_does_not_fit_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
