/* SPDX-License-Identifier: MIT */
#include "kernel/code_memory.h"
#include "kernel/handle.h"
#include "kernel/process.h"
#include "kernel/results.h"
#include "kernel/shared_memory_object.h"
#include "kernel/space.h"
#include "kernel/svc_handlers.h"
#include "kernel/transfer_memory.h"

/* Memory objects: shared, transfer and code memory. */

#define SHARED_MEMORY_MAX (1ull << 30) /* bounds what a guest can ask of the host in one call */

/* The handle is the object's only reference from now on. */
static result give_handle(struct object *o, uint64_t *out) {
    uint32_t handle;
    result r = handle_add(o, &handle);
    object_unref(o);
    *out = handle;
    return r;
}

uint64_t svc_create_shared_memory(struct svc *c) {
    uint64_t size = c->in[1];
    uint32_t owner = (uint32_t)c->in[2], remote = (uint32_t)c->in[3];
    if (!size || size % GUEST_PAGE || size > SHARED_MEMORY_MAX)
        return RESULT_INVALID_SIZE;
    if (owner != GUEST_R && owner != GUEST_RW)
        return RESULT_INVALID_NEW_PERMISSION;
    if (remote != GUEST_R && remote != GUEST_RW && remote != SHARED_MEMORY_ANY_PERM)
        return RESULT_INVALID_NEW_PERMISSION;
    struct error error;
    struct shared_memory *m = shared_memory_new(size, owner, remote, &error);
    if (!m)
        return space_host_failure("CreateSharedMemory", &error);
    return give_handle(shared_memory_object(m), &c->out[1]);
}

static struct object *shared_memory_handle(struct svc *c) {
    return handle_get_kind((uint32_t)c->in[0], c->thread, OBJECT_SHARED_MEMORY);
}

uint64_t svc_map_shared_memory(struct svc *c) {
    uint64_t base = c->in[1], size = c->in[2];
    uint32_t perm = (uint32_t)c->in[3];
    result r = space_check_range(base, size);
    if (r)
        return r;
    if (perm != GUEST_R && perm != GUEST_RW)
        return RESULT_INVALID_NEW_PERMISSION;
    struct object *o = shared_memory_handle(c);
    if (!o)
        return RESULT_INVALID_HANDLE;
    struct shared_memory *m = (struct shared_memory *)o;
    if (!space_in_free_region(base, size))
        r = RESULT_INVALID_MEMORY_REGION;
    else if (size != shared_memory_size(m))
        r = RESULT_INVALID_SIZE;
    else if (!shared_memory_allows(m, perm))
        r = RESULT_INVALID_NEW_PERMISSION;
    else
        r = space_map_file(base, shared_memory_fd(m), size, SPACE_SHARED, (enum guest_perm)perm);
    object_unref(o);
    return r;
}

uint64_t svc_unmap_shared_memory(struct svc *c) {
    uint64_t base = c->in[1], size = c->in[2];
    result r = space_check_range(base, size);
    if (r)
        return r;
    struct object *o = shared_memory_handle(c);
    if (!o)
        return RESULT_INVALID_HANDLE;
    r = size != shared_memory_size((struct shared_memory *)o)
            ? RESULT_INVALID_SIZE
            : space_unmap_file(base, size, SPACE_SHARED);
    object_unref(o);
    return r;
}

uint64_t svc_create_transfer_memory(struct svc *c) {
    uint32_t perm = (uint32_t)c->in[3];
    result r = space_check_range(c->in[1], c->in[2]);
    if (r)
        return r;
    if (perm != GUEST_NONE && perm != GUEST_R && perm != GUEST_RW)
        return RESULT_INVALID_NEW_PERMISSION;
    struct object *o;
    r = transfer_memory_new(c->in[1], c->in[2], perm, &o);
    return r ? r : give_handle(o, &c->out[1]);
}

static struct object *transfer_memory_handle(struct svc *c) {
    return handle_get_kind((uint32_t)c->in[0], c->thread, OBJECT_TRANSFER_MEMORY);
}

uint64_t svc_map_transfer_memory(struct svc *c) {
    uint32_t perm = (uint32_t)c->in[3];
    result r = space_check_range(c->in[1], c->in[2]);
    if (r)
        return r;
    if (perm != GUEST_NONE && perm != GUEST_R && perm != GUEST_RW)
        return RESULT_INVALID_STATE;
    struct object *o = transfer_memory_handle(c);
    if (!o)
        return RESULT_INVALID_HANDLE;
    r = transfer_memory_map(o, c->in[1], c->in[2], perm);
    object_unref(o);
    return r;
}

uint64_t svc_unmap_transfer_memory(struct svc *c) {
    result r = space_check_range(c->in[1], c->in[2]);
    if (r)
        return r;
    struct object *o = transfer_memory_handle(c);
    if (!o)
        return RESULT_INVALID_HANDLE;
    r = transfer_memory_unmap(o, c->in[1], c->in[2]);
    object_unref(o);
    return r;
}

uint64_t svc_create_code_memory(struct svc *c) {
    result r = space_check_range(c->in[1], c->in[2]);
    if (r)
        return r;
    struct object *o;
    r = code_memory_new(c->in[1], c->in[2], &o);
    return r ? r : give_handle(o, &c->out[1]);
}

uint64_t svc_control_code_memory(struct svc *c) {
    result r = space_check_range(c->in[2], c->in[3]);
    if (r)
        return r;
    struct object *o = handle_get_kind((uint32_t)c->in[0], c->thread, OBJECT_CODE_MEMORY);
    if (!o)
        return RESULT_INVALID_HANDLE;
    r = code_memory_control(o, (uint32_t)c->in[1], c->in[2], c->in[3], (uint32_t)c->in[4]);
    object_unref(o);
    return r;
}
