/* SPDX-License-Identifier: MIT */
#include "gpu/engine/method_table.h"

#include "gpu/command/words.h"

#include <string.h>

const struct method_table *const method_tables[6] = {
    &host_methods, &three_methods, &compute_methods, &two_d_methods, &copy_methods, &inline_methods,
};

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

static bool has(const struct method_row *row, unsigned address) {
    const unsigned behind = address - row->address;
    return address >= row->address &&
           (row->stride ? behind % row->stride == 0 && behind / row->stride < row->count
                        : behind == 0);
}

const struct method_row *method_table_find(unsigned class, unsigned method) {
    for (size_t i = 0; i < sizeof method_tables / sizeof *method_tables; i++) {
        const struct method_table *t = method_tables[i];
        const bool is_host = t == &host_methods;
        if (is_host != (method < COMMAND_HOST_METHODS) || (!is_host && t->class != class))
            continue;
        for (size_t part = 0; part < sizeof t->parts / sizeof *t->parts; part++)
            for (const struct method_row *row = t->parts[part]; row && row->name; row++)
                if (has(row, method * 4))
                    return row;
    }
    return NULL;
}
