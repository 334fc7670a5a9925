/* SPDX-License-Identifier: MIT */
#include "service/bsd.h"

#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>

/* Options, ioctl and fcntl of sockets. */

struct option {
    int32_t number, level, name;
};

#define OPTION_BYTES 256

static const struct bsd_option *find(const struct option *in) {
    const struct bsd_option *o = bsd_find_option(in->level, in->name);
    if (!o) {
        log_warning(LOG_NET, "socket option level 0x%x name 0x%x is unknown", in->level, in->name);
    }
    return o;
}

result bsd_get_option(struct call *c) {
    const struct option *in = call_in(c);
    struct buffer b = call_buffer_out(c, 0);
    const struct bsd_option *o = find(in);
    int host = o ? bsd_socket_enter(in->number) : -1;
    if (host < 0) {
        return bsd_fail(c, o ? EBADF : ENOPROTOOPT);
    }
    uint8_t value[OPTION_BYTES] = {0};
    socklen_t length = b.size < sizeof value ? (socklen_t)b.size : sizeof value;
    int ret = o->ignored ? 0 : getsockopt(host, o->host_level, o->host_name, value, &length);
    bsd_socket_leave(in->number);
    if (ret == 0 && length) {
        memcpy(b.data, value, length);
    }
    uint32_t written = length;
    memcpy((uint8_t *)call_out(c) + sizeof(struct bsd_reply), &written, sizeof written);
    return bsd_return(c, ret);
}

result bsd_set_option(struct call *c) {
    const struct option *in = call_in(c);
    struct buffer b = call_buffer_in(c, 0);
    const struct bsd_option *o = find(in);
    if (!o) {
        return bsd_fail(c, ENOPROTOOPT);
    }
    if (o->multicast && bsd_policy() != NETWORK_ALL) {
        return bsd_fail(c, EADDRNOTAVAIL);
    }
    int host = bsd_socket_enter(in->number);
    if (host < 0) {
        return bsd_fail(c, EBADF);
    }
    uint8_t value[OPTION_BYTES];
    socklen_t length = b.size < sizeof value ? (socklen_t)b.size : sizeof value;
    if (length) {
        memcpy(value, b.data, length);
    }
    int ret = o->ignored ? 0 : setsockopt(host, o->host_level, o->host_name, value, length);
    bsd_socket_leave(in->number);
    return bsd_return(c, ret);
}

#define BSD_FIONREAD 0x4004667fu
#define BSD_FIONBIO  0x8004667eu

result bsd_ioctl(struct call *c) {
    const struct {
        int32_t number;
        uint32_t request;
        int32_t buffers;
    } *in = call_in(c);
    struct buffer from = call_buffer_in(c, 0), to = call_buffer_out(c, 0);
    int value = 0, ret = -1;
    int host = bsd_socket_enter(in->number);
    if (host < 0) {
        return bsd_fail(c, EBADF);
    }
    errno = EINVAL;
    if (in->request == BSD_FIONBIO && from.size >= sizeof value) {
        memcpy(&value, from.data, sizeof value);
        ret = ioctl(host, FIONBIO, &value);
    } else if (in->request == BSD_FIONREAD && to.size >= sizeof value) {
        ret = ioctl(host, FIONREAD, &value);
        memcpy(to.data, &value, sizeof value);
    } else if (in->request != BSD_FIONBIO && in->request != BSD_FIONREAD) {
        log_warning(LOG_NET, "ioctl 0x%08x of a socket is unknown", in->request);
        errno = EOPNOTSUPP;
    }
    bsd_socket_leave(in->number);
    return bsd_return(c, ret);
}

#define BSD_F_GETFL    3
#define BSD_F_SETFL    4
#define BSD_O_NONBLOCK 0x800

result bsd_fcntl(struct call *c) {
    const struct {
        int32_t number, command, flags;
    } *in = call_in(c);
    int host = bsd_socket_enter(in->number);
    if (host < 0) {
        return bsd_fail(c, EBADF);
    }
    int flags = fcntl(host, F_GETFL), ret = -1;
    if (in->command == BSD_F_GETFL && flags >= 0) {
        ret = flags & O_NONBLOCK ? BSD_O_NONBLOCK : 0;
    } else if (in->command == BSD_F_SETFL && flags >= 0) {
        bool set = in->flags & BSD_O_NONBLOCK;
        ret = fcntl(host, F_SETFL, set ? flags | O_NONBLOCK : flags & ~O_NONBLOCK);
    } else {
        errno = EOPNOTSUPP;
    }
    bsd_socket_leave(in->number);
    return bsd_return(c, ret);
}
