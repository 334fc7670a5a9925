/* SPDX-License-Identifier: MIT */
#include "service/bsd.h"

#include <errno.h>
#include <netinet/in.h>
#include <string.h>

/* Sending and receiving. */

bool bsd_name_socket(int host) {
    struct sockaddr_storage name = {0};
    socklen_t length = sizeof name;
    if (bsd_policy() != NETWORK_LOOPBACK) {
        return true;
    }
    if (getsockname(host, (struct sockaddr *)&name, &length)) {
        return false;
    }
    /* The port is at the same place in both families. */
    if (((struct sockaddr_in *)(void *)&name)->sin_port != 0) {
        return true;
    }
    return network_may_bind(NETWORK_LOOPBACK, &name) &&
           bind(host, (struct sockaddr *)&name, length) == 0;
}

struct transfer {
    int32_t number, flags;
};

static result receive(struct call *c, struct transfer in, struct sockaddr_storage *from,
                      socklen_t *length) {
    struct buffer b = call_buffer_out(c, 0);
    int host = bsd_socket_enter(in.number);
    if (host < 0) {
        return bsd_fail(c, EBADF);
    }
    ssize_t n =
        bsd_receive_waiting(host, b, bsd_message_flags(in.flags), (struct sockaddr *)from, length);
    bsd_socket_leave(in.number);
    return bsd_return(c, n);
}

result bsd_receive(struct call *c) {
    return receive(c, *(const struct transfer *)call_in(c), NULL, NULL);
}

result bsd_read(struct call *c) {
    struct transfer in = {.number = *(const int32_t *)call_in(c)};
    return receive(c, in, NULL, NULL);
}

result bsd_receive_from(struct call *c) {
    struct sockaddr_storage from = {0};
    socklen_t length = sizeof from;
    result code = receive(c, *(const struct transfer *)call_in(c), &from, &length);
    struct buffer b = call_buffer_out(c, 1);
    uint32_t written = length ? bsd_address_from_host(&from, b.data, b.size) : 0;
    memcpy((uint8_t *)call_out(c) + sizeof(struct bsd_reply), &written, sizeof written);
    return code;
}

static result transmit(struct call *c, struct transfer in, const struct sockaddr_storage *to,
                       socklen_t length) {
    struct buffer b = call_buffer_in(c, 0);
    int host = bsd_socket_enter(in.number);
    if (host < 0) {
        return bsd_fail(c, EBADF);
    }
    ssize_t n = -1;
    if (!to || bsd_name_socket(host)) {
        n = bsd_send_waiting(host, b, bsd_message_flags(in.flags), (const struct sockaddr *)to,
                             length);
    }
    bsd_socket_leave(in.number);
    return bsd_return(c, n);
}

result bsd_send(struct call *c) {
    return transmit(c, *(const struct transfer *)call_in(c), NULL, 0);
}

result bsd_write(struct call *c) {
    struct transfer in = {.number = *(const int32_t *)call_in(c)};
    return transmit(c, in, NULL, 0);
}

result bsd_send_to(struct call *c) {
    struct buffer address = call_buffer_in(c, 1);
    struct sockaddr_storage to;
    socklen_t length;
    if (!address.data) {
        return bsd_send(c);
    }
    if (!bsd_address_to_host(address.data, address.size, &to, &length)) {
        return bsd_fail(c, EAFNOSUPPORT);
    }
    if (!network_may_reach(bsd_policy(), &to)) {
        return bsd_fail(c, ENETUNREACH);
    }
    return transmit(c, *(const struct transfer *)call_in(c), &to, length);
}
