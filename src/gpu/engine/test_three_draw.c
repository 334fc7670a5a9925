/* SPDX-License-Identifier: MIT */
#include "gpu/engine/test_three.h"

enum { NEXT = 1 << 26, UNCHANGED = 2 << 26 };

static void test_instances(void **state) {
    (void)state;
    set(THREE_BASE_INSTANCE, 5);
    set(THREE_VERTEX_START, 9);
    draw(4, 3);
    draw(4 | NEXT, 3);
    set(THREE_VERTEX_START, 9); /* says nothing new */
    draw(4 | NEXT, 3);
    assert_int_equal(n.count, 0);
    flush();
    const struct draw *d = &only(NOTE_DRAW, 1)->draw;
    assert_int_equal(d->primitive, 4);
    assert_int_equal(d->first, 9);
    assert_int_equal(d->count, 3);
    assert_int_equal(d->instances, 3);
    assert_int_equal(d->instance_id, 0);
    assert_int_equal(d->first_instance, 5);
    assert_false(d->indexed);
}

/* What is drawn is drawn with the state of its time. */
static void test_state_between(void **state) {
    (void)state;
    set(THREE_VERTEX_START, 1);
    draw(4, 3);
    set(THREE_VERTEX_START, 2);
    assert_int_equal(only(NOTE_DRAW, 1)->stamp, 1);
    draw(4 | NEXT, 3);
    set(THREE_VERTEX_START, 2);
    draw(5 | NEXT, 3); /* another primitive is another draw */
    draw(5, 3);        /* and so is a first instance */
    draw(5 | UNCHANGED, 3);
    draw(5 | NEXT, 3); /* behind the one that says unchanged */
    flush();
    static const uint32_t ids[] = {0, 1, 2, 0, 0}, instances[] = {1, 1, 1, 1, 2};
    assert_int_equal(n.count, 5);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(n.notes[i].draw.instance_id, ids[i]);
        assert_int_equal(n.notes[i].draw.instances, instances[i]);
    }
    assert_int_equal(n.notes[1].stamp, 2);
}

static void test_indexed(void **state) {
    (void)state;
    set(THREE_INDEX_SIZE, 1);
    set(THREE_INDEX_FIRST, 6);
    set(THREE_BASE_VERTEX, (uint32_t)-3);
    set(THREE_BEGIN, 1);
    set(THREE_DRAW_INDICES, 12);
    set(THREE_END, 0);
    set(THREE_DRAW_INDICES_32_FIRST + 2, 7 | 30 << 16 | 5u << 28);
    set(THREE_DRAW_INDICES_32_NEXT + 2, 7 | 30 << 16 | 5u << 28);
    set(THREE_DRAW_VERTICES_FIRST, 2 | 4 << 16 | 6u << 28);
    set(THREE_BEGIN, 4);
    set(THREE_DRAW_VERTICES, 0); /* draws nothing */
    set(THREE_END, 0);
    flush();
    assert_int_equal(n.count, 3);
    const struct draw *d = &n.notes[0].draw;
    assert_true(d->indexed);
    assert_int_equal(d->first, 6);
    assert_int_equal(d->count, 12);
    assert_int_equal(d->base_vertex, -3);
    assert_int_equal(d->index_log2, 1);
    d = &n.notes[1].draw;
    assert_int_equal(d->index_log2, 0);
    assert_int_equal(d->first, 7);
    assert_int_equal(d->count, 30);
    assert_int_equal(d->primitive, 5);
    assert_int_equal(d->instances, 2);
    d = &n.notes[2].draw;
    assert_false(d->indexed);
    assert_int_equal(d->primitive, 6);
    assert_int_equal(d->base_vertex, 0);
}

static void inline_indices(uint32_t begin) {
    set(THREE_BEGIN, begin);
    set(THREE_INLINE_INDEX, 1000);
    set(THREE_INLINE_ALIGN_2X16, 3 | 1u << 31); /* three of them, from the odd one on */
    set(THREE_INLINE_2X16, 20 << 16 | 7);
    set(THREE_INLINE_2X16, 40 << 16 | 30);
    set(THREE_INLINE_ALIGN_4X8, 5 | 2u << 30);
    set(THREE_INLINE_4X8, 0x04030201);
    set(THREE_INLINE_4X8, 0x08070605);
    set(THREE_END, 0);
}

