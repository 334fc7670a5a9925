/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_MODEL_H
#define WINDLASS_TESTS_SHADER_MODEL_H

#include "gpu/shader/isa.h"

/* What instructions of Maxwell do, on the CPU: what public sources say of them (PTX's manual, the
 * compilers nv50_ir and NAK, emulators), written without a look at the translator. */

enum model_flag { /* condition codes, as P2R.CC has them */
                  MODEL_ZERO = 1,
                  MODEL_SIGN = 2,
                  MODEL_CARRY = 4,
                  MODEL_OVERFLOW = 8,
};

enum model_kind { MODEL_INTEGER, MODEL_FLOAT, MODEL_DOUBLE, MODEL_HALF, MODEL_HALVES };

enum { MODEL_SLOTS = 18 };

/* What a lane reads and writes beside its registers. */
struct model_memory {
    uint8_t *bytes;
    uint64_t base; /* of the global one, the address of its first byte */
    size_t size;
};
enum { MODEL_GLOBAL, MODEL_SHARED, MODEL_LOCAL, MODEL_MEMORIES };

/* One lane: registers, and what the last instruction left to say about its result. */
struct model {
    uint32_t r[256]; /* 255 stays zero */
    bool p[8];       /* 7 stays true */
    uint8_t flags;
    unsigned lane;
    unsigned tid, cta; /* .X of both; the others are zero */
    struct model_memory memory[MODEL_MEMORIES];
    struct {
        const uint32_t *words;
        size_t count;
    } constants[MODEL_SLOTS];

    uint8_t kind;   /* enum model_kind: what D holds; a NaN is as good as any other */
    uint8_t unsure; /* flags that no public source tells */
    bool either;    /* D may be `other` too: zeros of both signs */
    uint32_t other;
    double relative, absolute; /* how far D may be off; 0: not at all */
    uint64_t separate;         /* a sum of products: what it is where the product is rounded too */
    bool has_separate;
};

/* Runs one instruction. False: what it does is not known well enough to say. */
bool model_run(struct model *m, const struct isa_instruction *in);
/* Is anything of the class known? */
bool model_knows(enum isa_class class);

/* ---- for the model's files ---- */

/* A source as 32 bits (64: a register pair, two words, a double), without its signs. */
uint32_t model_source(const struct model *m, const struct isa_instruction *in, enum isa_role role);
uint64_t model_source64(const struct model *m, const struct isa_instruction *in,
                        enum isa_role role);
bool model_predicate(const struct model *m, const struct isa_instruction *in, enum isa_role role);
void model_set(struct model *m, const struct isa_instruction *in, enum isa_role role,
               uint32_t value);
void model_set64(struct model *m, const struct isa_instruction *in, uint64_t value);
void model_set_predicate(struct model *m, const struct isa_instruction *in, enum isa_role role,
                         bool value);
/* `condition` combined with PC, to PD, and its opposite to PE. */
void model_set_predicates(struct model *m, const struct isa_instruction *in, bool condition);
bool model_combine(unsigned operation, bool a, bool b);
/* D of FSET and its like: all ones, or 1.0 with .BF; flags too. */
void model_set_condition(struct model *m, const struct isa_instruction *in, bool condition);
/* Zero and sign of a result, where the instruction has .CC; the others are unsure. */
void model_flags(struct model *m, const struct isa_instruction *in, uint32_t result);
void model_flags_all(struct model *m, const struct isa_instruction *in, uint32_t result, bool carry,
                     bool overflow);
/* The condition codes' test, of SIGN and its like. `known`: false where no source tells. */
bool model_test(unsigned flags, unsigned ccc, bool *known);

typedef bool model_class(struct model *m, const struct isa_instruction *in);
model_class model_float, model_float_compare, model_float_check, model_float_special, model_double,
    model_half, model_half_compare, model_integer, model_integer_compare, model_multiply,
    model_xmad, model_shift, model_logic, model_bits, model_move, model_predicates, model_convert,
    model_video, model_video_multiply, model_video_bytes, model_load_store, model_load_constant,
    model_atomic;

/* ---- programs (model_program.c) ---- */

/* Runs code from its begin for `groups` workgroups of `group` lanes (warps of 32), which share
 * constants and the global memory; each group has `shared`, each lane its own of `local` bytes.
 * What lanes do together (VOTE, SHFL, BAR) they do where all that still run have come to one. */
struct model_program {
    const uint8_t *code;
    size_t size;
    unsigned group, groups;
    size_t shared, local;
    struct model start; /* constants and global memory */
};
MUST_CHECK bool model_program_run(const struct model_program *program, struct error *error);

/* ---- numbers (model_number.c) ---- */

/* Rounds as enum isa_round says. */
float model_add(float a, float b, unsigned round);
float model_fma(float a, float b, float c, unsigned round);
double model_double_add(double a, double b, unsigned round);
double model_double_multiply(double a, double b, unsigned round);
double model_double_fma(double a, double b, double c, unsigned round);
float model_narrow(double value, unsigned round);
/* The half nearest to a*b + c (directed where `round` says so). */
uint16_t model_half_fma(double a, double b, double c, unsigned round);
uint16_t model_half_of(double value, unsigned round);
double model_half_value(uint16_t half);
double model_integral(double value, unsigned iround); /* enum isa_iround */
float model_flush(float value);                       /* denormals become zero */
double model_signed(double value, const struct isa_operand *operand);
double model_saturate(double value); /* to [0, 1]; NaN becomes 0 */
bool model_compare(unsigned fcmp, double a, double b);
float model_float_of(uint32_t bits);
uint32_t model_float_bits(float value);
double model_double_of(uint64_t bits);
uint64_t model_double_bits(double value);

#endif
