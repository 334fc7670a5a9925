/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_RECORD_H
#define WINDLASS_DEKO3D_RECORD_H

#include "deko3d/objects.h"

/* Writing words of a push buffer: a function asks for as many words as it may write, writes them
 * behind one another and says where it stopped. Word formats: gpu/command/words.h.
 *
 *     uint32_t *w = record_begin(buffer, 3, __func__);
 *     w = put(w, SUB_3D, SET_POINT_SIZE, float_bits(size));
 *     record_end(buffer, w);
 */

enum { SUB_3D, SUB_COMPUTE, SUB_INLINE, SUB_2D, SUB_COPY, SUB_HOST = 6 }; /* subchannels */

/* Room for `words`, and one more, as on the console: programs count on the memory that is used.
 * Asks the program for memory where there is too little. */
uint32_t *record_more(DkCmdBuf b, uint32_t words, const char *context);

static inline uint32_t *record_begin(DkCmdBuf b, uint32_t words, const char *context) {
    if ((size_t)(b->end - b->next) <= words) /* end, next: NULL where there is no memory yet */
        return record_more(b, words, context);
    return b->next;
}

static inline void record_end(DkCmdBuf b, uint32_t *w) {
    b->next = w;
}

/* ---- words ---- */

enum { PUT_INCREASING = 1, PUT_SAME = 3, PUT_IMMEDIATE = 4, PUT_ONCE = 5 };

static inline uint32_t *put_head(uint32_t *w, unsigned mode, unsigned subchannel, unsigned method,
                                 unsigned count) {
    *w++ = method | subchannel << 13 | count << 16 | (uint32_t)mode << 29;
    return w;
}

/* 13 bits, in the word itself: one word. */
static inline uint32_t *put_now(uint32_t *w, unsigned subchannel, unsigned method, unsigned value) {
    return put_head(w, PUT_IMMEDIATE, subchannel, method, value & 0x1fff);
}

/* Two words. */
static inline uint32_t *put(uint32_t *w, unsigned subchannel, unsigned method, uint32_t value) {
    w = put_head(w, PUT_INCREASING, subchannel, method, 1);
    *w++ = value;
    return w;
}

/* The head of `count` words to methods that follow each other; the caller writes them behind. */
static inline uint32_t *put_many(uint32_t *w, unsigned subchannel, unsigned method,
                                 unsigned count) {
    return put_head(w, PUT_INCREASING, subchannel, method, count);
}

/* The two words of an address, high part first, without a head. */
static inline uint32_t *put_address(uint32_t *w, DkGpuAddr address) {
    *w++ = (uint32_t)(address >> 32);
    *w++ = (uint32_t)address;
    return w;
}

static inline uint32_t float_bits(float f) {
    union {
        float f;
        uint32_t u;
    } both = {.f = f};
    return both.u;
}

/* ---- GPFIFO entries ---- */

/* What was written so far becomes an entry of its own; flags: enum entry_flags of control.h. */
void record_split(DkCmdBuf b, uint32_t flags, const char *context);
/* Words elsewhere in memory, executed behind what was written so far. */
void record_foreign(DkCmdBuf b, DkGpuAddr address, uint32_t words, uint32_t flags,
                    const char *context);
/* A step for the queue itself, behind what was written so far, with `behind` bytes that follow it
 * (`value` says in how many steps); not during a capture: BadState. */
struct control *record_control(DkCmdBuf b, enum control_kind kind, size_t behind,
                               const char *context);

#endif
