/* SPDX-License-Identifier: MIT */
#include "service/nvdrv.h"

#include "service/nv_files.h"
#include "service/ports.h"

#include <string.h>

/* nvdrv, nvdrv:a, nvdrv:s and nvdrv:t - INvDrvServices: all lead to one driver. */

static void put_status(struct call *c, uint32_t status) {
    memcpy(call_out(c), &status, sizeof status);
}

static result open_device(struct call *c) {
    struct buffer path = call_buffer_in(c, 0);
    struct {
        uint32_t fd, status;
    } out = {0, NV_BAD_PARAMETER};
    if (path.data) {
        out.status = nv_open((const char *)path.data, path.size, &out.fd);
    }
    memcpy(call_out(c), &out, sizeof out);
    return 0;
}

struct ioctl_in {
    uint32_t fd, request;
};

static result ioctl1(struct call *c) {
    const struct ioctl_in *in = call_in(c);
    struct buffer none = {NULL, 0};
    put_status(
        c, nv_ioctl(in->fd, in->request, call_buffer_in(c, 0), call_buffer_out(c, 0), none, none));
    return 0;
}

static result ioctl2(struct call *c) {
    const struct ioctl_in *in = call_in(c);
    struct buffer none = {NULL, 0};
    put_status(c, nv_ioctl(in->fd, in->request, call_buffer_in(c, 0), call_buffer_out(c, 0),
                           call_buffer_in(c, 1), none));
    return 0;
}

static result ioctl3(struct call *c) {
    const struct ioctl_in *in = call_in(c);
    struct buffer none = {NULL, 0};
    put_status(c, nv_ioctl(in->fd, in->request, call_buffer_in(c, 0), call_buffer_out(c, 0), none,
                           call_buffer_out(c, 1)));
    return 0;
}

static result close_device(struct call *c) {
    put_status(c, nv_close(*(const uint32_t *)call_in(c)));
    return 0;
}

static result initialize(struct call *c) {
    put_status(c, NV_OK); /* the transfer memory is the driver's own work room: unused here */
    return 0;
}

static result query_event(struct call *c) {
    const struct {
        uint32_t fd, number;
    } *in = call_in(c);
    struct object *event = NULL;
    uint32_t status = nv_event(in->fd, in->number, &event);
    put_status(c, status);
    if (event) {
        call_return_copy(c, event);
        object_unref(event);
    }
    return 0;
}

static result map_shared_memory(struct call *c) {
    put_status(c, NV_OK);
    return 0;
}

static result get_status(struct call *c) {
    memset(call_out(c), 0, 0x20); /* the last 4 bytes are the error */
    return 0;
}

static const struct command commands[] = {
    {0, "Open", open_device, COMMAND_FULL, 0, 8},
    {1, "Ioctl", ioctl1, COMMAND_FULL, 8, 4},
    {2, "Close", close_device, COMMAND_FULL, 4, 4},
    {3, "Initialize", initialize, COMMAND_FULL, 4, 4},
    {4, "QueryEvent", query_event, COMMAND_FULL, 8, 4},
    {5, "MapSharedMem", map_shared_memory, COMMAND_FIXED, 8, 4},
    {6, "GetStatus", get_status, COMMAND_FIXED, 0, 0x20},
    {7, "SetAruidForTest", map_shared_memory, COMMAND_FIXED, 8, 4},
    {8, "SetAruid", map_shared_memory, COMMAND_FULL, 8, 4},
    {11, "Ioctl2", ioctl2, COMMAND_FULL, 8, 4},
    {12, "Ioctl3", ioctl3, COMMAND_FULL, 8, 4},
    {13, "SetGraphicsFirmwareMemoryMarginEnabled", map_shared_memory, COMMAND_FIXED, 0, 4},
};

static const struct interface interface_nvdrv = INTERFACE("INvDrvServices", commands, NULL);

const struct port port_nvdrv = {.name = "nvdrv", .root = &interface_nvdrv};
const struct port port_nvdrv_a = {.name = "nvdrv:a", .root = &interface_nvdrv};
const struct port port_nvdrv_s = {.name = "nvdrv:s", .root = &interface_nvdrv};
const struct port port_nvdrv_t = {.name = "nvdrv:t", .root = &interface_nvdrv};
