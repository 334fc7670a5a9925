/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "service/answers.h"
#include "service/bsd.h"
#include "service/ports.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

/* nifm:u, nifm:s and nifm:a - IStaticService, IGeneralService and IRequest: is there a network?
 * "Yes, by cable" unless service_options.network is none. */

#define NIFM_OFFLINE    RESULT(110, 300) /* 0x2586e */
#define STATE_AVAILABLE 3u
#define STATE_FREE      1u

static bool online(void) {
    return bsd_policy() != NETWORK_NONE;
}

/* The address that others know this machine by: with loopback only 127.0.0.1. */
static struct in_addr own_address(struct in_addr *mask_out) {
    struct in_addr address = {htonl(INADDR_LOOPBACK)};
    struct ifaddrs *list = NULL;
    mask_out->s_addr = htonl(0xff000000);
    if (bsd_policy() == NETWORK_ALL && getifaddrs(&list) == 0) {
        for (struct ifaddrs *i = list; i; i = i->ifa_next) {
            if (i->ifa_addr && i->ifa_netmask && i->ifa_addr->sa_family == AF_INET &&
                !(i->ifa_flags & IFF_LOOPBACK) && i->ifa_flags & IFF_UP) {
                address = ((struct sockaddr_in *)(void *)i->ifa_addr)->sin_addr;
                *mask_out = ((struct sockaddr_in *)(void *)i->ifa_netmask)->sin_addr;
                break;
            }
        }
        freeifaddrs(list);
    }
    return address;
}

static result get_address(struct call *c) {
    struct in_addr mask, address = own_address(&mask);
    if (!online()) {
        return NIFM_OFFLINE;
    }
    memcpy(call_out(c), &address, sizeof address);
    return 0;
}

/* {u8 automatic, address, mask, gateway} {u8 automatic, two name servers}, no padding. */
static result get_ip_config(struct call *c) {
    struct in_addr mask, address = own_address(&mask);
    uint8_t *out = call_out(c);
    if (!online()) {
        return NIFM_OFFLINE;
    }
    out[0] = out[0xd] = 1;
    memcpy(out + 1, &address, 4);
    memcpy(out + 5, &mask, 4);
    return 0;
}

static result get_connection_status(struct call *c) {
    uint8_t *out = call_out(c);
    if (!online()) {
        return NIFM_OFFLINE;
    }
    out[0] = 2; /* by cable */
    out[1] = 3;
    out[2] = 4; /* connected */
    return 0;
}

static result get_client_id(struct call *c) {
    const uint32_t id = 1;
    struct buffer b = call_buffer_out(c, 0);
    if (b.size >= sizeof id) {
        memcpy(b.data, &id, sizeof id);
    }
    return 0;
}

static result is_request_accepted(struct call *c) {
    *(uint8_t *)call_out(c) = online();
    return 0;
}

static result get_request_state(struct call *c) {
    *(uint32_t *)call_out(c) = online() ? STATE_AVAILABLE : STATE_FREE;
    return 0;
}

static result get_request_result(struct call *c) {
    (void)c;
    return online() ? 0 : NIFM_OFFLINE;
}

/* The first says that the state may be read, the second is for users of several requests. */
static result get_request_events(struct call *c) {
    for (int i = 0; i < 2; i++) {
        struct event *e = event_new(true);
        call_return_copy(c, event_readable(e));
        event_unref(e);
    }
    return 0;
}

static const struct command request_commands[] = {
    SERVED(0, "GetRequestState", get_request_state, 0, 4),
    SERVED(1, "GetResult", get_request_result, 0, 0),
    SERVED(2, "GetSystemEventReadableHandles", get_request_events, 0, 0),
    ACCEPTED(3, "Cancel"),
    ACCEPTED(4, "Submit"),
    ACCEPTED(5, "SetRequirement"),
    ACCEPTED(6, "SetRequirementPreset"),
    ACCEPTED(8, "SetPriority"),
    ACCEPTED(11, "SetConnectionConfirmationOption"),
    ABSENT(21, "GetAppletInfo", NIFM_OFFLINE),
    ACCEPTED(23, "SetKeptInSleep"),
    ACCEPTED(24, "RegisterSocketDescriptor"),
    ACCEPTED(25, "UnregisterSocketDescriptor"),
};

static const struct interface request = INTERFACE("IRequest", request_commands, NULL);

ANSWER_OBJECT(create_request, request)

static const struct command general_commands[] = {
    SERVED(1, "GetClientId", get_client_id, 0, 0),
    SERVED(4, "CreateRequest", create_request, 4, 0),
    ABSENT(5, "GetCurrentNetworkProfile", NIFM_OFFLINE),
    ABSENT(8, "GetNetworkProfile", NIFM_OFFLINE),
    ABSENT(9, "SetNetworkProfile", NIFM_OFFLINE),
    SERVED(12, "GetCurrentIpAddress", get_address, 0, 4),
    SERVED(15, "GetCurrentIpConfigInfo", get_ip_config, 0, 0x16),
    ACCEPTED(16, "SetWirelessCommunicationEnabled"),
    FIXED(17, "IsWirelessCommunicationEnabled", 1, 0),
    SERVED(18, "GetInternetConnectionStatus", get_connection_status, 0, 3),
    ACCEPTED(19, "SetEthernetCommunicationEnabled"),
    FIXED(20, "IsEthernetCommunicationEnabled", 1, 1),
    SERVED(21, "IsAnyInternetRequestAccepted", is_request_accepted, 0, 1),
    SERVED(22, "IsAnyForegroundRequestAccepted", is_request_accepted, 0, 1),
    ACCEPTED(23, "PutToSleep"),
    ACCEPTED(24, "WakeUp"),
    ACCEPTED(43, "SetWowlDelayedWakeTime"),
};

static const struct interface general =
    INTERFACE("IGeneralService", general_commands, NULL, &request);

ANSWER_OBJECT(create_general, general)

static const struct command static_commands[] = {
    SERVED(4, "CreateGeneralServiceOld", create_general, 0, 0),
    SERVED(5, "CreateGeneralService", create_general, 0, 0),
};

static const struct interface static_service =
    INTERFACE("IStaticService", static_commands, NULL, &general);

const struct port port_nifm_u = {.name = "nifm:u", .root = &static_service};
const struct port port_nifm_s = {.name = "nifm:s", .root = &static_service};
const struct port port_nifm_a = {.name = "nifm:a", .root = &static_service};
