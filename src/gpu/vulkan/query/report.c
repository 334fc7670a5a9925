/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/query/report.h"

#include "base/log.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Counters go on from draw to draw: each kind of query counts from its first reset or report on. */

enum { KIND_SAMPLES, KIND_STATISTICS, KIND_STREAM, KINDS = KIND_STREAM + STREAMS };
enum { STATISTICS = 10, STREAM_VALUES = 2 };

/* Where a kind's numbers lie, and how many. */
static const struct {
    uint8_t at, values;
} places[KINDS] = {
    [KIND_SAMPLES] = {0, 1},
    [KIND_STATISTICS] = {1, STATISTICS},
    [KIND_STREAM] = {11, STREAM_VALUES},
    [KIND_STREAM + 1] = {13, STREAM_VALUES},
    [KIND_STREAM + 2] = {15, STREAM_VALUES},
    [KIND_STREAM + 3] = {17, STREAM_VALUES},
};

struct queries {
    struct backend *backend;
    struct report_writer *writer;
    struct query_kind *kinds[KINDS];
    bool counts[KINDS], open[KINDS];
    bool warned_counter, warned_memory, warned_query;
};

/* ---- which counter is where ---- */

/* In the order of the bits: what queries of statistics give. */
static const struct {
    VkQueryPipelineStatisticFlagBits bit;
    uint8_t counter;
} statistics[STATISTICS] = {
    {VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_VERTICES_BIT, REPORT_VERTICES},
    {VK_QUERY_PIPELINE_STATISTIC_INPUT_ASSEMBLY_PRIMITIVES_BIT, REPORT_PRIMITIVES},
    {VK_QUERY_PIPELINE_STATISTIC_VERTEX_SHADER_INVOCATIONS_BIT, REPORT_VERTEX_SHADERS},
    {VK_QUERY_PIPELINE_STATISTIC_GEOMETRY_SHADER_INVOCATIONS_BIT, REPORT_GEOMETRY_SHADERS},
    {VK_QUERY_PIPELINE_STATISTIC_GEOMETRY_SHADER_PRIMITIVES_BIT, REPORT_GEOMETRY_PRIMITIVES},
    {VK_QUERY_PIPELINE_STATISTIC_CLIPPING_INVOCATIONS_BIT, REPORT_CLIPPER_IN},
    {VK_QUERY_PIPELINE_STATISTIC_CLIPPING_PRIMITIVES_BIT, REPORT_CLIPPER_OUT},
    {VK_QUERY_PIPELINE_STATISTIC_FRAGMENT_SHADER_INVOCATIONS_BIT, REPORT_FRAGMENT_SHADERS},
    {VK_QUERY_PIPELINE_STATISTIC_TESSELLATION_CONTROL_SHADER_PATCHES_BIT,
     REPORT_TESS_CONTROL_SHADERS},
    {VK_QUERY_PIPELINE_STATISTIC_TESSELLATION_EVALUATION_SHADER_INVOCATIONS_BIT,
     REPORT_TESS_EVALUATION_SHADERS},
};

/* The kind that counts it, and which of its numbers that is. */
static bool find_counter(uint8_t counter, uint8_t stream, unsigned *kind, unsigned *value) {
    *value = 0;
    if (counter == REPORT_SAMPLES || counter == REPORT_SAMPLES_64) {
        *kind = KIND_SAMPLES;
        return true;
    }
    if (counter == REPORT_STREAM_WRITTEN || counter == REPORT_STREAM_NEEDED) {
        *kind = KIND_STREAM + stream % STREAMS;
        *value = counter == REPORT_STREAM_NEEDED;
        return true;
    }
    *kind = KIND_STATISTICS;
    for (; *value < STATISTICS; ++*value)
        if (statistics[*value].counter == counter)
            return true;
    return false;
}

/* ---- the whole ---- */

