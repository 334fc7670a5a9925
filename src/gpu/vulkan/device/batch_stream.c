/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/device/batch_parts.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define BLOCK_SIZE   (8ull << 20)
#define STREAM_LIMIT (256ull << 20)

static void block_free(struct batches *b, struct stream *s, struct stream_block *block) {
    s->bytes -= block->buffer.size;
    vulkan_buffer_free(b->vk, &block->buffer);
    free(block);
}

static struct stream_block *block_new(struct batches *b, struct stream *s, VkDeviceSize size,
                                      struct error *error) {
    struct stream_block *block = NEW(struct stream_block);
    if (!vulkan_buffer_new(b->vk, size, s->place, &block->buffer, error)) {
        free(block);
        return NULL;
    }
    s->bytes += size;
    return block;
}

static void retire(struct stream *s, struct stream_block *block) {
    block->next = NULL;
    if (s->oldest)
        s->newest->next = block;
    else
        s->oldest = block;
    s->newest = block;
}

static struct stream_block *pop(struct stream *s) {
    struct stream_block *block = s->oldest;
    s->oldest = block->next;
    block->used = 0;
    return block;
}

static bool is_large(const struct stream_block *block) {
    return block->buffer.size > BLOCK_SIZE;
}

/* A block with `size` bytes. Of those that nothing uses any more large ones are not kept. */
static struct stream_block *find_block(struct batches *b, struct stream *s, VkDeviceSize size,
                                       struct error *error) {
    const bool small = size <= BLOCK_SIZE;
    while (s->oldest && batch_done(b, s->oldest->last) && (small || is_large(s->oldest))) {
        struct stream_block *block = pop(s);
        if (!is_large(block))
            return block;
        block_free(b, s, block);
    }
    struct stream_block *block = block_new(b, s, small ? BLOCK_SIZE : size, error);
    if (block)
        return block;
    /* Once more, when all that can be given up is given up. */
    batch_wait(b, batch_number(b) - 1);
    while (s->oldest && batch_done(b, s->oldest->last))
        block_free(b, s, pop(s));
    return block_new(b, s, small ? BLOCK_SIZE : size, error);
}

static bool fits(const struct stream_block *block, uint64_t size, uint64_t align,
                 VkDeviceSize *offset) {
    *offset = (block->used + align - 1) / align * align;
    return *offset <= block->buffer.size && size <= block->buffer.size - *offset;
}

/* There is no memory: the device is given up, and the host writes to where nobody reads. */
static struct stream_slice stand_in(struct batches *b, struct stream *s, uint64_t size,
                                    const struct error *error) {
    vulkan_lose(b->vk, error);
    void *data = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (data == MAP_FAILED) {
        fprintf(stderr, "windlass: out of memory: %s\n", error->text);
        exit(1);
    }
    GROW(s->stand_ins, s->stand_in_count, s->stand_in_room);
    s->stand_ins[s->stand_in_count++] = (struct stand_in){data, size};
    return (struct stream_slice){.buffer = s->present->buffer.buffer, .data = data};
}

static struct stream_slice take(struct batches *b, struct stream *s, uint64_t size,
                                uint64_t align) {
    struct error error = {0};
    VkDeviceSize offset = 0;
    struct stream_block *block = s->present;
    align = align ? align : 1;
    size = size ? size : 1;
    if (size > STREAM_LIMIT) {
        error_set(&error, ERROR_LIMIT,
                  "GPU: %llu bytes at once are more than the %llu that one "
                  "command may bring",
                  (unsigned long long)size, STREAM_LIMIT);
        return stand_in(b, s, size, &error);
    }
    if (batch_done(b, block->last))
        block->used = 0;
    if (!fits(block, size, align, &offset)) {
        block = find_block(b, s, size, &error);
        if (!block)
            return stand_in(b, s, size, &error);
        offset = 0;
        b->present->bytes += block->buffer.size;
        if (size > BLOCK_SIZE) {
            retire(s, block);
        } else {
            retire(s, s->present);
            s->present = block;
        }
    }
    block->used = offset + size;
    block->last = batch_number(b);
    const struct vulkan_buffer *buffer = &block->buffer;
    return (struct stream_slice){.buffer = buffer->buffer,
                                 .offset = offset,
                                 .data = buffer->memory.data ? buffer->memory.data + offset : NULL,
                                 .address = buffer->address ? buffer->address + offset : 0};
}

struct stream_slice batch_stream(struct batches *b, uint64_t size, uint64_t align) {
    return take(b, &b->upload, size, align);
}

struct stream_slice batch_scratch(struct batches *b, uint64_t size, uint64_t align) {
    return take(b, &b->scratch, size, align);
}

bool stream_start(struct batches *b, struct stream *s, enum memory_place place,
                  struct error *error) {
    s->place = place;
    s->present = block_new(b, s, BLOCK_SIZE, error);
    return s->present != NULL;
}

void stream_free(struct batches *b, struct stream *s) {
    if (s->present)
        retire(s, s->present);
    for (struct stream_block *block = s->oldest, *next; block; block = next) {
        next = block->next;
        block_free(b, s, block);
    }
    for (size_t i = 0; i < s->stand_in_count; i++)
        munmap(s->stand_ins[i].data, s->stand_ins[i].size);
    free(s->stand_ins);
}
