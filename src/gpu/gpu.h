/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_GPU_H
#define WINDLASS_GPU_GPU_H

#include "base/error.h"
#include "base/strbuf.h"
#include "gpu/memory/page_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The GPU as its users see it: the graphics driver's service and the deko3d library. A channel
 * executes what is submitted to it, in order; several channels go on by turns. */

struct gpu;
struct gpu_channel;

/* What the GPU needs of whom it belongs to. Called on the GPU's thread, or on the one that sees
 * work end. */
struct gpu_owner {
    void (*syncpoint_increment)(void *context, uint32_t id);
    uint32_t (*syncpoint_read)(void *context, uint32_t id);
    uint64_t (*nanoseconds)(void *context); /* since the machine started */
    /* The channel cannot go on: what it was given is wrong. Its syncpoint is raised to what was
     * promised, so that nobody waits for ever. */
    void (*channel_failed)(void *context, struct gpu_channel *channel, const struct error *error);
    void *context;
    /* The device of the host is lost, or its memory is used up: nothing is drawn any more, and
     * nobody waits for it. Called once; may be NULL. */
    void (*device_lost)(void *context, const struct error *error);
};

/* Whether pipelines are linked of parts when they are first drawn with, and better ones made
 * meanwhile. */
enum gpu_link {
    GPU_LINK_WHERE_FAST, /* where the device says that it does so fast, and is no CPU */
    GPU_LINK_NEVER,
    GPU_LINK_ALWAYS, /* where the device can: for tests */
};

struct gpu_options {
    const char *device;       /* a part of its name; NULL: the best */
    const char *cache_folder; /* of shaders and pipelines; NULL: nothing is kept */
    const char *program;      /* whose pipelines are listed there and made ahead; NULL: nobody's */
    enum gpu_link link;
    bool validate;    /* with Vulkan's validation layer, where it is installed */
    bool no_storage;  /* images are never written back (gpu_storage=0): for measuring */
    bool copies;      /* of guest memory, as with drivers that do not take it: for tests */
    bool synchronous; /* submissions run to their end in the call (deterministic runs) */
};

/* Fails where there is no Vulkan, or no device that can do what is needed; the error says what to
 * install. */
MUST_CHECK bool gpu_new(const struct gpu_options *options, const struct gpu_owner *owner,
                        struct gpu **out, struct error *error);
/* Whether the options' program has left a list of pipelines there: it will draw again, and a GPU
 * that is made early has them sooner. */
bool gpu_has_drawn_before(const struct gpu_options *options);
/* Executes nothing any more: at the end of a process whose threads may still submit. What has begun
 * is waited for, but not for ever. False: the device, or the driver, is still at work; the process
 * must be left by _exit, so that nothing is taken away under it. */
bool gpu_stop(struct gpu *gpu);
/* gpu_stop, and all of it goes. Its channels must be gone. */
void gpu_free(struct gpu *gpu);

/* Guest memory that is about to be unmapped or used for something else (an nvmap object's end):
 * whatever the GPU knows of it is forgotten, after the work that uses it. */
void gpu_forget(struct gpu *gpu, const uint8_t *memory, uint64_t size);

struct gpu_channel *gpu_channel_new(struct gpu *gpu, uint32_t syncpoint);
/* What is queued is dropped, but for what has begun and need not wait. */
void gpu_channel_free(struct gpu_channel *channel);
void gpu_channel_bind(struct gpu_channel *channel, struct page_table *pages); /* adds a reference */

struct gpu_fence {
    uint32_t syncpoint, value;
};

struct gpu_submission {
    const uint64_t *entries; /* of the GPFIFO; copied */
    size_t count;
    const struct gpu_fence *wait; /* may be NULL */
    uint32_t
        increments; /* of the channel's syncpoint, that its words make (deko3d's and mesa's do) */
    uint32_t added; /* made behind its words */
};
/* So much waits to be executed that the next submission is refused. */
bool gpu_channel_full(const struct gpu_channel *channel, size_t entries);
/* *fence: what the channel's syncpoint reaches when the submission is done: what it was promised to
 * reach so far, and these. */
void gpu_channel_submit(struct gpu_channel *channel, const struct gpu_submission *submission,
                        struct gpu_fence *fence);
/* A syncpoint was incremented by somebody else, or a semaphore may have been written: channels that
 * wait for it may go on. */
void gpu_poke(struct gpu *gpu);
bool gpu_channel_failed(const struct gpu_channel *channel, struct error *error);

/* Notes from the next submission on what channels execute, with the memory that they look at, in a
 * file for `windlass gpu`; until it is ended or the GPU is freed. */
MUST_CHECK bool gpu_capture_begin(struct gpu *gpu, const char *path, struct error *error);
MUST_CHECK bool gpu_capture_end(struct gpu *gpu, struct error *error);

/* For people, at the end of a run: unknown methods and formats, regions and bytes stored, counts of
 * draws, pipelines, shaders. */
void gpu_report(struct gpu *gpu, struct strbuf *out);

#endif
