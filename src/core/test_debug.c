/* SPDX-License-Identifier: MIT */
#include "core/debug.h"
#include "core/test_guest.h"
#include "core/thread.h"

#include <pthread.h>

/* Guest threads on host threads of their own; the test is the debugger. The loop at LOOP adds 1 to
 * x0, stores it at x1 and goes round; COUNT is a lifted function of the same shape that returns
 * after x2 rounds. */

enum { ID = 80 };
#define LOOP  GAME
#define COUNT (GAME + 0x400)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static bool news;

static void on_stopped(void) {
    pthread_mutex_lock(&lock);
    news = true;
    pthread_cond_signal(&told);
    pthread_mutex_unlock(&lock);
}

static struct core_debug_event stop(void) {
    struct core_debug_event e;
    pthread_mutex_lock(&lock);
    while (!news)
        pthread_cond_wait(&told, &lock);
    news = false;
    pthread_mutex_unlock(&lock);
    assert_true(core_debug_stopped(&e));
    return e;
}

struct guest {
    struct a64_state state;
    uint64_t id, end;
    pthread_t host;
};

static void *run(void *argument) {
    struct guest *g = argument;
    core_debug_thread_begin(&g->state, g->id);
    g->end = core_run(&g->state);
    core_debug_thread_end();
    return NULL;
}

static void start(struct guest *g, uint64_t id, uint64_t pc) {
    *g = (struct guest){.state = test_guest_state(pc, CORE_LOADER_RETURN), .id = id};
    g->state.x[1] = GAME_DATA;
    assert_int_equal(pthread_create(&g->host, NULL, run, g), 0);
}

static void go(enum core_debug_motion motion, uint64_t thread) {
    const struct core_debug_action action = {.thread = thread, .motion = motion};
    core_debug_resume(&action, 1);
}

static struct a64_state registers(uint64_t id) {
    struct a64_state s;
    assert_true(core_debug_registers(id, &s));
    return s;
}

/* Out of the loop, by way of its return. */
static void finish(struct guest *g) {
    struct a64_state s = registers(g->id);
    s.pc = CORE_LOADER_RETURN;
    assert_true(core_debug_set_registers(g->id, &s));
    go(CORE_DEBUG_GO, 0);
    pthread_join(g->host, NULL);
    assert_int_equal(g->end, CORE_LOADER_RETURN);
}

static void a_thread_waits_at_its_first_instruction(void **state) {
    struct guest g;
    (void)state;
    start(&g, ID, LOOP);
    core_debug_attach();
    assert_int_equal(stop().cause, CORE_DEBUG_HALTED);
    assert_int_equal(registers(ID).pc, LOOP);
    assert_int_equal(registers(ID).x[0], 0);
    finish(&g);
    core_debug_detach();
}

static void steps_are_of_one_instruction(void **state) {
    static const uint64_t places[] = {LOOP + 4, LOOP + 8, LOOP, LOOP + 4};
    struct guest g;
    (void)state;
    core_debug_attach();
    core_debug_halt();
    start(&g, ID, LOOP);
    (void)stop();
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        go(CORE_DEBUG_STEP, ID);
        const struct core_debug_event e = stop();
        assert_int_equal(e.cause, CORE_DEBUG_STEPPED);
        assert_int_equal(e.thread, ID);
        assert_int_equal(registers(ID).pc, places[i]);
    }
    assert_int_equal(registers(ID).x[0], 2);
    const struct core_debug_action range = {
        .thread = ID, .motion = CORE_DEBUG_STEP, .start = LOOP + 4, .end = LOOP + 12};
    core_debug_resume(&range, 1);
    (void)stop();
    assert_int_equal(registers(ID).pc, LOOP);
    finish(&g);
    core_debug_detach();
}

static void breakpoints_stop_and_memory_is_as_it_was(void **state) {
    struct guest g;
    uint32_t word;
    (void)state;
    core_debug_attach();
    core_debug_halt();
    start(&g, ID, LOOP);
    (void)stop();
    assert_true(core_debug_set_breakpoint(LOOP + 8, true));
    assert_false(core_debug_set_breakpoint(LOOP + 2, true));
    for (uint64_t round = 1; round <= 3; round++) {
        go(CORE_DEBUG_GO, 0);
        const struct core_debug_event e = stop();
        assert_int_equal(e.cause, CORE_DEBUG_BREAKPOINT);
        assert_int_equal(registers(ID).pc, LOOP + 8);
        assert_int_equal(registers(ID).x[0], round);
        assert_true(core_peek(LOOP + 8, &word, sizeof word));
        assert_int_equal(word, B(LOOP + 8, LOOP));
        assert_true(core_debug_set_breakpoint(LOOP + 8, false));
        go(CORE_DEBUG_STEP, ID);
        assert_int_equal(stop().cause, CORE_DEBUG_STEPPED);
        assert_true(core_debug_set_breakpoint(LOOP + 8, true));
    }
    finish(&g);
    core_debug_detach();
    uint64_t at;
    start(&g, ID, LOOP); /* gone with the debugger, and nobody is held */
    while (!core_peek(GAME_DATA, &at, sizeof at) || at < 1000)
        ;
    core_debug_attach();
    (void)stop();
    assert_true(registers(ID).x[0] >= 1000);
    finish(&g);
    core_debug_detach();
}

