/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_OBJECTS_H
#define WINDLASS_DEKO3D_OBJECTS_H

/* The objects behind the public names. Handles point to objects that the library makes, with the
 * device's allocator; the others lie where the program keeps them, in the sizes that deko3d.h
 * promises (checked in objects.c). */

#define DK_INTERNAL /* deko3d.h declares the opaque objects, and leaves them to us */
#include <deko3d.h>

#include "deko3d/control.h"
#include "deko3d/error.h"
#include "deko3d/platform.h"

enum {
    DK_QUEUES = DK_MEMBLOCK_ALIGNMENT / 16, /* one semaphore of 16 bytes each, in one page */
    DK_SWAPCHAIN_IMAGES = 8,
    DK_QUEUE_FENCES = 16,
    DK_QUEUE_ENTRIES = 0x800,     /* GPFIFO entries that wait for being submitted in one piece */
    DK_QUEUE_RESERVED_WORDS = 12, /* kept free behind a queue's words, for its own fence */
};

struct tag_DkMemBlock {
    DkDevice device;
    uint8_t *memory; /* where it lies; the CPU may look at it only where flags say so */
    bool own_memory; /* allocated by us, not the program's storage */
    struct platform_object *object;
    uint32_t size, flags;
    /* One set of pages at up to three addresses; DK_GPU_ADDR_INVALID where it is not mapped. */
    DkGpuAddr pitch, generic, compressed;
    uint32_t code_offset; /* in the code segment, of blocks for code */
};

/* 4 GiB of GPU addresses where code lies: the GPU names code by 32-bit offsets from its begin. */
struct code_segment {
    DkGpuAddr base;
    uint32_t used_pages; /* of PLATFORM_BIG_PAGE; never given back, as on the console */
};

struct tag_DkDevice {
    DkDeviceMaker maker; /* its callbacks are never NULL */
    struct platform *platform;
    struct platform_facts facts;
    struct platform_mutex lock; /* of all that follows */
    struct code_segment code;
    DkQueue queues[DK_QUEUES]; /* by their number */
    uint32_t objects;          /* memory blocks that live */
    /* A word of each queue, which its fences count up. */
    struct tag_DkMemBlock semaphores;
    uint32_t semaphore_values[DK_QUEUES];
};

static inline bool dk_depth_minus_one(DkDevice d) {
    return (d->maker.flags & DkDeviceFlags_DepthMinusOneToOne) != 0;
}
static inline bool dk_lower_left(DkDevice d) {
    return (d->maker.flags & DkDeviceFlags_OriginLowerLeft) != 0;
}
/* The rasterizer's Y points down, and its first row is the image's first one. */
static inline bool dk_viewport_flips(DkDevice d) {
    return ((d->maker.flags & DkDeviceFlags_YAxisPointsDown) != 0) == dk_lower_left(d);
}

enum fence_kind { FENCE_EMPTY, FENCE_INTERNAL, FENCE_EXTERNAL };

struct DkFence {
    uint32_t kind; /* zeros are an empty fence, which is signalled */
    uint32_t count;
    struct platform_fence fences[4]; /* external: all of them; internal: the first one */
    DkDevice device;                 /* internal */
    uint32_t queue, value;           /* internal: the queue's semaphore reaches this */
};

struct DkVariable {
    uint32_t *cpu;
    DkGpuAddr gpu;
};

enum {
    DK_SHADER_MAGIC = 0x52444853 /* "SHDR": a shader that was initialised, whether valid or not */
};

struct DkShader {
    uint32_t magic;
    uint8_t stage; /* DkStage */
    uint8_t valid;
    uint32_t id;   /* of the program, for BindProgram's memory of what it bound; never 0 */
    uint32_t code; /* offset of the program in the code segment */
    uint32_t registers;
    uint32_t constants_offset, constants_size; /* c[1]; bytes; offset in the code segment */
    uint32_t scratch;                          /* bytes a warp */
    union {
        struct {
            uint32_t alternative, alternative_registers; /* vertex program A; 0: there is none */
        } vertex;
        struct {
            bool has_table, early_tests, post_depth_coverage, per_sample;
            uint32_t table[4], param_d8;
            uint16_t param_65b, param_489;
        } fragment;
        struct {
            bool flag_47c, has_table;
            uint32_t table[8];
        } geometry;
        struct {
            uint32_t param_c8;
        } tess_eval;
        struct {
            uint32_t dimensions[3], shared_size, local_positive, local_negative, call_stack;
            uint32_t barriers;
        } compute;
    };
};

