/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_ENGINE_TARGET_H
#define WINDLASS_GPU_ENGINE_TARGET_H

#include <stdbool.h>
#include <stdint.h>

/* A target of rendering or a surface of the 2D engine. */
struct target {
    uint64_t address;       /* of layer 0 */
    uint32_t width, height; /* pixels; of a pitch surface: bytes a row, and rows */
    uint32_t layers;        /* or slices, where volume */
    uint32_t first_layer;
    uint64_t layer_stride; /* bytes */
    uint8_t format;        /* as the 3D class numbers colour or depth formats (clb197.h) */
    bool depth, pitch, volume;
    uint8_t height_log2, depth_log2; /* of a block, in GOBs */
    uint8_t samples_x_log2, samples_y_log2;
};

#endif
