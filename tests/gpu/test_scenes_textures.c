/* SPDX-License-Identifier: MIT */
/* Textures of every shape, formats of every family, and how samplers see them. */
#include "sampled.h"

#include "sampled_1d.spv.h"
#include "sampled_1d_array.spv.h"
#include "sampled_2d.spv.h"
#include "sampled_2d_array.spv.h"
#include "sampled_3d.spv.h"
#include "sampled_buffer.spv.h"
#include "sampled_compare.spv.h"
#include "sampled_cube.spv.h"
#include "sampled_cube_array.spv.h"
#include "sampled_fetch.spv.h"
#include "sampled_gather.spv.h"
#include "sampled_rectangle.spv.h"
#include "sampled_rectangle_gather.spv.h"
#include "sampled_sint.spv.h"
#include "sampled_size.spv.h"
#include "sampled_uint.spv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/* ---- kinds ---- */

#define MODULE(name) .words = name, .size = sizeof name

static const struct sampled_kind one_d = {
    .text = "MOV R4, R24\nMOV R8, R27\nTEX.LL R0, R4, R8, 0x28, 1D, 0xf\n", MODULE(sampled_1d_spv)};
static const struct sampled_kind two_d = {
    .text = "MOV R4, R24\nMOV R5, R25\nMOV R8, R27\nTEX.LL R0, R4, R8, 0x28, 2D, 0xf\n",
    MODULE(sampled_2d_spv)};
static const struct sampled_kind three_d = {
    .text = "MOV R8, R27\nTEX.LL R0, R24, R8, 0x28, 3D, 0xf\n", MODULE(sampled_3d_spv)};
static const struct sampled_kind cube = {.text =
                                             "MOV R8, R27\nTEX.LL R0, R24, R8, 0x28, CUBE, 0xf\n",
                                         MODULE(sampled_cube_spv),
                                         POINTS_DIRECTION};
static const struct sampled_kind one_d_array = {
    .text = "MOV R4, R28\nMOV R5, R24\nMOV R8, R27\nTEX.LL R0, R4, R8, 0x28, ARRAY_1D, 0xf\n",
    MODULE(sampled_1d_array_spv)};
static const struct sampled_kind two_d_array = {
    .text = "MOV R4, R28\nMOV R5, R24\nMOV R6, R25\nMOV R8, R27\n"
            "TEX.LL R0, R4, R8, 0x28, ARRAY_2D, 0xf\n",
    MODULE(sampled_2d_array_spv)};
static const struct sampled_kind cube_array = {
    .text = "MOV R4, R28\nMOV R5, R24\nMOV R6, R25\nMOV R7, R26\nMOV R8, R27\n"
            "TEX.LL R0, R4, R8, 0x28, ARRAY_CUBE, 0xf\n",
    MODULE(sampled_cube_array_spv),
    POINTS_DIRECTION};
static const struct sampled_kind texels = {
    .text = "TLD.LZ R0, R24, RZ, 0x28, 1D, 0xf\n", MODULE(sampled_buffer_spv), POINTS_TEXELS};
static const struct sampled_kind fetch = {
    .text = "MOV R4, R24\nMOV R5, R25\nMOV R8, R27\nTLD.LL R0, R4, R8, 0x28, 2D, 0xf\n",
    MODULE(sampled_fetch_spv),
    POINTS_TEXELS};
static const struct sampled_kind signed_2d = {
    .text = "MOV R4, R24\nMOV R5, R25\nMOV R8, R27\nTEX.LL R0, R4, R8, 0x28, 2D, 0xf\n",
    MODULE(sampled_sint_spv)};
static const struct sampled_kind unsigned_2d = {
    .text = "MOV R4, R24\nMOV R5, R25\nMOV R8, R27\nTEX.LL R0, R4, R8, 0x28, 2D, 0xf\n",
    MODULE(sampled_uint_spv)};
static const struct sampled_kind gather = {
    .text = "MOV R4, R24\nMOV R5, R25\nTLD4.G R0, R4, RZ, 0x28, 2D, 0xf\n",
    MODULE(sampled_gather_spv)};
/* Plain Vulkan has samplers for the first; the others show that all forms are alike. */
static const struct sampled_kind rectangle = {
    .text = "MOV R4, R24\nMOV R5, R25\nTEX.LZ R0, R4, RZ, 0x28, 2D, 0xf\n",
    MODULE(sampled_rectangle_spv),
    POINTS_RECTANGLE};
