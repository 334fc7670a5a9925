/* SPDX-License-Identifier: MIT */
/* A cube that turns, with a texture of many levels: each level has a colour of its own at the edges
 * of its squares, so that one sees which level is where. */
#include "common/algebra.h"
#include "common/example.h"

#include <stdlib.h>

extern const uint8_t turned_vert[], textured_frag[];

enum { SIDE = 256, LEVELS = 9, CORNERS = 36, CUBES = 24 };

struct vertex {
    float position[3], coordinate[2];
};

static const DkVtxAttribState attributes[] = {
    {.bufferId = 0,
     .offset = offsetof(struct vertex, position),
     .size = DkVtxAttribSize_3x32,
     .type = DkVtxAttribType_Float},
    {.bufferId = 0,
     .offset = offsetof(struct vertex, coordinate),
     .size = DkVtxAttribSize_2x32,
     .type = DkVtxAttribType_Float},
};
static const DkVtxBufferState buffers[] = {{sizeof(struct vertex), 0}};

static DkShader vert, frag;
static struct example_memory corners, transform, images, samplers;
static struct example_texture texture;

static void make_corners(struct vertex *to) {
    static const uint8_t order[6] = {0, 1, 2, 2, 1, 3};
    for (int face = 0; face < 6; face++)
        for (int i = 0; i < 6; i++, to++) {
            const int axis = face / 2, corner = order[i];
            const float side = face % 2 ? 1.0f : -1.0f;
            to->position[axis] = side;
            to->position[(axis + 1) % 3] = corner & 1 ? side : -side;
            to->position[(axis + 2) % 3] = corner & 2 ? 1.0f : -1.0f;
            to->coordinate[0] = corner & 1 ? 1.0f : 0.0f;
            to->coordinate[1] = corner & 2 ? 1.0f : 0.0f;
        }
}

/* Squares of an eighth of the side, light and dark, with a rim. */
static void make_level(uint32_t *texels, int level) {
    static const uint32_t rims[LEVELS] = {0xff3030d0, 0xff30b0e0, 0xff30d060,
                                          0xffd0c030, 0xffe07030, 0xffd030c0,
                                          0xff808080, 0xffffffff, 0xff202020};
    const int side = SIDE >> level, square = side / 8 ? side / 8 : 1;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            const bool rim = x % square == 0 || y % square == 0;
            const bool light = (x / square + y / square) % 2;
            texels[y * side + x] = rim ? rims[level] : light ? 0xffd8d8d8 : 0xff585858;
        }
}

static void make_texture(struct example *e) {
    void *levels[LEVELS];
    for (int i = 0; i < LEVELS; i++) {
        levels[i] = malloc((size_t)(SIDE >> i) * (SIDE >> i) * 4);
        if (!levels[i])
            example_fail("no memory for the texture");
        make_level(levels[i], i);
    }
    example_texture(e, &texture, SIDE, SIDE, DkImageFormat_RGBA8_Unorm, LEVELS, 4,
                    (const void *const *)levels);
    for (int i = 0; i < LEVELS; i++)
        free(levels[i]);
    DkImageView view;
    DkSampler sampler;
    dkImageViewDefaults(&view, &texture.image);
    dkSamplerDefaults(&sampler);
    sampler.minFilter = sampler.magFilter = DkFilter_Linear;
    sampler.mipFilter = DkMipFilter_Linear;
    images = example_memory(e, sizeof(DkImageDescriptor), DK_IMAGE_DESCRIPTOR_ALIGNMENT);
    samplers = example_memory(e, sizeof(DkSamplerDescriptor), DK_SAMPLER_DESCRIPTOR_ALIGNMENT);
    dkImageDescriptorInitialize(images.cpu, &view, false, false);
    dkSamplerDescriptorInitialize(samplers.cpu, &sampler);
}

static void make(struct example *e) {
    example_shader(e, &vert, turned_vert);
    example_shader(e, &frag, textured_frag);
    corners = example_memory(e, CORNERS * sizeof(struct vertex), 16);
    make_corners(corners.cpu);
    transform = example_memory(e, sizeof(struct matrix), DK_UNIFORM_BUF_ALIGNMENT);
    make_texture(e);
}

/* Cubes go off into the distance, and the texture's levels with them. */
static void draw_cube(DkCmdBuf commands, int i, float turned) {
    const struct matrix view = matrix_perspective(0.9f, 16.0f / 9, 0.5f, 200);
    const struct matrix place =
        matrix_move((float)(i % 2 ? -2 : 2) - 0.2f * (float)i, -0.5f, -4.0f - 3.0f * (float)i);
    const struct matrix x = matrix_turn_x(0.5f + turned), y = matrix_turn_y(turned + (float)i);
    const struct matrix both = matrix_product(&y, &x), there = matrix_product(&place, &both);
    const struct matrix m = matrix_product(&view, &there);
    dkCmdBufPushConstants(commands, transform.gpu, sizeof m, 0, sizeof m, &m);
    dkCmdBufDraw(commands, DkPrimitive_Triangles, CORNERS, 1, 0, 0);
}

static void draw(struct example *e, DkCmdBuf commands) {
    const DkShader *const shaders[] = {&vert, &frag};
    dkCmdBufClearColorFloat(commands, 0, DkColorMask_RGBA, 0.1f, 0.12f, 0.18f, 1);
    dkCmdBufClearDepthStencil(commands, true, 1, 0xff, 0);
    dkCmdBufBindShaders(commands, DkStageFlag_GraphicsMask, shaders, 2);
    dkCmdBufBindImageDescriptorSet(commands, images.gpu, 1);
    dkCmdBufBindSamplerDescriptorSet(commands, samplers.gpu, 1);
    dkCmdBufBindTexture(commands, DkStage_Fragment, 0, dkMakeTextureHandle(0, 0));
    dkCmdBufBindUniformBuffer(commands, DkStage_Vertex, 0, transform.gpu, sizeof(struct matrix));
    dkCmdBufBindVtxAttribState(commands, attributes, 2);
    dkCmdBufBindVtxBufferState(commands, buffers, 1);
    dkCmdBufBindVtxBuffer(commands, 0, corners.gpu, CORNERS * sizeof(struct vertex));
    for (int i = 0; i < CUBES; i++)
        draw_cube(commands, i, (float)e->frame * 0.02f);
}

static void end(struct example *e) {
    (void)e;
    example_texture_end(&texture);
}

const struct example_program example_program = {"cube", make, draw, end};
