/* SPDX-License-Identifier: MIT */
#include "core/test_fault_game.h"

#define BASE 0x08000000ull
#define RETURNED(pc, sp)                                                                           \
    (LIFTED_UNLIKELY(s->attention) && lifted_attention(s, pc, sp, entry_return, entry_sp))

/* Generated functions do not know what stands in others. */
#define LIFTED static __attribute__((noinline))

/* Lines are (offset in the module) / 4 + 1. */
/* clang-format off */
static inline __attribute__((always_inline)) void load(struct a64_state *s) {
#line 65 "game"
    const uint64_t x1 = s->x[1];
#line 66 "game"
    s->x[0] = *(volatile uint64_t *)(uintptr_t)x1;
}

LIFTED void f_load(struct a64_state *s) {
#line 65 "game"
    const uint64_t x1 = s->x[1];
#line 66 "game"
    s->x[0] = *(volatile uint64_t *)(uintptr_t)x1;
}

LIFTED void f_inlined(struct a64_state *s) {
#line 515 "game"
    load(s);
}

LIFTED void f_store(struct a64_state *s) {
#line 129 "game"
    const uint64_t x1 = s->x[1];
#line 130 "game"
    *(volatile uint64_t *)(uintptr_t)x1 = s->x[0];
}

LIFTED void f_caller(struct a64_state *s) {
#line 193 "game"
    const uint64_t entry_return = s->x[30], entry_sp = s->sp;
#line 194 "game"
    const uint64_t sp = s->sp -= 16;
#line 195 "game"
    s->x[30] = BASE + F_CALLER + 12; f_load(s); if (RETURNED(BASE + F_CALLER + 12, sp)) return;
#line 196 "game"
    s->sp += 16;
    s->x[30] = entry_return;
}

LIFTED void f_endless(struct a64_state *s);
static void (*volatile again)(struct a64_state *) = f_endless; /* hidden from the compiler */
LIFTED void f_endless(struct a64_state *s) {
#line 257 "game"
    const uint64_t entry_return = s->x[30], entry_sp = s->sp;
#line 258 "game"
    s->x[30] = BASE + F_ENDLESS + 8; again(s); if (RETURNED(s->x[30], entry_sp)) return;
#line 259 "game"
    s->x[30] = entry_return;
}

LIFTED void f_svc(struct a64_state *s) {
#line 321 "game"
    s->env->svc(s, 1);
}

LIFTED void f_trap(struct a64_state *s) {
    (void)s;
#line 387 "game"
    __builtin_trap();
}

LIFTED void f_break(struct a64_state *s) {
#line 449 "game"
    s->pc = BASE + F_BREAK;
    s->env->breakpoint(s, 0x3e8);
}

#line 101 "test_fault_game.c"
#define ENTRY(name)                                                                                \
    static LIFTED_TARGET(e_##name) {                                                             \
        (void)frame, (void)x30, (void)x0, (void)x1, (void)x2, (void)x29; \
        name(s);                                                                                   \
        return lifted_get(s);                                                                      \
    }
ENTRY(f_load)
ENTRY(f_store)
ENTRY(f_caller)
ENTRY(f_endless)
ENTRY(f_svc)
ENTRY(f_trap)
ENTRY(f_break)
ENTRY(f_inlined)

const struct lifted_entry test_fault_entries[] = {
    {F_LOAD, e_f_load}, {F_STORE, e_f_store}, {F_CALLER, e_f_caller}, {F_ENDLESS, e_f_endless},
    {F_SVC, e_f_svc},   {F_TRAP, e_f_trap},   {F_BREAK, e_f_break}, {F_INLINED, e_f_inlined},
};
const size_t test_fault_entry_count = sizeof test_fault_entries / sizeof *test_fault_entries;
