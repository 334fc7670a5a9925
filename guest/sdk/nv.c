/* SPDX-License-Identifier: MIT */
/* The graphics driver's service: one session, files, memory objects. */
#include "guest.h"
#include "internal.h"

static Handle session;

enum {
    NVMAP_CREATE = 0xc0080101,
    NVMAP_ALLOC = 0xc0200104,
    NVMAP_GET_ID = 0xc008010e,
    HEAP_MASK = 0x20000000,
};

static Result open_session(void) {
    static uint8_t transfer_memory[0x1000] __attribute__((aligned(0x1000)));
    uint32_t size = sizeof transfer_memory, error = 0;
    Handle transfer;
    if (session)
        return 0;
    Result result = sm_get_service("nvdrv", &session);
    if (result || (result = svcCreateTransferMemory(&transfer, transfer_memory, size, 0)) != 0)
        return result;
    struct ipc_request initialize = {
        .command = 3,
        .in = &size,
        .in_size = 4,
        .out = &error,
        .out_size = 4,
        .copy = {CURRENT_PROCESS, transfer},
        .copies = 2,
    };
    result = ipc_send(session, &initialize);
    return result ? result : error;
}

Result nv_open(const char *path, uint32_t *fd) {
    struct {
        uint32_t fd, error;
    } opened;
    Result result = open_session();
    struct ipc_request open = {
        .command = 0,
        .out = &opened,
        .out_size = sizeof opened,
        .buffers = {{path, strlen(path), IPC_IN}},
        .buffer_count = 1,
    };
    if (result || (result = ipc_send(session, &open)) != 0)
        return result;
    *fd = opened.fd;
    return opened.error;
}

Result nv_ioctl(uint32_t fd, uint32_t request, void *data, size_t size) {
    struct {
        uint32_t fd, request;
    } in = {fd, request};
    uint32_t error = 0;
    struct ipc_request r = {
        .command = 1,
        .in = &in,
        .in_size = sizeof in,
        .out = &error,
        .out_size = sizeof error,
        .buffers = {{data, size, IPC_AUTO_IN}, {data, size, IPC_AUTO_OUT}},
        .buffer_count = 2,
    };
    Result result = ipc_send(session, &r);
    return result ? result : error;
}

void nv_close(uint32_t fd) {
    uint32_t error = 0;
    struct ipc_request r = {
        .command = 2,
        .in = &fd,
        .in_size = sizeof fd,
        .out = &error,
        .out_size = sizeof error,
    };
    (void)ipc_send(session, &r);
}

Result nv_query_event(uint32_t fd, uint32_t number, Handle *out) {
    struct {
        uint32_t fd, number;
    } in = {fd, number};
    uint32_t error = 0;
    struct ipc_request r = {
        .command = 4,
        .in = &in,
        .in_size = sizeof in,
        .out = &error,
        .out_size = sizeof error,
    };
    Result result = ipc_send(session, &r);
    if (result || error)
        return result ? result : error;
    *out = r.handles[0];
    return 0;
}

Result nv_map(void *memory, uint32_t size, uint32_t align, uint8_t kind, uint32_t *handle,
              uint32_t *id) {
    static uint32_t file;
    Result result = file ? 0 : nv_open("/dev/nvmap", &file);
    struct {
        uint32_t size, handle;
    } create = {size, 0};
    if (result || (result = nv_ioctl(file, NVMAP_CREATE, &create, sizeof create)) != 0)
        return result;
    struct {
        uint32_t handle, heap_mask, flags, align;
        uint8_t kind, padding[7];
        uint64_t address;
    } alloc = {create.handle, HEAP_MASK, 1, align, kind, {0}, (uint64_t)memory};
    if ((result = nv_ioctl(file, NVMAP_ALLOC, &alloc, sizeof alloc)) != 0)
        return result;
    struct {
        uint32_t id, handle;
    } get = {0, create.handle};
    result = nv_ioctl(file, NVMAP_GET_ID, &get, sizeof get);
    *handle = create.handle;
    *id = get.id;
    return result;
}