struct DkImageLayout {
    uint32_t type, format; /* DkImageType, DkImageFormat */
    uint32_t flags;
    uint8_t samples_log2, block_width, block_height; /* blocks: texels */
    uint8_t bytes, bytes_log2;                       /* of a block; the logarithm is rounded down */
    uint32_t dimensions[3]; /* with all layers of an array in the last one */
    uint8_t levels, tile_width_log2, tile_height_log2, tile_depth_log2; /* GOBs */
    uint8_t samples_x_log2, samples_y_log2, kind, has_layers;
    uint32_t stride; /* pitch-linear: bytes a row */
    uint32_t align;
    uint64_t layer_size; /* bytes from one layer to the next; 0 where there are none */
    uint64_t size;
};

struct DkImage {
    DkImageLayout layout; /* first: the public header makes one's pointer the other's */
    DkGpuAddr address;
    DkMemBlock block;
    uint32_t offset;
};

struct DkImageDescriptor {
    uint32_t words[8]; /* a texture header */
};
struct DkSamplerDescriptor {
    uint32_t words[8];
};

struct tag_DkCmdBuf {
    DkDevice device;
    void *user;
    DkCmdBufAddMemFunc add_memory;
    uint32_t reserved; /* words that stay free behind `end` */
    bool capturing;
    /* The piece of command memory that is being filled: from its begin, from the first word that
     * no GPFIFO entry has yet, the next word, the first one that may not be written. */
    uint32_t *piece, *first, *next, *end;
    DkGpuAddr piece_address, first_address;
    struct control_list control; /* what is recorded so far */
};

struct tag_DkSwapchain {
    DkDevice device;
    struct platform_window *window;
    uint32_t images, interval;
    int32_t crop[4]; /* left, top, right, bottom */
    const DkImage *image[DK_SWAPCHAIN_IMAGES];
};

/* The next image to draw into, which nobody reads once *fence is signalled; the image is shown when
 * `fence`, an internal one, is. */
void swapchain_acquire(DkSwapchain s, int *slot, DkFence *fence, const char *context);
void swapchain_present(DkSwapchain s, int slot, const DkFence *fence, const char *context);

void *dk_alloc(DkDevice device, size_t size, size_t align); /* raises OutOfMemory */
void dk_free(DkDevice device, void *memory);
#define DK_NEW(device, type)                                                                       \
    ((type *)dk_alloc_zeroed((device), sizeof(type), _Alignof(max_align_t)))
void *dk_alloc_zeroed(DkDevice device, size_t size, size_t align);

/* A block inside another object (a queue's words, the device's semaphores). */
DkResult memblock_open(struct tag_DkMemBlock *b, DkDevice device, uint32_t size, uint32_t flags,
                       void *storage);
void memblock_close(struct tag_DkMemBlock *b);

/* Whether the queue failed, or has just been found to have: then whoever waits for its fences goes
 * on. Any thread that knows that the queue lives; fence_wait asks all queues, with the device's
 * lock held, where it has waited for a while. */
bool queue_check_error(DkQueue q);

/* What stands behind dkQueueAcquireImage and dkQueuePresentImage; errors are raised. *fence: when
 * nobody reads the image any more; when the picture is drawn. */
void swapchain_acquire(DkSwapchain s, int *slot, DkFence *fence, const char *context);
void swapchain_present(DkSwapchain s, int slot, const DkFence *fence, const char *context);

/* timeout_us: below 0 for ever. */
DkResult fence_wait(DkFence *fence, int32_t timeout_us);

#endif
