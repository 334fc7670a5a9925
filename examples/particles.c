/* SPDX-License-Identifier: MIT */
/* Thousands of particles that a compute program moves, in the memory that the vertices come from;
 * they are drawn as points that add up. */
#include "common/algebra.h"
#include "common/example.h"

extern const uint8_t particles_comp[], particles_vert[], color_frag[];

enum { PARTICLES = 16384, GROUP = 64 };

struct particle {
    float place[2], speed[2];
};

struct step {
    float middle[2], pull, slow;
};

static const DkVtxAttribState attributes[] = {
    {.bufferId = 0, .offset = 0, .size = DkVtxAttribSize_4x32, .type = DkVtxAttribType_Float},
};
static const DkVtxBufferState buffers[] = {{sizeof(struct particle), 0}};

static DkShader comp, vert, frag;
static struct example_memory particles, step, screen;

static void make(struct example *e) {
    static const float narrow[4] = {9.0f / 16};
    unsigned state = 7;
    example_shader(e, &comp, particles_comp);
    example_shader(e, &vert, particles_vert);
    example_shader(e, &frag, color_frag);
    particles = example_memory(e, PARTICLES * sizeof(struct particle), 256);
    step = example_memory(e, sizeof(struct step), DK_UNIFORM_BUF_ALIGNMENT);
    screen = example_copy(e, narrow, sizeof narrow, DK_UNIFORM_BUF_ALIGNMENT);
    struct particle *to = particles.cpu;
    for (int i = 0; i < PARTICLES; i++) {
        const float angle = 6.2831853f * chance(&state), far = 0.3f + 0.6f * root(chance(&state));
        const struct particle one = {{far * wave(angle), far * cowave(angle)},
                                     {0.004f * cowave(angle), -0.004f * wave(angle)}};
        to[i] = one;
    }
}

static void move(struct example *e, DkCmdBuf commands) {
    const DkShader *const shaders[] = {&comp};
    const float angle = (float)e->frame * 0.04f;
    const struct step s = {{0.45f * wave(angle), 0.45f * wave(angle * 1.7f)}, 0.00035f, 0.997f};
    dkCmdBufPushConstants(commands, step.gpu, sizeof s, 0, sizeof s, &s);
    dkCmdBufBindShaders(commands, DkStageFlag_Compute, shaders, 1);
    dkCmdBufBindUniformBuffer(commands, DkStage_Compute, 0, step.gpu, sizeof s);
    dkCmdBufBindStorageBuffer(commands, DkStage_Compute, 0, particles.gpu,
                              PARTICLES * sizeof(struct particle));
    dkCmdBufDispatchCompute(commands, PARTICLES / GROUP, 1, 1);
    dkCmdBufBarrier(commands, DkBarrier_Primitives, DkInvalidateFlags_L2Cache);
}

static void show(DkCmdBuf commands) {
    const DkShader *const shaders[] = {&vert, &frag};
    DkColorState color;
    DkBlendState blend;
    DkDepthStencilState depth;
    dkColorStateDefaults(&color);
    dkColorStateSetBlendEnable(&color, 0, true);
    dkBlendStateDefaults(&blend);
    dkBlendStateSetFactors(&blend, DkBlendFactor_SrcAlpha, DkBlendFactor_One, DkBlendFactor_Zero,
                           DkBlendFactor_One);
    dkDepthStencilStateDefaults(&depth);
    depth.depthTestEnable = depth.depthWriteEnable = 0;
    dkCmdBufBindColorState(commands, &color);
    dkCmdBufBindBlendState(commands, 0, &blend);
    dkCmdBufBindDepthStencilState(commands, &depth);
    dkCmdBufBindShaders(commands, DkStageFlag_GraphicsMask, shaders, 2);
    dkCmdBufBindUniformBuffer(commands, DkStage_Vertex, 0, screen.gpu, 16);
    dkCmdBufBindVtxAttribState(commands, attributes, 1);
    dkCmdBufBindVtxBufferState(commands, buffers, 1);
    dkCmdBufBindVtxBuffer(commands, 0, particles.gpu, PARTICLES * sizeof(struct particle));
    dkCmdBufDraw(commands, DkPrimitive_Points, PARTICLES, 1, 0, 0);
}

static void draw(struct example *e, DkCmdBuf commands) {
    dkCmdBufClearColorFloat(commands, 0, DkColorMask_RGBA, 0.02f, 0.02f, 0.05f, 1);
    move(e, commands);
    show(commands);
}

const struct example_program example_program = {"particles", make, draw, NULL};
