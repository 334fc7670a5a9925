/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_BREAK_REASON_H
#define WINDLASS_KERNEL_BREAK_REASON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One line for svcBreak: what kind, and the result that the program gave with it, by name where it
 * is one of libnx's. */
void break_reason_describe(uint32_t reason, bool has_result, uint32_t result, char *text,
                           size_t room);

#endif
