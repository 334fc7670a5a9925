/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_QUERY_QUERY_H
#define WINDLASS_GPU_VULKAN_QUERY_QUERY_H

#include "gpu/vulkan/device/batch.h"

/* Queries of one kind around draws, in pools that are used again. What they found is copied out
 * once, in the order of the commands, for whoever sums it. */

struct query_kind;

/* `values`: numbers of 64 bits that a query gives. */
struct query_kind *query_kind_new(struct vulkan *vk, struct batches *batches, VkQueryType type,
                                  VkQueryPipelineStatisticFlags statistics, uint32_t values);
void query_kind_free(struct query_kind *k); /* nothing on the device uses it any more */

/* In a pass; fails where the device does. `index`: of a stream. */
MUST_CHECK bool query_begin(struct query_kind *k, VkCommandBuffer commands, uint32_t index,
                            struct error *error);
void query_end(struct query_kind *k, VkCommandBuffer commands, uint32_t index);
/* A time of the device, written when all before it is done; out of a pass. */
MUST_CHECK bool query_time(struct query_kind *k, struct error *error);

/* Results of queries that have ended and were not taken, in one pool: they are copied to scratch
 * memory, and count as taken. How many; 0: there are no more. */
uint32_t query_take(struct query_kind *k, struct stream_slice *out);
/* Those that were not taken never will be. */
void query_drop(struct query_kind *k);

#endif
