/* SPDX-License-Identifier: MIT */
#include "gpu/engine/three.h"

#include "gpu/engine/saved.h"
#include "gpu/engine/three_engine.h"
#include "gpu/engine/three_methods.h"
#include "gpu/engine/unknown.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

const struct method_table three_methods = {
    .class = THREE_CLASS,
    .title = "3D",
    .parts = {three_rows_pixels, three_rows_geometry, three_rows_other},
};

void three_unknown(struct three_engine *e, unsigned method, uint32_t data, const char *why) {
    const struct method_row *row = method < THREE_REGISTERS ? e->rows[method] : NULL;
    unknown_count(e->shared->unknown, THREE_CLASS, method, data, row ? row->name : NULL, why);
}

/* ---- what acts ---- */

static void inline_data(struct three_engine *e, unsigned method, uint32_t data) {
    struct error error;
    if (method == THREE_LAUNCH_DMA) {
        three_draw_flush(e);
        if (!inline_launch_known(data))
            three_unknown(e, method, data, "semaphores and reductions");
    }
    if (!inline_port_method(&e->inline_data, e->shared, method, data, &error) &&
        e->error.kind == ERROR_NONE)
        e->error = error;
}

static void clear(struct three_engine *e, uint32_t what) {
    const struct renderer *r = e->shared->renderer;
    e->state.pages = e->shared->pages;
    r->clear(r->context, &e->state, what);
}

static bool act_draw(struct three_engine *e, unsigned method, uint32_t data) {
    switch (method) {
    case THREE_BEGIN:
        three_draw_begin(e, data);
        return true;
    case THREE_END:
        three_draw_end(e);
        return true;
    case THREE_DRAW_VERTICES:
        three_draw_vertices(e, data);
        return true;
    case THREE_DRAW_AUTO:
        three_draw_auto(e, data);
        return true;
    case THREE_DRAW_INDICES:
        three_draw_indices(e, data);
        return true;
    case THREE_DRAW_VERTICES_FIRST:
    case THREE_DRAW_VERTICES_NEXT:
    case THREE_DRAW_INDICES_32_FIRST ... THREE_DRAW_INDICES_32_NEXT + 2:
        three_draw_at_once(e, method, data);
        return true;
    case THREE_INLINE_INDEX:
    case THREE_INLINE_2X16:
    case THREE_INLINE_4X8:
        three_draw_inline(e, method, data);
        return true;
    case THREE_INLINE_ALIGN_2X16:
    case THREE_INLINE_ALIGN_4X8:
        return true; /* the register counts down */
    default:
        return false;
    }
}

/* SYNCPOINT's INDEX (clb197.h). */
enum { SYNCPOINT_INDEX = 0xfff };

static void act(struct three_engine *e, unsigned method, uint32_t data) {
    if (method >= THREE_LINE_LENGTH && method <= THREE_INLINE_DATA) {
        inline_data(e, method, data);
        return;
    }
    if (act_draw(e, method, data))
        return;
    three_draw_flush(e);
    switch (method) {
    case THREE_SYNCPOINT:
        e->shared->increment(e->shared->context, data & SYNCPOINT_INDEX);
        break;
    case THREE_CLEAR_SURFACE:
        clear(e, data);
        break;
    case THREE_REPORT_D:
        three_report(e, data);
        break;
    case THREE_CLEAR_COUNTER:
        three_clear_counter(e, data);
        break;
    case THREE_FIRMWARE_4:
        /* Writes a register of the hardware. Macros wait until the first scratch register says
         * that it is done. */
        e->front.registers[THREE_SCRATCH] = 1;
        break;
    case THREE_ATTRIBUTE:
        three_attribute_define(e, data);
        break;
    case THREE_ATTRIBUTE_DATA ... THREE_ATTRIBUTE_DATA + 3:
        three_attribute_data(e, method - THREE_ATTRIBUTE_DATA, data);
        break;
    case THREE_UNBIND_ALL:
        three_constants_unbind_all(e);
        break;
    case THREE_STREAM_OUT_POSITION:
    case THREE_STREAM_OUT_POSITION + 8:
    case THREE_STREAM_OUT_POSITION + 16:
    case THREE_STREAM_OUT_POSITION + 24:
        e->changes.stream_out_positions |= 1u << (method - THREE_STREAM_OUT_POSITION) / 8;
        break;
    case THREE_BIND_CONSTANT:
    case THREE_BIND_CONSTANT + 8:
    case THREE_BIND_CONSTANT + 16:
    case THREE_BIND_CONSTANT + 24:
    case THREE_BIND_CONSTANT + 32:
        three_constants_bind(e, (method - THREE_BIND_CONSTANT) / 8, data);
        break;
    }
}

