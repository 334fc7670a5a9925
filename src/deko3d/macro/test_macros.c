/* SPDX-License-Identifier: MIT */
/* Every macro as the GPU's macro processor runs it, beside what it is to send, written in C: for
 * random registers and words, all methods and their data in order. */
#include "gpu/command/macro.h"

#include "macro_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 2000, MOST_SENT = 4096, REGISTERS = 0x1000 };

struct machine {
    uint32_t registers[REGISTERS];
    uint32_t method[MOST_SENT], data[MOST_SENT];
    size_t count;
};

static struct machine before, run, model;

static void send(void *context, unsigned method, uint32_t data) {
    struct machine *m = context;
    assert_true(m->count < MOST_SENT);
    m->method[m->count] = method;
    m->data[m->count++] = data;
    m->registers[method] = data;
    if (method == 0x2310 / 4) /* the firmware is done at once */
        m->registers[SCRATCH_FIRMWARE] = 1;
}

static uint32_t read(void *context, unsigned method) {
    return ((const struct machine *)context)->registers[method];
}

static uint32_t seed = 1;

static uint32_t any(void) {
    seed = seed * 1664525 + 1013904223;
    return seed >> 8 ^ seed << 16;
}

static uint32_t below(uint32_t end) {
    return any() % end;
}

static void sent(unsigned bytes, uint32_t data) {
    send(&model, bytes / 4, data);
}

static uint32_t had(unsigned bytes) {
    return model.registers[bytes / 4];
}

static unsigned bit(uint32_t word, unsigned n) {
    return word >> n & 1;
}

static unsigned four(uint32_t word, unsigned from) {
    return word >> from & 15;
}

/* ---- what each is to do; words in, how many there are out ---- */

static unsigned clear(uint32_t *w, unsigned layers_at) {
    const uint32_t layers = below(5);
    before.registers[layers_at / 4] = model.registers[layers_at / 4] = layers;
    for (uint32_t i = 0; i < layers; i++)
        sent(0x19d0, w[0] + (i << 10));
    return 1;
}

static unsigned clear_color(uint32_t *w) {
    const uint32_t target = below(8);
    w[0] = target << 6 | below(64);
    return clear(w, 0x818 + 0x40 * target);
}

static unsigned clear_depth_stencil(uint32_t *w) {
    w[0] = below(64);
    return clear(w, 0x1230);
}

static unsigned conditional_zcull_invalidate(uint32_t *w) {
    w[0] = below(3) ? any() : had(0x3498);
    if (w[0] != had(0x3498)) {
        sent(0x3498, w[0]);
        sent(0x12c8, 0x19);
    }
    return 1;
}

static uint32_t primitive_of(uint32_t word, uint32_t instance) {
    return instance ? (word & ~(3u << 26)) | 1u << 26 : word;
}

static unsigned draw(uint32_t *w) {
    w[2] = below(5);
    w[4] = below(2) ? any() : 0;
    sent(0xd74, w[3]);
    if (!w[2])
        return 5;
    sent(0x1438, w[4]);
    if (w[4]) {
        sent(0x238c, 4);
        sent(0x2390, w[4]);
    }
    for (uint32_t i = 0; i < w[2]; i++) {
        sent(0x1618, primitive_of(w[0], i));
        sent(0xd78, w[1]);
        sent(0x1614, 0);
    }
    if (w[4]) {
        sent(0x238c, 4);
        sent(0x2390, 0);
    }
    return 5;
}

static unsigned draw_indexed(uint32_t *w) {
    w[2] = below(5);
    w[4] = below(2) ? any() : 0;
    w[5] = below(2) ? any() : 0;
    sent(0x17dc, w[3]);
    if (!w[2])
        return 6;
    sent(0x1434, w[4]);
    sent(0x1438, w[5]);
    sent(0x1118, w[4]);
    const bool tells = w[4] || w[5];
    if (tells) {
        sent(0x238c, 0);
        sent(0x2390, w[4]);
        sent(0x2394, w[5]);
    }
    for (uint32_t i = 0; i < w[2]; i++) {
        sent(0x1618, primitive_of(w[0], i));
        sent(0x17e0, w[1]);
        sent(0x1614, 0);
    }
    if (tells) {
        sent(0x238c, 0);
        sent(0x2390, 0);
        sent(0x2394, 0);
        sent(0x1434, 0);
        sent(0x1118, 0);
    }
    return 6;
}

static unsigned write_hardware_register(uint32_t *w) {
    sent(0x110, 0);
    sent(0x3400, 0);
    sent(0x3404, w[1]);
    sent(0x3408, w[2]);
    sent(0x2310, w[0]);
    sent(0x100, 0);
    return 3;
}

static unsigned select_driver_constants(uint32_t *w) {
    w[0] = below(0x2000);
    const uint64_t address = (uint64_t)had(0x3460) << 8;
    sent(0x2380, had(0x3464));
    sent(0x2384, (uint32_t)(address >> 32));
    sent(0x2388, (uint32_t)address);
    sent(0x238c, w[0] * 4);
    return 1;
}

