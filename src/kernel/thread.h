/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_THREAD_H
#define WINDLASS_KERNEL_THREAD_H

#include "a64/state.h"
#include "kernel/object.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#define THREAD_PRIORITY_BEST  0
#define THREAD_PRIORITY_WORST 63
#define THREAD_PRIORITY_MASK  0x0ffffffff0000000ull /* 28..59 */
#define THREAD_CORE_MASK      0x7ull                /* cores 0..2 */
#define THREAD_DEFAULT_CORE   0
#define THREAD_LIMIT          96 /* threads of the process at one time */
#define THREAD_WAIT_MAX       64 /* objects in one svcWaitSynchronization */

#define THREAD_FOR_EVER UINT64_MAX

enum thread_phase {
    THREAD_INITIALIZED,
    THREAD_STARTED,
    THREAD_ENDED, /* off guest code; the object is signalled */
};

/* What a blocked thread is blocked on. */
enum thread_wait {
    THREAD_WAIT_NONE,
    THREAD_WAIT_SLEEP,
    THREAD_WAIT_OBJECTS,
    THREAD_WAIT_LOCK,    /* svcArbitrateLock, or a signalled condition variable's mutex */
    THREAD_WAIT_CONDVAR, /* svcWaitProcessWideKeyAtomic */
    THREAD_WAIT_ADDRESS, /* svcWaitForAddress */
    THREAD_WAIT_REPLY,   /* svcSendSyncRequest to a server in the guest */
};

/* What a thread that was taken off its core left in its state. */
enum thread_registers {
    THREAD_REGISTERS_EXACT,   /* everything: the interpreter ran, or code lifted for debugging */
    THREAD_REGISTERS_SVC,     /* x19 to x30 and sp: it is in an SVC, behind which pc is */
    THREAD_REGISTERS_UNKNOWN, /* lifted code holds some in places of its own, or it runs */
};

/* A guest thread, and the host thread that runs it. Fields are the kernel lock's except where said
 * otherwise. `wait` and what follows it describe the one thing that the thread is blocked on; the
 * waker sets wait to NONE. */
struct thread {
    struct object object; /* first: handle_get resolves the pseudo handle to it */
    uint64_t id;          /* constant */
    uint64_t tls;         /* constant: address of the thread-local region */
    uint64_t entry;       /* constant: where it began */
    uint32_t handle;      /* as the creator got it; constant once started */
    int priority;         /* base priority */
    int32_t ideal_core;
    uint64_t affinity;
    enum thread_phase phase;
    bool is_main;
    bool cancel_pending;
    uint32_t wakes; /* thread_park_locked sleeps on it; atomic */
    bool parked;
    bool has_cpu_clock;
    clockid_t cpu_clock;

    enum thread_wait wait;
    result wait_result;
    int32_t wait_index;
    uint64_t wait_order; /* FIFO among equal priorities */
    uint64_t wait_deadline_ns;
    struct object *const *wait_objects;
    int wait_count;
    uint64_t wait_address; /* mutex word, or the arbiter's word */
    uint64_t wait_condvar;
    uint32_t wait_tag;         /* what the mutex word becomes when the thread gets it */
    struct thread *wait_owner; /* WAIT_LOCK: who holds the mutex; a reference while waiting */

    /* What schedule.c keeps: see there. */
    int core;             /* that it holds; -1: none */
    int last_core;        /* that it held last */
    bool ready;           /* waits for a core */
    bool paused;          /* svcSetThreadActivity: may hold none */
    bool turn;            /* is to let an equal one go first */
    bool spins;           /* gives way while it waits in a loop */
    uint64_t spun_ns;     /* the thread's own: how long it had waited so when the host was asked */
    int effective;        /* priority, while schedule.c decides something */
    uint64_t ready_order; /* among equal priorities */
    uint64_t flagged_ns;  /* when it was asked to hand over */
    bool on_host_thread;  /* `host` is a thread */
    pthread_t host;
    unsigned host_work;   /* the thread's own: depth of thread_host_work_begin */
    int64_t granted;      /* baton.c: steps when time was last moved, */
    uint64_t ran_ns;      /* and what the thread has run for */
    uint64_t trace_arrow; /* from who woke it; 0: none */
    /* What `state` holds while the thread runs no guest code; its own until it has left its core.
     */
    enum thread_registers registers;
    uint32_t fpsr; /* with them */

