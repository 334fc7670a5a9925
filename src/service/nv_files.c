/* SPDX-License-Identifier: MIT */
#include "service/nv_files.h"

#include "base/log.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A request's number:   31..30 direction (1 in, 2 out)   29..16 size   15..8 device   7..0 number
 */
#define DIRECTION_IN  1u
#define DIRECTION_OUT 2u

const struct nv_device *const nv_devices[] = {
    &nv_device_map,           &nv_device_ctrl,    &nv_device_ctrl_gpu,
    &nv_device_address_space, &nv_device_channel,
};
const size_t nv_device_count = sizeof nv_devices / sizeof *nv_devices;

struct file {
    const struct nv_device *device;
    void *data;
    uint32_t users; /* requests in it, and 1 while it is open */
    bool open;
};

static struct {
    pthread_mutex_t lock;
    struct file files[NV_FILES]; /* fd n is entry n - 1 */
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct file *enter(uint32_t fd) {
    struct file *f = NULL;
    pthread_mutex_lock(&table.lock);
    if (fd - 1 < NV_FILES && table.files[fd - 1].open) {
        f = &table.files[fd - 1];
        f->users++;
    }
    pthread_mutex_unlock(&table.lock);
    return f;
}

/* The last user lets the device close its side; only then the number is free again. */
static void leave(struct file *f) {
    pthread_mutex_lock(&table.lock);
    if (f->users == 1 && f->device->close) {
        pthread_mutex_unlock(&table.lock);
        f->device->close(f->data);
        pthread_mutex_lock(&table.lock);
    }
    f->users--;
    pthread_mutex_unlock(&table.lock);
}

static const struct nv_device *find_device(const char *path, size_t length) {
    for (size_t i = 0; i < nv_device_count; i++) {
        if (strlen(nv_devices[i]->path) == length && !memcmp(nv_devices[i]->path, path, length)) {
            return nv_devices[i];
        }
    }
    return NULL;
}

uint32_t nv_open(const char *path, size_t length, uint32_t *fd_out) {
    length = strnlen(path, length);
    const struct nv_device *device = find_device(path, length);
    if (!device) {
        log_warning(LOG_NVDRV, "open of %.*s refused: there is no such device here", (int)length,
                    path);
        return NV_FILE_FAILED;
    }
    void *data = device->open ? device->open() : NULL;
    uint32_t status = NV_NO_MEMORY;
    pthread_mutex_lock(&table.lock);
    for (uint32_t i = 0; i < NV_FILES; i++) {
        if (table.files[i].users == 0) {
            table.files[i] =
                (struct file){.device = device, .data = data, .users = 1, .open = true};
            *fd_out = i + 1;
            status = NV_OK;
            break;
        }
    }
    pthread_mutex_unlock(&table.lock);
    if (status != NV_OK && device->close) {
        device->close(data);
    }
    return status;
}

uint32_t nv_close(uint32_t fd) {
    struct file *f = NULL;
    pthread_mutex_lock(&table.lock);
    if (fd - 1 < NV_FILES && table.files[fd - 1].open) {
        f = &table.files[fd - 1];
        f->open = false;
    }
    pthread_mutex_unlock(&table.lock);
    if (!f) {
        return NV_BAD_PARAMETER;
    }
    leave(f);
    return NV_OK;
}

void *nv_file_enter(uint32_t fd, const struct nv_device *device) {
    struct file *f = enter(fd);
    if (f && f->device != device) {
        leave(f);
        f = NULL;
    }
    return f ? f->data : NULL;
}

void nv_file_leave(uint32_t fd) {
    leave(&table.files[fd - 1]);
}

static const struct nv_ioctl *find_ioctl(const struct nv_device *d, uint32_t request) {
    for (size_t i = 0; i < d->ioctl_count; i++) {
        if (d->ioctls[i].number == (request & 0xffff)) {
            return &d->ioctls[i];
        }
    }
    return NULL;
}

static uint32_t serve(struct file *f, uint32_t request, struct buffer in, struct buffer out,
                      struct nv_call *c) {
    const struct nv_ioctl *ioctl = find_ioctl(f->device, request);
    if (!ioctl) {
        log_warning(LOG_NVDRV, "%s: unknown request 0x%08x", f->device->path, request);
        return NV_NOT_IMPLEMENTED;
    }
    uint32_t direction = request >> 30;
    c->file = f->data;
    c->size = request >> 16 & (NV_ARGUMENT_MAX - 1);
    if (c->size < ioctl->size || (direction & DIRECTION_IN && in.size < c->size) ||
        (direction & DIRECTION_OUT && out.size < c->size)) {
        log_warning(LOG_NVDRV, "%s: %s with an argument of %u bytes, needs %u", f->device->path,
                    ioctl->name, c->size, ioctl->size);
        return NV_INVALID_SIZE;
    }
    if (direction & DIRECTION_IN) {
        memcpy(c->argument, in.data, c->size);
    }
    uint32_t status = ioctl->call(c);
    if (direction & DIRECTION_OUT) { /* also on failure: EventWait returns an event number so */
        memcpy(out.data, c->argument, c->size);
    }
    log_trace(LOG_NVDRV, "%s: %s -> 0x%x", f->device->path, ioctl->name, status);
    return status;
}

uint32_t nv_ioctl(uint32_t fd, uint32_t request, struct buffer in, struct buffer out,
                  struct buffer extra_in, struct buffer extra_out) {
    struct file *f = enter(fd);
    if (!f) {
        return NV_BAD_PARAMETER;
    }
    struct nv_call c = {.extra_in = extra_in, .extra_out = extra_out};
    uint32_t status = serve(f, request, in, out, &c);
    leave(f);
    return status;
}

uint32_t nv_event(uint32_t fd, uint32_t number, struct object **out) {
    struct file *f = enter(fd);
    if (!f) {
        return NV_BAD_PARAMETER;
    }
    *out = f->device->event ? f->device->event(f->data, number) : NULL;
    if (!*out) {
        log_warning(LOG_NVDRV, "%s: unknown event 0x%x", f->device->path, number);
    }
    leave(f);
    return *out ? NV_OK : NV_BAD_PARAMETER;
}
