/* SPDX-License-Identifier: MIT */
/* A guest program is compiled for AArch64, lifted, compiled again and run beside the interpreter;
 * memory, and registers that a caller may read, must be the same at the end. The run-time functions
 * that lifted code calls are simple ones of this file: the program makes no system call and no
 * non-local jump. */
#include "a64/a64.h"
#include "base/memory.h"
#include "lift/output.h"
#include "lift/test_random_floats.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

/* Contract of generated code, as core/lifted.h has it. */
struct lifted_result {
    uint64_t x0, x1;
    a64_v2u64 q0;
};
#define LIFTED_FUNCTION(name, ...)                                                                 \
    __attribute__((swiftcall)) struct lifted_result name(                                          \
        __attribute__((swift_context)) struct a64_state *s, ##__VA_ARGS__)
#define LIFTED_TARGET(name)                                                                        \
    LIFTED_FUNCTION(name, uint64_t frame, uint64_t x30, uint64_t x0, uint64_t x1, uint64_t x2,     \
                    uint64_t x29)
typedef LIFTED_TARGET(lifted_function);
enum { CODE_MAX = 1 << 20 };
static lifted_function *slots[(LIFT_BASE + CODE_MAX) / 4];
struct lifted_slots {
    lifted_function *const *slots;
    uint64_t count;
} lifted_slots = {slots, sizeof slots / sizeof *slots};
LIFTED_TARGET(core_unlifted);
bool lifted_attention(struct a64_state *s, uint64_t pc, uint64_t sp, uint64_t entry_return,
                      uint64_t entry_sp);
struct lifted_spin;
__attribute__((preserve_most, cold)) void lifted_spin(struct a64_state *s,
                                                      struct lifted_spin *spin);
LIFTED_FUNCTION(lifted_leave, uint64_t target);
LIFTED_FUNCTION(lifted_jump_unlifted, uint64_t entry_return, uint64_t entry_sp);
LIFTED_FUNCTION(lifted_interpret, uint64_t entry_return, uint64_t entry_sp);

#define RETURN_PC  0x07fff000ull
#define STACK      0x20000000ull
#define STACK_SIZE 0x10000ull

/* What code for debugging asks before each instruction. */
enum { STOPS = 1 << 16 };
uint8_t lifted_stops_08000000[STOPS];

static unsigned misses;

static struct lifted_result interpret_to(struct a64_state *s, uint64_t pc, uint64_t sp) {
    while (s->pc != pc || s->sp != sp)
        a64_step(s);
    return (struct lifted_result){s->x[0], s->x[1], s->q[0]};
}

LIFTED_TARGET(core_unlifted) {
    misses++;
    (void)x30;
    s->sp = frame;
    s->x[0] = x0;
    s->x[1] = x1;
    s->x[2] = x2;
    s->x[29] = x29;
    return interpret_to(s, s->x[30], s->sp);
}

bool lifted_attention(struct a64_state *s, uint64_t pc, uint64_t sp, uint64_t entry_return,
                      uint64_t entry_sp) {
    (void)s, (void)pc, (void)sp, (void)entry_return, (void)entry_sp;
    fail_msg("attention was never asked for");
    return true;
}

void lifted_spin(struct a64_state *s, struct lifted_spin *spin) {
    (void)s, (void)spin;
    fail_msg("nobody is there to wait for");
}

LIFTED_FUNCTION(lifted_leave, uint64_t target) {
    fail_msg("return to 0x%llx", (unsigned long long)target);
    return (struct lifted_result){s->x[0], s->x[1], s->q[0]};
}

LIFTED_FUNCTION(lifted_jump_unlifted, uint64_t entry_return, uint64_t entry_sp) {
    misses++;
    return interpret_to(s, entry_return, entry_sp);
}

LIFTED_FUNCTION(lifted_interpret, uint64_t entry_return, uint64_t entry_sp) {
    return lifted_jump_unlifted(s, entry_return, entry_sp);
}

static void run(const char *folder, const char *format, ...) {
    va_list arguments;
    char text[2048];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    char *command = memory_format("cd %s && %s", folder, text);
    int status = system(command);
    if (status != 0)
        print_message("%s\n", command);
    free(command);
    assert_int_equal(status, 0);
}

struct guest {
    struct program program;
    void *library;
    lifted_function *entry;
    uint64_t entry_pc, size;
    struct a64_env env;
};

/* The state at the entry, and fresh memory. */
static void prepare(const struct guest *g, struct a64_state *s, unsigned seed) {
    const struct module *m = &g->program.modules[0];
    uint8_t *memory = (uint8_t *)LIFT_BASE;
    memset(memory, 0, g->size);
    memcpy(memory, m->image, m->image_size);
    for (size_t i = 0; i < m->pointer_count; i++) {
        uint64_t value = LIFT_BASE + m->pointers[i].value;
        memcpy(memory + m->pointers[i].address, &value, sizeof value);
    }
    memset((void *)STACK, 0, STACK_SIZE);
    *s = (struct a64_state){.env = &g->env, .pc = g->entry_pc, .sp = STACK + STACK_SIZE - 256};
    for (unsigned i = 0; i < 30; i++)
        s->x[i] = (seed * 0x9e3779b97f4a7c15ull) ^ (i * 0x0123456789abcdefull);
    for (unsigned i = 0; i < 32; i++)
        s->q[i] = (a64_v2u64){i * seed, ~(uint64_t)i};
    s->x[30] = RETURN_PC;
}

static void compare(const struct guest *g, unsigned seed) {
    struct a64_state lifted, interpreted;
    uint8_t *memory = memory_new(g->size + STACK_SIZE);
    prepare(g, &lifted, seed);
    const struct lifted_result r = g->entry(&lifted, lifted.sp, lifted.x[30], lifted.x[0],
                                            lifted.x[1], lifted.x[2], lifted.x[29]);
    lifted.x[0] = r.x0;
    lifted.x[1] = r.x1;
    lifted.x[30] = RETURN_PC; /* which callers know, as they know SP */
    lifted.sp = STACK + STACK_SIZE - 256;
    memcpy(memory, (void *)LIFT_BASE, g->size);
    memcpy(memory + g->size, (void *)STACK, STACK_SIZE);
    prepare(g, &interpreted, seed);
    interpret_to(&interpreted, RETURN_PC, interpreted.sp);
    for (int i = 0; i < 31; i++) /* x2 to x18 are nobody's at a return */
        if ((i < 2 || i > 18) && lifted.x[i] != interpreted.x[i])
            fail_msg("x%d is 0x%llx, interpreted 0x%llx", i, (unsigned long long)lifted.x[i],
                     (unsigned long long)interpreted.x[i]);
    assert_true(lifted.sp == interpreted.sp);
    for (int i = 0; i < 16; i++)
        if (i < 4 || i > 7)
            assert_memory_equal(&lifted.q[i], &interpreted.q[i], i < 4 ? 16 : 8);
    assert_memory_equal(memory, (void *)LIFT_BASE, g->size);
    assert_memory_equal(memory + g->size, (void *)STACK, STACK_SIZE);
    free(memory);
}

static void load(struct guest *g, const char *folder) {
    char *path = memory_format("%s/out/code.so", folder);
    const struct module *m = &g->program.modules[0];
    char name[32];
    g->library = dlopen(path, RTLD_NOW);
    if (!g->library)
        fail_msg("%s", dlerror());
    free(path);
    g->entry_pc = LIFT_BASE + m->entry;
    snprintf(name, sizeof name, "e_%08llx", (unsigned long long)g->entry_pc);
    g->entry = (lifted_function *)dlsym(g->library, name);
    assert_non_null(g->entry);
    memset(slots + LIFT_BASE / 4, 0, CODE_MAX / 4 * sizeof *slots);
    assert_true(m->image_size <= CODE_MAX);
    for (uint64_t pc = LIFT_BASE; pc < LIFT_BASE + m->image_size; pc += 4) {
        snprintf(name, sizeof name, "e_%08llx", (unsigned long long)pc);
        slots[pc / 4] = (lifted_function *)dlsym(g->library, name);
    }
    g->size = m->memory_size;
    void *base = mmap((void *)LIFT_BASE, g->size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    void *stack = mmap((void *)STACK, STACK_SIZE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    assert_ptr_equal(base, (void *)LIFT_BASE);
    assert_ptr_equal(stack, (void *)STACK);
}

struct form {
    const char *guest;              /* its text */
    const char *compiler, *options; /* of the guest: reads guest.c and writes guest.o */
    bool debug, any_calls;
    const char *level, *machine; /* of what is lifted */
    unsigned seed;               /* of the functions of test_lifted_random.txt */
    const char *holds;           /* what the C must have */
};

/* Code for debugging goes on in the interpreter anywhere: a few stops at a time, others each time.
 */
static void compare_stopped(const struct guest *g) {
    assert_true(g->program.modules[0].memory_size / 4 <= STOPS);
    for (unsigned round = 0; round < 200; round++) {
        uint32_t random = round;
        for (unsigned i = 0; i < STOPS; i++) {
            random = random * 1664525 + 1013904223; /* Numerical Recipes */
            lifted_stops_08000000[i] = random >> 24 < 1 + round;
        }
        compare(g, round % 8);
    }
    memset(lifted_stops_08000000, 0, STOPS);
    assert_true(misses > 200);
}

/* Compiles the guest, and compares. */
static void compare_compiled(const struct form *form) {
    char folder[] = "/tmp/windlass-lifted-XXXXXX";
    const char *source = getenv("WINDLASS_SOURCE");
    struct error e;
    struct guest g = {0};
    struct lift_stats stats;
    char *probe = memory_format("command -v %s ld.lld-19 clang-19 >/dev/null", form->compiler);
    bool there = source && system(probe) == 0;
    free(probe);
    if (!there)
        skip();
    assert_non_null(mkdtemp(folder));
    run(folder, "cp %s/src/lift/%s.txt guest.c", source, form->guest);
    test_random_floats(folder, form->seed);
    run(folder, "%s %s -fpie -ffreestanding -w -c guest.c -o guest.o", form->compiler,
        form->options);
    run(folder, "%s %s -w -c functions.s -o functions.o", form->compiler, form->options);
    run(folder, "ld.lld-19 -pie --no-dynamic-linker -z separate-code guest.o --start-lib "
                "functions.o --end-lib -o guest");
    char *path = memory_format("%s/guest", folder), *out = memory_format("%s/out", folder);
    if (!program_open(path, &g.program, &e))
        fail_msg("%s", e.text);
    struct lift_options options = {
        .folder = out, .debug = form->debug, .any_calls = form->any_calls, .machine = MACHINE_V3};
    if (!lift_program(&g.program, &options, &stats, &e))
        fail_msg("%s", e.text);
    assert_int_equal(stats.unknown_words, 0);
    assert_int_equal(stats.left_to_interpreter, 0);
    run(folder,
        "clang-19 %s -w -std=gnu11 -fwrapv -fno-strict-aliasing -ffp-contract=off -mcx16 "
        "-march=%s -shared -fPIC -I%s/src out/code_*.c -o out/code.so",
        form->level, form->machine, source);
    if (form->holds)
        run(folder, "grep -q %s out/code_*.c", form->holds);
    load(&g, folder);
    misses = 0;
    for (unsigned seed = 0; seed < 8; seed++)
        compare(&g, seed);
    assert_int_equal(misses, 0);
    if (form->debug)
        compare_stopped(&g);
    munmap((void *)LIFT_BASE, g.size);
    munmap((void *)STACK, STACK_SIZE);
    dlclose(g.library);
    program_close(&g.program);
    run("/tmp", "rm -r %s", folder);
    free(path);
    free(out);
}

#define CLANG "clang-19", "--target=aarch64-none-elf -mcpu=cortex-a57 "
#define GCC   "aarch64-linux-gnu-gcc", "-mcpu=cortex-a57 -mno-outline-atomics "
#define FAST  " -fassociative-math -fno-signed-zeros -fno-trapping-math -ffp-contract=fast"

static void clang_O0(void **state) {
    (void)state;
    compare_compiled(
        &(struct form){"test_lifted_guest", CLANG "-O0", .level = "-O1", .machine = "x86-64-v2"});
}
static void clang_O2(void **state) {
    (void)state;
    compare_compiled(
        &(struct form){"test_lifted_guest", CLANG "-O2", .level = "-O1", .machine = "x86-64-v2"});
}
static void clang_Oz_with_outlined_functions(void **state) {
    (void)state;
    compare_compiled(
        &(struct form){"test_lifted_guest", CLANG "-Oz", .level = "-O1", .machine = "x86-64-v2"});
}
static void gcc_O2(void **state) {
    (void)state;
    compare_compiled(
        &(struct form){"test_lifted_guest", GCC "-O2", .level = "-O1", .machine = "x86-64-v2"});
}
static void debug_level(void **state) {
    (void)state;
    compare_compiled(&(struct form){"test_lifted_guest", CLANG "-O1", .debug = true, .level = "-O1",
                                    .machine = "x86-64-v2"});
}

static void calls_of_any_kind(void **state) {
    (void)state;
    compare_compiled(&(struct form){"test_lifted_calls", CLANG "-O1", .any_calls = true,
                                    .level = "-O2", .machine = "x86-64-v2"});
}

static void floats_as_written(void **state) {
    (void)state;
    compare_compiled(&(struct form){
        "test_lifted_floats", CLANG "-O2 -ffp-contract=off", .level = "-O2",
        .machine = machine_name(machine_chosen(MACHINE_AUTO)), .holds = "a64_pair_fmls_64"});
}
static void floats_in_vectors(void **state) {
    (void)state;
    compare_compiled(&(struct form){"test_lifted_floats", CLANG "-O3" FAST, .level = "-O2",
                                    .machine = machine_name(machine_chosen(MACHINE_AUTO))});
}
static void floats_of_gcc(void **state) {
    (void)state;
    compare_compiled(&(struct form){"test_lifted_floats", GCC "-O3" FAST, .level = "-O1",
                                    .machine = "x86-64-v2"});
}

static void random_floats(void **state) {
    (void)state;
    const char *seed = getenv("WINDLASS_SEED"); /* of a long run */
    const unsigned first = seed ? (unsigned)atoi(seed) : 0, count = seed ? 40 : 2;
    for (unsigned i = first; i < first + count; i++)
        compare_compiled(&(struct form){
            "test_lifted_random", CLANG "-O2", .level = "-O2",
            .machine = i % 2 ? "x86-64-v2" : machine_name(machine_chosen(MACHINE_AUTO)), .seed = i,
            .holds = seed ? NULL : "a64_pair_f"});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clang_O0),
        cmocka_unit_test(clang_O2),
        cmocka_unit_test(clang_Oz_with_outlined_functions),
        cmocka_unit_test(gcc_O2),
        cmocka_unit_test(debug_level),
        cmocka_unit_test(calls_of_any_kind),
        cmocka_unit_test(floats_as_written),
        cmocka_unit_test(floats_in_vectors),
        cmocka_unit_test(floats_of_gcc),
        cmocka_unit_test(random_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
