/* SPDX-License-Identifier: MIT */
#include "kernel/loader_environment.h"

#include "core/memory.h"
#include "kernel/space.h"
#include "kernel/svc.h"

#include <stdio.h>
#include <string.h>

enum config_key {
    CONFIG_END = 0,
    CONFIG_MAIN_THREAD = 1,
    CONFIG_NEXT_LOAD = 2,
    CONFIG_OVERRIDE_HEAP = 3,
    CONFIG_ARGV = 5,
    CONFIG_SVC_HINT = 6,
    CONFIG_APPLET_TYPE = 7,
    CONFIG_PROCESS = 10,
    CONFIG_LAST_RESULT = 11,
    CONFIG_RANDOM_SEED = 14,
    CONFIG_USER_ID_STORAGE = 15,
    CONFIG_HOS_VERSION = 16,
    CONFIG_SVC_HINT_2 = 17,
};

#define MANDATORY   1u
#define ENTRIES_MAX 16
#define PATH_ROOM   512
#define ARGV_ROOM   2048

struct entry {
    uint32_t key, flags;
    uint64_t value[2];
};
_Static_assert(sizeof(struct entry) == 0x18, "the guest reads this layout");

/* What lies in the pages. */
struct layout {
    struct entry entries[ENTRIES_MAX];
    char next_path[PATH_ROOM];
    char next_argv[ARGV_ROOM];
    char argv[ARGV_ROOM];
    uint8_t user_id[16];
    char info[64];
};

uint64_t loader_environment_bytes(void) {
    return (sizeof(struct layout) + GUEST_PAGE - 1) / GUEST_PAGE * GUEST_PAGE;
}

/* Bit n of word w: svc 64 * w + n is there. */
static uint64_t svc_hint(unsigned word) {
    uint64_t bits = ~0ull;
    for (unsigned n = 0; n < 64; n++) {
        const struct svc_row *row = svc_find(word * 64 + n);
        if (row && row->status == SVC_REFUSED)
            bits &= ~(1ull << n);
    }
    return bits;
}

static void add(struct layout *l, unsigned *n, uint32_t key, uint32_t flags, uint64_t v0,
                uint64_t v1) {
    l->entries[(*n)++] = (struct entry){key, flags, {v0, v1}};
}

/* The order is the reference loader's. Keys 14 to 17 are unknown to programs of 2018 and therefore
 * not mandatory; the heap is, as there: each program that runs on consoles was tried with a loader
 * that hands its heap over, while asking the kernel for one depends on sizes that old start-up code
 * computes in its own way. */
uint64_t loader_environment_write(uint64_t base, const struct loader_environment *e) {
    struct layout l = {0};
    const struct process_options *o = e->options;
#define AT(field) (base + offsetof(struct layout, field))
    snprintf(l.argv, sizeof l.argv, "%s", o->argv ? o->argv : "");
    snprintf(l.info, sizeof l.info, "windlass %s", WINDLASS_VERSION);
    unsigned n = 0;
    add(&l, &n, CONFIG_MAIN_THREAD, 0, e->main_thread_handle, 0);
    add(&l, &n, CONFIG_PROCESS, 0, e->process_handle, 0);
    add(&l, &n, CONFIG_APPLET_TYPE, 0, o->applet_type, 0);
    add(&l, &n, CONFIG_OVERRIDE_HEAP, MANDATORY, e->heap_address, e->heap_size);
    add(&l, &n, CONFIG_ARGV, 0, 0, AT(argv));
    add(&l, &n, CONFIG_NEXT_LOAD, 0, AT(next_path), AT(next_argv));
    add(&l, &n, CONFIG_LAST_RESULT, 0, 0, 0);
    add(&l, &n, CONFIG_SVC_HINT, 0, svc_hint(0), svc_hint(1));
    add(&l, &n, CONFIG_SVC_HINT_2, 0, svc_hint(2), 0);
    add(&l, &n, CONFIG_RANDOM_SEED, 0, o->random_seed[0], o->random_seed[1]);
    add(&l, &n, CONFIG_USER_ID_STORAGE, 0, AT(user_id), 0);
    add(&l, &n, CONFIG_HOS_VERSION, 0, o->hos_version, 0);
    add(&l, &n, CONFIG_END, 0, AT(info), strlen(l.info));
#undef AT
    memcpy((void *)base, &l, sizeof l);
    return base;
}

static void copy_text(char *out, const char *from, size_t room) {
    size_t n = strnlen(from, room);
    memcpy(out, from, n);
    out[n] = 0;
}

void loader_environment_next(uint64_t base, struct process_exit *out) {
    struct layout l;
    if (!space_read(base, &l, sizeof l))
        return;
    copy_text(out->next_load_path, l.next_path, sizeof l.next_path);
    copy_text(out->next_load_argv, l.next_argv, sizeof l.next_argv);
}
