/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_JUMP_TABLE_H
#define WINDLASS_LIFT_JUMP_TABLE_H

#include "lift/function.h"

/* Looks for the table behind the BR that ends the block. Returns false when there is no table
 * that could be found; `out->proved` says whether all of it was proved. */
bool jump_table_find(const struct text *t, const struct function *f, uint32_t block,
                     struct jump_table *out);
void jump_table_free(struct jump_table *table);

#endif
