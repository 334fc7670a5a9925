/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_IMAGE_SURFACE_H
#define WINDLASS_DEKO3D_IMAGE_SURFACE_H

#include "deko3d/objects.h"

/* What a view of an image says for one use of it: the words for the registers of a render target,
 * of the 2D engine and of the copy engine. */

enum surface_use { SURFACE_COLOR_TARGET, SURFACE_DEPTH_TARGET, SURFACE_2D, SURFACE_COPY };

struct image_surface {
    DkGpuAddr address; /* of the first level and layer that the view shows */
    /* As the registers have them: samples, rows of whole GOBs (pitch-linear: bytes a row); rows of
     * samples; of compressed formats blocks in both. */
    uint32_t horizontal, vertical;
    uint32_t format;       /* of colour targets, of depth targets, or of the 2D engine */
    uint32_t tile_mode;    /* log2 of a block's GOBs at 0, 4 and 8; targets: pitch 12, volume 16 */
    uint32_t array_mode;   /* layers that the view shows; slices of a volume */
    uint32_t layer_stride; /* bytes; of targets in units of four */
    uint64_t layer_bytes;  /* from layer to layer; 0: pitch */
    uint32_t width, height, depth;            /* texels (blocks), samples not counted */
    uint32_t samples_width, samples_height;   /* texels (blocks) times samples */
    uint8_t bytes, block_width, block_height; /* of a block, and its texels */
    uint8_t samples_x, samples_y;
    bool pitch, layered; /* layered: of a type that has layers or faces */
    uint32_t features;   /* enum image_feature of the view's format */
};

/* The view's mistakes end in an error of the debug library with `context`, the name of the public
 * function. */
void image_surface(DkDevice d, const DkImageView *view, enum surface_use use,
                   struct image_surface *out, const char *context);

/* How the GPU calls a grid of samples (as texture headers and SET_ANTI_ALIAS number it). */
static inline uint32_t image_msaa_mode(unsigned samples_log2) {
    static const uint8_t modes[] = {0, 5, 2, 4};
    return samples_log2 < sizeof modes ? modes[samples_log2] : 0;
}

#endif
