/* SPDX-License-Identifier: MIT */
#include "gpu/engine/three_engine.h"
#include "gpu/engine/three_methods.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* BEGIN (clb197.h). */
enum { OP_MASK = 0xffff, INSTANCE_AT = 26, SPLIT_AT = 29, OPS = 15 };
enum { INSTANCE_FIRST, INSTANCE_SUBSEQUENT, INSTANCE_UNCHANGED };

enum { MOST_INDICES = 1 << 24 }; /* in the commands of one draw */

/* ---- handing over ---- */

static bool continues(const struct three_engine *e, const struct draw *d) {
    const struct draw *w = &e->draws.waiting;
    return e->draws.waits && d->instance_id == w->instance_id + w->instances &&
           d->primitive == w->primitive && d->indexed == w->indexed && d->first == w->first &&
           d->count == w->count && d->base_vertex == w->base_vertex &&
           d->first_instance == w->first_instance && d->index_log2 == w->index_log2 &&
           !d->indices == !w->indices &&
           (!d->indices || !memcmp(d->indices, w->indices, d->count * sizeof *d->indices));
}

void three_draw_flush(struct three_engine *e) {
    const struct renderer *r = e->shared->renderer;
    if (!e->draws.waits)
        return;
    e->draws.waits = false;
    e->state.pages = e->shared->pages;
    r->draw(r->context, &e->state, &e->draws.waiting);
}

static void add(struct three_engine *e, struct draw d) {
    struct three_draws *draws = &e->draws;
    if (!d.count)
        return;
    d.instances = 1;
    d.instance_id = draws->instance;
    d.first_instance = e->front.registers[THREE_BASE_INSTANCE];
    if (continues(e, &d)) {
        draws->waiting.instances++;
        return;
    }
    three_draw_flush(e);
    if (d.indices) {
        const struct index_list old = draws->kept;
        draws->kept = draws->coming;
        draws->coming = old;
    }
    draws->waiting = d;
    draws->waits = true;
}

/* ---- topologies ---- */

/* SET_PRIMITIVE_TOPOLOGY numbers them as Direct3D does, and its old versions' from 0x1001 on. */
static uint8_t topology_of(struct three_engine *e, uint32_t op) {
    static const uint8_t legacy[] = {
        [0x01] = 0, [0x02] = 1, [0x03] = 4, [0x0f] = 1, [0x10] = 3,
        [0x11] = 3, [0x12] = 4, [0x13] = 5, [0x14] = 5, [0x15] = 6,
        [0x16] = 6, [0x17] = 6, [0x18] = 1, [0x1a] = 4, [0x1b] = 1,
    };
    static const uint8_t topology[OPS] = {[1] = 0,   [2] = 1,   [3] = 3,   [4] = 4,   [5] = 5,
                                          [10] = 10, [11] = 11, [12] = 12, [13] = 13, [14] = 14};
    const uint32_t *r = e->front.registers;
    if (!(r[THREE_TOPOLOGY_CONTROL] & 1)) {
        if (op < OPS)
            return (uint8_t)op;
        three_unknown(e, THREE_BEGIN, op, "no such primitive");
        return 0;
    }
    const uint32_t value = r[THREE_TOPOLOGY] & OP_MASK;
    if (value >= 0x1001 && value - 0x1000 < sizeof legacy)
        return legacy[value - 0x1000];
    if (value && value < OPS)
        return topology[value];
    three_unknown(e, THREE_TOPOLOGY, value, "no such primitive");
    return 0;
}

static void set_instance(struct three_engine *e, unsigned how) {
    if (how == INSTANCE_FIRST)
        e->draws.instance = 0;
    else if (how == INSTANCE_SUBSEQUENT)
        e->draws.instance++;
}

/* ---- methods ---- */

void three_draw_begin(struct three_engine *e, uint32_t data) {
    set_instance(e, data >> INSTANCE_AT & 3);
    if (data >> SPLIT_AT & 3)
        three_unknown(e, THREE_BEGIN, data, "primitives that go on in the next draw");
    e->draws.primitive = topology_of(e, data & OP_MASK);
    e->draws.coming.count = 0;
}

