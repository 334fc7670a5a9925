/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_TRANSLATOR_H
#define WINDLASS_GPU_SHADER_TRANSLATE_TRANSLATOR_H

#include "gpu/shader/isa.h"
#include "gpu/shader/multiply.h"
#include "gpu/shader/origin.h"
#include "gpu/shader/structure.h"
#include "gpu/shader/translate.h"
#include "gpu/shader/uniform.h"
#include "gpu/spirv/module.h"

/* A translation under way. Registers, predicates and condition codes are variables of the module;
 * in a block their values are kept here, so that each is loaded and stored at most once.
 *
 * One handler a class of rows (table.c, made of the tables) writes what an instruction does. It
 * sees operands as values (values.h) and fails by translate_fail, after which what it makes does
 * not matter: it goes on with any value. */

enum { /* condition codes */
       CC_ZERO,
       CC_SIGN,
       CC_CARRY,
       CC_OVERFLOW,
       CC_COUNT
};

/* A variable with what is known of it in this block. */
struct kept {
    uint32_t variable; /* 0: the program has not named it yet */
    uint32_t value;    /* 0: not known here, or only as a float */
    uint32_t as_float; /* the value as a float of 32 bits; 0: not made yet */
    uint32_t flushed;  /* that float with denormals taken for zero; 0: not made yet */
    uint32_t since;    /* the mark that was the last when the value came here */
    bool dirty;        /* the variable has not got the value yet */
    bool listed;       /* it is among what is known */
};

struct translator {
    struct spirv_module m;
    const struct shader_program *program;
    const struct shader_key *key;
    struct shader_contract contract;
    struct shader_flow flow;
    struct shader_values values;
    struct shader_origins origins;
    struct shader_multiplies multiplies;
    struct shader_uniform uniform;
    struct error *error;
    bool failed;

    /* the instruction */
    uint32_t block; /* where it stands */
    uint32_t at;    /* its address */
    uint32_t guard; /* where it does something; 0: always, or the guard is a branch */

    bool device_flushes; /* single.h: denormals of sums, products and comparisons */
    struct kept registers[ISA_RZ], predicates[ISA_PT], codes[CC_COUNT];
    struct kept *known[ISA_RZ + ISA_PT + CC_COUNT]; /* those with a value */
    size_t known_count;
    uint32_t mark;       /* values.h */
    uint32_t *functions; /* an id each */
    uint32_t function;   /* the one that is written */
    uint32_t *named;     /* variables of the interface, for the entry point */
    size_t named_count, named_room;
    uint32_t stopped; /* a variable: a function that was called has ended the program */

    /* resources: variables, made when they are first used */
    uint32_t constant_type, storage_type, word_pointer;
    uint32_t constants[SHADER_CONSTANT_SLOTS], storage[SHADER_STORAGE_LIMIT];
    uint32_t storage64[SHADER_STORAGE_LIMIT]; /* the same as words of 64 bits */
    uint32_t textures[SHADER_TEXTURES_LIMIT], images[SHADER_IMAGES_LIMIT];
    uint32_t address_map, map_function, mapped_type, mapped64_type; /* memory_map.c */
    uint32_t push, shared, shared_lock, local;
    uint32_t lane_ballots, lane_words;       /* shared memory that stands in for subgroups */
    uint32_t bar_sum, bar_result, bar_truth; /* of BAR.RED */
    uint32_t clock;                          /* a variable: how often it was looked at */
    struct builtin_variable {                /* stage.h */
        SpvBuiltIn builtin;
        SpvStorageClass storage;
        uint32_t variable;
    } builtins[32];
    size_t builtin_count;
    struct stage_io *io; /* what the stage's interface is made of */
};

typedef void translate_handler(struct translator *t, const struct isa_instruction *in);

/* What a class does, and whether its guard is a branch around it (true: it does more than write
 * registers). Made of the tables; no handler: decoded only. */
struct translate_entry {
    translate_handler *handle;
    bool branches;
};
extern const struct translate_entry translate_table[ISA_CLASSES];

/* The first failure stays. */
void translate_fail(struct translator *t, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* For handlers: what of the instruction cannot be translated. */
void translate_unknown(struct translator *t, const struct isa_instruction *in, const char *what);

/* The handler of what does nothing by itself. */
translate_handler translate_nothing;

/* One instruction with its guard. */
void translate_instruction(struct translator *t, const struct isa_instruction *in);
/* The code of a function, structured. */
void translate_function(struct translator *t, uint32_t function);

/* A global variable that the entry point names: up to SPIR-V 1.3 only inputs and outputs are, so
 * others call translate_used. */
void translate_named(struct translator *t, uint32_t variable);
void translate_used(struct translator *t, uint32_t variable);

#endif
