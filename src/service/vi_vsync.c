/* SPDX-License-Identifier: MIT */
#include "service/vi.h"

#include "base/log.h"
#include "base/memory.h"
#include "core/memory.h"
#include "host/display.h"
#include "kernel/ticker.h"
#include "service/layer.h"
#include "service/nvmap.h"

#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* The display's clock: sixty times a second it signals the vertical sync, latches the next buffer
 * of each layer and shows it. */

static struct event *vsync;

struct event *vi_vsync_event(void) {
    return vsync;
}

/* What one frame needs, kept from frame to frame. */
static struct {
    struct picture picture;
    uint8_t *storage;
    size_t room;
} screen;

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

static void show(const struct graphic_buffer *b, const struct buffer_input *input) {
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
    if (screen.room < size) {
        screen.storage = memory_resize(screen.storage, size);
        screen.room = size;
    }
    if (copy_guest(screen.storage, map.address + b->offset, size)) {
        picture_convert(&screen.picture, &b->surface, screen.storage, input->crop,
                        input->transform);
        display_present(screen.picture.rgba, screen.picture.width, screen.picture.height,
                        screen.picture.width * 4);
    }
}

static void refresh(void) {
    event_signal(vsync);
    for (uint64_t layer = 1; layer <= LAYER_MAX && !process_ended(); layer++) {
        struct buffer_queue *q = layer_queue(layer);
        struct graphic_buffer b;
        struct buffer_input input;
        if (q && buffer_queue_vsync(q, &b, &input))
            show(&b, &input);
    }
}

bool vi_start(struct error *error) {
    static const struct ticker refreshes = {"vi", 60, 1000000000, refresh};
    vsync = event_new(false);
    return ticker_start(&refreshes, error);
}
