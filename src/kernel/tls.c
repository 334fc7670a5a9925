/* SPDX-License-Identifier: MIT */
#include "kernel/tls.h"

#include "core/memory.h"
#include "kernel/space.h"
#include "kernel/thread.h"

#include <string.h>

#define REGIONS_A_PAGE ((unsigned)(GUEST_PAGE / TLS_REGION_BYTES))
#define PAGES          ((THREAD_LIMIT + 1 + REGIONS_A_PAGE - 1) / REGIONS_A_PAGE)
#define REGIONS        (PAGES * REGIONS_A_PAGE)

static bool taken[REGIONS]; /* kernel lock */

bool tls_init(struct error *error) {
    memset(taken, 0, sizeof taken);
    taken[0] = true;
    return space_map_fresh(guest_layout.tls.base, PAGES * GUEST_PAGE, SPACE_THREAD_LOCAL, GUEST_RW,
                           error);
}

uint64_t tls_process_region(void) {
    return guest_layout.tls.base;
}

uint64_t tls_pages_end(void) {
    return guest_layout.tls.base + PAGES * GUEST_PAGE;
}

bool tls_take_locked(uint64_t *address_out) {
    for (unsigned i = 0; i < REGIONS; i++) {
        if (taken[i])
            continue;
        taken[i] = true;
        *address_out = guest_layout.tls.base + i * TLS_REGION_BYTES;
        memset((void *)*address_out, 0, TLS_REGION_BYTES);
        return true;
    }
    return false;
}

void tls_give_locked(uint64_t address) {
    taken[(address - guest_layout.tls.base) / TLS_REGION_BYTES] = false;
}
