/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/device/batch_parts.h"

#include "base/memory.h"

#include <stdlib.h>

/* ---- making them ---- */

static bool batch_new(struct batches *b, struct batch **out, struct error *error) {
    struct vulkan *vk = b->vk;
    struct batch *batch = NEW(struct batch);
    const VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
        .queueFamilyIndex = vk->family,
    };
    VkCommandBufferAllocateInfo one = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandBufferCount = 1,
    };
    bool ok = vulkan_ok(vk, vkCreateCommandPool(vk->device, &pool, NULL, &batch->pool),
                        "vkCreateCommandPool", error);
    one.commandPool = batch->pool;
    ok = ok && vulkan_ok(vk, vkAllocateCommandBuffers(vk->device, &one, &batch->commands),
                         "vkAllocateCommandBuffers", error);
    if (!ok) {
        batch_free(b, batch);
        return false;
    }
    *out = batch;
    return true;
}

void batch_free(struct batches *b, struct batch *batch) {
    vkDestroyCommandPool(b->vk->device, batch->pool, NULL);
    free(batch->first.calls);
    free(batch->after.calls);
    free(batch->dropped);
    free(batch);
}

static bool make_timeline(struct batches *b, VkSemaphore *out, struct error *error) {
    const VkSemaphoreTypeCreateInfo type = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
    };
    const VkSemaphoreCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
        .pNext = &type,
    };
    return vulkan_ok(b->vk, vkCreateSemaphore(b->vk->device, &info, NULL, out), "vkCreateSemaphore",
                     error);
}

bool batches_new(struct vulkan *vk, struct batches **out, struct error *error) {
    struct batches *b = NEW(struct batches);
    b->vk = vk;
    if (!make_timeline(b, &b->timeline, error) || !make_timeline(b, &b->host, error) ||
        !batch_new(b, &b->present, error) || !stream_start(b, &b->upload, MEMORY_UPLOAD, error) ||
        !stream_start(b, &b->scratch, MEMORY_DEVICE, error) || !batch_thread_start(b, error)) {
        if (b->present)
            batch_free(b, b->present);
        stream_free(b, &b->upload);
        stream_free(b, &b->scratch);
        vkDestroySemaphore(vk->device, b->timeline, NULL);
        vkDestroySemaphore(vk->device, b->host, NULL);
        free(b);
        return false;
    }
    b->present->number = 1;
    *out = b;
    return true;
}

void batches_free(struct batches *b) {
    if (!b)
        return;
    batch_submit(b);
    /* What was dropped with nothing to submit waits for nothing. */
    struct batch *present = b->present;
    present->submitted = false;
    batch_thread_push(b, present);
    batch_thread_stop(b);
    for (struct batch *batch = b->idle, *next; batch; batch = next) {
        next = batch->next;
        batch_free(b, batch);
    }
    stream_free(b, &b->upload);
    stream_free(b, &b->scratch);
    vkDestroySemaphore(b->vk->device, b->timeline, NULL);
    vkDestroySemaphore(b->vk->device, b->host, NULL);
    free(b);
}

/* ---- recording ---- */

static void must(struct batches *b, VkResult result, const char *what) {
    struct error error = {0};
    if (!vulkan_ok(b->vk, result, what, &error))
        vulkan_lose(b->vk, &error);
}

static void call(const struct batch_listener *listener) {
    if (listener->call)
        listener->call(listener->context);
}

static VkCommandBuffer begun(struct batches *b) {
    struct batch *batch = b->present;
    if (!batch->recording) {
        const VkCommandBufferBeginInfo begin = {
            .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
            .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
        };
        must(b, vkBeginCommandBuffer(batch->commands, &begin), "vkBeginCommandBuffer");
        batch->recording = true;
    }
    return batch->commands;
}

VkCommandBuffer batch_commands(struct batches *b) {
    call(&b->on_break);
    b->unbarred = true;
    return begun(b);
}

static void barrier(struct batches *b, VkPipelineStageFlags2 to, VkAccessFlags2 access) {
    const VkMemoryBarrier2 all = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
        .srcStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
        .srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT | VK_ACCESS_2_MEMORY_READ_BIT,
        .dstStageMask = to,
        .dstAccessMask = access,
    };
    const VkDependencyInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
        .memoryBarrierCount = 1,
        .pMemoryBarriers = &all,
    };
    vkCmdPipelineBarrier2(begun(b), &info);
    b->barriers++;
}

void batch_barrier(struct batches *b) {
    call(&b->on_break);
    if (!b->unbarred)
        return;
    barrier(b, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
            VK_ACCESS_2_MEMORY_WRITE_BIT | VK_ACCESS_2_MEMORY_READ_BIT);
    b->unbarred = false;
}

uint64_t batch_number(const struct batches *b) {
    return b->present->number;
}

void batches_on_break(struct batches *b, void (*listen)(void *context), void *context) {
    b->on_break = (struct batch_listener){listen, context};
}

void batches_on_end(struct batches *b, void (*listen)(void *context), void *context) {
    if (b->end_listeners == BATCH_END_LISTENERS)
        abort(); /* a mistake of ours: batch.h says how many */
    b->on_end[b->end_listeners++] = (struct batch_listener){listen, context};
}

