/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/stream_out.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { COUNTER = 4 }; /* bytes that are in a buffer, as the device counts them */

struct stream_out {
    struct backend *backend;
    struct vulkan_buffer counters;
    uint32_t count; /* buffers of the draw */
    VkBuffer buffers[STATE_STREAMS];
    VkDeviceSize offsets[STATE_STREAMS], sizes[STATE_STREAMS];
};

bool stream_out_new(struct backend *b, struct stream_out **out, struct error *error) {
    struct stream_out *s = NEW(struct stream_out);
    s->backend = b;
    if (!vulkan_buffer_new(b->vk, STATE_STREAMS * COUNTER, MEMORY_DEVICE, &s->counters, error)) {
        free(s);
        return false;
    }
    vkCmdFillBuffer(batch_commands(b->batches), s->counters.buffer, 0, VK_WHOLE_SIZE, 0);
    batch_barrier(b->batches);
    *out = s;
    return true;
}

void stream_out_free(struct stream_out *s) {
    if (!s)
        return;
    vulkan_buffer_free(s->backend->vk, &s->counters);
    free(s);
}

bool stream_out_capture(const struct state_stream_out *state, struct shader_capture *out) {
    bool any = false;
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; state->enabled && i < STATE_STREAMS; i++) {
        struct shader_capture_buffer *to = &out->buffers[i];
        if (!state->buffer[i].enabled || state->buffer[i].stream || !state->buffer[i].components)
            continue;
        to->stride = (uint16_t)state->buffer[i].stride;
        to->count = state->buffer[i].components < SHADER_CAPTURE_WORDS ? state->buffer[i].components
                                                                       : SHADER_CAPTURE_WORDS;
        memcpy(to->words, state->buffer[i].layout, to->count);
        any = true;
    }
    return any;
}

/* ---- a draw's ---- */

static bool is_possible(const struct stream_out *s, const struct state_stream_out *state,
                        struct error *error) {
    const struct vulkan *vk = s->backend->vk;
    const uint32_t most = vk->extras.transform_feedback_limits.maxTransformFeedbackBufferDataStride;
    if (!vk->transform_feedback)
        return error_set(error, ERROR_UNSUPPORTED, "%s has no VK_EXT_transform_feedback",
                         vk->properties.deviceName);
    for (unsigned i = 0; i < STATE_STREAMS; i++)
        if (state->buffer[i].enabled &&
            (state->buffer[i].stride > most ||
             state->buffer[i].components * 4u > state->buffer[i].stride ||
             state->buffer[i].stride % 4 || state->buffer[i].address % 4 ||
             state->buffer[i].stream))
            return error_set(error, ERROR_UNSUPPORTED,
                             "buffer %u has %u bytes a vertex at 0x%lx, of stream %u", i,
                             state->buffer[i].stride, (unsigned long)state->buffer[i].address,
                             state->buffer[i].stream);
    return true;
}

static bool use_buffer(struct stream_out *s, const struct page_table *pages,
                       const struct state_stream_out *state, unsigned i, struct error *error) {
    const uint64_t address = state->buffer[i].address, size = state->buffer[i].size;
    struct memory_slice slice;
    uint64_t length;
    const uint8_t *memory = page_table_find(pages, address, size, &length);
    if (!memory || !length)
        return error_set(error, ERROR_GUEST, "nothing is mapped at 0x%lx", (unsigned long)address);
    if (!memory_use(s->backend->memory, memory, length, true, &slice, error))
        return false;
    s->buffers[i] = slice.buffer;
    s->offsets[i] = slice.offset;
    s->sizes[i] = length;
    return true;
}

/* What a device does with a position beside the buffer is its own affair. */
static uint32_t position_of(const struct stream_out *s, const struct state_stream_out *state,
                            unsigned i) {
    const uint64_t start = state->buffer[i].start;
    return (uint32_t)(start < s->sizes[i] ? start : s->sizes[i]) & ~3u;
}

static void set_positions(struct stream_out *s, const struct state_stream_out *state,
                          uint8_t *positions) {
    struct batches *batches = s->backend->batches;
    if (!*positions)
        return;
    batch_barrier(batches);
    for (unsigned i = 0; i < STATE_STREAMS; i++)
        if (*positions >> i & 1)
            vkCmdFillBuffer(batch_commands(batches), s->counters.buffer, i * COUNTER, COUNTER,
                            position_of(s, state, i));
    batch_barrier(batches);
    *positions = 0;
}

bool stream_out_prepare(struct stream_out *s, const struct page_table *pages,
                        const struct state_stream_out *state, uint8_t *positions,
                        struct error *error) {
    if (!is_possible(s, state, error))
        return false;
    s->count = 0;
    for (unsigned i = 0; i < STATE_STREAMS; i++) {
        /* What stands between others has to be something; nobody writes it. */
        s->buffers[i] = s->counters.buffer;
        s->offsets[i] = 0;
        s->sizes[i] = COUNTER;
        if (!state->buffer[i].enabled)
            continue;
        if (!use_buffer(s, pages, state, i, error))
            return false;
        s->count = i + 1;
    }
    set_positions(s, state, positions);
    return true;
}

static void counters_of(const struct stream_out *s, VkBuffer *buffers, VkDeviceSize *offsets) {
    for (unsigned i = 0; i < s->count; i++) {
        buffers[i] = s->counters.buffer;
        offsets[i] = i * COUNTER;
    }
}

void stream_out_begin(struct stream_out *s, VkCommandBuffer commands) {
    VkBuffer counters[STATE_STREAMS];
    VkDeviceSize offsets[STATE_STREAMS];
    counters_of(s, counters, offsets);
    vkCmdBindTransformFeedbackBuffersEXT(commands, 0, s->count, s->buffers, s->offsets, s->sizes);
    vkCmdBeginTransformFeedbackEXT(commands, 0, s->count, counters, offsets);
}

void stream_out_end(struct stream_out *s, VkCommandBuffer commands) {
    VkBuffer counters[STATE_STREAMS];
    VkDeviceSize offsets[STATE_STREAMS];
    counters_of(s, counters, offsets);
    vkCmdEndTransformFeedbackEXT(commands, 0, s->count, counters, offsets);
}
