/* SPDX-License-Identifier: MIT */
#include "kernel/process.h"
#include "kernel/results.h"
#include "kernel/session_object.h"
#include "kernel/test_support.h"

#include <string.h>

/* Sessions: with a server in the host, and between two guest threads. */

#define FOR_EVER UINT64_MAX

static uint32_t *tls(struct thread *t) {
    return (uint32_t *)t->tls;
}

/* ---- a server in the host ---- */

struct adder {
    int requests, closed;
    result answer;
};

static result add_one(void *server, struct thread *caller, uint8_t *buffer, size_t size) {
    struct adder *a = server;
    uint32_t words[2];
    (void)caller;
    assert_int_equal(size, 0x100);
    a->requests++;
    memcpy(words, buffer, sizeof words);
    words[1]++;
    memcpy(buffer, words, sizeof words);
    return a->answer;
}

static void count_close(void *server) {
    ((struct adder *)server)->closed++;
}

static const struct session_server_ops adder_ops = {"adder", add_one, count_close};

static struct object *connect_adder(void *context, result *r) {
    (void)r;
    return session_new_hosted(&adder_ops, context);
}

static uint64_t connect_named(const char *name) {
    strcpy((char *)test_heap(), name);
    return test_svc(self, 0x1f, 0, test_heap());
}

static void a_hosted_session_answers_until_it_is_closed(void **state) {
    (void)state;
    struct adder a = {0};
    port_register("adder", connect_adder, &a);
    assert_int_equal(connect_named("nobody"), RESULT_NOT_FOUND);
    assert_int_equal(connect_named("twelve chars"), RESULT_OUT_OF_RANGE);
    assert_int_equal(test_svc(self, 0x1f, 0, 0x1000), RESULT_INVALID_POINTER);
    assert_int_equal(connect_named("adder"), 0);
    uint64_t session = self->state.x[1];
    tls(self)[1] = 41;
    assert_int_equal(test_svc(self, 0x21, session), 0);
    assert_int_equal(tls(self)[1], 42);
    assert_int_equal(test_svc(self, 0x22, test_heap(), 0x10, session), RESULT_INVALID_SIZE);
    a.answer = RESULT_SESSION_CLOSED;
    assert_int_equal(test_svc(self, 0x21, session), RESULT_SESSION_CLOSED);
    assert_int_equal(tls(self)[1], 42);
    a.answer = 0;
    assert_int_equal(test_svc(self, 0x21, session), RESULT_SESSION_CLOSED);
    assert_int_equal(a.requests, 2);
    assert_int_equal(a.closed, 0);
    assert_int_equal(test_svc(self, 0x16, session), 0);
    assert_int_equal(a.closed, 1);
    assert_int_equal(test_svc(self, 0x21, session), RESULT_INVALID_HANDLE);
    assert_int_equal(test_svc(self, 0x21, HANDLE_CURRENT_PROCESS), RESULT_INVALID_HANDLE);
}

/* ---- a server in the guest ---- */

static void create_session(uint64_t *server, uint64_t *client) {
    assert_int_equal(test_svc(self, 0x40, 0, 0, 0, 0), 0);
    *server = self->state.x[1];
    *client = self->state.x[2];
}

/* Sends a message with a copied handle, pointer data and two words. */
#define POINTER_TEXT "pointer data"
static void send(struct test_player *p) {
    uint64_t text = test_heap() + 0x100;
    strcpy((char *)text, POINTER_TEXT);
    uint32_t *m = tls(p->thread);
    const uint32_t message[] = {
        4 | 1 << 16,
        2u | 1u << 31,
        1 << 1,
        HANDLE_CURRENT_PROCESS,
        (uint32_t)sizeof POINTER_TEXT << 16 | (uint32_t)(text >> 32 & 15) << 12,
        (uint32_t)text,
        0x1111,
        0x2222,
    };
    memcpy(m, message, sizeof message);
    p->got[0] = test_svc(p->thread, 0x21, p->argument[0]);
    p->got[1] = m[2];
}

static uint64_t receive(uint64_t session, uint64_t reply, uint64_t timeout) {
    test_set_word(test_heap(), (uint32_t)session);
    return test_svc(self, 0x43, 0, test_heap(), 1, reply, timeout);
}

