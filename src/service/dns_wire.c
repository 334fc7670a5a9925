/* SPDX-License-Identifier: MIT */
#include "service/dns_wire.h"

#include "service/bsd_translate.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#define NODE_MAGIC  0xbeefcafeu
#define BSD_AF_INET 2

static const struct {
    uint32_t bsd;
    int host;
} flags[] = {
    {0x1, AI_PASSIVE}, {0x2, AI_CANONNAME},    {0x4, AI_NUMERICHOST}, {0x8, AI_NUMERICSERV},
    {0x100, AI_ALL},   {0x400, AI_ADDRCONFIG}, {0x800, AI_V4MAPPED},
};

bool dns_read_hints(const void *data, size_t size, struct addrinfo *out, struct error *error) {
    *out = (struct addrinfo){0};
    struct reader r;
    reader_init(&r, data, size, "resolver hints", error);
    if (size == 0 || ntohl(reader_u32(&r, "magic")) != NODE_MAGIC) {
        return reader_ok(&r); /* a list that ends at once */
    }
    uint32_t bsd_flags = ntohl(reader_u32(&r, "flags"));
    int32_t family = (int32_t)ntohl(reader_u32(&r, "family"));
    out->ai_socktype = (int)ntohl(reader_u32(&r, "socket type"));
    out->ai_protocol = (int)ntohl(reader_u32(&r, "protocol"));
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        out->ai_flags |= bsd_flags & flags[i].bsd ? flags[i].host : 0;
    }
    if (family != 0 && !bsd_family(family, &out->ai_family)) {
        reader_fail(&r, 8, "family", "%d is unknown", family);
    }
    return reader_ok(&r);
}

struct writer {
    uint8_t *out;
    size_t room, at;
    bool full;
};

static void put(struct writer *w, const void *data, size_t size) {
    if (w->full || size > w->room - w->at) {
        w->full = true;
        return;
    }
    memcpy(w->out + w->at, data, size);
    w->at += size;
}

static void put_u32(struct writer *w, uint32_t value) {
    value = htonl(value);
    put(w, &value, sizeof value);
}

static void put_u16(struct writer *w, uint16_t value) {
    value = htons(value);
    put(w, &value, sizeof value);
}

size_t dns_write_host(const char *name, const struct addrinfo *list, uint8_t *out, size_t room) {
    struct writer w = {out, room, 0, false};
    uint32_t count = 0;
    for (const struct addrinfo *a = list; a; a = a->ai_next) {
        count += a->ai_family == AF_INET;
    }
    put(&w, name, strlen(name) + 1);
    put_u32(&w, 0); /* aliases */
    put_u16(&w, BSD_AF_INET);
    put_u16(&w, 4);
    put_u32(&w, count);
    for (const struct addrinfo *a = list; a; a = a->ai_next) {
        if (a->ai_family == AF_INET) {
            put_u32(&w, ((const struct sockaddr_in *)(const void *)a->ai_addr)->sin_addr.s_addr);
        }
    }
    return w.full ? 0 : w.at;
}

/* The address as the console's memory holds it, then each field swapped again. */
static void put_address(struct writer *w, const struct sockaddr_storage *address) {
    uint8_t bytes[sizeof(struct sockaddr_in6)];
    uint32_t length = bsd_address_from_host(address, bytes, sizeof bytes);
    uint16_t port;
    memcpy(&port, bytes + 2, 2);
    port = htons(port);
    memcpy(bytes + 2, &port, 2);
    /* IPv4: the address; IPv6: flow information and scope. */
    static const size_t words4[] = {4, 0}, words6[] = {4, 24, 0};
    for (const size_t *at = address->ss_family == AF_INET6 ? words6 : words4; *at; at++) {
        uint32_t word;
        memcpy(&word, bytes + *at, 4);
        word = htonl(word);
        memcpy(bytes + *at, &word, 4);
    }
    put(w, bytes, length);
}

size_t dns_write_list(const struct addrinfo *list, uint8_t *out, size_t room) {
    struct writer w = {out, room, 0, false};
    for (const struct addrinfo *a = list; a; a = a->ai_next) {
        struct sockaddr_storage address = {0};
        memcpy(&address, a->ai_addr,
               a->ai_addrlen < sizeof address ? a->ai_addrlen : sizeof address);
        uint8_t bsd[sizeof(struct sockaddr_in6)];
        uint32_t length = bsd_address_from_host(&address, bsd, sizeof bsd);
        if (!length) {
            continue;
        }
        put_u32(&w, NODE_MAGIC);
        put_u32(&w, 0); /* flags mean nothing in an answer */
        put_u32(&w, bsd[1]);
        put_u32(&w, (uint32_t)a->ai_socktype);
        put_u32(&w, (uint32_t)a->ai_protocol);
        put_u32(&w, length);
        put_address(&w, &address);
        const char *name = a->ai_canonname ? a->ai_canonname : "";
        put(&w, name, strlen(name) + 1);
    }
    put_u32(&w, 0);
    return w.full ? 0 : w.at;
}

int32_t dns_gai_code(int host) {
    static const struct {
        int host;
        int32_t bsd;
    } codes[] = {
        {0, 0},          {EAI_AGAIN, 2},  {EAI_BADFLAGS, 3}, {EAI_FAIL, 4},      {EAI_FAMILY, 5},
        {EAI_MEMORY, 6}, {EAI_NONAME, 8}, {EAI_SERVICE, 9},  {EAI_SOCKTYPE, 10}, {EAI_SYSTEM, 11},
        {EAI_NODATA, 8},
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (codes[i].host == host) {
            return codes[i].bsd;
        }
    }
    return 4;
}
