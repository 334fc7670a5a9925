/* SPDX-License-Identifier: MIT */
/* Constant buffers. */
#include "gpu/vulkan/shader/descriptor_parts.h"

#include <string.h>

enum { ANY_CONSTANTS = 65536, CONSTANT_UNIT = 16 };

/* Copies what is bound, `bytes` of it with zeros behind its end, unless that was done for this
 * batch. */
static struct stream_slice copy_constants(struct descriptors *d, const struct set_plan *p,
                                          unsigned slot, uint32_t bytes) {
    const struct resources *r = p->r;
    static const struct constant_buffer none;
    const struct constant_buffer *b = slot < r->constant_count ? &r->constants[slot] : &none;
    struct constant_copy *copy = &d->constants[p->unit->contract.stage][slot];
    const uint32_t bound = b->size < bytes ? b->size : bytes;
    struct constant_copy now = {
        .pages = r->pages,
        .generation = page_table_generation(r->pages),
        .address = b->address,
        .bound = bound,
        .bytes = bytes,
        .version = resources_version_copied(d->memory, r->pages, b->address, bound),
    };
    uint8_t words[ANY_CONSTANTS];
    const bool known = copy->pages == now.pages && copy->generation == now.generation &&
                       copy->address == now.address && copy->bound == now.bound &&
                       copy->bytes == now.bytes && copy->version == now.version;
    if (known && copy->batch == batch_number(d->batches))
        return copy->slice;
    resources_read(d->memory, r->pages, b->address, words, bound);
    now.batch = batch_number(d->batches);
    now.slice =
        batch_stream(d->batches, bytes, d->vk->properties.limits.minStorageBufferOffsetAlignment);
    memcpy(now.slice.data, words, bound);
    memset(now.slice.data + bound, 0, bytes - bound);
    *copy = now;
    return copy->slice;
}

void plan_constants(struct descriptors *d, struct set_plan *p) {
    const struct shader_contract *c = &p->unit->contract;
    for (uint32_t left = c->constants; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctz(left);
        uint32_t bytes = c->constant_size[slot];
        if (bytes >= ANY_CONSTANTS)
            bytes = slot < p->r->constant_count ? p->r->constants[slot].size : 0;
        bytes = bytes < ANY_CONSTANTS ? bytes : ANY_CONSTANTS;
        bytes = (bytes + CONSTANT_UNIT) / CONSTANT_UNIT * CONSTANT_UNIT;
        bytes = bytes < ANY_CONSTANTS ? bytes : ANY_CONSTANTS;
        p->constants[slot] = copy_constants(d, p, slot, bytes);
        p->constant_bytes[slot] = bytes;
    }
}
