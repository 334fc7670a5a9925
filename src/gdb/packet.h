/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GDB_PACKET_H
#define WINDLASS_GDB_PACKET_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The frames of the gdb remote protocol: $text#checksum, with + and - as answers, and 0x03 between
 * them. Source: the GDB manual, "Remote Protocol". Nothing of what comes in is trusted. */

enum { PACKET_ROOM = 0x4000 }; /* bytes of text, as we tell gdb */

enum packet_event {
    PACKET_NOTHING,   /* more bytes are needed */
    PACKET_READY,     /* text holds one */
    PACKET_DAMAGED,   /* the checksum is wrong, or it is too long: ask for it again */
    PACKET_INTERRUPT, /* 0x03 */
    PACKET_AGAIN,     /* - : the last answer did not arrive well */
};

/* {0} is a parser at the beginning. */
struct packet_parser {
    enum { PACKET_OUTSIDE, PACKET_TEXT, PACKET_ESCAPED, PACKET_SUM_HIGH, PACKET_SUM_LOW } at;
    uint8_t sum, sum_sent;
    bool too_long;
    size_t length;
    char text[PACKET_ROOM + 1]; /* without escapes; ends with NUL */
};

enum packet_event packet_take(struct packet_parser *p, uint8_t byte);
/* Adds $text#sum; bytes that have a meaning of their own are escaped. */
void packet_frame(struct strbuf *out, const char *text, size_t length);

#endif
