/* SPDX-License-Identifier: MIT */
#include "gpu/engine/two_d.h"

#include "gpu/block_linear.h"
#include "gpu/engine/registers.h"
#include "gpu/engine/saved.h"

#include "base/memory.h"

#include <stdlib.h>

/* Methods that the engine reads, by words (cl902d.h). */
enum {
    DESTINATION = 0x0200 / 4,
    SOURCE = 0x0230 / 4,
    RENDER_ENABLE = 0x0264 / 4,
    CLIP = 0x0280 / 4, /* x, y, width, height, whether */
    BETA1 = 0x02a4 / 4,
    BETA4 = 0x02a8 / 4,
    OPERATION = 0x02ac / 4,
    SAMPLE_MODE = 0x088c / 4,
    RECTANGLE = 0x08b0 / 4, /* of the destination: x, y, width, height */
    STEPS = 0x08c0 / 4,     /* in x and y: below the point, above it */
    FROM = 0x08d0 / 4,      /* the same of the place in the source */
    LAUNCH = 0x08dc / 4,
    GLOBAL_RENDER_ENABLE = 0x0130 / 4,
};

/* Behind DESTINATION and SOURCE. */
enum { FORMAT, LAYOUT, BLOCK_SIZE, DEPTH, LAYER, PITCH, WIDTH, HEIGHT, ADDRESS };

struct two_d_engine {
    struct class_registers registers;
};

struct two_d_engine *two_d_new(const struct engine_shared *shared) {
    struct two_d_engine *e = NEW(struct two_d_engine);
    registers_init(&e->registers, shared, &two_d_methods);
    e->registers.values[RENDER_ENABLE + 2] = CONDITION_ALWAYS;
    e->registers.values[GLOBAL_RENDER_ENABLE + 2] = CONDITION_ALWAYS;
    return e;
}

void two_d_free(struct two_d_engine *e) {
    free(e);
}

/* The source has no layer: its address is that of the layer. */
static struct blit_surface surface(const struct class_registers *r, unsigned at) {
    const uint32_t *s = r->values + at;
    return (struct blit_surface){
        .address = registers_address(r, at + ADDRESS),
        .format = (uint8_t)s[FORMAT],
        .is_pitch = s[LAYOUT] & 1,
        .pitch = s[PITCH],
        .width = s[WIDTH],
        .height = s[HEIGHT],
        .depth = s[DEPTH],
        .layer = at == DESTINATION ? s[LAYER] : 0,
        .height_log2 = s[BLOCK_SIZE] >> 4 & 7,
        .depth_log2 = s[BLOCK_SIZE] >> 8 & 7,
    };
}

static bool is_sound(const struct blit_surface *s) {
    enum { LARGEST = 1 << 16 };
    return s->width && s->height && s->width <= LARGEST && s->height <= LARGEST &&
           s->depth <= LARGEST && s->layer <= LARGEST &&
           s->height_log2 <= BLOCK_LINEAR_HEIGHT_MAX && s->depth_log2 <= BLOCK_LINEAR_HEIGHT_MAX;
}

static int64_t fixed(const uint32_t *fraction_and_whole) {
    return (int64_t)((uint64_t)fraction_and_whole[1] << 32 | fraction_and_whole[0]);
}

static bool blit(struct two_d_engine *e, struct error *error) {
    const struct class_registers *r = &e->registers;
    const struct engine_shared *s = r->shared;
    const uint32_t *v = r->values;
    const struct blit b = {
        .pages = s->pages,
        .source = surface(r, SOURCE),
        .destination = surface(r, DESTINATION),
        .x = (int32_t)v[RECTANGLE],
        .y = (int32_t)v[RECTANGLE + 1],
        .width = v[RECTANGLE + 2],
        .height = v[RECTANGLE + 3],
        .step_x = fixed(v + STEPS),
        .step_y = fixed(v + STEPS + 2),
        .source_x = fixed(v + FROM),
        .source_y = fixed(v + FROM + 2),
        .corner = v[SAMPLE_MODE] & 1,
        .bilinear = v[SAMPLE_MODE] >> 4 & 1,
        .operation = v[OPERATION] & 7,
        .beta1 = v[BETA1],
        .beta4 = {(uint8_t)(v[BETA4] >> 16), (uint8_t)(v[BETA4] >> 8), (uint8_t)v[BETA4],
                  (uint8_t)(v[BETA4] >> 24)},
        .clips = v[CLIP + 4] & 1,
        .clip_x = (int32_t)v[CLIP],
        .clip_y = (int32_t)v[CLIP + 1],
        .clip_width = v[CLIP + 2],
        .clip_height = v[CLIP + 3],
        .condition = condition_decode(v + RENDER_ENABLE),
    };
    if (!is_sound(&b.source) || !is_sound(&b.destination))
        return error_set(
            error, ERROR_GUEST, "2D engine: from %u x %u to %u x %u texels: no such surfaces",
            b.source.width, b.source.height, b.destination.width, b.destination.height);
    if (b.operation > BLIT_BLEND_PREMULTIPLIED)
        registers_unknown(&e->registers, OPERATION, b.operation, "no such operation");
    else if (b.width && b.height)
        s->renderer->blit(s->renderer->context, &b);
    return true;
}

bool two_d_method(struct two_d_engine *e, unsigned method, uint32_t data, struct error *error) {
    return !registers_write(&e->registers, method, data) || method != LAUNCH || blit(e, error);
}

size_t two_d_saved(struct two_d_engine *e, struct saved_part *parts) {
    parts[0] = (struct saved_part){e->registers.values, sizeof e->registers.values};
    return 1;
}
