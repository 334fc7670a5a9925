/* SPDX-License-Identifier: MIT */
#include "lift/machine.h"

const char *machine_name(enum machine m) {
    static const char *const names[MACHINES] = {"auto", "x86-64-v2", "x86-64-v3", "x86-64-v4"};
    return names[m];
}

bool machine_is_here(enum machine m) {
    __builtin_cpu_init();
    switch (m) {
    case MACHINE_V4:
        return __builtin_cpu_supports("x86-64-v4");
    case MACHINE_V3:
        return __builtin_cpu_supports("x86-64-v3");
    case MACHINE_V2:
        return __builtin_cpu_supports("x86-64-v2");
    default:
        return true;
    }
}

enum machine machine_chosen(enum machine m) {
    if (m != MACHINE_AUTO)
        return m;
    for (m = MACHINE_V4; m > MACHINE_V2 && !machine_is_here(m);)
        m--;
    return m;
}
