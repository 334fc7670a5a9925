/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/shader/resources.h"

#include <string.h>

enum { TEXTURE_BITS = 20, HEADER_SIZE = DESCRIPTOR_WORDS * 4 };

bool resources_read(struct guest_memory *memory, const struct page_table *pages, uint64_t address,
                    void *out, uint64_t size) {
    bool whole = true;
    for (uint64_t done = 0; done < size;) {
        uint64_t length;
        const uint8_t *from = page_table_find(pages, address + done, size - done, &length);
        if (!from) {
            const uint64_t left = size - done;
            length = PAGE_TABLE_PAGE - (address + done) % PAGE_TABLE_PAGE;
            length = length < left ? length : left;
            memset((uint8_t *)out + done, 0, length);
            whole = false;
        } else {
            memory_wait(memory, from, length, false);
            memcpy((uint8_t *)out + done, from, length);
        }
        done += length;
    }
    return whole;
}

/* `of`: memory_version or memory_version_copied. */
static uint64_t newest_of(uint64_t (*of)(struct guest_memory *, const uint8_t *, uint64_t),
                          struct guest_memory *memory, const struct page_table *pages,
                          uint64_t address, uint64_t size) {
    uint64_t newest = 0, length;
    for (uint64_t done = 0; done < size; done += length) {
        const uint8_t *at = page_table_find(pages, address + done, size - done, &length);
        if (!at) {
            length = PAGE_TABLE_PAGE - (address + done) % PAGE_TABLE_PAGE;
            continue;
        }
        const uint64_t version = of(memory, at, length);
        newest = version > newest ? version : newest;
    }
    return newest;
}

uint64_t resources_version(struct guest_memory *memory, const struct page_table *pages,
                           uint64_t address, uint64_t size) {
    return newest_of(memory_version, memory, pages, address, size);
}

uint64_t resources_version_copied(struct guest_memory *memory, const struct page_table *pages,
                                  uint64_t address, uint64_t size) {
    return newest_of(memory_version_copied, memory, pages, address, size);
}

bool resources_place(struct guest_memory *memory, const struct resources *r,
                     struct shader_place place, void *out, uint64_t size) {
    memset(out, 0, size);
    if (place.slot >= r->constant_count)
        return false;
    const struct constant_buffer *b = &r->constants[place.slot];
    if (b->size < size || place.offset > b->size - size)
        return false;
    return resources_read(memory, r->pages, b->address + place.offset, out, size);
}

/* The eight words of a header in a pool. */
static bool read_header(struct guest_memory *memory, const struct resources *r, uint64_t pool,
                        uint32_t number, uint32_t last, uint32_t words[DESCRIPTOR_WORDS]) {
    return number <= last && resources_read(memory, r->pages, pool + (uint64_t)number * HEADER_SIZE,
                                            words, HEADER_SIZE);
}

bool resources_texture(struct guest_memory *memory, const struct resources *r, uint32_t handle,
                       struct texture_header *out) {
    uint32_t words[DESCRIPTOR_WORDS];
    const uint32_t number = handle & ((1u << TEXTURE_BITS) - 1);
    if (!read_header(memory, r, r->textures, number, r->last_texture, words))
        return false;
    texture_header_decode(words, out);
    return true;
}

bool resources_sampler(struct guest_memory *memory, const struct resources *r, uint32_t handle,
                       struct sampler_header *out) {
    uint32_t words[DESCRIPTOR_WORDS];
    const uint32_t number =
        r->sampler_with_texture ? handle & ((1u << TEXTURE_BITS) - 1) : handle >> TEXTURE_BITS;
    if (!read_header(memory, r, r->samplers, number, r->last_sampler, words))
        return false;
    sampler_header_decode(words, out);
    return true;
}
