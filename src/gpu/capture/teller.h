/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_CAPTURE_TELLER_H
#define WINDLASS_GPU_CAPTURE_TELLER_H

#include "gpu/engine/target.h"
#include "gpu/renderer.h"

#include <stdio.h>

/* A renderer in front of another one, or of none, that says what it is asked for. Draws, clears,
 * launches and blits have numbers from 1 up. */

struct teller {
    struct renderer renderer;     /* to hand over */
    const struct renderer *inner; /* NULL: nothing is drawn */
    FILE *out;                    /* NULL: nothing is said */
    bool states;                  /* what each draw is drawn with is said, too */
    uint64_t operations, until; /* behind `until` of them nothing more is handed over; 0: all are */
    void (*before)(void *context); /* called before something is said; NULL: nobody */
    void *before_context;
    /* The colour target or surface that was drawn to last, and how much of it. */
    bool has_target;
    struct target target;
    uint32_t width, height;
    const struct page_table *pages;
};

void teller_init(struct teller *t, const struct renderer *inner, FILE *out, uint64_t until);
/* True: `until` has been reached. */
bool teller_ends(const struct teller *t);

#endif
