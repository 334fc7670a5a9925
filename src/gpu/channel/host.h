/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_CHANNEL_HOST_H
#define WINDLASS_GPU_CHANNEL_HOST_H

#include "gpu/command/words.h"
#include "gpu/engine/shared.h"
#include "gpu/gpu.h"

/* The host engine, class B06F: the methods below 0x40 of every subchannel. Semaphores in memory,
 * syncpoints, and nothing else that has an effect here. Numbers are those of NVIDIA's published
 * class headers. */

enum host_wait { HOST_GOES_ON, HOST_AT_SEMAPHORE, HOST_AT_SYNCPOINT };
enum host_test { HOST_EQUAL, HOST_NOT_BELOW, HOST_ALL_BITS };

struct host_engine {
    uint32_t registers[COMMAND_HOST_METHODS];
    /* What keeps the words behind from being read. */
    uint8_t wait, test;
    uint64_t address;
    uint32_t value, syncpoint;
};

/* Fails where a semaphore is not mapped or the method asks for what the engine has not. A wait is
 * begun (h->wait) and is the caller's to keep. */
MUST_CHECK bool host_method(struct host_engine *h, const struct engine_shared *s, unsigned method,
                            uint32_t data, struct error *error);
/* Whether what it waits for is there; then it waits no more. */
bool host_goes_on(struct host_engine *h, const struct engine_shared *s,
                  const struct gpu_owner *owner);

/* The signed difference of two counters that wrap is not negative. */
bool host_reached(uint32_t value, uint32_t threshold);

#endif
