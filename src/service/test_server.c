/* SPDX-License-Identifier: MIT */
#include "service/test_support.h"

#include <string.h>

#include "service/server.h"

#include <stdlib.h>

static result get_service(uint32_t sm, const char *name, uint32_t *handle) {
    char padded[8] = {0};
    memcpy(padded, name, strlen(name));
    struct test_call t = {.session = sm, .command = 1, .in = padded, .in_size = 8};
    test_send(&t);
    *handle = t.out_moves[0];
    return t.result;
}

static void sm_registers_before_it_serves(void **state) {
    (void)state;
    uint32_t sm = test_connect("sm:"), handle;
    uint64_t zero = 0;
    assert_int_equal(get_service(sm, "", &handle), 0x415);
    assert_int_equal(get_service(sm, "sm:", &handle), 0x415);
    struct test_call t = {.session = sm, .command = 0, .pid = true, .in = &zero, .in_size = 8};
    assert_true(test_send(&t));
    assert_int_equal(get_service(sm, "", &handle), 0xc15);
    assert_int_equal(get_service(sm, "nothere", &handle), 0xe15);
    assert_int_equal(handle, 0);
    test_close(sm);
}

static void sm_takes_tipc(void **state) {
    (void)state;
    uint32_t sm = test_connect("sm:");
    struct test_call t = {.session = sm, .command = 0, .tipc = true, .pid = true};
    assert_true(test_send(&t));
    t = (struct test_call){
        .session = sm, .command = 1, .tipc = true, .in = "nothere", .in_size = 8};
    assert_false(test_send(&t));
    assert_int_equal(t.result, 0xe15);
    test_close(sm);
}

static void an_unknown_command_leaves_the_session_open(void **state) {
    (void)state;
    uint32_t sm = test_connect("sm:"), handle;
    assert_int_equal(test_command(sm, 99, NULL, 0, NULL, 0), RESULT_UNKNOWN_COMMAND);
    assert_int_equal(get_service(sm, "x", &handle), 0x415);
    test_close(sm);
}

static void a_closed_session_stays_closed(void **state) {
    (void)state;
    uint32_t sm = test_connect("sm:");
    uint8_t message[0x100] = {2};
    assert_int_equal(test_request(sm, message, sizeof message), 0xf601);
    message[0] = 4;
    assert_int_equal(test_request(sm, message, sizeof message), 0xf601);
    test_close(sm);
}

/* ---- an interface of the test's own ---- */

static int alive;
static const struct interface interface_node;

struct node {
    uint32_t value;
};

static void *node_new(void) {
    alive++;
    return calloc(1, sizeof(struct node));
}

static void node_destroy(void *data) {
    alive--;
    free(data);
}

static result node_open(struct call *c) {
    struct node *n = node_new();
    memcpy(&n->value, call_in(c), 4);
    call_return_object(c, &interface_node, n);
    return n->value == 666 ? 0x202 : 0;
}

static result node_get(struct call *c) {
    struct node *n = call_data(c);
    memcpy(call_out(c), &n->value, 4);
    return 0;
}

static result node_sum(struct call *c) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        struct service_object *o = call_object(c, i);
        if (o && o->interface == &interface_node)
            sum += ((struct node *)o->data)->value;
    }
    memcpy(call_out(c), &sum, 4);
    return 0;
}

/* The first byte of each input becomes the fill of the output of the same number. */
static result node_fill(struct call *c) {
    for (unsigned i = 0; i < 4; i++) {
        struct buffer in = call_buffer_in(c, i), out = call_buffer_out(c, i);
        if (in.size && out.size)
            memset(out.data, in.data[0], out.size);
    }
    return 0;
}

static const struct command node_commands[] = {
    {0, "Open", node_open, COMMAND_FULL, 4, 0},
    {1, "Get", node_get, COMMAND_FULL, 0, 4},
    {2, "Sum", node_sum, COMMAND_FULL, 0, 4},
    {3, "Fill", node_fill, COMMAND_FULL, 0, 0},
};
static const struct interface interface_node = INTERFACE("INode", node_commands, node_destroy);
static const struct port port_node = {.name = "node", .root = &interface_node, .open = node_new};

static uint32_t node_session(void) {
    uint32_t handle;
    struct object *o = server_connect(&port_node);
    assert_int_equal(handle_add(o, &handle), 0);
    object_unref(o);
    return handle;
}

static uint32_t control(uint32_t session, uint32_t command, bool moves) {
    struct test_call t = {.session = session, .command = command, .control = true};
    uint32_t value;
    assert_true(test_send(&t));
    memcpy(&value, t.out, 4);
    return moves ? t.out_moves[0] : value;
}

static void plain_sessions_give_handles(void **state) {
    (void)state;
    uint32_t root = node_session(), value = 7, got = 0;
    uint32_t child = test_open(root, 0, &value, 4);
    assert_int_equal(test_command(child, 1, NULL, 0, &got, 4), 0);
    assert_int_equal(got, 7);
    assert_int_equal(control(root, 3, false) & 0xffff, 0);
    assert_int_equal(alive, 2);
    test_close(root);
    assert_int_equal(alive, 1);
    test_close(child);
    assert_int_equal(alive, 0);
}

