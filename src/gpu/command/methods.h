/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_COMMAND_METHODS_H
#define WINDLASS_GPU_COMMAND_METHODS_H

#include "gpu/command/macro.h"
#include "gpu/command/words.h"

/* What stands in front of the 3D engine's registers: the shadow RAM, which notes what is written
 * and can write it again, and the macro engine. Numbers are those of NVIDIA's published clb197.h.
 */

enum {
    METHODS_REGISTERS = 0xe00, /* from there on are the calls of macros, two methods each */
    METHOD_MACRO_CODE_AT = 0x45,
    METHOD_MACRO_CODE = 0x46,
    METHOD_MACRO_ENTRY_AT = 0x47,
    METHOD_MACRO_ENTRY = 0x48,
    METHOD_SHADOW_CONTROL = 0x49,
};

enum shadow_control {
    SHADOW_TRACK,        /* writes are noted */
    SHADOW_TRACK_FILTER, /* and those that change nothing may be left out; here they are not */
    SHADOW_PASS,         /* not noted */
    SHADOW_REPLAY,       /* what is written is what was noted, whatever the data says */
};

struct method_front {
    uint32_t registers[METHODS_REGISTERS], shadow[METHODS_REGISTERS];
    uint8_t shadow_control;
    struct macro_engine macros;
    uint32_t code_at, entry_at;
    unsigned called; /* the macro whose words are gathered */
    uint32_t *words;
    size_t word_count, word_room;

    /* Gets each register that is about to be written: `registers` still has its old value. */
    void (*write)(void *context, unsigned method, uint32_t data);
    void *context;
    const _Atomic bool *ends; /* of the process, for macros; may be NULL */
    struct error error;       /* of the first macro that could not be run; kind ERROR_NONE: none */
    bool stuck; /* a macro did not end, and no other is run: the GPU would hang there */
};

enum { METHODS_MOST_WORDS = 1 << 16 }; /* of a macro's call */

/* A method as command_read hands it over. A macro runs when its last word is there. */
void methods_write(struct method_front *f, unsigned method, uint32_t data, unsigned left);
/* Words in a row for a register that keeps the last of them, which the engine has taken without
 * `write`. False: it gets others than those, so that methods_write has to be called for each. */
bool methods_wrote(struct method_front *f, unsigned method, uint32_t last);
void methods_free(struct method_front *f);

#endif
