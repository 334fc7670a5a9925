/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_RENDERER_H
#define WINDLASS_GPU_RENDERER_H

#include "gpu/engine/memory.h"

#include <stdbool.h>
#include <stdint.h>

/* What the engines ask of the back end. All calls come from one thread, in stream order; what they
 * are handed is only valid during the call. A test puts something that takes notes here. */

struct three_state;    /* gpu/engine/three.h */
struct compute_launch; /* gpu/engine/compute.h */
struct blit;           /* gpu/engine/two_d.h */
struct page_table;

struct draw {
    uint8_t primitive; /* as BEGIN's OP numbers them */
    bool indexed;
    uint32_t first, count; /* vertices or indices */
    int32_t base_vertex;   /* added to indices; gl_VertexID has it */
    uint32_t first_instance, instances;
    uint32_t instance_id; /* of the first one; not 0 where state changed between instances */
    /* Indices that came with the commands, `count` of them; NULL: those of the index buffer. */
    const uint32_t *indices;
    uint8_t index_log2; /* bytes an index of the index buffer: 1 << */
};

enum report_counter { /* as SET_REPORT_SEMAPHORE_D's REPORT numbers them */
                      REPORT_PAYLOAD = 0,
                      REPORT_VERTICES = 1,
                      REPORT_PRIMITIVES = 3,
                      REPORT_VERTEX_SHADERS = 5,
                      REPORT_GEOMETRY_SHADERS = 7,
                      REPORT_GEOMETRY_PRIMITIVES = 9,
                      REPORT_CLIPPER_IN = 15,
                      REPORT_CLIPPER_OUT = 17,
                      REPORT_STREAM_WRITTEN = 11,
                      REPORT_STREAM_NEEDED = 13,
                      REPORT_SAMPLES = 2,
                      REPORT_SAMPLES_64 = 21, /* the same counter */
                      REPORT_FRAGMENT_SHADERS = 19,
                      REPORT_TESS_CONTROL_SHADERS = 27,
                      REPORT_TESS_EVALUATION_SHADERS = 29,
                      REPORT_TESS_PRIMITIVES = 31,
                      REPORT_PRIMITIVES_OUT = 18,
};

struct report {
    uint64_t address;
    uint8_t counter; /* enum report_counter, or one that nobody counts */
    uint8_t stream;
    uint32_t payload;
    bool one_word; /* else the value in 64 bits with a timestamp behind it */
};

struct strbuf;

struct renderer {
    void *context;

    /* A submission begins: what the program has written until now is seen. */
    void (*begin)(void *context);

    void (*clear)(void *context, const struct three_state *state, uint32_t what);
    void (*draw)(void *context, const struct three_state *state, const struct draw *draw);
    void (*dispatch)(void *context, const struct compute_launch *launch);
    void (*blit)(void *context, const struct blit *blit);

    /* Writes when all before it is done. */
    void (*report)(void *context, const struct page_table *pages, const struct report *report);
    void (*reset_counter)(void *context, uint8_t counter);
    /* Calls, on any thread, when all before it is done and in memory. */
    void (*after)(void *context, void (*call)(void *argument), void *argument);
    /* Starts what was recorded. */
    void (*flush)(void *context);
    /* Waits until all is done; what `after` was given has been called. */
    void (*finish)(void *context);
    /* Behind the last finish: what goes on beside (the driver's compiler) is waited for, until
     * `abandon`. NULL: nothing does. */
    void (*rest)(void *context);
    /* The process ends and cannot wait for the device: from now on all work counts as done. On any
     * thread, while others wait as well; `free` is not called behind it. NULL:
     * there is no device. */
    void (*abandon)(void *context);

    /* Memory goes away: drops what is known of it, after the work that uses it. */
    void (*forget)(void *context, const uint8_t *memory, uint64_t size);
    void (*describe)(void *context, struct strbuf *out); /* gpu_report */
    void (*free)(void *context);                         /* behind finish */

    /* Memory of an address space as CPU code may use it: waits for the device where it must. */
    struct engine_memory (*memory)(void *context, const struct page_table *pages);
};

#endif
