/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_IPC_MESSAGE_H
#define WINDLASS_SERVICE_IPC_MESSAGE_H

#include "kernel/object.h"

#include <stddef.h>

/* IPC messages as bytes: HIPC (the kernel's layout) with CMIF or TIPC (the services' layouts)
 * inside. Pure functions over a buffer; nothing here looks at guest memory or at handles.
 *
 * HIPC request, in 32-bit words:
 *   [0]  type 0-15 | X count 16-19 | A count 20-23 | B count 24-27 | W count 28-31
 *   [1]  data words 0-9 | receive list mode 10-13 | receive list offset 20-30 | special 31
 *   special header (pid 0 | copy handles 1-4 | move handles 5-8), pid (2), handles
 *   X (2 each), A, B, W (3 each), data words, receive list C (2 each) */

#define IPC_MESSAGE_BYTES 0x100
#define IPC_MAX           15 /* what a four-bit count can say */

enum ipc_kind {
    IPC_CLOSE,        /* HIPC type 2, or TIPC 15 */
    IPC_REQUEST,      /* CMIF: 4 and 6 */
    IPC_CONTROL,      /* CMIF: 5 and 7 */
    IPC_TIPC,         /* 16 + command */
    IPC_DOMAIN_CLOSE, /* in a domain: one object goes */
};

struct ipc_span {
    uint64_t address, size;
};

struct ipc_list {
    unsigned count;
    struct ipc_span at[IPC_MAX];
};

struct ipc_message {
    enum ipc_kind kind;
    uint32_t command;
    uint32_t token;
    bool has_pid;
    uint64_t pid; /* the slot's word: the kernel puts the sender's pid in its place */
    unsigned copy_count, move_count;
    uint32_t copies[IPC_MAX], moves[IPC_MAX];
    struct ipc_list x, a, b, w, c;
    uint32_t domain_object; /* 0 outside a domain */
    unsigned in_object_count;
    uint32_t in_objects[IPC_MAX];
    /* Raw payload in the buffer that was parsed. Outside a domain its size is an upper bound: the
     * sender's alignment slack counts as payload. */
    size_t payload_offset, payload_size;
};

/* Module 10 (service framework) and 11 (HIPC). */
#define IPC_RESULT_TOO_SHORT    0x1940au /* 2010-0202: no room for the header */
#define IPC_RESULT_BAD_HEADER   0x1a60au /* 2010-0211 */
#define IPC_RESULT_NO_OBJECT    0x20a0au /* 2010-0261: no such domain object */
#define IPC_RESULT_UNKNOWN_TYPE 0x3260bu /* 2011-0403 */
#define IPC_RESULT_NOT_DOMAIN   0x3d60bu /* 2011-0491 */

/* Parses a request; in_domain: type 4 and 6 carry a domain header. 0 or one of the results above;
 * *out is complete only on 0. */
result ipc_parse(const uint8_t *message, size_t size, bool in_domain, struct ipc_message *out);

enum ipc_form { IPC_FORM_CMIF, IPC_FORM_DOMAIN, IPC_FORM_TIPC };

struct ipc_reply {
    enum ipc_form form;
    result result;
    uint32_t token;
    const void *data;
    size_t size;
    unsigned copy_count, move_count, object_count;
    uint32_t copies[IPC_MAX], moves[IPC_MAX];
    uint32_t objects[IPC_MAX]; /* domain ids */
};

/* Writes the reply over the message; false when it does not fit in `room`. */
bool ipc_write_reply(const struct ipc_reply *reply, uint8_t *message, size_t room);

#endif
