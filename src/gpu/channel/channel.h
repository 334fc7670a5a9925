/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_CHANNEL_CHANNEL_H
#define WINDLASS_GPU_CHANNEL_CHANNEL_H

#include "gpu/gpu.h"
#include "gpu/renderer.h"

#include "base/reader.h"

/* One channel: a queue of submissions, the words being read, and engines of its own. The queue is
 * filled by anybody (the caller holds the GPU's lock); the rest belongs to the GPU's thread. */

struct unknown_methods;
struct flight;
struct capture;

struct channel_owner {
    const struct renderer *renderer;
    const struct gpu_owner *owner;
    struct unknown_methods *unknown;
    struct flight *flight; /* NULL: none */
    /* Behind all work before. */
    void (*increment)(void *context, uint32_t syncpoint);
    uint64_t (*nanoseconds)(void *context);
    void *context;
    /* True: nothing is executed any more, in the middle of a submission too; NULL: never. */
    const _Atomic bool *ends;
    /* Where it is not NULL what is executed goes there, too; changed while nothing runs. */
    struct capture *const *capture;
    /* Each method before it is executed; NULL: nobody. */
    void (*method)(void *context, unsigned subchannel, unsigned class, unsigned method,
                   uint32_t data, unsigned left);
};

struct gpu_channel *channel_new(const struct channel_owner *owner, uint32_t syncpoint);
void channel_free(struct gpu_channel *c);
void *channel_context(const struct gpu_channel *c); /* of its owner */
/* Counts a reference of the table. */
void channel_bind(struct gpu_channel *c, struct page_table *pages);

/* Puts it behind what is there; what it was promised to reach is the fence. */
void channel_queue(struct gpu_channel *c, const struct gpu_submission *s, struct gpu_fence *fence);
/* With `entries` more its queue is longer than what a driver keeps. */
bool channel_full(const struct gpu_channel *c, size_t entries);
bool channel_has_work(const struct gpu_channel *c);

enum channel_step { CHANNEL_WAITS, CHANNEL_DID };
/* Goes on until the first submission is done or has to wait. `lock` and `unlock` are called around
 * what touches the queue. */
enum channel_step channel_run(struct gpu_channel *c, void (*lock)(void *context),
                              void (*unlock)(void *context), void *context);
/* Its state between two submissions, for captures. */
void channel_save(const void *channel, struct strbuf *out);
MUST_CHECK bool channel_load(struct gpu_channel *c, struct reader *r);
bool channel_failed(const struct gpu_channel *c, struct error *error);

#endif
