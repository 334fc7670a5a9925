/* SPDX-License-Identifier: MIT */
#include "service/test_support.h"

#include "service/bsd_translate.h"
#include "service/dns_wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>

struct reply {
    int32_t ret, error;
    uint32_t extra;
};

/* A bsd command; buffers may be NULL. */
static struct reply bsd(uint32_t session, uint32_t command, const void *in, size_t in_size,
                        const void *send, size_t send_size, void *receive, size_t receive_size) {
    struct test_call t = {.session = session, .command = command, .in = in, .in_size = in_size};
    uint8_t *a = test_memory(0x400), *b = test_memory(0x400);
    if (send) {
        memcpy(a, send, send_size);
        test_add(&t.a, a, send_size);
    }
    if (receive) {
        test_add(&t.b, b, receive_size);
    }
    assert_true(test_send(&t));
    if (receive) {
        memcpy(receive, b, receive_size);
    }
    struct reply r;
    memcpy(&r, t.out, sizeof r);
    return r;
}

static struct reply number(uint32_t session, uint32_t command, int32_t socket, int32_t value) {
    const int32_t in[3] = {socket, value, 0};
    return bsd(session, command, in, sizeof in, NULL, 0, NULL, 0);
}

static int32_t open_socket(uint32_t session, int32_t type) {
    const int32_t in[3] = {2, type, 0};
    return bsd(session, 2, in, sizeof in, NULL, 0, NULL, 0).ret;
}

/* The console's form: length 0, family 2. */
static void address(uint8_t out[16], uint32_t ip, uint16_t port) {
    memset(out, 0, 16);
    out[1] = 2;
    port = htons(port);
    ip = htonl(ip);
    memcpy(out + 2, &port, 2);
    memcpy(out + 4, &ip, 4);
}

static void a_connection_over_loopback(void **state) {
    (void)state;
    service_options = (struct service_options){.network = "loopback"};
    uint32_t s = test_connect("bsd:u");
    int32_t server = open_socket(s, 1), client = open_socket(s, 1);
    assert_true(server >= 0 && client >= 0 && server != client);
    uint8_t any[16], name[16], text[8] = {0};
    address(any, 0, 0);
    assert_int_equal(bsd(s, 13, &server, 4, any, 16, NULL, 0).ret, 0);
    assert_int_equal(number(s, 18, server, 4).ret, 0);
    struct reply r = bsd(s, 16, &server, 4, NULL, 0, name, 16);
    assert_int_equal(r.extra, 16);
    assert_int_equal(name[1], 2);
    assert_int_equal(name[4], 127); /* "any" became the loopback */
    assert_int_equal(bsd(s, 14, &client, 4, name, 16, NULL, 0).ret, 0);
    int32_t peer = bsd(s, 12, &server, 4, NULL, 0, name, 16).ret;
    assert_true(peer >= 0);
    const int32_t out[2] = {client, 0}, in[2] = {peer, 0x80};
    assert_int_equal(bsd(s, 10, out, 8, "hello", 5, NULL, 0).ret, 5);
    struct {
        int32_t number;
        int16_t events, revents;
    } watch[2] = {{peer, POLLIN, 0}, {77, POLLIN, 0}};
    const int32_t wait[2] = {1, 5000};
    assert_int_equal(bsd(s, 6, wait, 8, watch, 8, watch, 8).ret, 1);
    assert_int_equal(watch[0].revents, POLLIN);
    assert_int_equal(bsd(s, 8, in, 8, NULL, 0, text, 8).ret, 5);
    assert_memory_equal(text, "hello", 5);
    r = bsd(s, 8, in, 8, NULL, 0, text, 8); /* BSD's MSG_DONTWAIT */
    assert_int_equal(r.ret, -1);
    assert_int_equal(r.error, EAGAIN);
    const int32_t both[2] = {2, 0};
    assert_int_equal(bsd(s, 6, both, 8, watch, 16, watch, 16).ret, 1);
    assert_int_equal(watch[1].revents, POLLNVAL);
    const int32_t option[3] = {peer, 0xffff, 0x1008};
    int32_t type = 0;
    assert_int_equal(bsd(s, 17, option, 12, NULL, 0, &type, 4).ret, 0);
    assert_int_equal(type, 1);
    assert_int_equal(number(s, 26, peer, 0).ret, 0);
    assert_int_equal(number(s, 26, peer, 0).error, EBADF);
    number(s, 26, client, 0);
    number(s, 26, server, 0);
    test_close(s);
}

/* ---- a fixed schedule: the other end is a thread that runs only while this one waits ---- */

static struct {
    uint32_t session;
    int32_t number;
    unsigned waits, acts_at; /* the waits so far; in which the other end does something */
} other;

