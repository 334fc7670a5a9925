/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_LANDING_H
#define WINDLASS_LIFT_LANDING_H

#include "base/reader.h"
#include "lift/text.h"

/* Where the unwinder of C++ exceptions lets a function go on. */

/* Reads the table of call sites at guest address `table` for the function of `bytes` bytes at
 * `function` into text->landings and marks the landing pads. What is malformed is left out. */
void landing_read(struct text *t, uint64_t table, uint64_t function, uint64_t bytes);
/* Once all tables are read. */
void landing_sort(struct text *t);
/* Word index of the landing pad for an exception out of the call at word `index`, or UINT32_MAX. */
uint32_t landing_of(const struct text *t, uint32_t index);

enum {
    EH_OMIT = 0xff,
    EH_FORMAT = 0x0f,
    EH_PCREL = 0x10,
    EH_APPLICATION = 0x70, /* pcrel, textrel, ... */
    EH_INDIRECT = 0x80,    /* the number is where the pointer lies; it is left to the caller */
};

/* A number in one of the encodings of exception tables (Linux Standard Base Core 5.0, 10.5);
 * `here` is the guest address of reader offset 0. A relative pointer to nothing gives 0. */
bool eh_read(struct reader *r, uint8_t encoding, uint64_t here, uint64_t *out);

#endif
