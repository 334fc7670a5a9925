/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_COMMAND_WORDS_H
#define WINDLASS_GPU_COMMAND_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The words of a push buffer, as the host engine (class B06F) reads them: a word that says where
 * data goes, and the data behind it. NVIDIA's published clb06f.h has the numbers. */

enum command_mode {                         /* bits 29 to 31 */
                    COMMAND_INCREASING = 1, /* each word goes to the next method */
                    COMMAND_SAME = 3,       /* all words go to one method */
                    COMMAND_IMMEDIATE = 4,  /* the data is in the word itself */
                    COMMAND_ONCE = 5, /* the first word to the method, all others to the next */
                    COMMAND_END = 7,  /* what is left of the segment is not read */
};

enum {
    COMMAND_METHODS = 0x2000, /* a method's number counts words */
    COMMAND_SUBCHANNELS = 8,
    COMMAND_MOST = 0x1fff,       /* words behind one; the largest immediate */
    COMMAND_HOST_METHODS = 0x40, /* the methods below are the host engine's, on every subchannel */
};

struct command {
    uint8_t mode, subchannel;
    uint16_t method;
    uint16_t count; /* of words, or the immediate */
};

/* Modes 0 and 2 are the first generation's INCREASING and SAME, with 11 bits of count; their other
 * operations, and mode 6, do nothing here: false. */
bool command_decode(uint32_t word, struct command *out);
uint32_t command_encode(struct command c);

/* ---- reading ---- */

/* Gets each method with its data. `left`: how many words more come with the same command. */
typedef void command_sink(void *context, unsigned subchannel, unsigned method, uint32_t data,
                          unsigned left);

/* Gets words in a row for one method, and returns how many it has taken, from the first on; the
 * sink gets the next one. */
typedef size_t command_run(void *context, unsigned subchannel, unsigned method,
                           const uint32_t *words, size_t count);

/* Words come in segments, and a command may go on in the next one. */
struct command_reader {
    command_sink *sink;
    command_run *run; /* NULL: the sink gets them all */
    void *context;
    struct command now; /* count: the words that are still to come */
    bool stop;          /* set by the sink: no word behind this one is read now */
    uint64_t unknown;   /* words that were no command */
};

/* Returns how many words were read: all, or those up to the one that the sink stopped at. */
size_t command_read(struct command_reader *r, const uint32_t *words, size_t count);

/* ---- writing ---- */

struct command_writer {
    uint32_t *words;
    size_t count, room;
};

void command_write(struct command_writer *w, unsigned subchannel, unsigned method, uint32_t data);
/* Any number of words, in as many commands as it takes. */
void command_write_many(struct command_writer *w, enum command_mode mode, unsigned subchannel,
                        unsigned method, const uint32_t *data, size_t count);
void command_writer_free(struct command_writer *w);

/* ---- GPFIFO entries ---- */

struct gpfifo_entry {
    uint64_t address; /* of 40 bits, a multiple of four */
    uint32_t words;
    bool subroutine;  /* bit 41: not of the main push buffer */
    bool no_prefetch; /* bit 63: read only when all before it is done */
};

struct gpfifo_entry gpfifo_decode(uint64_t entry);
uint64_t gpfifo_encode(struct gpfifo_entry e);

#endif
