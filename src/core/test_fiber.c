/* SPDX-License-Identifier: MIT */
#include "core/test_guest.h"

/* Guest programs that switch stacks: fibers in a ring, each yielding to the next, with their code
 * both lifted and, for what the interpreter takes over after a switch, as words.
 *
 *   fiber:  stp x29, x30, [sp, #-16]!          yield:  stp x29, x30, [sp, #-16]!
 *   loop:   mov x0, x20       own context              bl  switch
 *           mov x1, x21       next context             ldp x29, x30, [sp], #16
 *           bl  yield                                  ret
 *           sub x19, x19, #1
 *           cbnz x19, loop                     switch: saves x19..x21, x29, x30, sp at x0,
 *           ldp x29, x30, [sp], #16                    loads them from x1, ret (or br x30)
 *           ret
 */
enum { F_FIBER = 0, F_YIELD = 0x40, F_SWITCH = 0x80 };
#define R_FIBER (GAME + F_FIBER + 16)
#define R_YIELD (GAME + F_YIELD + 8)

struct context {
    uint64_t x19, x20, x21, x29, x30, sp;
};
static bool by_branch;
static uint64_t switches;
static uintptr_t deepest, shallowest;

static struct context *context_at(uint64_t address) {
    return (struct context *)(uintptr_t)address;
}

static void f_switch(struct a64_state *s) {
    const uint64_t entry_return = s->x[30], entry_sp = s->sp;
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    deepest = here < deepest ? here : deepest;
    shallowest = here > shallowest ? here : shallowest;
    switches++;
    *context_at(s->x[0]) =
        (struct context){s->x[19], s->x[20], s->x[21], s->x[29], s->x[30], s->sp};
    const struct context *next = context_at(s->x[1]);
    s->x[19] = next->x19;
    s->x[20] = next->x20;
    s->x[21] = next->x21;
    s->x[29] = next->x29;
    s->x[30] = next->x30;
    s->sp = next->sp;
    if (by_branch) {
        s->pc = s->x[30];
        lifted_function *target = lifted_lookup(s->pc);
        if (target == core_unlifted)
            lifted_jump_unlifted(s, entry_return, entry_sp);
        else
            lifted_call(target, s);
    } else if (LIFTED_UNLIKELY(s->x[30] != entry_return)) {
        lifted_leave(s, s->x[30]);
    }
}

static void push_frame(struct a64_state *s) {
    s->sp -= 16;
    ((uint64_t *)(uintptr_t)s->sp)[0] = s->x[29];
    ((uint64_t *)(uintptr_t)s->sp)[1] = s->x[30];
}

static void pop_frame(struct a64_state *s) {
    s->x[29] = ((uint64_t *)(uintptr_t)s->sp)[0];
    s->x[30] = ((uint64_t *)(uintptr_t)s->sp)[1];
    s->sp += 16;
}

static void f_yield(struct a64_state *s) {
    const uint64_t entry_return = s->x[30], entry_sp = s->sp;
    push_frame(s);
    const uint64_t sp = s->sp;
    s->x[30] = R_YIELD;
    f_switch(s);
    if (LIFTED_UNLIKELY(s->attention) && lifted_attention(s, R_YIELD, sp, entry_return, entry_sp))
        return;
    pop_frame(s);
    if (LIFTED_UNLIKELY(s->x[30] != entry_return))
        lifted_leave(s, s->x[30]);
}

static void f_fiber(struct a64_state *s) {
    const uint64_t entry_return = s->x[30], entry_sp = s->sp;
    push_frame(s);
    do {
        const uint64_t sp = s->sp;
        s->x[0] = s->x[20];
        s->x[1] = s->x[21];
        s->x[30] = R_FIBER;
        f_yield(s);
        if (LIFTED_UNLIKELY(s->attention) &&
            lifted_attention(s, R_FIBER, sp, entry_return, entry_sp))
            return;
    } while (--s->x[19]);
    pop_frame(s);
    if (LIFTED_UNLIKELY(s->x[30] != entry_return))
        lifted_leave(s, s->x[30]);
}

TEST_ENTRY(f_fiber)
TEST_ENTRY(f_yield)
TEST_ENTRY(f_switch)

static const struct lifted_entry entries[] = {
    {F_FIBER, e_f_fiber},
    {F_YIELD, e_f_yield},
    {F_SWITCH, e_f_switch},
};

static int open_guest(void **state) {
    (void)state;
    test_guest_open(entries, sizeof entries / sizeof *entries);
    TEST_CODE(GAME + F_FIBER, PUSH_FRAME, 0xaa1403e0, 0xaa1503e1,
              BL(GAME + F_FIBER + 12, GAME + F_YIELD), 0xd1000673, 0xb5ffff93, POP_FRAME, RET);
    TEST_CODE(GAME + F_YIELD, PUSH_FRAME, BL(GAME + F_YIELD + 4, GAME + F_SWITCH), POP_FRAME, RET);
    return 0;
}

/* The first fiber makes `turns` rounds and returns to the loader; the others never end. */
static void ring(unsigned fibers, bool first_is_highest, uint64_t turns) {
    const uint64_t contexts = GAME_DATA + 0x1000, size = 0x1000;
    struct a64_state s = test_guest_state(GAME + F_FIBER, CORE_LOADER_RETURN);
    switches = 0;
    deepest = UINTPTR_MAX;
    shallowest = 0;
    for (unsigned i = 0; i < fibers; i++) {
        const uint64_t own = contexts + i * sizeof(struct context);
        const uint64_t next = contexts + (i + 1) % fibers * sizeof(struct context);
        const uint64_t top = STACK_TOP - (first_is_highest ? i : fibers - i) * size;
        *context_at(own) = (struct context){
            .x19 = UINT64_MAX, .x20 = own, .x21 = next, .sp = top, .x30 = GAME + F_FIBER};
        if (i)
            continue;
        s.sp = top;
        s.x[19] = turns;
        s.x[20] = own;
        s.x[21] = next;
    }
    assert_int_equal(core_run(&s), CORE_LOADER_RETURN);
    assert_int_equal(s.x[19], 0);
    assert_int_equal(switches, turns * fibers);
    assert_true(shallowest - deepest < 16384);
}

enum { TURNS = 100000 };

static void two_fibers_switch_by_return(void **state) {
    (void)state;
    by_branch = false;
    ring(2, true, TURNS);
    ring(2, false, TURNS);
}

static void two_fibers_switch_by_branch(void **state) {
    (void)state;
    by_branch = true;
    ring(2, true, TURNS);
    ring(2, false, TURNS);
}

static void five_fibers_in_a_ring(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        by_branch = i & 1;
        ring(5, i & 2, 5000);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_fibers_switch_by_return),
        cmocka_unit_test(two_fibers_switch_by_branch),
        cmocka_unit_test(five_fibers_in_a_ring),
    };
    return cmocka_run_group_tests(tests, open_guest, NULL);
}
