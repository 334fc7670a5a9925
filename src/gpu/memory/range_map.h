/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_MEMORY_RANGE_MAP_H
#define WINDLASS_GPU_MEMORY_RANGE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers that hold for ranges of bytes: for each byte one, 0 where none was set. Neighbours of the
 * same number are one range. Time grows with the logarithm of the number of ranges. */

struct range_map;

struct range {
    uint64_t start, end; /* the first byte behind it */
    uint64_t value;
};

struct range_map *range_map_new(void);
void range_map_free(struct range_map *m); /* NULL: nothing happens */

/* All bytes from start to end get the number; 0 takes it from them. */
void range_map_set(struct range_map *m, uint64_t start, uint64_t end, uint64_t value);
/* The largest number of any byte. */
uint64_t range_map_max(const struct range_map *m, uint64_t start, uint64_t end);
/* Whether all bytes have this number, which is not 0. */
bool range_map_all(const struct range_map *m, uint64_t start, uint64_t end, uint64_t value);
/* The number of a byte, and in *until how far it holds from there on, `end` at most. */
uint64_t range_map_get(const struct range_map *m, uint64_t at, uint64_t end, uint64_t *until);
/* The whole range that has the byte. */
bool range_map_at(const struct range_map *m, uint64_t at, struct range *out);
/* The first range that has a byte between start and end, cut to them. */
bool range_map_next(const struct range_map *m, uint64_t start, uint64_t end, struct range *out);
size_t range_map_count(const struct range_map *m); /* of ranges */

#endif
