/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CORE_TEST_FAULT_GAME_H
#define WINDLASS_CORE_TEST_FAULT_GAME_H

#include "core/lifted.h"

/* Lifted functions for the fault tests, with line numbers as the lifter gives them. */
enum {
    F_LOAD = 0x100,    /* x0 = *(x1) at +4 */
    F_STORE = 0x200,   /* *(x1) = x0 at +4 */
    F_CALLER = 0x300,  /* bl F_LOAD at +8 */
    F_ENDLESS = 0x400, /* calls itself */
    F_SVC = 0x500,
    F_TRAP = 0x600, /* ud2: what a mistake in lifted code becomes */
    F_BREAK = 0x700,
    F_INLINED = 0x800, /* bl F_LOAD at +8, which the compiler inlined */
};
extern const struct lifted_entry test_fault_entries[];
extern const size_t test_fault_entry_count;

#endif