/* Two connected sockets of the program; `other` is the second. */
static int32_t connect_pair(uint32_t session) {
    uint8_t name[16];
    int32_t server = open_socket(session, 1), client = open_socket(session, 1);
    address(name, 0x7f000001, 0);
    bsd(session, 13, &server, 4, name, 16, NULL, 0);
    number(session, 18, server, 4);
    bsd(session, 16, &server, 4, NULL, 0, name, 16);
    bsd(session, 14, &client, 4, name, 16, NULL, 0);
    other.session = session;
    other.number = bsd(session, 12, &server, 4, NULL, 0, name, 16).ret;
    other.waits = 0;
    number(session, 26, server, 0);
    assert_true(client >= 0 && other.number >= 0);
    return client;
}

static void other_sends(void) {
    const int32_t out[2] = {other.number, 0};
    if (++other.waits % other.acts_at == 0)
        assert_int_equal(bsd(other.session, 10, out, 8, "word", 4, NULL, 0).ret, 4);
}

static void a_fixed_schedule_waits_for_data(void **state) {
    (void)state;
    service_options = (struct service_options){.network = "loopback"};
    uint32_t s = test_connect("bsd:u");
    int32_t client = connect_pair(s);
    uint8_t text[8];
    const int32_t in[2] = {client, 0}, all[2] = {client, 0x40}; /* BSD's MSG_WAITALL */
    test_meanwhile = other_sends;
    other.acts_at = 3;
    assert_int_equal(bsd(s, 8, in, 8, NULL, 0, text, 8).ret, 4);
    assert_int_equal(other.waits, 3);
    assert_int_equal(bsd(s, 8, all, 8, NULL, 0, text, 8).ret, 8);
    assert_memory_equal(text, "wordword", 8);
    assert_int_equal(other.waits, 9);
    test_meanwhile = NULL;
    test_close(s);
}

static void a_fixed_schedule_counts_timeouts(void **state) {
    (void)state;
    service_options = (struct service_options){.network = "loopback"};
    uint32_t s = test_connect("bsd:u");
    int32_t client = connect_pair(s);
    struct {
        int32_t number;
        int16_t events, revents;
    } watch = {client, POLLIN, 0};
    const int32_t wait[2] = {1, 20}, in[2] = {client, 0}, option[3] = {client, 0xffff, 0x1006};
    const int64_t timeout[2] = {0, 100000};
    uint8_t text[8];
    test_meanwhile = other_sends;
    other.acts_at = 100000;
    assert_int_equal(bsd(s, 6, wait, 8, &watch, 8, &watch, 8).ret, 0);
    assert_int_equal(other.waits, 20); /* a millisecond each */
    assert_int_equal(bsd(s, 21, option, 12, timeout, 16, NULL, 0).ret, 0);
    assert_int_equal(bsd(s, 8, in, 8, NULL, 0, text, 8).error, EAGAIN);
    assert_int_equal(other.waits, 120);
    test_meanwhile = NULL;
    test_close(s);
}

static void the_policy_holds(void **state) {
    (void)state;
    service_options = (struct service_options){.network = "loopback"};
    uint32_t s = test_connect("bsd:u");
    int32_t tcp = open_socket(s, 1), udp = open_socket(s, 2);
    uint8_t outside[16];
    address(outside, 0x08080808, 53);
    assert_int_equal(bsd(s, 14, &tcp, 4, outside, 16, NULL, 0).error, ENETUNREACH);
    assert_int_equal(bsd(s, 13, &tcp, 4, outside, 16, NULL, 0).error, EADDRNOTAVAIL);
    const int32_t group[3] = {udp, 0, 12};
    assert_int_equal(bsd(s, 21, group, 12, outside, 8, NULL, 0).error, EADDRNOTAVAIL);
    struct test_call t = {.session = s, .command = 11, .in = (int32_t[2]){udp, 0}, .in_size = 8};
    uint8_t *memory = test_memory(32);
    memcpy(memory + 8, outside, 16);
    test_add(&t.a, memory, 4);
    test_add(&t.a, memory + 8, 16);
    assert_true(test_send(&t));
    int32_t error;
    memcpy(&error, t.out + 4, 4);
    assert_int_equal(error, ENETUNREACH);
    /* listen() without bind() must not open a port to the outside. */
    assert_int_equal(number(s, 18, tcp, 1).ret, 0);
    uint8_t name[16];
    bsd(s, 16, &tcp, 4, NULL, 0, name, 16);
    assert_int_equal(name[4], 127);
    number(s, 26, tcp, 0);
    number(s, 26, udp, 0);
    service_options.network = "none";
    const int32_t in[3] = {2, 1, 0};
    assert_int_equal(bsd(s, 2, in, 12, NULL, 0, NULL, 0).error, ENETDOWN);
    test_close(s);
}

