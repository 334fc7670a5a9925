/* SPDX-License-Identifier: MIT */
#include "host/display_window.h"

struct rect picture_area(int window_width, int window_height, uint32_t width, uint32_t height) {
    if (window_width <= 0 || window_height <= 0 || !width || !height)
        return (struct rect){0};
    int64_t w = window_width, h = window_height;
    if (w * height > h * width)
        w = (h * width + height / 2) / height;
    else
        h = (w * height + width / 2) / width;
    w = w ? w : 1;
    h = h ? h : 1;
    return (struct rect){(int)(window_width - w) / 2, (int)(window_height - h) / 2, (int)w, (int)h};
}

bool picture_point(struct rect area, int x, int y, uint32_t *out_x, uint32_t *out_y) {
    int64_t dx = (int64_t)x - area.x, dy = (int64_t)y - area.y;
    if (dx < 0 || dy < 0 || dx >= area.width || dy >= area.height)
        return false;
    *out_x = (uint32_t)(dx * 1280 / area.width);
    *out_y = (uint32_t)(dy * 720 / area.height);
    return true;
}
