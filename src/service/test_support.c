/* SPDX-License-Identifier: MIT */
#include "service/test_support.h"

#include <string.h>

/* Messages by hand, as the public client library lays them out. */

static uint32_t *put_buffers(uint32_t *w, const struct ipc_list *list) {
    for (unsigned i = 0; i < list->count; i++) {
        *w++ = (uint32_t)list->at[i].size;
        *w++ = (uint32_t)list->at[i].address;
        *w++ = 0;
    }
    return w;
}

static size_t build(const struct test_call *t, uint8_t *message) {
    uint32_t *w = (uint32_t *)message;
    bool special = t->pid || t->handle_count;
    size_t domain = t->object ? 16 + 4 * (size_t)t->object_count : 0;
    size_t words = t->tipc ? (t->in_size + 3) / 4 : (16 + domain + 16 + t->in_size + 3) / 4;
    *w++ = (t->tipc      ? 16 + t->command
            : t->control ? 5
                         : 4) |
           t->x.count << 16 | t->a.count << 20 | t->b.count << 24;
    *w++ = (uint32_t)words | (t->c.count ? t->c.count + 2 : 0) << 10 | (special ? 1u << 31 : 0);
    if (special) {
        *w++ = t->pid | t->handle_count << 1;
        w += t->pid ? 2 : 0;
        for (unsigned i = 0; i < t->handle_count; i++)
            *w++ = t->handles[i];
    }
    for (unsigned i = 0; i < t->x.count; i++) {
        *w++ = (uint32_t)t->x.at[i].size << 16 | i;
        *w++ = (uint32_t)t->x.at[i].address;
    }
    w = put_buffers(put_buffers(w, &t->a), &t->b);
    uint32_t *raw = w;
    if (!t->tipc) {
        while ((w - (uint32_t *)message) % 4)
            w++;
        if (t->object) {
            *w++ = 1 | t->object_count << 8 | (uint32_t)(16 + t->in_size) << 16;
            *w++ = t->object;
            w += 2;
        }
        *w++ = 0x49434653;
        w++;
        *w++ = t->command;
        w++;
    }
    if (t->in_size)
        memcpy(w, t->in, t->in_size);
    if (t->object_count)
        memcpy((uint8_t *)w + t->in_size, t->objects, 4 * t->object_count);
    w = raw + words;
    for (unsigned i = 0; i < t->c.count; i++) {
        *w++ = (uint32_t)t->c.at[i].address;
        *w++ = (uint32_t)t->c.at[i].size << 16;
    }
    return (size_t)((uint8_t *)w - message);
}

static void read_reply(struct test_call *t, const uint8_t *message) {
    const uint32_t *w = (const uint32_t *)message;
    bool special = w[1] >> 31;
    w += 2;
    if (special) {
        uint32_t copies = *w >> 1 & 15, moves = *w >> 5 & 15;
        w++;
        assert_true(copies <= 4 && moves <= 4);
        memcpy(t->out_copies, w, 4 * copies);
        memcpy(t->out_moves, w + copies, 4 * moves);
        w += copies + moves;
    }
    if (t->tipc) {
        t->result = *w++;
    } else {
        while ((w - (const uint32_t *)message) % 4)
            w++;
        uint32_t objects = t->object ? w[0] : 0;
        w += t->object ? 4 : 0;
        assert_int_equal(w[0], 0x4f434653);
        t->result = w[2];
        w += 4;
        assert_true(objects <= 4);
        /* Tests that ask for objects have no other output before them. */
        memcpy(t->out_objects, w, 4 * objects);
    }
    memcpy(t->out, w, (size_t)(message + IPC_MESSAGE_BYTES - (const uint8_t *)w));
}

bool test_send(struct test_call *t) {
    _Alignas(16) uint8_t message[IPC_MESSAGE_BYTES] = {0};
    assert_true(build(t, message) <= sizeof message);
    t->svc = test_request(t->session, message, sizeof message);
    t->result = ~0u;
    if (t->svc == 0)
        read_reply(t, message);
    return t->svc == 0 && t->result == 0;
}

void test_add(struct ipc_list *list, const void *data, size_t size) {
    assert_true((uintptr_t)data >> 32 == 0);
    list->at[list->count++] = (struct ipc_span){(uintptr_t)data, size};
}

result test_command(uint32_t session, uint32_t command, const void *in, size_t in_size, void *out,
                    size_t out_size) {
    struct test_call t = {.session = session, .command = command, .in = in, .in_size = in_size};
    test_send(&t);
    assert_int_equal(t.svc, 0);
    if (out_size)
        memcpy(out, t.out, out_size);
    return t.result;
}

uint32_t test_open(uint32_t session, uint32_t command, const void *in, size_t in_size) {
    struct test_call t = {.session = session, .command = command, .in = in, .in_size = in_size};
    assert_true(test_send(&t));
    assert_int_not_equal(t.out_moves[0], 0);
    return t.out_moves[0];
}

uint32_t test_copied(uint32_t session, uint32_t command, const void *in, size_t in_size) {
    struct test_call t = {.session = session, .command = command, .in = in, .in_size = in_size};
    assert_true(test_send(&t));
    assert_int_not_equal(t.out_copies[0], 0);
    return t.out_copies[0];
}

void test_close(uint32_t handle) {
    assert_int_equal(handle_close(handle), 0);
}
