/* SPDX-License-Identifier: MIT */
#include "gpu/engine/method_table.h"

#include <string.h>

void method_table_index(const struct method_table *table, const struct method_row **of,
                        size_t methods) {
    memset(of, 0, methods * sizeof(struct method_row *));
    for (size_t part = 0; part < sizeof table->parts / sizeof *table->parts; part++)
        for (const struct method_row *row = table->parts[part]; row && row->name; row++)
            for (unsigned i = 0; i < row->count; i++) {
                const size_t method = (row->address + i * row->stride) / 4;
                if (method < methods)
                    of[method] = row;
            }
}