static const struct sampled_kind rectangle_gather = {
    .text = "MOV R4, R24\nMOV R5, R25\nTLD4.G R0, R4, RZ, 0x28, 2D, 0xf\n",
    MODULE(sampled_rectangle_gather_spv),
    POINTS_RECTANGLE};
static const struct sampled_kind compare = {
    .text = "MOV R4, R24\nMOV R5, R25\nMOV R8, R27\nMOV R9, R29\n"
            "TEX.LL.DC R0, R4, R8, 0x28, 2D, 0x1\nMOV32I R1, 0x1\nMOV32I R2, 0x2\n"
            "MOV32I R3, 0x3\n",
    MODULE(sampled_compare_spv)};
static const struct sampled_kind size = {
    .text = "MOV R4, R28\nMOV R5, R24\nMOV R6, R25\nTEX.LZ R0, R4, RZ, 0x28, ARRAY_2D, 0x1\n"
            "TXQ R0, R27, 0x28, DIMENSION, 0xf\n",
    MODULE(sampled_size_spv),
    POINTS_TEXELS};

/* ---- samplers ---- */

enum { WRAP, MIRROR, EDGE, BORDER, MIRROR_ONCE = 5 }; /* wrap modes, as headers number them */
enum { NEAREST = 1, LINEAR = 2, NO_LEVELS = 1, LEVELS_NEAREST = 2, LEVELS_LINEAR = 3 };

#define SAMPLER(magnify_, minify_, levels_, wrap_) ANISOTROPIC(1, magnify_, minify_, levels_, wrap_)
#define ANISOTROPIC(most_, magnify_, minify_, levels_, wrap_)                                      \
    .sampler = {.wrap = {wrap_, wrap_, wrap_},                                                     \
                .anisotropy = most_,                                                               \
                .magnify = magnify_,                                                               \
                .minify = minify_,                                                                 \
                .between_levels = levels_,                                                         \
                .seamless_cubes = true,                                                            \
                .most_level = 15}
#define PLAIN(filter_, mode_, address_)                                                            \
    .plain_sampler = {.magFilter = VK_FILTER_##filter_,                                            \
                      .minFilter = VK_FILTER_##filter_,                                            \
                      .mipmapMode = VK_SAMPLER_MIPMAP_MODE_##mode_,                                \
                      .addressModeU = VK_SAMPLER_ADDRESS_MODE_##address_,                          \
                      .addressModeV = VK_SAMPLER_ADDRESS_MODE_##address_,                          \
                      .addressModeW = VK_SAMPLER_ADDRESS_MODE_##address_,                          \
                      .maxLod = 15}
#define NEAREST_WRAP                                                                               \
    SAMPLER(NEAREST, NEAREST, LEVELS_NEAREST, WRAP), PLAIN(NEAREST, NEAREST, REPEAT)
#define LINEAR_EDGE                                                                                \
    SAMPLER(LINEAR, LINEAR, LEVELS_LINEAR, EDGE), PLAIN(LINEAR, LINEAR, CLAMP_TO_EDGE)
#define TEXELS(filter_)                                                                            \
    SAMPLER(filter_, filter_, NO_LEVELS, EDGE),                                                    \
        .plain_sampler = {.magFilter = VK_FILTER_##filter_,                                        \
                          .minFilter = VK_FILTER_##filter_,                                        \
                          .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,                   \
                          .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,                   \
                          .unnormalizedCoordinates = VK_TRUE}

/* ---- formats and shapes ---- */

#define RGBA8                                                                                      \
    .format = 0x08, .component = COMPONENT_UNORM, .vk_format = VK_FORMAT_R8G8B8A8_UNORM, .bytes = 4
#define SHAPE(type_, image, view, w, h, d, layers_, levels_)                                       \
    .type = TYPE_##type_, .image_type = VK_IMAGE_TYPE_##image,                                     \
    .view_type = VK_IMAGE_VIEW_TYPE_##view, .width = w, .height = h, .depth = d,                   \
    .layers = layers_, .levels = levels_
