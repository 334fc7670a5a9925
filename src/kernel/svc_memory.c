/* SPDX-License-Identifier: MIT */
#include "kernel/handle.h"
#include "kernel/results.h"
#include "kernel/space.h"
#include "kernel/svc_handlers.h"

#include <string.h>

uint64_t svc_set_heap_size(struct svc *c) {
    return space_set_heap_size(c->in[1], &c->out[1]);
}

uint64_t svc_set_memory_permission(struct svc *c) {
    return space_set_permission(c->in[0], c->in[1], (uint32_t)c->in[2]);
}

uint64_t svc_set_memory_attribute(struct svc *c) {
    return space_set_attribute(c->in[0], c->in[1], (uint32_t)c->in[2], (uint32_t)c->in[3]);
}

uint64_t svc_map_memory(struct svc *c) {
    return space_map_stack(c->in[0], c->in[1], c->in[2]);
}

uint64_t svc_unmap_memory(struct svc *c) {
    return space_unmap_stack(c->in[0], c->in[1], c->in[2]);
}

/* The guest's MemoryInfo, 0x28 bytes. */
struct memory_info {
    uint64_t base, size;
    uint32_t type, attribute, perm, ipc_count, device_count, padding;
};

static result query(uint64_t info, uint64_t address) {
    struct space_info i;
    space_query(address, &i);
    struct memory_info out = {
        .base = i.base,
        .size = i.size,
        .type = i.type,
        .attribute = i.attribute,
        .perm = i.perm,
        .ipc_count = i.ipc_count,
        .device_count = i.device_count,
    };
    return space_write(info, &out, sizeof out) ? 0 : RESULT_INVALID_POINTER;
}

uint64_t svc_query_memory(struct svc *c) {
    return query(c->in[0], c->in[2]);
}

/* The one process there is, by pseudo handle or by a handle of its own. */
static bool is_process(struct svc *c, uint64_t handle) {
    struct object *o = handle_get_kind((uint32_t)handle, c->thread, OBJECT_PROCESS);
    object_unref(o);
    return o != NULL;
}

uint64_t svc_query_process_memory(struct svc *c) {
    return is_process(c, c->in[2]) ? query(c->in[0], c->in[3]) : RESULT_INVALID_HANDLE;
}

uint64_t svc_set_process_memory_permission(struct svc *c) {
    if (!is_process(c, c->in[0]))
        return RESULT_INVALID_HANDLE;
    return space_set_process_permission(c->in[1], c->in[2], (uint32_t)c->in[3]);
}

uint64_t svc_map_process_code_memory(struct svc *c) {
    if (!is_process(c, c->in[0]))
        return RESULT_INVALID_HANDLE;
    return space_map_code(c->in[1], c->in[2], c->in[3]);
}

uint64_t svc_unmap_process_code_memory(struct svc *c) {
    if (!is_process(c, c->in[0]))
        return RESULT_INVALID_HANDLE;
    return space_unmap_code(c->in[1], c->in[2], c->in[3]);
}

/* Needs a process with system resource memory, which a homebrew process has not. */
uint64_t svc_map_physical_memory(struct svc *c) {
    result r = space_check_range(c->in[0], c->in[1]);
    return r == RESULT_INVALID_CURRENT_MEMORY ? RESULT_INVALID_MEMORY_REGION
           : r                                ? r
                                              : RESULT_INVALID_STATE;
}

/* Host caches are coherent, and lifted code does not look at guest text. */
uint64_t svc_nothing_to_do(struct svc *c) {
    (void)c;
    return 0;
}

uint64_t svc_process_cache(struct svc *c) {
    return is_process(c, c->in[0]) ? 0 : RESULT_INVALID_HANDLE;
}
