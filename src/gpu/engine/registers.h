/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_REGISTERS_H
#define WINDLASS_GPU_ENGINE_REGISTERS_H

#include "gpu/engine/method_table.h"
#include "gpu/engine/shared.h"

/* The registers of a class that keeps what is written and acts on some of it. */

enum { CLASS_METHODS = 0x1000 };

struct class_registers {
    const struct engine_shared *shared;
    const struct method_table *table;
    const struct method_row *rows[CLASS_METHODS];
    uint32_t values[CLASS_METHODS];
};

void registers_init(struct class_registers *r, const struct engine_shared *shared,
                    const struct method_table *table);
/* Keeps the value, counts what is not there; true where the method acts. */
bool registers_write(struct class_registers *r, unsigned method, uint32_t data);
void registers_unknown(struct class_registers *r, unsigned method, uint32_t data, const char *why);
/* Of two registers, the upper bits first; 40 bits. */
uint64_t registers_address(const struct class_registers *r, unsigned method);

#endif
