/* SPDX-License-Identifier: MIT */
#include "kernel/message.h"

#include "base/memory.h"
#include "kernel/process.h"
#include "kernel/results.h"
#include "kernel/space.h"

#include <stdlib.h>
#include <string.h>

/*  word 0: 0-15 type, 16-19 X, 20-23 A, 24-27 B, 28-31 W (numbers of descriptors)
 *  word 1: 0-9 data words, 10-13 receive list mode, 20-30 its offset in words, 31 special header
 *  special: bit 0 process id, 1-4 copied handles, 5-8 moved handles
 *  then X (2 words each), A, B, W (3 words each), data, receive list (2 words each) */

#define FIELD(word, low, bits) ((word) >> (low) & ((1u << (bits)) - 1))
#define WORDS_MAX              (MESSAGE_BYTES / 4)

enum { RECEIVE_NONE = 0, RECEIVE_INLINE = 1, RECEIVE_SINGLE = 2 };

struct shape {
    bool special, pid;
    unsigned copies, moves, pointers, mapped, data;
    /* Word offsets. */
    unsigned pid_at, handles_at, pointers_at, mapped_at, data_at, end;
    unsigned receive_mode, receive_at;
};

static uint32_t word(const struct message *m, unsigned n) {
    uint32_t w;
    memcpy(&w, m->bytes + n * 4, 4);
    return w;
}

static void set_word(struct message *m, unsigned n, uint32_t w) {
    memcpy(m->bytes + n * 4, &w, 4);
}

static bool parse(const struct message *m, struct shape *s) {
    uint32_t w0 = word(m, 0), w1 = word(m, 1);
    unsigned at = 2;
    *s = (struct shape){.special = w1 >> 31};
    if (s->special) {
        uint32_t h = word(m, at++);
        s->pid = h & 1;
        s->copies = FIELD(h, 1, 4);
        s->moves = FIELD(h, 5, 4);
        s->pid_at = at;
        at += s->pid ? 2 : 0;
        s->handles_at = at;
        at += s->copies + s->moves;
    }
    s->pointers = FIELD(w0, 16, 4);
    s->mapped = FIELD(w0, 20, 4) + FIELD(w0, 24, 4) + FIELD(w0, 28, 4);
    s->pointers_at = at;
    s->mapped_at = s->pointers_at + 2 * s->pointers;
    s->data_at = s->mapped_at + 3 * s->mapped;
    s->data = FIELD(w1, 0, 10);
    s->end = s->data_at + s->data;
    s->receive_mode = FIELD(w1, 10, 4);
    s->receive_at = FIELD(w1, 20, 11) ? FIELD(w1, 20, 11) : s->end;
    return s->end * 4 <= m->size;
}

/* ---- where pointer data goes ---- */

struct receiver {
    unsigned mode;
    uint32_t list[2 * 13];
    uint64_t next, end; /* of a single buffer */
};

static bool read_receiver(const struct message *m, struct receiver *r) {
    struct shape s;
    *r = (struct receiver){0};
    if (!parse(m, &s))
        return false;
    r->mode = s.receive_mode;
    unsigned entries =
        r->mode > RECEIVE_SINGLE ? r->mode - RECEIVE_SINGLE : r->mode == RECEIVE_SINGLE;
    if ((s.receive_at + 2 * entries) * 4 > m->size)
        return false;
    for (unsigned i = 0; i < 2 * entries; i++)
        r->list[i] = word(m, s.receive_at + i);
    return true;
}

static uint64_t list_address(const struct receiver *r, unsigned i) {
    return r->list[2 * i] | (uint64_t)FIELD(r->list[2 * i + 1], 0, 7) << 32;
}

static uint64_t list_size(const struct receiver *r, unsigned i) {
    return r->list[2 * i + 1] >> 16;
}

/* Guest address for `size` bytes of pointer number `index`. */
static result place(struct receiver *r, unsigned index, uint64_t size, uint64_t *out) {
    if (r->mode > RECEIVE_SINGLE) {
        if (index >= r->mode - RECEIVE_SINGLE || list_size(r, index) < size)
            return RESULT_OUT_OF_RESOURCE;
        *out = list_address(r, index);
        return 0;
    }
    if (r->mode != RECEIVE_SINGLE)
        return RESULT_OUT_OF_RESOURCE;
    if (!r->next) {
        r->next = list_address(r, 0);
        r->end = r->next + list_size(r, 0);
    }
    if (size > r->end - r->next)
        return RESULT_OUT_OF_RESOURCE;
    *out = r->next;
    r->next += (size + 15) & ~15ull;
    if (r->next > r->end)
        r->next = r->end;
    return 0;
}

static result copy_guest(uint64_t to, uint64_t from, uint64_t size) {
    uint8_t *bytes = memory_new(size);
    result r = space_read(from, bytes, size) && space_write(to, bytes, size)
                   ? 0
                   : RESULT_INVALID_CURRENT_MEMORY;
    free(bytes);
    return r;
}

static result carry_pointer(struct message *to, unsigned at, struct receiver *r) {
    uint32_t w0 = word(to, at);
    unsigned index = FIELD(w0, 0, 6);
    uint64_t size = w0 >> 16, address;
    uint64_t source =
        word(to, at + 1) | (uint64_t)FIELD(w0, 12, 4) << 32 | (uint64_t)FIELD(w0, 6, 3) << 36;
    if (!size)
        return 0;
    result failed = place(r, index, size, &address);
    if (!failed)
        failed = copy_guest(address, source, size);
    if (failed)
        return failed;
    set_word(to, at,
             index | (uint32_t)(address >> 36 & 7) << 6 | (uint32_t)(address >> 32 & 15) << 12 |
                 (uint32_t)size << 16);
    set_word(to, at + 1, (uint32_t)address);
    return 0;
}

/* ---- handles ---- */

/* One process has one table: a moved handle is already where it goes. */
static result carry_handles(struct message *to, const struct shape *s, struct thread *sender,
                            bool reply) {
    if (s->moves && !reply)
        return RESULT_INVALID_COMBINATION;
    for (unsigned i = 0; i < s->copies; i++) {
        uint32_t handle = word(to, s->handles_at + i), copy = 0;
        if (!handle)
            continue;
        struct object *o = handle_get(handle, sender);
        if (!o)
            return RESULT_INVALID_HANDLE;
        result r = handle_add(o, &copy);
        object_unref(o);
        if (r)
            return r;
        set_word(to, s->handles_at + i, copy);
    }
    return 0;
}

result message_carry(const struct message *from, struct message *to, struct thread *sender,
                     bool reply) {
    struct shape s;
    struct receiver r;
    if (!parse(from, &s) || s.end * 4 > to->size)
        return RESULT_MESSAGE_TOO_LARGE;
    if (!read_receiver(to, &r))
        return RESULT_RECEIVE_LIST_BROKEN;
    memcpy(to->bytes, from->bytes, s.end * 4);
    if (s.pid) {
        set_word(to, s.pid_at, (uint32_t)PROCESS_ID);
        set_word(to, s.pid_at + 1, (uint32_t)(PROCESS_ID >> 32));
    }
    result failed = carry_handles(to, &s, sender, reply);
    for (unsigned i = 0; i < s.pointers && !failed; i++)
        failed = carry_pointer(to, s.pointers_at + 2 * i, &r);
    return failed;
}
