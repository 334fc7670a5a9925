/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_HOST_RANDOM_H
#define WINDLASS_HOST_RANDOM_H

#include "base/error.h"

#include <stddef.h>

/* Random bytes: the host's, or with random_make_fixed a sequence that is always the same. */
void random_make_fixed(void);
/* False: the host gives none. */
MUST_CHECK bool random_bytes(void *out, size_t size);

#endif
