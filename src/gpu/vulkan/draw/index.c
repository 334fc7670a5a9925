/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/index.h"

#include <string.h>

/* BEGIN's OP, of clb197.h. */
enum primitive {
    POINTS,
    LINES,
    LINE_LOOP,
    LINE_STRIP,
    TRIANGLES,
    TRIANGLE_STRIP,
    TRIANGLE_FAN,
    QUADS,
    QUAD_STRIP,
    POLYGON,
    LINES_ADJACENCY,
    LINE_STRIP_ADJACENCY,
    TRIANGLES_ADJACENCY,
    TRIANGLE_STRIP_ADJACENCY,
    PATCHES,
    PRIMITIVES,
};

/* VkPrimitiveTopology's numbers. */
enum topology {
    POINT_LIST,
    LINE_LIST,
    STRIP_OF_LINES,
    TRIANGLE_LIST,
    STRIP_OF_TRIANGLES,
    FAN,
    LINE_LIST_ADJACENCY,
    STRIP_OF_LINES_ADJACENCY,
    TRIANGLE_LIST_ADJACENCY,
    STRIP_OF_TRIANGLES_ADJACENCY,
    PATCH_LIST,
};

static const struct {
    uint8_t topology;
    bool made; /* the device has no such primitive */
    bool list; /* restart in it is an extension */
} primitives[PRIMITIVES] = {
    [POINTS] = {POINT_LIST, false, true},
    [LINES] = {LINE_LIST, false, true},
    [LINE_LOOP] = {STRIP_OF_LINES, true, false},
    [LINE_STRIP] = {STRIP_OF_LINES, false, false},
    [TRIANGLES] = {TRIANGLE_LIST, false, true},
    [TRIANGLE_STRIP] = {STRIP_OF_TRIANGLES, false, false},
    [TRIANGLE_FAN] = {FAN, false, false},
    [QUADS] = {TRIANGLE_LIST, true, true},
    [QUAD_STRIP] = {TRIANGLE_LIST, true, true},
    [POLYGON] = {TRIANGLE_LIST, true, true},
    [LINES_ADJACENCY] = {LINE_LIST_ADJACENCY, false, true},
    [LINE_STRIP_ADJACENCY] = {STRIP_OF_LINES_ADJACENCY, false, false},
    [TRIANGLES_ADJACENCY] = {TRIANGLE_LIST_ADJACENCY, false, true},
    [TRIANGLE_STRIP_ADJACENCY] = {STRIP_OF_TRIANGLES_ADJACENCY, false, false},
    [PATCHES] = {PATCH_LIST, false, true},
};

/* A vertex that begins anew, in lists of words. */
enum { RESTART = -1 };

static uint32_t largest(uint8_t bytes) {
    return bytes == 4 ? UINT32_MAX : (1u << 8 * bytes) - 1;
}

static bool restarts(const struct index_source *s) {
    /* Indices are compared without being cut off: one that cannot be never comes. */
    return s->indexed && s->restart && s->restart_index <= largest(s->bytes);
}

bool index_plan(const struct index_source *s, const struct index_device *device,
                struct index_plan *out) {
    if (s->primitive >= PRIMITIVES)
        return false;
    const bool restart = restarts(s), list = primitives[s->primitive].list;
    *out = (struct index_plan){
        .topology = primitives[s->primitive].topology,
        .made = primitives[s->primitive].made,
        .restart = restart,
    };
    if (s->indexed)
        out->made |= s->bytes == 1 && !device->bytes;
    /* Patches never restart in Vulkan, other lists only with the extension. */
    if (restart)
        out->made |= s->restart_index != largest(s->bytes) ||
                     (list && (!device->list_restart || s->primitive == PATCHES));
    if (out->made)
        out->restart = !list && (restart || s->primitive == LINE_LOOP);
    return true;
}

uint64_t index_most(const struct index_source *s, uint64_t count) {
    switch (s->primitive) {
    case QUADS:
        return count / 4 * 6;
    case LINE_LOOP: /* each begins with at least one index, and one more closes it and one ends it
                     */
        return count * 3 + 2;
    case QUAD_STRIP:
    case POLYGON:
        return count * 3;
    }
    return count;
}

/* ---- reading ---- */

struct reader {
    const struct index_source *source;
    const uint8_t *in;
    bool restart;
};

static uint32_t vertex_at(const struct reader *r, uint32_t i) {
    if (!r->source->indexed)
        return i;
    switch (r->source->bytes) {
    case 1:
        return r->in[i];
    case 2: {
        uint16_t v;
        memcpy(&v, r->in + 2 * (uint64_t)i, sizeof v);
        return v;
    }
    default: {
        uint32_t v;
        memcpy(&v, r->in + 4 * (uint64_t)i, sizeof v);
        return v;
    }
    }
}

