/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_NOTING_H
#define WINDLASS_GPU_ENGINE_NOTING_H

#include "gpu/engine/compute.h"
#include "gpu/engine/three.h"
#include "gpu/engine/two_d.h"

/* For tests and fuzzing: a renderer that draws nothing and notes what it is asked for, beside
 * what a channel's engines need. */

enum note_kind {
    NOTE_CLEAR,
    NOTE_DRAW,
    NOTE_DISPATCH,
    NOTE_BLIT,
    NOTE_REPORT,
    NOTE_RESET,
    NOTE_FINISH,
    NOTE_INCREMENT
};

struct note {
    enum note_kind kind;
    uint32_t value; /* what is cleared, the counter, the syncpoint */
    struct draw draw;
    struct compute_launch launch;
    struct blit blit;
    struct report report;
    uint32_t stamp; /* a register at that time: `noting.stamp` says which */
};

struct noting {
    struct renderer renderer;
    struct engine_shared shared;
    struct page_table *pages;
    struct note *notes;
    size_t count, room, most; /* `most`: notes kept; 0: all */
    unsigned stamp;
};

/* With `memory` mapped at an address; whole pages. */
void noting_init(struct noting *n, uint64_t address, uint8_t *memory, uint64_t size);
void noting_free(struct noting *n);

#endif
