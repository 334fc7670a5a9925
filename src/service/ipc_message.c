/* SPDX-License-Identifier: MIT */
#include "service/ipc_message.h"

#include "base/reader.h"

#include <string.h>

#define SFCI 0x49434653u
#define SFCO 0x4f434653u

#define TYPE_CLOSE           2
#define TYPE_REQUEST         4
#define TYPE_CONTROL         5
#define TYPE_REQUEST_CONTEXT 6
#define TYPE_CONTROL_CONTEXT 7
#define TYPE_TIPC_CLOSE      15

static size_t align_up(size_t n, size_t to) {
    return (n + to - 1) / to * to;
}

/* Bits `low` .. `low + count - 1` of a word, moved to bit `to` of an address. */
static uint64_t bits(uint32_t word, unsigned low, unsigned count, unsigned to) {
    return (uint64_t)(word >> low & ((1u << count) - 1)) << to;
}

/* X: size 16-31 | address 32-35 at 12-15 | address 36-38 at 6-8 | index 0-5; address 0-31 */
static void read_statics(struct reader *r, unsigned count, struct ipc_list *out) {
    out->count = count;
    for (unsigned i = 0; i < count; i++) {
        uint32_t word = reader_u32(r, "X");
        uint64_t low = reader_u32(r, "X address");
        out->at[i].size = word >> 16;
        out->at[i].address = low | bits(word, 12, 4, 32) | bits(word, 6, 3, 36);
    }
}

/* A, B, W: size 0-31; address 0-31; address 32-35 at 28-31 | size 32-35 at 24-27 |
 * address 36-38 at 2-4 | mode 0-1 */
static void read_buffers(struct reader *r, unsigned count, struct ipc_list *out) {
    out->count = count;
    for (unsigned i = 0; i < count; i++) {
        uint64_t size = reader_u32(r, "buffer size");
        uint64_t low = reader_u32(r, "buffer address");
        uint32_t word = reader_u32(r, "buffer");
        out->at[i].size = size | bits(word, 24, 4, 32);
        out->at[i].address = low | bits(word, 28, 4, 32) | bits(word, 2, 3, 36);
    }
}

/* C: address 0-31; size 16-31 | address 32-47 at 0-15 */
static void read_receive_list(struct reader *r, unsigned mode, struct ipc_list *out) {
    out->count = mode < 2 ? 0 : mode == 2 ? 1 : mode - 2;
    for (unsigned i = 0; i < out->count; i++) {
        uint64_t low = reader_u32(r, "C address");
        uint32_t word = reader_u32(r, "C");
        out->at[i].size = word >> 16;
        out->at[i].address = low | bits(word, 0, 16, 32);
    }
}

static void read_special(struct reader *r, struct ipc_message *out) {
    uint32_t word = reader_u32(r, "special header");
    out->has_pid = word & 1;
    out->copy_count = word >> 1 & 15;
    out->move_count = word >> 5 & 15;
    if (out->has_pid)
        out->pid = reader_u64(r, "pid");
    for (unsigned i = 0; i < out->copy_count; i++)
        out->copies[i] = reader_u32(r, "copy handle");
    for (unsigned i = 0; i < out->move_count; i++)
        out->moves[i] = reader_u32(r, "move handle");
}

static bool kind_of(unsigned type, enum ipc_kind *kind) {
    switch (type) {
    case TYPE_CLOSE:
    case TYPE_TIPC_CLOSE:
        *kind = IPC_CLOSE;
        return true;
    case TYPE_REQUEST:
    case TYPE_REQUEST_CONTEXT:
        *kind = IPC_REQUEST;
        return true;
    case TYPE_CONTROL:
    case TYPE_CONTROL_CONTEXT:
        *kind = IPC_CONTROL;
        return true;
    default:
        *kind = IPC_TIPC;
        return type > TYPE_TIPC_CLOSE;
    }
}

/* CMIF header {magic, version, command, token}, and the payload up to `end`. */
static result read_cmif(struct reader *r, size_t end, struct ipc_message *out) {
    if (r->at + 16 > end)
        return IPC_RESULT_TOO_SHORT;
    uint32_t magic = reader_u32(r, "SFCI");
    reader_skip(r, 4, "version");
    out->command = reader_u32(r, "command");
    out->token = reader_u32(r, "token");
    if (magic != SFCI)
        return IPC_RESULT_BAD_HEADER;
    out->payload_offset = r->at;
    out->payload_size = end - r->at;
    return 0;
}

/* Domain header {u8 1 call, 2 close; u8 objects; u16 data size; u32 object; u32 0; u32 token},
 * then data size bytes that are CMIF, then the ids of objects. */