static void constants_are_translated(void **state) {
    (void)state;
    int host;
    assert_true(bsd_family(28, &host));
    assert_int_equal(host, AF_INET6);
    assert_false(bsd_family(1, &host));
    assert_true(bsd_socket_type(0x20000001, &host));
    assert_int_equal(host, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK);
    assert_int_equal(bsd_message_flags(0x80 | 2), MSG_DONTWAIT | MSG_PEEK | MSG_NOSIGNAL);
    assert_int_equal(bsd_find_option(0xffff, 4)->host_name, SO_REUSEADDR);
    assert_null(bsd_find_option(0xffff, 0x7777));
    struct sockaddr_storage a;
    socklen_t length;
    uint8_t v6[28] = {28, 28, 0, 80};
    v6[23] = 1;
    assert_true(bsd_address_to_host(v6, sizeof v6, &a, &length));
    assert_true(network_may_reach(NETWORK_LOOPBACK, &a));
    assert_false(network_may_reach(NETWORK_NONE, &a));
    uint8_t back[28] = {0};
    assert_int_equal(bsd_address_from_host(&a, back, sizeof back), 28);
    assert_memory_equal(back, v6, sizeof v6);
    assert_false(bsd_address_to_host(v6, 27, &a, &length));
    assert_int_equal(network_policy(NULL), NETWORK_LOOPBACK);
}

static void addresses_on_the_wire(void **state) {
    (void)state;
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(80)};
    v4.sin_addr.s_addr = htonl(0x01020304);
    struct addrinfo node = {.ai_family = AF_INET,
                            .ai_socktype = 1,
                            .ai_protocol = 6,
                            .ai_addr = (struct sockaddr *)&v4,
                            .ai_addrlen = sizeof v4};
    uint8_t out[64];
    static const uint8_t list[] = {0xbe, 0xef, 0xca, 0xfe, 0, 0, 0, 0, 0,  0,  0, 2,  0, 0, 0,
                                   1,    0,    0,    0,    6, 0, 0, 0, 16, 16, 2, 80, 0, 4, 3,
                                   2,    1,    0,    0,    0, 0, 0, 0, 0,  0,  0, 0,  0, 0, 0};
    assert_int_equal(dns_write_list(&node, out, sizeof out), sizeof list);
    assert_memory_equal(out, list, sizeof list);
    assert_int_equal(dns_write_list(&node, out, sizeof list - 1), 0);
    static const uint8_t host[] = {'h', 0, 0, 0, 0, 0, 0, 2, 0, 4, 0, 0, 0, 1, 4, 3, 2, 1};
    assert_int_equal(dns_write_host("h", &node, out, sizeof out), sizeof host);
    assert_memory_equal(out, host, sizeof host);
    struct addrinfo hints;
    struct error e = {0};
    assert_true(dns_read_hints(list, sizeof list, &hints, &e));
    assert_int_equal(hints.ai_family, AF_INET);
    assert_int_equal(hints.ai_socktype, 1);
    assert_false(dns_read_hints(list, 10, &hints, &e));
    assert_true(dns_read_hints(NULL, 0, &hints, &e));
    assert_int_equal(dns_gai_code(EAI_NONAME), 8);
}

static void names_stay_in_the_machine(void **state) {
    (void)state;
    service_options = (struct service_options){.network = "loopback"};
    uint32_t s = test_connect("sfdnsres");
    const uint64_t in[2] = {0, 0};
    static const struct {
        const char *name;
        uint32_t error;
    } cases[] = {{"127.0.0.1", 0}, {"example.com", 1}};
    for (size_t i = 0; i < 2; i++) {
        char *name = test_memory(32);
        uint8_t *out = test_memory(0x200);
        strcpy(name, cases[i].name);
        struct test_call t = {
            .session = s, .command = 2, .pid = true, .in = in, .in_size = sizeof in};
        test_add(&t.a, name, strlen(name) + 1);
        test_add(&t.b, out, 0x200);
        assert_true(test_send(&t));
        uint32_t error;
        memcpy(&error, t.out, 4);
        assert_int_equal(error, cases[i].error);
    }
    test_close(s);
}

static void the_network_answers(void **state) {
    (void)state;
    service_options = (struct service_options){.network = "loopback"};
    uint32_t s = test_connect("nifm:u");
    uint64_t zero = 0;
    uint32_t general = test_open(s, 5, &zero, 8), ip = 0;
    assert_int_equal(test_command(general, 12, NULL, 0, &ip, 4), 0);
    assert_int_equal(ip, htonl(0x7f000001));
    service_options.network = "none";
    assert_int_equal(test_command(general, 12, NULL, 0, &ip, 4), 0x2586e);
    test_close(general);
    test_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_connection_over_loopback),
        cmocka_unit_test(the_policy_holds),
        cmocka_unit_test(a_fixed_schedule_waits_for_data),
        cmocka_unit_test(a_fixed_schedule_counts_timeouts),
        cmocka_unit_test(constants_are_translated),
        cmocka_unit_test(addresses_on_the_wire),
        cmocka_unit_test(names_stay_in_the_machine),
        cmocka_unit_test(the_network_answers),
    };
    return cmocka_run_group_tests_name("service-network", tests, NULL, NULL);
}
