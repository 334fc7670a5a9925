/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_PROCESS_OBJECT_H
#define WINDLASS_KERNEL_PROCESS_OBJECT_H

#include "kernel/process.h"

/* The process as the rest of the kernel sees it. */

/* The one process as an object; lives as long as the host program. */
struct object *process_object(void);
/* A thread jumped to the loader's return address with this in w0. */
void process_returned(uint32_t status);
void process_last_thread_ended(void);
/* Text that the program printed for a debugger: the reason of an end with an error that has no
 * other. */
void process_last_words(const char *text, size_t length);
/* GetInfo 11: one of four constant words made of the options' random seed. */
uint64_t process_entropy_word(unsigned n);
bool process_is_application(void);
/* Guest address where the program is entered; 0 before it is loaded. */
uint64_t process_entry(void);

#endif
