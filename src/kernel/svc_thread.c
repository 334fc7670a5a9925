/* SPDX-License-Identifier: MIT */
#include "kernel/handle.h"
#include "kernel/lock.h"
#include "kernel/process.h"
#include "kernel/results.h"
#include "kernel/schedule.h"
#include "kernel/space.h"
#include "kernel/svc_handlers.h"
#include "kernel/thread.h"
#include "kernel/tls.h"

#include <string.h>

#define CORE_DONT_CARE (-1)
#define CORE_DEFAULT   (-2)
#define CORE_KEEP      (-3)
#define CORES          64

static bool core_allowed(int32_t core) {
    return core >= 0 && core < CORES && (THREAD_CORE_MASK >> core & 1);
}

static bool priority_allowed(int32_t priority) {
    return priority >= THREAD_PRIORITY_BEST && priority <= THREAD_PRIORITY_WORST &&
           (THREAD_PRIORITY_MASK >> priority & 1);
}

static struct thread *thread_handle(struct svc *c, uint64_t handle) {
    return handle_get_kind((uint32_t)handle, c->thread, OBJECT_THREAD);
}

uint64_t svc_create_thread(struct svc *c) {
    int32_t priority = (int32_t)c->in[4], core = (int32_t)c->in[5];
    if (core == CORE_DEFAULT)
        core = THREAD_DEFAULT_CORE;
    if (!core_allowed(core))
        return RESULT_INVALID_CORE;
    if (!priority_allowed(priority))
        return RESULT_INVALID_PRIORITY;
    const struct thread_options options = {
        .entry = c->in[1],
        .argument = c->in[2],
        .stack_top = c->in[3],
        .priority = priority,
        .core = core,
        .fpcr = c->state->fpcr,
    };
    struct thread *t;
    result r = thread_create(&options, &t);
    if (r)
        return r;
    r = handle_add(&t->object, &t->handle);
    if (!r) {
        thread_write_handle(t);
        c->out[1] = t->handle;
    }
    object_unref(t);
    return r;
}

uint64_t svc_start_thread(struct svc *c) {
    struct thread *t = thread_handle(c, c->in[0]);
    if (!t)
        return RESULT_INVALID_HANDLE;
    result r = thread_start(t);
    object_unref(t);
    return r;
}

uint64_t svc_exit_thread(struct svc *c) {
    thread_exit(c->thread);
    c->keep_registers = true;
    return 0;
}

uint64_t svc_sleep_thread(struct svc *c) {
    int64_t ns = (int64_t)c->in[0];
    if (ns <= 0) {
        if (ns >= -2)
            thread_yield(c->thread);
        return 0;
    }
    kernel_lock();
    thread_block_locked(c->thread, THREAD_WAIT_SLEEP, thread_deadline(ns));
    kernel_unlock();
    return 0;
}

uint64_t svc_get_thread_priority(struct svc *c) {
    struct thread *t = thread_handle(c, c->in[1]);
    if (!t)
        return RESULT_INVALID_HANDLE;
    kernel_lock();
    c->out[1] = (uint64_t)thread_priority_locked(t);
    kernel_unlock();
    object_unref(t);
    return 0;
}

uint64_t svc_set_thread_priority(struct svc *c) {
    int32_t priority = (int32_t)c->in[1];
    if (!priority_allowed(priority))
        return RESULT_INVALID_PRIORITY;
    struct thread *t = thread_handle(c, c->in[0]);
    if (!t)
        return RESULT_INVALID_HANDLE;
    kernel_lock();
    t->priority = priority;
    schedule_demand_locked();
    schedule_check_locked(c->thread, false);
    kernel_unlock();
    object_unref(t);
    return 0;
}

uint64_t svc_get_thread_core_mask(struct svc *c) {
    struct thread *t = thread_handle(c, c->in[2]);
    if (!t)
        return RESULT_INVALID_HANDLE;
    kernel_lock();
    c->out[1] = (uint32_t)t->ideal_core;
    c->out[2] = t->affinity;
    kernel_unlock();
    object_unref(t);
    return 0;
}

static result check_core_mask(int32_t core, uint64_t mask) {
    if (mask & ~THREAD_CORE_MASK)
        return RESULT_INVALID_CORE;
    if (!mask)
        return RESULT_INVALID_COMBINATION;
    if (core == CORE_DONT_CARE || core == CORE_KEEP)
        return 0;
    if (core < 0 || core >= CORES)
        return RESULT_INVALID_CORE;
    return mask >> core & 1 ? 0 : RESULT_INVALID_COMBINATION;
}

/* The mask or a pause of t changed: returns when t holds no core that it must not hold. */
static void leave_forbidden_core_locked(struct thread *self, struct thread *t) {
    if (t == self)
        schedule_check_locked(self, false);
    else
        schedule_until_allowed_locked(self, t);
}

