/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_EXPECT_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_EXPECT_H

#include "world.h"

/* What a few programs must give, worked out on the CPU: they show that inputs and outputs are where
 * they should be, and stand in where a driver cannot run the other compiler's module. */

enum { EXPECT_OUTPUTS = 2 };
struct expectation {
    const char *name; /* of the scene */
    /* Of its first outputs; `out` has the output's shape, and bytes that are zero. */
    void (*fill[EXPECT_OUTPUTS])(const struct scene *scene, struct result *out);
    uint32_t ulps; /* that floats may differ by */
    enum { REFERENCE_AGREES, REFERENCE_AGREES_MOSTLY, REFERENCE_DIFFERS } reference;
    const char *why; /* the reference does not agree */
};
/* Where the reference agrees mostly: so many pixels do. */
#define EXPECT_SHARE 0.96
/* NULL: there is none. */
const struct expectation *expect_find(const char *name);

#endif
