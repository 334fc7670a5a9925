/* SPDX-License-Identifier: MIT */
#include "gpu/memory/page_table.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Two levels. Tables of the second are made when something is mapped in them and stay until the
 * end, so that readers take no lock. */
enum {
    PAGE_LOG2 = 12,
    LOW_LOG2 = 14,
    LOW = 1 << LOW_LOG2,
    HIGH = 1 << (PAGE_TABLE_BITS - PAGE_LOG2 - LOW_LOG2),
};

typedef _Atomic(uint8_t *) entry;

/* All tables count together, so that one that comes to lie where another was is not taken for it.
 */
static _Atomic uint64_t generations = 1;

struct page_table {
    _Atomic(entry *) tables[HIGH];
    pthread_mutex_t lock; /* of whoever changes it */
    uint64_t mapped;      /* pages; the lock's */
    _Atomic bool heard;   /* somebody listens */
    void (*found)(void *context, uint64_t address, uint8_t *memory, uint64_t size);
    void *listener;
    _Atomic uint64_t generation;
    _Atomic uint32_t references;
};

struct page_table *page_table_new(void) {
    struct page_table *t = NEW(struct page_table);
    pthread_mutex_init(&t->lock, NULL);
    t->references = 1;
    t->generation = atomic_fetch_add(&generations, 1);
    return t;
}

struct page_table *page_table_ref(struct page_table *t) {
    atomic_fetch_add(&t->references, 1);
    return t;
}

void page_table_unref(struct page_table *t) {
    if (!t || atomic_fetch_sub(&t->references, 1) != 1)
        return;
    for (unsigned i = 0; i < HIGH; i++)
        free(t->tables[i]);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

/* ---- changes ---- */

static bool is_sound(uint64_t address, uint64_t size) {
    const uint64_t end = 1ull << PAGE_TABLE_BITS, mask = PAGE_TABLE_PAGE - 1;
    return size && !(address & mask) && !(size & mask) && address < end && size <= end - address;
}

/* NULL: puts nothing there. With the lock held. */
static void put(struct page_table *t, uint64_t address, uint8_t *memory, uint64_t size) {
    for (uint64_t done = 0; done < size; done += PAGE_TABLE_PAGE) {
        const uint64_t page = (address + done) >> PAGE_LOG2;
        entry *table = t->tables[page >> LOW_LOG2];
        if (!table && memory) {
            table = NEW_ARRAY(entry, LOW);
            atomic_store_explicit(&t->tables[page >> LOW_LOG2], table, memory_order_release);
        }
        if (!table)
            continue;
        uint8_t *const was = atomic_exchange_explicit(
            &table[page & (LOW - 1)], memory ? memory + done : NULL, memory_order_acq_rel);
        t->mapped += (memory != NULL) - (was != NULL);
    }
    atomic_store(&t->generation, atomic_fetch_add(&generations, 1));
}

bool page_table_map(struct page_table *t, uint64_t address, uint8_t *memory, uint64_t size,
                    struct error *error) {
    if (!is_sound(address, size) || (uintptr_t)memory & (PAGE_TABLE_PAGE - 1))
        return error_set(error, ERROR_GUEST,
                         "0x%lx bytes at GPU address 0x%lx are no pages that the GPU can map",
                         (unsigned long)size, (unsigned long)address);
    pthread_mutex_lock(&t->lock);
    const bool fits = size / PAGE_TABLE_PAGE <= PAGE_TABLE_MOST - t->mapped;
    if (fits)
        put(t, address, memory, size);
    pthread_mutex_unlock(&t->lock);
    return fits || error_set(error, ERROR_LIMIT,
                             "0x%lx bytes at GPU address 0x%lx are more than the GPU maps at once",
                             (unsigned long)size, (unsigned long)address);
}

void page_table_unmap(struct page_table *t, uint64_t address, uint64_t size) {
    if (!is_sound(address, size))
        return;
    pthread_mutex_lock(&t->lock);
    put(t, address, NULL, size);
    pthread_mutex_unlock(&t->lock);
}

/* ---- questions ---- */

static uint8_t *page_at(const struct page_table *t, uint64_t page) {
    if (page >> LOW_LOG2 >= HIGH)
        return NULL;
    const entry *table = atomic_load_explicit(&t->tables[page >> LOW_LOG2], memory_order_acquire);
    return table ? atomic_load_explicit(&table[page & (LOW - 1)], memory_order_acquire) : NULL;
}

static void tell(const struct page_table *t, uint64_t address, uint8_t *memory, uint64_t size) {
    if (!atomic_load_explicit(&t->heard, memory_order_relaxed))
        return;
    struct page_table *own = (struct page_table *)(uintptr_t)t;
    pthread_mutex_lock(&own->lock);
    if (t->found)
        t->found(t->listener, address, memory, size);
    pthread_mutex_unlock(&own->lock);
}

void page_table_listen(struct page_table *t,
                       void (*found)(void *context, uint64_t address, uint8_t *memory,
                                     uint64_t size),
                       void *context) {
    pthread_mutex_lock(&t->lock);
    t->found = found;
    t->listener = context;
    atomic_store(&t->heard, found != NULL);
    atomic_store(&t->generation, atomic_fetch_add(&generations, 1));
    pthread_mutex_unlock(&t->lock);
}

uint8_t *page_table_find(const struct page_table *t, uint64_t address, uint64_t wanted,
                         uint64_t *length) {
    uint64_t page = address >> PAGE_LOG2;
    const uint64_t in_page = address & (PAGE_TABLE_PAGE - 1);
    uint8_t *first = page_at(t, page);
    *length = 0;
    if (!first)
        return NULL;
    uint64_t there = PAGE_TABLE_PAGE - in_page;
    while (there < wanted && page_at(t, ++page) == first + in_page + there)
        there += PAGE_TABLE_PAGE;
    *length = there < wanted ? there : wanted;
    tell(t, address, first + in_page, *length);
    return first + in_page;
}

void page_table_each(const struct page_table *t,
                     void (*run)(void *context, uint64_t address, uint8_t *memory, uint64_t size),
                     void *context) {
    uint64_t begin = 0, size = 0;
    uint8_t *memory = NULL;
    for (uint64_t page = 0; page < (uint64_t)HIGH << LOW_LOG2; page++) {
        if (!t->tables[page >> LOW_LOG2]) {
            page |= LOW - 1;
            continue;
        }
        uint8_t *here = page_at(t, page);
        const bool goes_on = size && here == memory + size && begin + size == page << PAGE_LOG2;
        if (size && !goes_on) {
            tell(t, begin, memory, size);
            run(context, begin, memory, size);
            size = 0;
        }
        if (here && !size)
            begin = page << PAGE_LOG2, memory = here;
        size += here ? PAGE_TABLE_PAGE : 0;
    }
    if (size) {
        tell(t, begin, memory, size);
        run(context, begin, memory, size);
    }
}

uint64_t page_table_generation(const struct page_table *t) {
    return atomic_load(&t->generation);
}
