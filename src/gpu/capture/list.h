/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_CAPTURE_LIST_H
#define WINDLASS_GPU_CAPTURE_LIST_H

#include "gpu/engine/method_table.h"

#include <stdio.h>

/* Methods as lines of text, by their names. Words of one method that come in a row, data and code,
 * are one line. */

enum { LIST_METHODS = 0x1000 };

struct method_list {
    FILE *out;
    const struct method_row *rows[6][LIST_METHODS];
    /* the run that is being gathered */
    const struct method_row *run;
    unsigned run_method, words;
    uint32_t first[4];
};

void method_list_init(struct method_list *l, FILE *out);
void method_list_add(struct method_list *l, unsigned subchannel, unsigned class, unsigned method,
                     uint32_t data, unsigned left);
/* Before something else is written. */
void method_list_flush(struct method_list *l);

#endif