/* An empty message whose receive list has one buffer for pointer 0. */
static void prepare_receive(uint64_t buffer) {
    const uint32_t message[] = {0, 3 << 10, (uint32_t)buffer,
                                (uint32_t)(buffer >> 32) | 0x100u << 16};
    memset(tls(self), 0, 0x100);
    memcpy(tls(self), message, sizeof message);
}

static void a_guest_server_receives_and_replies(void **state) {
    (void)state;
    struct test_player p;
    uint64_t server, client, buffer = test_heap() + 0x1000;
    create_session(&server, &client);
    assert_int_equal(receive(server, 0, 0), RESULT_TIMED_OUT);
    p.argument[0] = client;
    test_player_start(&p, 44, send);
    prepare_receive(buffer);
    assert_int_equal(receive(server, 0, FOR_EVER), 0);
    assert_int_equal(self->state.x[1], 0);
    const uint32_t *m = tls(self);
    assert_int_equal(m[0] & 0xffff, 4);
    struct object *copied = handle_get(m[3], self);
    assert_non_null(copied);
    assert_int_equal(copied->ops->kind, OBJECT_PROCESS);
    object_unref(copied);
    assert_string_equal((char *)buffer, POINTER_TEXT);
    assert_int_equal(m[5], (uint32_t)buffer);
    assert_int_equal(m[6], 0x1111);
    assert_int_equal(m[7], 0x2222);
    /* The reply goes out, and nothing else is there to be received. */
    const uint32_t answer[] = {0, 1, 0x3333};
    memcpy(tls(self), answer, sizeof answer);
    assert_int_equal(receive(server, server, 0), RESULT_TIMED_OUT);
    test_player_join(&p);
    assert_int_equal(p.got[0], 0);
    assert_int_equal(p.got[1], 0x3333);
    assert_int_equal(receive(server, server, 0), RESULT_INVALID_STATE);
    assert_int_equal(receive(server, client, 0), RESULT_INVALID_HANDLE);
    assert_int_equal(test_svc(self, 0x16, client), 0);
    assert_int_equal(receive(server, 0, FOR_EVER), RESULT_SESSION_CLOSED);
    assert_int_equal(self->state.x[1], 0);
}

/* Messages larger than the thread-local region, in pages of both sides. */
enum { LARGE_WORDS = 900, BUFFER = 0x1000 };

static void write_large(uint64_t at, uint32_t first) {
    test_set_word(at, 4);
    test_set_word(at + 4, LARGE_WORDS);
    for (uint32_t i = 0; i < LARGE_WORDS; i++)
        test_set_word(at + 8 + 4 * i, first + i);
}

static bool is_large(uint64_t at, uint32_t first) {
    for (uint32_t i = 0; i < LARGE_WORDS; i++)
        if (test_word(at + 8 + 4 * i) != first + i)
            return false;
    return test_word(at + 4) == LARGE_WORDS;
}

static void send_large(struct test_player *p) {
    const uint64_t buffer = test_heap() + 0x10000;
    write_large(buffer, 1);
    p->got[0] = test_svc(p->thread, 0x22, buffer, BUFFER, p->argument[0]);
    p->got[1] = is_large(buffer, 0x10000);
}

static uint64_t receive_large(uint64_t buffer, uint64_t size, uint64_t session, uint64_t reply,
                              uint64_t timeout) {
    test_set_word(test_heap(), (uint32_t)session);
    return test_svc(self, 0x44, 0, buffer, size, test_heap(), 1, reply, timeout);
}

static void a_server_can_have_pages_for_messages(void **state) {
    (void)state;
    struct test_player p;
    uint64_t server, client;
    const uint64_t buffer = test_heap() + 0x20000;
    create_session(&server, &client);
    assert_int_equal(receive_large(buffer, 0, server, 0, 0), RESULT_INVALID_SIZE);
    assert_int_equal(receive_large(buffer, 0x10, server, 0, 0), RESULT_INVALID_SIZE);
    assert_int_equal(receive_large(buffer + 0x10, BUFFER, server, 0, 0), RESULT_INVALID_ADDRESS);
    assert_int_equal(receive_large(0x10000, BUFFER, server, 0, 0), RESULT_INVALID_CURRENT_MEMORY);
    assert_int_equal(receive_large(buffer, BUFFER, client, 0, 0), RESULT_INVALID_HANDLE);
    assert_int_equal(self->state.x[1], UINT32_MAX);
    assert_int_equal(receive_large(buffer, BUFFER, server, 0, 0), RESULT_TIMED_OUT);
    p.argument[0] = client;
    test_player_start(&p, 44, send_large);
    assert_int_equal(receive_large(buffer, BUFFER, server, 0, FOR_EVER), 0);
    assert_int_equal(self->state.x[1], 0);
    assert_true(is_large(buffer, 1));
    write_large(buffer, 0x10000);
    assert_int_equal(receive_large(buffer, BUFFER, server, server, 0), RESULT_TIMED_OUT);
    test_player_join(&p);
    assert_int_equal(p.got[0], 0);
    assert_true(p.got[1]);
}

