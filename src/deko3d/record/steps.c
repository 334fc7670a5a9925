/* SPDX-License-Identifier: MIT */
#include "deko3d/record.h"

/* What is recorded for the queue itself. */

void dkCmdBufCallList(DkCmdBuf b, DkCmdList list) {
    record_control(b, CONTROL_CALL, 0, __func__)->target = (const struct control *)list;
}

void dkCmdBufWaitFence(DkCmdBuf b, DkFence *fence) {
    DK_CHECK_POINTER(b->device, fence);
    record_control(b, CONTROL_WAIT_FENCE, 0, __func__)->fence = fence;
}

void dkCmdBufSignalFence(DkCmdBuf b, DkFence *fence, bool flush) {
    DK_CHECK_POINTER(b->device, fence);
    struct control *c = record_control(b, CONTROL_SIGNAL_FENCE, 0, __func__);
    c->flags = flush;
    c->fence = fence;
}
