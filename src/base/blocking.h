/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_BASE_BLOCKING_H
#define WINDLASS_BASE_BLOCKING_H

#include <stdbool.h>

/* While a guest thread holds a virtual core nothing may make it wait for the host: other guest
 * threads would wait with it. blocking_call stands before what may block (files, sockets, sleep,
 * waits for other threads; scripts/check-blocking finds where it is missing) and ends the process
 * when the calling thread holds a core. Without assertions (NDEBUG) it is nothing. */
#ifdef NDEBUG
#define blocking_call(what) ((void)0)
#else
void blocking_call(const char *what);
#endif

/* Does the calling thread hold a core? The kernel's to say; nobody does before it is asked. */
void blocking_ask(bool (*holds_core)(void));

#endif