static void a_change_of_memory_stops(void **state) {
    struct guest g;
    (void)state;
    core_debug_attach();
    core_debug_halt();
    start(&g, ID, LOOP);
    (void)stop();
    assert_true(core_debug_set_watchpoint(GAME_DATA, 8, true));
    assert_false(core_debug_set_watchpoint(GAME_DATA, 0, true));
    for (int i = 0; i < 2; i++) {
        const uint64_t before = registers(ID).x[0];
        go(CORE_DEBUG_GO, 0);
        const struct core_debug_event e = stop();
        assert_int_equal(e.cause, CORE_DEBUG_WATCHPOINT);
        assert_int_equal(e.address, GAME_DATA);
        assert_int_equal(registers(ID).pc, LOOP + 8);
        assert_int_equal(registers(ID).x[0], before + 1);
    }
    finish(&g);
    core_debug_detach();
}

static void registers_that_are_written_count(void **state) {
    struct guest g;
    (void)state;
    core_debug_attach();
    core_debug_halt();
    start(&g, ID, LOOP);
    (void)stop();
    struct a64_state s = registers(ID);
    s.x[0] = 41;
    s.pc = LOOP + 4;
    s.fpcr = 3u << 22;
    s.fpsr = 0x10;
    assert_true(core_debug_set_registers(ID, &s));
    assert_false(core_debug_set_registers(ID + 1, &s));
    go(CORE_DEBUG_STEP, ID);
    (void)stop();
    s = registers(ID);
    assert_int_equal(s.pc, LOOP + 8);
    assert_int_equal(s.x[0], 41);
    assert_int_equal(s.fpcr, 3u << 22);
    assert_int_equal(s.fpsr, 0x10);
    assert_int_equal(*(uint64_t *)GAME_DATA, 41);
    finish(&g);
    core_debug_detach();
}

static void a_fault_is_told_before_it_counts(void **state) {
    struct guest g;
    (void)state;
    core_debug_attach();
    core_debug_halt();
    start(&g, ID, LOOP + 4);
    (void)stop();
    struct a64_state s = registers(ID);
    s.x[1] = 0x10;
    assert_true(core_debug_set_registers(ID, &s));
    go(CORE_DEBUG_GO, 0);
    const struct core_debug_event e = stop();
    assert_int_equal(e.cause, CORE_DEBUG_FAULT);
    assert_int_equal(e.fault, CORE_FAULT_WRITE);
    s = registers(ID);
    assert_int_equal(s.pc, LOOP + 4);
    s.x[1] = GAME_DATA; /* once more, and well this time */
    assert_true(core_debug_set_registers(ID, &s));
    go(CORE_DEBUG_STEP, ID);
    assert_int_equal(stop().cause, CORE_DEBUG_STEPPED);
    assert_int_equal(registers(ID).pc, LOOP + 8);
    finish(&g);
    core_debug_detach();
}

static void one_thread_moves_while_another_stays(void **state) {
    struct guest a, b;
    (void)state;
    core_debug_attach();
    core_debug_halt();
    start(&a, ID, LOOP);
    (void)stop();
    start(&b, ID + 1, LOOP);
    uint64_t ids[4];
    while (core_debug_threads(ids, 4) < 2)
        ;
    assert_int_equal(ids[1], ID + 1);
    for (int i = 0; i < 3; i++) {
        go(CORE_DEBUG_STEP, ID + 1);
        assert_int_equal(stop().thread, ID + 1);
    }
    assert_int_equal(registers(ID + 1).x[0], 1);
    assert_int_equal(registers(ID).x[0], 0);
    go(CORE_DEBUG_GO, ID + 1);
    core_debug_halt();
    (void)stop();
    assert_int_equal(registers(ID).pc, LOOP);
    struct a64_state s = registers(ID);
    s.pc = CORE_LOADER_RETURN;
    assert_true(core_debug_set_registers(ID, &s));
    finish(&b);
    pthread_join(a.host, NULL);
    core_debug_detach();
}

/* COUNT as the lifter would print it for debugging. */
static uint8_t flags[GAME_TEXT / 4];
static unsigned lifted_rounds;

