/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_DNS_WIRE_H
#define WINDLASS_SERVICE_DNS_WIRE_H

#include "base/reader.h"

#include <netdb.h>

/* Host entries and address lists as the console's resolver sends them: a flat row of fields, each
 * swapped to big-endian, those that are big-endian already once more. Pure. */

/* Flags, family, type and protocol of a hints record; an empty one gives all zeros. False where
 * it is malformed. */
MUST_CHECK bool dns_read_hints(const void *data, size_t size, struct addrinfo *out,
                               struct error *error);
/* The bytes written, 0 where out has too little room. */
size_t dns_write_host(const char *name, const struct addrinfo *list, uint8_t *out, size_t room);
size_t dns_write_list(const struct addrinfo *list, uint8_t *out, size_t room);

/* The console's numbers for getaddrinfo's ends. */
int32_t dns_gai_code(int host);

#endif
