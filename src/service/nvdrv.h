/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_NVDRV_H
#define WINDLASS_SERVICE_NVDRV_H

#include "service/service.h"

/* The graphics driver's service: devices with numbered requests (ioctls). A device is one file
 * with one table. */

/* Ends of a request, as the driver numbers them. */
enum nv_error {
    NV_OK = 0,
    NV_NOT_IMPLEMENTED = 1,
    NV_NOT_SUPPORTED = 2,
    NV_NOT_INITIALIZED = 3,
    NV_BAD_PARAMETER = 4,
    NV_TIMEOUT = 5,
    NV_NO_MEMORY = 6,
    NV_INVALID_STATE = 8,
    NV_INVALID_ADDRESS = 9,
    NV_INVALID_SIZE = 10,
    NV_BAD_VALUE = 11,
    NV_ALREADY_ALLOCATED = 13,
    NV_BUSY = 14,
    NV_RESOURCE_ERROR = 15,
    NV_FILE_FAILED = 0x30003,
    NV_IOCTL_FAILED = 0x3000f,
};

#define NV_ARGUMENT_MAX 0x4000u /* 14 bits of the request number say its size */

/* One request while it is served. */
struct nv_call {
    void *file;                                    /* what the device's open() made */
    _Alignas(8) uint8_t argument[NV_ARGUMENT_MAX]; /* in and out */
    uint32_t size;                                 /* of the argument */
    struct buffer extra_in, extra_out;             /* Ioctl2's and Ioctl3's second buffers */
};

typedef uint32_t nv_handler(struct nv_call *c); /* an nv_error */

struct nv_ioctl {
    uint16_t number; /* the low half of a request: magic << 8 | number */
    const char *name;
    uint16_t size; /* of the argument: at least; 0: none */
    nv_handler *call;
    enum command_status status;
};

struct nv_device {
    const char *path;
    const struct nv_ioctl *ioctls;
    size_t ioctl_count;
    void *(*open)(void);       /* may be NULL */
    void (*close)(void *file); /* may be NULL */
    /* QueryEvent: the readable end of that number, a reference for the caller, or NULL. */
    struct object *(*event)(void *file, uint32_t number);
};

#define NV_DEVICE(path_, ioctls_)                                                                  \
    .path = (path_), .ioctls = (ioctls_), .ioctl_count = sizeof(ioctls_) / sizeof((ioctls_)[0])

/* Every device, for the service and for docs/services.md. */
extern const struct nv_device *const nv_devices[];
extern const size_t nv_device_count;

extern const struct nv_device nv_device_map;
extern const struct nv_device nv_device_ctrl;
/* The GPU's three: memory and channels can be set up as programs of 2018 do even where they draw
 * with the CPU alone; what a channel is given to execute is refused, with one line. */
extern const struct nv_device nv_device_ctrl_gpu;
extern const struct nv_device nv_device_address_space;
extern const struct nv_device nv_device_channel;

#endif
