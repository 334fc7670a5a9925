/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_EXERCISE_H
#define WINDLASS_LIFT_EXERCISE_H

#include <stddef.h>
#include <stdint.h>

/* Any bytes as a module through all that the lifter does before it compiles; ends the process where
 * a result does not hold together. For tests and fuzzers. */

/* How the bytes behind it are read. Values beyond what there is are cut to fit. */
struct exercise_header {
    uint32_t text_words;              /* the rest is read-only data */
    uint32_t eh_frame, eh_frame_size; /* in the read-only data; size 0: none */
    uint32_t symbols; /* every so-manieth word is a function symbol's; 0: none. Read-only data that
                         could be addresses of text are relocated pointers. */
};

void exercise_text(const struct exercise_header *header, const uint8_t *bytes, size_t size);

#endif
