/* SPDX-License-Identifier: MIT */
#include "service/nvdrv.h"

#include "base/log.h"
#include "core/memory.h"
#include "service/nvmap.h"

#include <string.h>

/* /dev/nvmap */

static uint32_t create(struct nv_call *c) {
    struct {
        uint32_t size, handle;
    } a;
    memcpy(&a, c->argument, sizeof a);
    uint32_t status = nvmap_create(a.size, &a.handle);
    memcpy(c->argument, &a, sizeof a);
    return status;
}

static uint32_t from_id(struct nv_call *c) {
    struct {
        uint32_t id, handle;
    } a;
    memcpy(&a, c->argument, sizeof a);
    uint32_t status = nvmap_from_id(a.id, &a.handle);
    memcpy(c->argument, &a, sizeof a);
    return status;
}

static uint32_t alloc(struct nv_call *c) {
    struct {
        uint32_t handle, heap_mask, flags, align;
        uint8_t kind, pad[7];
        uint64_t address;
    } a;
    memcpy(&a, c->argument, sizeof a);
    struct nvmap_info info;
    if (!nvmap_find(a.handle, &info) || (a.align & (a.align - 1))) {
        return NV_BAD_PARAMETER;
    }
    if (a.address % GUEST_PAGE || !process_memory_ok(a.address, info.size, GUEST_R)) {
        log_warning(LOG_NVDRV,
                    "nvmap Alloc: 0x%llx (0x%x bytes) is not the guest's page-aligned memory",
                    (unsigned long long)a.address, info.size);
        return NV_INVALID_ADDRESS;
    }
    return nvmap_give(a.handle, a.align, a.kind, a.address);
}

static uint32_t free_handle(struct nv_call *c) {
    struct {
        uint32_t handle, pad;
        uint64_t address;
        uint32_t size, flags; /* 1: others still hold it */
    } a;
    memcpy(&a, c->argument, sizeof a);
    struct nvmap_info info;
    bool gone;
    uint32_t status = nvmap_free(a.handle, &info, &gone);
    if (status == NV_OK) {
        if (gone && info.address)
            nv_gpu_forget(info.address, info.size);
        a.address = gone ? info.address : 0;
        a.size = info.size;
        a.flags = !gone;
        memcpy(c->argument, &a, sizeof a);
    }
    return status;
}

enum param {
    PARAM_SIZE = 1,
    PARAM_ALIGNMENT = 2,
    PARAM_BASE = 3,
    PARAM_HEAP = 4,
    PARAM_KIND = 5,
    PARAM_COMPRESSION = 6,
};

#define HEAP_IOVMM 0x40000000u

static uint32_t param(struct nv_call *c) {
    struct {
        uint32_t handle, param, value;
    } a;
    memcpy(&a, c->argument, sizeof a);
    struct nvmap_info info;
    if (!nvmap_find(a.handle, &info)) {
        return NV_BAD_PARAMETER;
    }
    switch (a.param) {
    case PARAM_SIZE:
        a.value = info.size;
        break;
    case PARAM_ALIGNMENT:
        a.value = info.align;
        break;
    case PARAM_HEAP:
        a.value = HEAP_IOVMM;
        break;
    case PARAM_KIND:
        a.value = info.kind;
        break;
    case PARAM_BASE: /* "not implemented" on the console too */
        return NV_NOT_IMPLEMENTED;
    case PARAM_COMPRESSION:
        a.value = 0;
        break;
    default:
        return NV_BAD_PARAMETER;
    }
    memcpy(c->argument, &a, sizeof a);
    return NV_OK;
}

static uint32_t get_id(struct nv_call *c) {
    struct {
        uint32_t id, handle;
    } a;
    memcpy(&a, c->argument, sizeof a);
    struct nvmap_info info;
    if (!nvmap_find(a.handle, &info)) {
        return NV_BAD_PARAMETER;
    }
    a.id = a.handle;
    memcpy(c->argument, &a, sizeof a);
    return NV_OK;
}

static const struct nv_ioctl ioctls[] = {
    {0x0101, "Create", 8, create, COMMAND_FULL},  {0x0103, "FromId", 8, from_id, COMMAND_FULL},
    {0x0104, "Alloc", 0x20, alloc, COMMAND_FULL}, {0x0105, "Free", 0x18, free_handle, COMMAND_FULL},
    {0x0109, "Param", 0xc, param, COMMAND_FULL},  {0x010e, "GetId", 8, get_id, COMMAND_FULL},
};

const struct nv_device nv_device_map = {NV_DEVICE("/dev/nvmap", ioctls)};
