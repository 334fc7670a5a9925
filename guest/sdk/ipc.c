/* SPDX-License-Identifier: MIT */
/* Requests in the system's message form (HIPC with CMIF inside), on plain sessions. */
#include "guest.h"
#include "internal.h"

enum {
    TYPE_CLOSE = 2,
    TYPE_REQUEST = 4,
    MAGIC_IN = 0x49434653,  /* "SFCI" */
    MAGIC_OUT = 0x4f434653, /* "SFCO" */
    BAD_REPLY = 0x5f59,     /* 2345-0047 */
    SLACK_WORDS = 4,        /* the data part may begin at any word: room to align it to 16 bytes */
};

struct message {
    uint32_t *words;
    int at;
    int pointers_in, sends, receives, pointers_out;
};

static void add(struct message *m, uint32_t word) {
    m->words[m->at++] = word;
}

static uint32_t upper(uint64_t value, int from, int bits) {
    return (uint32_t)(value >> from) & ((1u << bits) - 1);
}

/* X: index and size in the first word, around bits 32 to 38 of the address. */
static void add_pointer_in(struct message *m, const void *data, size_t size) {
    uint64_t a = (uint64_t)data;
    add(m, (uint32_t)m->pointers_in++ | upper(a, 36, 3) << 6 | upper(a, 32, 4) << 12 |
               (uint32_t)size << 16);
    add(m, (uint32_t)a);
}

/* A and B. */
static void add_mapped(struct message *m, const void *data, size_t size) {
    uint64_t a = (uint64_t)data;
    add(m, (uint32_t)size);
    add(m, (uint32_t)a);
    add(m, upper(a, 36, 3) << 2 | upper(size, 32, 4) << 24 | upper(a, 32, 4) << 28);
}

static bool is_pointer_in(const struct ipc_request *r, int i) {
    return r->buffers[i].kind == IPC_POINTER_IN || r->buffers[i].kind == IPC_AUTO_IN;
}

static void count(struct message *m, const struct ipc_request *r) {
    for (int i = 0; i < r->buffer_count; i++) {
        int kind = r->buffers[i].kind;
        m->sends += kind == IPC_IN || kind == IPC_AUTO_IN;
        m->receives += kind == IPC_OUT || kind == IPC_AUTO_OUT;
        m->pointers_out += kind == IPC_AUTO_OUT;
    }
}

static void add_buffers(struct message *m, const struct ipc_request *r) {
    for (int i = 0; i < r->buffer_count; i++)
        if (is_pointer_in(r, i)) /* an auto buffer goes the mapped way; its pointer is null */
            add_pointer_in(m, r->buffers[i].kind == IPC_AUTO_IN ? NULL : r->buffers[i].data,
                           r->buffers[i].kind == IPC_AUTO_IN ? 0 : r->buffers[i].size);
    for (int i = 0; i < r->buffer_count; i++)
        if (r->buffers[i].kind == IPC_IN || r->buffers[i].kind == IPC_AUTO_IN)
            add_mapped(m, r->buffers[i].data, r->buffers[i].size);
    for (int i = 0; i < r->buffer_count; i++)
        if (r->buffers[i].kind == IPC_OUT || r->buffers[i].kind == IPC_AUTO_OUT)
            add_mapped(m, r->buffers[i].data, r->buffers[i].size);
}

static void build(struct ipc_request *r) {
    struct message m = {.words = (uint32_t *)thread_region(), .at = 2};
    int pointers_in = 0;
    count(&m, r);
    for (int i = 0; i < r->buffer_count; i++)
        pointers_in += is_pointer_in(r, i);
    bool special = r->send_pid || r->copies;
    /* Each receive-list entry has a 16-bit size behind the payload. */
    uint32_t raw =
        SLACK_WORDS + 4 + (uint32_t)((r->in_size + 3) / 4) + (uint32_t)(m.pointers_out + 1) / 2;
    m.words[0] = TYPE_REQUEST | (uint32_t)pointers_in << 16 | (uint32_t)m.sends << 20 |
                 (uint32_t)m.receives << 24;
    m.words[1] =
        raw | (m.pointers_out ? (uint32_t)(2 + m.pointers_out) << 10 : 0) | (uint32_t)special << 31;
    if (special) {
        add(&m, (uint32_t)r->send_pid | (uint32_t)r->copies << 1);
        if (r->send_pid) {
            add(&m, 0);
            add(&m, 0);
        }
        for (int i = 0; i < r->copies; i++)
            add(&m, r->copy[i]);
    }
    add_buffers(&m, r);
    int raw_start = m.at;
    while (m.at & 3)
        add(&m, 0);
    add(&m, MAGIC_IN);
    add(&m, 0);
    add(&m, r->command);
    add(&m, 0);
    memset(m.words + m.at, 0, (r->in_size + 3) & ~(size_t)3);
    memcpy(m.words + m.at, r->in, r->in_size);
    /* Null receive-list entries for the auto buffers; their sizes are zero as well. */
    m.at = raw_start + (int)raw;
    for (int i = 0; i < 2 * m.pointers_out; i++)
        add(&m, 0);
}

static Result parse(struct ipc_request *r) {
    const uint32_t *words = (const uint32_t *)thread_region();
    int at = 2;
    r->handle_count = 0;
    if (words[1] >> 31) {
        uint32_t special = words[at++];
        int copies = special >> 1 & 15, moves = special >> 5 & 15;
        at += special & 1 ? 2 : 0;
        for (int i = 0; i < moves && i < 4; i++)
            r->handles[r->handle_count++] = words[at + copies + i];
        for (int i = 0; i < copies && r->handle_count < 4; i++)
            r->handles[r->handle_count++] = words[at + i];
        at += copies + moves;
    }
    at += 2 * (int)(words[0] >> 16 & 15);
    at = (at + 3) & ~3;
    if (words[at] != MAGIC_OUT)
        return BAD_REPLY;
    if (words[at + 2])
        return words[at + 2];
    memcpy(r->out, words + at + 4, r->out_size);
    return 0;
}

Result ipc_send(Handle session, struct ipc_request *r) {
    build(r);
    Result result = svcSendSyncRequest(session);
    return result ? result : parse(r);
}

Result ipc_get_object(Handle session, uint32_t command, const void *in, size_t in_size,
                      Handle *out) {
    struct ipc_request r = {.command = command, .in = in, .in_size = in_size};
    Result result = ipc_send(session, &r);
    if (result == 0 && r.handle_count < 1)
        result = BAD_REPLY;
    if (result == 0)
        *out = r.handles[0];
    return result;
}

void ipc_close(Handle session) {
    uint32_t *words = (uint32_t *)thread_region();
    words[0] = TYPE_CLOSE;
    words[1] = 0;
    svcSendSyncRequest(session);
    svcCloseHandle(session);
}

Result sm_get_service(const char *name, Handle *out) {
    static Handle manager;
    if (!manager) {
        Handle h;
        Result result = svcConnectToNamedPort(&h, "sm:");
        uint64_t zero = 0;
        struct ipc_request hello = {.command = 0, .in = &zero, .in_size = 8, .send_pid = true};
        if (result == 0)
            result = ipc_send(h, &hello);
        if (result)
            return result;
        manager = h;
    }
    char padded[8] = {0};
    for (int i = 0; i < 8 && name[i]; i++)
        padded[i] = name[i];
    return ipc_get_object(manager, 1, padded, sizeof padded, out);
}
