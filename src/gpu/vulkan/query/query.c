/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/query/query.h"

#include "base/memory.h"

#include <stdlib.h>

enum { POOL_QUERIES = 256, RESULT = 8 };

struct query_pool {
    VkQueryPool pool;
    uint32_t used, taken;
    uint64_t batch; /* the last that uses it */
    struct query_pool *next;
};

struct query_kind {
    struct vulkan *vk;
    struct batches *batches;
    VkQueryType type;
    VkQueryPipelineStatisticFlags statistics;
    uint32_t values;
    struct query_pool *first, *last; /* by age: full ones, then that which is filled */
};

struct query_kind *query_kind_new(struct vulkan *vk, struct batches *batches, VkQueryType type,
                                  VkQueryPipelineStatisticFlags statistics, uint32_t values) {
    struct query_kind *k = NEW(struct query_kind);
    k->vk = vk;
    k->batches = batches;
    k->type = type;
    k->statistics = statistics;
    k->values = values;
    return k;
}

void query_kind_free(struct query_kind *k) {
    while (k && k->first) {
        struct query_pool *p = k->first;
        k->first = p->next;
        vkDestroyQueryPool(k->vk->device, p->pool, NULL);
        free(p);
    }
    free(k);
}

static void append(struct query_kind *k, struct query_pool *p) {
    p->next = NULL;
    if (k->last)
        k->last->next = p;
    else
        k->first = p;
    k->last = p;
}

/* The oldest pool, if nobody needs it any more; else a new one. */
static bool next_pool(struct query_kind *k, struct error *error) {
    struct query_pool *p = k->first;
    if (p && p->taken == p->used && batch_done(k->batches, p->batch)) {
        k->first = p->next;
        k->last = k->first ? k->last : NULL;
    } else {
        const VkQueryPoolCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
            .queryType = k->type,
            .queryCount = POOL_QUERIES,
            .pipelineStatistics = k->statistics,
        };
        VkQueryPool pool;
        if (!vulkan_ok(k->vk, vkCreateQueryPool(k->vk->device, &info, NULL, &pool),
                       "vkCreateQueryPool", error))
            return false;
        p = NEW(struct query_pool);
        p->pool = pool;
    }
    vkResetQueryPool(k->vk->device, p->pool, 0, POOL_QUERIES);
    p->used = p->taken = 0;
    append(k, p);
    return true;
}

static bool make_room(struct query_kind *k, struct error *error) {
    if ((!k->last || k->last->used == POOL_QUERIES) && !next_pool(k, error))
        return false;
    k->last->batch = batch_number(k->batches);
    return true;
}

static bool is_stream(const struct query_kind *k) {
    return k->type == VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT;
}

bool query_begin(struct query_kind *k, VkCommandBuffer commands, uint32_t index,
                 struct error *error) {
    const VkQueryControlFlags precise =
        k->type == VK_QUERY_TYPE_OCCLUSION && k->vk->features.occlusionQueryPrecise
            ? VK_QUERY_CONTROL_PRECISE_BIT
            : 0;
    if (!make_room(k, error))
        return false;
    if (is_stream(k))
        vkCmdBeginQueryIndexedEXT(commands, k->last->pool, k->last->used, 0, index);
    else
        vkCmdBeginQuery(commands, k->last->pool, k->last->used, precise);
    return true;
}

void query_end(struct query_kind *k, VkCommandBuffer commands, uint32_t index) {
    if (is_stream(k))
        vkCmdEndQueryIndexedEXT(commands, k->last->pool, k->last->used++, index);
    else
        vkCmdEndQuery(commands, k->last->pool, k->last->used++);
}

bool query_time(struct query_kind *k, struct error *error) {
    if (!make_room(k, error))
        return false;
    vkCmdWriteTimestamp2(batch_commands(k->batches), VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                         k->last->pool, k->last->used++);
    return true;
}

uint32_t query_take(struct query_kind *k, struct stream_slice *out) {
    struct query_pool *p = k->first;
    while (p && p->taken == p->used)
        p = p->next;
    if (!p)
        return 0;
    const uint32_t count = p->used - p->taken;
    const VkDeviceSize stride = k->values * RESULT;
    *out = batch_scratch(k->batches, count * stride, RESULT);
    vkCmdCopyQueryPoolResults(batch_commands(k->batches), p->pool, p->taken, count, out->buffer,
                              out->offset, stride,
                              VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    p->taken = p->used;
    p->batch = batch_number(k->batches);
    return count;
}

void query_drop(struct query_kind *k) {
    for (struct query_pool *p = k->first; p; p = p->next)
        p->taken = p->used;
}
