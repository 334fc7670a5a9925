/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_THREE_H
#define WINDLASS_GPU_ENGINE_THREE_H

#include "gpu/engine/condition.h"
#include "gpu/engine/shared.h"

#include "base/error.h"

/* The 3D engine, class B197. Its registers are kept as they are written; what they mean for a draw
 * is for who draws. Methods are those of NVIDIA's published clb197.h, by words: their byte
 * addresses by four. */

enum {
    THREE_CLASS = 0xb197,
    THREE_REGISTERS = 0xe00,
    THREE_STAGES = 5,
    THREE_CONSTANTS = 18,
    THREE_ATTRIBUTES_MOST = 32
};

/* Stages as bind groups number them: vertex, tessellation control and evaluation, geometry, pixel.
 * Programs have one more in front of them (vertex A). */

/* Groups of registers; a bit each in three_changes.groups. */
enum three_group {
    THREE_TARGETS,       /* colour and depth targets, how many, which; surface clip */
    THREE_VIEWPORTS,     /* transforms, clips, depth ranges, window origin, swizzles */
    THREE_SCISSORS,      /* and window rectangles */
    THREE_RASTER,        /* polygons, lines, points, culling, bias, provoking vertex, clip planes */
    THREE_BLEND,         /* equations, factors, constants, logic operation */
    THREE_COLOR_MASKS,   /* which components of which target are written */
    THREE_DEPTH_STENCIL, /* tests, functions, masks, references, bounds, alpha test */
    THREE_VERTEX_ARRAYS, /* addresses, limits, strides, divisors */
    THREE_ATTRIBUTES,    /* formats of vertex attributes */
    THREE_INDEX,         /* index buffer, restart, topology that BEGIN does not give */
    THREE_PROGRAMS,      /* addresses, which stages are on, what SPH does not say; tessellation */
    THREE_POOLS,         /* textures, samplers, the slot of handles */
    THREE_MULTISAMPLE,   /* mode, masks, sample positions, coverage */
    THREE_CONDITION,     /* conditional rendering */
    THREE_STREAM_OUT,    /* transform feedback: buffers, layouts */
    THREE_CLEAR,         /* values and what limits clears */
    THREE_OTHER,
    THREE_GROUPS,
};

/* What is new; who has taken it in clears it. At first everything is. */
struct three_changes {
    uint32_t groups; /* 1 << enum three_group */
    /* Slots that were bound; what is in the buffers has versions, as all memory. */
    uint32_t constants[THREE_STAGES];
    uint8_t stream_out_positions; /* buffers whose place to go on at was set: its register */
};

struct three_state {
    const uint32_t *registers; /* THREE_REGISTERS */
    struct constant_buffer constants[THREE_STAGES][THREE_CONSTANTS];
    /* What an attribute that no array gives is for all vertices: the bits of its components. */
    uint32_t attributes[THREE_ATTRIBUTES_MOST][4];
    struct three_changes *changes;
    const struct page_table *pages;
};

struct three_engine;

struct three_engine *three_new(const struct engine_shared *shared);
void three_free(struct three_engine *e);
/* `left`: how many words more come with the same command. Fails where a macro cannot be run or
 * memory that a method needs is not mapped; the engine goes on behind it. */
MUST_CHECK bool three_method(struct three_engine *e, unsigned method, uint32_t data, unsigned left,
                             struct error *error);
/* Words in a row for one method: how many of them were taken, all or none. What fails is told by
 * the method behind them. */
size_t three_words(struct three_engine *e, unsigned method, const uint32_t *words, size_t count);
/* A draw that waits for its next instance goes to the renderer, constants on their way to memory:
 * before anybody else of the channel acts. */
MUST_CHECK bool three_flush(struct three_engine *e, struct error *error);
/* Whoever has taken in what the registers say must look again. */
void three_all_changed(struct three_engine *e);
/* As the renderer gets it: for tests and listings. */
const struct three_state *three_state(const struct three_engine *e);

#endif
