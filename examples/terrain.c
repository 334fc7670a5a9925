/* SPDX-License-Identifier: MIT */
/* Hills: patches on the ground that the GPU divides, the nearer the finer, and lifts. */
#include "common/algebra.h"
#include "common/example.h"

extern const uint8_t terrain_vert[], terrain_tesc[], terrain_tese[], terrain_frag[];

enum { SIDE = 16, CORNERS = SIDE * SIDE * 4 };

struct camera {
    struct matrix matrix;
    float waves[4]; /* how long, how high, where they are */
};

struct detail {
    float eye[2], fine, nothing;
};

struct light {
    float towards[3], ambient, meadow[3], steep;
};

static const DkVtxAttribState attributes[] = {
    {.bufferId = 0, .offset = 0, .size = DkVtxAttribSize_2x32, .type = DkVtxAttribType_Float},
};
static const DkVtxBufferState buffers[] = {{8, 0}};

static DkShader vert, tesc, tese, frag;
static struct example_memory corners, camera, detail, light;

static void make(struct example *e) {
    static const uint8_t around[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const struct light l = {{0.48f, 0.36f, 0.8f}, 0.2f, {0.25f, 0.5f, 0.2f}, 0.45f};
    example_shader(e, &vert, terrain_vert);
    example_shader(e, &tesc, terrain_tesc);
    example_shader(e, &tese, terrain_tese);
    example_shader(e, &frag, terrain_frag);
    corners = example_memory(e, CORNERS * 8, 16);
    float *to = corners.cpu;
    for (int patch = 0; patch < SIDE * SIDE; patch++)
        for (int i = 0; i < 4; i++) {
            *to++ = (float)(patch % SIDE + around[i][0] - SIDE / 2);
            *to++ = (float)(patch / SIDE + around[i][1] - SIDE / 2);
        }
    camera = example_memory(e, sizeof(struct camera), DK_UNIFORM_BUF_ALIGNMENT);
    detail = example_memory(e, sizeof(struct detail), DK_UNIFORM_BUF_ALIGNMENT);
    light = example_copy(e, &l, sizeof l, DK_UNIFORM_BUF_ALIGNMENT);
}

static struct camera look(uint32_t frame) {
    const struct matrix view = matrix_perspective(0.8f, 16.0f / 9, 0.1f, 60),
                        back = matrix_move(0, -0.5f, -11);
    const struct matrix down = matrix_turn_x(-1.05f), around = matrix_turn_z((float)frame * 0.005f);
    struct camera c = {.waves = {0.9f, 1.1f, (float)frame * 0.02f, 0.4f}};
    c.matrix = matrix_product(&view, &back);
    c.matrix = matrix_product(&c.matrix, &down);
    c.matrix = matrix_product(&c.matrix, &around);
    return c;
}

static void draw(struct example *e, DkCmdBuf commands) {
    const DkShader *const shaders[] = {&vert, &tesc, &tese, &frag};
    const struct camera c = look(e->frame);
    const float angle = (float)e->frame * 0.005f;
    const struct detail d = {{-8 * wave(angle), -8 * cowave(angle)}, 24, 0};
    DkRasterizerState raster;
    dkRasterizerStateDefaults(&raster);
    raster.cullMode = DkFace_None;
    dkCmdBufClearColorFloat(commands, 0, DkColorMask_RGBA, 0.55f, 0.7f, 0.9f, 1);
    dkCmdBufClearDepthStencil(commands, true, 1, 0xff, 0);
    dkCmdBufBindRasterizerState(commands, &raster);
    dkCmdBufPushConstants(commands, camera.gpu, sizeof c, 0, sizeof c, &c);
    dkCmdBufPushConstants(commands, detail.gpu, sizeof d, 0, sizeof d, &d);
    dkCmdBufBindShaders(commands, DkStageFlag_GraphicsMask, shaders, 4);
    dkCmdBufBindUniformBuffer(commands, DkStage_TessCtrl, 0, detail.gpu, sizeof d);
    dkCmdBufBindUniformBuffer(commands, DkStage_TessEval, 0, camera.gpu, sizeof c);
    dkCmdBufBindUniformBuffer(commands, DkStage_Fragment, 0, light.gpu, sizeof(struct light));
    dkCmdBufBindVtxAttribState(commands, attributes, 1);
    dkCmdBufBindVtxBufferState(commands, buffers, 1);
    dkCmdBufBindVtxBuffer(commands, 0, corners.gpu, CORNERS * 8);
    dkCmdBufSetPatchSize(commands, 4);
    dkCmdBufDraw(commands, DkPrimitive_Patches, CORNERS, 1, 0, 0);
}

const struct example_program example_program = {"terrain", make, draw, NULL};
