/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CORE_MEMORY_H
#define WINDLASS_CORE_MEMORY_H

#include "base/error.h"

#include <stdint.h>

/* Guest memory: guest address = host address, everything below 2^39 (Horizon's 39-bit layout).
 * The whole range is reserved at start without access, so that no host mapping can fall in it.
 * These are the host's page operations; which state a page has for the guest (type, attribute,
 * owner) is kernel/memory's to know and to check. All addresses and sizes are multiples of
 * GUEST_PAGE. */

#define GUEST_PAGE 0x1000ull
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GUEST_COMPACT                                                                              \
    1 /* AddressSanitizer's shadow begins at 0x7fff8000: all regions lie below                     \
       */
#endif
#endif
#ifdef GUEST_COMPACT
#define GUEST_END 0x7fff0000ull
#else
#define GUEST_END (1ull << 39)
#endif

enum guest_perm {
    GUEST_NONE = 0,
    GUEST_R = 1,
    GUEST_W = 2,
    GUEST_RW = 3,
    GUEST_X = 4,
    GUEST_RX = 5, /* host pages are never executable: guest text is data to the host */
};

struct guest_region {
    uint64_t base, size;
};

struct guest_layout {
    struct guest_region aslr;  /* 0x08000000 .. GUEST_END */
    struct guest_region code;  /* modules, from 0x08000000 up, below 4 GiB */
    struct guest_region stack; /* 2 GiB: svcMapMemory targets */
    struct guest_region heap;  /* 8 GiB */
    struct guest_region alias; /* 64 GiB */
    struct guest_region tls;   /* thread-local regions and loader pages */
};

extern const struct guest_layout guest_layout;

/* Reserves the range. A second call does nothing. */
MUST_CHECK bool guest_memory_init(struct error *error);
/* Fresh zero pages; the range must be unmapped. */
MUST_CHECK bool guest_map(uint64_t address, uint64_t size, enum guest_perm perm,
                          struct error *error);
/* Pages of a memory file (memfd), shared with the host's own view of it. */
MUST_CHECK bool guest_map_file(uint64_t address, int fd, uint64_t offset, uint64_t size,
                               enum guest_perm perm, struct error *error);
MUST_CHECK bool guest_protect(uint64_t address, uint64_t size, enum guest_perm perm,
                              struct error *error);
/* Back to reserved, contents gone. */
MUST_CHECK bool guest_unmap(uint64_t address, uint64_t size, struct error *error);
/* Moves the pages (not a copy): source becomes reserved, target gets them with perm. All of the
 * source must be mapped; the target's old contents are gone. */
MUST_CHECK bool guest_move(uint64_t target, uint64_t source, uint64_t size, enum guest_perm perm,
                           struct error *error);

#endif
