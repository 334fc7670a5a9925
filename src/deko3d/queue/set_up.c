/* SPDX-License-Identifier: MIT */
#include "deko3d/queue/queue.h"

#include "deko3d/record.h"

#include "macro_code.h"

#include <string.h>

/* What every queue sends first: which class each subchannel is, the macros, the 2D engine's state
 * that no command sets. Names of NVIDIA's clb197.h and cl902d.h. */
enum {
    SET_OBJECT = 0,
    LOAD_MME_INSTRUCTION_RAM_POINTER = 0x0114 / 4,
    LOAD_MME_START_ADDRESS_RAM_POINTER = 0x011c / 4,
    SET_CLIP_ENABLE = 0x0290 / 4,
    SET_BETA1 = 0x02a4 / 4,
    SET_PIXELS_FROM_MEMORY_CORRAL_SIZE = 0x0884 / 4,
};

enum { MACRO_WORDS = sizeof macro_code / sizeof *macro_code };

static uint32_t *put_object(uint32_t *w, unsigned subchannel, uint32_t class) {
    w = put_head(w, PUT_SAME, subchannel, SET_OBJECT, 1);
    *w++ = class;
    return w;
}

/* The pointers move on with each word. */
static uint32_t *put_macros(uint32_t *w) {
    w = put_head(w, PUT_ONCE, SUB_3D, LOAD_MME_INSTRUCTION_RAM_POINTER, 1 + MACRO_WORDS);
    *w++ = 0;
    memcpy(w, macro_code, sizeof macro_code);
    w += MACRO_WORDS;
    w = put_head(w, PUT_ONCE, SUB_3D, LOAD_MME_START_ADDRESS_RAM_POINTER, 1 + MACROS);
    *w++ = 0;
    for (unsigned i = 0; i < MACROS; i++)
        *w++ = macro_starts[i];
    return w;
}

void queue_set_up_engines(DkQueue q) {
    uint32_t *w = record_begin(&q->buffer, 5 * 2 + 4 + MACRO_WORDS + MACROS + 4, "dkQueueCreate");
    w = put_object(w, SUB_3D, 0xb197);
    w = put_object(w, SUB_COMPUTE, 0xb1c0);
    w = put_object(w, SUB_COPY, 0xb0b5);
    w = put_object(w, SUB_INLINE, 0xa140);
    w = put_object(w, SUB_2D, 0x902d);
    w = put_macros(w);
    w = put(w, SUB_2D, SET_BETA1, 0xffu << 23); /* 1: blending with the whole of it */
    w = put_now(w, SUB_2D, SET_CLIP_ENABLE, 0);
    w = put_now(w, SUB_2D, SET_PIXELS_FROM_MEMORY_CORRAL_SIZE, 0x3f);
    record_end(&q->buffer, w);
}
