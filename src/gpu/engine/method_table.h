/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_METHOD_TABLE_H
#define WINDLASS_GPU_ENGINE_METHOD_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known of a class's methods: a row each, arrays in one. Names and addresses are those of
 * NVIDIA's published class headers. A method without a row does not exist. */

enum method_status {
    METHOD_ABSENT,  /* does something that is not there yet: each use is counted */
    METHOD_STATE,   /* a register; `what` is its group */
    METHOD_ACTS,    /* something happens at once */
    METHOD_IGNORED, /* nothing needs to happen; `what` is why */
    METHOD_NEUTRAL, /* as ABSENT, unless the value is `what`, which asks for nothing */
};

enum method_reason {
    REASON_NOTHING,     /* the GPU does nothing either */
    REASON_ORDER,       /* commands are executed in order */
    REASON_CACHES,      /* caches of the GPU; ours know versions */
    REASON_SPEED,       /* how fast the GPU is: no picture changes */
    REASON_COMPRESSION, /* how the GPU keeps pixels; no program can see it */
    REASON_MEASURING,   /* for tools that watch the GPU */
    REASON_VERSIONS,    /* versions of what the driver was made for */
    REASON_OWN_MEMORY,  /* memory that the GPU needs for itself */
    REASON_SCRATCH,     /* registers for macros */
};

struct method_row {
    uint16_t address, count, stride; /* bytes; stride 0 where count is 1 */
    uint8_t status;                  /* enum method_status */
    uint32_t what;
    const char *name;
};

struct method_table {
    unsigned class;
    const char *title;
    const struct method_row *parts[4]; /* each ends with a row without a name; NULL: no more */
};

/* Rows: the first method's byte address, how many of them, how far apart. */
#define ABSENT(address, count, stride, name) {address, count, stride, METHOD_ABSENT, 0, #name}
#define STATE(address, count, stride, name, group)                                                 \
    {address, count, stride, METHOD_STATE, group, #name}
#define ACTS(address, count, stride, name) {address, count, stride, METHOD_ACTS, 0, #name}
#define IGNORED(address, count, stride, name, reason)                                              \
    {address, count, stride, METHOD_IGNORED, reason, #name}
#define NEUTRAL(address, count, stride, name, value)                                               \
    {address, count, stride, METHOD_NEUTRAL, value, #name}

/* Fills `of` for methods (words) below `methods`: their rows, or NULL. */
void method_table_index(const struct method_table *table, const struct method_row **of,
                        size_t methods);

/* The row of one method (by words); NULL: none has it. Host methods are those of every class. For
 * reports: it looks through all rows. */
const struct method_row *method_table_find(unsigned class, unsigned method);

extern const struct method_table three_methods, compute_methods, two_d_methods, copy_methods,
    inline_methods, host_methods;
extern const struct method_table *const method_tables[6];

#endif
