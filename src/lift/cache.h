/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_CACHE_H
#define WINDLASS_LIFT_CACHE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* Compiled programs kept by content: one folder an entry, named by its key, with the executable
 * and the figures of its making. An entry appears whole (by rename) or not at all, so that several
 * processes may share a cache. */

#define CACHE_KEY_SIZE   65 /* SHA-256 in hexadecimal */
#define CACHE_EXECUTABLE "program"
#define CACHE_FIGURES    "lift.json"
#define CACHE_TITLE      "title"

/* The key of a program's SHA-256, the version of windlass, windlass itself and the run-time library
 * that is linked in (by their size and time of change) and the options that shape the output. */
MUST_CHECK bool cache_key(const uint8_t program_sha256[32], const char *archive,
                          const char *options, char key[CACHE_KEY_SIZE], struct error *error);

/* True when the entry is there; marks it as used now. */
bool cache_find(const char *folder, const char *key);
/* An empty folder of this process to build an entry in: out is its path. */
MUST_CHECK bool cache_begin(const char *folder, const char *key, char *out, size_t room,
                            struct error *error);
/* Makes the built folder the entry; only the files named above are kept. */
MUST_CHECK bool cache_commit(const char *folder, const char *key, const char *built,
                             struct error *error);
/* Removes a folder that was begun and failed. */
void cache_abandon(const char *built);

/* Removes entries, longest unused first, until the rest takes at most limit_bytes; the entry with
 * the key `keep` (may be NULL) stays. Removes what dead processes left behind, too. */
void cache_trim(const char *folder, uint64_t limit_bytes, const char *keep);

struct cache_entry {
    char key[CACHE_KEY_SIZE];
    char title[256];
    uint64_t bytes;
    time_t used;
};
/* All entries, last used first; free(). */
struct cache_entry *cache_list(const char *folder, size_t *count);
/* Removes all entries; the number of them. */
size_t cache_clear(const char *folder);

#endif