void three_draw_end(struct three_engine *e) {
    struct index_list *coming = &e->draws.coming;
    if (!coming->count)
        return;
    add(e, (struct draw){
               .primitive = e->draws.primitive,
               .indexed = true,
               .count = (uint32_t)coming->count,
               .base_vertex = (int32_t)e->front.registers[THREE_BASE_VERTEX],
               .indices = coming->indices,
               .index_log2 = 2,
           });
    e->draws.coming.count = 0;
}

void three_draw_vertices(struct three_engine *e, uint32_t count) {
    add(e, (struct draw){
               .primitive = e->draws.primitive,
               .first = e->front.registers[THREE_VERTEX_START],
               .count = count,
           });
}

void three_draw_auto(struct three_engine *e, uint32_t bytes) {
    const uint32_t stride = e->front.registers[THREE_AUTO_STRIDE];
    const uint32_t start = e->front.registers[THREE_AUTO_START];
    if (!stride) {
        three_unknown(e, THREE_DRAW_AUTO, bytes, "vertices without a size");
        return;
    }
    add(e, (struct draw){
               .primitive = e->draws.primitive,
               .count = bytes > start ? (bytes - start) / stride : 0,
           });
}

static uint8_t index_log2(struct three_engine *e) {
    const uint32_t size = e->front.registers[THREE_INDEX_SIZE] & 3;
    if (size > 2)
        three_unknown(e, THREE_INDEX_SIZE, size, "no such size of an index");
    return (uint8_t)(size > 2 ? 2 : size);
}

void three_draw_indices(struct three_engine *e, uint32_t count) {
    add(e, (struct draw){
               .primitive = e->draws.primitive,
               .indexed = true,
               .first = e->front.registers[THREE_INDEX_FIRST],
               .count = count,
               .base_vertex = (int32_t)e->front.registers[THREE_BASE_VERTEX],
               .index_log2 = index_log2(e),
           });
}

void three_draw_at_once(struct three_engine *e, unsigned method, uint32_t data) {
    const bool vertices = method == THREE_DRAW_VERTICES_FIRST || method == THREE_DRAW_VERTICES_NEXT;
    const bool next =
        method == THREE_DRAW_VERTICES_NEXT || (!vertices && method >= THREE_DRAW_INDICES_32_NEXT);
    struct draw d = {
        .primitive = topology_of(e, data >> 28),
        .indexed = !vertices,
        .first = data & 0xffff,
        .count = data >> 16 & 0xfff,
    };
    set_instance(e, next ? INSTANCE_SUBSEQUENT : INSTANCE_FIRST);
    if (!vertices) {
        d.base_vertex = (int32_t)e->front.registers[THREE_BASE_VERTEX];
        d.index_log2 = (uint8_t)(2 - (method - THREE_DRAW_INDICES_32_FIRST) % 3);
    }
    add(e, d);
}

static void put(struct three_engine *e, uint32_t index) {
    struct index_list *coming = &e->draws.coming;
    if (coming->count == MOST_INDICES) {
        three_unknown(e, THREE_INLINE_INDEX, index, "too many indices in the commands");
        return;
    }
    GROW(coming->indices, coming->count, coming->room);
    coming->indices[coming->count++] = index;
}

/* The ALIGN methods count down the indices that are meant and say where in the word they begin;
 * without them all are meant. */
static void put_parts(struct three_engine *e, uint32_t data, unsigned bits, uint32_t *align) {
    const unsigned parts = 32 / bits, start_at = bits == 8 ? 30 : 31;
    uint32_t count = *align & ((1u << start_at) - 1);
    const bool counts = count != 0;
    for (unsigned i = *align >> start_at; i < parts && (!counts || count); i++, count--)
        put(e, data >> bits * i & ((1u << bits) - 1));
    *align = counts ? count : 0;
}

void three_draw_inline(struct three_engine *e, unsigned method, uint32_t data) {
    if (method == THREE_INLINE_INDEX)
        put(e, data);
    else if (method == THREE_INLINE_2X16)
        put_parts(e, data, 16, &e->front.registers[THREE_INLINE_ALIGN_2X16]);
    else
        put_parts(e, data, 8, &e->front.registers[THREE_INLINE_ALIGN_4X8]);
}

void three_draw_free(struct three_engine *e) {
    free(e->draws.coming.indices);
    free(e->draws.kept.indices);
}
