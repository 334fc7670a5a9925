/* SPDX-License-Identifier: MIT */
#include "service/test_support.h"

#include "kernel/shared_memory.h"
#include "service/layer.h"

#include <string.h>

/* A window's whole conversation with vi:u, without the 60 Hz thread. */

#define TOKEN "android.gui.IGraphicBufferProducer"

struct window {
    uint32_t relay;
    int32_t binder;
    uint64_t layer;
};

static void open_window(struct window *w) {
    uint32_t root = test_connect("vi:u"), zero = 0;
    uint32_t display = test_open(root, 0, &zero, 4);
    char name[0x40] = "Default";
    uint64_t id;
    assert_int_equal(test_command(display, 1010, name, sizeof name, &id, 8), 0);
    strcpy(name, "Nowhere");
    assert_int_equal(test_command(display, 1010, name, sizeof name, &id, 8), RESULT(114, 7));
    w->relay = test_open(display, 100, NULL, 0);
    const uint64_t in[2] = {0, id};
    uint32_t *parcel = test_memory(0x100);
    struct test_call t = {.session = display, .command = 2030, .in = in, .in_size = sizeof in};
    test_add(&t.b, parcel, 0x100);
    assert_true(test_send(&t));
    memcpy(&w->layer, t.out, 8);
    assert_int_equal(parcel[0], 0x28);
    assert_int_equal(parcel[1], 0x10);
    memcpy(&w->binder, &parcel[4 + 2], 4);
    assert_string_equal((char *)&parcel[4 + 6], "dispdrv");
    test_close(display);
    test_close(root);
}

/* Sends words behind the token; the reply's payload goes to out. Returns its last word. */
static int32_t transact(const struct window *w, uint32_t code, const uint32_t *words, size_t count,
                        uint32_t out[0x100]) {
    uint32_t *p = test_memory(0x800), at = 6;
    uint8_t *token = (uint8_t *)&p[6];
    p[4] = 0x100;
    p[5] = sizeof TOKEN - 1;
    for (size_t i = 0; i < sizeof TOKEN; i++) {
        token[2 * i] = (uint8_t)TOKEN[i];
    }
    at += (2 * sizeof TOKEN + 3) / 4;
    memcpy(p + at, words, count * 4);
    at += (uint32_t)count;
    p[0] = (at - 4) * 4;
    p[1] = 0x10;
    p[3] = at * 4;
    const uint32_t in[3] = {(uint32_t)w->binder, code, 0};
    uint32_t *reply = test_memory(0x400);
    struct test_call t = {.session = w->relay, .command = 3, .in = in, .in_size = sizeof in};
    test_add(&t.a, p, at * 4);
    test_add(&t.b, reply, 0x400);
    assert_true(test_send(&t));
    memcpy(out, (uint8_t *)reply + reply[1], reply[0]);
    return (int32_t)out[reply[0] / 4 - 1];
}

/* SetPreallocatedBuffer of a 64 x 8 picture in one GOB row of four. */
static int32_t set_buffer(const struct window *w, uint32_t slot) {
    uint32_t words[4 + 91] = {slot, 1, 91 * 4, 0}, out[0x100];
    uint32_t *b = words + 4;
    const uint32_t head[] = {0x47424652, 64, 8,  64,         1, 0xb00, 42,
                             0,          0,  81, 0xffffffff, 1, 0,     0xdaffcaff};
    const uint32_t plane[] = {64, 8, 0, 0, 3, 256, 0, 0, 0xfe, 0};
    memcpy(b, head, sizeof head);
    memcpy(b + 23, plane, sizeof plane);
    return transact(w, 0xe, words, 4 + 91, out);
}

