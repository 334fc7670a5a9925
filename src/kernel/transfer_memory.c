/* SPDX-License-Identifier: MIT */
#include "kernel/transfer_memory.h"

#include "base/memory.h"
#include "kernel/results.h"
#include "kernel/space.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct transfer_memory {
    struct object object;
    uint64_t base, size;
    uint32_t perm;
    pthread_mutex_t lock; /* for what follows */
    bool mapped;
    uint64_t mapped_at;
    int fd; /* -1 until the first mapping: most transfer memory never has one */
};

static void destroy(struct object *o) {
    struct transfer_memory *m = (struct transfer_memory *)o;
    space_return(m->base, m->size);
    if (m->fd >= 0)
        close(m->fd);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

static const struct object_ops ops = {
    .kind = OBJECT_TRANSFER_MEMORY,
    .name = "transfer memory",
    .destroy = destroy,
};

result transfer_memory_new(uint64_t base, uint64_t size, uint32_t perm, struct object **out) {
    *out = NULL;
    result r = space_lend(base, size, SPACE_CAN_TRANSFER, (enum guest_perm)perm);
    if (r)
        return r;
    struct transfer_memory *m = NEW(struct transfer_memory);
    object_init(&m->object, &ops);
    m->base = base;
    m->size = size;
    m->perm = perm;
    m->fd = -1;
    pthread_mutex_init(&m->lock, NULL);
    *out = &m->object;
    return 0;
}

/* The lender's pages move to a memory file, so that they can be seen at two addresses. */
static result prepare_file(struct transfer_memory *m) {
    struct error error;
    if (m->fd >= 0)
        return 0;
    int fd = memfd_create("windlass-transfer", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t)m->size) != 0) {
        if (fd >= 0)
            close(fd);
        return RESULT_OUT_OF_RESOURCE;
    }
    if (!space_share_lent(m->base, m->size, fd, &error)) {
        close(fd);
        return space_host_failure("MapTransferMemory", &error);
    }
    m->fd = fd;
    return 0;
}

static uint32_t mapped_state(const struct transfer_memory *m) {
    return m->perm == GUEST_NONE ? SPACE_TRANSFERED : SPACE_SHARED_TRANSFERED;
}

result transfer_memory_map(struct object *o, uint64_t base, uint64_t size, uint32_t perm) {
    struct transfer_memory *m = (struct transfer_memory *)o;
    if (size != m->size)
        return RESULT_INVALID_SIZE;
    if (perm != m->perm)
        return RESULT_INVALID_STATE;
    pthread_mutex_lock(&m->lock);
    result r = m->mapped ? RESULT_INVALID_STATE : prepare_file(m);
    if (!r)
        r = space_map_file(base, m->fd, size, mapped_state(m), GUEST_RW);
    if (!r) {
        m->mapped = true;
        m->mapped_at = base;
    }
    pthread_mutex_unlock(&m->lock);
    return r;
}

result transfer_memory_unmap(struct object *o, uint64_t base, uint64_t size) {
    struct transfer_memory *m = (struct transfer_memory *)o;
    if (size != m->size)
        return RESULT_INVALID_SIZE;
    pthread_mutex_lock(&m->lock);
    result r = m->mapped && m->mapped_at == base ? space_unmap_file(base, size, mapped_state(m))
                                                 : RESULT_INVALID_CURRENT_MEMORY;
    if (!r)
        m->mapped = false;
    pthread_mutex_unlock(&m->lock);
    return r;
}

void transfer_memory_range(struct object *o, uint64_t *base_out, uint64_t *size_out) {
    struct transfer_memory *m = (struct transfer_memory *)o;
    *base_out = m->base;
    *size_out = m->size;
}
