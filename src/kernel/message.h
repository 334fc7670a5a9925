/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_MESSAGE_H
#define WINDLASS_KERNEL_MESSAGE_H

#include "kernel/object.h"

#include <stdbool.h>
#include <stddef.h>

/* Carries an IPC message (HIPC) from one guest thread to another. Both are of one process: mapped
 * buffers are passed by their addresses, pointer data is copied into what the receiver's message
 * names as its receive list. */

struct thread;

#define MESSAGE_BYTES 0x100

struct message {
    uint8_t *bytes; /* host memory that no guest thread writes */
    size_t size;
};

/* `to` holds the receiver's own header and receive list, and gets the message. Moved handles are
 * only allowed in a reply. */
result message_carry(const struct message *from, struct message *to, struct thread *sender,
                     bool reply);

#endif