#define FLAT      SHAPE(2D, 2D, 2D, 37, 25, 1, 1, 5)
#define RECTANGLE SHAPE(2D, 2D, 2D, 37, 25, 1, 1, 1)
#define FORMAT(number, component_, vk, bytes_)                                                     \
    .format = number, .component = COMPONENT_##component_, .vk_format = VK_FORMAT_##vk,            \
    .bytes = bytes_

static const struct sampled_scene scenes[] = {
    {"one dimension", &one_d, RGBA8, SHAPE(1D, 1D, 1D, 77, 1, 1, 1, 4), LINEAR_EDGE},
    {"two dimensions", &two_d, RGBA8, FLAT, LINEAR_EDGE},
    {"three dimensions", &three_d, RGBA8, SHAPE(3D, 3D, 3D, 20, 13, 9, 1, 3), LINEAR_EDGE},
    {"a cube", &cube, RGBA8, SHAPE(CUBE, 2D, CUBE, 32, 32, 1, 6, 3), LINEAR_EDGE},
    {"layers of one dimension", &one_d_array, RGBA8, SHAPE(1D_ARRAY, 1D, 1D_ARRAY, 50, 1, 1, 5, 2),
     LINEAR_EDGE},
    {"layers of two dimensions", &two_d_array, RGBA8,
     SHAPE(2D_ARRAY, 2D, 2D_ARRAY, 33, 18, 1, 7, 4), LINEAR_EDGE},
    {"cubes", &cube_array, RGBA8, SHAPE(CUBE_ARRAY, 2D, CUBE_ARRAY, 16, 16, 1, 12, 2), LINEAR_EDGE},
    {"a buffer", &texels, FORMAT(0x04, UINT, R32G32_UINT, 8),
     SHAPE(BUFFER, 1D, 1D, 300, 1, 1, 1, 1)},
    {"rows", &two_d, RGBA8, SHAPE(2D_NO_LEVELS, 2D, 2D, 45, 30, 1, 1, 1), .pitch = true,
     LINEAR_EDGE},
    {"texels", &fetch, RGBA8, FLAT, NEAREST_WRAP},
    {"four texels", &gather, RGBA8, FLAT, LINEAR_EDGE},
    {"a rectangle", &rectangle, RGBA8, RECTANGLE, TEXELS(NEAREST)},
    {"a rectangle between texels", &rectangle, FORMAT(0x01, FLOAT, R32G32B32A32_SFLOAT, 16),
     RECTANGLE, TEXELS(LINEAR), .floats = true},
    {"four texels of a rectangle", &rectangle_gather, RGBA8, RECTANGLE, LINEAR_EDGE},
    {"what a texture has", &size, RGBA8, SHAPE(2D_ARRAY, 2D, 2D_ARRAY, 33, 18, 1, 7, 4),
     NEAREST_WRAP},
    {"some of the levels", &two_d, RGBA8, FLAT, .first_level = 2, LINEAR_EDGE},
    {"other components", &two_d, RGBA8, FLAT, LINEAR_EDGE,
     .source = {SOURCE_B, SOURCE_ONE_FLOAT, SOURCE_ZERO, SOURCE_R},
     .mapping = {VK_COMPONENT_SWIZZLE_B, VK_COMPONENT_SWIZZLE_ONE, VK_COMPONENT_SWIZZLE_ZERO,
                 VK_COMPONENT_SWIZZLE_R}},
    /* formats */
    {"sRGB", &two_d, FORMAT(0x08, UNORM, R8G8B8A8_SRGB, 4), FLAT, LINEAR_EDGE, .srgb = true},
    {"signed bytes", &two_d, FORMAT(0x08, SNORM, R8G8B8A8_SNORM, 4), FLAT, LINEAR_EDGE},
    {"signed integers", &signed_2d, FORMAT(0x0c, SINT, R16G16_SINT, 4), FLAT, NEAREST_WRAP},
    {"unsigned integers", &unsigned_2d, FORMAT(0x08, UINT, R8G8B8A8_UINT, 4), FLAT, NEAREST_WRAP},
    {"a byte", &two_d, FORMAT(0x1d, UNORM, R8_UNORM, 1), FLAT, LINEAR_EDGE},
    {"halves", &two_d, FORMAT(0x03, FLOAT, R16G16B16A16_SFLOAT, 8), FLAT, LINEAR_EDGE,
     .floats = true},
    {"floats", &two_d, FORMAT(0x01, FLOAT, R32G32B32A32_SFLOAT, 16), FLAT, LINEAR_EDGE,
     .floats = true},
    {"ten bits", &two_d, FORMAT(0x09, UNORM, A2B10G10R10_UNORM_PACK32, 4), FLAT, LINEAR_EDGE},
    {"565", &two_d, FORMAT(0x15, UNORM, R5G6B5_UNORM_PACK16, 2), FLAT, LINEAR_EDGE,
     .mapping = {VK_COMPONENT_SWIZZLE_B, VK_COMPONENT_SWIZZLE_G, VK_COMPONENT_SWIZZLE_R,
                 VK_COMPONENT_SWIZZLE_ONE}},
    {"BC1", &two_d, FORMAT(0x24, UNORM, BC1_RGBA_UNORM_BLOCK, 8), .block = 4, FLAT, LINEAR_EDGE},
    {"BC3 in sRGB", &two_d, FORMAT(0x26, UNORM, BC3_SRGB_BLOCK, 16), .block = 4, .srgb = true, FLAT,
     LINEAR_EDGE},
    {"BC7", &two_d, FORMAT(0x17, UNORM, BC7_UNORM_BLOCK, 16), .block = 4, FLAT, LINEAR_EDGE},
    /* samplers */
    {"nearest texels, again and again", &two_d, RGBA8, FLAT, NEAREST_WRAP},
    {"mirrored", &two_d, RGBA8, FLAT, SAMPLER(LINEAR, LINEAR, LEVELS_NEAREST, MIRROR),
     PLAIN(LINEAR, NEAREST, MIRRORED_REPEAT)},
    {"mirrored once", &two_d, RGBA8, FLAT, SAMPLER(LINEAR, LINEAR, LEVELS_LINEAR, MIRROR_ONCE),
     PLAIN(LINEAR, LINEAR, MIRROR_CLAMP_TO_EDGE)},
    {"a border", &two_d, RGBA8, FLAT, SAMPLER(LINEAR, LINEAR, LEVELS_LINEAR, BORDER),
     .sampler.border = {1, 1, 1, 1}, PLAIN(LINEAR, LINEAR, CLAMP_TO_BORDER),
     .plain_sampler.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE},
    {"levels from 1 to 2.5", &two_d, RGBA8, FLAT,
     .sampler = {.anisotropy = 1,
                 .magnify = NEAREST,
                 .minify = NEAREST,
                 .between_levels = LEVELS_LINEAR,
                 .least_level = 1,
                 .most_level = 2.5f},
     .plain_sampler = {.mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR, .minLod = 1, .maxLod = 2.5f}},
    {"layers of one dimension, anisotropic", &one_d_array, RGBA8,
     SHAPE(1D_ARRAY, 1D, 1D_ARRAY, 50, 1, 1, 5, 2),
     ANISOTROPIC(12, NEAREST, LINEAR, LEVELS_NEAREST, MIRROR_ONCE),
     .plain_sampler = {.magFilter = VK_FILTER_NEAREST,
                       .minFilter = VK_FILTER_LINEAR,
                       .addressModeU = VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE,
                       .maxLod = 15}},
    {"compared", &compare, FORMAT(0x2f, UNORM, D32_SFLOAT, 4), FLAT, .floats = true,
     SAMPLER(NEAREST, NEAREST, LEVELS_NEAREST, EDGE), .sampler.compare = true,
     .sampler.compare_op = 3, PLAIN(NEAREST, NEAREST, CLAMP_TO_EDGE),
     .plain_sampler.compareEnable = VK_TRUE,
     .plain_sampler.compareOp = VK_COMPARE_OP_LESS_OR_EQUAL},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static struct machine machine;

static void check(void **state) {
    sampled_check(&machine, *state);
}

int main(void) {
    struct CMUnitTest tests[SCENES];
    if (!machine_open(&machine, false)) {
        print_message("1..0 # SKIP no device\n");
        return 0;
    }
    for (unsigned i = 0; i < SCENES; i++)
        tests[i] = (struct CMUnitTest){scenes[i].name, check, NULL, NULL, (void *)&scenes[i]};
    const int failed = _cmocka_run_group_tests("gpu textures", tests, SCENES, NULL, NULL);
    machine_close(&machine);
    print_message("# count scenes %d\n", SCENES);
    return failed;
}
