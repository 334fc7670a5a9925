/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_MEMORY_PAGE_TABLE_H
#define WINDLASS_GPU_MEMORY_PAGE_TABLE_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

/* What lies at the addresses of one of the GPU's address spaces: guest memory in pages of 4 KiB,
 * any page of it at several addresses. Threads of the program map and unmap while the GPU's reads.
 */

enum {
    PAGE_TABLE_BITS = 40,
    PAGE_TABLE_PAGE = 4096,
    PAGE_TABLE_MOST = 1 << 24, /* pages that are mapped: 64 GiB, 16 times what the machine has */
};

struct page_table;

struct page_table *page_table_new(void);
struct page_table *page_table_ref(struct page_table *t);
void page_table_unref(struct page_table *t); /* NULL: nothing happens */

/* Puts `size` bytes of memory at an address, in place of what is there; all three are whole pages.
 * Fails where the range is not below 2^40 or not of whole pages, or too much is mapped. */
MUST_CHECK bool page_table_map(struct page_table *t, uint64_t address, uint8_t *memory,
                               uint64_t size, struct error *error);
void page_table_unmap(struct page_table *t, uint64_t address, uint64_t size);

/* Where the byte lies, and in *length how many from it on lie behind it, up to `wanted`; NULL:
 * nothing is mapped there. */
uint8_t *page_table_find(const struct page_table *t, uint64_t address, uint64_t wanted,
                         uint64_t *length);
/* Calls for each run of mappings, by address; used for shaders that reach memory by themselves. */
void page_table_each(const struct page_table *t,
                     void (*run)(void *context, uint64_t address, uint8_t *memory, uint64_t size),
                     void *context);
/* Calls for each answer of the two above, on whatever thread asked; one listener, NULL: nobody. It
 * may ask the table for nothing. The generation changes: who keeps answers asks again. */
void page_table_listen(struct page_table *t,
                       void (*found)(void *context, uint64_t address, uint8_t *memory,
                                     uint64_t size),
                       void *context);
/* Changes with each map and unmap; no two tables ever have the same. */
uint64_t page_table_generation(const struct page_table *t);

#endif
