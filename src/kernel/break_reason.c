/* SPDX-License-Identifier: MIT */
#include "kernel/break_reason.h"

#include "kernel/results.h"

#include <stdio.h>

#define MODULE_LIBNX    345u
#define MODULE_KERNEL   1u
#define MODULE_MASK     0x1ffu
#define DESCRIPTION_BIT 9

static const char *const kinds[] = {
    "panic",         "assertion failed", "user break",      "before loading a module",
    "module loaded", "before unloading", "module unloaded", "C++ exception",
};

/* Descriptions of module 345, from 1 up, as libnx's result.h numbers them. */
static const char *const libnx_errors[] = {
    "a relocation type that its start-up code does not know",
    "out of memory",
    "already mapped",
    "the stack region cannot be learnt",
    "the heap region cannot be learnt",
    "QueryMemory failed",
    "already initialised",
    "not initialised",
    "not found",
    "input or output error",
    "bad input",
    "bad thread context of the C library",
    "buffer producer error",
    "handle asked for too early",
    "the heap could not be allocated",
    "too many service overrides in the loader environment",
    "parcel error",
    "graphics could not be initialised",
    "waiting for the graphics event failed",
    "queueing a graphics buffer failed",
    "dequeueing a graphics buffer failed",
    "applet command id not found",
    "receiving an applet message failed",
    "applet NotifyRunning failed",
    "applet GetCurrentFocusState failed",
    "applet GetOperationMode failed",
    "applet GetPerformanceMode failed",
    "USB read failed",
    "USB write failed",
    "service manager (sm:) could not be initialised",
    "applet services could not be initialised",
    "hid could not be initialised",
    "file system (fsp-srv) could not be initialised",
    "no random numbers from GetInfo",
    "no way to make memory executable",
    "a kernel that it does not understand",
    "needs another system version",
    "time services could not be initialised",
    "too many devices",
    "domain message of unknown type",
    "domain message with too many objects",
    "applet: failed to initialise",
    "apm: failed to initialise",
    "nvinfo: failed to initialise",
    "nvbuf: failed to initialise",
    "a library applet ended badly",
    "a service's reply has no CMIF header",
    "something that should not happen",
    "timeout",
};

static const char *name_of(uint32_t result) {
    uint32_t module = result & MODULE_MASK, description = result >> DESCRIPTION_BIT;
    if (module == MODULE_KERNEL)
        return result_name(result);
    if (module == MODULE_LIBNX && description >= 1 &&
        description <= sizeof libnx_errors / sizeof *libnx_errors)
        return libnx_errors[description - 1];
    return NULL;
}

void break_reason_describe(uint32_t reason, bool has_result, uint32_t result, char *text,
                           size_t room) {
    const char *kind = reason < sizeof kinds / sizeof *kinds ? kinds[reason] : "unknown reason";
    if (!has_result) {
        snprintf(text, room, "svcBreak: %s (reason 0x%x)", kind, reason);
        return;
    }
    const char *name = name_of(result);
    snprintf(text, room, "svcBreak: %s, result %u-%04u (0x%x)%s%s", kind,
             2000 + (result & MODULE_MASK), result >> DESCRIPTION_BIT, result, name ? ": " : "",
             name ? name : "");
}