uint64_t svc_set_thread_core_mask(struct svc *c) {
    int32_t core = (int32_t)c->in[1];
    uint64_t mask = c->in[2];
    if (core == CORE_DEFAULT) {
        core = THREAD_DEFAULT_CORE;
        mask = 1ull << core;
    }
    result r = check_core_mask(core, mask);
    if (r)
        return r;
    struct thread *t = thread_handle(c, c->in[0]);
    if (!t)
        return RESULT_INVALID_HANDLE;
    kernel_lock();
    if (core != CORE_KEEP)
        t->ideal_core = core;
    else if (t->ideal_core >= 0 && !(mask >> t->ideal_core & 1))
        r = RESULT_INVALID_COMBINATION;
    if (!r) {
        t->affinity = mask;
        leave_forbidden_core_locked(c->thread, t);
    }
    kernel_unlock();
    object_unref(t);
    return r;
}

uint64_t svc_get_current_processor_number(struct svc *c) {
    return thread_core(c->thread);
}

uint64_t svc_get_thread_id(struct svc *c) {
    struct thread *t = thread_handle(c, c->in[1]);
    if (!t)
        return RESULT_INVALID_HANDLE;
    c->out[1] = t->id;
    object_unref(t);
    return 0;
}

uint64_t svc_get_process_id(struct svc *c) {
    struct object *o = handle_get((uint32_t)c->in[1], c->thread);
    bool has = o && (o->ops->kind == OBJECT_PROCESS || o->ops->kind == OBJECT_THREAD);
    object_unref(o);
    if (!has)
        return RESULT_INVALID_HANDLE;
    c->out[1] = PROCESS_ID;
    return 0;
}

/* The thread of a handle that must not be the caller's. */
static result other_thread(struct svc *c, uint64_t handle, struct thread **out) {
    *out = thread_handle(c, handle);
    if (!*out)
        return RESULT_INVALID_HANDLE;
    if (*out != c->thread)
        return 0;
    object_unref(*out);
    return RESULT_BUSY;
}

uint64_t svc_set_thread_activity(struct svc *c) {
    const uint32_t activity = (uint32_t)c->in[1];
    if (activity > 1)
        return RESULT_INVALID_ENUM;
    struct thread *t;
    result r = other_thread(c, c->in[0], &t);
    if (r)
        return r;
    kernel_lock();
    if (t->phase != THREAD_STARTED || t->paused == activity) {
        r = RESULT_INVALID_STATE;
    } else {
        t->paused = activity;
        leave_forbidden_core_locked(c->thread, t);
    }
    kernel_unlock();
    object_unref(t);
    return r;
}

/* What GetThreadContext3 writes. */
struct context {
    uint64_t x[31], sp, pc;
    uint32_t pstate, padding;
    a64_v2u64 v[32];
    uint32_t fpcr, fpsr;
    uint64_t tpidr;
};
_Static_assert(sizeof(struct context) == 0x320, "the guest reads this layout");

enum { CALLEE_SAVED = 19 };

/* Inside an SVC the system knows what it has saved itself. */
static void fill_context(struct context *out, const struct thread *t) {
    const struct a64_state *s = &t->state;
    const bool in_svc = t->registers == THREAD_REGISTERS_SVC;
    const int first = in_svc ? CALLEE_SAVED : 0;
    *out = (struct context){.sp = s->sp, .pc = in_svc ? s->pc - 4 : s->pc};
    memcpy(&out->x[first], &s->x[first], (31 - (size_t)first) * sizeof *s->x);
    if (in_svc)
        return;
    out->pstate =
        (uint32_t)s->n << 31 | (uint32_t)s->z << 30 | (uint32_t)s->c << 29 | (uint32_t)s->v << 28;
    memcpy(out->v, s->q, sizeof out->v);
    out->fpcr = s->fpcr;
    out->fpsr = t->fpsr;
    out->tpidr = s->tpidr;
}

static result context_locked(const struct thread *t, struct context *out) {
    static bool said;
    if (!t->paused || t->phase != THREAD_STARTED)
        return RESULT_INVALID_STATE;
    if (schedule_is_free() || t->registers == THREAD_REGISTERS_UNKNOWN) {
        svc_warn_partial(&said, "GetThreadContext3",
                         schedule_is_free()
                             ? "with --schedule free no thread is really paused"
                             : "a thread was paused in lifted code, which keeps registers for "
                               "itself (--debug and --interpret have them)");
        return RESULT_NOT_IMPLEMENTED;
    }
    fill_context(out, t);
    return 0;
}

uint64_t svc_get_thread_context(struct svc *c) {
    struct context context;
    struct thread *t;
    result r = other_thread(c, c->in[1], &t);
    if (r)
        return r;
    kernel_lock();
    r = context_locked(t, &context);
    kernel_unlock();
    object_unref(t);
    if (!r && !space_write(c->in[0], &context, sizeof context))
        r = RESULT_INVALID_POINTER;
    return r;
}
