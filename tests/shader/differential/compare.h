/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_COMPARE_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_COMPARE_H

#include "base/strbuf.h"
#include "world.h"

/* Two results of one shape. Adds a line to `report`: how many numbers there are, the largest
 * difference and where it is, and what is too far apart. False: they differ more than they may. */
bool compare_results(const struct tolerance *tolerance, const char *name, const struct result *a,
                     const struct result *b, struct strbuf *report);
/* Layers below each other, samples as the first of their pixel; values from 0 to 1 are shown. */
MUST_CHECK bool result_picture(const struct result *result, const char *path, struct error *error);

#endif
