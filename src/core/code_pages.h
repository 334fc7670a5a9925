/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CORE_CODE_PAGES_H
#define WINDLASS_CORE_CODE_PAGES_H

#include "core/memory.h"

#include <stdbool.h>

/* Which pages the guest may execute. The host's own permissions do not tell, since guest text is
 * data to the host. memory.c keeps this up to date; any thread may ask at any time. */

/* The range is one of whole pages in the guest's address space. */
void code_pages_set(uint64_t address, uint64_t size, bool executable);

/* A bit a page. */
enum { CODE_PAGES_BITS = 64 };
extern uint64_t code_pages[GUEST_END / GUEST_PAGE / CODE_PAGES_BITS + 1];

/* False for addresses outside of the guest's address space, too. */
static inline bool code_pages_executable(uint64_t address) {
    if (address >= GUEST_END)
        return false;
    const uint64_t page = address / GUEST_PAGE;
    return __atomic_load_n(&code_pages[page / CODE_PAGES_BITS], __ATOMIC_RELAXED) >>
               page % CODE_PAGES_BITS &
           1;
}

#endif