static unsigned bind_program(uint32_t *w) {
    const uint32_t stage = w[0] = below(6);
    const unsigned words = stage ? 6 : 4, pipeline = 0x2000 + 0x40 * stage;
    w[1] = below(3) ? any() : had(0x3468 + 4 * stage);
    w[4] = below(2) ? below(0x10001) : 0;
    const bool had_it = w[1] == had(0x3468 + 4 * stage);
    if (had_it) {
        sent(pipeline, stage << 4 | 1);
        return words;
    }
    sent(0x3468 + 4 * stage, w[1]);
    sent(0x3480 + 4 * stage, w[2]);
    sent(pipeline, stage << 4 | 1);
    sent(pipeline + 4, w[2]);
    sent(pipeline + 12, w[3]);
    if (!stage)
        return words;
    if (w[4]) {
        const uint64_t address = (uint64_t)w[5] << 8;
        sent(0x2380, w[4]);
        sent(0x2384, (uint32_t)(address >> 32));
        sent(0x2388, (uint32_t)address);
    }
    sent(0x2410 + 0x20 * (stage - 1), 1 << 4 | (w[4] != 0));
    return words;
}

static unsigned bind_color_blend_enable(uint32_t *w) {
    sent(0x19c4, 0);
    for (unsigned i = 0; i < 8; i++)
        sent(0x1360 + 4 * i, bit(w[0], i));
    return 1;
}

static unsigned bind_color_write_masks(uint32_t *w) {
    for (unsigned i = 0; i < 8; i++)
        sent(0x1a00 + 4 * i, bit(w[0], 4 * i) | bit(w[0], 4 * i + 1) << 4 |
                                 bit(w[0], 4 * i + 2) << 8 | bit(w[0], 4 * i + 3) << 12);
    return 1;
}

static unsigned bind_depth_stencil(uint32_t *w) {
    sent(0x12cc, bit(w[0], 0));
    if (bit(w[0], 0)) {
        sent(0x12e8, bit(w[0], 1));
        sent(0x130c, four(w[0], 4));
    }
    sent(0x1380, bit(w[0], 2));
    if (bit(w[0], 2)) {
        static const uint8_t from[] = {0, 8, 4, 12, 16, 24, 20, 28};
        for (unsigned i = 0; i < 8; i++)
            sent((i < 4 ? 0x1384 : 0x1598 - 16) + 4 * i, four(w[1], from[i]));
    }
    return 2;
}

static unsigned set_stencil_cull_criteria(uint32_t *w) {
    w[0] = below(3) ? any() : had(0x349c);
    if (w[0] != had(0x349c)) {
        sent(0xdd8, w[0]);
        sent(0x349c, w[0]);
    }
    return 1;
}

static unsigned update_conservative_raster(uint32_t *w) {
    (void)w;
    before.registers[0x1148 / 4] = model.registers[0x1148 / 4] = below(2);
    before.registers[0x34a0 / 4] = model.registers[0x34a0 / 4] = below(2);
    sent(0x2ec, (had(0x1148) & had(0x34a0)) << 4);
    return 1;
}

static unsigned fill_registers(uint32_t *w) {
    const uint32_t first = below(0x800), step = below(64);
    w[0] = first | step << 12;
    w[1] = 1 + below(20);
    for (uint32_t i = 0; i < w[1]; i++)
        sent(4 * (first + i * step), w[2]);
    return 3;
}

static unsigned (*const models[MACROS])(uint32_t *words) = {
    [MACRO_CLEAR_COLOR] = clear_color,
    [MACRO_CLEAR_DEPTH_STENCIL] = clear_depth_stencil,
    [MACRO_CONDITIONAL_ZCULL_INVALIDATE] = conditional_zcull_invalidate,
    [MACRO_DRAW] = draw,
    [MACRO_DRAW_INDEXED] = draw_indexed,
    [MACRO_WRITE_HARDWARE_REGISTER] = write_hardware_register,
    [MACRO_SELECT_DRIVER_CONSTANTS] = select_driver_constants,
    [MACRO_BIND_PROGRAM] = bind_program,
    [MACRO_BIND_COLOR_BLEND_ENABLE] = bind_color_blend_enable,
    [MACRO_BIND_COLOR_WRITE_MASKS] = bind_color_write_masks,
    [MACRO_BIND_DEPTH_STENCIL] = bind_depth_stencil,
    [MACRO_SET_STENCIL_CULL_CRITERIA] = set_stencil_cull_criteria,
    [MACRO_UPDATE_CONSERVATIVE_RASTER] = update_conservative_raster,
    [MACRO_FILL_REGISTERS] = fill_registers,
};

static void test_every_macro_sends_what_it_should(void **state) {
    (void)state;
    struct macro_engine *engine = calloc(1, sizeof *engine);
    memcpy(engine->code, macro_code, sizeof macro_code);
    memcpy(engine->entries, macro_starts, sizeof macro_starts);
    for (unsigned m = 0; m < MACROS; m++)
        for (unsigned round = 0; round < ROUNDS; round++) {
            uint32_t words[8];
            before.count = 0;
            for (unsigned i = 0; i < REGISTERS; i++)
                before.registers[i] = any();
            for (unsigned i = 0; i < 8; i++)
                words[i] = any();
            model = before;
            const unsigned count = models[m](words);
            run = before;
            const struct macro_machine machine = {send, read, &run, NULL};
            struct error error = {0};
            assert_true(macro_run(engine, m, words, count, &machine, &error));
            if (run.count != model.count)
                print_error("macro %u sends %zu words\n", m, run.count);
            assert_int_equal(run.count, model.count);
            assert_memory_equal(run.method, model.method, run.count * sizeof *run.method);
            assert_memory_equal(run.data, model.data, run.count * sizeof *run.data);
        }
    free(engine);
}

static void test_code_fits(void **state) {
    (void)state;
    assert_true(sizeof macro_code <= sizeof((struct macro_engine *)0)->code);
    for (unsigned m = 1; m < MACROS; m++)
        assert_true(macro_starts[m] > macro_starts[m - 1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_macro_sends_what_it_should),
        cmocka_unit_test(test_code_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
