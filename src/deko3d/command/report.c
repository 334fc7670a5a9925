/* SPDX-License-Identifier: MIT */
#include "deko3d/record.h"

/* Names of NVIDIA's clb197.h and clb06f.h; that of 0f80 is ours. */
enum {
    SEMAPHOREA = 0x0010 / 4, /* address, payload, what is done */
    TILED_CACHE_FLUSH = 0x0f80 / 4,
    FLUSH_PENDING_WRITES = 0x1144 / 4,
    CLEAR_REPORT_VALUE = 0x1530 / 4,
    SET_REPORT_SEMAPHORE_A = 0x1b00 / 4, /* address, payload, what is done */
};

enum { /* SET_REPORT_SEMAPHORE_D */
       REPORT_COUNTER = 2,
       REPORT_UNIT_SHIFT = 12,
       REPORT_COUNTER_SHIFT = 23,
       REPORT_ONE_WORD = 1 << 28,
};

enum { HOST_RELEASE = 2, HOST_AT_ONCE = 1 << 20 /* 16 bytes: with the time */ };

/* Where in the pipeline something is counted. */
enum unit {
    UNIT_FETCH = 1,
    UNIT_VERTEX = 2,
    UNIT_RASTERIZER = 4,
    UNIT_STREAM_OUT = 5,
    UNIT_GEOMETRY = 6,
    UNIT_ZCULL = 7,
    UNIT_TESS_CONTROL = 8,
    UNIT_TESS_EVALUATION = 9,
    UNIT_PIXEL_SHADER = 10,
    UNIT_PIXELS = 15,
};

/* What REPORT and CLEAR_REPORT_VALUE call the counters. Times have no counter; resetting one resets
 * that of samples, as the console's library does. */
static const struct {
    uint8_t unit, counter, reset;
} counters[] = {
    [DkCounter_TimestampPipelineTop] = {0, 0, 0x01},
    [DkCounter_Timestamp] = {UNIT_PIXELS, 0, 0x01},
    [DkCounter_SamplesPassed] = {UNIT_PIXELS, 0x15, 0x01},
    [DkCounter_ZcullStats] = {UNIT_ZCULL, 0x0a, 0x02},
    [DkCounter_InputVertices] = {UNIT_FETCH, 0x01, 0x12},
    [DkCounter_InputPrimitives] = {UNIT_FETCH, 0x03, 0x13},
    [DkCounter_VertexShaderInvocations] = {UNIT_VERTEX, 0x05, 0x15},
    [DkCounter_TessControlShaderInvocations] = {UNIT_TESS_CONTROL, 0x1b, 0x16},
    [DkCounter_TessEvaluationShaderInvocations] = {UNIT_TESS_EVALUATION, 0x1d, 0x17},
    [DkCounter_GeometryShaderInvocations] = {UNIT_GEOMETRY, 0x07, 0x1a},
    [DkCounter_FragmentShaderInvocations] = {UNIT_PIXEL_SHADER, 0x13, 0x1e},
    [DkCounter_TessEvaluationShaderPrimitives] = {UNIT_TESS_EVALUATION, 0x1f, 0x18},
    [DkCounter_GeometryShaderPrimitives] = {UNIT_GEOMETRY, 0x09, 0x1b},
    [DkCounter_ClipperInputPrimitives] = {UNIT_RASTERIZER, 0x0f, 0x1c},
    [DkCounter_ClipperOutputPrimitives] = {UNIT_RASTERIZER, 0x11, 0x1d},
    [DkCounter_PrimitivesGenerated] = {UNIT_STREAM_OUT, 0x12, 0x1f},
    [DkCounter_TransformFeedbackPrimitivesWritten] = {UNIT_STREAM_OUT, 0x0b, 0x10},
};

#define DK_CHECK_COUNTER(device, type)                                                             \
    DK_CHECK_INPUT(device, (unsigned)(type) < sizeof counters / sizeof *counters,                  \
                   #type " is none that exists")

static uint32_t *put_report(uint32_t *w, DkGpuAddr address, uint32_t value, uint32_t action) {
    w = put_many(w, SUB_3D, SET_REPORT_SEMAPHORE_A, 4);
    w = put_address(w, address);
    *w++ = value;
    *w++ = action;
    return w;
}

static uint32_t counter_action(unsigned unit, unsigned counter) {
    return REPORT_COUNTER | unit << REPORT_UNIT_SHIFT | counter << REPORT_COUNTER_SHIFT;
}

/* Four counters, of a word each. */
static uint32_t *put_zcull(uint32_t *w, DkGpuAddr address) {
    for (unsigned i = 0; i < 4; i++)
        w = put_report(w, address + 4 * i, 0,
                       counter_action(UNIT_ZCULL, counters[DkCounter_ZcullStats].counter + 2 * i) |
                           REPORT_ONE_WORD);
    return w;
}

void dkCmdBufReportCounter(DkCmdBuf b, DkCounter type, DkGpuAddr addr) {
    DK_CHECK_INPUT(b->device, addr != DK_GPU_ADDR_INVALID, "addr is no address");
    DK_CHECK_ALIGN(b->device, addr, 16);
    DK_CHECK_COUNTER(b->device, type);
    uint32_t *w = record_begin(b, (type == DkCounter_ZcullStats ? 4 : 1) * 5 + 1, __func__);
    switch (type) {
    case DkCounter_ZcullStats:
        w = put_zcull(w, addr);
        break;
    case DkCounter_TimestampPipelineTop:
        w = put_many(w, SUB_HOST, SEMAPHOREA, 4);
        w = put_address(w, addr);
        *w++ = 0;
        *w++ = HOST_RELEASE | HOST_AT_ONCE;
        break;
    default:
        w = put_report(w, addr, 0, counter_action(counters[type].unit, counters[type].counter));
        break;
    }
    record_end(b, put_now(w, SUB_3D, TILED_CACHE_FLUSH, 0));
}

void dkCmdBufReportValue(DkCmdBuf b, uint32_t value, DkGpuAddr addr) {
    DK_CHECK_INPUT(b->device, addr != DK_GPU_ADDR_INVALID, "addr is no address");
    DK_CHECK_ALIGN(b->device, addr, 16);
    uint32_t *w = record_begin(b, 7, __func__);
    w = put_now(w, SUB_3D, FLUSH_PENDING_WRITES, 0);
    w = put_report(w, addr, value, counter_action(UNIT_PIXELS, 0));
    record_end(b, put_now(w, SUB_3D, TILED_CACHE_FLUSH, 0));
}

void dkCmdBufResetCounter(DkCmdBuf b, DkCounter type) {
    DK_CHECK_COUNTER(b->device, type);
    uint32_t *w = record_begin(b, 2, __func__);
    record_end(b, put(w, SUB_3D, CLEAR_REPORT_VALUE, counters[type].reset));
}
