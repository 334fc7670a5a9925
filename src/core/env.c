/* SPDX-License-Identifier: MIT */
#include "core/debug_thread.h"
#include "core/thread.h"

#include "a64/host_fp.h"
#include "host/clock.h"

/* The environment of guest threads: what an instruction needs from outside the CPU. */

static struct core_kernel kernel;

void core_set_kernel(const struct core_kernel *k) {
    kernel = *k;
}

const struct core_kernel *core_kernel_calls(void) {
    return &kernel;
}

static void on_svc(struct a64_state *s, uint32_t number) {
    if (core_debugging())
        debug_thread_leave(s, true);
    /* The host computes with its own rounding, and what it computes leaves no trace in FPSR. */
    const uint32_t guest_mxcsr = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(A64_MXCSR_INITIAL);
    core_thread.in_host = true;
    s->exclusive_size = 0; /* as the return from an exception does */
    kernel.svc(s, number);
    core_thread.in_host = false;
    __builtin_ia32_ldmxcsr(guest_mxcsr);
    if (core_debugging())
        debug_thread_enter();
}

static void on_undefined(struct a64_state *s, uint32_t word) {
    struct core_fault fault = {.kind = CORE_FAULT_UNDEFINED, .pc = s->pc, .word = word};
    core_fault_raise(&fault);
}

static void on_breakpoint(struct a64_state *s, uint32_t immediate) {
    struct core_fault fault = {.kind = CORE_FAULT_BREAKPOINT, .pc = s->pc, .word = immediate};
    core_fault_raise(&fault);
}

static void on_float_used(struct a64_state *s, unsigned level) {
    const struct lifted_program *p = core_program();
    struct core_fault fault = {.kind = CORE_FAULT_FLOAT, .pc = s->pc};
    if (!p || p->float_level >= level || p->float_level == A64_FLOAT_FAST)
        return;
    (void)core_peek(s->pc, &fault.word, sizeof fault.word);
    core_fault_raise(&fault);
}

uint64_t core_now(struct a64_state *s) {
    return kernel.now ? kernel.now(s) : clock_ns();
}

static uint64_t on_counter(struct a64_state *s) {
    return clock_ticks_at(core_now(s));
}

const struct a64_env core_env = {
    .svc = on_svc,
    .undefined = on_undefined,
    .breakpoint = on_breakpoint,
    .counter = on_counter,
    .float_used = on_float_used,
};

void core_fault_tell(struct a64_state *s, const struct core_fault *fault) {
    if (kernel.fault)
        kernel.fault(s, fault);
    else
        core_fault_report(fault);
}