static void test_inline_indices(void **state) {
    (void)state;
    inline_indices(4);
    inline_indices(4 | NEXT);
    set(THREE_BEGIN, 4 | NEXT);
    set(THREE_INLINE_INDEX, 1);
    set(THREE_END, 0);
    set(THREE_BEGIN, 4);
    set(THREE_INLINE_2X16, 200 << 16 | 100); /* nobody says how many */
    set(THREE_INLINE_4X8, 0x04030201);
    set(THREE_END, 0);
    flush();
    assert_int_equal(n.count, 3);
    assert_int_equal(n.notes[2].draw.count, 6);
    assert_int_equal(n.notes[2].value, 310);
    assert_int_equal(n.notes[0].draw.count, 9);
    assert_int_equal(n.notes[0].draw.instances, 2);
    assert_int_equal(n.notes[0].value, 1000 + 20 + 30 + 40 + 3 + 4 + 5 + 6 + 7);
    assert_int_equal(n.notes[1].draw.instance_id, 2);
    assert_int_equal(n.notes[1].value, 1);
}

static void test_auto(void **state) {
    (void)state;
    set(THREE_VERTEX_START, 9); /* does not matter */
    set(THREE_AUTO_START, 8);
    set(THREE_AUTO_STRIDE, 24);
    set(THREE_BEGIN, 4);
    set(THREE_DRAW_AUTO, 8 + 24 * 6 + 23);
    set(THREE_END, 0);
    flush();
    const struct draw *d = &only(NOTE_DRAW, 1)->draw;
    assert_int_equal(d->first, 0);
    assert_int_equal(d->count, 6);
    set(THREE_DRAW_AUTO, 7);
    set(THREE_AUTO_STRIDE, 0);
    set(THREE_DRAW_AUTO, 70);
    flush();
    only(NOTE_DRAW, 1);
    assert_true(unknown_has("vertices without a size"));
}

static void test_topology(void **state) {
    (void)state;
    set(THREE_TOPOLOGY_CONTROL, 1);
    set(THREE_TOPOLOGY, 0x1015);
    draw(0, 3);
    set(THREE_TOPOLOGY, 2);
    draw(0, 3);
    flush();
    assert_int_equal(n.notes[0].draw.primitive, 6);
    assert_int_equal(n.notes[1].draw.primitive, 1);
    set(THREE_TOPOLOGY_CONTROL, 0);
    draw(77, 3);
    assert_true(unknown_has("no such primitive"));
}

/* What a macro draws instance by instance is one draw, however many there are. */
static void test_macro_draws(void **state) {
    (void)state;
    enum { COUNT = 300000 };
    const uint32_t code[] = {
        1 | 0u << 4 | 2u << 8,                             /* r2 = next: vertices */
        1 | 0u << 4 | 3u << 8,                             /* r3 = next: instances */
        1 | 1u << 4 | 4u << 8 | 1u << 14,                  /* r4 = 1 */
        1 | 2u << 4 | (uint32_t)THREE_BEGIN << 14,         /* place = BEGIN */
        1 | 4u << 4 | 1u << 11,                            /* sends r1 */
        1 | 2u << 4 | (uint32_t)THREE_DRAW_VERTICES << 14, /* place = DRAW_VERTEX_ARRAY */
        1 | 4u << 4 | 2u << 11,                            /* sends r2 */
        1 | 2u << 4 | (uint32_t)THREE_END << 14,           /* place = END */
        1 | 4u << 4,                                       /* sends 0 */
        1 | 1u << 4 | 3u << 8 | 3u << 11 | 0x3ffffu << 14, /* r3 = r3 - 1 */
        7 | 1u << 4 | 3u << 11 | 0x3fff9u << 14,           /* back while it is not zero */
        2 | 1u << 4 | 1u << 8 | 1u << 11 | 4u << 14 | 1u << 22 | 26u << 27, /* the next one */
        1 | 1u << 4 | 1u << 7,                                              /* end */
        1 | 1u << 4,
    };
    struct error error;
    set(0x45, 0);
    for (unsigned i = 0; i < sizeof code / sizeof *code; i++)
        set(0x46, code[i]);
    set(0x47, 0);
    set(0x48, 0);
    assert_true(three_method(e, THREE_REGISTERS, 5, 2, &error));
    assert_true(three_method(e, THREE_REGISTERS + 1, 4, 1, &error));
    assert_true(three_method(e, THREE_REGISTERS + 1, COUNT, 0, &error));
    flush();
    const struct draw *d = &only(NOTE_DRAW, 1)->draw;
    assert_int_equal(d->primitive, 5);
    assert_int_equal(d->count, 4);
    assert_int_equal(d->instances, COUNT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(instances), TEST(state_between), TEST(indexed),     TEST(inline_indices),
        TEST(auto),      TEST(topology),      TEST(macro_draws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
