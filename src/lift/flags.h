/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_FLAGS_H
#define WINDLASS_LIFT_FLAGS_H

#include "lift/discover.h"

/* What direct callers and callees agree on beyond AAPCS64: condition flags that outlined code
 * takes or gives. Both arrays by function number of the discovery. */
struct flag_contract {
    uint8_t *reads;   /* the function reads the flags of its caller */
    uint8_t *returns; /* some caller reads the flags that the function leaves */
};

void flag_contract_find(const struct text *t, const struct discovery *d, struct flag_contract *out);
void flag_contract_free(struct flag_contract *c);

#endif
