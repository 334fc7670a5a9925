/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_REGISTERS_H
#define WINDLASS_GPU_SHADER_REGISTERS_H

#include "gpu/shader/isa.h"

/* How many registers an operand stands for, from the one that it names on: halves of 64 bits,
 * vectors of loads and stores, what texture instructions take and give. 0: the operand is no
 * register, or nothing of it is used. An operand that names RZ is zeros, however many. */
unsigned isa_registers(const struct isa_instruction *in, enum isa_role role);

/* Does it write the register? */
bool isa_writes(const struct isa_instruction *in, uint8_t number);

#endif
