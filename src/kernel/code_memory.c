/* SPDX-License-Identifier: MIT */
#include "kernel/code_memory.h"

#include "base/memory.h"
#include "kernel/results.h"
#include "kernel/space.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A real kernel fills the memory with this, so that nothing of the source shows. */
#define FILLER 0xff

struct view {
    bool mapped;
    uint64_t base;
};

struct code_memory {
    struct object object;
    uint64_t base, size;
    int fd;
    pthread_mutex_t lock; /* for what follows */
    struct view writable, executable;
};

static void destroy(struct object *o) {
    struct code_memory *m = (struct code_memory *)o;
    struct error error;
    if (!space_restore_lent(m->base, m->size, m->fd, &error))
        space_host_failure("closing code memory", &error);
    else
        space_return(m->base, m->size);
    close(m->fd);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

static const struct object_ops ops = {
    .kind = OBJECT_CODE_MEMORY,
    .name = "code memory",
    .destroy = destroy,
};

static int filled_file(uint64_t size) {
    int fd = memfd_create("windlass-code", MFD_CLOEXEC);
    if (fd < 0)
        return -1;
    void *p = MAP_FAILED;
    if (ftruncate(fd, (off_t)size) == 0)
        p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED) {
        close(fd);
        return -1;
    }
    memset(p, FILLER, size);
    munmap(p, size);
    return fd;
}

result code_memory_new(uint64_t base, uint64_t size, struct object **out) {
    struct error error;
    *out = NULL;
    result r = space_lend(base, size, SPACE_CAN_CODE_MEMORY, GUEST_NONE);
    if (r)
        return r;
    int fd = filled_file(size);
    if (fd < 0) {
        space_return(base, size);
        return RESULT_OUT_OF_RESOURCE;
    }
    if (!space_hide_lent(base, size, &error)) {
        close(fd);
        return space_host_failure("CreateCodeMemory", &error);
    }
    struct code_memory *m = NEW(struct code_memory);
    object_init(&m->object, &ops);
    m->base = base;
    m->size = size;
    m->fd = fd;
    pthread_mutex_init(&m->lock, NULL);
    *out = &m->object;
    return 0;
}

static result map_view(struct code_memory *m, struct view *v, uint64_t base, uint32_t state,
                       uint32_t perm) {
    if (v->mapped)
        return RESULT_INVALID_STATE;
    result r = space_map_file(base, m->fd, m->size, state, (enum guest_perm)perm);
    if (!r)
        *v = (struct view){.mapped = true, .base = base};
    return r;
}

static result unmap_view(struct code_memory *m, struct view *v, uint64_t base, uint32_t state) {
    if (!v->mapped || v->base != base)
        return RESULT_INVALID_CURRENT_MEMORY;
    result r = space_unmap_file(base, m->size, state);
    if (!r)
        v->mapped = false;
    return r;
}

static result control(struct code_memory *m, uint32_t operation, uint64_t base, uint32_t perm) {
    switch (operation) {
    case CODE_MEMORY_MAP:
        return map_view(m, &m->writable, base, SPACE_CODE_OUT, perm);
    case CODE_MEMORY_MAP_TO_OWNER:
        return map_view(m, &m->executable, base, SPACE_GENERATED_CODE, perm);
    case CODE_MEMORY_UNMAP:
        return unmap_view(m, &m->writable, base, SPACE_CODE_OUT);
    default:
        return unmap_view(m, &m->executable, base, SPACE_GENERATED_CODE);
    }
}

static bool perm_fits(uint32_t operation, uint32_t perm) {
    switch (operation) {
    case CODE_MEMORY_MAP:
        return perm == GUEST_RW;
    case CODE_MEMORY_MAP_TO_OWNER:
        return perm == GUEST_R || perm == GUEST_RX;
    default:
        return perm == GUEST_NONE;
    }
}

result code_memory_control(struct object *o, uint32_t operation, uint64_t base, uint64_t size,
                           uint32_t perm) {
    struct code_memory *m = (struct code_memory *)o;
    if (operation > CODE_MEMORY_UNMAP_FROM_OWNER)
        return RESULT_INVALID_ENUM;
    if (!perm_fits(operation, perm))
        return RESULT_INVALID_NEW_PERMISSION;
    if (size != m->size)
        return RESULT_INVALID_SIZE;
    pthread_mutex_lock(&m->lock);
    result r = control(m, operation, base, perm);
    pthread_mutex_unlock(&m->lock);
    return r;
}
