/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_BSD_TRANSLATE_H
#define WINDLASS_SERVICE_BSD_TRANSLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* Between the console's socket constants (FreeBSD's) and the host's. Pure. Error numbers need no
 * table: the console's service answers with Linux numbers. */

/* False: there is no such thing here. */
bool bsd_family(int32_t bsd, int *host_out);
/* Type with the flags for close-on-exec and non-blocking. */
bool bsd_socket_type(int32_t bsd, int *host_out);
int bsd_message_flags(int32_t bsd);

struct bsd_option {
    int32_t level, name; /* the console's */
    int host_level, host_name;
    bool multicast; /* joins or leaves a group */
    bool ignored;   /* accepted, and nothing happens */
};

const struct bsd_option *bsd_find_option(int32_t level, int32_t name);

/* A socket address of the console is {u8 length, u8 family, ...}; the length is often left 0. */
bool bsd_address_to_host(const void *bsd, size_t size, struct sockaddr_storage *out,
                         socklen_t *length_out);
/* Writes what fits into room; returns the whole length (0 for a family the console lacks). */
uint32_t bsd_address_from_host(const struct sockaddr_storage *host, void *out, size_t room);

/* Events of poll. */
int16_t bsd_poll_to_host(int16_t bsd);
int16_t bsd_poll_from_host(int16_t host);

/* What programs may reach. */
enum network_policy {
    NETWORK_NONE,
    NETWORK_LOOPBACK,
    NETWORK_ALL,
};

enum network_policy network_policy(const char *option); /* NULL or unknown: loopback */
/* May a socket be bound to the address? With loopback an address of "any" becomes the loopback's.
 */
bool network_may_bind(enum network_policy policy, struct sockaddr_storage *address);
bool network_may_reach(enum network_policy policy, const struct sockaddr_storage *address);

#endif
