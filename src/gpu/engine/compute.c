/* SPDX-License-Identifier: MIT */
#include "gpu/engine/compute.h"

#include "gpu/engine/inline_port.h"
#include "gpu/engine/qmd.h"
#include "gpu/engine/registers.h"
#include "gpu/engine/report.h"
#include "gpu/engine/saved.h"

#include "base/memory.h"

#include <stdlib.h>

/* Methods that the engine reads, by words (clb1c0.h). */
enum {
    INLINE_BEGIN = 0x0180 / 4,
    SHARED_WINDOW = 0x0214 / 4,
    LAUNCH_ADDRESS = 0x02b4 / 4, /* by 256 */
    LAUNCH = 0x02bc / 4,
    LOCAL_WINDOW = 0x077c / 4,
    RENDER_ENABLE = 0x1550 / 4,
    SAMPLERS = 0x155c / 4, /* address, the last one's number */
    TEXTURES = 0x1574 / 4,
    PROGRAMS = 0x1608 / 4,
    REPORT_A = 0x1b00 / 4,
    REPORT_D = 0x1b0c / 4,
    HANDLES = 0x2608 / 4,
    GLOBAL_RENDER_ENABLE = 0x0130 / 4,
};

struct compute_engine {
    struct class_registers registers;
    struct inline_port inline_data;
};

struct compute_engine *compute_new(const struct engine_shared *shared) {
    struct compute_engine *e = NEW(struct compute_engine);
    registers_init(&e->registers, shared, &compute_methods);
    e->registers.values[RENDER_ENABLE + 2] = CONDITION_ALWAYS;
    e->registers.values[GLOBAL_RENDER_ENABLE + 2] = CONDITION_ALWAYS;
    return e;
}

void compute_free(struct compute_engine *e) {
    if (!e)
        return;
    inline_port_free(&e->inline_data);
    free(e);
}

/* ---- launches ---- */

/* Semaphores that a launch block releases when its groups are done. */
static void release(struct compute_engine *e, const uint32_t *qmd) {
    const struct engine_shared *s = e->registers.shared;
    for (unsigned i = 0; i < 2; i++) {
        const unsigned at = 736 + 96 * i;
        if (!qmd_field(qmd, 202 + i, 202 + i))
            continue;
        if (qmd_field(qmd, at + 58, at + 58))
            registers_unknown(&e->registers, LAUNCH, 0, "a launch that releases with a reduction");
        const struct report report = {
            .address =
                (uint64_t)qmd_field(qmd, at + 32, at + 39) << 32 | qmd_field(qmd, at, at + 31),
            .payload = qmd_field(qmd, at + 64, at + 95),
            .one_word = qmd_field(qmd, at + 63, at + 63),
        };
        s->renderer->report(s->renderer->context, s->pages, &report);
    }
}

/* Queues and launches behind launches: no driver here makes them. */
static bool is_plain(const uint32_t *qmd) {
    return !qmd_field(qmd, 200, 200) && !qmd_field(qmd, 205, 205);
}

static bool launch(struct compute_engine *e, uint32_t data, struct error *error) {
    const struct class_registers *r = &e->registers;
    const struct engine_shared *s = r->shared;
    const struct engine_memory memory = shared_memory(s);
    const uint64_t at = (uint64_t)r->values[LAUNCH_ADDRESS] << 8 & 0xffffffffff;
    uint32_t qmd[COMPUTE_QMD / 4];
    if (!engine_read(&memory, at, qmd, sizeof qmd))
        return error_set(error, ERROR_GUEST, "compute: the launch block at 0x%lx is not mapped",
                         (unsigned long)at);
    if (!is_plain(qmd))
        registers_unknown(&e->registers, LAUNCH, data, "queues of launches");
    struct compute_launch l = {
        .pages = s->pages,
        .program = registers_address(r, PROGRAMS),
        .textures = registers_address(r, TEXTURES),
        .samplers = registers_address(r, SAMPLERS),
        .last_texture = r->values[TEXTURES + 2],
        .last_sampler = r->values[SAMPLERS + 2],
        .handles = r->values[HANDLES] & 7,
        .shared_window = r->values[SHARED_WINDOW],
        .local_window = r->values[LOCAL_WINDOW],
        .condition = condition_decode(r->values + RENDER_ENABLE),
    };
    if (!qmd_decode(qmd, &l, error))
        return false;
    if (l.groups[0] && l.groups[1] && l.groups[2])
        s->renderer->dispatch(s->renderer->context, &l);
    release(e, qmd);
    return true;
}

/* ---- methods ---- */

static bool report(struct compute_engine *e, uint32_t data, struct error *error) {
    const uint32_t *registers = e->registers.values + REPORT_A;
    switch (report_execute(e->registers.shared, registers, data)) {
    case REPORT_DONE:
        break;
    case REPORT_NOT_THERE:
        registers_unknown(&e->registers, REPORT_D, data, "waiting for a semaphore, traps");
        break;
    case REPORT_NOT_MAPPED:
        return report_not_mapped(registers, error);
    }
    return true;
}

bool compute_method(struct compute_engine *e, unsigned method, uint32_t data, struct error *error) {
    if (!registers_write(&e->registers, method, data))
        return true;
    if (method >= INLINE_BEGIN && method <= INLINE_DATA) {
        if (method == INLINE_LAUNCH && !inline_launch_known(data))
            registers_unknown(&e->registers, method, data, "semaphores and reductions");
        return inline_port_method(&e->inline_data, e->registers.shared, method, data, error);
    }
    if (method == LAUNCH)
        return launch(e, data, error);
    return method != REPORT_D || report(e, data, error);
}

size_t compute_saved(struct compute_engine *e, struct saved_part *parts) {
    struct inline_engine *i = &e->inline_data.engine;
    parts[0] = (struct saved_part){e->registers.values, sizeof e->registers.values};
    parts[1] = (struct saved_part){i->registers, sizeof i->registers};
    return 2;
}
