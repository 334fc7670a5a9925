/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/draw_parts.h"

/* Indices: the guest's own where the device reads them so, else a list made for this draw. */

enum { MADE_LIMIT = 256 << 20 }; /* bytes */

static struct index_source source_of(const struct drawing *d, const struct draw *draw) {
    return (struct index_source){
        .primitive = draw->primitive,
        .indexed = draw->indexed,
        .bytes = draw->indices ? 4 : (uint8_t)(1 << draw->index_log2),
        .restart = d->index.restart,
        .restart_index = d->index.restart_index,
        .provoking_last = d->raster.provoking_last,
    };
}

/* The first index and how many lie there, of those that the draw wants. */
static const uint8_t *find_indices(const struct drawing *d, const struct three_state *state,
                                   const struct draw *draw, uint32_t *count) {
    const uint64_t from = (uint64_t)draw->first << draw->index_log2,
                   wanted = (uint64_t)draw->count << draw->index_log2;
    uint64_t there = d->index.size > from ? d->index.size - from : 0;
    *count = 0;
    there = there < wanted ? there : wanted;
    if (!there)
        return NULL;
    uint64_t length;
    const uint8_t *data = page_table_find(state->pages, d->index.address + from, there, &length);
    if (data)
        *count = (uint32_t)(length >> draw->index_log2);
    return data;
}

static bool use_as_it_is(struct drawing *d, const uint8_t *data, uint32_t count,
                         const struct draw *draw) {
    static const VkIndexType types[] = {VK_INDEX_TYPE_UINT8_EXT, VK_INDEX_TYPE_UINT16,
                                        VK_INDEX_TYPE_UINT32};
    static bool failed;
    struct memory_slice slice;
    struct error error;
    if (!memory_use(d->backend->memory, data, (uint64_t)count << draw->index_log2, false, &slice,
                    &error))
        return drawing_skip(d, &failed, "an index buffer: %s", error.text);
    d->indices.buffer = slice.buffer;
    d->indices.offset = slice.offset;
    d->indices.type = types[draw->index_log2];
    return true;
}

static bool make(struct drawing *d, const struct index_source *source, const uint8_t *data,
                 uint32_t count) {
    static bool too_many;
    const uint64_t most = index_most(source, count) * 4;
    if (most > MADE_LIMIT)
        return drawing_skip(d, &too_many, "primitive %u of %u vertices", source->primitive, count);
    const struct stream_slice to = batch_stream(d->backend->batches, most ? most : 4, 4);
    d->indices.count = index_make(source, &d->plan, data, count, (uint32_t *)to.data);
    d->indices.buffer = to.buffer;
    d->indices.offset = to.offset;
    d->indices.type = VK_INDEX_TYPE_UINT32;
    return true;
}

bool draw_indices(struct drawing *d, const struct three_state *state, const struct draw *draw) {
    static bool unknown, misplaced;
    const struct index_device device = {
        .bytes = d->backend->vk->index_uint8,
        .list_restart = d->backend->vk->list_restart,
    };
    const struct index_source source = source_of(d, draw);
    const uint8_t *data = (const uint8_t *)draw->indices;
    uint32_t count = draw->count;
    d->indices = (struct index_buffer){.base_vertex = draw->base_vertex};
    if (draw->index_log2 > 2 || !index_plan(&source, &device, &d->plan))
        return drawing_skip(d, &unknown, "primitive %u, index size %u", draw->primitive,
                            draw->index_log2);
    if (!draw->indexed) {
        d->indices.base_vertex = (int32_t)draw->first;
        return !d->plan.made || make(d, &source, NULL, count);
    }
    if (!data)
        data = find_indices(d, state, draw, &count);
    if (!data)
        return drawing_skip(d, &misplaced, "indices at 0x%lx, where nothing is mapped",
                            d->index.address);
    d->indices.count = count;
    if (!d->plan.made && !draw->indices && d->index.address % source.bytes == 0)
        return use_as_it_is(d, data, count, draw);
    if (!draw->indices)
        memory_wait(d->backend->memory, data, (uint64_t)count << draw->index_log2, false);
    return make(d, &source, data, count);
}
