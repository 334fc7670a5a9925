/* SPDX-License-Identifier: MIT */
#include "core/core.h"

#include "a64/a64.h"
#include "a64/host_fp.h"
#include "base/log.h"
#include "core/code_pages.h"
#include "core/debug_thread.h"
#include "core/thread.h"

/* The interpreter loops and the way back to the host frame that owns the guest's next address.
 *
 * Guest state is exact in *s whenever control is here, so continuing from s->pc is right in any
 * loop and in any host frame whose predicted return address and stack pointer are reached. Who
 * owns what decides only how far the host stack is taken back, and thereby that it does not grow
 * when the guest jumps about:
 *
 *   a lifted frame    owns  sp_at_call <= sp < entry_sp   its guest frame
 *   a loop            owns  sp <= return_sp               what the function it runs has called
 *   core_run's loop   owns  everything
 *
 * A transfer that is not owned sets UNWIND and returns. */

_Thread_local struct core_thread core_thread;
struct core_counters core_totals;

static uint32_t attention_of(struct a64_state *s) {
    return __atomic_load_n(&s->attention, __ATOMIC_ACQUIRE);
}

static void attention_set(struct a64_state *s, uint32_t bit) {
    __atomic_fetch_or(&s->attention, bit, __ATOMIC_ACQ_REL);
}

static void attention_clear(struct a64_state *s, uint32_t bits) {
    __atomic_fetch_and(&s->attention, ~bits, __ATOMIC_ACQ_REL);
}

static bool is_base_return(uint64_t pc) {
    return pc == CORE_LOADER_RETURN || pc == CORE_THREAD_RETURN;
}

static bool unwind(struct a64_state *s) {
    attention_set(s, A64_ATTENTION_UNWIND);
    return false;
}

/* What is to be executed lies in pages that the guest may execute. */
static void check_pc(const struct a64_state *s) {
    if (LIFTED_LIKELY(!(s->pc & 3) && code_pages_executable(s->pc)))
        return;
    struct core_fault fault = {.kind = CORE_FAULT_EXECUTE, .pc = s->pc, .address = s->pc};
    core_fault_raise(&fault);
}

static void call_lifted(struct core_loop *l, struct a64_state *s, lifted_function *function) {
    l->call_return = s->x[30];
    l->call_sp = s->sp;
    l->in_call = true;
    lifted_call(function, s);
    l->in_call = false;
    if (!(attention_of(s) & (A64_ATTENTION_UNWIND | A64_ATTENTION_STOP)))
        s->pc = l->call_return;
}

/* After a transfer of control to s->pc: runs lifted functions as long as it aims at one. True: the
 * word at s->pc is to be interpreted. False: the loop ends, with UNWIND set where the guest did not
 * arrive at the loop's return. */
static bool follow(struct core_loop *l, struct a64_state *s, bool may_call) {
    for (;;) {
        const uint32_t attention = attention_of(s);
        if (attention & A64_ATTENTION_STOP)
            return false;
        if (attention & A64_ATTENTION_PREEMPT)
            core_preempt(s, false);
        if (attention & A64_ATTENTION_UNWIND)
            attention_clear(s, A64_ATTENTION_UNWIND);
        if (l->is_base ? is_base_return(s->pc) : s->pc == l->return_pc && s->sp == l->return_sp)
            return false;
        if (!l->is_base && (is_base_return(s->pc) || s->sp > l->return_sp))
            return unwind(s);
        check_pc(s);
        may_call = may_call && !(attention & A64_ATTENTION_HALT);
        lifted_function *function = may_call ? lifted_lookup(s->pc) : core_unlifted;
        if (function == core_unlifted)
            return true;
        l->step_first = false;
        call_lifted(l, s, function);
        /* A jump that came back unowned may aim at a lifted function again. */
        may_call = (attention_of(s) & A64_ATTENTION_UNWIND) && !l->step_first;
    }
}

static void interpret(struct core_loop *l, struct a64_state *s) {
    bool goes_on = true;
    while (goes_on) {
        uint64_t at;
        const enum a64_kind kind = core_interpret(l, s, &at);
        if (kind == A64_PLAIN) /* into a page that the guest may not execute */
            check_pc(s);
        else
            goes_on = follow(l, s, kind != A64_SVC && kind != A64_TRAP && s->pc != at + 4);
    }
}

static void run_loop(struct core_loop *l, struct a64_state *s, bool may_call) {
    l->outer = core_thread.loop;
    core_thread.loop = l;
    if (follow(l, s, may_call))
        interpret(l, s);
    core_thread.loop = l->outer;
}

/* Runs from s->pc to the return of a function, in a loop of its own: unless the host frame that
 * asks was called by a loop directly. Then no prediction of the host stack lies between the two,
 * and the outer loop goes on instead; nested loops would grow the host stack with each turn of a
 * guest loop that goes through both. */
