/* SPDX-License-Identifier: MIT */
#include "gpu/memory/space.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static uint64_t end_of(const struct gpu_range *r) {
    return r->address + r->size;
}

static bool overlap(const struct gpu_range *a, const struct gpu_range *b) {
    return a->address < end_of(b) && b->address < end_of(a);
}

static bool inside(const struct gpu_range *a, const struct gpu_range *b) {
    return a->address >= b->address && end_of(a) <= end_of(b);
}

uint64_t gpu_space_find(const struct gpu_space *s, uint64_t from, uint64_t size, uint64_t align) {
    uint64_t at = (from + align - 1) & -align;
    for (uint32_t i = 0; i < s->count && at < GPU_SPACE_END; i++) {
        if (end_of(&s->ranges[i]) <= at) {
            continue;
        }
        if (s->ranges[i].address >= at && s->ranges[i].address - at >= size) {
            break;
        }
        at = (end_of(&s->ranges[i]) + align - 1) & -align;
    }
    return at < GPU_SPACE_END && size <= GPU_SPACE_END - at ? at : 0;
}

bool gpu_space_fits(const struct gpu_space *s, const struct gpu_range *range) {
    if (s->count >= GPU_SPACE_RANGES || range->size == 0 || range->address >= GPU_SPACE_END ||
        range->size > GPU_SPACE_END - range->address) {
        return false;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        const struct gpu_range *other = &s->ranges[i];
        bool within = other->reservation && !range->reservation && inside(range, other);
        if (overlap(range, other) && !within) {
            return false;
        }
    }
    return true;
}

bool gpu_space_add(struct gpu_space *s, const struct gpu_range *range) {
    uint32_t at = 0;
    if (!gpu_space_fits(s, range)) {
        return false;
    }
    while (at < s->count && s->ranges[at].address <= range->address) {
        at++;
    }
    GROW(s->ranges, s->count, s->room);
    memmove(s->ranges + at + 1, s->ranges + at, (s->count - at) * sizeof *s->ranges);
    s->ranges[at] = *range;
    s->count++;
    return true;
}

bool gpu_space_remove(struct gpu_space *s, uint64_t address, bool reservation,
                      void (*gone)(void *context, const struct gpu_range *range), void *context) {
    for (uint32_t i = 0; i < s->count; i++) {
        const struct gpu_range range = s->ranges[i];
        if (range.address != address || range.reservation != reservation) {
            continue;
        }
        uint32_t kept = i;
        for (uint32_t j = i; j < s->count; j++) {
            if (j == i || (reservation && inside(&s->ranges[j], &range))) {
                gone(context, &s->ranges[j]);
            } else {
                s->ranges[kept++] = s->ranges[j];
            }
        }
        s->count = kept;
        return true;
    }
    return false;
}

const struct gpu_range *gpu_space_mapping(const struct gpu_space *s, uint64_t address) {
    for (uint32_t i = 0; i < s->count; i++) {
        const struct gpu_range *r = &s->ranges[i];
        if (!r->reservation && address >= r->address && address < end_of(r)) {
            return r;
        }
    }
    return NULL;
}

void gpu_space_free(struct gpu_space *s) {
    free(s->ranges);
    *s = (struct gpu_space){0};
}
