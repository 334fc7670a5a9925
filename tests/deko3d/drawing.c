/* SPDX-License-Identifier: MIT */
#include "drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void drawing_open(struct drawing *w, uint32_t flags, const char *fragment) {
    desk_open(&w->d, flags);
    desk_target(&w->d, &w->target, DkImageFormat_RGBA8_Unorm, 4, DRAWING_SIZE, DRAWING_SIZE);
    desk_shader(&w->d, &w->vertex, shader_vertex);
    desk_shader(&w->d, &w->fragment, fragment);
}

void drawing_close(struct drawing *w) {
    desk_close(&w->d);
}

void drawing_begin(struct drawing *w, const DkImageView *depth) {
    DkCmdBuf b = w->d.commands;
    const DkShader *const shaders[] = {&w->vertex, &w->fragment};
    const DkViewport viewport = {0, 0, DRAWING_SIZE, DRAWING_SIZE, 0, 1};
    const DkScissor scissor = {0, 0, DRAWING_SIZE, DRAWING_SIZE};
    static const DkVtxAttribState attributes[] = {
        {.bufferId = 0,
         .offset = offsetof(struct corner, position),
         .size = DkVtxAttribSize_4x32,
         .type = DkVtxAttribType_Float},
        {.bufferId = 0,
         .offset = offsetof(struct corner, color),
         .size = DkVtxAttribSize_4x32,
         .type = DkVtxAttribType_Float},
    };
    static const DkVtxBufferState buffer = {.stride = sizeof(struct corner)};
    DkRasterizerState raster;
    DkColorState color;
    DkColorWriteState write;
    DkDepthStencilState tests;
    memset(&raster, 0, sizeof raster);
    memset(&color, 0, sizeof color);
    memset(&tests, 0, sizeof tests);
    dkRasterizerStateDefaults(&raster);
    dkColorStateDefaults(&color);
    dkColorWriteStateDefaults(&write);
    dkDepthStencilStateDefaults(&tests);
    raster.cullMode = DkFace_None;
    tests.depthTestEnable = depth != NULL;
    tests.depthWriteEnable = depth != NULL;
    dkCmdBufBindRenderTarget(b, &w->target.view, depth);
    dkCmdBufSetViewports(b, 0, &viewport, 1);
    dkCmdBufSetScissors(b, 0, &scissor, 1);
    dkCmdBufBindShaders(b, DkStageFlag_GraphicsMask, shaders, 2);
    dkCmdBufBindRasterizerState(b, &raster);
    dkCmdBufBindColorState(b, &color);
    dkCmdBufBindColorWriteState(b, &write);
    dkCmdBufBindDepthStencilState(b, &tests);
    dkCmdBufBindVtxAttribState(b, attributes, 2);
    dkCmdBufBindVtxBufferState(b, &buffer, 1);
    dkCmdBufClearColorFloat(b, 0, DkColorMask_RGBA, 0, 0, 0, 1);
}

void drawing_bind_corners(struct drawing *w, const struct corner *corners, unsigned count) {
    const struct desk_data data =
        desk_put(&w->d, corners, count * (uint32_t)sizeof *corners, sizeof(float));
    dkCmdBufBindVtxBuffer(w->d.commands, 0, data.gpu, data.size);
}

void drawing_rectangle(struct drawing *w, float x0, float y0, float x1, float y1, float z,
                       const float color[4]) {
    struct corner corners[4];
    for (unsigned i = 0; i < 4; i++) {
        corners[i] = (struct corner){{i & 1 ? x1 : x0, i & 2 ? y1 : y0, z, 1}, {0}};
        memcpy(corners[i].color, color, sizeof corners[i].color);
    }
    drawing_bind_corners(w, corners, 4);
    dkCmdBufDraw(w->d.commands, DkPrimitive_TriangleStrip, 4, 1, 0, 0);
}

static void bind_texture(struct drawing *w, const DkImageView *view, const DkSampler *sampler,
                         bool decays) {
    enum { PLACES = 2, USED = 1 }; /* the first ones stay zeros */
    DkImageDescriptor image[PLACES];
    DkSamplerDescriptor how[PLACES];
    memset(image, 0, sizeof image);
    memset(how, 0, sizeof how);
    dkImageDescriptorInitialize(&image[USED], view, false, decays);
    dkSamplerDescriptorInitialize(&how[USED], sampler);
    const struct desk_data images = desk_put(&w->d, image, sizeof image, 32),
                           samplers = desk_put(&w->d, how, sizeof how, 32);
    dkCmdBufBarrier(w->d.commands, DkBarrier_Full,
                    DkInvalidateFlags_Descriptors | DkInvalidateFlags_Image);
    dkCmdBufBindImageDescriptorSet(w->d.commands, images.gpu, PLACES);
    dkCmdBufBindSamplerDescriptorSet(w->d.commands, samplers.gpu, PLACES);
    dkCmdBufBindTexture(w->d.commands, DkStage_Fragment, 0, dkMakeTextureHandle(USED, USED));
}

void drawing_bind_texture(struct drawing *w, const DkImageView *view, const DkSampler *sampler) {
    bind_texture(w, view, sampler, false);
}

void drawing_bind_decayed(struct drawing *w, const DkImageView *view, const DkSampler *sampler) {
    bind_texture(w, view, sampler, true);
}

uint32_t drawing_color(struct drawing *w) {
    desk_run(&w->d);
    const uint32_t texel = desk_texel(&w->target, 0, 0);
    assert_int_equal(desk_count(&w->target, texel), DRAWING_SIZE * DRAWING_SIZE);
    return texel;
}

uint32_t drawing_sample(struct drawing *w, const float at[4]) {
    drawing_begin(w, NULL);
    drawing_rectangle(w, -1, -1, 1, 1, 0, at);
    return drawing_color(w);
}

void drawing_expect(const struct drawing *w, unsigned x0, unsigned y0, unsigned x1, unsigned y1,
                    uint32_t inside, uint32_t outside) {
    for (unsigned y = 0; y < w->target.height; y++)
        for (unsigned x = 0; x < w->target.width; x++) {
            const bool in = x >= x0 && x < x1 && y >= y0 && y < y1;
            const uint32_t texel = desk_texel(&w->target, x, y);
            if (texel != (in ? inside : outside))
                fail_msg("%u, %u is %08x instead of %08x", x, y, texel, in ? inside : outside);
        }
}
