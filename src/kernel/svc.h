/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_SVC_H
#define WINDLASS_KERNEL_SVC_H

#include "a64/state.h"
#include "kernel/object.h"

#include <stdbool.h>
#include <stddef.h>

/* Supervisor calls. */

struct thread;

/* SVC #number of the thread whose state this is: does the call, and leaves the registers as the
 * kernel leaves them. */
void kernel_svc(struct a64_state *s, uint32_t number);

/* A call that goes beyond what is there: one line each. */
void svc_warn_partial(bool *said, const char *name, const char *why);

/* One call: in[n] is what xn held; out[1..7] go to x1..x7. The handler's value goes to x0. */
struct svc {
    struct a64_state *state;
    struct thread *thread;
    uint64_t in[8];
    uint64_t out[8];
    bool keep_registers; /* the handler set the state itself */
};

typedef uint64_t svc_handler(struct svc *c);

enum svc_status {
    SVC_FULL,    /* does what the console does, as far as a program can tell */
    SVC_PARTIAL, /* the common uses; the rest is refused with a log line */
    SVC_REFUSED, /* known; answers with the code of a system that lacks it, and logs it once */
};

struct svc_row {
    uint8_t number;
    enum svc_status status;
    const char *name;
    svc_handler *call; /* NULL: 0x4201 */
    /* "name:register ... -> name:register ...", for the trace line; w registers are 32 bits. */
    const char *shape;
};

extern const struct svc_row svc_table[];
extern const size_t svc_count;
/* NULL where the system knows no such number. */
const struct svc_row *svc_find(uint32_t number);
const char *svc_status_name(enum svc_status status);

#endif
