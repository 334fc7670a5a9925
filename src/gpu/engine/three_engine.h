/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_THREE_ENGINE_H
#define WINDLASS_GPU_ENGINE_THREE_ENGINE_H

#include "gpu/command/methods.h"
#include "gpu/engine/inline_port.h"
#include "gpu/engine/method_table.h"
#include "gpu/engine/three.h"

/* The inside of the 3D engine, for its own files. */

struct index_list {
    uint32_t *indices;
    size_t count, room;
};

/* Draws are handed over late: programs draw instances one by one, and equal ones are one draw. */
struct three_draws {
    bool waits;
    struct draw waiting;
    uint8_t primitive;        /* of the present BEGIN */
    uint32_t instance;        /* its number */
    struct index_list coming; /* indices since BEGIN that lie in the commands */
    struct index_list kept;   /* those of `waiting` */
};

/* Words on their way into a constant buffer. */
struct three_load {
    uint64_t address;
    uint32_t words[0x10000 / 4];
    size_t count;
};

struct three_engine {
    const struct engine_shared *shared;
    struct method_front front;
    struct three_changes changes;
    struct three_state state;
    const struct method_row *rows[THREE_REGISTERS];
    struct three_draws draws;
    struct three_load load;
    struct inline_port inline_data;
    struct error error; /* of the method that runs: the first */
};

/* What cannot be done, once a method and reason in the report. */
void three_unknown(struct three_engine *e, unsigned method, uint32_t data, const char *why);

/* ---- three_draw.c ---- */

void three_draw_begin(struct three_engine *e, uint32_t data);
void three_draw_end(struct three_engine *e);
void three_draw_vertices(struct three_engine *e, uint32_t count);
void three_draw_indices(struct three_engine *e, uint32_t count);
/* As many vertices as transform feedback has written, of which the data is the bytes. */
void three_draw_auto(struct three_engine *e, uint32_t bytes);
/* A whole draw in a word: BEGIN, first, count and END. */
void three_draw_at_once(struct three_engine *e, unsigned method, uint32_t data);
void three_draw_inline(struct three_engine *e, unsigned method, uint32_t data);
void three_draw_flush(struct three_engine *e);
void three_draw_free(struct three_engine *e);

/* ---- three_constants.c ---- */

void three_constants_words(struct three_engine *e, const uint32_t *words, size_t count);
void three_constants_flush(struct three_engine *e);
void three_constants_bind(struct three_engine *e, unsigned stage, uint32_t data);
void three_constants_unbind_all(struct three_engine *e);

/* ---- three_attribute.c ---- */

void three_attribute_reset(struct three_engine *e);
void three_attribute_define(struct three_engine *e, uint32_t data);
void three_attribute_data(struct three_engine *e, unsigned component, uint32_t data);

/* ---- three_report.c ---- */

void three_report(struct three_engine *e, uint32_t data);
void three_clear_counter(struct three_engine *e, uint32_t type);

#endif
