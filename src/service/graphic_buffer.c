/* SPDX-License-Identifier: MIT */
#include "service/graphic_buffer.h"

#include "base/reader.h"

#include <string.h>

#define MAGIC        0x47424652u /* "GBFR" as a number */
#define HANDLE_MAGIC 0xdaffcaffu
#define LAYOUT_PITCH 1u
#define LAYOUT_BLOCK 3u

bool graphic_buffer_parse(const uint8_t *data, size_t size, struct graphic_buffer *out,
                          struct error *error) {
    *out = (struct graphic_buffer){.raw_size = (uint32_t)size};
    struct reader r;
    reader_init(&r, data, size, "graphic buffer", error);
    if (size > GRAPHIC_BUFFER_MAX) {
        reader_fail(&r, 0, "size", "0x%zx, at most 0x%x", size, GRAPHIC_BUFFER_MAX);
        return false;
    }
    memcpy(out->raw, data, size);
    if (reader_u32(&r, "magic") != MAGIC) {
        reader_fail(&r, 0, "magic", "is not GBFR");
    }
    out->surface.width = reader_u32(&r, "width");
    out->surface.height = reader_u32(&r, "height");
    reader_u32(&r, "stride");
    out->surface.format = reader_u32(&r, "format");
    out->usage = reader_u32(&r, "usage");
    reader_skip(&r, 8, "pid and reference count");
    if (reader_u32(&r, "file descriptors") != 0) {
        reader_fail(&r, r.at - 4, "file descriptors", "must be 0");
    }
    reader_u32(&r, "integers");
    /* NVIDIA's integers: -1, nvmap id, 0, magic, pid, type, usage, format twice, stride, total
     * size, planes, 0; then a surface for each plane. */
    reader_u32(&r, "handle's first integer");
    out->nvmap_id = reader_u32(&r, "nvmap id");
    reader_u32(&r, "handle's third integer");
    if (reader_u32(&r, "handle magic") != HANDLE_MAGIC) {
        reader_fail(&r, r.at - 4, "handle magic", "is not 0xdaffcaff");
    }
    reader_skip(&r, 9 * 4, "handle");
    reader_skip(&r, 16, "plane's size and colour format");
    uint32_t layout = reader_u32(&r, "layout");
    out->surface.pitch = reader_u32(&r, "pitch");
    reader_u32(&r, "plane's handle");
    out->offset = reader_u32(&r, "plane's offset");
    reader_u32(&r, "kind");
    out->surface.height_log2 = reader_u32(&r, "block height");
    out->surface.block_linear = layout == LAYOUT_BLOCK;
    if (!reader_ok(&r)) {
        return false;
    }
    if (layout != LAYOUT_PITCH && layout != LAYOUT_BLOCK) {
        return error_set(error, ERROR_UNSUPPORTED,
                         "graphic buffer: layout %u is neither pitch (1) nor block-linear (3)",
                         layout);
    }
    if (picture_storage_size(&out->surface) == 0) {
        return error_set(error, ERROR_UNSUPPORTED,
                         "graphic buffer: format %u, %u x %u pixels, pitch %u, block height %u: "
                         "no picture can be made of this",
                         out->surface.format, out->surface.width, out->surface.height,
                         out->surface.pitch, out->surface.height_log2);
    }
    return true;
}
