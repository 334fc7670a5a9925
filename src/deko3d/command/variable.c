/* SPDX-License-Identifier: MIT */
#include "deko3d/record.h"

/* Names of NVIDIA's clb197.h and clb06f.h; that of 0f80 is ours. */
enum {
    SEMAPHOREA = 0x0010 / 4, /* address, payload, what is done */
    TILED_CACHE_FLUSH = 0x0f80 / 4,
    FLUSH_PENDING_WRITES = 0x1144 / 4,
    SET_REPORT_SEMAPHORE_A = 0x1b00 / 4, /* address, payload, what is done */
};

enum { /* SEMAPHORED */
       HOST_ACQUIRE = 1,
       HOST_RELEASE = 2,
       HOST_ACQUIRE_REACHED = 4,
       HOST_REDUCE = 16,
       HOST_ACQUIRE_SWITCH = 1 << 12,
       HOST_AT_ONCE = 1 << 20,
       HOST_FOUR_BYTES = 1 << 24,
       HOST_OPERATION_SHIFT = 27,
};
static const uint32_t host_unsigned = 1u << 31;

enum { /* SET_REPORT_SEMAPHORE_D */
       REPORT_REDUCES = 1 << 3,
       REPORT_FENCE = 1 << 4,
       REPORT_OPERATION_SHIFT = 9,
       REPORT_RASTERIZER = 4 << 12,
       REPORT_PIXELS = 15 << 12,
       REPORT_ONE_WORD = 1 << 28,
};

/* The numbers that both engines have for what is done with the value. */
static const struct {
    uint8_t host, report;
} operations[] = {
    [DkVarOp_Set] = {0, 0}, [DkVarOp_Add] = {5, 0}, [DkVarOp_Sub] = {5, 0},
    [DkVarOp_And] = {3, 5}, [DkVarOp_Or] = {4, 6},  [DkVarOp_Xor] = {2, 7},
};

static uint32_t *put_host(uint32_t *w, const DkVariable *v, uint32_t value, uint32_t action) {
    w = put_many(w, SUB_HOST, SEMAPHOREA, 4);
    w = put_address(w, v->gpu);
    *w++ = value;
    *w++ = action;
    return w;
}

void dkCmdBufWaitVariable(DkCmdBuf b, DkVariable const *var, DkVarCompareOp op, uint32_t value) {
    DK_CHECK_POINTER(b->device, var);
    DK_CHECK_INPUT(b->device, var->cpu != NULL, "the variable was not initialised");
    uint32_t *w = record_begin(b, 5, __func__);
    w = put_host(w, var, value,
                 HOST_ACQUIRE_SWITCH |
                     (op == DkVarCompareOp_Sequential ? HOST_ACQUIRE_REACHED : HOST_ACQUIRE));
    record_end(b, w);
}

static uint32_t host_action(DkVarOp op) {
    const uint32_t action = HOST_AT_ONCE | HOST_FOUR_BYTES;
    if (op == DkVarOp_Set)
        return action | HOST_RELEASE;
    return action | HOST_REDUCE | host_unsigned |
           (uint32_t)operations[op].host << HOST_OPERATION_SHIFT;
}

static uint32_t report_action(DkVarOp op, DkPipelinePos pos) {
    return REPORT_FENCE | REPORT_ONE_WORD | (op == DkVarOp_Set ? 0 : REPORT_REDUCES) |
           (uint32_t)operations[op].report << REPORT_OPERATION_SHIFT |
           (pos == DkPipelinePos_Bottom ? REPORT_PIXELS : REPORT_RASTERIZER);
}

void dkCmdBufSignalVariable(DkCmdBuf b, DkVariable const *var, DkVarOp op, uint32_t value,
                            DkPipelinePos pos) {
    DK_CHECK_POINTER(b->device, var);
    DK_CHECK_INPUT(b->device, var->cpu != NULL, "the variable was not initialised");
    DK_CHECK_INPUT(b->device, (unsigned)op <= DkVarOp_Xor, "op is none that exists");
    if (op == DkVarOp_Sub)
        value = -value;
    if (pos == DkPipelinePos_Top) {
        uint32_t *w = record_begin(b, 5, __func__);
        record_end(b, put_host(w, var, value, host_action(op)));
        return;
    }
    uint32_t *w = record_begin(b, 7, __func__);
    w = put_now(w, SUB_3D, FLUSH_PENDING_WRITES, 0);
    w = put_many(w, SUB_3D, SET_REPORT_SEMAPHORE_A, 4);
    w = put_address(w, var->gpu);
    *w++ = value;
    *w++ = report_action(op, pos);
    w = put_now(w, SUB_3D, TILED_CACHE_FLUSH, 0);
    record_end(b, w);
}
