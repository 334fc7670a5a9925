/* SPDX-License-Identifier: MIT */
#include "base/log.h"
#include "service/answers.h"
#include "service/ports.h"

#include <string.h>

/* lm: the log of the system library. A packet is {u64 pid, u64 thread, u16 flags, u8, u8 severity,
 * u32 size} and then fields {u8 key, u8 length, bytes}; key 2 is text. */

#define HEADER_BYTES 0x18
#define KEY_TEXT     2

static result write_log(struct call *c) {
    struct buffer b = call_buffer_in(c, 0);
    for (size_t at = HEADER_BYTES; at + 2 <= b.size;) {
        size_t length = b.data[at + 1];
        if (length > b.size - at - 2)
            break;
        if (b.data[at] == KEY_TEXT)
            log_trace(LOG_GUEST, "%.*s", (int)length, (const char *)b.data + at + 2);
        at += 2 + length;
    }
    return 0;
}

static const struct command logger_commands[] = {
    SERVED(0, "Log", write_log, 0, 0),
    ACCEPTED(1, "SetDestination"),
};
static const struct interface logger = INTERFACE("ILogger", logger_commands, NULL);

ANSWER_OBJECT(open_logger, logger)

static const struct command commands[] = {
    SERVED(0, "OpenLogger", open_logger, 0, 0),
};
static const struct interface root = INTERFACE("ILogService", commands, NULL, &logger);

const struct port port_lm = {.name = "lm", .root = &root};
