/* SPDX-License-Identifier: MIT */
#include "gpu/engine/copy.h"

#include "gpu/block_linear.h"
#include "gpu/engine/surface_window.h"
#include "gpu/texture/layout.h"

#include "base/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of methods: their byte addresses by four. */
enum {
    SEMAPHORE_HIGH = 0x240 / 4,
    SEMAPHORE_LOW = 0x244 / 4,
    SEMAPHORE_PAYLOAD = 0x248 / 4,
    LAUNCH = 0x300 / 4,
    IN_HIGH = 0x400 / 4,
    IN_LOW = 0x404 / 4,
    OUT_HIGH = 0x408 / 4,
    OUT_LOW = 0x40c / 4,
    PITCH_IN = 0x410 / 4,
    PITCH_OUT = 0x414 / 4,
    LINE_LENGTH = 0x418 / 4,
    LINE_COUNT = 0x41c / 4,
    REMAP_A = 0x700 / 4,
    REMAP_B = 0x704 / 4,
    REMAP = 0x708 / 4,
    OUT_SURFACE = 0x70c / 4,
    IN_SURFACE = 0x728 / 4,
};

/* Behind OUT_SURFACE and IN_SURFACE. */
enum { BLOCK_SIZE, WIDTH, HEIGHT, DEPTH, LAYER, ORIGIN };

/* Of LAUNCH. */
enum { IN_IS_PITCH = 1 << 7, OUT_IS_PITCH = 1 << 8, MANY_LINES = 1 << 9, REMAPS = 1 << 10 };
enum { RELEASE_ONE_WORD = 1, RELEASE_FOUR_WORDS = 2 };
enum { TAKE_A = 4, TAKE_B = 5, LEAVE = 6 };

enum { MOST_LINE = 1 << 26, MOST_LINES = 1 << 20 };
#define MOST_BYTES (UINT64_C(1) << 33) /* more than the machine has */

static uint32_t field(uint32_t word, unsigned at, unsigned width) {
    return word >> at & ((1u << width) - 1);
}

static uint64_t address_of(const struct copy_engine *e, unsigned high) {
    return (uint64_t)(e->registers[high] & 0xff) << 32 | e->registers[high + 1];
}

/* ---- surfaces ---- */

struct surface {
    uint64_t address;
    int64_t pitch; /* of a pitch surface */
    bool is_pitch;
    struct texture_level level; /* of a block-linear one; its width in bytes */
    uint32_t x, y, z;           /* where the copy begins: bytes, rows, slices */
    struct engine_window window;
};

static struct surface surface_of(const struct copy_engine *e, bool in, uint32_t bytes) {
    const uint32_t *r = e->registers, launch = r[LAUNCH];
    const uint32_t *s = r + (in ? IN_SURFACE : OUT_SURFACE);
    struct surface out = {
        .address = address_of(e, in ? IN_HIGH : OUT_HIGH),
        .pitch = (int32_t)r[in ? PITCH_IN : PITCH_OUT],
        .is_pitch = launch & (in ? IN_IS_PITCH : OUT_IS_PITCH),
    };
    if (out.is_pitch)
        return out;
    out.level = (struct texture_level){
        .width = s[WIDTH] * bytes,
        .height = s[HEIGHT],
        .depth = s[DEPTH],
        .height_log2 = (uint8_t)field(s[BLOCK_SIZE], 4, 4),
        .depth_log2 = (uint8_t)field(s[BLOCK_SIZE], 8, 4),
    };
    out.x = field(s[ORIGIN], 0, 16) * bytes;
    out.y = field(s[ORIGIN], 16, 16);
    out.z = s[LAYER];
    return out;
}

static bool is_sound(const struct surface *s) {
    return s->is_pitch || (s->level.height_log2 <= BLOCK_LINEAR_HEIGHT_MAX &&
                           s->level.depth_log2 <= BLOCK_LINEAR_HEIGHT_MAX &&
                           s->level.width <= MOST_LINE && s->level.height <= MOST_LINES);
}

static void open_window(const struct copy_engine *e, struct surface *s, uint32_t bytes,
                        uint32_t lines, bool writes) {
    const uint64_t moved = (uint64_t)bytes * lines;
    s->window = (struct engine_window){.memory = e->memory};
    if (!s->is_pitch)
        s->window =
            surface_window(e->memory, s->address, &s->level, s->y, s->z, lines, moved, writes);
    else if (lines && s->pitch == bytes) /* nothing between the lines */
        s->window = engine_window(e->memory, s->address, moved, writes);
}

