/* SPDX-License-Identifier: MIT */
#include "pixels.h"

#include "base/memory.h"
#include "gpu/texture/layout.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint8_t *pixels_of(const struct machine *m, uint64_t address, uint32_t width, uint32_t height,
                   uint32_t bytes_per_texel, uint8_t height_log2) {
    const struct texture_shape shape = {
        .width = width,
        .height = height,
        .depth = 1,
        .layers = 1,
        .levels = 1,
        .block_width = 1,
        .block_height = 1,
        .bytes = (uint8_t)bytes_per_texel,
        .samples_x = 1,
        .samples_y = 1,
        .height_log2 = height_log2,
    };
    const struct texture_box box = {.width = width, .height = height, .depth = 1};
    struct texture_layout layout;
    struct error error;
    if (!texture_layout(&shape, &layout, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    uint8_t *rows = memory_new((size_t)width * height * bytes_per_texel);
    texture_read(&layout.level[0], shape.bytes, machine_at(m, address), &box, rows,
                 (uint64_t)width * bytes_per_texel, 0);
    return rows;
}

static void save(const char *name, const char *whose, const uint8_t *rgba, uint32_t width,
                 uint32_t height) {
    char *path = memory_format("%s.%s.png", name, whose);
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGBA};
    if (!png_image_write_to_file(&image, path, 0, rgba, 0, NULL))
        fprintf(stderr, "# %s cannot be written\n", path);
    fprintf(stderr, "# see %s\n", path);
    free(path);
}

void pixels_compare(const char *name, const uint8_t *ours, const uint8_t *plain, uint32_t width,
                    uint32_t height, unsigned most, unsigned many) {
    unsigned differ = 0, worst = 0;
    uint32_t first = 0;
    for (uint32_t i = 0; i < width * height; i++) {
        unsigned here = 0;
        for (unsigned c = 0; c < 4; c++) {
            const unsigned d = (unsigned)abs(ours[4 * i + c] - plain[4 * i + c]);
            here = d > here ? d : here;
        }
        if (here > most && !differ++)
            first = i;
        worst = here > worst ? here : worst;
    }
    if (differ <= many)
        return;
    fprintf(stderr, "# %s: %u texels differ, the first at (%u, %u), by %u at most\n", name, differ,
            first % width, first / width, worst);
    save(name, "ours", ours, width, height);
    save(name, "plain", plain, width, height);
    exit(1);
}
