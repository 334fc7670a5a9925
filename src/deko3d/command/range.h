/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_COMMAND_RANGE_H
#define WINDLASS_DEKO3D_COMMAND_RANGE_H

#include "deko3d/objects.h"

/* Checks of what many commands take: a stage; slots from `first` on, of which there are `most`. */

static inline bool range_within(uint32_t first, uint32_t count, uint32_t most) {
    return first <= most && count <= most - first;
}

#define DK_CHECK_RANGE(device, first, count, most)                                                 \
    DK_CHECK_INPUT(device, range_within(first, count, most),                                       \
                   #first " and " #count " go beyond " #most)
#define DK_CHECK_STAGE(device, stage)                                                              \
    DK_CHECK_INPUT(device, (unsigned)(stage) <= DkStage_Compute, #stage " is none that exists")

#endif
