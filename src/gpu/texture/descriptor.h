/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_TEXTURE_DESCRIPTOR_H
#define WINDLASS_GPU_TEXTURE_DESCRIPTOR_H

#include "gpu/texture/layout.h"

/* What programs write into the pools of texture headers (TIC) and samplers (TSC): eight words each.
 * The numbers of values stay the GPU's. */

enum { DESCRIPTOR_WORDS = 8 };

enum texture_storage {
    STORAGE_BUFFER,
    STORAGE_PITCH_COLOR_KEY,
    STORAGE_PITCH,
    STORAGE_BLOCK_LINEAR,
    STORAGE_BLOCK_LINEAR_COLOR_KEY,
};

enum texture_type {
    TYPE_1D,
    TYPE_2D,
    TYPE_3D,
    TYPE_CUBE,
    TYPE_1D_ARRAY,
    TYPE_2D_ARRAY,
    TYPE_BUFFER,
    TYPE_2D_NO_LEVELS,
    TYPE_CUBE_ARRAY,
};

enum component_type { /* how a component's bits are to be read */
                      COMPONENT_SNORM = 1,
                      COMPONENT_UNORM,
                      COMPONENT_SINT,
                      COMPONENT_UINT,
                      COMPONENT_SNORM_AS_HALF,
                      COMPONENT_UNORM_AS_HALF,
                      COMPONENT_FLOAT,
};

enum component_source {
    SOURCE_ZERO = 0,
    SOURCE_R = 2,
    SOURCE_G,
    SOURCE_B,
    SOURCE_A,
    SOURCE_ONE_INT,
    SOURCE_ONE_FLOAT
};

struct texture_header {
    uint8_t format;                  /* texture_formats[] */
    uint8_t component[4], source[4]; /* of R, G, B, A; of what the program sees as x, y, z, w */
    uint8_t storage, type;
    uint64_t address;
    uint32_t pitch;                /* bytes a row, of the pitch storages */
    uint32_t width, height, depth; /* texels of level 0; a buffer's elements; layers of arrays */
    uint16_t first_layer;          /* a hint: the address has it already */
    uint8_t tile_width_log2, tile_height_log2, tile_depth_log2; /* in GOBs */
    uint8_t levels;                                             /* all that there are */
    uint8_t first_level, last_level;                            /* those that the program sees */
    uint8_t multisample;                                        /* the mode */
    bool srgb, normalized_coordinates, depth_texture;
    float level_bias, least_level;
};

void texture_header_decode(const uint32_t words[DESCRIPTOR_WORDS], struct texture_header *out);
bool texture_header_same(const struct texture_header *a, const struct texture_header *b);

struct sampler_header {
    uint8_t wrap[3]; /* of u, v, p: repeat, mirror, clamp to edge, border, OpenGL's clamp,
                        and the mirror-once forms of the last three */
    bool compare;
    uint8_t compare_op;                      /* 0: never ... 7: always */
    uint8_t magnify, minify, between_levels; /* 1 nearest, 2 linear; 1 none, 2 nearest, 3 linear */
    uint8_t anisotropy;                      /* 1, 2, 4, 6, 8, 10, 12, 16 samples */
    uint8_t reduction;                       /* average, minimum, maximum */
    bool seamless_cubes;
    float level_bias, least_level, most_level;
    float border[4]; /* their bits, where the texture is of integers */
    uint8_t border_srgb[3];
};

void sampler_header_decode(const uint32_t words[DESCRIPTOR_WORDS], struct sampler_header *out);
bool sampler_header_same(const struct sampler_header *a, const struct sampler_header *b);

#endif
