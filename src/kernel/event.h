/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_EVENT_H
#define WINDLASS_KERNEL_EVENT_H

#include "kernel/object.h"

/* An event with its readable end (for the guest) and its writable end (for services, or for the
 * guest through svcCreateEvent). Level-triggered: stays signalled until cleared. */
struct event;

/* One reference on the event is the caller's; destroy with event_unref. */
struct event *event_new(bool signalled);
void event_unref(struct event *e);
void event_signal(struct event *e); /* wakes waiters; safe from any host thread */
void event_clear(struct event *e);
bool event_is_signalled(struct event *e);
/* The ends, as objects to put into a handle table (take a reference of your own). */
struct object *event_readable(struct event *e);
struct object *event_writable(struct event *e);

#endif
