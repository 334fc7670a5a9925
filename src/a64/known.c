/* SPDX-License-Identifier: MIT */
#include "a64/known.h"

#include <stddef.h>

const struct a64_known *a64_known_find(enum a64_known_kind kind, enum a64_op op, uint32_t word) {
    for (unsigned i = 0; i < a64_known_count; i++) {
        const struct a64_known *known = &a64_knowns[i];
        if (known->kind == kind && known->rows[op] && (!known->where || known->where(word)))
            return known;
    }
    return NULL;
}
