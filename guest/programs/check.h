/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GUEST_CHECK_H
#define WINDLASS_GUEST_CHECK_H

#include "guest.h"

/* Programs that test something print one TAP line a case to the debug output and end with status
 * 0 when every case held, else 1. */

static int check_cases, check_failures;

static inline void check(bool ok, const char *what) {
    check_cases++;
    check_failures += !ok;
    print("%s %d - %s", ok ? "ok" : "not ok", check_cases, what);
}

static inline int check_end(void) {
    print("1..%d", check_cases);
    return check_failures != 0;
}

#endif
