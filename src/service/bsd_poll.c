/* SPDX-License-Identifier: MIT */
#include "service/bsd.h"

#include <errno.h>
#include <string.h>

/* poll and select: both become the host's poll over at most BSD_SOCKETS sockets. */

struct watch {
    struct pollfd host[BSD_SOCKETS];
    int32_t number[BSD_SOCKETS]; /* entered where host[i].fd >= 0 */
    uint32_t count;
};

static void watch_add(struct watch *w, int32_t number, short events) {
    struct pollfd *p = &w->host[w->count];
    *p = (struct pollfd){.fd = bsd_socket_enter(number), .events = events};
    w->number[w->count++] = number;
}

static void watch_end(struct watch *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        if (w->host[i].fd >= 0) {
            bsd_socket_leave(w->number[i]);
        }
    }
}

struct poll_entry {
    int32_t number;
    int16_t events, revents;
};

result bsd_poll(struct call *c) {
    const struct {
        uint32_t count;
        int32_t timeout_ms;
    } *in = call_in(c);
    struct buffer from = call_buffer_in(c, 0), to = call_buffer_out(c, 0);
    struct poll_entry entries[BSD_SOCKETS];
    struct watch w = {.count = 0};
    size_t size = (size_t)in->count * sizeof *entries;
    if (in->count > BSD_SOCKETS || from.size < size || to.size < size) {
        return bsd_fail(c, EINVAL);
    }
    if (size) {
        memcpy(entries, from.data, size);
    }
    int bad = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        watch_add(&w, entries[i].number, bsd_poll_to_host(entries[i].events));
        bad += w.host[i].fd < 0 && entries[i].number >= 0;
    }
    int n = bsd_wait(w.host, w.count, bad ? 0 : in->timeout_ms);
    for (uint32_t i = 0; i < in->count; i++) {
        bool is_bad = w.host[i].fd < 0 && entries[i].number >= 0;
        entries[i].revents = is_bad ? POLLNVAL : bsd_poll_from_host(w.host[i].revents);
    }
    watch_end(&w);
    if (n >= 0 && size) {
        memcpy(to.data, entries, size);
    }
    return bsd_return(c, n < 0 ? n : n + bad);
}

#define SET_BYTES (BSD_SOCKETS / 8)

static void get_set(struct call *c, unsigned n, uint8_t set[SET_BYTES]) {
    struct buffer b = call_buffer_in(c, n);
    memset(set, 0, SET_BYTES);
    if (b.data) {
        memcpy(set, b.data, b.size < SET_BYTES ? b.size : SET_BYTES);
    }
}

static bool has(const uint8_t set[SET_BYTES], uint32_t bit) {
    return set[bit / 8] >> (bit % 8) & 1;
}

result bsd_select(struct call *c) {
    static const short events[3] = {POLLIN, POLLOUT, POLLPRI};
    static const short fires[3] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI};
    const struct {
        int32_t count, pad;
        int64_t seconds, microseconds;
        uint8_t forever;
    } *in = call_in(c);
    uint8_t sets[3][SET_BYTES], ready[3][SET_BYTES] = {0};
    struct watch w = {.count = 0};
    bool bad = in->count < 0 || in->seconds < 0 || in->microseconds < 0;
    for (unsigned s = 0; s < 3; s++) {
        get_set(c, s, sets[s]);
    }
    for (uint32_t i = 0; !bad && i < (uint32_t)in->count && i < BSD_SOCKETS; i++) {
        short wanted = 0;
        for (unsigned s = 0; s < 3; s++) {
            wanted |= has(sets[s], i) ? events[s] : 0;
        }
        if (wanted) {
            watch_add(&w, (int32_t)i, wanted);
            bad |= w.host[w.count - 1].fd < 0;
        }
    }
    if (bad) {
        watch_end(&w);
        return bsd_fail(c, in->count < 0 ? EINVAL : EBADF);
    }
    int64_t ms =
        in->seconds > INT32_MAX ? INT32_MAX : in->seconds * 1000 + (in->microseconds + 999) / 1000;
    int n = bsd_wait(w.host, w.count, in->forever ? -1 : ms), bits = 0;
    for (uint32_t i = 0; n > 0 && i < w.count; i++) {
        uint32_t bit = (uint32_t)w.number[i];
        for (unsigned s = 0; s < 3; s++) {
            if (has(sets[s], bit) && w.host[i].revents & fires[s]) {
                ready[s][bit / 8] |= (uint8_t)(1u << (bit % 8));
                bits++;
            }
        }
    }
    watch_end(&w);
    for (unsigned s = 0; n >= 0 && s < 3; s++) {
        struct buffer b = call_buffer_out(c, s);
        if (b.data) {
            memset(b.data, 0, b.size);
            memcpy(b.data, ready[s], b.size < SET_BYTES ? b.size : SET_BYTES);
        }
    }
    return bsd_return(c, n < 0 ? n : bits);
}