static void a_client_learns_that_its_server_went(void **state) {
    (void)state;
    struct test_player p;
    uint64_t server, client;
    create_session(&server, &client);
    p.argument[0] = client;
    test_player_start(&p, 44, send);
    test_until_waiting(p.thread, THREAD_WAIT_REPLY);
    assert_int_equal(test_svc(self, 0x16, server), 0);
    test_player_join(&p);
    assert_int_equal(p.got[0], RESULT_SESSION_CLOSED);
    assert_int_equal(test_svc(self, 0x21, client), RESULT_SESSION_CLOSED);
}

static void a_message_that_cannot_be_carried_fails_its_client(void **state) {
    (void)state;
    struct test_player p;
    uint64_t server, client;
    create_session(&server, &client);
    p.argument[0] = client;
    test_player_start(&p, 44, send);
    test_until_waiting(p.thread, THREAD_WAIT_REPLY);
    memset(tls(self), 0, 0x100); /* no receive list */
    assert_int_equal(receive(server, 0, 0), RESULT_TIMED_OUT);
    test_player_join(&p);
    assert_int_equal(p.got[0], RESULT_OUT_OF_RESOURCE);
}

static void ports_make_sessions(void **state) {
    (void)state;
    assert_int_equal(test_svc(self, 0x70, 0, 0, 0, 0), RESULT_OUT_OF_RANGE);
    assert_int_equal(test_svc(self, 0x70, 0, 0, 1, 0), 0);
    uint64_t server = self->state.x[1], client = self->state.x[2];
    assert_int_equal(test_svc(self, 0x41, 0, server), RESULT_NOT_FOUND);
    assert_int_equal(test_svc(self, 0x72, 0, server), RESULT_INVALID_HANDLE);
    assert_int_equal(test_svc(self, 0x72, 0, client), 0);
    assert_int_equal(test_svc(self, 0x72, 0, client), RESULT_OUT_OF_SESSIONS);
    assert_int_equal(receive(server, 0, FOR_EVER), 0);
    assert_int_equal(test_svc(self, 0x41, 0, server), 0);
    assert_int_equal(receive(self->state.x[1], 0, 0), RESULT_TIMED_OUT);
    assert_int_equal(test_svc(self, 0x16, server), 0);
    assert_int_equal(test_svc(self, 0x72, 0, client), RESULT_PORT_CLOSED);
}

static void a_port_can_have_a_name(void **state) {
    (void)state;
    strcpy((char *)test_heap(), "mine");
    assert_int_equal(test_svc(self, 0x71, 0, test_heap(), 0), RESULT_NOT_FOUND);
    assert_int_equal(test_svc(self, 0x71, 0, test_heap(), 4), 0);
    uint64_t server = self->state.x[1];
    assert_int_equal(test_svc(self, 0x71, 0, test_heap(), 4), RESULT_INVALID_STATE);
    assert_int_equal(connect_named("mine"), 0);
    assert_int_equal(test_svc(self, 0x41, 0, server), 0);
    assert_int_equal(test_svc(self, 0x71, 0, test_heap(), 0), 0);
    assert_int_equal(connect_named("mine"), RESULT_NOT_FOUND);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        KERNEL_TEST(a_hosted_session_answers_until_it_is_closed),
        KERNEL_TEST(a_guest_server_receives_and_replies),
        KERNEL_TEST(a_server_can_have_pages_for_messages),
        KERNEL_TEST(a_client_learns_that_its_server_went),
        KERNEL_TEST(a_message_that_cannot_be_carried_fails_its_client),
        KERNEL_TEST(ports_make_sessions),
        KERNEL_TEST(a_port_can_have_a_name),
    };
    return cmocka_run_group_tests(tests, test_kernel_begin, NULL);
}
