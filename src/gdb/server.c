/* SPDX-License-Identifier: MIT */
#include "gdb/server.h"

#include "gdb/packet.h"
#include "gdb/session.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

/* A host thread that waits for gdb, for what it sends, and for guest threads that stop. */

/* A connection. */
struct line {
    int socket;
    bool lost;
    bool heard; /* something that gdb may have sent */
    bool runs;  /* guest threads do: gdb waits for an answer */
    struct packet_parser parser;
    struct gdb_session session;
    struct strbuf sent; /* the last frame, in case that it was damaged */
};

static int listener = -1, news = -1; /* news: an eventfd; threads have stopped, or all has ended */
static pthread_t server;
static bool started;
static bool greeted;        /* some gdb was here: nobody waits for the first one any more */
static int end_status = -1; /* atomic; -1: the process runs */

static bool process_is_over(void) {
    return __atomic_load_n(&end_status, __ATOMIC_ACQUIRE) >= 0;
}

static void wake(void) {
    const uint64_t one = 1;
    if (write(news, &one, sizeof one) != sizeof one)
        return; /* it is full of news already */
}

static void clear_news(void) {
    uint64_t count;
    if (read(news, &count, sizeof count) != sizeof count)
        return; /* there was none */
}

/* ---- a connection ---- */

