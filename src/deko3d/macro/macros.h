/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_MACRO_MACROS_H
#define WINDLASS_DEKO3D_MACRO_MACROS_H

#include "deko3d/record.h"

/* The macros that a queue uploads once, by their numbers; macro/NAME.macro has the code and what it
 * takes. They bundle what the console's library bundles, so that commands take as many words. */
enum macro {
    MACRO_CLEAR_COLOR,
    MACRO_CLEAR_DEPTH_STENCIL,
    MACRO_CONDITIONAL_ZCULL_INVALIDATE,
    MACRO_DRAW,
    MACRO_DRAW_INDEXED,
    MACRO_WRITE_HARDWARE_REGISTER,
    MACRO_SELECT_DRIVER_CONSTANTS,
    MACRO_BIND_PROGRAM,
    MACRO_BIND_COLOR_BLEND_ENABLE,
    MACRO_BIND_COLOR_WRITE_MASKS,
    MACRO_BIND_DEPTH_STENCIL,
    MACRO_SET_STENCIL_CULL_CRITERIA,
    MACRO_UPDATE_CONSERVATIVE_RASTER,
    MACRO_FILL_REGISTERS,
    MACROS,
};

enum { MACRO_METHOD = 0x3800 / 4 /* of the first one; each has two: its first word, the others */ };

/* A call with `count` words, which the caller writes behind the head. */
static inline uint32_t *put_macro(uint32_t *w, enum macro m, unsigned count) {
    return put_head(w, PUT_ONCE, SUB_3D, MACRO_METHOD + 2 * (unsigned)m, count);
}

/* A call with one word of 13 bits: one word in all. */
static inline uint32_t *put_macro_now(uint32_t *w, enum macro m, unsigned value) {
    return put_now(w, SUB_3D, MACRO_METHOD + 2 * (unsigned)m, value);
}

/* What the macros keep in the 3D class' shadow scratch words: numbers as the console's library has
 * them, since captured commands write them, too. methods.txt has them in bytes. */
enum {
    SCRATCH_FIRMWARE = 0x3400 / 4,
    SCRATCH_DRIVER_CONSTANTS = 0x3460 / 4, /* address >> 8, then the size; driver_constants.h */
    SCRATCH_DRIVER_CONSTANTS_SIZE = 0x3464 / 4,
    SCRATCH_PROGRAM_IDS = 0x3468 / 4,     /* of six stages; 0: none yet */
    SCRATCH_PROGRAM_OFFSETS = 0x3480 / 4, /* of six stages */
    SCRATCH_DEPTH_TARGET = 0x3498 / 4,    /* address >> 8 */
    SCRATCH_STENCIL_CRITERION = 0x349c / 4,
    SCRATCH_DILATED = 0x34a0 / 4, /* conservative rasterization dilates: 0, 1 */
};

#endif
