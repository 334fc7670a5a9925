/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_PROCESS_H
#define WINDLASS_KERNEL_PROCESS_H

#include "base/error.h"
#include "core/lifted.h"
#include "kernel/object.h"

#include <stddef.h>

/* The one guest process: its handle table, memory states, threads and loader environment. */

struct thread;

struct process_options {
    const char *argv;        /* config entry 5: one command line, argv[0] = "sdmc:/..." */
    uint64_t heap_limit;     /* bytes that GetInfo 6 tells; 0: the default (about 3.2 GiB) */
    uint32_t hos_version;    /* major << 16 | minor << 8 | micro; 0: the default 19.0.1 */
    uint64_t random_seed[2]; /* config entry 14 and GetInfo 11 */
    uint32_t applet_type;    /* config entry 7 */
    unsigned watchdog;       /* seconds; 0: none (watchdog.h) */
    bool free_threads;       /* threads run as the host lets them: see schedule.h */
};

/* Why the process ended. */
enum process_end {
    PROCESS_RUNNING,
    PROCESS_RETURNED, /* NRO main returned to the loader; status = w0 */
    PROCESS_EXITED,   /* svcExitProcess */
    PROCESS_BREAK,    /* svcBreak; status = the result word where there is one */
    PROCESS_FAULT,    /* unhandled guest fault: core's report was given */
    PROCESS_STOPPED,  /* the host asked: window closed, --frames reached */
    PROCESS_DEVICE,   /* a device of the host gave up: nothing can be drawn any more */
};

struct process_exit {
    enum process_end end;
    uint32_t status;
    char reason[512];         /* one line for the report; "" for a clean end */
    char next_load_path[513]; /* config entry 2 as the guest left it; "" for none */
    char next_load_argv[2049];
};

MUST_CHECK bool process_start(const struct lifted_program *program,
                              const struct process_options *options, struct error *error);
/* From any thread: the process ends with this; the first caller wins. Returns at once; guest
 * threads leave guest code at their next SVC or are abandoned when the host exits. */
void process_end(enum process_end end, uint32_t status, const char *reason);
/* Blocks until the process has ended, at most timeout_ns (< 0: for ever); false on timeout. */
bool process_wait(int64_t timeout_ns, struct process_exit *out);
bool process_ended(void);

/* Handle table, for services that get or give handles. */
#define HANDLE_CURRENT_THREAD  0xffff8000u
#define HANDLE_CURRENT_PROCESS 0xffff8001u
/* Takes a reference of its own; 0xD201 when the table is full. */
result handle_add(struct object *o, uint32_t *handle_out);
/* The object with a reference for the caller, or NULL. Pseudo handles are resolved for `self`. */
struct object *handle_get(uint32_t handle, struct thread *self);
result handle_close(uint32_t handle);

/* True when [address, address + size) is mapped for the guest with at least perm (enum guest_perm)
 * throughout: the test that every pointer from the guest passes before the host touches it. */
bool process_memory_ok(uint64_t address, uint64_t size, uint32_t perm);
/* Process id that pid descriptors carry. */
#define PROCESS_ID 0x51ull

/* Between these two the calling guest thread holds no virtual core: around host calls that may
 * block (files, sockets, presents). They nest; on a host thread that is no guest thread they do
 * nothing. */
void thread_host_work_begin(void);
void thread_host_work_end(void);

/* With a fixed schedule (baton.h) a guest thread must not wait for another one on the host. */
bool thread_may_not_block(void);
/* There these wait for so long by the virtual clock, to look again then; outside: for what may not
 * be done by a thread of the program. False: the host may be waited on, or the process ends. */
bool thread_wait_virtual(uint64_t ns);
bool thread_wait_outside(uint64_t ns);

#endif