static result read_domain(struct reader *r, size_t end, struct ipc_message *out) {
    if (r->at + 16 > end)
        return IPC_RESULT_TOO_SHORT;
    unsigned type = reader_u8(r, "domain command");
    unsigned objects = reader_u8(r, "object count");
    size_t size = reader_u16(r, "data size");
    out->domain_object = reader_u32(r, "object");
    reader_skip(r, 8, "token");
    if (type == 2) {
        out->kind = IPC_DOMAIN_CLOSE;
        return 0;
    }
    size_t data = r->at;
    if (type != 1 || objects > IPC_MAX || size > end - data || 4 * objects > end - data - size)
        return IPC_RESULT_BAD_HEADER;
    result code = read_cmif(r, data + size, out);
    if (code != 0)
        return code;
    reader_seek(r, data + size, "objects");
    out->in_object_count = objects;
    for (unsigned i = 0; i < objects; i++)
        out->in_objects[i] = reader_u32(r, "object");
    return 0;
}

result ipc_parse(const uint8_t *message, size_t size, bool in_domain, struct ipc_message *out) {
    struct reader r;
    *out = (struct ipc_message){0};
    reader_init(&r, message, size, "IPC message", NULL);
    uint32_t word0 = reader_u32(&r, "header"), word1 = reader_u32(&r, "header");
    if (!reader_ok(&r))
        return IPC_RESULT_TOO_SHORT;
    unsigned type = word0 & 0xffff;
    if (!kind_of(type, &out->kind))
        return IPC_RESULT_UNKNOWN_TYPE;
    if (word1 >> 31)
        read_special(&r, out);
    read_statics(&r, word0 >> 16 & 15, &out->x);
    read_buffers(&r, word0 >> 20 & 15, &out->a);
    read_buffers(&r, word0 >> 24 & 15, &out->b);
    read_buffers(&r, word0 >> 28 & 15, &out->w);
    size_t start = r.at, end = start + (size_t)(word1 & 0x3ff) * 4;
    unsigned list = word1 >> 20 & 0x7ff;
    reader_seek(&r, list ? (size_t)list * 4 : end, "receive list");
    read_receive_list(&r, word1 >> 10 & 15, &out->c);
    if (!reader_ok(&r) || end > size)
        return IPC_RESULT_TOO_SHORT;

    if (out->kind == IPC_CLOSE)
        return 0;
    if (out->kind == IPC_TIPC) {
        out->command = type - 16;
        out->payload_offset = start;
        out->payload_size = end - start;
        return 0;
    }
    reader_seek(&r, align_up(start, 16), "CMIF header");
    if (!reader_ok(&r))
        return IPC_RESULT_TOO_SHORT;
    return in_domain && out->kind == IPC_REQUEST ? read_domain(&r, end, out)
                                                 : read_cmif(&r, end, out);
}

static void put32(uint8_t *at, uint32_t value) {
    memcpy(at, &value, sizeof value);
}

/* The reply's data words: TIPC {result, data}; CMIF [domain {count, 0, 0, 0}] {SFCO, 0, result,
 * token} data [ids], from the first 16-byte boundary of the message on. */
static void write_data(const struct ipc_reply *reply, uint8_t *at, size_t size) {
    if (reply->form == IPC_FORM_TIPC) {
        put32(at, reply->result);
        at += 4;
    } else {
        if (reply->form == IPC_FORM_DOMAIN) {
            put32(at, reply->object_count);
            at += 16;
        }
        put32(at, SFCO);
        put32(at + 8, reply->result);
        put32(at + 12, reply->token);
        at += 16;
    }
    if (size)
        memcpy(at, reply->data, size);
    for (unsigned i = 0; i < reply->object_count; i++)
        put32(at + size + 4 * i, reply->objects[i]);
}

bool ipc_write_reply(const struct ipc_reply *reply, uint8_t *message, size_t room) {
    unsigned handles = reply->copy_count + reply->move_count;
    size_t start = 8 + (handles ? 4 + 4 * (size_t)handles : 0);
    size_t header = reply->form == IPC_FORM_TIPC ? 4 : reply->form == IPC_FORM_DOMAIN ? 32 : 16;
    size_t data = reply->form == IPC_FORM_TIPC ? start : align_up(start, 16);
    size_t end = align_up(data + header + reply->size + 4 * (size_t)reply->object_count, 4);
    if (end > room || reply->copy_count > IPC_MAX || reply->move_count > IPC_MAX)
        return false;
    /* The client counts 16 bytes of alignment slack, wherever the data really begins. */
    size_t words = (end - start) / 4;
    if (reply->form != IPC_FORM_TIPC)
        words = (end - data + 16) / 4;

    memset(message, 0, room);
    put32(message + 4, (uint32_t)words | (handles ? 1u << 31 : 0));
    if (handles) {
        put32(message + 8, reply->copy_count << 1 | reply->move_count << 5);
        for (unsigned i = 0; i < reply->copy_count; i++)
            put32(message + 12 + 4 * i, reply->copies[i]);
        for (unsigned i = 0; i < reply->move_count; i++)
            put32(message + 12 + 4 * (reply->copy_count + i), reply->moves[i]);
    }
    write_data(reply, message + data, reply->size);
    return true;
}
