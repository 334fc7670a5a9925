/* SPDX-License-Identifier: MIT */
#include "gdb/packet.h"
#include "gdb/session.h"
#include "gdb/test_target.h"

#include <stdlib.h>
#include <string.h>

/* What a client sends: bytes as they are, and, so that the fuzzer need not guess checksums, the
 * same as the text of packets, a line each. Replies are frames that our own parser reads back. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_frame(const struct strbuf *reply) {
    static struct packet_parser p;
    struct strbuf frame = {0};
    enum packet_event last = PACKET_NOTHING;
    packet_frame(&frame, reply->length ? reply->text : "", reply->length);
    memset(&p, 0, sizeof p);
    for (size_t i = 0; i < frame.length; i++)
        last = packet_take(&p, (uint8_t)frame.text[i]);
    if (last != PACKET_READY || p.length != reply->length ||
        (p.length && memcmp(p.text, reply->text, p.length) != 0))
        abort();
    strbuf_free(&frame);
}

static void packet(struct gdb_session *s, const char *text, size_t length) {
    const struct core_debug_event event = {.cause = CORE_DEBUG_STEPPED, .thread = 0x51};
    if (gdb_session_packet(s, text, length) == GDB_RUNS)
        gdb_session_stopped(s, &event);
    check_frame(&s->reply);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct packet_parser p;
    struct gdb_session s;
    memset(&p, 0, sizeof p);
    fake_reset();
    gdb_session_open(&s, &fake_target);
    for (size_t i = 0; i < size; i++)
        if (packet_take(&p, data[i]) == PACKET_READY)
            packet(&s, p.text, p.length);
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        const size_t length = end ? (size_t)(end - data) - at : size - at;
        char *text = malloc(length + 1);
        memcpy(text, data + at, length);
        text[length] = 0;
        if (length <= PACKET_ROOM)
            packet(&s, text, length);
        free(text);
        at += length + 1;
    }
    gdb_session_close(&s);
    return 0;
}
