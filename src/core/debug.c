/* SPDX-License-Identifier: MIT */
#include "core/debug.h"

#include "a64/host_fp.h"
#include "base/memory.h"
#include "core/debug_points.h"
#include "core/debug_state.h"
#include "core/debug_thread.h"
#include "core/thread.h"

#include <stdlib.h>

bool core_debug_on;
pthread_mutex_t debug_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t debug_changed = PTHREAD_COND_INITIALIZER;
struct debug_thread *debug_first;
bool debug_ended;
static void (*tell_stopped)(void);
static bool attached, holding, told;
static struct core_debug_event event; /* while holding */
static _Thread_local struct debug_thread *self;

/* ---- holding ---- */

static void set_halt(struct debug_thread *t) {
    const bool wanted = t->held || t->step != STEP_NONE || debug_points_watching();
    if (wanted)
        __atomic_fetch_or(&t->state->attention, A64_ATTENTION_HALT, __ATOMIC_SEQ_CST);
    else
        __atomic_fetch_and(&t->state->attention, ~A64_ATTENTION_HALT, __ATOMIC_SEQ_CST);
}

static bool all_stopped_locked(void) {
    for (const struct debug_thread *t = debug_first; t; t = t->next)
        if (t->where == IN_GUEST)
            return false;
    return true;
}

static void moved_locked(void) {
    pthread_cond_broadcast(&debug_changed);
    if (!holding || told || !attached || !debug_first || !all_stopped_locked())
        return;
    told = true;
    tell_stopped();
}

static void hold_all_locked(const struct core_debug_event *e) {
    event = *e;
    holding = true;
    told = false;
    for (struct debug_thread *t = debug_first; t; t = t->next) {
        t->held = true;
        set_halt(t);
    }
    moved_locked();
}

static void report_locked(const struct core_debug_event *e) {
    struct core_debug_event mine = *e;
    mine.thread = self->id;
    hold_all_locked(&mine);
}

static void release_locked(void) {
    holding = false;
    for (struct debug_thread *t = debug_first; t; t = t->next) {
        t->held = false;
        t->pass = true;
        t->step = STEP_NONE;
        set_halt(t);
    }
    pthread_cond_broadcast(&debug_changed);
}

/* Gives the virtual core back, or takes one. */
static void tell_kernel_locked(bool held) {
    const struct core_kernel *kernel = core_kernel_calls();
    pthread_mutex_unlock(&debug_lock);
    if (kernel->held)
        kernel->held(self->state, held);
    pthread_mutex_lock(&debug_lock);
}

/* Until the calling thread may go on. While all threads stay it keeps its virtual core, so that
 * they go on as they would have; when others go on without it, it holds none. */
static void stay_locked(void) {
    const uint32_t mxcsr = __builtin_ia32_stmxcsr();
    const bool in_host = core_thread.in_host;
    bool gave = false;
    core_thread.in_host = true;
    __builtin_ia32_ldmxcsr(A64_MXCSR_INITIAL);
    while (self->held || gave) {
        moved_locked();
        if (self->held && (gave || !self->apart))
            pthread_cond_wait(&debug_changed, &debug_lock);
        else
            tell_kernel_locked(gave = self->held);
    }
    __builtin_ia32_ldmxcsr(mxcsr);
    core_thread.in_host = in_host;
}

/* The same where the registers are the debugger's. True: it wrote some. */
static bool stop_locked(void) {
    self->seen_fpsr = a64_host_fpsr();
    core_thread.fpsr = self->state->fpsr | self->seen_fpsr;
    self->written = false;
    self->where = STOPPED;
    stay_locked();
    self->where = IN_GUEST;
    if (!self->written)
        return false;
    a64_host_clear_fpsr();
    a64_host_set_fpcr(self->state->fpcr);
    return true;
}

/* ---- guest threads ---- */

void core_debug_thread_begin(struct a64_state *s, uint64_t id) {
    struct debug_thread *t = NEW(struct debug_thread);
    struct debug_thread **at = &debug_first;
    *t = (struct debug_thread){.state = s, .id = id, .where = IN_HOST, .seen = *s};
    self = t;
    pthread_mutex_lock(&debug_lock);
    while (*at && (*at)->id < id)
        at = &(*at)->next;
    t->next = *at;
    *at = t;
    t->held = holding && !debug_ended;
    set_halt(t);
    pthread_mutex_unlock(&debug_lock);
}

void core_debug_thread_end(void) {
    struct debug_thread *t = self, **at = &debug_first;
    bool some_may_run = false;
    pthread_mutex_lock(&debug_lock);
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    for (const struct debug_thread *other = debug_first; other; other = other->next)
        some_may_run |= !other->held;
    if (debug_first && !some_may_run && !holding && attached && !debug_ended)
        hold_all_locked(&(struct core_debug_event){.cause = CORE_DEBUG_HALTED});
    moved_locked();
    pthread_mutex_unlock(&debug_lock);
    self = NULL;
    free(t);
}

void debug_thread_enter(void) {
    pthread_mutex_lock(&debug_lock);
    self->where = IN_GUEST;
    pthread_mutex_unlock(&debug_lock);
}

void debug_thread_enter_inside(void) {
    pthread_mutex_lock(&debug_lock);
    stay_locked();
    pthread_mutex_unlock(&debug_lock);
    debug_thread_enter();
}

void debug_thread_leave(struct a64_state *s, bool in_svc) {
    pthread_mutex_lock(&debug_lock);
    self->seen = *s;
    self->seen.fpsr |= a64_host_fpsr();
    self->in_svc = in_svc;
    self->where = IN_HOST;
    moved_locked();
    pthread_mutex_unlock(&debug_lock);
}

