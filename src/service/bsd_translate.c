/* SPDX-License-Identifier: MIT */
#include "service/bsd_translate.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>

#define BSD_AF_INET       2
#define BSD_AF_INET6      28
#define BSD_SOL_SOCKET    0xffff
#define BSD_SOCK_CLOEXEC  0x10000000
#define BSD_SOCK_NONBLOCK 0x20000000

bool bsd_family(int32_t bsd, int *host_out) {
    *host_out = bsd == BSD_AF_INET6 ? AF_INET6 : AF_INET;
    return bsd == BSD_AF_INET || bsd == BSD_AF_INET6;
}

bool bsd_socket_type(int32_t bsd, int *host_out) {
    int32_t type = bsd & ~(BSD_SOCK_CLOEXEC | BSD_SOCK_NONBLOCK);
    *host_out = type | SOCK_CLOEXEC | (bsd & BSD_SOCK_NONBLOCK ? SOCK_NONBLOCK : 0);
    return type == SOCK_STREAM || type == SOCK_DGRAM || type == SOCK_RAW;
}

int bsd_message_flags(int32_t bsd) {
    static const struct {
        int32_t bsd;
        int host;
    } flags[] = {
        {0x1, MSG_OOB},    {0x2, MSG_PEEK},     {0x4, MSG_DONTROUTE},
        {0x10, MSG_TRUNC}, {0x40, MSG_WAITALL}, {0x80, MSG_DONTWAIT},
    };
    int host = MSG_NOSIGNAL; /* no signal ever reaches a guest */
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        host |= bsd & flags[i].bsd ? flags[i].host : 0;
    }
    return host;
}

static const struct bsd_option options[] = {
    {BSD_SOL_SOCKET, 0x0001, SOL_SOCKET, SO_DEBUG, .ignored = true},
    {BSD_SOL_SOCKET, 0x0002, SOL_SOCKET, SO_ACCEPTCONN},
    {BSD_SOL_SOCKET, 0x0004, SOL_SOCKET, SO_REUSEADDR},
    {BSD_SOL_SOCKET, 0x0008, SOL_SOCKET, SO_KEEPALIVE},
    {BSD_SOL_SOCKET, 0x0010, SOL_SOCKET, SO_DONTROUTE},
    {BSD_SOL_SOCKET, 0x0020, SOL_SOCKET, SO_BROADCAST},
    {BSD_SOL_SOCKET, 0x0080, SOL_SOCKET, SO_LINGER},
    {BSD_SOL_SOCKET, 0x0100, SOL_SOCKET, SO_OOBINLINE},
    {BSD_SOL_SOCKET, 0x0200, SOL_SOCKET, SO_REUSEPORT},
    {BSD_SOL_SOCKET, 0x0800, SOL_SOCKET, 0, .ignored = true}, /* SO_NOSIGPIPE */
    {BSD_SOL_SOCKET, 0x1001, SOL_SOCKET, SO_SNDBUF},
    {BSD_SOL_SOCKET, 0x1002, SOL_SOCKET, SO_RCVBUF},
    {BSD_SOL_SOCKET, 0x1004, SOL_SOCKET, SO_RCVLOWAT},
    {BSD_SOL_SOCKET, 0x1005, SOL_SOCKET, SO_SNDTIMEO},
    {BSD_SOL_SOCKET, 0x1006, SOL_SOCKET, SO_RCVTIMEO},
    {BSD_SOL_SOCKET, 0x1007, SOL_SOCKET, SO_ERROR},
    {BSD_SOL_SOCKET, 0x1008, SOL_SOCKET, SO_TYPE},
    {IPPROTO_IP, 3, IPPROTO_IP, IP_TOS},
    {IPPROTO_IP, 4, IPPROTO_IP, IP_TTL},
    {IPPROTO_IP, 9, IPPROTO_IP, IP_MULTICAST_IF},
    {IPPROTO_IP, 10, IPPROTO_IP, IP_MULTICAST_TTL},
    {IPPROTO_IP, 11, IPPROTO_IP, IP_MULTICAST_LOOP},
    {IPPROTO_IP, 12, IPPROTO_IP, IP_ADD_MEMBERSHIP, .multicast = true},
    {IPPROTO_IP, 13, IPPROTO_IP, IP_DROP_MEMBERSHIP, .multicast = true},
    {IPPROTO_TCP, 1, IPPROTO_TCP, TCP_NODELAY},
    {IPPROTO_TCP, 2, IPPROTO_TCP, TCP_MAXSEG},
    {IPPROTO_TCP, 256, IPPROTO_TCP, TCP_KEEPIDLE},
    {IPPROTO_TCP, 512, IPPROTO_TCP, TCP_KEEPINTVL},
    {IPPROTO_TCP, 1024, IPPROTO_TCP, TCP_KEEPCNT},
    {IPPROTO_IPV6, 4, IPPROTO_IPV6, IPV6_UNICAST_HOPS},
    {IPPROTO_IPV6, 27, IPPROTO_IPV6, IPV6_V6ONLY},
};

