/* SPDX-License-Identifier: MIT */
#include "core/debug_points.h"

#include "core/debug.h"
#include "core/memory.h"
#include "core/thread.h"

#include <pthread.h>
#include <string.h>

enum { BREAKPOINTS = 1024, WATCHPOINTS = 16, WATCHED_BYTES = 64 };

static uint64_t breakpoints[BREAKPOINTS]; /* ascending */
static unsigned breakpoint_count;

struct watch {
    uint64_t address, size;
    bool readable;
    uint8_t bytes[WATCHED_BYTES];
};
static struct watch watches[WATCHPOINTS];
static unsigned watch_count;
static pthread_mutex_t watch_lock = PTHREAD_MUTEX_INITIALIZER; /* of the bytes */

static unsigned index_of(uint64_t address) {
    unsigned low = 0, high = breakpoint_count;
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        if (breakpoints[middle] < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint64_t debug_points_next(uint64_t from, uint64_t end) {
    const unsigned i = index_of(from);
    return i < breakpoint_count && breakpoints[i] < end ? breakpoints[i] : end;
}

/* For lifted code, where the address is an instruction of it. */
static void flag_lifted(uint64_t address, bool set) {
    const struct lifted_program *p = core_program();
    for (size_t i = 0; p && i < p->module_count; i++) {
        const struct lifted_module *m = &p->modules[i];
        if (m->stops && address >= m->base && (address - m->base) / 4 < m->stop_count)
            __atomic_store_n(&m->stops[(address - m->base) / 4], set, __ATOMIC_RELAXED);
    }
}

bool core_debug_set_breakpoint(uint64_t address, bool set) {
    if (address & 3 || address >= GUEST_END)
        return false;
    const unsigned i = index_of(address);
    const bool there = i < breakpoint_count && breakpoints[i] == address;
    if (there == set)
        return true;
    if (set && breakpoint_count == BREAKPOINTS)
        return false;
    uint64_t *const at = &breakpoints[i], *const end = &breakpoints[breakpoint_count];
    if (set) {
        memmove(at + 1, at, (size_t)(end - at) * sizeof *at);
        *at = address;
        breakpoint_count++;
    } else {
        memmove(at, at + 1, (size_t)(end - at - 1) * sizeof *at);
        breakpoint_count--;
    }
    flag_lifted(address, set);
    return true;
}

static void look(const struct watch *w, struct watch *now) {
    *now = *w;
    now->readable = core_peek(w->address, now->bytes, w->size);
}

bool core_debug_set_watchpoint(uint64_t address, uint64_t size, bool set) {
    if (!size || size > WATCHED_BYTES || address >= GUEST_END || size > GUEST_END - address)
        return false;
    for (unsigned i = 0; i < watch_count; i++) {
        if (watches[i].address != address || watches[i].size != size)
            continue;
        if (!set)
            watches[i] = watches[--watch_count];
        return true;
    }
    if (!set)
        return true;
    if (watch_count == WATCHPOINTS)
        return false;
    const struct watch w = {.address = address, .size = size};
    look(&w, &watches[watch_count++]);
    return true;
}

bool debug_points_watching(void) {
    return watch_count != 0;
}

bool debug_points_changed(uint64_t *address) {
    bool changed = false;
    pthread_mutex_lock(&watch_lock);
    for (unsigned i = 0; i < watch_count && !changed; i++) {
        struct watch *w = &watches[i], now;
        look(w, &now);
        changed = now.readable != w->readable ||
                  (now.readable && memcmp(now.bytes, w->bytes, w->size) != 0);
        *w = now;
        *address = w->address;
    }
    pthread_mutex_unlock(&watch_lock);
    return changed;
}

void debug_points_clear(void) {
    while (breakpoint_count)
        (void)core_debug_set_breakpoint(breakpoints[0], false);
    watch_count = 0;
}
