/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_CODE_H
#define WINDLASS_GPU_SHADER_CODE_H

#include "base/error.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Code: groups of 32 bytes, each a word that schedules and three instructions. Addresses are bytes
 * from its begin. */
enum {
    CODE_GROUP = 32,
    CODE_WORD = 8,
    CODE_IN_GROUP = 3, /* instructions */
    CODE_LIMIT = 16 << 20,
};

/* ---- the word that schedules: three times 21 bits ---- */

struct sched {
    uint8_t stall;       /* cycles to the next instruction */
    bool yield;          /* the bit, which is set where the warp does not yield */
    uint8_t write, read; /* the barrier that it sets when it has written, or read; 7: none */
    uint8_t wait;        /* for which of six barriers it waits */
    uint8_t reuse;       /* which of its sources are kept for the next */
};

struct sched sched_of(uint64_t word, unsigned slot);
uint64_t sched_bits(struct sched s, unsigned slot);
/* What stands behind ".sched", and back. */
void sched_print(uint64_t word, struct strbuf *out);
MUST_CHECK bool sched_parse(const char *text, uint64_t *word, struct error *error);

/* ---- text ---- */

/* Lines that code_line takes back; `size` in whole groups. With comments: addresses and words. */
void code_print(const uint8_t *code, size_t size, bool comments, struct strbuf *out);

/* Makes code of lines: labels, .sched, instructions. {0} is empty. */
struct code_builder {
    struct code_place {
        char *text; /* a label's name, an instruction's line */
        uint32_t address;
        unsigned line;
    } *labels, *instructions;
    size_t label_count, label_room, instruction_count, instruction_room;
    uint64_t *scheds; /* one a group */
    size_t sched_count, sched_room;
};

MUST_CHECK bool code_line(struct code_builder *b, const char *line, unsigned number,
                          struct error *error);
/* Resolves labels; a last group that is not full gets NOPs. */
MUST_CHECK bool code_finish(struct code_builder *b, struct strbuf *out, struct error *error);
void code_free(struct code_builder *b);

#endif
