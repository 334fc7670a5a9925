/* SPDX-License-Identifier: MIT */
#include "deko3d/record.h"

/* Jobs are made by the queue, which holds their bindings (queue/compute.c). */

void dkCmdBufDispatchCompute(DkCmdBuf b, uint32_t numGroupsX, uint32_t numGroupsY,
                             uint32_t numGroupsZ) {
    DK_CHECK_INPUT(b->device, numGroupsX != 0, "numGroupsX must not be 0");
    DK_CHECK_INPUT(b->device, numGroupsY != 0, "numGroupsY must not be 0");
    DK_CHECK_INPUT(b->device, numGroupsZ != 0, "numGroupsZ must not be 0");
    struct control *c = record_control(b, CONTROL_DISPATCH, 0, __func__);
    c->groups[0] = numGroupsX;
    c->groups[1] = numGroupsY;
    c->groups[2] = numGroupsZ;
}

void dkCmdBufDispatchComputeIndirect(DkCmdBuf b, DkGpuAddr indirect) {
    DK_CHECK_INPUT(b->device, indirect != DK_GPU_ADDR_INVALID, "indirect is no address");
    DK_CHECK_ALIGN(b->device, indirect, 4);
    record_control(b, CONTROL_DISPATCH_INDIRECT, 0, __func__)->address = indirect;
}
