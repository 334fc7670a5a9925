/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/shader/handle_stamp.h"

enum {
    HEADER = DESCRIPTOR_WORDS * 4,
    LARGEST_POOL = 1 << 17, /* bytes: a look at more costs more than reading headers */
    INDEXED = 64,           /* bytes behind a place that code may choose from: shader_facts.c */
};

static uint64_t newer(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static uint64_t pool_size(uint32_t last) {
    return ((uint64_t)last + 1) * HEADER;
}

/* The newest of the handles' words. */
static uint64_t words_version(struct guest_memory *memory, const struct resources *r,
                              const struct shader_handles *handles) {
    uint64_t version = 0;
    for (unsigned i = 0; i < SHADER_CONSTANT_SLOTS && i < r->constant_count; i++) {
        const struct constant_buffer *c = &r->constants[i];
        uint64_t begin = handles->range[i].begin, end = handles->range[i].end;
        if (!end)
            continue;
        end += INDEXED;
        end = end < c->size ? end : c->size;
        if (begin < end)
            version = newer(version,
                            resources_version(memory, r->pages, c->address + begin, end - begin));
    }
    return version;
}

static bool same(const struct handle_stamp *s, const struct resources *r,
                 const struct shader_handles *handles, uint64_t generation) {
    if (s->pages != r->pages || s->generation != generation || s->textures != r->textures ||
        s->samplers != r->samplers || s->last_texture != r->last_texture ||
        s->last_sampler != r->last_sampler || s->sampler_with_texture != r->sampler_with_texture)
        return false;
    for (unsigned i = 0; i < SHADER_CONSTANT_SLOTS && i < r->constant_count; i++)
        if (handles->range[i].end && (s->constants[i].address != r->constants[i].address ||
                                      s->constants[i].size != r->constants[i].size))
            return false;
    return true;
}

static void take(struct handle_stamp *s, const struct resources *r, uint64_t generation) {
    *s = (struct handle_stamp){
        .pages = r->pages,
        .generation = generation,
        .textures = r->textures,
        .samplers = r->samplers,
        .last_texture = r->last_texture,
        .last_sampler = r->last_sampler,
        .sampler_with_texture = r->sampler_with_texture,
    };
    for (unsigned i = 0; i < SHADER_CONSTANT_SLOTS && i < r->constant_count; i++)
        s->constants[i] = r->constants[i];
}

bool handle_stamp_same(struct guest_memory *memory, const struct resources *r,
                       const struct shader_handles *handles, struct handle_stamp *stamp) {
    const uint64_t generation = page_table_generation(r->pages);
    const uint64_t textures = pool_size(r->last_texture), samplers = pool_size(r->last_sampler);
    if (textures > LARGEST_POOL || samplers > LARGEST_POOL) {
        *stamp = (struct handle_stamp){0};
        return false;
    }
    uint64_t version = words_version(memory, r, handles);
    version = newer(version, resources_version(memory, r->pages, r->textures, textures));
    version = newer(version, resources_version(memory, r->pages, r->samplers, samplers));
    const bool known = same(stamp, r, handles, generation) && stamp->version == version;
    if (!known)
        take(stamp, r, generation);
    stamp->version = version;
    return known;
}
