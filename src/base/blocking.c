/* SPDX-License-Identifier: MIT */
#include "base/blocking.h"

#include <stdio.h>
#include <stdlib.h>

static bool (*ask)(void); /* atomic */

void blocking_ask(bool (*holds_core)(void)) {
    __atomic_store_n(&ask, holds_core, __ATOMIC_RELEASE);
}

#ifndef NDEBUG
void blocking_call(const char *what) {
    bool (*const holds_core)(void) = __atomic_load_n(&ask, __ATOMIC_ACQUIRE);
    if (!holds_core || !holds_core())
        return;
    fprintf(stderr,
            "windlass: %s may block, and the thread holds a virtual core: a mistake of windlass "
            "(thread_host_work_begin is missing on the way here)\n",
            what);
    abort();
}
#endif
