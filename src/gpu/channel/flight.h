/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_CHANNEL_FLIGHT_H
#define WINDLASS_GPU_CHANNEL_FLIGHT_H

#include "gpu/gpu.h"

#include "base/strbuf.h"

/* A flight recorder: the last submissions, for reports of runs that went wrong. */

enum { FLIGHT_RECORDS = 8 };

enum flight_state { FLIGHT_QUEUED, FLIGHT_BEGUN, FLIGHT_READ, FLIGHT_FAILED };

struct flight_record {
    uint64_t number; /* from 1 on; 0: none */
    struct gpu_fence done;
    uint32_t entries;
    uint64_t words;
    uint8_t state;
    uint16_t class, method; /* the last one that was read */
    uint32_t data;
};

struct flight {
    struct flight_record records[FLIGHT_RECORDS];
    uint64_t count;
};

/* Notes a submission; its number. The caller holds the GPU's lock. */
uint64_t flight_add(struct flight *f, const struct gpu_fence *done, size_t entries);
/* The record of a number; NULL: it has gone since. */
struct flight_record *flight_find(struct flight *f, uint64_t number);
/* A line for each. `reached` tells how far a syncpoint is. */
void flight_print(const struct flight *f, uint32_t (*reached)(void *context, uint32_t syncpoint),
                  void *context, struct strbuf *out);

#endif
