/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/draw_parts.h"
#include "gpu/vulkan/draw/vertex_format.h"

#include <string.h>

/* Vertex arrays as buffers of Vulkan: the guest's memory itself wherever Vulkan can read it so,
 * else attributes converted for this draw. */

enum { CONVERTED_BYTES = 16, CONVERTED_LIMIT = 8 << 20 /* elements */ };

/* An array's bytes that lie together in memory. */
struct span {
    const uint8_t *data;
    uint64_t size;
};

static struct span span_of(const struct three_state *state, uint64_t address, uint64_t size) {
    struct span s = {0};
    if (size)
        s.data = page_table_find(state->pages, address, size, &s.size);
    if (!s.data)
        s.size = 0;
    return s;
}

/* ---- what is in the way of reading it as it is ---- */

static bool device_reads(struct drawing *d, VkFormat format) {
    VkFormatProperties p;
    if (!format)
        return false;
    vkGetPhysicalDeviceFormatProperties(d->backend->vk->physical, format, &p);
    return p.bufferFeatures & VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT;
}

enum way { AS_IT_IS, SHIFTED, CONVERTED, NOTHING };

static enum way way_of(struct drawing *d, const struct state_attribute *a,
                       const struct state_array *array) {
    static bool unknown;
    const VkPhysicalDeviceLimits *limits = &d->backend->vk->properties.limits;
    const unsigned bytes = vertex_bytes(a), align = vertex_align(a);
    if (a->constant || !array->enabled || !array->size)
        return NOTHING;
    if (!bytes) {
        drawing_skip(d, &unknown, "a vertex attribute of widths 0x%x and numbers %u, as zeros",
                     a->widths, a->numbers);
        return NOTHING;
    }
    if (!device_reads(d, vertex_format(a)) || array->stride > limits->maxVertexInputBindingStride ||
        array->address % align || a->offset % align || array->stride % align)
        return CONVERTED;
    if (a->offset <= limits->maxVertexInputAttributeOffset &&
        (!array->stride || a->offset + bytes <= array->stride))
        return AS_IT_IS;
    return !array->stride || bytes <= array->stride ? SHIFTED : CONVERTED;
}

/* ---- bindings ---- */

/* Instances that an element stays, as far as the device goes. */
static uint32_t divisor_of(const struct drawing *d, const struct state_array *array) {
    const struct vulkan *vk = d->backend->vk;
    const uint32_t most = vk->extras.attribute_divisor_limits.maxVertexAttribDivisor;
    if (!array->instanced)
        return 0;
    if (!vk->attribute_divisor)
        return 1;
    if (!array->divisor && !vk->extras.attribute_divisor.vertexAttributeInstanceRateZeroDivisor)
        return most;
    return array->divisor < most ? array->divisor : most;
}

static unsigned new_binding(struct drawing *d, const struct state_array *array) {
    struct pipeline_vertices *k = &d->key.vertices;
    const unsigned number = k->binding_count++;
    k->bindings[number] = (struct pipeline_binding){
        .binding = (uint8_t)number,
        .instanced = array->instanced,
        .divisor = divisor_of(d, array),
    };
    return number;
}

static void put_buffer(struct drawing *d, unsigned binding, VkBuffer buffer, uint64_t offset,
                       uint64_t size, uint64_t stride) {
    d->buffers.buffers[binding] = buffer;
    d->buffers.offsets[binding] = offset;
    d->buffers.sizes[binding] = size;
    d->buffers.strides[binding] = stride;
    d->buffers.count = binding + 1;
}

static void put_attribute(struct drawing *d, unsigned location, unsigned binding, VkFormat format,
                          unsigned offset) {
    struct pipeline_vertices *k = &d->key.vertices;
    k->attributes[k->attribute_count++] = (struct pipeline_attribute){
        .format = format,
        .offset = (uint16_t)offset,
        .location = (uint8_t)location,
        .binding = (uint8_t)binding,
    };
}

static bool bind_memory(struct drawing *d, const struct three_state *state, unsigned binding,
                        const struct state_array *array, unsigned offset) {
    static bool failed;
    struct error error;
    struct memory_slice slice;
    struct span s = {0};
    if (offset < array->size)
        s = span_of(state, array->address + offset, array->size - offset);
    if (!s.size) {
        put_buffer(d, binding, d->defaults.buffer, 0, 16, 0);
        return true;
    }
    if (!memory_use(d->backend->memory, s.data, s.size, false, &slice, &error))
        return drawing_skip(d, &failed, "a vertex array: %s", error.text);
    put_buffer(d, binding, slice.buffer, slice.offset, s.size, array->stride);
    return true;
}

