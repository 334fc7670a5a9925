/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_TEXT_H
#define WINDLASS_LIFT_TEXT_H

#include "a64/a64.h"
#include "container/program.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* One module at the address where it will run: its image with the pointer relocations applied and
 * its text decoded. Code is named by word index: pc = start + 4 * index. */

/* What is known about a word of the text. The first ones are sources of function entries. */
enum text_mark {
    MARK_ENTRY_POINT = 1 << 0, /* the module's entry */
    MARK_SYMBOL = 1 << 1,      /* a function symbol */
    MARK_FDE = 1 << 2,         /* start of an .eh_frame entry */
    MARK_CALLED = 1 << 3,      /* target of a BL */
    MARK_POINTER = 1 << 4,     /* a relocated pointer leads here */
    MARK_CONSTANT = 1 << 5,    /* ADR or ADRP+ADD makes this address */
    MARK_SWEEP = 1 << 6,       /* plausible code that nothing else names */
    MARK_FUNCTION = 1 << 7,    /* decided: a function begins here */
    MARK_COVERED = 1 << 8,     /* in some function */
    MARK_BRANCHED = 1 << 9,    /* a branch inside a function or a jump table leads here */
    MARK_FALLEN = 1 << 10,     /* reached from the word before, which is no call */
    MARK_TABLE_BASE = 1 << 11, /* the address that a jump table counts from */
    MARK_DATA = 1 << 12,       /* read as data: literal or jump table */
    MARK_LANDING = 1 << 13,    /* the unwinder goes on here: landing pad of an exception */
    MARK_EXPORTED = 1 << 14,   /* a symbol that other modules may see */
    MARK_KEEP = 1 << 15,       /* it writes x19 to x30 or SP, or reaches into the frame; keeps.h */
    MARK_STRONG = MARK_ENTRY_POINT | MARK_SYMBOL | MARK_FDE | MARK_CALLED,
    MARK_WEAK = MARK_POINTER | MARK_CONSTANT,
};

/* Where an exception out of a call goes on: words of the calls, and the landing pad. */
struct landing {
    uint32_t first, last, pad;
};

/* The largest value of what a function leaves in x0 (LIMIT_RESULT), or is given in register `of`;
 * UINT64_MAX: not known to be bounded. */
struct limit {
    uint64_t entry;
    uint8_t of;
    uint64_t largest;
    bool assumed; /* as of symbolic.h, or that all callers were found */
};
enum { LIMIT_RESULT = 32 };

struct text {
    const struct module *module;
    uint64_t base;       /* where the module will lie */
    uint64_t start, end; /* guest addresses of the text's words */
    size_t count;
    uint8_t *image; /* module->image_size bytes, relocated */
    uint16_t *ops;  /* enum a64_op */
    uint8_t *kinds; /* enum a64_kind */
    uint16_t *marks;
    struct landing *landings; /* sorted by first; see landing.h */
    size_t landing_count, landing_room;
    struct limit *limits; /* what was asked for; see known_limit.h */
    size_t limit_count, limit_room;
};

void text_open(struct text *t, const struct module *m, uint64_t base);
void text_close(struct text *t);

static inline uint64_t text_pc(const struct text *t, size_t index) {
    return t->start + 4 * (uint64_t)index;
}
static inline bool text_holds(const struct text *t, uint64_t pc) {
    return pc >= t->start && pc < t->end && !(pc & 3);
}
static inline size_t text_index(const struct text *t, uint64_t pc) {
    return (size_t)((pc - t->start) / 4);
}
static inline uint32_t text_word(const struct text *t, size_t index) {
    uint32_t word; /* the host is little-endian as the guest is */
    memcpy(&word, t->image + (t->start - t->base) + 4 * index, sizeof word);
    return word;
}
/* Little-endian value of 1, 2, 4 or 8 bytes of the relocated image; false outside the file's
 * bytes. */
bool text_read(const struct text *t, uint64_t address, unsigned bytes, uint64_t *out);
/* Text or read-only data. */
bool text_is_constant(const struct text *t, uint64_t address, uint64_t bytes);
/* A word that compilers put between functions: 0, NOP or UDF of any number. */
bool text_is_padding(const struct text *t, size_t index);

#endif
