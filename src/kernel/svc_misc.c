/* SPDX-License-Identifier: MIT */
#include "base/log.h"
#include "core/core.h"
#include "core/debug.h"
#include "kernel/break_reason.h"
#include "kernel/exception.h"
#include "kernel/process_object.h"
#include "kernel/results.h"
#include "kernel/space.h"
#include "kernel/svc_handlers.h"
#include "kernel/thread.h"

uint64_t svc_exit_process(struct svc *c) {
    process_end(PROCESS_EXITED, 0, "");
    thread_exit(c->thread);
    c->keep_registers = true;
    return 0;
}

#define BREAK_NOTIFICATION 0x80000000u /* the program only tells a debugger something */

uint64_t svc_break(struct svc *c) {
    uint32_t reason = (uint32_t)c->in[0], word = 0;
    if (reason & BREAK_NOTIFICATION) {
        log_trace(LOG_SVC, "Break: notification 0x%x", reason);
        return 0;
    }
    core_debug_report(CORE_DEBUG_BREAK);
    bool has_word = c->in[2] == sizeof word && space_read(c->in[1], &word, sizeof word);
    char text[400], where[128];
    break_reason_describe(reason, has_word, word, text, sizeof text);
    if (core_describe(c->state->pc - 4, where, sizeof where))
        log_warning(LOG_SVC, "the program gave up at 0x%llx (%s): %s",
                    (unsigned long long)c->state->pc - 4, where, text);
    else
        log_warning(LOG_SVC, "the program gave up: %s", text);
    core_print_backtrace(c->state, c->state->pc - 4);
    /* libnx's exception handler ends like this: what counts is the fault before it. */
    if (c->thread->fault_reason)
        process_end(PROCESS_FAULT, word, c->thread->fault_reason);
    else
        process_end(PROCESS_BREAK, word, text);
    thread_exit(c->thread);
    c->keep_registers = true;
    return 0;
}

#define DEBUG_TEXT_PART 256

uint64_t svc_output_debug_string(struct svc *c) {
    uint64_t at = c->in[0], left = c->in[1];
    if (!process_memory_ok(at, left, GUEST_R))
        return RESULT_INVALID_CURRENT_MEMORY;
    while (left) {
        char part[DEBUG_TEXT_PART];
        uint64_t n = left < sizeof part ? left : sizeof part;
        if (!space_read(at, part, n))
            return RESULT_INVALID_CURRENT_MEMORY;
        int shown = (int)n;
        while (shown && (part[shown - 1] == '\n' || !part[shown - 1]))
            shown--;
        log_trace(LOG_GUEST, "debug: %.*s", shown, part);
        process_last_words(part, (size_t)shown);
        at += n;
        left -= n;
    }
    return 0;
}

uint64_t svc_return_from_exception(struct svc *c) {
    c->keep_registers = true;
    if (!exception_return(c->thread, (result)c->in[0]))
        exception_bad_svc(c->thread, 0x28);
    return 0;
}
