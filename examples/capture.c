/* SPDX-License-Identifier: MIT */
/* Commands that are captured once as words, in the program's own memory, and replayed in each
 * frame: a material's states. On the left they are recorded by calls, on the right they are
 * replayed. */
#include "common/algebra.h"
#include "common/mesh.h"

extern const uint8_t lit_vert[], lit_frag[];

enum { WORDS = 64, MATERIALS = 4, SPHERES = 2 };

struct light {
    float towards[3], highlight, eye[3], ambient;
};

struct material {
    uint32_t words[WORDS], count;
};

static DkShader vert, frag;
static struct mesh sphere;
static struct example_memory instances, camera, light;
static struct material materials[MATERIALS];

/* Seen through or not, from both sides or not, as lines or full. */
static void bind_material(DkCmdBuf commands, int number) {
    DkRasterizerState raster;
    DkColorState color;
    DkBlendState blend;
    dkRasterizerStateDefaults(&raster);
    dkColorStateDefaults(&color);
    dkBlendStateDefaults(&blend);
    raster.polygonModeFront = raster.polygonModeBack =
        number & 1 ? DkPolygonMode_Line : DkPolygonMode_Fill;
    raster.cullMode = number & 1 ? DkFace_None : DkFace_Back;
    dkColorStateSetBlendEnable(&color, 0, (number & 2) != 0);
    dkBlendStateSetFactors(&blend, DkBlendFactor_ConstAlpha, DkBlendFactor_InvConstAlpha,
                           DkBlendFactor_One, DkBlendFactor_Zero);
    dkCmdBufBindRasterizerState(commands, &raster);
    dkCmdBufBindColorState(commands, &color);
    dkCmdBufBindBlendState(commands, 0, &blend);
    dkCmdBufSetBlendConst(commands, 0, 0, 0, 0.35f);
}

static void capture(struct example *e) {
    DkCmdBufMaker maker;
    dkCmdBufMakerDefaults(&maker, e->device);
    DkCmdBuf commands = dkCmdBufCreate(&maker); /* a capture needs no command memory */
    for (int i = 0; i < MATERIALS; i++) {
        dkCmdBufBeginCaptureCmds(commands, materials[i].words, WORDS);
        bind_material(commands, i);
        materials[i].count = dkCmdBufEndCaptureCmds(commands);
    }
    dkCmdBufDestroy(commands);
}

static void make(struct example *e) {
    example_shader(e, &vert, lit_vert);
    example_shader(e, &frag, lit_frag);
    sphere = mesh_sphere(e, 24);
    camera = example_memory(e, sizeof(struct matrix), DK_UNIFORM_BUF_ALIGNMENT);
    const struct light l = {{0.48f, 0.8f, 0.36f}, 0.8f, {0, 0, 12}, 0.15f};
    light = example_copy(e, &l, sizeof l, DK_UNIFORM_BUF_ALIGNMENT);
    instances = example_memory(e, MATERIALS * SPHERES * sizeof(struct mesh_instance), 16);
    struct mesh_instance *to = instances.cpu;
    for (int i = 0; i < MATERIALS * SPHERES; i++) {
        const struct mesh_instance one = {{i % 2 ? 3.2f : -3.2f, 4.05f - 2.7f * (float)(i / 2), 0},
                                          1.25f,
                                          {0.9f, 0.5f + 0.1f * (float)(i / 2), 0.3f, 1}};
        to[i] = one;
    }
    capture(e);
}

static void draw(struct example *e, DkCmdBuf commands) {
    const DkShader *const shaders[] = {&vert, &frag};
    const struct matrix view = matrix_perspective(0.9f, 16.0f / 9, 1, 100),
                        back = matrix_move(0, 0, -12);
    const struct matrix seen = matrix_product(&view, &back);
    dkCmdBufClearColorFloat(commands, 0, DkColorMask_RGBA,
                            0.2f + 0.1f * wave((float)e->frame * 0.05f), 0.22f, 0.28f, 1);
    dkCmdBufClearDepthStencil(commands, true, 1, 0xff, 0);
    dkCmdBufPushConstants(commands, camera.gpu, sizeof seen, 0, sizeof seen, &seen);
    dkCmdBufBindShaders(commands, DkStageFlag_GraphicsMask, shaders, 2);
    dkCmdBufBindUniformBuffer(commands, DkStage_Vertex, 0, camera.gpu, sizeof seen);
    dkCmdBufBindUniformBuffer(commands, DkStage_Fragment, 0, light.gpu, sizeof(struct light));
    mesh_bind_attributes(commands);
    mesh_bind(&sphere, commands);
    dkCmdBufBindVtxBuffer(commands, 1, instances.gpu,
                          MATERIALS * SPHERES * sizeof(struct mesh_instance));
    for (int i = 0; i < MATERIALS; i++) {
        bind_material(commands, i);
        dkCmdBufDrawIndexed(commands, DkPrimitive_Triangles, sphere.index_count, 1, 0, 0,
                            2 * (uint32_t)i);
        bind_material(commands, 0);
        dkCmdBufReplayCmds(commands, materials[i].words, materials[i].count);
        dkCmdBufDrawIndexed(commands, DkPrimitive_Triangles, sphere.index_count, 1, 0, 0,
                            2 * (uint32_t)i + 1);
    }
}

const struct example_program example_program = {"capture", make, draw, NULL};
