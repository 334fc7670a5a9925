/* SPDX-License-Identifier: MIT */
/* The picture of programs that draw with the CPU: two block-linear buffers in one nvmap object. */
#include "display.h"
#include "internal.h"

#define STRIDE_BYTES    (SCREEN_WIDTH * 4)
#define BLOCK_ROWS      128 /* 16 GOBs of 8 rows */
#define ALIGNED_HEIGHT  ((SCREEN_HEIGHT + BLOCK_ROWS - 1) / BLOCK_ROWS * BLOCK_ROWS)
#define BUFFER_BYTES    (STRIDE_BYTES * ALIGNED_HEIGHT)
#define FORMAT_RGBA8888 1
#define COLOUR_RGBA8888 0x100532120ull

static uint32_t *linear;
static uint8_t *tiled;
static uint32_t map_handle;
static struct display_buffer buffer = {.size = BUFFER_BYTES,
                                       .width = SCREEN_WIDTH,
                                       .height = SCREEN_HEIGHT,
                                       .stride_bytes = STRIDE_BYTES,
                                       .texel_bytes = 4,
                                       .block_height_log2 = 4,
                                       .format = FORMAT_RGBA8888,
                                       .colour_format = COLOUR_RGBA8888};

Result screen_open(void) {
    uint8_t *memory = malloc(SCREEN_BUFFERS * BUFFER_BYTES + 0x1000);
    linear = malloc(STRIDE_BYTES * SCREEN_HEIGHT);
    if (!memory || !linear)
        return 0xd001;
    tiled = (uint8_t *)(((uint64_t)memory + 0xfff) & ~0xfffull);
    Result result = display_open();
    if (result || (result = nv_map(tiled, SCREEN_BUFFERS * BUFFER_BYTES, 0x1000, 0, &map_handle,
                                   &buffer.nvmap_id)) != 0)
        return result;
    for (int i = 0; i < SCREEN_BUFFERS && result == 0; i++) {
        buffer.offset = (uint32_t)i * BUFFER_BYTES;
        result = display_set_buffer(i, &buffer);
    }
    return result;
}

uint32_t *screen_begin(void) {
    return linear;
}

uint8_t *screen_memory(uint32_t *handle, uint32_t *bytes) {
    *handle = map_handle;
    *bytes = BUFFER_BYTES;
    return tiled;
}

Result screen_dequeue(int *slot) {
    struct display_fences fences; /* the display has none of its own here */
    return display_dequeue(&buffer, slot, &fences);
}

/* Block-linear order: GOBs of 64 bytes x 8 rows, 16 of them stacked in a block, blocks by rows. */
static void tile(uint8_t *out, const uint32_t *in) {
    for (uint32_t y = 0; y < SCREEN_HEIGHT; y++)
        for (uint32_t x = 0; x < STRIDE_BYTES; x += 16) {
            uint32_t block = y / BLOCK_ROWS * (STRIDE_BYTES / 64) + x / 64;
            uint32_t at = block * (64 * BLOCK_ROWS) + y % BLOCK_ROWS / 8 * 512 +
                          (x >> 5 & 1) * 256 + (y >> 1 & 3) * 64 + (x >> 4 & 1) * 32 + (y & 1) * 16;
            memcpy(out + at, (const uint8_t *)in + y * STRIDE_BYTES + x, 16);
        }
}

Result screen_queue(int slot, uint32_t syncpoint, uint32_t value) {
    const struct display_present present = {
        .interval = 1,
        .fences = {.count = syncpoint != 0, .fence = {{syncpoint, value}}},
    };
    return display_queue(slot, &present);
}

Result screen_show(void) {
    int slot;
    Result result = screen_dequeue(&slot);
    if (result)
        return result;
    tile(tiled + slot * BUFFER_BYTES, linear);
    return screen_queue(slot, 0, 0);
}
