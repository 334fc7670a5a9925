/* SPDX-License-Identifier: MIT */
#include "gpu/channel/exercise.h"

#include "gpu/channel/channel.h"
#include "gpu/engine/noting.h"

#include "base/log.h"

#include <string.h>

/* Where memory lies for the GPU, twice. The words are in the lower half. */
enum { PAGE = PAGE_TABLE_PAGE, SIZE = 256 * PAGE, BASE = 0x10000000, AGAIN = 0x20000000 };
static _Alignas(PAGE) uint8_t memory[SIZE];

static uint32_t syncpoint;

static void increment(void *context, uint32_t id) {
    (void)context;
    (void)id;
    syncpoint++;
}

static uint32_t read_syncpoint(void *context, uint32_t id) {
    (void)context;
    (void)id;
    return syncpoint;
}

static uint64_t now(void *context) {
    (void)context;
    return 1;
}

static void failed(void *context, struct gpu_channel *channel, const struct error *error) {
    (void)context;
    (void)channel;
    (void)error;
}

static void nothing(void *context) {
    (void)context;
}

static bool run(struct gpu_channel *channel, size_t words) {
    const uint64_t entry =
        gpfifo_encode((struct gpfifo_entry){.address = BASE, .words = (uint32_t)words});
    const struct gpu_submission s = {.entries = &entry, .count = 1, .added = 1};
    struct gpu_fence fence;
    struct error error;
    channel_queue(channel, &s, &fence);
    while (channel_has_work(channel))
        if (channel_run(channel, nothing, nothing, NULL) == CHANNEL_WAITS)
            return false;
    return !channel_failed(channel, &error);
}

/* Warnings are what damaged streams are made of. */
void exercise_silently(void) {
    static bool silent;
    silent = silent || log_open("/dev/null");
}

bool exercise_stream(const uint8_t *bytes, size_t size) {
    const struct gpu_owner owner = {increment, read_syncpoint, now, failed, NULL, NULL};
    struct noting n;
    struct error error;
    size = (size < SIZE / 2 ? size : SIZE / 2) & ~(size_t)3;
    exercise_silently();
    memset(memory, 0, sizeof memory);
    if (size)
        memcpy(memory, bytes, size);
    noting_init(&n, BASE, memory, SIZE);
    n.most = 256;
    bool done = page_table_map(n.pages, AGAIN, memory, SIZE, &error);
    const struct channel_owner channel_owner = {
        .renderer = &n.renderer,
        .owner = &owner,
        .unknown = n.shared.unknown,
        .increment = increment,
        .nanoseconds = now,
    };
    struct gpu_channel *channel = channel_new(&channel_owner, 3);
    channel_bind(channel, n.pages);
    done = run(channel, size / 4) && done;
    channel_free(channel);
    noting_free(&n);
    return done;
}
