/* SPDX-License-Identifier: MIT */
#include "host/clock.h"
#include "kernel/handle.h"
#include "kernel/process_object.h"
#include "kernel/resource_limit.h"
#include "kernel/results.h"
#include "kernel/space.h"
#include "kernel/svc_handlers.h"
#include "kernel/thread.h"
#include "kernel/tls.h"

#include <time.h>

/* svcGetInfo and what tells about time and limits. */

#define ANY_CORE UINT64_MAX
/* Program id of the album applet, in whose place the homebrew loader usually runs. */
#define PROGRAM_ID 0x010000000000100dull

#define ENTROPY_WORDS 4

enum info_subject {
    INFO_PROCESS, /* a process handle, sub 0 */
    INFO_SYSTEM,  /* handle 0 */
    INFO_THREAD,  /* a thread handle */
};

static uint64_t layout_value(uint32_t id) {
    switch (id) {
    case 2:
        return guest_layout.alias.base;
    case 3:
        return guest_layout.alias.size;
    case 4:
        return guest_layout.heap.base;
    case 5:
        return guest_layout.heap.size;
    case 12:
        return guest_layout.aslr.base;
    case 13:
        return guest_layout.aslr.size;
    case 14:
        return guest_layout.stack.base;
    default:
        return guest_layout.stack.size;
    }
}

static bool process_value(uint32_t id, uint64_t *out) {
    *out = 0;
    switch (id) {
    case 0:
        *out = THREAD_CORE_MASK;
        return true;
    case 1:
        *out = THREAD_PRIORITY_MASK;
        return true;
    case 2:
    case 3:
    case 4:
    case 5:
    case 12:
    case 13:
    case 14:
    case 15:
        *out = layout_value(id);
        return true;
    case 6:
    case 21:
        *out = space_limit();
        return true;
    case 7:
    case 22:
        *out = space_used();
        return true;
    case 16: /* system resource memory: none */
    case 17:
    case 28: /* no extra alias space */
        return true;
    case 18:
        *out = PROGRAM_ID;
        return true;
    case 20:
        *out = tls_process_region();
        return true;
    case 23:
        *out = process_is_application();
        return true;
    case 24:
        *out = resource_limit_max(RESOURCE_THREADS) - resource_limit_current(RESOURCE_THREADS);
        return true;
    default:
        return false;
    }
}

static result get_process_info(struct svc *c, uint32_t id, uint64_t sub) {
    if (sub)
        return RESULT_INVALID_COMBINATION;
    struct object *o = handle_get_kind((uint32_t)c->in[2], c->thread, OBJECT_PROCESS);
    if (!o)
        return RESULT_INVALID_HANDLE;
    object_unref(o);
    return process_value(id, &c->out[1]) ? 0 : RESULT_INVALID_ENUM;
}

static result new_limit_handle(uint64_t *out) {
    uint32_t handle;
    result r = handle_add(resource_limit_object(), &handle);
    *out = handle;
    return r;
}

static bool core_or_any(struct svc *c, uint64_t sub) {
    return sub == ANY_CORE || sub == thread_core(c->thread);
}

static result get_system_info(struct svc *c, uint32_t id, uint64_t sub) {
    if ((uint32_t)c->in[2])
        return RESULT_INVALID_HANDLE;
    switch (id) {
    case 8: /* no debugger */
        return sub ? RESULT_INVALID_COMBINATION : 0;
    case 9:
        return sub ? RESULT_INVALID_COMBINATION : new_limit_handle(&c->out[1]);
    case 10: /* idle ticks: the virtual cores are never idle by our count */
        return core_or_any(c, sub) ? 0 : RESULT_INVALID_COMBINATION;
    case 11:
        if (sub >= ENTROPY_WORDS)
            return RESULT_INVALID_COMBINATION;
        c->out[1] = process_entropy_word((unsigned)sub);
        return 0;
    default: /* 26: svcSynchronizePreemptionState, refused here */
        return sub == 0x36 ? 0 : RESULT_INVALID_COMBINATION;
    }
}

static result get_thread_info(struct svc *c, uint64_t sub) {
    struct timespec used = {0};
    struct thread *t = handle_get_kind((uint32_t)c->in[2], c->thread, OBJECT_THREAD);
    if (!t)
        return RESULT_INVALID_HANDLE;
    result r = core_or_any(c, sub) ? 0 : RESULT_INVALID_COMBINATION;
    if (!r && thread_cpu_time(t, &used))
        c->out[1] = (uint64_t)used.tv_sec * CLOCK_TICK_HZ +
                    (uint64_t)used.tv_nsec * 12 / 625; /* 19.2 MHz */
    object_unref(t);
    return r;
}

uint64_t svc_get_info(struct svc *c) {
    uint32_t id = (uint32_t)c->in[1];
    uint64_t sub = c->in[3], ignored;
    switch (id) {
    case 8:
    case 9:
    case 10:
    case 11:
    case 26:
        return get_system_info(c, id, sub);
    case 25:
        return get_thread_info(c, sub);
    default:
        return process_value(id, &ignored) ? get_process_info(c, id, sub) : RESULT_INVALID_ENUM;
    }
}

uint64_t svc_get_system_tick(struct svc *c) {
    (void)c;
    return clock_ticks();
}

static result limit_value(struct svc *c, uint64_t (*value)(enum resource which)) {
    uint32_t which = (uint32_t)c->in[2];
    if (which >= RESOURCES)
        return RESULT_INVALID_ENUM;
    struct object *o = handle_get_kind((uint32_t)c->in[1], c->thread, OBJECT_RESOURCE_LIMIT);
    if (!o)
        return RESULT_INVALID_HANDLE;
    object_unref(o);
    c->out[1] = value((enum resource)which);
    return 0;
}

uint64_t svc_get_limit_value(struct svc *c) {
    return limit_value(c, resource_limit_max);
}

uint64_t svc_get_limit_current(struct svc *c) {
    return limit_value(c, resource_limit_current);
}

uint64_t svc_get_last_thread_info(struct svc *c) {
    (void)c;
    return RESULT_NO_THREAD;
}
