/* SPDX-License-Identifier: MIT */
#include "kernel/shared_memory_object.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct shared_memory {
    struct object object;
    int fd;
    uint64_t size;
    uint32_t owner_perm, remote_perm;
    void *host;
};

static void destroy(struct object *o) {
    struct shared_memory *m = (struct shared_memory *)o;
    munmap(m->host, m->size);
    close(m->fd);
    free(m);
}

static const struct object_ops ops = {
    .kind = OBJECT_SHARED_MEMORY,
    .name = "shared memory",
    .destroy = destroy,
};

struct shared_memory *shared_memory_new(uint64_t size, uint32_t owner_perm, uint32_t remote_perm,
                                        struct error *error) {
    int fd = memfd_create("windlass-shared", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t)size) != 0) {
        error_set(error, ERROR_IO, "shared memory of 0x%llx bytes: %s", (unsigned long long)size,
                  strerror(errno));
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    void *host = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (host == MAP_FAILED) {
        error_set(error, ERROR_IO, "mapping shared memory of 0x%llx bytes: %s",
                  (unsigned long long)size, strerror(errno));
        close(fd);
        return NULL;
    }
    struct shared_memory *m = NEW(struct shared_memory);
    object_init(&m->object, &ops);
    m->fd = fd;
    m->size = size;
    m->owner_perm = owner_perm;
    m->remote_perm = remote_perm;
    m->host = host;
    return m;
}

struct object *shared_memory_object(struct shared_memory *m) {
    return &m->object;
}

void *shared_memory_host(struct shared_memory *m) {
    return m->host;
}

int shared_memory_fd(struct shared_memory *m) {
    return m->fd;
}

uint64_t shared_memory_size(struct shared_memory *m) {
    return m->size;
}

/* The guest owns what it created itself and is the remote side of what a service gave it; a
 * mapping may ask for what either side may. */
bool shared_memory_allows(struct shared_memory *m, uint32_t perm) {
    return m->remote_perm == SHARED_MEMORY_ANY_PERM || perm == m->remote_perm ||
           perm == m->owner_perm;
}
