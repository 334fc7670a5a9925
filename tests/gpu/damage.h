/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_GPU_DAMAGE_H
#define WINDLASS_TESTS_GPU_DAMAGE_H

#include "base/file.h"
#include "gpu/command/words.h"

/* Captures (gpu/capture) of which some words are changed, so that the GPU is given what no program
 * means. The same state of shader/mutate.h makes the same damage. */

struct site { /* a word of commands in the capture */
    size_t at;
    bool header; /* it begins a command; else it is data */
    uint16_t method;
    uint8_t subchannel;
};

struct part {              /* a submission */
    size_t entries, count; /* in the capture */
    struct site *sites;
    size_t site_count, site_room;
};

struct damage {
    struct blob capture;
    struct part *parts;
    size_t part_count, part_room;
    size_t *pages; /* bytes of pages in the capture */
    size_t page_count, page_room;
    uint64_t *addresses; /* that are mapped */
    size_t address_count, address_room;
};

MUST_CHECK bool damage_new(struct damage *d, const char *path, struct error *error);
void damage_free(struct damage *d);

/* A copy of the capture, of which the first submission and a few others are executed, the latter
 * damaged. */
struct blob damage_make(const struct damage *d);

#endif
