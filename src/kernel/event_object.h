/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_EVENT_OBJECT_H
#define WINDLASS_KERNEL_EVENT_OBJECT_H

#include "kernel/event.h"

/* For the SVCs: from an end back to its event, and the reset that tells what was there. */

struct event *event_of(struct object *o); /* NULL where o is no end of an event */
bool event_reset(struct event *e);        /* clears; true when it was signalled */

#endif