/* Bytes `x` to `x + size` of a line, between the surface and `line`. */
static bool move(const struct surface *s, uint32_t row, uint8_t *line, uint32_t size, bool out) {
    enum { SECTOR = 16 };
    bool whole = true;
    if (s->is_pitch) {
        const uint64_t at = s->address + (uint64_t)(row * s->pitch);
        return out ? engine_window_write(&s->window, at, line, size)
                   : engine_window_read(&s->window, at, line, size);
    }
    for (uint32_t done = 0; done < size;) {
        const uint32_t x = s->x + done, left = SECTOR - x % SECTOR;
        const uint32_t part = left < size - done ? left : size - done;
        const uint64_t at = s->address + texture_offset(&s->level, 1, x, s->y + row, s->z);
        whole &= out ? engine_window_write(&s->window, at, line + done, part)
                     : engine_window_read(&s->window, at, line + done, part);
        done += part;
    }
    return whole;
}

/* ---- components ---- */

struct remap {
    uint32_t size, in, out; /* bytes a component; components of an element */
    uint8_t from[4];        /* of each that is written: 0 to 3, TAKE_A, TAKE_B, LEAVE */
    uint32_t constant[2];
};

static struct remap remap_of(const struct copy_engine *e) {
    const uint32_t word = e->registers[REMAP];
    struct remap m = {
        .size = field(word, 16, 2) + 1,
        .in = field(word, 20, 2) + 1,
        .out = field(word, 24, 2) + 1,
        .constant = {e->registers[REMAP_A], e->registers[REMAP_B]},
    };
    for (unsigned i = 0; i < 4; i++)
        m.from[i] = (uint8_t)field(word, 4 * i, 3);
    return m;
}

/* `to` holds what is there before. */
static void remap_line(const struct remap *m, const uint8_t *from, uint8_t *to, uint32_t count) {
    for (uint32_t i = 0; i < count; i++, from += m->in * m->size, to += m->out * m->size)
        for (uint32_t c = 0; c < m->out; c++) {
            const uint8_t source = m->from[c];
            if (source == TAKE_A || source == TAKE_B)
                memcpy(to + c * m->size, &m->constant[source - TAKE_A], m->size);
            else if (source < m->in)
                memcpy(to + c * m->size, from + source * m->size, m->size);
        }
}

/* ---- the copy ---- */

static bool is_ended(const struct copy_engine *e) {
    return e->ends && atomic_load_explicit(e->ends, memory_order_relaxed);
}

static bool copy(struct copy_engine *e, struct error *error) {
    const uint32_t launch = e->registers[LAUNCH], count = e->registers[LINE_LENGTH];
    const uint32_t lines = launch & MANY_LINES ? e->registers[LINE_COUNT] : 1;
    const bool remaps = launch & REMAPS;
    const struct remap m = remap_of(e);
    const uint32_t in_bytes = remaps ? m.size * m.in : 1, out_bytes = remaps ? m.size * m.out : 1;
    struct surface in = surface_of(e, true, in_bytes), out = surface_of(e, false, out_bytes);
    if (count > MOST_LINE / 16 * (remaps ? 1 : 16) || lines > MOST_LINES ||
        (uint64_t)count * lines > MOST_BYTES || !is_sound(&in) || !is_sound(&out))
        return error_set(error, ERROR_GUEST, "copy engine: %u lines of %u is no copy that it has",
                         lines, count);
    open_window(e, &in, count * in_bytes, lines, false);
    open_window(e, &out, count * out_bytes, lines, true);
    uint8_t *from = memory_new((size_t)count * in_bytes + 1);
    uint8_t *to = remaps ? memory_new((size_t)count * out_bytes + 1) : from;
    bool whole = true;
    for (uint32_t row = 0; row < lines && whole && !is_ended(e); row++) {
        whole &= move(&in, row, from, count * in_bytes, false);
        if (remaps) {
            whole &= move(&out, row, to, count * out_bytes, false);
            remap_line(&m, from, to, count);
        }
        whole &= move(&out, row, to, count * out_bytes, true);
    }
    if (remaps)
        free(to);
    free(from);
    return whole || error_set(error, ERROR_GUEST,
                              "copy engine: memory between 0x%lx and 0x%lx or behind them is not "
                              "mapped",
                              (unsigned long)in.address, (unsigned long)out.address);
}

static bool release(const struct copy_engine *e, struct error *error) {
    const uint32_t type = field(e->registers[LAUNCH], 3, 2);
    const uint64_t at = address_of(e, SEMAPHORE_HIGH);
    const uint64_t words[2] = {e->registers[SEMAPHORE_PAYLOAD], e->timestamp(e->context)};
    const uint64_t size = type == RELEASE_FOUR_WORDS ? 16 : 4;
    return type == 0 || engine_write(e->memory, at, words, size) ||
           error_set(error, ERROR_GUEST, "copy engine: its semaphore at 0x%lx is not mapped",
                     (unsigned long)at);
}

bool copy_method(struct copy_engine *e, unsigned method, uint32_t data, struct error *error) {
    if (method >= COPY_METHODS)
        return error_set(error, ERROR_GUEST, "copy engine: there is no method 0x%x", method);
    e->registers[method] = data;
    if (method != LAUNCH)
        return true;
    /* Who waits for it goes on, whatever came of the copy. */
    const bool copied = field(data, 0, 2) == 0 || copy(e, error);
    return release(e, copied ? error : NULL) && copied;
}