static void send_bytes(struct line *l, const char *bytes, size_t size) {
    while (size && !l->lost) {
        const ssize_t n = send(l->socket, bytes, size, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        l->lost = n <= 0;
        bytes += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
}

static void send_reply(struct line *l) {
    const struct strbuf *reply = &l->session.reply;
    strbuf_clear(&l->sent);
    packet_frame(&l->sent, reply->length ? reply->text : "", reply->length);
    send_bytes(l, l->sent.text, l->sent.length);
}

/* Threads have stopped; gdb is told where it waits for that. */
static void take_stop(struct line *l) {
    struct core_debug_event event;
    if (!l->runs || !core_debug_stopped(&event))
        return;
    l->runs = false;
    gdb_session_stopped(&l->session, &event);
    send_reply(l);
}

/* False: the connection is to be closed. */
static bool take_packet(struct line *l) {
    const bool acks = !l->session.no_acks;
    if (acks)
        send_bytes(l, "+", 1);
    switch (gdb_session_packet(&l->session, l->parser.text, l->parser.length)) {
    case GDB_RUNS:
        l->runs = true;
        break;
    case GDB_ANSWERS:
        send_reply(l);
        break;
    case GDB_DETACHES:
        send_reply(l);
        return false;
    case GDB_KILLED:
        if (l->session.reply.length)
            send_reply(l);
        return false;
    }
    return true;
}

/* gdb begins with an acknowledgement or a packet. What begins otherwise, as a browser that a web
 * page sends here does, is turned away. */
static bool may_be_gdb(struct line *l, uint8_t byte) {
    l->heard |= byte == '+' || byte == '$';
    return l->heard;
}

static bool take_byte(struct line *l, uint8_t byte) {
    switch (packet_take(&l->parser, byte)) {
    case PACKET_NOTHING:
        break;
    case PACKET_INTERRUPT:
        l->session.interrupted = l->runs;
        core_debug_halt();
        break;
    case PACKET_AGAIN:
        send_bytes(l, l->sent.text, l->sent.length);
        break;
    case PACKET_DAMAGED:
        send_bytes(l, "-", 1);
        break;
    case PACKET_READY: /* while threads run, gdb sends nothing but interrupts */
        return l->runs || take_packet(l);
    }
    return !l->lost;
}

/* False: gdb is gone. */
static bool take_bytes(struct line *l) {
    uint8_t bytes[4096];
    const ssize_t n = recv(l->socket, bytes, sizeof bytes, 0);
    if (n < 0)
        return errno == EINTR;
    for (ssize_t i = 0; i < n; i++)
        if (!may_be_gdb(l, bytes[i]) || !take_byte(l, bytes[i]))
            return false;
    return n > 0;
}

static void say_goodbye(struct line *l) {
    if (!l->runs)
        return;
    strbuf_clear(&l->session.reply);
    strbuf_addf(&l->session.reply, "W%02x", __atomic_load_n(&end_status, __ATOMIC_ACQUIRE) & 0xff);
    send_reply(l);
}

static bool readable(const struct pollfd *p) {
    return p->revents & (POLLIN | POLLERR | POLLHUP);
}

/* Waits for guest threads and, where it is to, for gdb. False: the connection is over. */
static bool wait_for_news(struct line *l, bool for_gdb) {
    struct pollfd wanted[] = {{news, POLLIN, 0}, {for_gdb ? l->socket : -1, POLLIN, 0}};
    if (poll(wanted, 2, -1) < 0)
        return errno == EINTR;
    if (readable(&wanted[0]))
        clear_news();
    if (process_is_over()) {
        say_goodbye(l);
        return false;
    }
    take_stop(l);
    return !l->lost && (!readable(&wanted[1]) || take_bytes(l));
}

/* gdb asks first, so that it is heard when all threads have stopped for it. */
static bool stop_all(struct line *l) {
    struct core_debug_event event;
    core_debug_attach();
    while (!core_debug_stopped(&event))
        if (!wait_for_news(l, false))
            return false;
    gdb_session_stopped(&l->session, &event);
    return true;
}

static void serve(int socket) {
    static struct line l; /* one at a time, and large */
    const int on = 1;
    l = (struct line){.socket = socket};
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    gdb_session_open(&l.session, &process_target);
    if (stop_all(&l))
        while (wait_for_news(&l, true))
            ;
    greeted |= l.heard;
    if (greeted)
        core_debug_detach();
    gdb_session_close(&l.session);
    strbuf_free(&l.sent);
    close(socket);
}

/* ---- the port ---- */

static void *run(void *unused) {
    (void)unused;
    while (!process_is_over()) {
        struct pollfd wanted[] = {{news, POLLIN, 0}, {listener, POLLIN, 0}};
        if (poll(wanted, 2, -1) < 0 && errno != EINTR)
            break;
        if (wanted[0].revents)
            clear_news();
        if (!wanted[1].revents)
            continue;
        const int socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (socket >= 0)
            serve(socket);
    }
    return NULL;
}

static bool open_port(uint16_t port, uint16_t *chosen, struct error *error) {
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    const int on = 1;
    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0 ||
        bind(listener, (struct sockaddr *)&at, sizeof at) < 0 || listen(listener, 1) < 0 ||
        getsockname(listener, (struct sockaddr *)&at, &size) < 0)
        return error_set(error, ERROR_IO,
                         "--gdb: port %u of 127.0.0.1 cannot be used: %s; another one, or 0 for "
                         "any, may do",
                         port, strerror(errno));
    *chosen = ntohs(at.sin_port);
    return true;
}

static bool is_exact(const struct lifted_program *p) {
    bool lifted = false;
    for (size_t i = 0; i < p->module_count; i++)
        lifted |= p->modules[i].entry_count != 0;
    return p->exact || !lifted;
}

bool gdb_server_start(const struct lifted_program *program, uint16_t port, struct error *error) {
    uint16_t chosen;
    if (!is_exact(program))
        return error_set(error, ERROR_USAGE,
                         "--gdb: %s was lifted for speed; build it again with --debug, or use "
                         "`windlass run --gdb`, which does",
                         program->name);
    news = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (news < 0)
        return error_set(error, ERROR_LIMIT, "--gdb: no eventfd: %s", strerror(errno));
    if (!open_port(port, &chosen, error))
        return false;
    process_target_is(program);
    core_debug_begin(wake);
    const int failed = pthread_create(&server, NULL, run, NULL);
    if (failed)
        return error_set(error, ERROR_LIMIT, "--gdb: no host thread: %s", strerror(failed));
    started = true;
    fprintf(stderr,
            "windlass: %s waits for gdb: gdb-multiarch PROGRAM.elf -ex 'target remote "
            "127.0.0.1:%u'\n",
            program->name, chosen);
    return true;
}

void gdb_server_end(int status) {
    if (!started)
        return;
    __atomic_store_n(&end_status, status & 0xff, __ATOMIC_RELEASE);
    wake();
    pthread_join(server, NULL);
    close(listener);
    close(news);
    started = false;
}