/* How many vertices from `begin` on belong together. */
static uint32_t run_at(const struct reader *r, uint32_t begin, uint32_t count) {
    if (!r->restart)
        return count - begin;
    uint32_t i = begin;
    while (i < count && vertex_at(r, i) != r->source->restart_index)
        i++;
    return i - begin;
}

/* ---- one run of each primitive ---- */

struct writer {
    uint32_t *out;
    uint32_t count;
};

static void put(struct writer *w, uint32_t vertex) {
    w->out[w->count++] = vertex;
}

static void put_three(struct writer *w, uint32_t a, uint32_t b, uint32_t c) {
    put(w, a);
    put(w, b);
    put(w, c);
}

/* Corners in the order around. What is flat comes from the quad's first or its last corner in the
 * order of vertices, `last`; that must stand first or last in both triangles. */
static void put_quad(struct writer *w, const uint32_t corner[4], unsigned last,
                     bool provoking_last) {
    if (!provoking_last) {
        put_three(w, corner[0], corner[1], corner[2]);
        put_three(w, corner[0], corner[2], corner[3]);
        return;
    }
    put_three(w, corner[(last + 1) & 3], corner[(last + 2) & 3], corner[last]);
    put_three(w, corner[(last + 2) & 3], corner[(last + 3) & 3], corner[last]);
}

static void put_quads(struct writer *w, const struct reader *r, uint32_t begin, uint32_t run) {
    for (uint32_t i = 0; i + 4 <= run; i += 4) {
        uint32_t corner[4];
        for (unsigned k = 0; k < 4; k++)
            corner[k] = vertex_at(r, begin + i + k);
        put_quad(w, corner, 3, r->source->provoking_last);
    }
}

static void put_quad_strip(struct writer *w, const struct reader *r, uint32_t begin, uint32_t run) {
    for (uint32_t i = 0; i + 4 <= run; i += 2) {
        const uint32_t at = begin + i;
        const uint32_t corner[4] = {vertex_at(r, at), vertex_at(r, at + 1), vertex_at(r, at + 3),
                                    vertex_at(r, at + 2)};
        put_quad(w, corner, 2, r->source->provoking_last);
    }
}

/* What is flat comes from a polygon's first vertex, whichever is asked for. */
static void put_polygon(struct writer *w, const struct reader *r, uint32_t begin, uint32_t run) {
    for (uint32_t i = 1; i + 2 <= run; i++) {
        uint32_t a = vertex_at(r, begin), b = vertex_at(r, begin + i),
                 c = vertex_at(r, begin + i + 1);
        if (r->source->provoking_last)
            put_three(w, b, c, a);
        else
            put_three(w, a, b, c);
    }
}

static void put_loop(struct writer *w, const struct reader *r, uint32_t begin, uint32_t run) {
    if (run < 2)
        return;
    if (w->count)
        put(w, (uint32_t)RESTART);
    for (uint32_t i = 0; i < run; i++)
        put(w, vertex_at(r, begin + i));
    put(w, vertex_at(r, begin));
}

/* Vertices of a primitive in a list that may not be left standing where it begins anew. */
static uint32_t list_size(uint8_t primitive) {
    switch (primitive) {
    case LINES:
        return 2;
    case TRIANGLES:
        return 3;
    case LINES_ADJACENCY:
        return 4;
    case TRIANGLES_ADJACENCY:
        return 6;
    }
    return 1;
}

static void put_plain(struct writer *w, const struct reader *r, uint32_t begin, uint32_t run,
                      bool separated) {
    uint32_t size = separated ? 1 : list_size(r->source->primitive);
    if (separated && w->count)
        put(w, (uint32_t)RESTART);
    for (uint32_t i = 0; i < run - run % size; i++)
        put(w, vertex_at(r, begin + i));
}

uint32_t index_make(const struct index_source *s, const struct index_plan *plan, const uint8_t *in,
                    uint32_t count, uint32_t *out) {
    const struct reader r = {.source = s, .in = in, .restart = restarts(s)};
    struct writer w = {.out = out};
    for (uint32_t begin = 0; begin < count;) {
        const uint32_t run = run_at(&r, begin, count);
        switch (s->primitive) {
        case QUADS:
            put_quads(&w, &r, begin, run);
            break;
        case QUAD_STRIP:
            put_quad_strip(&w, &r, begin, run);
            break;
        case POLYGON:
            put_polygon(&w, &r, begin, run);
            break;
        case LINE_LOOP:
            put_loop(&w, &r, begin, run);
            break;
        default:
            if (run)
                put_plain(&w, &r, begin, run, plan->restart);
        }
        begin += run + 1; /* the restart index itself */
    }
    return w.count;
}