LIFTED_CODE static LIFTED_TARGET(count) {
    (void)frame, (void)x30, (void)x0, (void)x1, (void)x2, (void)x29;
    const uint64_t entry_return = s->x[30], entry_sp = s->sp;
    do {
        s->pc = COUNT;
        LIFTED_HALT()
        LIFTED_STOP(flags, (COUNT - GAME) / 4)
        s->x[0]++;
        __atomic_fetch_add(&lifted_rounds, 1, __ATOMIC_RELAXED);
        s->pc = COUNT + 4;
        LIFTED_STOP(flags, (COUNT + 4 - GAME) / 4)
        s->x[2]--;
        s->pc = COUNT + 8;
        LIFTED_STOP(flags, (COUNT + 8 - GAME) / 4)
    } while (s->x[2]);
    s->pc = COUNT + 12;
    LIFTED_HALT()
    LIFTED_STOP(flags, (COUNT + 12 - GAME) / 4)
    return lifted_get(s);
STOP:
    return lifted_interpret(s, entry_return, entry_sp);
}

static void lifted_code_gives_up_where_it_is_wanted(void **state) {
    struct guest g;
    (void)state;
    core_debug_attach();
    core_debug_halt();
    start(&g, ID, COUNT);
    (void)stop();
    struct a64_state s = registers(ID);
    s.x[2] = 1ull << 60; /* for ever */
    assert_true(core_debug_set_registers(ID, &s));
    /* Held at its first instruction, it is interpreted to the end of the function: a call brings
     * it back into lifted code. */
    s.pc = GAME + 0x800; /* bl COUNT; b . */
    assert_true(core_debug_set_registers(ID, &s));
    go(CORE_DEBUG_GO, 0);
    while (__atomic_load_n(&lifted_rounds, __ATOMIC_RELAXED) < 1000)
        ;
    core_debug_halt();
    assert_int_equal(stop().cause, CORE_DEBUG_HALTED);
    s = registers(ID);
    assert_int_equal(s.pc, COUNT);
    assert_int_equal(s.x[0], lifted_rounds);
    assert_int_equal(s.x[30], GAME + 0x804);
    assert_true(core_debug_set_breakpoint(COUNT + 4, true));
    assert_int_equal(flags[(COUNT + 4 - GAME) / 4], 1);
    go(CORE_DEBUG_GO, 0);
    assert_int_equal(stop().cause, CORE_DEBUG_BREAKPOINT);
    s = registers(ID);
    assert_int_equal(s.pc, COUNT + 4);
    assert_int_equal(s.x[0], lifted_rounds + 1);
    /* And lifted code finds the breakpoint itself. */
    s.pc = GAME + 0x800;
    assert_true(core_debug_set_registers(ID, &s));
    const unsigned before = lifted_rounds;
    go(CORE_DEBUG_GO, 0);
    assert_int_equal(stop().cause, CORE_DEBUG_BREAKPOINT);
    assert_int_equal(lifted_rounds, before + 1);
    assert_int_equal(registers(ID).pc, COUNT + 4);
    assert_true(core_debug_set_breakpoint(COUNT + 4, false));
    assert_int_equal(flags[(COUNT + 4 - GAME) / 4], 0);
    s = registers(ID);
    s.x[2] = 2;
    assert_true(core_debug_set_registers(ID, &s));
    assert_true(core_debug_set_breakpoint(GAME + 0x804, true));
    go(CORE_DEBUG_GO, 0);
    assert_int_equal(stop().cause, CORE_DEBUG_BREAKPOINT);
    assert_int_equal(registers(ID).pc, GAME + 0x804);
    assert_int_equal(registers(ID).x[2], 0);
    finish(&g);
    core_debug_detach();
}

static int open_game(void **state) {
    static const struct lifted_entry entries[] = {{0x400, count}};
    (void)state;
    test_guest_stops(flags, sizeof flags);
    test_guest_open(entries, 1);
    TEST_CODE(LOOP, ADD_X0(1), 0xf9000020 /* str x0, [x1] */, B(LOOP + 8, LOOP));
    TEST_CODE(COUNT, ADD_X0(1), 0xd1000442 /* sub x2, x2, #1 */, 0xb5ffffc2 /* cbnz x2, COUNT */,
              RET);
    TEST_CODE(GAME + 0x800, BL(GAME + 0x800, COUNT), B(0, 0));
    core_debug_begin(on_stopped);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_waits_at_its_first_instruction),
        cmocka_unit_test(steps_are_of_one_instruction),
        cmocka_unit_test(breakpoints_stop_and_memory_is_as_it_was),
        cmocka_unit_test(a_change_of_memory_stops),
        cmocka_unit_test(registers_that_are_written_count),
        cmocka_unit_test(a_fault_is_told_before_it_counts),
        cmocka_unit_test(one_thread_moves_while_another_stays),
        cmocka_unit_test(lifted_code_gives_up_where_it_is_wanted),
    };
    return cmocka_run_group_tests_name("core debug", tests, open_game, NULL);
}
