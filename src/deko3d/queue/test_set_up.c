/* SPDX-License-Identifier: MIT */
/* What a queue sets up, as the GPU's engines understand it: nothing that they do not know, and the
 * state that programs begin with. */
#include "deko3d/queue/fake_gpu.h"
#include "deko3d/queue/queue.h"
#include "deko3d/record.h"

#include "deko3d/macro/macros.h"
#include "gpu/engine/noting.h"
#include "gpu/engine/unknown.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct noting n;
static struct three_engine *three;
static uint32_t classes[8];
static uint8_t page[4096] __attribute__((aligned(4096)));

static void method(void *context, unsigned subchannel, unsigned m, uint32_t data, unsigned left) {
    struct error error = {0};
    (void)context;
    if (m == 0)
        classes[subchannel] = data;
    if (subchannel == SUB_3D && m >= COMMAND_HOST_METHODS &&
        !three_method(three, m, data, left, &error))
        fail_msg("%s", error.text);
}

static int before_each(void **state) {
    DkDevice d = fake_device();
    fake.method = method;
    memset(classes, 0, sizeof classes);
    noting_init(&n, 0x1000, page, sizeof page);
    three = three_new(&n.shared);
    *state = d;
    return 0;
}

static int after_each(void **state) {
    three_free(three);
    noting_free(&n);
    fake_device_free(*state);
    return 0;
}

static DkQueue new_queue(DkDevice d, uint32_t flags) {
    DkQueueMaker maker;
    dkQueueMakerDefaults(&maker, d);
    maker.flags = flags;
    DkQueue q = dkQueueCreate(&maker);
    dkQueueWaitIdle(q);
    struct strbuf unknown = {0};
    unknown_print(n.shared.unknown, &unknown);
    assert_null(unknown.text);
    strbuf_free(&unknown);
    return q;
}

static uint32_t has(unsigned bytes) {
    return three_state(three)->registers[bytes / 4];
}

static float number(unsigned bytes) {
    const uint32_t word = has(bytes);
    float f;
    memcpy(&f, &word, sizeof f);
    return f;
}

static void test_graphics(void **state) {
    DkQueue q = new_queue(*state, DkQueueFlags_Graphics | DkQueueFlags_Compute);
    static const uint32_t expected[8] = {0xb197, 0xb1c0, 0xa140, 0x902d, 0xb0b5};
    assert_memory_equal(classes, expected, sizeof classes);
    for (unsigned s = 0; s < DkStage_MaxGraphics; s++) {
        const struct constant_buffer *c = &three_state(three)->constants[s][0];
        assert_int_equal(c->address, queue_work(q, q->layout.constants));
        assert_int_equal(c->size, DRIVER_SIZE);
    }
    for (unsigned i = 0; i < 16; i++) {
        assert_int_equal(has(0xe00 + 16 * i), 1); /* scissors, of everything */
        assert_int_equal(has(0xe04 + 16 * i), 0xffff0000);
        assert_int_equal(has(0xe08 + 16 * i), 0xffff0000);
        assert_int_equal(has(0x1c08 + 16 * i), 0x1000); /* vertex buffers, of nothing */
        assert_int_equal(has(0x1f04 + 8 * i), 0xfff);
    }
    assert_int_equal(has(0x2608), 0);
    assert_int_equal(has(0x1608), q->device->code.base >> 32);
    assert_int_equal(has(0x160c), (uint32_t)q->device->code.base);
    assert_int_equal(has(0x124), 1); /* shadows are tracked */
    assert_true(number(0x1518) == 1);
    dkQueueDestroy(q);
}

static void test_conventions(void **state) {
    DkDevice d = *state;
    static const struct {
        uint32_t flags, origin;
        float y;
    } cases[] = {
        {DkDeviceFlags_OriginUpperLeft | DkDeviceFlags_YAxisPointsUp, 0, -0.5f},
        {DkDeviceFlags_OriginLowerLeft | DkDeviceFlags_YAxisPointsUp, 1 << 4, 0.5f},
        {DkDeviceFlags_OriginUpperLeft | DkDeviceFlags_YAxisPointsDown, 0, 0.5f},
        {DkDeviceFlags_OriginLowerLeft | DkDeviceFlags_YAxisPointsDown, 1 << 4, -0.5f},
    };
    for (unsigned i = 0; i < 8; i++) {
        const bool from_minus_one = i & 1;
        d->maker.flags =
            cases[i / 2].flags | (from_minus_one ? DkDeviceFlags_DepthMinusOneToOne : 0);
        DkQueue q = new_queue(d, DkQueueFlags_Graphics);
        assert_int_equal(has(0x13ac), cases[i / 2].origin);
        assert_int_equal(has(0xd7c), !from_minus_one);
        for (unsigned v = 0; v < 16; v++) {
            assert_true(number(0xa00 + 32 * v) == 0.5f);
            assert_true(number(0xa04 + 32 * v) == cases[i / 2].y);
            assert_true(number(0xa08 + 32 * v) == (from_minus_one ? 0.5f : 1));
            assert_true(number(0xa14 + 32 * v) == (from_minus_one ? 0.5f : 0));
        }
        dkQueueDestroy(q);
    }
}

/* Without graphics the engine is there all the same, for copies and fences. */
static void test_transfer_only(void **state) {
    DkQueue q = new_queue(*state, 0);
    assert_int_equal(classes[SUB_3D], 0xb197);
    assert_int_equal(q->layout.size, 0);
    assert_int_equal(has(0x2608), 0);
    assert_null(q->work.object);
    dkQueueDestroy(q);
}

/* A macro that was uploaded does what it is for. */
static void test_macros_are_there(void **state) {
    DkQueue q = new_queue(*state, DkQueueFlags_Graphics);
    uint32_t *w = record_begin(&q->buffer, 8, "test");
    w = put_macro(w, MACRO_DRAW, 5);
    static const uint32_t draw[] = {DkPrimitive_Triangles, 30, 1, 7, 0};
    memcpy(w, draw, sizeof draw);
    w += 5;
    w = put_macro(w, MACRO_FILL_REGISTERS, 3);
    *w++ = 0x1a00 / 4 | 1 << 12;
    *w++ = 8;
    *w++ = 0x1111;
    record_end(&q->buffer, w);
    dkQueueWaitIdle(q);
    struct error error = {0};
    assert_true(three_flush(three, &error));
    unsigned draws = 0;
    for (size_t i = 0; i < n.count; i++)
        if (n.notes[i].kind == NOTE_DRAW) {
            draws++;
            assert_int_equal(n.notes[i].draw.count, 30);
            assert_int_equal(n.notes[i].draw.first, 7);
        }
    assert_int_equal(draws, 1);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(has(0x1a00 + 4 * i), 0x1111);
    dkQueueDestroy(q);
}

int main(void) {
#define EACH(test) cmocka_unit_test_setup_teardown(test, before_each, after_each)
    const struct CMUnitTest tests[] = {
        EACH(test_graphics),
        EACH(test_conventions),
        EACH(test_transfer_only),
        EACH(test_macros_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
