/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_MACHINE_H
#define WINDLASS_LIFT_MACHINE_H

#include <stdbool.h>

/* Levels of x86-64 processors that C is compiled for, as clang's -march has them. */
enum machine {
    MACHINE_AUTO, /* what this processor has */
    MACHINE_V2,   /* SSE4.2 */
    MACHINE_V3,   /* AVX2, FMA, BMI2 */
    MACHINE_V4,   /* AVX-512 with 32 vector registers, as many as the guest has */
    MACHINES,
};

const char *machine_name(enum machine m);
/* Does this processor have the level? */
bool machine_is_here(enum machine m);
/* The level itself, or the best that is here. */
enum machine machine_chosen(enum machine m);

#endif