/* ---- registers ---- */

/* What is drawn with the old value is drawn first. A value that is there already changes nothing:
 * programs set most of their state again and again. */
static void change(struct three_engine *e, unsigned method, uint32_t data) {
    const struct method_row *row = e->rows[method];
    if (e->front.registers[method] == data)
        return;
    three_draw_flush(e);
    if (row->status == METHOD_STATE)
        e->changes.groups |= 1u << row->what;
}

static void before(void *context, unsigned method, uint32_t data) {
    struct three_engine *e = context;
    if (method >= THREE_CONSTANT_DATA && method < THREE_CONSTANT_DATA + 16) {
        three_constants_words(e, &data, 1);
        return;
    }
    three_constants_flush(e);
    const struct method_row *row = e->rows[method];
    if (!row) {
        three_unknown(e, method, data, "the class has no such method");
        return;
    }
    switch ((enum method_status)row->status) {
    case METHOD_STATE:
        change(e, method, data);
        break;
    case METHOD_ACTS:
        act(e, method, data);
        break;
    case METHOD_NEUTRAL:
        change(e, method, data);
        if (data != row->what)
            three_unknown(e, method, data, "not there");
        break;
    case METHOD_ABSENT:
        three_unknown(e, method, data, "not there");
        break;
    case METHOD_IGNORED:
        break;
    }
}

/* ---- the engine ---- */

void three_all_changed(struct three_engine *e) {
    e->changes.groups = (1u << THREE_GROUPS) - 1;
    for (unsigned i = 0; i < THREE_STAGES; i++)
        e->changes.constants[i] = (1u << THREE_CONSTANTS) - 1;
}

struct three_engine *three_new(const struct engine_shared *shared) {
    struct three_engine *e = NEW(struct three_engine);
    e->shared = shared;
    e->front.write = before;
    e->front.context = e;
    e->front.ends = shared->ends;
    three_reset(e->front.registers);
    three_reset(e->front.shadow);
    three_all_changed(e);
    three_attribute_reset(e);
    e->state.registers = e->front.registers;
    e->state.changes = &e->changes;
    method_table_index(&three_methods, e->rows, THREE_REGISTERS);
    return e;
}

void three_free(struct three_engine *e) {
    if (!e)
        return;
    three_draw_free(e);
    inline_port_free(&e->inline_data);
    methods_free(&e->front);
    free(e);
}

static bool result(struct three_engine *e, struct error *error) {
    struct error *from = e->error.kind != ERROR_NONE ? &e->error : &e->front.error;
    if (from->kind == ERROR_NONE)
        return true;
    if (error)
        *error = *from;
    e->error.kind = e->front.error.kind = ERROR_NONE;
    return false;
}

bool three_method(struct three_engine *e, unsigned method, uint32_t data, unsigned left,
                  struct error *error) {
    methods_write(&e->front, method, data, left);
    return result(e, error);
}

size_t three_words(struct three_engine *e, unsigned method, const uint32_t *words, size_t count) {
    if (method < THREE_CONSTANT_DATA || method >= THREE_CONSTANT_DATA + 16 || !count ||
        !methods_wrote(&e->front, method, words[count - 1]))
        return 0;
    three_constants_words(e, words, count);
    return count;
}

bool three_flush(struct three_engine *e, struct error *error) {
    three_constants_flush(e);
    three_draw_flush(e);
    return result(e, error);
}

const struct three_state *three_state(const struct three_engine *e) {
    return &e->state;
}

size_t three_saved(struct three_engine *e, struct saved_part *parts) {
    struct method_front *f = &e->front;
    const struct saved_part all[] = {
        {f->registers, sizeof f->registers},
        {f->shadow, sizeof f->shadow},
        {&f->shadow_control, sizeof f->shadow_control},
        {&f->macros, sizeof f->macros},
        {&f->code_at, sizeof f->code_at},
        {&f->entry_at, sizeof f->entry_at},
        {e->state.constants, sizeof e->state.constants},
        {e->state.attributes, sizeof e->state.attributes},
        {e->inline_data.engine.registers, sizeof e->inline_data.engine.registers},
    };
    memcpy(parts, all, sizeof all);
    return sizeof all / sizeof *all;
}
