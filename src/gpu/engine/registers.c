/* SPDX-License-Identifier: MIT */
#include "gpu/engine/registers.h"

#include "gpu/engine/unknown.h"

void registers_init(struct class_registers *r, const struct engine_shared *shared,
                    const struct method_table *table) {
    r->shared = shared;
    r->table = table;
    method_table_index(table, r->rows, CLASS_METHODS);
}

void registers_unknown(struct class_registers *r, unsigned method, uint32_t data, const char *why) {
    const struct method_row *row = method < CLASS_METHODS ? r->rows[method] : NULL;
    unknown_count(r->shared->unknown, r->table->class, method, data, row ? row->name : NULL, why);
}

bool registers_write(struct class_registers *r, unsigned method, uint32_t data) {
    const struct method_row *row = method < CLASS_METHODS ? r->rows[method] : NULL;
    if (!row) {
        registers_unknown(r, method, data, "the class has no such method");
        return false;
    }
    r->values[method] = data;
    if (row->status == METHOD_ABSENT || (row->status == METHOD_NEUTRAL && data != row->what))
        registers_unknown(r, method, data, "not there");
    return row->status == METHOD_ACTS;
}

uint64_t registers_address(const struct class_registers *r, unsigned method) {
    return (uint64_t)(r->values[method] & 0xff) << 32 | r->values[method + 1];
}
