/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_ANSWERS_H
#define WINDLASS_SERVICE_ANSWERS_H

#include "service/service.h"

/* Handlers and rows for commands whose answer does not depend on the request. */

/* The row's value in the first min(8, out_size) bytes, zeros behind. */
result answer_fixed(struct call *c);
/* The row's value as result code. */
result answer_absent(struct call *c);
/* A copied handle of a new event that never fires, or that is signalled from the start. */
result answer_idle_event(struct call *c);
result answer_signalled_event(struct call *c);

#define SERVED(id, name, handler, in_size, out_size)                                               \
    {id, name, handler, COMMAND_FULL, in_size, out_size, 0}
#define FIXED(id, name, out_size, value) {id, name, answer_fixed, COMMAND_FIXED, 0, out_size, value}
#define ACCEPTED(id, name)               {id, name, answer_fixed, COMMAND_ACCEPTED, 0, 0, 0}
#define ABSENT(id, name, code)           {id, name, answer_absent, COMMAND_ABSENT, 0, 0, code}
#define IDLE_EVENT(id, name)             {id, name, answer_idle_event, COMMAND_FIXED, 0, 0, 0}
#define SIGNALLED_EVENT(id, name)        {id, name, answer_signalled_event, COMMAND_FIXED, 0, 0, 0}

#define FLOAT_ONE 0x3f800000u

/* Defines a handler that returns an object of an interface that has no data of its own. */
#define ANSWER_OBJECT(function, interface)                                                         \
    static result function(struct call *c) {                                                       \
        call_return_object(c, &(interface), NULL);                                                 \
        return 0;                                                                                  \
    }

#endif