void batches_unlisten(struct batches *b, const void *context) {
    size_t kept = 0;
    for (size_t i = 0; i < b->end_listeners; i++)
        if (b->on_end[i].context != context)
            b->on_end[kept++] = b->on_end[i];
    b->end_listeners = kept;
    if (b->on_break.context == context)
        b->on_break = (struct batch_listener){0};
}

static void calls_add(struct batch_calls *list, void (*function)(void *argument), void *argument) {
    GROW(list->calls, list->count, list->room);
    list->calls[list->count++] = (struct batch_call){function, argument};
}

void batch_after(struct batches *b, void (*function)(void *argument), void *argument) {
    calls_add(&b->present->after, function, argument);
}

void batch_after_first(struct batches *b, void (*function)(void *argument), void *argument) {
    calls_add(&b->present->first, function, argument);
}

void batch_host_works(struct batches *b) {
    b->present->host_works = true;
}

void batch_drop(struct batches *b, void (*destroy)(struct vulkan *vk, uint64_t object),
                uint64_t object) {
    struct batch *batch = b->present;
    GROW(batch->dropped, batch->dropped_count, batch->dropped_room);
    batch->dropped[batch->dropped_count++] = (struct batch_object){destroy, object};
}

/* ---- submitting ---- */

static void send(struct batches *b, struct batch *batch) {
    const VkCommandBufferSubmitInfo commands = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
        .commandBuffer = batch->commands,
    };
    const VkSemaphoreSubmitInfo signal = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
        .semaphore = b->timeline,
        .value = batch->number,
        .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
    };
    const VkSemaphoreSubmitInfo wait = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
        .semaphore = b->host,
        .value = b->host_works,
        .stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
    };
    const VkSubmitInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2,
        .waitSemaphoreInfoCount = b->host_works && !batch_done(b, b->host_works),
        .pWaitSemaphoreInfos = &wait,
        .commandBufferInfoCount = batch->recording,
        .pCommandBufferInfos = &commands,
        .signalSemaphoreInfoCount = 1,
        .pSignalSemaphoreInfos = &signal,
    };
    if (batch->recording) {
        /* The host may read whatever was written. */
        /* For the host, and for the next batch: nothing else orders the two. */
        barrier(b, VK_PIPELINE_STAGE_2_HOST_BIT | VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                VK_ACCESS_2_HOST_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT |
                    VK_ACCESS_2_MEMORY_READ_BIT);
        must(b, vkEndCommandBuffer(batch->commands), "vkEndCommandBuffer");
    }
    batch->submitted = false;
    if (vulkan_lost(b->vk, NULL))
        return;
    const VkResult result = vkQueueSubmit2(b->vk->queue, 1, &info, VK_NULL_HANDLE);
    batch->submitted = result == VK_SUCCESS;
    if (batch->host_works)
        b->host_works = batch->number;
    must(b, result, "vkQueueSubmit2");
}

static struct batch *next_batch(struct batches *b) {
    struct batch *batch = batch_thread_pop_idle(b, false);
    struct error error = {0};
    if (!batch && !batch_new(b, &batch, &error)) /* the one that was sent comes back */
        batch = batch_thread_pop_idle(b, true);
    if (batch->recording)
        must(b, vkResetCommandPool(b->vk->device, batch->pool, 0), "vkResetCommandPool");
    batch->recording = false;
    batch->operations = 0;
    batch->bytes = 0;
    return batch;
}

void batch_submit(struct batches *b) {
    struct batch *batch = b->present;
    if (b->ending)
        return;
    call(&b->on_break);
    b->ending = true;
    for (size_t i = b->end_listeners; i-- > 0;)
        call(&b->on_end[i]);
    call(&b->on_break);
    b->ending = false;
    if (!batch->recording && !batch->after.count && !batch->first.count)
        return;
    send(b, batch);
    const uint64_t number = batch->number + 1;
    batch_thread_push(b, batch);
    b->present = next_batch(b);
    b->present->number = number;
}

void batch_limit(struct batches *b) {
    enum { MOST_OPERATIONS = 8192, MOST_BYTES = 64 << 20 };
    if (++b->present->operations >= MOST_OPERATIONS || b->present->bytes >= MOST_BYTES)
        batch_submit(b);
}

void batches_count(const struct batches *b, struct batches_counts *out) {
    *out = (struct batches_counts){.batches = b->present->number - 1,
                                   .barriers = b->barriers,
                                   .stream_bytes = b->upload.bytes + b->scratch.bytes};
}

void batches_describe(const struct batches *b, struct strbuf *out) {
    struct batches_counts c;
    struct vulkan_memory_counts v;
    batches_count(b, &c);
    vulkan_count_memory(b->vk, &v);
    strbuf_addf(out,
                "gpu: %lu batches, %lu barriers, %lu KiB of stream memory; %lu allocations of %lu "
                "KiB, of which %lu KiB are in use; the device's heaps: %lu of %lu MiB\n",
                (unsigned long)c.batches, (unsigned long)c.barriers,
                (unsigned long)(c.stream_bytes >> 10), (unsigned long)v.allocations,
                (unsigned long)(v.allocated >> 10), (unsigned long)(v.used >> 10),
                (unsigned long)(v.heap_used >> 20), (unsigned long)(v.heap_budget >> 20));
}
