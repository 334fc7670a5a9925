/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_VALUES_H
#define WINDLASS_GPU_SHADER_TRANSLATE_VALUES_H

#include "gpu/shader/translate/translator.h"

/* What instructions work on, as ids of SPIR-V: registers are words (uint of 32 bits), predicates
 * and condition codes are bools, pairs of registers words of 64 bits or doubles. */

/* ---- types ---- */

uint32_t type_u32(struct translator *t);
uint32_t type_f32(struct translator *t);
uint32_t type_bool(struct translator *t);

/* ---- state ---- */

uint32_t get_register(struct translator *t, unsigned number);
uint32_t get_register_float(struct translator *t, unsigned number);
/* As the float with denormals taken for zero (FTZ); what is known to have none is not looked at
 * again. */
uint32_t get_register_flushed(struct translator *t, unsigned number);
/* Where the guard holds. A write to RZ goes nowhere. */
void set_register(struct translator *t, unsigned number, uint32_t word);
void set_register_float(struct translator *t, unsigned number, uint32_t value);
/* One without denormals. */
void set_register_flushed(struct translator *t, unsigned number, uint32_t value);
/* `index` from the register on, as a vector's components: RZ stays RZ. */
unsigned register_after(unsigned number, unsigned index);
uint32_t get_predicate(struct translator *t, unsigned number);
void set_predicate(struct translator *t, unsigned number, uint32_t truth);
uint32_t get_code(struct translator *t, unsigned code);
void set_code(struct translator *t, unsigned code, uint32_t truth);
/* Does the condition of a .CC field hold? */
uint32_t condition_code(struct translator *t, unsigned ccc);

/* All that is kept goes to its variable: before code goes elsewhere. */
void values_store(struct translator *t);
/* Nothing is known any more: where code comes from elsewhere. */
void values_forget(struct translator *t);
/* Both: for what looks at the variables, and changes them. */
void values_flush(struct translator *t);
/* Where the code branches: stores. Behind it, at a label that can only be come to through here and
 * through code that was written since, what is known from before and was not changed still is. */
uint32_t values_mark(struct translator *t);
void values_return(struct translator *t, uint32_t mark);

/* ---- operands ---- */

/* Register, constant or immediate as it is; signs are not looked at. An operand that is not present
 * is zero. */
uint32_t operand_word(struct translator *t, const struct isa_instruction *in, enum isa_role role);
/* Word `index` of an operand that is wider: registers or constant words one behind the other; of an
 * immediate double its high word. */
uint32_t operand_word_at(struct translator *t, const struct isa_instruction *in, enum isa_role role,
                         unsigned index);
/* With the signs: inverted, or negative (in two's complement). */
uint32_t operand_integer(struct translator *t, const struct isa_instruction *in,
                         enum isa_role role);
/* With the signs: absolute, then negative. */
uint32_t operand_float(struct translator *t, const struct isa_instruction *in, enum isa_role role);
/* Denormals taken for zero where `flush` says so. */
uint32_t operand_float_flushed(struct translator *t, const struct isa_instruction *in,
                               enum isa_role role, bool flush);
/* The signs of an operand on a float that was made of it. */
uint32_t operand_signs(struct translator *t, const struct isa_instruction *in, enum isa_role role,
                       uint32_t value);
uint32_t operand_double(struct translator *t, const struct isa_instruction *in, enum isa_role role);
uint32_t operand_predicate(struct translator *t, const struct isa_instruction *in,
                           enum isa_role role);
bool operand_is_rz(const struct isa_instruction *in, enum isa_role role);

/* The instruction's D, or where it has `role`. */
void result_word(struct translator *t, const struct isa_instruction *in, uint32_t word);
void result_float(struct translator *t, const struct isa_instruction *in, uint32_t value);
void result_double(struct translator *t, const struct isa_instruction *in, uint32_t value);
void result_predicate(struct translator *t, const struct isa_instruction *in, enum isa_role role,
                      uint32_t truth);
/* Condition codes of a word, where the instruction says .CC; carry and overflow: 0 is false. */
void result_codes(struct translator *t, const struct isa_instruction *in, uint32_t word,
                  uint32_t carry, uint32_t overflow);
/* Of a float or double: zero and sign, both where it is NaN. */
void result_codes_float(struct translator *t, const struct isa_instruction *in, uint32_t type,
                        uint32_t value);

/* ---- arithmetic on words, for all handlers ---- */

uint32_t u32_constant(struct translator *t, uint32_t value);
uint32_t f32_constant(struct translator *t, float value);
uint32_t op1(struct translator *t, SpvOp op, uint32_t type, uint32_t a);
uint32_t op2(struct translator *t, SpvOp op, uint32_t type, uint32_t a, uint32_t b);
uint32_t op3(struct translator *t, SpvOp op, uint32_t type, uint32_t a, uint32_t b, uint32_t c);
uint32_t choose(struct translator *t, uint32_t type, uint32_t truth, uint32_t yes, uint32_t no);
uint32_t as_float(struct translator *t, uint32_t word);
uint32_t as_word(struct translator *t, uint32_t value);
uint32_t bits_unsigned(struct translator *t, uint32_t word, unsigned at, unsigned count);
uint32_t bits_signed(struct translator *t, uint32_t word, unsigned at, unsigned count);
/* A float with denormals taken for zero. */
uint32_t flush_float(struct translator *t, uint32_t value);
/* Two words, low first, as a double; as one of 64 bits, and back from both. */
uint32_t join_double(struct translator *t, uint32_t low, uint32_t high);
uint32_t join64(struct translator *t, uint32_t low, uint32_t high);
void split64(struct translator *t, uint32_t value, uint32_t words[2]);

/* AND, OR, XOR of two predicates, as the `bool` modifiers say. */
uint32_t combine(struct translator *t, unsigned how, uint32_t a, uint32_t b);

/* ---- branches in handlers ---- */

/* if (truth) { ... } */
struct branch {
    uint32_t merge, mark;
};
struct branch branch_begin(struct translator *t, uint32_t truth);
void branch_end(struct translator *t, struct branch b);

#endif
