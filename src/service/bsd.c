/* SPDX-License-Identifier: MIT */
#include "service/bsd.h"

#include "base/blocking.h"
#include "base/log.h"
#include "service/answers.h"
#include "service/ports.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

/* bsd:u and bsd:s - IClient: sockets of the host, as far as service_options.network allows. */

static result register_client(struct call *c) {
    *(uint64_t *)call_out(c) = PROCESS_ID;
    return 0;
}

static result open_socket(struct call *c) {
    const struct {
        int32_t family, type, protocol;
    } *in = call_in(c);
    static bool told;
    int family, type;
    if (bsd_policy() == NETWORK_NONE) {
        log_once(&told, LOG_NET, "the program asks for a socket and gets none (network = none)");
        return bsd_fail(c, ENETDOWN);
    }
    if (!bsd_family(in->family, &family)) {
        return bsd_fail(c, EAFNOSUPPORT);
    }
    if (!bsd_socket_type(in->type, &type)) {
        return bsd_fail(c, EPROTONOSUPPORT);
    }
    int host = socket(family, type, in->protocol);
    return bsd_return(c, host < 0 ? -1 : bsd_socket_add(host));
}

/* Writes the address that bind and connect name to the reply's second part. */
static void put_address(struct call *c, const struct sockaddr_storage *address) {
    struct buffer b = call_buffer_out(c, 0);
    uint32_t written = bsd_address_from_host(address, b.data, b.size);
    memcpy((uint8_t *)call_out(c) + sizeof(struct bsd_reply), &written, sizeof written);
}

/* accept, getpeername and getsockname. */
static result with_address(struct call *c, int (*call)(int, struct sockaddr *, socklen_t *)) {
    int32_t number = *(const int32_t *)call_in(c);
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    int host = bsd_socket_enter(number);
    if (host < 0) {
        return bsd_fail(c, EBADF);
    }
    int ret = call(host, (struct sockaddr *)&address, &length);
    bsd_socket_leave(number);
    if (ret >= 0) {
        put_address(c, &address);
    }
    return bsd_return(c, ret);
}

static int accept_and_add(int host, struct sockaddr *address, socklen_t *length) {
    blocking_call("accept");
    int accepted = bsd_await(host, POLLIN, 0) ? accept4(host, address, length, SOCK_CLOEXEC) : -1;
    return accepted < 0 ? -1 : bsd_socket_add(accepted);
}

static result accept_socket(struct call *c) {
    return with_address(c, accept_and_add);
}

static int peer_name(int host, struct sockaddr *address, socklen_t *length) {
    return getpeername(host, address, length);
}

static int own_name(int host, struct sockaddr *address, socklen_t *length) {
    return getsockname(host, address, length);
}

static result get_peer_name(struct call *c) {
    return with_address(c, peer_name);
}

static result get_own_name(struct call *c) {
    return with_address(c, own_name);
}

#define PRIVILEGED_PORTS 1024
#define PORT_STEP        8000

/* The console lets programs listen at port 80; a host lets only root. Port 8080 then stands in. */
static int bind_above(int host, struct sockaddr_storage *address, socklen_t length) {
    in_port_t *port = &((struct sockaddr_in *)(void *)address)->sin_port; /* both families */
    unsigned wanted = ntohs(*port);
    if (wanted >= PRIVILEGED_PORTS) {
        errno = EACCES;
        return -1;
    }
    *port = htons((in_port_t)(wanted + PORT_STEP));
    int ret = bind(host, (struct sockaddr *)address, length);
    if (ret == 0) {
        log_warning(LOG_NET, "port %u is the host's root's: the program's socket is at port %u",
                    wanted, wanted + PORT_STEP);
    }
    return ret;
}

static result bind_socket(struct call *c) {
    int32_t number = *(const int32_t *)call_in(c);
    struct buffer b = call_buffer_in(c, 0);
    struct sockaddr_storage address;
    socklen_t length;
    if (!bsd_address_to_host(b.data, b.size, &address, &length)) {
        return bsd_fail(c, EAFNOSUPPORT);
    }
    if (!network_may_bind(bsd_policy(), &address)) {
        return bsd_fail(c, EADDRNOTAVAIL);
    }
    int host = bsd_socket_enter(number);
    if (host < 0) {
        return bsd_fail(c, EBADF);
    }
    int ret = bind(host, (struct sockaddr *)&address, length);
    if (ret < 0 && errno == EACCES) {
        ret = bind_above(host, &address, length);
    }
    bsd_socket_leave(number);
    return bsd_return(c, ret);
}