static void make_kinds(struct queries *q) {
    const struct vulkan *vk = q->backend->vk;
    VkQueryPipelineStatisticFlags bits = 0;
    for (unsigned i = 0; i < STATISTICS; i++)
        bits |= statistics[i].bit;
    q->kinds[KIND_SAMPLES] =
        query_kind_new(q->backend->vk, q->backend->batches, VK_QUERY_TYPE_OCCLUSION, 0, 1);
    if (vk->features.pipelineStatisticsQuery)
        q->kinds[KIND_STATISTICS] =
            query_kind_new(q->backend->vk, q->backend->batches, VK_QUERY_TYPE_PIPELINE_STATISTICS,
                           bits, STATISTICS);
    const VkPhysicalDeviceTransformFeedbackPropertiesEXT *limits =
        &vk->extras.transform_feedback_limits;
    for (unsigned i = 0; i < STREAMS; i++)
        if (vk->transform_feedback && limits->transformFeedbackQueries &&
            i < limits->maxTransformFeedbackStreams)
            q->kinds[KIND_STREAM + i] =
                query_kind_new(q->backend->vk, q->backend->batches,
                               VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT, 0, STREAM_VALUES);
}

static void sum(struct queries *q, unsigned kind) {
    struct stream_slice results;
    for (uint32_t count; q->kinds[kind] && (count = query_take(q->kinds[kind], &results));)
        report_sum(q->writer, &results, count, places[kind].at, places[kind].values);
}

/* So that pools of queries are used again. */
static void batch_ends(void *context) {
    struct queries *q = context;
    for (unsigned i = 0; i < KINDS; i++)
        sum(q, i);
}

bool queries_new(struct backend *b, struct queries **out, struct error *error) {
    struct queries *q = NEW(struct queries);
    q->backend = b;
    make_kinds(q);
    if (!report_writer_new(b, &q->writer, error)) {
        queries_free(q);
        return false;
    }
    batches_on_end(b->batches, batch_ends, q);
    *out = q;
    return true;
}

void queries_free(struct queries *q) {
    if (!q)
        return;
    batches_unlisten(q->backend->batches, q);
    report_writer_free(q->writer);
    for (unsigned i = 0; i < KINDS; i++)
        query_kind_free(q->kinds[i]);
    free(q);
}

/* ---- counting ---- */

void queries_draw_begin(struct queries *q, VkCommandBuffer commands) {
    struct error error;
    for (unsigned i = 0; i < KINDS; i++) {
        q->open[i] = q->counts[i] && query_begin(q->kinds[i], commands, i - KIND_STREAM, &error);
        if (q->counts[i] && !q->open[i])
            log_once(&q->warned_query, LOG_GPU, "a draw is not counted: %s", error.text);
    }
}

void queries_draw_end(struct queries *q, VkCommandBuffer commands) {
    for (unsigned i = 0; i < KINDS; i++)
        if (q->open[i])
            query_end(q->kinds[i], commands, i - KIND_STREAM);
}

static bool count(struct queries *q, uint8_t counter, uint8_t stream, unsigned *kind,
                  unsigned *value) {
    if (find_counter(counter, stream, kind, value) && q->kinds[*kind]) {
        q->counts[*kind] = true;
        return true;
    }
    log_once(&q->warned_counter, LOG_GPU, "nothing counts what report %u asks for: it is zero",
             counter);
    return false;
}

void backend_reset_counter(void *context, uint8_t counter) {
    struct queries *q = ((struct backend *)context)->queries;
    const bool streams = counter == REPORT_STREAM_WRITTEN || counter == REPORT_STREAM_NEEDED;
    unsigned kind, value;
    for (uint8_t stream = 0; stream < (streams ? STREAMS : 1); stream++) {
        if (streams && !q->kinds[KIND_STREAM + stream])
            break;
        if (!count(q, counter, stream, &kind, &value))
            return;
        sum(q, kind); /* the kind's other counters go on */
        report_clear(q->writer, places[kind].at + value);
    }
}

void backend_report(void *context, const struct page_table *pages, const struct report *report) {
    struct backend *b = context;
    struct queries *q = b->queries;
    struct error error;
    unsigned kind, value, at = REPORT_NO_COUNTER;
    if (report->counter != REPORT_PAYLOAD &&
        count(q, report->counter, report->stream, &kind, &value)) {
        sum(q, kind);
        at = places[kind].at + value;
    }
    /* Who sees it may read what was drawn before: on a CPU the end of a batch is the fast way. */
    if (b->vk->host_orders && !textures_settled(b->textures))
        batch_submit(b->batches);
    textures_settle(b->textures, NULL, 0);
    if (!report_writer_write(q->writer, pages, report, at, &error))
        log_once(&q->warned_memory, LOG_GPU, "a report to 0x%lx is left out: %s",
                 (unsigned long)report->address, error.text);
}