const struct bsd_option *bsd_find_option(int32_t level, int32_t name) {
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (options[i].level == level && options[i].name == name) {
            return &options[i];
        }
    }
    return NULL;
}

bool bsd_address_to_host(const void *bsd, size_t size, struct sockaddr_storage *out,
                         socklen_t *length_out) {
    const uint8_t *p = bsd;
    *out = (struct sockaddr_storage){0};
    /* Behind the two leading bytes both systems agree. */
    if (size >= sizeof(struct sockaddr_in) && p[1] == BSD_AF_INET) {
        *length_out = sizeof(struct sockaddr_in);
        out->ss_family = AF_INET;
    } else if (size >= sizeof(struct sockaddr_in6) && p[1] == BSD_AF_INET6) {
        *length_out = sizeof(struct sockaddr_in6);
        out->ss_family = AF_INET6;
    } else {
        return false;
    }
    memcpy((uint8_t *)out + 2, p + 2, *length_out - 2);
    return true;
}

uint32_t bsd_address_from_host(const struct sockaddr_storage *host, void *out, size_t room) {
    uint8_t bytes[sizeof(struct sockaddr_in6)];
    bool v6 = host->ss_family == AF_INET6;
    size_t length = v6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    if (!v6 && host->ss_family != AF_INET) {
        return 0;
    }
    memcpy(bytes, host, length);
    bytes[0] = (uint8_t)length;
    bytes[1] = v6 ? BSD_AF_INET6 : BSD_AF_INET;
    if (room) {
        memcpy(out, bytes, room < length ? room : length);
    }
    return (uint32_t)length;
}

/* The first six bits and the two of priority data are alike; BSD's POLLWRNORM is its POLLOUT. */
#define POLL_COMMON 0xff

int16_t bsd_poll_to_host(int16_t bsd) {
    return bsd & POLL_COMMON;
}

int16_t bsd_poll_from_host(int16_t host) {
    return host & POLL_COMMON;
}

enum network_policy network_policy(const char *option) {
    if (option && !strcmp(option, "none")) {
        return NETWORK_NONE;
    }
    return option && !strcmp(option, "all") ? NETWORK_ALL : NETWORK_LOOPBACK;
}

static bool is_loopback(const struct sockaddr_storage *address) {
    if (address->ss_family == AF_INET) {
        const struct sockaddr_in *v4 = (const void *)address;
        return ntohl(v4->sin_addr.s_addr) >> 24 == 127;
    }
    const struct sockaddr_in6 *v6 = (const void *)address;
    const uint8_t *a = v6->sin6_addr.s6_addr;
    bool mapped = IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr) && a[12] == 127;
    return address->ss_family == AF_INET6 && (IN6_IS_ADDR_LOOPBACK(&v6->sin6_addr) || mapped);
}

bool network_may_bind(enum network_policy policy, struct sockaddr_storage *address) {
    if (policy == NETWORK_LOOPBACK && address->ss_family == AF_INET) {
        struct sockaddr_in *v4 = (void *)address;
        if (v4->sin_addr.s_addr == htonl(INADDR_ANY)) {
            v4->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        }
    }
    if (policy == NETWORK_LOOPBACK && address->ss_family == AF_INET6) {
        struct sockaddr_in6 *v6 = (void *)address;
        if (IN6_IS_ADDR_UNSPECIFIED(&v6->sin6_addr)) {
            v6->sin6_addr = in6addr_loopback;
        }
    }
    return network_may_reach(policy, address);
}

bool network_may_reach(enum network_policy policy, const struct sockaddr_storage *address) {
    return policy == NETWORK_ALL || (policy == NETWORK_LOOPBACK && is_loopback(address));
}