static void an_error_returns_no_object(void **state) {
    (void)state;
    uint32_t root = node_session(), value = 666;
    unsigned handles = test_handle_count();
    struct test_call t = {.session = root, .command = 0, .in = &value, .in_size = 4};
    assert_false(test_send(&t));
    assert_int_equal(t.result, 0x202);
    assert_int_equal(alive, 1);
    assert_int_equal(test_handle_count(), handles);
    test_close(root);
}

static void short_payloads_are_refused(void **state) {
    (void)state;
    uint32_t root = node_session(), value = 1;
    assert_int_equal(control(root, 0, false), 1);
    struct test_call t = {.session = root, .object = 1, .command = 0, .in = &value, .in_size = 3};
    assert_false(test_send(&t));
    assert_int_equal(t.result, IPC_RESULT_BAD_HEADER);
    test_close(root);
}

static uint32_t domain_open(uint32_t session, uint32_t value) {
    struct test_call t = {
        .session = session, .object = 1, .command = 0, .in = &value, .in_size = 4};
    assert_true(test_send(&t));
    return t.out_objects[0];
}

static void clones_share_the_domain(void **state) {
    (void)state;
    uint32_t root = node_session(), got;
    assert_int_equal(control(root, 0, false), 1);
    uint32_t a = domain_open(root, 10), clone = control(root, 2, true), b = domain_open(clone, 5);
    assert_int_not_equal(a, b);
    struct test_call t = {
        .session = root, .object = 1, .command = 2, .object_count = 3, .objects = {a, b, 77}};
    assert_true(test_send(&t));
    memcpy(&got, t.out, 4);
    assert_int_equal(got, 15);
    /* closing the session that made the domain leaves the clone alive */
    test_close(root);
    assert_int_equal(alive, 3);
    t = (struct test_call){.session = clone, .object = a, .command = 1};
    assert_true(test_send(&t));
    t.object = 99;
    assert_false(test_send(&t));
    assert_int_equal(t.result, IPC_RESULT_NO_OBJECT);
    test_close(clone);
    assert_int_equal(alive, 0);
}

static void domain_objects_close_and_copy(void **state) {
    (void)state;
    uint32_t root = node_session(), got = 0;
    assert_int_equal(control(root, 0, false), 1);
    uint32_t a = domain_open(root, 3);
    struct test_call t = {.session = root, .command = 1, .control = true, .in = &a, .in_size = 4};
    assert_true(test_send(&t));
    uint32_t copy = t.out_moves[0];
    uint8_t message[0x100] = {4, 0, 0, 0, 12};
    message[0x10] = 2;
    message[0x14] = (uint8_t)a;
    assert_int_equal(test_request(root, message, sizeof message), 0);
    assert_int_equal(alive, 2); /* the copied session still holds it */
    assert_int_equal(test_command(copy, 1, NULL, 0, &got, 4), 0);
    assert_int_equal(got, 3);
    test_close(copy);
    assert_int_equal(alive, 1);
    test_close(root);
}

static void auto_buffers_count_once(void **state) {
    (void)state;
    uint32_t root = node_session();
    uint8_t *in = test_memory(8), *out = test_memory(8);
    in[0] = 1, in[4] = 2;
    struct test_call t = {.session = root, .command = 3};
    test_add(&t.x, in, 4), test_add(&t.a, NULL, 0);     /* through the pointer */
    test_add(&t.x, NULL, 0), test_add(&t.a, in + 4, 4); /* through the mapping */
    test_add(&t.c, NULL, 0), test_add(&t.b, out, 4);
    test_add(&t.c, out + 4, 4), test_add(&t.b, NULL, 0);
    assert_true(test_send(&t));
    assert_memory_equal(out, ((uint8_t[]){1, 1, 1, 1, 2, 2, 2, 2}), 8);
    test_close(root);
}

static void bad_pointers_and_handles_never_reach_a_handler(void **state) {
    (void)state;
    uint32_t root = node_session();
    struct test_call t = {.session = root, .command = 3};
    test_add(&t.a, (void *)(uintptr_t)0x1000, 4);
    assert_false(test_send(&t));
    assert_int_equal(t.svc, 0xcc01);
    t = (struct test_call){.session = root, .command = 3, .handle_count = 1, .handles = {250}};
    assert_false(test_send(&t));
    assert_int_equal(t.svc, 0xe401);
    test_close(root);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sm_registers_before_it_serves),
        cmocka_unit_test(sm_takes_tipc),
        cmocka_unit_test(an_unknown_command_leaves_the_session_open),
        cmocka_unit_test(a_closed_session_stays_closed),
        cmocka_unit_test(plain_sessions_give_handles),
        cmocka_unit_test(an_error_returns_no_object),
        cmocka_unit_test(short_payloads_are_refused),
        cmocka_unit_test(clones_share_the_domain),
        cmocka_unit_test(domain_objects_close_and_copy),
        cmocka_unit_test(auto_buffers_count_once),
        cmocka_unit_test(bad_pointers_and_handles_never_reach_a_handler),
    };
    return cmocka_run_group_tests_name("server", tests, NULL, NULL);
}
