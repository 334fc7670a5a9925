/* SPDX-License-Identifier: MIT */
#include "deko3d/image/layout.h"

enum { GOB_WIDTH = 64, GOB_HEIGHT = 8, GOB_LOG2 = 9 };

static uint64_t level_size(const DkImageLayout *l, unsigned level) {
    const unsigned dimensions = image_dimensions(l->type);
    const uint32_t width =
        image_up(image_shrink(l->dimensions[0] << l->samples_x_log2, level), l->block_width);
    const uint32_t height =
        dimensions < 2
            ? 1
            : image_up(image_shrink(l->dimensions[1] << l->samples_y_log2, level), l->block_height);
    const uint32_t depth = dimensions < 3 ? 1 : image_shrink(l->dimensions[2], level);
    const unsigned tall = image_fit(l->tile_height_log2, GOB_HEIGHT, height);
    const unsigned deep = image_fit(l->tile_depth_log2, 1, depth);
    const uint64_t across = ((uint64_t)width * l->bytes + GOB_WIDTH - 1) / GOB_WIDTH;
    const uint64_t down = image_up(height, (uint32_t)GOB_HEIGHT << tall);
    return across * down * image_up(depth, 1u << deep) << (GOB_LOG2 + tall + deep);
}

uint64_t image_level_offset(const DkImageLayout *layout, unsigned level) {
    uint64_t offset = 0;
    for (unsigned i = 0; i < level; i++)
        offset += level_size(layout, i);
    return offset;
}