static bool in_range(const struct debug_thread *t, uint64_t pc) {
    return pc >= t->step_start && pc < t->step_end;
}

/* Why the thread stops before the instruction at pc. */
static bool reason_locked(struct debug_thread *t, uint64_t pc, enum core_debug_cause *cause) {
    if (!attached || debug_ended)
        return false;
    if (t->wrote)
        *cause = CORE_DEBUG_WATCHPOINT;
    else if (debug_points_at(pc))
        *cause = CORE_DEBUG_BREAKPOINT;
    else if (t->step == STEP_UNDER_WAY && !in_range(t, pc))
        *cause = CORE_DEBUG_STEPPED;
    else
        return false;
    return true;
}

bool debug_thread_check(struct a64_state *s) {
    struct debug_thread *t = self;
    enum core_debug_cause cause;
    bool written = false;
    pthread_mutex_lock(&debug_lock);
    for (;;) {
        if (!t->held && reason_locked(t, s->pc, &cause)) {
            report_locked(&(struct core_debug_event){.cause = cause, .address = t->watched});
            t->wrote = false;
        }
        if (!t->held)
            break;
        written |= stop_locked();
    }
    if (!written && t->step == STEP_WANTED)
        t->step = STEP_UNDER_WAY;
    pthread_mutex_unlock(&debug_lock);
    return written;
}

void debug_thread_wrote(void) {
    uint64_t address;
    if (!debug_points_watching() || !debug_points_changed(&address))
        return;
    pthread_mutex_lock(&debug_lock);
    self->wrote = true;
    self->watched = address;
    pthread_mutex_unlock(&debug_lock);
}

bool debug_thread_fault(struct a64_state *s, struct core_fault *fault) {
    bool reported = false;
    pthread_mutex_lock(&debug_lock);
    for (;;) {
        if (self->held)
            stop_locked();
        else if (reported || !attached || debug_ended)
            break;
        else
            report_locked(
                &(struct core_debug_event){.cause = CORE_DEBUG_FAULT, .fault = fault->kind}),
                reported = true;
    }
    const bool again = reported && !debug_ended && !self->pass;
    pthread_mutex_unlock(&debug_lock);
    fault->registers = *s;
    return again;
}

void core_debug_report(enum core_debug_cause cause) {
    bool reported = false;
    if (!core_debugging() || !self)
        return;
    pthread_mutex_lock(&debug_lock);
    while (self->held || (!reported && attached && !debug_ended)) {
        if (self->held)
            stay_locked();
        else
            report_locked(&(struct core_debug_event){.cause = cause}), reported = true;
    }
    pthread_mutex_unlock(&debug_lock);
}

/* ---- the process and the debugger ---- */

void core_debug_begin(void (*stopped)(void)) {
    core_debug_on = true;
    tell_stopped = stopped;
    pthread_mutex_lock(&debug_lock);
    holding = true;
    told = debug_ended = false;
    event = (struct core_debug_event){.cause = CORE_DEBUG_HALTED};
    pthread_mutex_unlock(&debug_lock);
}

void core_debug_release(void) {
    pthread_mutex_lock(&debug_lock);
    debug_ended = true;
    release_locked();
    pthread_mutex_unlock(&debug_lock);
}

bool core_debug_held(void) {
    pthread_mutex_lock(&debug_lock);
    const bool held = holding;
    pthread_mutex_unlock(&debug_lock);
    return held;
}

void core_debug_attach(void) {
    pthread_mutex_lock(&debug_lock);
    attached = true;
    told = false;
    if (!holding && !debug_ended)
        hold_all_locked(&(struct core_debug_event){.cause = CORE_DEBUG_HALTED});
    moved_locked();
    pthread_mutex_unlock(&debug_lock);
}

void core_debug_detach(void) {
    pthread_mutex_lock(&debug_lock);
    attached = false;
    debug_points_clear();
    release_locked();
    pthread_mutex_unlock(&debug_lock);
}

void core_debug_halt(void) {
    pthread_mutex_lock(&debug_lock);
    if (!holding && !debug_ended)
        hold_all_locked(&(struct core_debug_event){.cause = CORE_DEBUG_HALTED});
    pthread_mutex_unlock(&debug_lock);
}

bool core_debug_stopped(struct core_debug_event *out) {
    pthread_mutex_lock(&debug_lock);
    const bool stopped = holding && told && !debug_ended;
    if (stopped)
        *out = event;
    pthread_mutex_unlock(&debug_lock);
    return stopped;
}

static void act_locked(struct debug_thread *t, const struct core_debug_action *actions,
                       size_t count) {
    t->step = STEP_NONE;
    t->wrote &= debug_points_watching(); /* else nobody wants to know any more */
    for (size_t i = 0; i < count; i++) {
        const struct core_debug_action *a = &actions[i];
        if (a->thread && a->thread != t->id)
            continue;
        t->held = a->motion == CORE_DEBUG_STAY;
        t->pass = a->pass;
        if (a->motion == CORE_DEBUG_STEP)
            t->step = t->where == IN_HOST && t->in_svc ? STEP_UNDER_WAY : STEP_WANTED;
        t->step_start = a->start;
        t->step_end = a->end;
        break;
    }
    t->apart = t->held;
    set_halt(t);
}

void core_debug_resume(const struct core_debug_action *actions, size_t count) {
    pthread_mutex_lock(&debug_lock);
    if (holding && !debug_ended) {
        holding = told = false;
        for (struct debug_thread *t = debug_first; t; t = t->next)
            act_locked(t, actions, count);
        pthread_cond_broadcast(&debug_changed);
    }
    pthread_mutex_unlock(&debug_lock);
}
