/* SPDX-License-Identifier: MIT */
/* The smallest thing that can be drawn: three vertices, each with a colour. */
#include "common/example.h"

extern const uint8_t color_vert[], color_frag[];

struct vertex {
    float position[4], color[4];
};

static const struct vertex vertices[] = {
    {{0, 0.7f, 0, 1}, {1, 0, 0, 1}},
    {{-0.7f, -0.7f, 0, 1}, {0, 1, 0, 1}},
    {{0.7f, -0.7f, 0, 1}, {0, 0, 1, 1}},
};

static const DkVtxAttribState attributes[] = {
    {.bufferId = 0,
     .offset = offsetof(struct vertex, position),
     .size = DkVtxAttribSize_4x32,
     .type = DkVtxAttribType_Float},
    {.bufferId = 0,
     .offset = offsetof(struct vertex, color),
     .size = DkVtxAttribSize_4x32,
     .type = DkVtxAttribType_Float},
};
static const DkVtxBufferState buffers[] = {{sizeof(struct vertex), 0}};

static DkShader vert, frag;
static struct example_memory corners;

static void make(struct example *e) {
    example_shader(e, &vert, color_vert);
    example_shader(e, &frag, color_frag);
    corners = example_copy(e, vertices, sizeof vertices, 16);
}

static void draw(struct example *e, DkCmdBuf commands) {
    (void)e;
    const DkShader *const shaders[] = {&vert, &frag};
    dkCmdBufClearColorFloat(commands, 0, DkColorMask_RGBA, 0.1f, 0.12f, 0.18f, 1);
    dkCmdBufClearDepthStencil(commands, true, 1, 0xff, 0);
    dkCmdBufBindShaders(commands, DkStageFlag_GraphicsMask, shaders, 2);
    dkCmdBufBindVtxAttribState(commands, attributes, 2);
    dkCmdBufBindVtxBufferState(commands, buffers, 1);
    dkCmdBufBindVtxBuffer(commands, 0, corners.gpu, sizeof vertices);
    dkCmdBufDraw(commands, DkPrimitive_Triangles, 3, 1, 0, 0);
}

const struct example_program example_program = {"triangle", make, draw, NULL};
