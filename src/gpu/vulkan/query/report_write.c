/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/query/report.h"

#include "gpu/vulkan/report.spv.h"

#include "base/memory.h"

#include <stdlib.h>

enum { WHAT_SUM, WHAT_PAYLOAD, WHAT_COUNTER }; /* as report.comp has them */
enum { ONE_WORD = 1, FOUR_WORDS = 4, NUMBER = 8 };

/* The GPU's clock: 384 ticks in 625 nanoseconds (deko3d's dkTimestampToNs). */
static uint64_t ticks_of(uint64_t nanoseconds) {
    return nanoseconds / 625 * 384 + nanoseconds % 625 * 384 / 625;
}

/* As report.comp has it. */
struct push {
    uint64_t results, counters, target;
    uint32_t what, count, values, payload, words, zero;
    uint64_t device_base, guest_base, scale;
};

struct report_writer {
    struct backend *backend;
    struct vulkan_buffer counters;
    struct query_kind *times; /* NULL: the device has none */
    VkShaderModule module;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    uint64_t device_base, guest_base, scale; /* of times */
};

static bool make_pipeline(struct report_writer *w, struct error *error) {
    struct vulkan *vk = w->backend->vk;
    const VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = sizeof report_spv,
        .pCode = report_spv,
    };
    const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(struct push)};
    const VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    if (!vulkan_ok(vk, vkCreateShaderModule(vk->device, &module, NULL, &w->module),
                   "vkCreateShaderModule (report)", error) ||
        !vulkan_ok(vk, vkCreatePipelineLayout(vk->device, &layout, NULL, &w->layout),
                   "vkCreatePipelineLayout (report)", error))
        return false;
    const VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = w->module,
                  .pName = "main"},
        .layout = w->layout,
    };
    return vulkan_ok(
        vk, vkCreateComputePipelines(vk->device, vk->pipeline_cache, 1, &info, NULL, &w->pipeline),
        "vkCreateComputePipelines (report)", error);
}

/* What the device's clock shows between two moments of ours. */
static bool read_clock(struct report_writer *w, uint64_t *device, struct error *error) {
    struct backend *b = w->backend;
    struct stream_slice now = batch_stream(b->batches, NUMBER, NUMBER), taken;
    if (!query_time(w->times, error) || !query_take(w->times, &taken))
        return false;
    batch_barrier(b->batches);
    vkCmdCopyBuffer(batch_commands(b->batches), taken.buffer, now.buffer, 1,
                    &(VkBufferCopy){taken.offset, now.offset, NUMBER});
    batch_barrier(b->batches);
    const uint64_t *seen = (uint64_t *)now.data;
    batch_wait(b->batches, batch_number(b->batches));
    *device = *seen;
    return true;
}

/* The clocks are laid over each other where the moments lie closest together, so that the program
 * sees no time of the device that is yet to come. */
static bool set_clocks(struct report_writer *w, struct error *error) {
    enum { TRIES = 5 };
    struct backend *b = w->backend;
    const double scale = (double)b->vk->properties.limits.timestampPeriod * 384 / 625;
    uint64_t shortest = UINT64_MAX, device;
    w->scale = (uint64_t)(scale * 4294967296.0 + 0.5);
    for (unsigned i = 0; i < TRIES; i++) {
        const uint64_t before = b->owner.nanoseconds(b->owner.context);
        if (!read_clock(w, &device, error))
            return false;
        const uint64_t took = b->owner.nanoseconds(b->owner.context) - before;
        if (took >= shortest)
            continue;
        shortest = took;
        w->device_base = device;
        w->guest_base = ticks_of(before + took / 2);
    }
    return true;
}

static bool make_counters(struct report_writer *w, struct error *error) {
    struct backend *b = w->backend;
    if (!vulkan_buffer_new(b->vk, REPORT_COUNTERS * NUMBER, MEMORY_DEVICE, &w->counters, error))
        return false;
    vkCmdFillBuffer(batch_commands(b->batches), w->counters.buffer, 0, VK_WHOLE_SIZE, 0);
    batch_barrier(b->batches);
    return true;
}

