/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_VECTORS_MAKE_H
#define WINDLASS_VECTORS_MAKE_H

#include "vectors/vectors.h"

/* Making vectors: random cases without what they want, and oracles that complete them. */

struct vectors_make {
    const char *rows; /* pattern of fnmatch(3) for names of the instruction table's rows */
    unsigned count;   /* cases a row */
    unsigned length; /* words a case; behind the first one, of the case's row, all rows are mixed */
    uint64_t seed;
};

/* Adds the text of cases of every row that matches and that random states can test. An error where
 * there is none. */
MUST_CHECK bool vectors_make(const struct vectors_make *m, struct strbuf *out, struct error *error);

/* Adds the cases with what the interpreter makes of them; *left_out: how many it cannot complete,
 * because they do not end. */
MUST_CHECK bool vectors_complete(const struct vectors *asked, struct strbuf *out, size_t *left_out,
                                 struct error *error);

/* The same by a command for the shell, which reads cases from its input and writes them completed
 * to its output, in the same order. Its answers must be to what was asked. */
MUST_CHECK bool vectors_ask(const char *command, const struct vectors *asked, struct strbuf *out,
                            size_t *left_out, struct error *error);

/* Runs a command for the shell with these bytes as its input; adds its output. At most
 * VECTORS_TEXT_LIMIT bytes are taken. */
MUST_CHECK bool vectors_pipe(const char *command, const struct strbuf *in, struct strbuf *out,
                             struct error *error);

/* ---- make_memory.c: what of the random area (a64/random.h) a case maps ---- */

enum { MAKE_GRANULE = 16, MAKE_GRANULES = A64_RANDOM_AREA_SIZE / MAKE_GRANULE };
struct make_memory {
    bool used[MAKE_GRANULES];
};
/* Adds what lies around an address; false outside of the area, and where that is there already. */
bool make_memory_add(struct make_memory *m, uint64_t address);
/* Adds the `mem` lines, with random bytes that depend on the seed and the address. */
void make_memory_print(const struct make_memory *m, uint64_t seed, struct strbuf *out);

#endif
