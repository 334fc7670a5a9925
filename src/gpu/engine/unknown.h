/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_UNKNOWN_H
#define WINDLASS_GPU_ENGINE_UNKNOWN_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

/* Counts of what the engines cannot do: a method without a row in its class's table, one that the
 * table calls absent, values that no row knows. The first of each is a warning; all are in the
 * report. */

struct unknown_methods;

struct unknown_methods *unknown_new(void);
void unknown_free(struct unknown_methods *u);

/* `name` may be NULL: the class has no such method. `why` is a constant text. True: it is the first
 * of its kind. */
bool unknown_count(struct unknown_methods *u, unsigned class, unsigned method, uint32_t data,
                   const char *name, const char *why);
/* One line each, by class and method; nothing where there is nothing. */
void unknown_print(const struct unknown_methods *u, struct strbuf *out);

#endif
