/* SPDX-License-Identifier: MIT */
#include "service/bsd.h"

#include "base/blocking.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>

/* Waiting for sockets. A wait is cut into steps, so that the end of the process is noticed. With a
 * fixed schedule the host is only ever asked what it has by now, since the one that is waited for
 * may be another thread of the program. */

#define STEP_MS 1000
#define LOOK_MS 1 /* by the virtual clock */

int bsd_wait(struct pollfd *sockets, uint32_t count, int64_t timeout_ms) {
    blocking_call("poll");
    for (;;) {
        int step = timeout_ms < 0 || timeout_ms > STEP_MS ? STEP_MS : (int)timeout_ms;
        const int n = poll(sockets, count, thread_may_not_block() ? 0 : step);
        const bool nothing = n == 0 || (n < 0 && errno == EINTR);
        if (!nothing)
            return n;
        if (timeout_ms == 0)
            return 0;
        if (thread_wait_outside(LOOK_MS * 1000000))
            step = LOOK_MS;
        else if (process_ended())
            return 0;
        timeout_ms -= timeout_ms > 0 ? step : 0;
    }
}

/* Of calls on the socket; -1: they wait for ever. */
static int64_t timeout_of(int host, int option) {
    struct timeval t = {0};
    socklen_t length = sizeof t;
    getsockopt(host, SOL_SOCKET, option, &t, &length);
    const int64_t ms = (int64_t)t.tv_sec * 1000 + t.tv_usec / 1000;
    return ms > 0 ? ms : -1;
}

/* Would a call with these flags block in the host? */
static bool must_wait(int host, int flags) {
    return thread_may_not_block() && !(flags & MSG_DONTWAIT) &&
           !(fcntl(host, F_GETFL) & O_NONBLOCK);
}

bool bsd_await(int host, short events, int flags) {
    struct pollfd socket = {.fd = host, .events = events};
    if (!must_wait(host, flags))
        return true;
    bsd_wait(&socket, 1, timeout_of(host, events & POLLIN ? SO_RCVTIMEO : SO_SNDTIMEO));
    if (socket.revents)
        return true;
    errno = EAGAIN;
    return false;
}

ssize_t bsd_receive_waiting(int host, struct buffer b, int flags, struct sockaddr *from,
                            socklen_t *length) {
    size_t done = 0;
    blocking_call("receive");
    if (!must_wait(host, flags))
        return recvfrom(host, b.data, b.size, flags, from, length);
    do {
        const ssize_t n = bsd_await(host, POLLIN, flags)
                              ? recvfrom(host, b.data + done, b.size - done,
                                         (flags & ~MSG_WAITALL) | MSG_DONTWAIT, from, length)
                              : -1;
        if (n <= 0)
            return done ? (ssize_t)done : n;
        done += (size_t)n;
    } while (flags & MSG_WAITALL && done < b.size);
    return (ssize_t)done;
}

ssize_t bsd_send_waiting(int host, struct buffer b, int flags, const struct sockaddr *to,
                         socklen_t length) {
    size_t done = 0;
    blocking_call("send");
    if (!must_wait(host, flags))
        return sendto(host, b.data, b.size, flags, to, length);
    do {
        const ssize_t n =
            bsd_await(host, POLLOUT, flags)
                ? sendto(host, b.data + done, b.size - done, flags | MSG_DONTWAIT, to, length)
                : -1;
        if (n < 0)
            return done ? (ssize_t)done : n;
        done += (size_t)n;
    } while (done < b.size);
    return (ssize_t)done;
}
