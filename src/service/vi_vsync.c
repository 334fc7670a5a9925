/* SPDX-License-Identifier: MIT */
#include "service/vi.h"

#include "base/log.h"
#include "base/memory.h"
#include "core/memory.h"
#include "host/clock.h"
#include "host/display.h"
#include "service/layer.h"
#include "service/nvmap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* The display's clock: sixty times a second it signals the vertical sync, latches the next buffer
 * of each layer and shows it. */

#define HZ 60

static struct event *vsync;

struct event *vi_vsync_event(void) {
    return vsync;
}

/* What one frame needs, kept from frame to frame. */
struct screen {
    struct picture picture;
    uint8_t *storage;
    size_t room;
};

/* Copies guest memory that the guest may unmap meanwhile: the kernel then says EFAULT instead of
 * killing us. */
static bool copy_guest(void *to, uint64_t from, size_t size) {
    struct iovec local = {to, size}, remote = {(void *)from, size};
    ssize_t n = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
    if (n < 0 && (errno == ENOSYS || errno == EPERM)) {
        memcpy(to, (const void *)from, size);
        n = (ssize_t)size;
    }
    return n == (ssize_t)size;
}

static void show(struct screen *s, const struct graphic_buffer *b,
                 const struct buffer_input *input) {
    static bool told;
    uint64_t size = picture_storage_size(&b->surface);
    struct nvmap_info map;
    if (!nvmap_find(b->nvmap_id, &map) || !map.address || b->offset > map.size ||
        size > map.size - b->offset || !process_memory_ok(map.address + b->offset, size, GUEST_R)) {
        log_once(&told, LOG_VI,
                 "a queued buffer (nvmap %u, offset 0x%x, 0x%llx bytes) is not the guest's memory: "
                 "nothing is shown",
                 b->nvmap_id, b->offset, (unsigned long long)size);
        return;
    }
    if (s->room < size) {
        s->storage = memory_resize(s->storage, size);
        s->room = size;
    }
    if (copy_guest(s->storage, map.address + b->offset, size)) {
        picture_convert(&s->picture, &b->surface, s->storage, input->crop, input->transform);
        display_present(s->picture.rgba, s->picture.width, s->picture.height, s->picture.width * 4);
    }
}

static void *run(void *unused) {
    (void)unused;
    struct screen screen = {0};
    uint64_t start = clock_ns();
    for (uint64_t n = 1; !process_ended(); n++) {
        uint64_t due = start + n * 1000000000u / HZ, now = clock_ns();
        if (now > due + 1000000000u / HZ) { /* the host slept: go on from here, catch up nothing */
            start = now;
            n = 0;
            continue;
        }
        clock_sleep_until(due);
        event_signal(vsync);
        for (uint64_t layer = 1; layer <= LAYER_MAX; layer++) {
            struct buffer_queue *q = layer_queue(layer);
            struct graphic_buffer b;
            struct buffer_input input;
            if (q && buffer_queue_vsync(q, &b, &input)) {
                show(&screen, &b, &input);
            }
        }
    }
    picture_free(&screen.picture);
    free(screen.storage);
    return NULL;
}

bool vi_start(struct error *error) {
    vsync = event_new(false);
    pthread_t thread;
    int bad = pthread_create(&thread, NULL, run, NULL);
    if (bad) {
        return error_set(error, ERROR_LIMIT, "vi: cannot start the display's thread: %s",
                         strerror(bad));
    }
    pthread_detach(thread);
    return true;
}
