/* SPDX-License-Identifier: MIT */
#include "gpu/command/words.h"

#include "base/memory.h"

#include <stdlib.h>

enum { OLD_INCREASING = 0, OLD_SAME = 2, OLD_COUNT_AT = 18, OLD_COUNT_MASK = 0x7ff };

bool command_decode(uint32_t word, struct command *out) {
    *out = (struct command){
        .mode = (uint8_t)(word >> 29),
        .subchannel = word >> 13 & 7,
        .method = word & 0x1fff,
        .count = word >> 16 & 0x1fff,
    };
    switch (out->mode) {
    case OLD_INCREASING:
    case OLD_SAME:
        out->mode = out->mode == OLD_SAME ? COMMAND_SAME : COMMAND_INCREASING;
        out->method = word >> 2 & 0x7ff;
        out->count = word >> OLD_COUNT_AT & OLD_COUNT_MASK;
        return !(word >> 16 & 3);
    case COMMAND_INCREASING:
    case COMMAND_SAME:
    case COMMAND_IMMEDIATE:
    case COMMAND_ONCE:
    case COMMAND_END:
        return true;
    default:
        return false;
    }
}

uint32_t command_encode(struct command c) {
    return (uint32_t)c.mode << 29 | (uint32_t)c.count << 16 | (uint32_t)c.subchannel << 13 |
           c.method;
}

/* ---- reading ---- */

static void send(struct command_reader *r, uint32_t data, unsigned left) {
    r->sink(r->context, r->now.subchannel, r->now.method, data, left);
}

/* How many words of the command were taken at once. */
static size_t run(struct command_reader *r, const uint32_t *words, size_t count) {
    if (r->now.mode != COMMAND_SAME || !r->run)
        return 0;
    count = count < r->now.count ? count : r->now.count;
    const size_t taken = r->run(r->context, r->now.subchannel, r->now.method, words, count);
    r->now.count -= (uint16_t)taken;
    return taken;
}

size_t command_read(struct command_reader *r, const uint32_t *words, size_t count) {
    size_t i = 0;
    for (r->stop = false; i < count && !r->stop; i++) {
        if (r->now.count) {
            const size_t taken = run(r, words + i, count - i);
            if (taken) {
                i += taken - 1;
                continue;
            }
            r->now.count--;
            send(r, words[i], r->now.count);
            if (r->now.mode == COMMAND_ONCE)
                r->now.mode = COMMAND_SAME, r->now.method++;
            else if (r->now.mode == COMMAND_INCREASING)
                r->now.method++;
            r->now.method %= COMMAND_METHODS;
            continue;
        }
        if (!command_decode(words[i], &r->now)) {
            r->now.count = 0;
            r->unknown++;
        } else if (r->now.mode == COMMAND_IMMEDIATE) {
            const uint32_t data = r->now.count;
            r->now.count = 0;
            send(r, data, 0);
        } else if (r->now.mode == COMMAND_END) {
            r->now.count = 0;
            return count;
        }
    }
    return i;
}

/* ---- writing ---- */

static void put(struct command_writer *w, uint32_t word) {
    GROW(w->words, w->count, w->room);
    w->words[w->count++] = word;
}

static void begin(struct command_writer *w, enum command_mode mode, unsigned subchannel,
                  unsigned method, uint32_t count) {
    put(w, command_encode((struct command){(uint8_t)mode, (uint8_t)subchannel, (uint16_t)method,
                                           (uint16_t)count}));
}

void command_write(struct command_writer *w, unsigned subchannel, unsigned method, uint32_t data) {
    if (data <= COMMAND_MOST) {
        begin(w, COMMAND_IMMEDIATE, subchannel, method, data);
        return;
    }
    begin(w, COMMAND_INCREASING, subchannel, method, 1);
    put(w, data);
}

void command_write_many(struct command_writer *w, enum command_mode mode, unsigned subchannel,
                        unsigned method, const uint32_t *data, size_t count) {
    while (count) {
        const size_t part = count < COMMAND_MOST ? count : COMMAND_MOST;
        begin(w, mode, subchannel, method, (uint32_t)part);
        for (size_t i = 0; i < part; i++)
            put(w, data[i]);
        if (mode == COMMAND_INCREASING)
            method += (unsigned)part;
        else if (mode == COMMAND_ONCE)
            mode = COMMAND_SAME, method++;
        data += part;
        count -= part;
    }
}

void command_writer_free(struct command_writer *w) {
    free(w->words);
    *w = (struct command_writer){0};
}

/* ---- GPFIFO entries ---- */

struct gpfifo_entry gpfifo_decode(uint64_t entry) {
    return (struct gpfifo_entry){
        .address = entry & 0xfffffffffc,
        .words = entry >> 42 & 0x1fffff,
        .subroutine = entry >> 41 & 1,
        .no_prefetch = entry >> 63 & 1,
    };
}

uint64_t gpfifo_encode(struct gpfifo_entry e) {
    return (e.address & 0xfffffffffc) | (uint64_t)e.subroutine << 41 |
           (uint64_t)(e.words & 0x1fffff) << 42 | (uint64_t)e.no_prefetch << 63;
}
