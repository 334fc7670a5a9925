/* SPDX-License-Identifier: MIT */
#include "gpu/engine/method_table.h"

/* The host engine, class B06F: what stands in front of all others (NVIDIA's published clb06f.h; the
 * syncpoints are the Tegra's own, as libdrm and deko3d use them). */

static const struct method_row rows[] = {
    ACTS(0x0000, 1, 0, SET_OBJECT),
    ABSENT(0x0004, 1, 0, ILLEGAL),
    IGNORED(0x0008, 1, 0, NOP, REASON_NOTHING),
    STATE(0x0010, 1, 0, SEMAPHOREA, 0),
    STATE(0x0014, 1, 0, SEMAPHOREB, 0),
    STATE(0x0018, 1, 0, SEMAPHOREC, 0),
    ACTS(0x001c, 1, 0, SEMAPHORED),
    ABSENT(0x0020, 1, 0, NON_STALL_INTERRUPT),
    IGNORED(0x0024, 1, 0, FB_FLUSH, REASON_CACHES),
    IGNORED(0x0028, 1, 0, MEM_OP_A, REASON_CACHES),
    IGNORED(0x002c, 1, 0, MEM_OP_B, REASON_CACHES),
    IGNORED(0x0030, 1, 0, MEM_OP_C, REASON_CACHES),
    IGNORED(0x0034, 1, 0, MEM_OP_D, REASON_CACHES),
    IGNORED(0x0050, 1, 0, SET_REFERENCE, REASON_ORDER),
    STATE(0x0070, 1, 0, SYNCPOINT_PAYLOAD, 0),
    ACTS(0x0074, 1, 0, SYNCPOINT),
    IGNORED(0x0078, 1, 0, WFI, REASON_ORDER),
    IGNORED(0x007c, 1, 0, CRC_CHECK, REASON_MEASURING),
    IGNORED(0x0080, 1, 0, YIELD, REASON_ORDER),
    {0},
};

const struct method_table host_methods = {
    .class = 0xb06f,
    .title = "host",
    .parts = {rows},
};
