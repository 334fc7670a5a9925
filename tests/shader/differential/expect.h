/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_EXPECT_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_EXPECT_H

#include "world.h"

/* What a few programs must give, worked out on the CPU: they show that inputs and outputs are where
 * they should be, and stand in where a driver cannot run the other compiler's module. */

struct expectation {
    const char *name; /* of the scene */
    /* Its first output; `out` has its shape, and bytes that are zero. */
    void (*fill)(const struct scene *scene, struct result *out);
    uint32_t ulps;       /* that floats may differ by */
    const char *instead; /* why the reference gives something else; NULL: it gives the same */
};
/* NULL: there is none. */
const struct expectation *expect_find(const char *name);

#endif
