/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GDB_TEST_TARGET_H
#define WINDLASS_GDB_TEST_TARGET_H

#include "gdb/target.h"

/* Two threads, 0x50 and 0x51, of which the second one cannot be written to; memory of two pages at
 * FAKE_MEMORY, the second one read-only; what was asked of it. */
#define FAKE_MEMORY 0x10000ull
enum { FAKE_PAGE = 0x1000, FAKE_ACTIONS = 128 };

struct fake {
    struct a64_state state[2];
    uint8_t memory[2 * FAKE_PAGE];
    uint64_t breakpoint, watched; /* 0: none */
    struct core_debug_action actions[FAKE_ACTIONS];
    size_t action_count;
    bool killed;
};
extern struct fake fake;
extern const struct gdb_target fake_target;
void fake_reset(void);

#endif
