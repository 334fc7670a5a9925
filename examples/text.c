/* SPDX-License-Identifier: MIT */
/* Lines of text in three styles. There is one texture's descriptor for all of them: it is written
 * anew by the commands themselves, between the draws, as libraries for user interfaces do it. */
#include "common/algebra.h"
#include "common/example.h"

#include <string.h>

extern const uint8_t glyph_vert[], glyph_frag[];
extern const uint8_t console_font[95][7]; /* five dots a row; bit 4 is the leftmost */

enum {
    CELL = 8,
    COLUMNS = 16,
    ROWS = 6,
    WIDTH = CELL * COLUMNS,
    HEIGHT = CELL * ROWS,
    STYLES = 3,
    LETTERS = 256
};

struct vertex {
    float place[2], coordinate[2], color[4];
};

static const DkVtxAttribState attributes[] = {
    {.bufferId = 0, .offset = 0, .size = DkVtxAttribSize_4x32, .type = DkVtxAttribType_Float},
    {.bufferId = 0, .offset = 16, .size = DkVtxAttribSize_4x32, .type = DkVtxAttribType_Float},
};
static const DkVtxBufferState buffers[] = {{sizeof(struct vertex), 0}};

static DkShader vert, frag;
static struct example_memory vertices[EXAMPLE_PICTURES][STYLES], screen, image, sampler;
static struct example_texture textures[STYLES];

static bool dot(int letter, int x, int y) {
    return letter < 95 && x >= 0 && x < 5 && y >= 0 && y < 7 &&
           (console_font[letter][y] >> (4 - x) & 1);
}

/* Plain, bold, and with a soft edge. */
static uint8_t covered(int style, int letter, int x, int y) {
    if (style == 0)
        return dot(letter, x - 1, y) ? 255 : 0;
    if (style == 1)
        return dot(letter, x - 1, y) || dot(letter, x - 2, y) ? 255 : 0;
    const int around = dot(letter, x, y) + dot(letter, x - 2, y) + dot(letter, x - 1, y - 1) +
                       dot(letter, x - 1, y + 1);
    return (uint8_t)(dot(letter, x - 1, y) ? 255 : 40 * around);
}

static void make_texture(struct example *e, int style) {
    static uint8_t texels[HEIGHT][WIDTH];
    const void *const level = texels;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            texels[y][x] = covered(style, y / CELL * COLUMNS + x / CELL, x % CELL, y % CELL);
    example_texture(e, &textures[style], WIDTH, HEIGHT, DkImageFormat_R8_Unorm, 1, 1, &level);
}

static void make(struct example *e) {
    static const float scale[4] = {2 / (float)EXAMPLE_WIDTH, 2 / (float)EXAMPLE_HEIGHT};
    DkSampler s;
    example_shader(e, &vert, glyph_vert);
    example_shader(e, &frag, glyph_frag);
    screen = example_copy(e, scale, sizeof scale, DK_UNIFORM_BUF_ALIGNMENT);
    image = example_memory(e, sizeof(DkImageDescriptor), DK_IMAGE_DESCRIPTOR_ALIGNMENT);
    sampler = example_memory(e, sizeof(DkSamplerDescriptor), DK_SAMPLER_DESCRIPTOR_ALIGNMENT);
    dkSamplerDefaults(&s);
    dkSamplerDescriptorInitialize(sampler.cpu, &s);
    for (int style = 0; style < STYLES; style++) {
        make_texture(e, style);
        for (int p = 0; p < EXAMPLE_PICTURES; p++)
            vertices[p][style] = example_memory(e, LETTERS * 4 * sizeof(struct vertex), 16);
    }
}

/* Four vertices a letter, in the order of quads. Returns how many. */
static uint32_t put_line(struct vertex *to, const char *text, float x, float y, float size,
                         const float color[4]) {
    static const uint8_t around[4][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    uint32_t count = 0;
    for (; *text && count < LETTERS * 4; text++, x += size * 0.75f) {
        const int letter = *text - ' ';
        for (int i = 0; i < 4; i++) {
            struct vertex *v = &to[count++];
            v->place[0] = x + size * (float)around[i][0];
            v->place[1] = y + size * (float)around[i][1];
            v->coordinate[0] = (float)(letter % COLUMNS + around[i][0]) / (float)COLUMNS;
            v->coordinate[1] = (float)(letter / COLUMNS + around[i][1]) / (float)ROWS;
            memcpy(v->color, color, sizeof v->color);
        }
    }
    return count;
}

static void draw_style(struct example *e, DkCmdBuf commands, int style) {
    static const char *const lines[STYLES] = {"The quick brown fox jumps over the lazy dog.",
                                              "Descriptors are written by the commands,",
                                              "in their order: 0123456789 {}[]<>&%$#@!"};
    static const float colors[STYLES][4] = {
        {1, 0.9f, 0.7f, 1}, {0.6f, 0.9f, 1, 1}, {0.7f, 1, 0.6f, 1}};
    const struct example_memory *m = &vertices[e->picture][style];
    const float down =
        120.0f + 190.0f * (float)style + 20 * wave((float)e->frame * 0.05f + (float)style);
    const uint32_t count = put_line(m->cpu, lines[style], 70, down, 34, colors[style]);
    DkImageView view;
    DkImageDescriptor descriptor;
    dkImageViewDefaults(&view, &textures[style].image);
    dkImageDescriptorInitialize(&descriptor, &view, false, false);
    dkCmdBufPushData(commands, image.gpu, &descriptor, sizeof descriptor);
    dkCmdBufBarrier(commands, DkBarrier_None, DkInvalidateFlags_Descriptors);
    dkCmdBufBindVtxBuffer(commands, 0, m->gpu, LETTERS * 4 * sizeof(struct vertex));
    dkCmdBufDraw(commands, DkPrimitive_Quads, count, 1, 0, 0);
}

static void draw(struct example *e, DkCmdBuf commands) {
    const DkShader *const shaders[] = {&vert, &frag};
    DkColorState color;
    DkBlendState blend;
    DkDepthStencilState depth;
    dkColorStateDefaults(&color);
    dkColorStateSetBlendEnable(&color, 0, true);
    dkBlendStateDefaults(&blend);
    dkDepthStencilStateDefaults(&depth);
    depth.depthTestEnable = depth.depthWriteEnable = 0;
    dkCmdBufClearColorFloat(commands, 0, DkColorMask_RGBA, 0.1f, 0.12f, 0.18f, 1);
    dkCmdBufBindColorState(commands, &color);
    dkCmdBufBindBlendState(commands, 0, &blend);
    dkCmdBufBindDepthStencilState(commands, &depth);
    dkCmdBufBindShaders(commands, DkStageFlag_GraphicsMask, shaders, 2);
    dkCmdBufBindUniformBuffer(commands, DkStage_Vertex, 0, screen.gpu, 16);
    dkCmdBufBindImageDescriptorSet(commands, image.gpu, 1);
    dkCmdBufBindSamplerDescriptorSet(commands, sampler.gpu, 1);
    dkCmdBufBindTexture(commands, DkStage_Fragment, 0, dkMakeTextureHandle(0, 0));
    dkCmdBufBindVtxAttribState(commands, attributes, 2);
    dkCmdBufBindVtxBufferState(commands, buffers, 1);
    for (int style = 0; style < STYLES; style++)
        draw_style(e, commands, style);
}

static void end(struct example *e) {
    (void)e;
    for (int style = 0; style < STYLES; style++)
        example_texture_end(&textures[style]);
}

const struct example_program example_program = {"text", make, draw, end};
