/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CORE_DEBUG_STATE_H
#define WINDLASS_CORE_DEBUG_STATE_H

#include "core/debug.h"

#include <pthread.h>

/* What the files of the debugger's hold share. */

/* A step: wanted, then under way, and told of before the next instruction. */
enum step { STEP_NONE, STEP_WANTED, STEP_UNDER_WAY };

/* A guest thread. All under the lock but `state`, which is the thread's own while it is in guest
 * code. */
struct debug_thread {
    struct a64_state *state;
    uint64_t id;
    enum { IN_HOST, IN_GUEST, STOPPED } where;
    bool held;    /* it shall stop, or stay so */
    bool apart;   /* held, while others are not */
    bool in_svc;  /* IN_HOST: and nothing else */
    bool written; /* STOPPED: the debugger wrote registers */
    bool pass;    /* a fault that it stopped with goes to the program */
    bool wrote;   /* a watchpoint noticed it: */
    uint64_t watched;
    enum step step;
    uint64_t step_start, step_end;
    struct a64_state seen; /* IN_HOST: what it came with */
    uint32_t seen_fpsr;    /* STOPPED: FPSR's part in the host's register */
    struct debug_thread *next;
};

extern pthread_mutex_t debug_lock;
extern pthread_cond_t debug_changed;     /* where, held */
extern struct debug_thread *debug_first; /* ascending numbers */
extern bool debug_ended;                 /* the process has: nobody is held */

#endif
