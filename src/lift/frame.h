/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_FRAME_H
#define WINDLASS_LIFT_FRAME_H

#include <stdbool.h>
#include <stdint.h>

/* Instructions that work on stack frames, read from their bits. */

/* A load or store with SP or x29 as its base. Where the place is not a constant (a register as the
 * offset: an array) it is none. */
struct frame_access {
    bool is_store, general; /* general: X or W registers */
    uint8_t base, count, reg[2];
    int32_t bytes;          /* of each register */
    int32_t offset, change; /* of the access from the base, of the base by writeback */
};
bool frame_access_read(uint32_t word, struct frame_access *out);

/* SP or x29 = SP or x29 plus a constant. */
struct frame_move {
    uint8_t to, from;
    int64_t change;
};
bool frame_move_read(uint32_t word, struct frame_move *out);

#endif