/* Element 0 is at the start whichever is first, so that the device counts as it does elsewhere. */
static bool bind_converted(struct drawing *d, const struct three_state *state, unsigned binding,
                           const struct state_array *array, const struct state_attribute *a,
                           const struct draw *draw) {
    static bool too_many;
    const unsigned bytes = vertex_bytes(a);
    struct span s = {0};
    if (a->offset < array->size)
        s = span_of(state, array->address + a->offset, array->size - a->offset);
    uint64_t count = s.size < bytes ? 0 : 1;
    if (array->stride && s.size >= bytes)
        count = (s.size - bytes) / array->stride + 1;
    uint64_t wanted = count;
    if (array->instanced)
        wanted = (uint64_t)draw->first_instance + draw->instance_id +
                 (array->divisor ? (draw->instances - 1) / array->divisor : 0) + 1;
    else if (!draw->indexed)
        wanted = (uint64_t)draw->first + draw->count;
    count = count < wanted ? count : wanted;
    if (count > CONVERTED_LIMIT)
        return drawing_skip(d, &too_many, "a vertex array of %lu elements that are converted",
                            count);
    if (!count) {
        put_buffer(d, binding, d->defaults.buffer, 0, 16, 0);
        return true;
    }
    memory_wait(d->backend->memory, s.data, s.size, false);
    const struct stream_slice to =
        batch_stream(d->backend->batches, count * CONVERTED_BYTES, CONVERTED_BYTES);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t value[4];
        vertex_convert(a, s.data + i * array->stride, value);
        memcpy(to.data + i * CONVERTED_BYTES, value, sizeof value);
    }
    put_buffer(d, binding, to.buffer, to.offset, count * CONVERTED_BYTES,
               array->stride ? CONVERTED_BYTES : 0);
    return true;
}

/* What the registers give for all vertices; without a word from the program that is (0, 0, 0, 1),
 * in the kind of number that the attribute has. */
static void bind_constant(struct drawing *d, unsigned binding, const struct state_attribute *a,
                          const uint32_t value[4]) {
    static const uint32_t usual[4] = {0, 0, 0, 0x3f800000 /* 1.0 */};
    if (!a->constant || !memcmp(value, usual, sizeof usual)) {
        put_buffer(d, binding, d->defaults.buffer, vertex_scalar(a) == SHADER_FLOAT ? 0 : 16, 16,
                   0);
        return;
    }
    const struct stream_slice to =
        batch_stream(d->backend->batches, CONVERTED_BYTES, CONVERTED_BYTES);
    memcpy(to.data, value, CONVERTED_BYTES);
    put_buffer(d, binding, to.buffer, to.offset, CONVERTED_BYTES, 0);
}

static bool take_attribute(struct drawing *d, const struct three_state *state,
                           const struct draw *draw, unsigned location, int8_t *bindings) {
    const struct state_attribute *a = &d->vertices.attribute[location];
    const struct state_array *array = &d->vertices.array[a->array], nothing = {0};
    unsigned binding;
    switch (way_of(d, a, array)) {
    case NOTHING:
        binding = new_binding(d, &nothing);
        put_attribute(d, location, binding, vertex_converted_format(a), 0);
        bind_constant(d, binding, a, state->attributes[location]);
        return true;
    case AS_IT_IS:
        if (bindings[a->array] < 0) {
            bindings[a->array] = (int8_t)new_binding(d, array);
            if (!bind_memory(d, state, (unsigned)bindings[a->array], array, 0))
                return false;
        }
        put_attribute(d, location, (unsigned)bindings[a->array], vertex_format(a), a->offset);
        return true;
    case SHIFTED:
        binding = new_binding(d, array);
        put_attribute(d, location, binding, vertex_format(a), 0);
        return bind_memory(d, state, binding, array, a->offset);
    case CONVERTED:
        d->vertices_kept = false; /* as many as this draw has */
        break;
    }
    binding = new_binding(d, array);
    put_attribute(d, location, binding, vertex_converted_format(a), 0);
    return bind_converted(d, state, binding, array, a, draw);
}

/* The arrays of the draw before do for this one too. */
static bool is_kept(const struct drawing *d) {
    const uint32_t groups = group_bit(THREE_VERTEX_ARRAYS) | group_bit(THREE_ATTRIBUTES);
    return d->vertices_kept && !(d->fresh_vertices & groups) && d->vertices_unit == d->units[0] &&
           d->vertices_batch == batch_number(d->backend->batches);
}

bool draw_vertices(struct drawing *d, const struct three_state *state, const struct draw *draw) {
    const uint32_t inputs = d->units[0]->contract.inputs;
    int8_t bindings[STATE_ARRAYS];
    if (is_kept(d))
        return true;
    d->vertices_kept = d->backend->vk->import_align; /* copies may have to be made again */
    d->vertices_moved = true;
    d->pipeline = NULL;
    d->vertices_number++;
    memset(bindings, -1, sizeof bindings);
    d->key.vertices = (struct pipeline_vertices){0};
    d->buffers.count = 0;
    for (unsigned i = 0; i < STATE_ATTRIBUTES; i++)
        if (inputs >> i & 1 && !take_attribute(d, state, draw, i, bindings)) {
            d->vertices_kept = false;
            return false;
        }
    d->key.vertices_hash = pipeline_vertices_hash(&d->key.vertices);
    d->fresh_vertices = 0;
    d->vertices_unit = d->units[0];
    d->vertices_batch = batch_number(d->backend->batches);
    return true;
}
