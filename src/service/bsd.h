/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_BSD_H
#define WINDLASS_SERVICE_BSD_H

#include "service/bsd_translate.h"
#include "service/service.h"

#include <poll.h>
#include <sys/socket.h>

/* bsd:u and bsd:s: what their files share. */

#define BSD_SOCKETS 128

/* The guest's socket numbers stand for sockets of the host, counted: a close while another thread
 * is inside takes effect when that one comes out. */
int bsd_socket_add(int host);     /* the number, or -1 when all are taken (host is closed) */
int bsd_socket_enter(int number); /* the host's descriptor, or -1; leave after use */
void bsd_socket_leave(int number);
bool bsd_socket_close(int number); /* false: there is no such socket */
void bsd_socket_shutdown_all(int how);

/* Every reply starts so; errno_ counts where ret < 0. */
struct bsd_reply {
    int32_t ret, errno_;
};

/* Ends a handler. */
result bsd_return(struct call *c, int64_t ret);    /* errno where ret < 0 */
result bsd_fail(struct call *c, int error_number); /* -1 */

enum network_policy bsd_policy(void);

result bsd_select(struct call *c);
result bsd_poll(struct call *c);
result bsd_get_option(struct call *c);
result bsd_set_option(struct call *c);
result bsd_ioctl(struct call *c);
result bsd_fcntl(struct call *c);
result bsd_receive(struct call *c);
result bsd_receive_from(struct call *c);
result bsd_read(struct call *c);
result bsd_send(struct call *c);
result bsd_send_to(struct call *c);
result bsd_write(struct call *c);

/* Waits for the host's poll(); timeout_ms < 0: for ever. What is no socket (fd -1) is skipped. */
int bsd_wait(struct pollfd *sockets, uint32_t count, int64_t timeout_ms);
/* Before a call that may block: false with errno set where it would, until the socket's timeout. */
bool bsd_await(int host, short events, int flags);
/* recvfrom() and sendto(). */
ssize_t bsd_receive_waiting(int host, struct buffer b, int flags, struct sockaddr *from,
                            socklen_t *length);
ssize_t bsd_send_waiting(int host, struct buffer b, int flags, const struct sockaddr *to,
                         socklen_t length);

/* Under the loopback policy a socket without a name gets a loopback one before the host would give
 * it one that the outside can reach. False with errno set. */
bool bsd_name_socket(int host);

#endif