static result connect_socket(struct call *c) {
    static bool told;
    int32_t number = *(const int32_t *)call_in(c);
    struct buffer b = call_buffer_in(c, 0);
    struct sockaddr_storage address;
    socklen_t length;
    if (!bsd_address_to_host(b.data, b.size, &address, &length)) {
        return bsd_fail(c, EAFNOSUPPORT);
    }
    if (!network_may_reach(bsd_policy(), &address)) {
        log_once(&told, LOG_NET,
                 "a connection to the outside was refused (--network all allows it)");
        return bsd_fail(c, ENETUNREACH);
    }
    int host = bsd_socket_enter(number);
    if (host < 0) {
        return bsd_fail(c, EBADF);
    }
    blocking_call("connect");
    int ret = connect(host, (struct sockaddr *)&address, length);
    bsd_socket_leave(number);
    return bsd_return(c, ret);
}

static result listen_socket(struct call *c) {
    const struct {
        int32_t number, backlog;
    } *in = call_in(c);
    int host = bsd_socket_enter(in->number);
    if (host < 0) {
        return bsd_fail(c, EBADF);
    }
    int ret = bsd_name_socket(host) ? listen(host, in->backlog) : -1;
    bsd_socket_leave(in->number);
    return bsd_return(c, ret);
}

static result shutdown_socket(struct call *c) {
    const struct {
        int32_t number, how;
    } *in = call_in(c);
    int host = bsd_socket_enter(in->number);
    if (host < 0) {
        return bsd_fail(c, EBADF);
    }
    blocking_call("shutdown");
    int ret = shutdown(host, in->how);
    bsd_socket_leave(in->number);
    return bsd_return(c, ret);
}

static result shutdown_all(struct call *c) {
    bsd_socket_shutdown_all(*(const int32_t *)call_in(c));
    return bsd_return(c, 0);
}

static result close_socket(struct call *c) {
    return bsd_socket_close(*(const int32_t *)call_in(c)) ? bsd_return(c, 0) : bsd_fail(c, EBADF);
}

static result duplicate_socket(struct call *c) {
    int32_t number = *(const int32_t *)call_in(c);
    int host = bsd_socket_enter(number);
    if (host < 0) {
        return bsd_fail(c, EBADF);
    }
    int copy = fcntl(host, F_DUPFD_CLOEXEC, 0);
    bsd_socket_leave(number);
    return bsd_return(c, copy < 0 ? -1 : bsd_socket_add(copy));
}

/* Known, and not offered: the reply succeeds and its error number says so. */
static result not_offered(struct call *c) {
    return bsd_fail(c, ENOSYS);
}

#define NOT_OFFERED(id, name, out_size) {id, name, not_offered, COMMAND_ABSENT, 0, out_size, ENOSYS}

static const struct command commands[] = {
    SERVED(0, "RegisterClient", register_client, 0x30, 8),
    ACCEPTED(1, "StartMonitoring"),
    SERVED(2, "Socket", open_socket, 0xc, 8),
    SERVED(3, "SocketExempt", open_socket, 0xc, 8),
    NOT_OFFERED(4, "Open", 8),
    SERVED(5, "Select", bsd_select, 0x20, 8),
    SERVED(6, "Poll", bsd_poll, 8, 8),
    NOT_OFFERED(7, "Sysctl", 0xc),
    SERVED(8, "Recv", bsd_receive, 8, 8),
    SERVED(9, "RecvFrom", bsd_receive_from, 8, 0xc),
    SERVED(10, "Send", bsd_send, 8, 8),
    SERVED(11, "SendTo", bsd_send_to, 8, 8),
    SERVED(12, "Accept", accept_socket, 4, 0xc),
    SERVED(13, "Bind", bind_socket, 4, 8),
    SERVED(14, "Connect", connect_socket, 4, 8),
    SERVED(15, "GetPeerName", get_peer_name, 4, 0xc),
    SERVED(16, "GetSockName", get_own_name, 4, 0xc),
    SERVED(17, "GetSockOpt", bsd_get_option, 0xc, 0xc),
    SERVED(18, "Listen", listen_socket, 8, 8),
    SERVED(19, "Ioctl", bsd_ioctl, 0xc, 8),
    SERVED(20, "Fcntl", bsd_fcntl, 0xc, 8),
    SERVED(21, "SetSockOpt", bsd_set_option, 0xc, 8),
    SERVED(22, "Shutdown", shutdown_socket, 8, 8),
    SERVED(23, "ShutdownAllSockets", shutdown_all, 4, 8),
    SERVED(24, "Write", bsd_write, 4, 8),
    SERVED(25, "Read", bsd_read, 4, 8),
    SERVED(26, "Close", close_socket, 4, 8),
    SERVED(27, "DuplicateSocket", duplicate_socket, 4, 8),
    NOT_OFFERED(29, "RecvMMsg", 8),
    NOT_OFFERED(30, "SendMMsg", 8),
};

static const struct interface client = INTERFACE("IClient", commands, NULL);

const struct port port_bsd_u = {.name = "bsd:u", .root = &client};
const struct port port_bsd_s = {.name = "bsd:s", .root = &client};
