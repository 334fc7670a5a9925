/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_DEVICE_CODE_SEGMENT_H
#define WINDLASS_DEKO3D_DEVICE_CODE_SEGMENT_H

#include "deko3d/objects.h"

DkResult code_segment_open(DkDevice d);
void code_segment_close(DkDevice d);
/* Where a block of so many bytes lies: its offset in the segment. OutOfMemory: 4 GiB were taken
 * since the device was made. */
DkResult code_segment_take(DkDevice d, uint32_t size, uint32_t *offset);

#endif
