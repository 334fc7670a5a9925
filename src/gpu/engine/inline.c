/* SPDX-License-Identifier: MIT */
#include "gpu/engine/inline.h"

#include "gpu/block_linear.h"
#include "gpu/engine/surface_window.h"
#include "gpu/texture/layout.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* From INLINE_FIRST on. */
enum {
    LINE_LENGTH,
    LINE_COUNT,
    OUT_HIGH,
    OUT_LOW,
    PITCH,
    BLOCK_SIZE,
    WIDTH,
    HEIGHT,
    DEPTH,
    LAYER,
    X,
    Y
};

enum { IS_PITCH = 1, MOST_BYTES = 1 << 26, MOST_SIZE = 1 << 20, SECTOR = 16 };

static struct texture_level level_of(const uint32_t *r) {
    return (struct texture_level){
        .width = r[WIDTH],
        .height = r[HEIGHT],
        .depth = r[DEPTH],
        .height_log2 = (uint8_t)(r[BLOCK_SIZE] >> 4 & 15),
        .depth_log2 = (uint8_t)(r[BLOCK_SIZE] >> 8 & 15),
    };
}

static bool is_sound(const struct texture_level *l) {
    return l->height_log2 <= BLOCK_LINEAR_HEIGHT_MAX && l->depth_log2 <= BLOCK_LINEAR_HEIGHT_MAX &&
           l->width <= MOST_BYTES && l->height <= MOST_SIZE;
}

static bool write_line(const struct inline_engine *e, const struct engine_window *window,
                       uint64_t to, uint32_t row, const uint8_t *line) {
    const uint32_t *r = e->launched, length = r[LINE_LENGTH];
    if (r[INLINE_LAUNCH - INLINE_FIRST] & IS_PITCH)
        return engine_write(e->memory, to + (uint64_t)row * r[PITCH], line, length);
    const struct texture_level level = level_of(r);
    bool whole = true;
    for (uint32_t done = 0; done < length;) {
        const uint32_t x = r[X] + done, left = SECTOR - x % SECTOR;
        const uint32_t part = left < length - done ? left : length - done;
        whole &= engine_window_write(
            window, to + texture_offset(&level, 1, x, r[Y] + row, r[LAYER]), line + done, part);
        done += part;
    }
    return whole;
}

static bool finish(struct inline_engine *e, struct error *error) {
    const uint32_t *r = e->launched;
    const uint64_t to = (uint64_t)(r[OUT_HIGH] & 0xff) << 32 | r[OUT_LOW];
    const struct texture_level level = level_of(r);
    bool whole = true;
    e->wanted = 0;
    if (!(r[INLINE_LAUNCH - INLINE_FIRST] & IS_PITCH) && !is_sound(&level))
        return error_set(error, ERROR_GUEST, "inline data: a surface of %u bytes by %u is none",
                         r[WIDTH], r[HEIGHT]);
    struct engine_window window = {.memory = e->memory};
    if (!(r[INLINE_LAUNCH - INLINE_FIRST] & IS_PITCH))
        window =
            surface_window(e->memory, to, &level, r[Y], r[LAYER], r[LINE_COUNT], e->count, true);
    for (uint32_t row = 0; row < r[LINE_COUNT]; row++)
        whole &= write_line(e, &window, to, row, e->bytes + (uint64_t)row * r[LINE_LENGTH]);
    return whole || error_set(error, ERROR_GUEST, "inline data: memory at 0x%lx is not mapped",
                              (unsigned long)to);
}

/* A line's bytes follow the line's before; only the last word may be filled up. */
static bool take(struct inline_engine *e, uint32_t data, struct error *error) {
    if (!e->wanted)
        return true;
    if (e->room - e->count < sizeof data) {
        e->room = e->room ? e->room * 2 : 256;
        e->bytes = memory_resize(e->bytes, e->room);
    }
    const uint64_t left = e->wanted - e->count;
    memcpy(e->bytes + e->count, &data, sizeof data);
    e->count += left < sizeof data ? left : sizeof data;
    return e->count < e->wanted || finish(e, error);
}

bool inline_method(struct inline_engine *e, unsigned method, uint32_t data, struct error *error) {
    if (method < INLINE_FIRST || method - INLINE_FIRST >= INLINE_METHODS)
        return error_set(error, ERROR_GUEST, "inline data: there is no method 0x%x", method);
    if (method == INLINE_DATA)
        return take(e, data, error);
    e->registers[method - INLINE_FIRST] = data;
    if (method != INLINE_LAUNCH)
        return true;
    e->count = 0;
    memcpy(e->launched, e->registers, sizeof e->launched);
    e->wanted = (uint64_t)e->registers[LINE_LENGTH] * e->registers[LINE_COUNT];
    if (e->wanted <= MOST_BYTES)
        return true;
    e->wanted = 0;
    return error_set(error, ERROR_GUEST, "inline data: %u lines of %u bytes are too many",
                     e->registers[LINE_COUNT], e->registers[LINE_LENGTH]);
}

void inline_free(struct inline_engine *e) {
    free(e->bytes);
    e->bytes = NULL;
    e->count = e->room = 0;
}
