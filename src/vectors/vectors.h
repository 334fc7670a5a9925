/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_VECTORS_VECTORS_H
#define WINDLASS_VECTORS_VECTORS_H

#include "a64/random.h"
#include "base/error.h"
#include "base/strbuf.h"
#include "core/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Instruction vectors in memory: what docs/vectors.md describes as text. A file holds up to some
 * hundred thousand cases, so that a case is a few slices of arrays that the whole file shares. */

#define VECTORS_CODE       A64_RANDOM_CODE /* guest address of a case's first word */
#define VECTORS_TEXT_LIMIT ((size_t)1 << 30)
enum {
    VECTORS_WORDS = 256, /* of code in a case */
    VECTORS_LINE = 1 << 14,
    VECTORS_PAGES = 16,   /* that one case maps */
    VECTORS_AREAS = 4096, /* lines of `mem`, and of `wmem`, in a case */
};

enum vector_register {
    VECTOR_X0 = 0,
    VECTOR_SP = 31,
    VECTOR_V0 = 32,
    VECTOR_NZCV = 64, /* N, Z, C, V from bit 3 down */
    VECTOR_FPCR,
    VECTOR_FPSR,
    VECTOR_PC, /* in `want` only */
    VECTOR_REGISTERS,
};

struct vector_value {
    enum vector_register name;
    uint64_t low, high; /* high: of V registers */
};

struct vector_area {
    uint64_t address;
    uint32_t first, count; /* of vectors.bytes */
};

/* Elements of one of the file's arrays. */
struct vector_slice {
    uint32_t first, count;
};

struct vector_case {
    uint32_t name; /* offset in vectors.names */
    uint32_t line;
    struct vector_slice code;      /* words */
    struct vector_slice set, want; /* values */
    struct vector_slice mem, wmem; /* areas */
    bool complete;                 /* says what is wanted */
    uint32_t sequence;             /* number of its code among the distinct ones: sequences.h */
};

/* A growing array: elements, those in use, those that there is room for. */
struct vectors {
    char *path;
    struct vector_case *cases;
    size_t count, case_room;
    struct vector_value *values;
    size_t value_count, value_room;
    struct vector_area *areas;
    size_t area_count, area_room;
    uint32_t *words;
    size_t word_count, word_room;
    struct strbuf bytes, names; /* the names end with NUL */
};

/* Reads a file of vectors, zstd-compressed or not; "-" is standard input. */
MUST_CHECK bool vectors_open(const char *path, struct vectors *out, struct error *error);
/* The same from memory; the path is for messages. */
MUST_CHECK bool vectors_parse(const char *path, const char *text, size_t size, struct vectors *out,
                              struct error *error);
void vectors_close(struct vectors *v);

static inline const char *vector_name(const struct vectors *v, const struct vector_case *c) {
    return v->names.text + c->name;
}
static inline const uint32_t *vector_code(const struct vectors *v, const struct vector_case *c) {
    return v->words + c->code.first;
}
static inline const uint8_t *vector_bytes(const struct vectors *v, const struct vector_area *a) {
    return (const uint8_t *)v->bytes.text + a->first;
}
/* Address behind the last word. */
static inline uint64_t vector_code_end(const struct vector_case *c) {
    return VECTORS_CODE + 4 * (uint64_t)c->code.count;
}

/* Pages that `mem` maps, sorted; their number. At most VECTORS_PAGES in a case that was parsed. */
size_t vector_pages(const struct vectors *v, const struct vector_case *c,
                    uint64_t pages[VECTORS_PAGES]);

/* What `mem` puts into one of these pages; the rest of it is zero. */
void vector_page(const struct vectors *v, const struct vector_case *c, uint64_t page,
                 uint8_t out[GUEST_PAGE]);

/* ---- registers.c ---- */

/* "x0", "v31", "nzcv", ... of `length` characters; false where there is no such register. */
bool vector_register_find(const char *text, size_t length, enum vector_register *out);
/* "x0=0000000000000001": how print.c and messages write it. */
void vector_value_print(const struct vector_value *value, struct strbuf *out);
/* Hexadecimal digits only. */
void vector_digits_print(const struct vector_value *value, struct strbuf *out);
/* Digits that a value has at most; V registers and NZCV have just as many. */
unsigned vector_register_digits(enum vector_register name);
/* FPCR and FPSR are the fields of the state, whatever the host's mode says. */
struct vector_value vector_get(const struct a64_state *s, enum vector_register name);
void vector_put(struct a64_state *s, const struct vector_value *value);

/* The state in which a case begins. */
void vector_start(const struct vectors *v, const struct vector_case *c, struct a64_state *out);

/* ---- print.c ---- */

/* Name, code and what is set, without what is wanted and without the blank line behind it. */
void vector_print(const struct vectors *v, const struct vector_case *c, struct strbuf *out);
/* What a complete case wants, as its file says it; then the blank line. */
void vector_print_given(const struct vectors *v, const struct vector_case *c, struct strbuf *out);
/* What is to be wanted, from the state before and after the code and the bytes of the mapped pages
 * after it, in the order of vector_pages; then the blank line. */
void vector_print_want(const struct vectors *v, const struct vector_case *c,
                       const struct a64_state *before, const struct a64_state *after,
                       const uint8_t *memory_after, struct strbuf *out);

#endif
