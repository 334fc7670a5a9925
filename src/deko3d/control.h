/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_CONTROL_H
#define WINDLASS_DEKO3D_CONTROL_H

#include <deko3d.h>

#include <stdint.h>

/* What a DkCmdList is: steps that a queue takes when the list is submitted. Most hand words to the
 * GPU; the others are the queue's own: fences, calls of other lists, and compute jobs, whose
 * bindings the queue holds. */

enum control_kind {
    CONTROL_RETURN,
    CONTROL_JUMP, /* goes on elsewhere: the chunk of memory was full */
    CONTROL_CALL,
    CONTROL_ENTRY,
    CONTROL_WAIT_FENCE,
    CONTROL_SIGNAL_FENCE,
    CONTROL_COMPUTE_SHADER,
    CONTROL_COMPUTE_BUFFER,
    CONTROL_COMPUTE_HANDLE,
    CONTROL_DISPATCH,
    CONTROL_DISPATCH_INDIRECT,
};

enum entry_flags {
    ENTRY_KICK = 1 << 0,        /* the queue may submit what it has where it has much */
    ENTRY_NO_PREFETCH = 1 << 1, /* read only when all before it is done */
};

struct control {
    uint8_t kind;
    uint8_t flags; /* ENTRY: entry_flags; SIGNAL_FENCE: 1, flush */
    uint8_t slot; /* COMPUTE_BUFFER: 0 to 15 uniform, 16 to 31 storage; HANDLE: 0 to 31, 32 to 39 */
    uint32_t value; /* ENTRY: words; BUFFER: bytes; HANDLE: the handle; SHADER: see below */
    union {
        const struct control *target; /* JUMP, CALL; NULL: an empty list */
        DkGpuAddr address;            /* ENTRY, BUFFER, DISPATCH_INDIRECT */
        DkFence *fence;
        uint32_t groups[3]; /* DISPATCH */
    };
};

/* COMPUTE_SHADER: a copy of the DkShader lies in the `value` steps behind it, so that the program
 * may let go of its own. */

/* Memory of steps: chunks that a command buffer keeps until it is destroyed. */
struct control_chunk;
struct control_list {
    struct control_chunk *used, *unused;
    struct control *begin;      /* of the list that is being recorded; NULL: nothing yet */
    struct control *last_entry; /* the last step, where it is an entry that may grow */
    struct control *next, *end; /* one step is kept behind `end`, for RETURN and JUMP */
};

#endif
