/* SPDX-License-Identifier: MIT */
#include "gpu/capture/arena.h"

#include "base/memory.h"
#include "gpu/memory/page_table.h"

#include <stdlib.h>
#include <sys/mman.h>

/* As much as the machine that was captured can have, and a bit. */
enum { MOST_PAGES = 1 << 21 };

static int by_first(const void *a, const void *b) {
    const struct arena_run *x = a, *y = b;
    return x->first < y->first ? -1 : x->first > y->first;
}

static bool collect(struct arena *a, struct reader r) {
    struct capture_record record;
    size_t room = 0;
    while (capture_record_read(&r, &record)) {
        struct arena_run run = {.count = 1};
        struct capture_map map;
        struct capture_page page;
        if (record.kind == CAPTURE_MAP) {
            if (!capture_map_read(&record, &map))
                return false;
            run.first = map.page;
            run.count = map.pages;
        } else if (record.kind == CAPTURE_PAGE) {
            if (!capture_page_read(&record, &page))
                return false;
            run.first = page.page;
        } else {
            continue;
        }
        GROW(a->runs, a->count, room);
        a->runs[a->count++] = run;
    }
    return reader_ok(&r);
}

/* Runs that touch or overlap become one. */
static bool merge(struct arena *a, struct error *error) {
    uint64_t pages = 0;
    size_t count = 0;
    if (a->count)
        qsort(a->runs, a->count, sizeof *a->runs, by_first);
    for (size_t i = 0; i < a->count; i++) {
        const struct arena_run *run = &a->runs[i];
        struct arena_run *last = count ? &a->runs[count - 1] : NULL;
        if (run->first >> 52 || run->count > MOST_PAGES)
            return error_set(error, ERROR_FORMAT, "the capture names pages that cannot be");
        if (last && run->first <= last->first + last->count) {
            if (run->first + run->count > last->first + last->count)
                last->count = run->first + run->count - last->first;
        } else if (run->count) {
            a->runs[count++] = *run;
        }
    }
    a->count = count;
    for (size_t i = 0; i < count; i++)
        pages += a->runs[i].count;
    return pages <= MOST_PAGES || error_set(error, ERROR_LIMIT,
                                            "the capture has more pages of memory than any "
                                            "machine that it could be of");
}

bool arena_new(struct arena *a, const struct reader *r, struct error *error) {
    *a = (struct arena){0};
    if (!collect(a, *r) || !merge(a, error)) {
        arena_free(a);
        return false;
    }
    for (size_t i = 0; i < a->count; i++) {
        void *memory = mmap(NULL, a->runs[i].count * PAGE_TABLE_PAGE, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) {
            arena_free(a);
            return error_set(error, ERROR_LIMIT, "no memory for the pages of the capture");
        }
        a->runs[i].memory = memory;
    }
    return true;
}

void arena_free(struct arena *a) {
    for (size_t i = 0; i < a->count; i++)
        if (a->runs[i].memory)
            munmap(a->runs[i].memory, a->runs[i].count * PAGE_TABLE_PAGE);
    free(a->runs);
    *a = (struct arena){0};
}

uint8_t *arena_page(const struct arena *a, uint64_t page) {
    size_t low = 0, high = a->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        const struct arena_run *run = &a->runs[middle];
        if (page < run->first)
            high = middle;
        else if (page >= run->first + run->count)
            low = middle + 1;
        else
            return run->memory + (page - run->first) * PAGE_TABLE_PAGE;
    }
    return NULL;
}