bool report_writer_new(struct backend *b, struct report_writer **out, struct error *error) {
    struct report_writer *w = NEW(struct report_writer);
    w->backend = b;
    if (b->vk->properties.limits.timestampComputeAndGraphics)
        w->times = query_kind_new(b->vk, b->batches, VK_QUERY_TYPE_TIMESTAMP, 0, 1);
    if (!make_pipeline(w, error) || !make_counters(w, error) ||
        (w->times && !set_clocks(w, error))) {
        report_writer_free(w);
        return false;
    }
    *out = w;
    return true;
}

void report_writer_free(struct report_writer *w) {
    if (!w)
        return;
    struct vulkan *vk = w->backend->vk;
    batch_wait(w->backend->batches, batch_number(w->backend->batches));
    query_kind_free(w->times);
    vkDestroyPipeline(vk->device, w->pipeline, NULL);
    vkDestroyPipelineLayout(vk->device, w->layout, NULL);
    vkDestroyShaderModule(vk->device, w->module, NULL);
    vulkan_buffer_free(vk, &w->counters);
    free(w);
}

static void dispatch(struct report_writer *w, const struct push *push) {
    struct batches *batches = w->backend->batches;
    batch_barrier(batches);
    const VkCommandBuffer commands = batch_commands(batches);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, w->pipeline);
    vkCmdPushConstants(commands, w->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof *push, push);
    vkCmdDispatch(commands, 1, 1, 1);
    batch_barrier(batches);
}

void report_sum(struct report_writer *w, const struct stream_slice *results, uint32_t count,
                unsigned at, unsigned values) {
    dispatch(w, &(struct push){
                    .results = results->address,
                    .counters = w->counters.address + at * NUMBER,
                    .what = WHAT_SUM,
                    .count = count,
                    .values = values,
                });
}

void report_clear(struct report_writer *w, unsigned at) {
    struct batches *batches = w->backend->batches;
    batch_barrier(batches);
    vkCmdFillBuffer(batch_commands(batches), w->counters.buffer, at * NUMBER, NUMBER, 0);
    batch_barrier(batches);
}

/* ---- reports ---- */

/* The time where there is none of the device: when the report was asked for. */
static struct stream_slice time_now(struct report_writer *w, struct error *error) {
    struct backend *b = w->backend;
    struct stream_slice slice;
    if (w->times && query_time(w->times, error) && query_take(w->times, &slice))
        return slice;
    slice = batch_stream(b->batches, NUMBER, NUMBER);
    *(uint64_t *)slice.data = w->device_base;
    return slice;
}

bool report_writer_write(struct report_writer *w, const struct page_table *pages,
                         const struct report *report, unsigned at, struct error *error) {
    struct backend *b = w->backend;
    const uint32_t words = report->one_word ? ONE_WORD : FOUR_WORDS;
    const uint64_t address = report->address & ~3ull;
    struct memory_slice target;
    uint64_t length;
    const uint8_t *memory = page_table_find(pages, address, words * 4, &length);
    if (!memory || length < words * 4)
        return error_set(error, ERROR_GUEST, "nothing is mapped there");
    if (!memory_use(b->memory, memory, words * 4, true, &target, error))
        return false;
    if (report->one_word && at == REPORT_NO_COUNTER) {
        const uint32_t payload = report->counter == REPORT_PAYLOAD ? report->payload : 0;
        batch_barrier(b->batches);
        vkCmdUpdateBuffer(batch_commands(b->batches), target.buffer, target.offset, sizeof payload,
                          &payload);
        batch_barrier(b->batches);
        return true;
    }
    struct push push = {
        .counters = w->counters.address + (at == REPORT_NO_COUNTER ? 0 : at) * NUMBER,
        .target = target.address,
        .what = at == REPORT_NO_COUNTER ? WHAT_PAYLOAD : WHAT_COUNTER,
        .payload = report->counter == REPORT_PAYLOAD ? report->payload : 0,
        .words = words,
        .device_base = w->device_base,
        .guest_base = w->times ? w->guest_base : ticks_of(b->owner.nanoseconds(b->owner.context)),
        .scale = w->scale,
    };
    if (words == FOUR_WORDS)
        push.results = time_now(w, error).address;
    dispatch(w, &push);
    return true;
}
