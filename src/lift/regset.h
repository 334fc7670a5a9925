/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_REGSET_H
#define WINDLASS_LIFT_REGSET_H

#include <stdbool.h>
#include <stdint.h>

/* A set of guest registers. */
struct regset {
    uint32_t x, v; /* bit 31 of x: SP */
    bool flags;
};

static inline struct regset regset_or(struct regset a, struct regset b) {
    return (struct regset){a.x | b.x, a.v | b.v, a.flags || b.flags};
}
static inline struct regset regset_and(struct regset a, struct regset b) {
    return (struct regset){a.x & b.x, a.v & b.v, a.flags && b.flags};
}
static inline struct regset regset_minus(struct regset a, struct regset b) {
    return (struct regset){a.x & ~b.x, a.v & ~b.v, a.flags && !b.flags};
}
static inline bool regset_equal(struct regset a, struct regset b) {
    return a.x == b.x && a.v == b.v && a.flags == b.flags;
}

#define X_LR (1u << 30)
#define X_SP (1u << 31)

/* The procedure call standard (AAPCS64), trusted where the other side is not known. */
#define REGSET_NONE ((struct regset){0, 0, false})
#define REGSET_ALL  ((struct regset){~0u, ~0u, true})
/* A callee may change them: x0 to x18, v0 to v7, v16 to v31, flags; BL itself changes x30. */
#define REGSET_SCRATCH ((struct regset){0x0007ffffu | X_LR, 0xffff00ffu, true})
/* A callee gives them back as they were. */
#define REGSET_SAVED ((struct regset){0x3ff80000u | X_SP, 0x0000ff00u, false})
/* What C functions may return: struct lifted_result; */
#define REGSET_RESULT ((struct regset){0x00000003u, 0x00000001u, false})
/* and what those return that a pointer leads to, whose q0 is in the struct. */
#define REGSET_ANSWER  ((struct regset){0x00000003u, 0, false})
#define REGSET_RESULTS ((struct regset){0x00000003u, 0x0000000fu, false})
/* What unknown code is given as C parameters, x30 aside: lifted_function. */
#define REGSET_GIVEN ((struct regset){0x20000007u | X_SP, 0, false})
/* x0 to x8, and what a look at the thread shows. */
#define REGSET_SVC ((struct regset){0x000001ffu | 0x3ff80000u | X_LR | X_SP, 0x0000ff00u, false})
/* What a handler of the program's finds, and goes on with. */
#define REGSET_TRAP ((struct regset){0x3ff80000u | X_LR | X_SP, 0x0000ff00u, false})
/* What unknown code may read at its entry: arguments, x8, x16 to x18, and what it has to save. */
#define REGSET_ARGUMENTS ((struct regset){0xffff01ffu, 0x0000ffffu, false})

#endif
