/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_PLATFORM_H
#define WINDLASS_DEKO3D_PLATFORM_H

#include <deko3d.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the library stands on: memory that the GPU sees, channels, syncpoints, windows. There are
 * two homes for it, of which a build has one: `host/` on our GPU, in the same process, and `guest/`
 * on the graphics driver's ioctls, for programs of the console. Nothing else of the library knows
 * which. Unless a function says so, any thread may call it. Results: Success, Fail, Timeout,
 * OutOfMemory. */

struct platform;         /* of one device */
struct platform_object;  /* memory that can be mapped for the GPU (an nvmap object) */
struct platform_channel; /* of one queue */
struct platform_window;  /* of one swapchain */

DkResult platform_open(const DkDeviceMaker *maker, struct platform **out);
void platform_close(struct platform *p); /* no channel, window or object of it is left */

struct platform_facts {
    uint32_t multiprocessors, warps; /* warps: of one multiprocessor */
    uint32_t zcull_context_size;     /* bytes; 0: there is no such thing */
    /* What the console's library gets wrong is wrong here, too: programs may count on it
     * (docs/deko3d.md has the list). */
    bool upstream_defects;
};
struct platform_facts platform_facts(const struct platform *p);
/* The GPU's clock, in its own ticks (625/384 ns each). */
uint64_t platform_timestamp(struct platform *p);

/* ---- memory ---- */

enum { PLATFORM_BIG_PAGE = 0x10000 }; /* code and compressed images lie on these */

/* Kinds of the GPU's pages, as NVIDIA's open-gpu-doc numbers them. */
enum { PLATFORM_KIND_PITCH = 0x00, PLATFORM_KIND_GENERIC = 0xfe };

/* `memory` and `size` are whole pages of 4 KiB; the memory stays the caller's, who keeps it until
 * the object is gone. */
DkResult platform_object_new(struct platform *p, void *memory, uint32_t size, bool cached,
                             struct platform_object **out);
void platform_object_free(struct platform *p, struct platform_object *o); /* what is mapped goes */

/* Keeps a range of GPU addresses free of others' mappings. */
DkResult platform_reserve(struct platform *p, uint64_t size, uint64_t align, DkGpuAddr *out);
void platform_release(struct platform *p, DkGpuAddr address, uint64_t size);

/* The whole object, at `fixed` in a reserved range, or where there is room (fixed: 0). */
DkResult platform_map(struct platform *p, struct platform_object *o, uint8_t kind, bool cached,
                      DkGpuAddr fixed, DkGpuAddr *out);
void platform_unmap(struct platform *p, DkGpuAddr address);
/* A part of a mapping, in whole big pages, gets another kind. */
DkResult platform_set_kind(struct platform *p, DkGpuAddr mapping, uint64_t offset, uint64_t size,
                           uint8_t kind);

/* What the CPU wrote into cached memory is seen by the GPU, and the other way round. */
void platform_flush_cache(void *memory, size_t size);

/* ---- work ---- */

struct platform_fence {
    uint32_t syncpoint, value;
};

DkResult platform_channel_new(struct platform *p, uint32_t queue_flags /* DkQueueFlags */,
                              struct platform_channel **out);
/* Waits for what has begun. */
void platform_channel_free(struct platform *p, struct platform_channel *c);
uint32_t platform_channel_syncpoint(const struct platform_channel *c);
/* Entries of the GPFIFO, in the hardware's format; `increments`: of the channel's syncpoint, that
 * their words make. *fence: when they are done. One thread at a time for one channel. */
DkResult platform_channel_submit(struct platform *p, struct platform_channel *c,
                                 const uint64_t *entries, uint32_t count, uint32_t increments,
                                 struct platform_fence *fence);
bool platform_channel_failed(struct platform *p, struct platform_channel *c);

/* timeout_us: below 0 for ever. Timeout is no error. p NULL: a fence that was imported from
 * elsewhere and so belongs to no device; the one that was opened last is asked. */
DkResult platform_fence_wait(struct platform *p, struct platform_fence fence, int32_t timeout_us);
/* A semaphore in memory was written by the CPU: channels that wait for it may go on. */
void platform_poke(struct platform *p);

/* ---- windows ---- */

struct platform_image {
    struct platform_object *object;
    void *memory;                   /* the object's */
    uint32_t offset;                /* of the image in it */
    uint32_t width, height, stride; /* texels; stride: bytes a row of blocks */
    uint32_t block_height_log2, size;
    DkImageFormat format; /* RGBA8, RGBX8, RGB565 ... as swapchains take them */
};

/* native_window: what DkSwapchainMaker says of the platform (host/window.h). */
DkResult platform_window_new(struct platform *p, void *native_window,
                             const struct platform_image *images, uint32_t count,
                             struct platform_window **out);
void platform_window_free(struct platform *p, struct platform_window *w);
/* Waits until a buffer is free; the fences in *fences (`*fence_count` of at most 4) are those of
 * whoever reads it still. */
DkResult platform_window_dequeue(struct platform *p, struct platform_window *w, int *slot,
                                 struct platform_fence fences[4], uint32_t *fence_count);
struct platform_present {
    int slot;
    int32_t left, top, right, bottom; /* the crop; all 0: the whole image */
    uint32_t interval;                /* of the display, between pictures; 0: at once */
    bool flip_vertical;               /* the first row in memory is the lowest one */
    struct platform_fence fence;      /* when the picture is drawn */
};
DkResult platform_window_queue(struct platform *p, struct platform_window *w,
                               const struct platform_present *present);

/* ---- the rest of a C library that differs ---- */

struct platform_mutex {
    uint64_t words[8]; /* zeros: nobody holds it */
};
void platform_mutex_lock(struct platform_mutex *m);
void platform_mutex_unlock(struct platform_mutex *m);

/* The end of a program that made a mistake: says so, and does not return. */
_Noreturn void platform_abort(const char *context, DkResult result, const char *message);
void platform_warn(const char *context, const char *message);
uint64_t platform_now_ns(void);

#endif