    /* The thread's own: a fault that waits for exception_enter, and whether the guest's handler
     * runs now. */
    uint32_t exception_type;
    bool in_exception;
    char *fault_reason;

    struct thread *next;    /* list of all threads */
    struct a64_state state; /* the thread's own, except attention */
};

/* ---- life (thread.c) ---- */

struct thread_options {
    uint64_t entry, argument, stack_top;
    int priority;
    int32_t core;
    uint32_t fpcr;
    bool is_main;
};

/* One reference for the caller. 0x10801 when the process has too many threads, 0xce01 when no
 * thread-local region is left. */
result thread_create(const struct thread_options *options, struct thread **out);
result thread_start(struct thread *t);
/* Puts t->handle where the thread finds it, in its thread-local region. */
void thread_write_handle(struct thread *t);
int thread_count(void); /* threads that exist */
/* What it has run for: the host's processor time, or that of the virtual clock; false before the
 * thread runs. */
bool thread_cpu_time(struct thread *t, struct timespec *out);
/* The thread leaves guest code after the SVC that it is in. */
void thread_exit(struct thread *self);

/* ---- the list of started threads (thread_list.c) ---- */

void thread_list_add_locked(struct thread *t);
void thread_list_remove_locked(struct thread *t);
/* A started thread has let go of everything; true when it was the last. */
bool thread_count_ended(void);
/* The list may change when the lock is given up. */
struct thread *thread_first_locked(void);
/* The calling host thread's guest thread, NULL where it is none. */
struct thread *thread_current(void);
void thread_set_current(struct thread *t);
/* Every thread leaves guest code at the next chance; blocked ones wake with 0x7601. */
void thread_stop_all(void);
/* Blocks until no thread runs guest code, at most timeout_ns; false when some still do. */
bool thread_join_all(int64_t timeout_ns);
bool thread_stopping(void);

/* ---- in words (thread_describe.c) ---- */

struct strbuf;
/* "waits for the mutex at 0x08010000, which thread 80 holds": of a blocked thread. */
void thread_describe_wait_locked(struct strbuf *out, const struct thread *t);
/* Name, priority, core, and what it waits for; false: there is none of this number. */
bool thread_describe(uint64_t id, struct strbuf *out);

/* ---- sleeping on the host (park.c) ---- */

/* Until thread_unpark_locked, at most so long, or for no reason. The kernel lock is given up
 * meanwhile. */
void thread_park_locked(struct thread *self, uint64_t longest_ns);
void thread_unpark_locked(struct thread *t);

/* ---- blocking (thread_block.c) ---- */

/* Deadline in clock_ns() for a timeout of an SVC: negative is for ever, and so is overflow. */
uint64_t thread_deadline(int64_t timeout_ns);
/* Blocks self on what the caller wrote into its wait fields until somebody sets wait to NONE, or
 * the deadline passes (then the result is 0xea01 and wait is NONE). Gives wait_result. The kernel
 * lock is given up meanwhile. */
result thread_block_locked(struct thread *self, enum thread_wait kind, uint64_t deadline_ns);
void thread_wake_locked(struct thread *t, result r);
/* A blocked thread goes on waiting, at the end of another queue; its deadline stays. */
void thread_requeue_locked(struct thread *t, enum thread_wait kind);
/* Base priority, or the better one of a thread that waits for a mutex of this one. */
int thread_priority_locked(struct thread *t);
/* Among the threads in this wait for which match() holds, the one with the best priority, the
 * longest waiting among equals. */
struct thread *thread_best_waiter_locked(enum thread_wait kind,
                                         bool (*match)(const struct thread *t, const void *key),
                                         const void *key);

/* ---- cores (schedule.c) ---- */

/* The virtual core on which the thread runs, or ran last. */
unsigned thread_core(struct thread *self);
/* The core goes to a thread that is as good, if one waits. */
void thread_yield(struct thread *self);

#endif
