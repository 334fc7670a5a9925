/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_COMMAND_MACRO_H
#define WINDLASS_GPU_COMMAND_MACRO_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The macro engine: a small processor in front of the 3D engine. A program uploads code once; a
 * call hands it words, and it sends methods. The instructions are those of envytools' documentation
 * of the Fermi macro processor; they are the same up to this generation. */

#ifndef MACRO_STEPS_LOG2 /* programs that damage code have less patience */
#define MACRO_STEPS_LOG2 26
#endif

enum {
    MACRO_CODE_WORDS = 0x800,
    MACRO_ENTRIES = 0x80,
    /* Of one call: code that takes more hangs the GPU. Instances are loops of eight steps or so. */
    MACRO_STEPS = 1 << MACRO_STEPS_LOG2,
};

struct macro_engine {
    uint32_t code[MACRO_CODE_WORDS];
    uint16_t entries[MACRO_ENTRIES]; /* where each macro begins */
};

/* What a macro does to the engine behind it. */
struct macro_machine {
    void (*send)(void *context, unsigned method, uint32_t data);
    uint32_t (*read)(void *context, unsigned method);
    void *context;
    const _Atomic bool *ends; /* true: nothing is run any more; NULL: never */
};

/* Runs macro `number` on its words, the first of which is in r1 at the start. Words that the code
 * asks for beyond the last are zero. Fails where the code leaves the code memory, does not end, or
 * is ended. */
MUST_CHECK bool macro_run(const struct macro_engine *engine, unsigned number, const uint32_t *words,
                          size_t count, const struct macro_machine *machine, struct error *error);

#endif
