/* SPDX-License-Identifier: MIT */
#include "gdb/packet.h"

#include "gdb/hex.h"

#include <string.h>

#define ESCAPE      '}'
#define ESCAPE_FLIP 0x20
#define INTERRUPT   0x03

static void begin(struct packet_parser *p) {
    p->at = PACKET_TEXT;
    p->sum = 0;
    p->length = 0;
    p->too_long = false;
}

static void add(struct packet_parser *p, uint8_t byte) {
    if (p->length == PACKET_ROOM)
        p->too_long = true;
    else
        p->text[p->length++] = (char)byte;
}

static void take_text(struct packet_parser *p, uint8_t byte) {
    if (byte == '#') {
        p->at = PACKET_SUM_HIGH;
        return;
    }
    if (byte == '$') { /* the end of the one before was lost */
        begin(p);
        return;
    }
    p->sum = (uint8_t)(p->sum + byte);
    if (p->at == PACKET_ESCAPED) {
        p->at = PACKET_TEXT;
        add(p, byte ^ ESCAPE_FLIP);
    } else if (byte == ESCAPE) {
        p->at = PACKET_ESCAPED;
    } else {
        add(p, byte);
    }
}

static enum packet_event take_outside(struct packet_parser *p, uint8_t byte) {
    if (byte == INTERRUPT)
        return PACKET_INTERRUPT;
    if (byte == '-')
        return PACKET_AGAIN;
    if (byte == '$')
        begin(p);
    return PACKET_NOTHING;
}

enum packet_event packet_take(struct packet_parser *p, uint8_t byte) {
    const int digit = hex_digit((char)byte);
    switch (p->at) {
    case PACKET_OUTSIDE:
        return take_outside(p, byte);
    case PACKET_TEXT:
    case PACKET_ESCAPED:
        take_text(p, byte);
        return PACKET_NOTHING;
    case PACKET_SUM_HIGH:
        p->at = digit < 0 ? PACKET_OUTSIDE : PACKET_SUM_LOW;
        if (digit < 0)
            return PACKET_DAMAGED;
        p->sum_sent = (uint8_t)(digit << 4);
        return PACKET_NOTHING;
    case PACKET_SUM_LOW:
        break;
    }
    p->at = PACKET_OUTSIDE;
    p->text[p->length] = 0;
    const bool good = digit >= 0 && (p->sum_sent | digit) == p->sum && !p->too_long;
    return good ? PACKET_READY : PACKET_DAMAGED;
}

void packet_frame(struct strbuf *out, const char *text, size_t length) {
    uint8_t sum = 0;
    strbuf_add(out, "$");
    const size_t start = out->length;
    for (size_t i = 0; i < length; i++) {
        const bool special = text[i] && strchr("#$}*", text[i]);
        const char escaped[2] = {ESCAPE, (char)(text[i] ^ ESCAPE_FLIP)};
        strbuf_add_bytes(out, special ? escaped : &text[i], special ? 2 : 1);
    }
    for (size_t i = start; i < out->length; i++)
        sum = (uint8_t)(sum + (uint8_t)out->text[i]);
    strbuf_addf(out, "#%02x", sum);
}