static void run_rest(struct a64_state *s, uint64_t return_pc, uint64_t return_sp, bool step_first) {
    struct core_loop *outer = core_thread.loop;
    if (outer && outer->in_call && outer->call_return == return_pc && outer->call_sp == return_sp) {
        outer->step_first = step_first;
        attention_set(s, A64_ATTENTION_UNWIND);
        return;
    }
    struct core_loop l = {.return_pc = return_pc, .return_sp = return_sp};
    run_loop(&l, s, !step_first);
}

static void miss(const struct a64_state *s) {
    CORE_COUNT(dispatch_misses, 1);
    log_trace(LOG_CORE, "dispatch miss: 0x%llx is no lifted function", (unsigned long long)s->pc);
}

LIFTED_TARGET(core_unlifted) {
    s->sp = frame;
    s->x[30] = x30;
    s->x[0] = x0;
    s->x[1] = x1;
    s->x[2] = x2;
    s->x[29] = x29;
    if (is_base_return(s->pc)) {
        attention_set(s, A64_ATTENTION_UNWIND);
    } else {
        miss(s);
        run_rest(s, s->x[30], s->sp, true);
    }
    return lifted_get(s);
}

bool lifted_attention(struct a64_state *s, uint64_t return_pc, uint64_t sp_at_call,
                      uint64_t entry_return, uint64_t entry_sp) {
    const uint32_t attention = attention_of(s);
    if (attention & A64_ATTENTION_STOP)
        return true;
    if (attention & A64_ATTENTION_PREEMPT)
        core_preempt(s, false);
    const bool unwinds = attention & A64_ATTENTION_UNWIND;
    if (!unwinds || (s->pc == return_pc && s->sp == sp_at_call)) {
        if (unwinds)
            attention_clear(s, A64_ATTENTION_UNWIND);
        if (LIFTED_LIKELY(!(attention & A64_ATTENTION_HALT)))
            return false;
        s->pc = return_pc;
        run_rest(s, entry_return, entry_sp, true);
        return true;
    }
    if (is_base_return(s->pc) || s->sp < sp_at_call || s->sp >= entry_sp)
        return true;
    attention_clear(s, A64_ATTENTION_UNWIND);
    run_rest(s, entry_return, entry_sp, false);
    return true;
}

LIFTED_FUNCTION(lifted_leave, uint64_t target) {
    CORE_COUNT(unwinds, 1);
    s->pc = target;
    attention_set(s, A64_ATTENTION_UNWIND);
    return lifted_get(s);
}

LIFTED_FUNCTION(lifted_jump_unlifted, uint64_t entry_return, uint64_t entry_sp) {
    if (is_base_return(s->pc) || s->sp > entry_sp)
        return lifted_leave(s, s->pc);
    /* A lifted target comes here when the jump is no tail call: the frame is still there, or x30 is
     * not the return address (the end of a function, outlined). */
    const bool lifted = lifted_lookup(s->pc) != core_unlifted;
    if (!lifted)
        miss(s);
    run_rest(s, entry_return, entry_sp, !lifted);
    return lifted_get(s);
}

LIFTED_FUNCTION(lifted_interpret, uint64_t entry_return, uint64_t entry_sp) {
    run_rest(s, entry_return, entry_sp, true);
    return lifted_get(s);
}

void core_stop(struct a64_state *s) {
    attention_set(s, A64_ATTENTION_STOP);
}

void core_counters(struct core_counters *out) {
    out->dispatch_misses = __atomic_load_n(&core_totals.dispatch_misses, __ATOMIC_RELAXED);
    out->interpreted = __atomic_load_n(&core_totals.interpreted, __ATOMIC_RELAXED);
    out->unwinds = __atomic_load_n(&core_totals.unwinds, __ATOMIC_RELAXED);
}

/* From s->pc until guest code ends; true: by a fault. */
static bool run_base(struct a64_state *s) {
    struct core_loop base = {.is_base = true, .return_sp = UINT64_MAX};
    core_thread.state = s;
    core_thread.loop = NULL;
    core_thread.in_host = false;
    const bool faulted = sigsetjmp(core_thread.base, 1) != 0;
    if (!faulted) {
        __builtin_ia32_ldmxcsr(A64_MXCSR_INITIAL);
        a64_host_set_fpcr(s->fpcr);
        run_loop(&base, s, true);
    }
    return faulted;
}

uint64_t core_run(struct a64_state *s) {
    struct core_fault fault;
    bool faulted;
    core_fault_begin();
    core_thread.fault = &fault;
    if (core_debugging())
        debug_thread_enter();
    do
        faulted = run_base(s);
    while (faulted && core_debugging() && debug_thread_fault(s, &fault));
    if (core_debugging())
        debug_thread_leave(s, false);
    __builtin_ia32_ldmxcsr(A64_MXCSR_INITIAL);
    core_thread.state = NULL;
    core_thread.loop = NULL;
    core_fault_end();
    if (faulted || (attention_of(s) & A64_ATTENTION_STOP))
        s->pc = CORE_THREAD_RETURN;
    attention_clear(s, A64_ATTENTION_UNWIND | A64_ATTENTION_STOP);
    if (faulted)
        core_fault_tell(s, &fault);
    return s->pc;
}
