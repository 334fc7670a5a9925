/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_THREE_METHODS_H
#define WINDLASS_GPU_ENGINE_THREE_METHODS_H

#include "gpu/engine/method_table.h"

extern const struct method_row three_rows_pixels[], three_rows_geometry[], three_rows_other[];

/* Registers as they are when a channel begins. */
void three_reset(uint32_t *registers);

/* Methods that the engine itself reads, by words. */
enum {
    THREE_LINE_LENGTH = 0x0180 / 4,
    THREE_LAUNCH_DMA = 0x01b0 / 4,
    THREE_INLINE_DATA = 0x01b4 / 4,
    THREE_SYNCPOINT = 0x02c8 / 4,
    THREE_STREAM_OUT_POSITION = 0x0390 / 4, /* of four buffers, 8 words apart */
    THREE_VERTEX_START = 0x0d74 / 4,
    THREE_DRAW_VERTICES = 0x0d78 / 4,
    THREE_UNBIND_ALL = 0x10f4 / 4,
    THREE_ATTRIBUTE = 0x114c / 4,
    THREE_ATTRIBUTE_DATA = 0x1150 / 4, /* four of them */
    THREE_DRAW_VERTICES_FIRST = 0x1214 / 4,
    THREE_DRAW_VERTICES_NEXT = 0x1218 / 4,
    THREE_DRAW_AUTO = 0x123c / 4,
    THREE_INLINE_ALIGN_4X8 = 0x1300 / 4,
    THREE_INLINE_4X8 = 0x1304 / 4,
    THREE_AUTO_STRIDE = 0x1318 / 4,
    THREE_AUTO_START = 0x13a4 / 4,
    THREE_BASE_VERTEX = 0x1434 / 4,
    THREE_BASE_INSTANCE = 0x1438 / 4,
    THREE_CLEAR_COUNTER = 0x1530 / 4,
    THREE_INLINE_INDEX = 0x15e8 / 4,
    THREE_INLINE_ALIGN_2X16 = 0x15ec / 4,
    THREE_INLINE_2X16 = 0x15f0 / 4,
    THREE_END = 0x1614 / 4,
    THREE_BEGIN = 0x1618 / 4,
    THREE_INDEX_SIZE = 0x17d8 / 4,
    THREE_INDEX_FIRST = 0x17dc / 4,
    THREE_DRAW_INDICES = 0x17e0 / 4,
    THREE_DRAW_INDICES_32_FIRST = 0x17e4 / 4, /* then of 16 and 8 bits */
    THREE_DRAW_INDICES_32_NEXT = 0x17f0 / 4,
    THREE_TOPOLOGY_CONTROL = 0x1948 / 4,
    THREE_TOPOLOGY = 0x1970 / 4,
    THREE_CLEAR_SURFACE = 0x19d0 / 4,
    THREE_REPORT_A = 0x1b00 / 4, /* address, payload, and what is done */
    THREE_REPORT_D = 0x1b0c / 4,
    THREE_FIRMWARE_4 = 0x2310 / 4,
    THREE_CONSTANT_SIZE = 0x2380 / 4, /* the selector: size and address */
    THREE_CONSTANT_OFFSET = 0x238c / 4,
    THREE_CONSTANT_DATA = 0x2390 / 4, /* 16 of them */
    THREE_BIND_CONSTANT = 0x2410 / 4, /* of five stages, 8 words apart */
    THREE_SCRATCH = 0x3400 / 4,
};

#endif
