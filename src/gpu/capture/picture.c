/* SPDX-License-Identifier: MIT */
#include "gpu/capture/picture.h"

#include "base/memory.h"
#include "gpu/block_linear.h"
#include "gpu/texture/layout.h"

#include <stdlib.h>

/* SET_COLOR_TARGET_FORMAT (clb197.h): those of four bytes with 8 bits a component. */
static bool is_rgba(uint8_t format) {
    return format == 0xd5 || format == 0xd6 || format == 0xf9 || format == 0xfa;
}

static bool is_bgra(uint8_t format) {
    return format == 0xcf || format == 0xd0 || format == 0xe6 || format == 0xe7;
}

enum { LARGEST = 1 << 15, BYTES = 4 };

static bool is_sound(const struct target *t, uint32_t width, uint32_t height) {
    const uint32_t across = t->pitch ? t->width / BYTES : t->width;
    return width && height && width <= LARGEST && height <= LARGEST && width <= across &&
           height <= t->height && t->height_log2 <= BLOCK_LINEAR_HEIGHT_MAX &&
           t->depth_log2 <= BLOCK_LINEAR_HEIGHT_MAX && !t->samples_x_log2 && !t->samples_y_log2;
}

bool target_picture(const struct engine_memory *memory, const struct target *target, uint32_t width,
                    uint32_t height, uint8_t **out, struct error *error) {
    const bool swaps = is_bgra(target->format);
    if (!is_rgba(target->format) && !swaps)
        return error_set(error, ERROR_UNSUPPORTED,
                         "a target of format 0x%02x is not shown as a picture", target->format);
    if (!is_sound(target, width, height))
        return error_set(error, ERROR_UNSUPPORTED,
                         "%u x %u texels of a target of %u x %u are not shown as a picture", width,
                         height, target->width, target->height);
    const struct texture_level level = {
        .width = target->width * BYTES,
        .height = target->height,
        .depth = 1,
        .height_log2 = target->height_log2,
        .depth_log2 = target->depth_log2,
    };
    uint8_t *rgba = memory_new((size_t)width * height * BYTES);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            uint8_t *to = rgba + ((size_t)y * width + x) * BYTES;
            const uint64_t offset = target->pitch ? (uint64_t)y * target->width + x * BYTES
                                                  : texture_offset(&level, 1, x * BYTES, y, 0);
            if (!engine_read(memory, target->address + offset, to, BYTES)) {
                free(rgba);
                return error_set(error, ERROR_GUEST, "the target at 0x%lx is not mapped",
                                 (unsigned long)target->address);
            }
            if (swaps) {
                const uint8_t red = to[2];
                to[2] = to[0];
                to[0] = red;
            }
        }
    *out = rgba;
    return true;
}
