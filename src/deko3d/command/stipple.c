/* SPDX-License-Identifier: MIT */
#include "deko3d/record.h"

#include <string.h>

/* Names of NVIDIA's clb197.h. */
enum {
    SET_LINE_STIPPLE = 0x166c / 4,
    SET_LINE_STIPPLE_PARAMETERS = 0x1680 / 4, /* factor - 1, pattern << 8 */
    SET_POLYGON_STIPPLE = 0x168c / 4,
    SET_POLYGON_STIPPLE_PATTERN = 0x1700 / 4,
};

enum { ROWS = 32 };

void dkCmdBufSetLineStipple(DkCmdBuf b, bool enable, uint32_t factor, uint16_t pattern) {
    DK_CHECK_INPUT(b->device, factor >= 1 && factor <= 256, "factor must be from 1 to 256");
    uint32_t *w = record_begin(b, 3, __func__);
    w = put_now(w, SUB_3D, SET_LINE_STIPPLE, enable);
    if (enable) {
        /* The console's library makes -1 of the largest factor. */
        const uint32_t less =
            b->device->facts.upstream_defects ? (factor & 0xff) - 1 : (factor - 1) & 0xff;
        w = put(w, SUB_3D, SET_LINE_STIPPLE_PARAMETERS, (uint32_t)pattern << 8 | less);
    }
    record_end(b, w);
}

void dkCmdBufSetPolygonStipple(DkCmdBuf b, uint32_t const pattern[32]) {
    uint32_t *w = record_begin(b, 2 + ROWS, __func__);
    /* The console's library never switches it on. */
    if (!pattern || !b->device->facts.upstream_defects)
        w = put_now(w, SUB_3D, SET_POLYGON_STIPPLE, pattern != NULL);
    if (pattern) {
        w = put_many(w, SUB_3D, SET_POLYGON_STIPPLE_PATTERN, ROWS);
        memcpy(w, pattern, ROWS * sizeof *w);
        w += ROWS;
    }
    record_end(b, w);
}
