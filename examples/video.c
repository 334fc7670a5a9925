/* SPDX-License-Identifier: MIT */
/* Pictures that the CPU makes for each frame, as a decoder of video would: a plane of brightness
 * and one of colours of half the size, copied into textures while the picture before is still
 * drawn. */
#include "common/algebra.h"
#include "common/example.h"

extern const uint8_t screen_vert[], video_frag[];

enum { WIDTH = 320, HEIGHT = 180, PLANES = 2, BUFFERS = EXAMPLE_PICTURES };

static const uint32_t sizes[PLANES][2] = {{WIDTH, HEIGHT}, {WIDTH / 2, HEIGHT / 2}};
static const DkImageFormat formats[PLANES] = {DkImageFormat_R8_Unorm, DkImageFormat_RG8_Unorm};

static DkShader vert, frag;
static struct example_memory planes[BUFFERS][PLANES], images, samplers;
static struct example_texture textures[PLANES];

static void make(struct example *e) {
    DkSampler sampler;
    example_shader(e, &vert, screen_vert);
    example_shader(e, &frag, video_frag);
    images = example_memory(e, PLANES * sizeof(DkImageDescriptor), DK_IMAGE_DESCRIPTOR_ALIGNMENT);
    samplers = example_memory(e, sizeof(DkSamplerDescriptor), DK_SAMPLER_DESCRIPTOR_ALIGNMENT);
    for (uint32_t i = 0; i < PLANES; i++) {
        DkImageView view;
        example_texture(e, &textures[i], sizes[i][0], sizes[i][1], formats[i], 1, 1 + i, NULL);
        dkImageViewDefaults(&view, &textures[i].image);
        dkImageDescriptorInitialize((DkImageDescriptor *)images.cpu + i, &view, false, false);
        for (int b = 0; b < BUFFERS; b++)
            planes[b][i] = example_memory(e, sizes[i][0] * sizes[i][1] * (1 + i), 64);
    }
    dkSamplerDefaults(&sampler);
    sampler.minFilter = sampler.magFilter = DkFilter_Linear;
    sampler.wrapMode[0] = sampler.wrapMode[1] = DkWrapMode_ClampToEdge;
    dkSamplerDescriptorInitialize(samplers.cpu, &sampler);
}

/* Rings that go out from two places, with colours that move across. */
static void decode(uint8_t *bright, uint8_t *colors, uint32_t frame) {
    const float t = (float)frame * 0.1f, ax = 160 + 90 * wave(t * 0.31f),
                bx = 160 + 90 * wave(t * 0.23f + 2);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const float a = root(((float)x - ax) * ((float)x - ax) + (float)((y - 60) * (y - 60)));
            const float b =
                root(((float)x - bx) * ((float)x - bx) + (float)((y - 120) * (y - 120)));
            *bright++ = (uint8_t)(128 + 60 * wave(a * 0.15f - t) + 60 * wave(b * 0.11f - t));
        }
    for (int y = 0; y < HEIGHT / 2; y++)
        for (int x = 0; x < WIDTH / 2; x++) {
            *colors++ = (uint8_t)(128 + 70 * wave((float)x * 0.04f + t * 0.5f));
            *colors++ = (uint8_t)(128 + 70 * wave((float)y * 0.06f - t * 0.3f));
        }
}

static void upload(struct example *e, DkCmdBuf commands) {
    const struct example_memory *from = planes[e->picture]; /* nobody reads it any more */
    decode(from[0].cpu, from[1].cpu, e->frame);
    for (int i = 0; i < PLANES; i++) {
        DkImageView view;
        const DkCopyBuf source = {.addr = from[i].gpu};
        const DkImageRect all = {0, 0, 0, sizes[i][0], sizes[i][1], 1};
        dkImageViewDefaults(&view, &textures[i].image);
        dkCmdBufCopyBufferToImage(commands, &source, &view, &all, 0);
    }
    dkCmdBufBarrier(commands, DkBarrier_Primitives, DkInvalidateFlags_Image);
}

static void draw(struct example *e, DkCmdBuf commands) {
    const DkShader *const shaders[] = {&vert, &frag};
    const DkResHandle handles[PLANES] = {dkMakeTextureHandle(0, 0), dkMakeTextureHandle(1, 0)};
    DkDepthStencilState depth;
    dkDepthStencilStateDefaults(&depth);
    depth.depthTestEnable = depth.depthWriteEnable = 0;
    upload(e, commands);
    dkCmdBufBindDepthStencilState(commands, &depth);
    dkCmdBufBindShaders(commands, DkStageFlag_GraphicsMask, shaders, 2);
    dkCmdBufBindImageDescriptorSet(commands, images.gpu, PLANES);
    dkCmdBufBindSamplerDescriptorSet(commands, samplers.gpu, 1);
    dkCmdBufBindTextures(commands, DkStage_Fragment, 0, handles, PLANES);
    dkCmdBufDraw(commands, DkPrimitive_Triangles, 3, 1, 0, 0);
}

static void end(struct example *e) {
    (void)e;
    for (int i = 0; i < PLANES; i++)
        example_texture_end(&textures[i]);
}

const struct example_program example_program = {"video", make, draw, end};
