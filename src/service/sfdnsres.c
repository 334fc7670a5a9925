/* SPDX-License-Identifier: MIT */
#include "base/blocking.h"
#include "base/log.h"
#include "service/answers.h"
#include "service/bsd.h"
#include "service/dns_wire.h"
#include "service/ports.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

/* sfdnsres - IResolver. Without "network = all" only numbers and localhost have addresses, and no
 * question leaves the machine. */

#define NAME_BYTES 0x400

enum host_error {
    HOST_OK = 0,
    HOST_UNKNOWN = 1,
    HOST_TRY_AGAIN = 2,
    HOST_FAILED = 3,
    HOST_NO_DATA = 4,
};

/* A NUL-terminated copy of a text buffer; false where it is empty. */
static bool text_in(struct call *c, unsigned n, char out[NAME_BYTES]) {
    struct buffer b = call_buffer_in(c, n);
    size_t size = b.size < NAME_BYTES - 1 ? b.size : NAME_BYTES - 1;
    if (size) {
        memcpy(out, b.data, size);
    }
    out[size] = 0;
    return out[0] != 0;
}

/* getaddrinfo within the policy. */
static int look_up(const char *node, const char *service, const struct addrinfo *hints,
                   struct addrinfo **list) {
    static bool told;
    enum network_policy policy = bsd_policy();
    struct addrinfo h = *hints;
    if (policy == NETWORK_NONE) {
        return EAI_FAIL;
    }
    if (policy == NETWORK_LOOPBACK && node && strcmp(node, "localhost")) {
        h.ai_flags |= AI_NUMERICHOST;
    }
    blocking_call("getaddrinfo");
    int code = getaddrinfo(node, service, &h, list);
    if (code == EAI_NONAME && h.ai_flags & AI_NUMERICHOST && !(hints->ai_flags & AI_NUMERICHOST)) {
        log_once(&told, LOG_NET, "the name \"%s\" was not looked up (--network all allows it)",
                 node);
    }
    return code;
}

struct host_reply {
    uint32_t host_error, error_number, size;
};

static uint32_t host_error(int code) {
    return code == 0           ? HOST_OK
           : code == EAI_AGAIN ? HOST_TRY_AGAIN
           : code == EAI_FAIL  ? HOST_FAILED
                               : HOST_UNKNOWN;
}

static result put_host(struct call *c, const char *name, int code, struct addrinfo *list) {
    struct buffer out = call_buffer_out(c, 0);
    struct host_reply reply = {.host_error = host_error(code)};
    if (code == 0) {
        reply.size = (uint32_t)dns_write_host(name, list, out.data, out.size);
        if (!reply.size) {
            reply.host_error = HOST_FAILED;
            reply.error_number = ENOSPC;
        }
        freeaddrinfo(list);
    }
    memcpy(call_out(c), &reply, sizeof reply);
    return 0;
}

static result host_by_name(struct call *c) {
    char name[NAME_BYTES];
    const struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
    struct addrinfo *list = NULL;
    int code = text_in(c, 0, name) ? look_up(name, NULL, &hints, &list) : EAI_NONAME;
    return put_host(c, name, code, list);
}

static result host_by_address(struct call *c) {
    struct buffer in = call_buffer_in(c, 0);
    struct sockaddr_in address = {.sin_family = AF_INET};
    struct addrinfo list = {.ai_family = AF_INET, .ai_addr = (struct sockaddr *)&address};
    char name[NI_MAXHOST] = "";
    struct host_reply reply = {.host_error = HOST_UNKNOWN};
    if (in.size >= sizeof address.sin_addr) {
        memcpy(&address.sin_addr, in.data, sizeof address.sin_addr);
        struct sockaddr_storage where = {0};
        memcpy(&where, &address, sizeof address);
        blocking_call("getnameinfo");
        if (network_may_reach(bsd_policy(), &where) &&
            getnameinfo((struct sockaddr *)&address, sizeof address, name, sizeof name, NULL, 0,
                        NI_NAMEREQD) == 0) {
            struct buffer out = call_buffer_out(c, 0);
            reply.size = (uint32_t)dns_write_host(name, &list, out.data, out.size);
            reply.host_error = reply.size ? HOST_OK : HOST_FAILED;
        }
    }
    memcpy(call_out(c), &reply, sizeof reply);
    return 0;
}

static result put_text(struct call *c, const char *text) {
    struct buffer b = call_buffer_out(c, 0);
    if (b.size) {
        snprintf((char *)b.data, b.size, "%s", text);
    }
    return 0;
}

