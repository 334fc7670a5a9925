/* SPDX-License-Identifier: MIT */
/* Eight threads record a part of the frame each, into a command buffer of their own; the frame's
 * list calls theirs. */
#include "common/algebra.h"
#include "common/mesh.h"

extern const uint8_t turned_vert[], color_frag[];

enum { WORKERS = 8, EACH = 64, COLUMNS = 32, WORD_BYTES = 64 << 10 };

struct worker {
    DkCmdBuf commands;
    DkCmdList list;
    struct example_memory transform; /* its own: constants come with the commands */
};

static DkShader vert, frag;
static struct mesh cube;
static DkMemBlock words;
static struct worker workers[EXAMPLE_PICTURES][WORKERS];
static struct example *now;

static void make(struct example *e) {
    example_shader(e, &vert, turned_vert);
    example_shader(e, &frag, color_frag);
    cube = mesh_cube(e);
    DkMemBlockMaker block;
    dkMemBlockMakerDefaults(&block, e->device, EXAMPLE_PICTURES * WORKERS * WORD_BYTES);
    words = dkMemBlockCreate(&block);
    DkCmdBufMaker maker;
    dkCmdBufMakerDefaults(&maker, e->device);
    for (uint32_t p = 0; p < EXAMPLE_PICTURES; p++)
        for (uint32_t i = 0; i < WORKERS; i++) {
            struct worker *w = &workers[p][i];
            w->commands = dkCmdBufCreate(&maker);
            dkCmdBufAddMemory(w->commands, words, (p * WORKERS + i) * WORD_BYTES, WORD_BYTES);
            w->transform = example_memory(e, sizeof(struct matrix), DK_UNIFORM_BUF_ALIGNMENT);
        }
}

static void record_one(const struct worker *w, uint32_t number) {
    const float x = (float)(number % COLUMNS) - 15.5f, y = (float)(number / COLUMNS) - 7.5f;
    const float t = (float)now->frame * 0.03f + (float)number * 0.05f;
    const struct matrix view = matrix_perspective(0.8f, 16.0f / 9, 1, 100);
    const struct matrix place = matrix_move(x * 1.4f, y * 1.4f, -27), a = matrix_turn_x(t),
                        b = matrix_turn_y(t * 0.7f);
    struct matrix m = matrix_product(&view, &place);
    m = matrix_product(&m, &a);
    m = matrix_product(&m, &b);
    for (int i = 0; i < 12; i++)
        m.m[i] *= 0.5f; /* half the size */
    dkCmdBufPushConstants(w->commands, w->transform.gpu, sizeof m, 0, sizeof m, &m);
    dkCmdBufDrawIndexed(w->commands, DkPrimitive_Triangles, cube.index_count, 1, 0, 0, 0);
}

/* On a thread of its own; nothing of it is anybody else's. */
static void record(uint32_t number) {
    struct worker *w = &workers[now->picture][number];
    dkCmdBufClear(w->commands);
    dkCmdBufBindUniformBuffer(w->commands, DkStage_Vertex, 0, w->transform.gpu,
                              sizeof(struct matrix));
    for (uint32_t i = 0; i < EACH; i++)
        record_one(w, number * EACH + i);
    w->list = dkCmdBufFinishList(w->commands);
}

static void draw(struct example *e, DkCmdBuf commands) {
    static const DkVtxAttribState attributes[] = {
        {.bufferId = 0, .offset = 0, .size = DkVtxAttribSize_3x32, .type = DkVtxAttribType_Float},
        {.bufferId = 0, .offset = 12, .size = DkVtxAttribSize_3x32, .type = DkVtxAttribType_Float},
    };
    static const DkVtxBufferState buffers[] = {{sizeof(struct mesh_vertex), 0}};
    const DkShader *const shaders[] = {&vert, &frag};
    now = e;
    example_parallel(WORKERS, record);
    dkCmdBufClearColorFloat(commands, 0, DkColorMask_RGBA, 0.1f, 0.12f, 0.18f, 1);
    dkCmdBufClearDepthStencil(commands, true, 1, 0xff, 0);
    dkCmdBufBindShaders(commands, DkStageFlag_GraphicsMask, shaders, 2);
    dkCmdBufBindVtxAttribState(commands, attributes, 2);
    dkCmdBufBindVtxBufferState(commands, buffers, 1);
    mesh_bind(&cube, commands);
    for (int i = 0; i < WORKERS; i++)
        dkCmdBufCallList(commands, workers[e->picture][i].list);
}

static void end(struct example *e) {
    (void)e;
    for (int p = 0; p < EXAMPLE_PICTURES; p++)
        for (int i = 0; i < WORKERS; i++)
            dkCmdBufDestroy(workers[p][i].commands);
    dkMemBlockDestroy(words);
}

const struct example_program example_program = {"threads", make, draw, end};
