/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_EXPECT_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_EXPECT_H

#include "world.h"

/* What a few programs must give, worked out on the CPU: they show that inputs and outputs are where
 * they should be, and stand in where a driver cannot run the other compiler's module. */

bool expect_knows(const struct scene *scene);
/* The scene's first output; `out` has its shape, and bytes that are zero. How exact that is. */
struct tolerance expect_fill(const struct scene *scene, struct result *out);

#endif