static result host_error_text(struct call *c) {
    static const char *const texts[] = {"Resolver Error 0 (no error)", "Unknown host",
                                        "Host name lookup failure", "Unknown server error",
                                        "No address associated with name"};
    uint32_t code = *(const uint32_t *)call_in(c);
    return put_text(c,
                    code < sizeof texts / sizeof *texts ? texts[code] : "Unknown resolver error");
}

static result gai_error_text(struct call *c) {
    static const char *const texts[] = {
        [0] = "Success",
        [2] = "Temporary failure in name resolution",
        [3] = "Invalid value for ai_flags",
        [4] = "Non-recoverable failure in name resolution",
        [5] = "ai_family not supported",
        [6] = "Memory allocation failure",
        [8] = "hostname nor servname provided, or not known",
        [9] = "servname not supported for ai_socktype",
        [10] = "ai_socktype not supported",
        [11] = "System error returned in errno",
    };
    uint32_t code = *(const uint32_t *)call_in(c);
    bool known = code < sizeof texts / sizeof *texts && texts[code];
    return put_text(c, known ? texts[code] : "Unknown error");
}

static result address_info(struct call *c) {
    char node[NAME_BYTES], service[NAME_BYTES];
    struct buffer hints_in = call_buffer_in(c, 2), out = call_buffer_out(c, 0);
    struct addrinfo hints, *list = NULL;
    struct error error = {0};
    struct {
        uint32_t error_number;
        int32_t code;
        uint32_t size;
    } reply = {0};
    bool has_node = text_in(c, 0, node), has_service = text_in(c, 1, service);
    int code = EAI_BADFLAGS;
    if (dns_read_hints(hints_in.data, hints_in.size, &hints, &error)) {
        code = look_up(has_node ? node : NULL, has_service ? service : NULL, &hints, &list);
    } else {
        log_warning(LOG_NET, "%s", error.text);
    }
    reply.error_number = code == EAI_SYSTEM ? (uint32_t)errno : 0;
    if (code == 0) {
        reply.size = (uint32_t)dns_write_list(list, out.data, out.size);
        code = reply.size ? 0 : EAI_MEMORY;
        freeaddrinfo(list);
    }
    reply.code = dns_gai_code(code);
    memcpy(call_out(c), &reply, sizeof reply);
    return 0;
}

static result name_info(struct call *c) {
    struct buffer in = call_buffer_in(c, 0);
    struct buffer host = call_buffer_out(c, 0), service = call_buffer_out(c, 1);
    struct sockaddr_storage address;
    socklen_t length;
    struct {
        uint32_t error_number;
        int32_t code;
    } reply = {0};
    blocking_call("getnameinfo");
    int code = EAI_FAMILY;
    if (bsd_address_to_host(in.data, in.size, &address, &length)) {
        /* NI_NUMERICHOST and NI_NUMERICSERV are 2 and 8 there; here always numbers unless the
         * outside may be asked. */
        uint32_t wanted = *(const uint32_t *)call_in(c);
        bool numeric = wanted & 2 || bsd_policy() != NETWORK_ALL;
        code = getnameinfo((struct sockaddr *)&address, length, (char *)host.data,
                           (socklen_t)host.size, (char *)service.data, (socklen_t)service.size,
                           (numeric ? NI_NUMERICHOST : 0) | (wanted & 8 ? NI_NUMERICSERV : 0));
    }
    reply.code = dns_gai_code(code);
    memcpy(call_out(c), &reply, sizeof reply);
    return 0;
}

static const struct command commands[] = {
    SERVED(2, "GetHostByNameRequest", host_by_name, 0x10, 0xc),
    SERVED(3, "GetHostByAddrRequest", host_by_address, 0x18, 0xc),
    SERVED(4, "GetHostStringErrorRequest", host_error_text, 4, 0),
    SERVED(5, "GetGaiStringErrorRequest", gai_error_text, 4, 0),
    SERVED(6, "GetAddrInfoRequest", address_info, 0x10, 0xc),
    SERVED(7, "GetNameInfoRequest", name_info, 0x10, 8),
    FIXED(8, "GetCancelHandleRequest", 4, 1),
    ACCEPTED(9, "CancelRequest"),
};

static const struct interface resolver = INTERFACE("IResolver", commands, NULL);

const struct port port_sfdnsres = {.name = "sfdnsres", .root = &resolver};