static void a_frame_goes_round(void **state) {
    (void)state;
    struct window w;
    uint32_t out[0x100];
    open_window(&w);
    const uint32_t event_in[2] = {(uint32_t)w.binder, 0xf};
    uint32_t event = test_copied(w.relay, 2, event_in, sizeof event_in);
    struct event *free_slot = (struct event *)test_handle_object(event);
    assert_int_equal(transact(&w, 0xa, (uint32_t[]){0, 2, 0}, 3, out), 0);
    assert_int_equal(out[0], 1280);
    assert_int_equal(out[1], 720);
    assert_false(event_is_signalled(free_slot));
    assert_int_equal(set_buffer(&w, 0), 0);
    assert_int_equal(set_buffer(&w, 64), -22);
    assert_true(event_is_signalled(free_slot));
    const uint32_t dequeue[] = {1, 64, 8, 1, 0xb00};
    assert_int_equal(transact(&w, 3, dequeue, 5, out), 0);
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], 1);    /* a fence */
    assert_int_equal(out[2], 0x24); /* of this size */
    assert_int_equal(out[4], 0);    /* with nothing to wait for */
    assert_int_equal(transact(&w, 3, dequeue, 5, out), -11);
    assert_int_equal(transact(&w, 1, (uint32_t[]){0}, 1, out), 0);
    assert_int_equal(out[0], 1);
    assert_int_equal(out[1], 91 * 4);
    assert_int_equal(out[3], 0x47424652);
    /* Slot, an object of 0x54 bytes: time, crop, scaling, flip, sticky, 0, interval, fences. */
    uint32_t queue[3 + 0x54 / 4] = {0, 0x54, 0};
    queue[3 + 8] = PICTURE_FLIP_V;
    queue[3 + 11] = 1;
    assert_int_equal(transact(&w, 7, queue, sizeof queue / 4, out), 0);
    assert_int_equal(out[3], 1); /* pending */
    assert_int_equal(transact(&w, 7, queue, sizeof queue / 4, out), -22);
    assert_int_equal(transact(&w, 7, queue, 4, out), -22); /* the object is cut off */
    struct graphic_buffer shown;
    struct buffer_input input;
    assert_true(buffer_queue_vsync(layer_queue(w.layer), &shown, &input));
    assert_int_equal(input.transform, PICTURE_FLIP_V);
    assert_int_equal(shown.surface.width, 64);
    assert_int_equal(transact(&w, 0x77, dequeue, 1, out), -74);
    assert_int_equal(transact(&w, 0xb, (uint32_t[]){2}, 1, out), 0);
    assert_true(layer_destroy(w.layer));
    test_close(event);
    test_close(w.relay);
}

static void broken_parcels_end_in_an_error(void **state) {
    (void)state;
    struct window w;
    open_window(&w);
    const uint32_t in[3] = {(uint32_t)w.binder, 3, 0}, wrong[3] = {99, 3, 0};
    uint8_t *p = test_memory(0x20), *reply = test_memory(0x400);
    struct test_call t = {.session = w.relay, .command = 3, .in = in, .in_size = sizeof in};
    test_add(&t.a, p, 0x20);
    test_add(&t.b, reply, 0x400);
    assert_false(test_send(&t));
    assert_int_equal(t.svc, 0);
    t.in = wrong;
    assert_false(test_send(&t));
    assert_int_equal(t.result, RESULT(114, 7));
    assert_true(layer_destroy(w.layer));
    assert_false(layer_destroy(w.layer));
    test_close(w.relay);
}

static void closed_layers_are_taken_again(void **state) {
    (void)state;
    uint64_t layers[LAYER_MAX];
    for (uint32_t i = 0; i < LAYER_MAX; i++) {
        layers[i] = layer_create();
        assert_int_not_equal(layers[i], 0);
    }
    assert_int_equal(layer_create(), 0);
    assert_true(layer_set_open(layers[3], false));
    assert_int_equal(layer_create(), layers[3]);
    assert_int_equal(layer_create(), 0);
    for (uint32_t i = 0; i < LAYER_MAX; i++) {
        assert_true(layer_destroy(layers[i]));
    }
    assert_null(layer_queue(layers[0]));
    assert_null(layer_queue(0));
}

static void the_font_is_a_plain_file(void **state) {
    (void)state;
    uint32_t session = test_connect("pl:u"), kind = 0, offset = 0, size = 0;
    if (test_command(session, 2, &kind, 4, &size, 4) != 0) {
        test_close(session);
        skip(); /* fonts-dejavu-core is not installed */
    }
    assert_int_equal(test_command(session, 3, &kind, 4, &offset, 4), 0);
    uint32_t handle = test_copied(session, 4, NULL, 0);
    const uint8_t *memory =
        shared_memory_host((struct shared_memory *)(void *)test_handle_object(handle));
    static const uint8_t magic[4] = {0, 1, 0, 0};
    assert_memory_equal(memory + offset, magic, 4);
    assert_true(size > 0x1000 && size <= 0x1100000 - offset);
    uint32_t *lists[3];
    uint64_t language = 0;
    struct test_call t = {.session = session, .command = 5, .in = &language, .in_size = 8};
    for (int i = 0; i < 3; i++) {
        lists[i] = test_memory(24);
        test_add(&t.b, lists[i], i == 2 ? 16 : 24);
    }
    assert_true(test_send(&t));
    uint32_t out[2];
    memcpy(out, t.out, 8);
    assert_int_equal(out[0], 1);
    assert_int_equal(out[1], 4); /* as many as the smallest list takes */
    assert_int_equal(lists[1][0], offset);
    kind = 6;
    assert_int_not_equal(test_command(session, 2, &kind, 4, &size, 4), 0);
    test_close(handle);
    test_close(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_goes_round),
        cmocka_unit_test(broken_parcels_end_in_an_error),
        cmocka_unit_test(closed_layers_are_taken_again),
        cmocka_unit_test(the_font_is_a_plain_file),
    };
    return cmocka_run_group_tests_name("service-vi", tests, NULL, NULL);
}
