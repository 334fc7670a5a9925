/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_ISA_H
#define WINDLASS_GPU_SHADER_ISA_H

#include "base/error.h"
#include "base/strbuf.h"
#include "gpu/shader/isa_names.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Instructions of Maxwell's second generation (SM 5.3), one word of 64 bits each. What words mean
 * is said once, in gpu/shader/isa/ *.tbl; docs/shader.md explains the tables. */

enum {
    ISA_RZ = 255, /* the register that reads as zero */
    ISA_PT = 7,   /* the predicate that is true */
};

enum isa_kind {
    ISA_MODIFIER, /* ".FTZ" */
    ISA_NAME,     /* an operand of a list of names: "2D", "TID.X" */
    ISA_REGISTER,
    ISA_PREDICATE,
    ISA_CONSTANT, /* c[2][0x10] */
    ISA_INDEXED,  /* c[2][R4+0x10] */
    ISA_NUMBER,   /* unsigned, written in decimal */
    ISA_HEX,
    ISA_SIGNED,
    ISA_FLOAT,  /* the value is the 32 bits of a float */
    ISA_DOUBLE, /* the value is the 64 bits of a double */
    ISA_HALVES, /* the value is the 32 bits of two halves */
    ISA_MEMORY, /* [R4+0x10] */
    ISA_ATTRIBUTE,
    ISA_TARGET, /* the value is the distance from the next instruction, in bytes */
};

struct isa_operand {
    bool present;
    uint8_t kind;
    uint8_t number; /* of the register, the predicate, or the register of an address */
    uint8_t slot;   /* of the constant buffer */
    bool negate, absolute, invert;
    int64_t value; /* immediate, offset, distance */
};

/* A word taken apart. Each class of rows has its own modifiers and operands; those that a row has
 * not are zero and not present. */
struct isa_instruction {
    uint64_t word;
    uint64_t rest; /* bits of the word that mean nothing that is known */
    const struct isa_row *row;
    uint8_t guard; /* a predicate; ISA_PT where the row has none */
    bool guard_not;
    uint8_t modifier[ISA_MODIFIERS];
    struct isa_operand operand[ISA_ROLES];
};

/* ---- the tables ---- */

struct isa_set {
    const char *const *names; /* NULL: not defined; "": no text */
    uint16_t count;
    int16_t silent; /* the value without text; -1: none */
};

struct isa_item {
    uint8_t kind, slot;
    uint8_t set; /* of ISA_MODIFIER and ISA_NAME */
    struct {
        uint8_t at, width;
    } part[3];                        /* lowest bits first; width 0: no more */
    uint8_t negate, absolute, invert; /* bit of the word; 0: none */
    uint8_t shift, normal;
    bool flip,
        optional; /* the field is inverted; an operand that is left out where it is `normal` */
    bool indexed; /* has a register too */
};

enum isa_status { ISA_DECODED, ISA_TRANSLATED };

struct isa_row {
    const char *name, *mnemonic;
    uint64_t mask, value;
    uint64_t used; /* the bits that mean something */
    uint16_t first_item, item_count;
    uint16_t class; /* enum isa_class: what it does */
    bool guard;
    uint8_t status;
};

extern const struct isa_set isa_sets[];
extern const struct isa_item isa_items[];
extern const struct isa_row isa_rows[ISA_ROWS];
extern const uint16_t isa_first[257];
extern const uint16_t isa_candidates[];

/* ---- words ---- */

/* The row that a word belongs to; NULL: none. */
const struct isa_row *isa_find(uint64_t word);
/* False: the word belongs to no row; then only out->word is set. */
bool isa_decode(uint64_t word, struct isa_instruction *out);
/* Have words of the row the modifier? Where not, it is zero, which may mean something else. */
bool isa_has_modifier(const struct isa_row *row, enum isa_modifier modifier);
/* Makes the word of row, guard, modifiers, operands and rest; an operand that is not present is the
 * row's normal one. Fails where a value does not fit. */
MUST_CHECK bool isa_encode(const struct isa_instruction *in, uint64_t *word, struct error *error);

/* ---- text ---- */

/* Where an instruction stands, so that targets can have names. */
struct isa_place {
    uint32_t address;
    /* Writes the name of the place to `name`; false: it has none. */
    bool (*label)(void *context, int64_t address, char name[64]);
    /* The address of a name; false: there is no such name. */
    bool (*find)(void *context, const char *name, size_t length, uint32_t *address);
    void *context;
};

/* One line without its end. A word of no row is ".word 0x...". */
void isa_print(const struct isa_instruction *in, const struct isa_place *place, struct strbuf *out);
/* The opposite, of one line. The error says what stands where. */
MUST_CHECK bool isa_parse(const char *line, const struct isa_place *place, uint64_t *word,
                          struct error *error);

#endif
