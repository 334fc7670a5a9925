/* SPDX-License-Identifier: MIT */
/* A picture of 1920 x 1080 between its storage and rows, beside a copy of as many bytes; and frames
 * that clear one, with and without writing it back. */
#include "bench.h"

#include "gpu/vulkan/texture/swizzle.h"

#include <stdlib.h>

enum { WIDTH = 1920, HEIGHT = 1080, BYTES = 4, HEIGHT_LOG2 = 4, TIMES = 20 };

static struct texture_layout layout_of(void) {
    const struct texture_shape shape = {.width = WIDTH,
                                        .height = HEIGHT,
                                        .depth = 1,
                                        .layers = 1,
                                        .levels = 1,
                                        .block_width = 1,
                                        .block_height = 1,
                                        .bytes = BYTES,
                                        .samples_x = 1,
                                        .samples_y = 1,
                                        .height_log2 = HEIGHT_LOG2};
    struct texture_layout layout;
    struct error error;
    if (!texture_layout(&shape, &layout, &error))
        abort();
    return layout;
}

enum way { LOAD, STORE, COPY };

static double once(struct plain *p, struct swizzle *swizzle, enum way way,
                   const struct texture_layout *layout, const struct vulkan_buffer *storage,
                   const struct vulkan_buffer *rows) {
    const struct swizzle_region region = {
        .level = &layout->level[0],
        .box = {.width = WIDTH, .height = HEIGHT, .depth = 1},
        .bytes = BYTES,
        .layers = 1,
        .layer_stride = layout->layer_stride,
    };
    const double begin = bench_seconds();
    VkCommandBuffer c = plain_begin(p);
    for (unsigned i = 0; i < TIMES; i++) {
        if (way == LOAD)
            swizzle_load(swizzle, c, &region, storage->address, rows->address);
        else if (way == STORE)
            swizzle_store(swizzle, c, &region, storage->address, rows->address);
        else
            vkCmdCopyBuffer(c, rows->buffer, storage->buffer, 1,
                            &(VkBufferCopy){0, 0, (VkDeviceSize)WIDTH * HEIGHT * BYTES});
        plain_barrier(c);
    }
    plain_run(p);
    return (bench_seconds() - begin) / (double)TIMES;
}

static void bandwidth(struct machine *m, unsigned rounds) {
    struct vulkan *vk = m->backend->vk;
    const struct texture_layout layout = layout_of();
    struct plain *p = plain_open(vk);
    struct swizzle *swizzle;
    struct vulkan_buffer storage, rows;
    struct error error;
    double *times[3];
    if (!swizzle_new(vk, &swizzle, &error) ||
        !vulkan_buffer_new(vk, layout.size, MEMORY_DEVICE, &storage, &error) ||
        !vulkan_buffer_new(vk, layout.size, MEMORY_DEVICE, &rows, &error))
        abort();
    for (unsigned way = LOAD; way <= COPY; way++) {
        times[way] = calloc(rounds, sizeof **times);
        once(p, swizzle, way, &layout, &storage, &rows);
    }
    for (unsigned i = 0; i < rounds; i++)
        for (unsigned way = LOAD; way <= COPY; way++)
            times[way][i] = once(p, swizzle, way, &layout, &storage, &rows);
    const double bytes = (double)(WIDTH * HEIGHT * BYTES) / 1e9;
    const double copied = bytes / bench_median(times[COPY], rounds);
    bench_figure("storage_to_rows", bytes / bench_median(times[LOAD], rounds), copied, "GB/s");
    bench_figure("rows_to_storage", bytes / bench_median(times[STORE], rounds), copied, "GB/s");
    for (unsigned way = LOAD; way <= COPY; way++)
        free(times[way]);
    swizzle_free(swizzle);
    vulkan_buffer_free(vk, &storage);
    vulkan_buffer_free(vk, &rows);
    plain_close(p);
}

/* ---- frames ---- */

enum {
    TARGET = 0x200,
    TARGET_COUNT = 0x487,
    SURFACE_CLIP = 0x3fd,
    SCISSOR = 0x380,
    CLEAR_LIMITS = 0x43e,
    CLEAR_COLOR = 0x360,
    CLEAR_SURFACE = 0x674,
    ALL_COMPONENTS = 0x3c,
};

static double frames(struct machine *m) {
    const double begin = bench_seconds();
    for (unsigned i = 0; i < TIMES; i++) {
        machine_write(m, MACHINE_THREE, CLEAR_COLOR, 0x3f000000 + i);
        machine_write(m, MACHINE_THREE, CLEAR_SURFACE, ALL_COMPONENTS);
        machine_run(m);
    }
    return (bench_seconds() - begin) / (double)TIMES * 1e3;
}

static void set_target(struct machine *m) {
    const uint64_t at = machine_memory(m, layout_of().size, 0x10000);
    const uint32_t targets[] = {
        (uint32_t)(at >> 32), (uint32_t)at, WIDTH, HEIGHT, 0xd5, HEIGHT_LOG2 << 4, 1, 0};
    machine_write(m, MACHINE_THREE, TARGET_COUNT, 1 | 076543210u << 4);
    machine_write_many(m, MACHINE_THREE, TARGET, targets, 8);
    machine_write_many(m, MACHINE_THREE, SURFACE_CLIP,
                       (const uint32_t[]){WIDTH << 16, HEIGHT << 16}, 2);
    machine_write_many(m, MACHINE_THREE, SCISSOR, (const uint32_t[]){1, WIDTH << 16, HEIGHT << 16},
                       3);
    machine_write(m, MACHINE_THREE, CLEAR_LIMITS, 1 << 8); /* the scissor alone */
}

void bench_storage(struct machine *m, unsigned rounds) {
    const struct machine_options options = {
        .synchronous = true, .unchecked = true, .no_storage = true};
    double *a = calloc(rounds, sizeof *a), *b = calloc(rounds, sizeof *b);
    bandwidth(m, rounds);
    set_target(m);
    frames(m);
    for (unsigned i = 0; i < rounds; i++)
        a[i] = frames(m);
    machine_close(m);
    if (!machine_open_with(m, &options))
        abort();
    set_target(m);
    frames(m);
    for (unsigned i = 0; i < rounds; i++)
        b[i] = frames(m);
    bench_figure("frame_of_1080p_stored", bench_median(a, rounds), bench_median(b, rounds), "ms");
    free(a);
    free(b);
}
