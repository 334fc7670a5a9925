/* SPDX-License-Identifier: MIT */
/* Surfaces first, light afterwards: one pass writes colour, normal and place into three targets,
 * the next one reads them as textures and adds up four lights. */
#include "common/algebra.h"
#include "common/mesh.h"

extern const uint8_t lit_vert[], surface_frag[], screen_vert[], lights_frag[];

enum { TARGETS = 3, LIGHTS = 4, COLUMNS = 9, CUBES = COLUMNS * COLUMNS };

struct lights {
    struct {
        float place[3], fade, color[4];
    } light[LIGHTS];
    float ambient[4];
};

static DkShader mesh_vert, mesh_frag, screen, light;
static struct mesh cube;
static struct example_memory instances, camera, lights, images, samplers;
static struct example_target targets[TARGETS];

static void make_targets(struct example *e) {
    static const DkImageFormat formats[TARGETS] = {
        DkImageFormat_RGBA8_Unorm, DkImageFormat_RGB10A2_Unorm, DkImageFormat_RGBA16_Float};
    DkSampler sampler;
    images = example_memory(e, TARGETS * sizeof(DkImageDescriptor), DK_IMAGE_DESCRIPTOR_ALIGNMENT);
    samplers = example_memory(e, sizeof(DkSamplerDescriptor), DK_SAMPLER_DESCRIPTOR_ALIGNMENT);
    for (int i = 0; i < TARGETS; i++) {
        example_target(e, &targets[i], EXAMPLE_WIDTH, EXAMPLE_HEIGHT, formats[i],
                       DkImageFlags_HwCompression);
        dkImageDescriptorInitialize((DkImageDescriptor *)images.cpu + i, &targets[i].view, false,
                                    false);
    }
    dkSamplerDefaults(&sampler);
    sampler.wrapMode[0] = sampler.wrapMode[1] = DkWrapMode_ClampToEdge;
    dkSamplerDescriptorInitialize(samplers.cpu, &sampler);
}

static void make(struct example *e) {
    example_shader(e, &mesh_vert, lit_vert);
    example_shader(e, &mesh_frag, surface_frag);
    example_shader(e, &screen, screen_vert);
    example_shader(e, &light, lights_frag);
    cube = mesh_cube(e);
    camera = example_memory(e, sizeof(struct matrix), DK_UNIFORM_BUF_ALIGNMENT);
    lights = example_memory(e, sizeof(struct lights), DK_UNIFORM_BUF_ALIGNMENT);
    instances = example_memory(e, CUBES * sizeof(struct mesh_instance), 16);
    struct mesh_instance *to = instances.cpu;
    for (int i = 0; i < CUBES; i++) {
        const float x = (float)(i % COLUMNS) - COLUMNS / 2, z = (float)(i / COLUMNS) - COLUMNS / 2;
        const struct mesh_instance one = {
            {x * 2.6f, 0.4f * wave(x) + 0.4f * cowave(z), z * 2.6f}, 0.9f, {0.9f, 0.85f, 0.8f, 1}};
        to[i] = one;
    }
    make_targets(e);
}

static void draw_surfaces(struct example *e, DkCmdBuf commands) {
    const DkShader *const shaders[] = {&mesh_vert, &mesh_frag};
    const DkImageView *const views[TARGETS] = {&targets[0].view, &targets[1].view,
                                               &targets[2].view};
    const struct matrix view = matrix_perspective(0.8f, 16.0f / 9, 1, 100),
                        back = matrix_move(0, 0, -26);
    const struct matrix down = matrix_turn_x(0.7f), around = matrix_turn_y((float)e->frame * 0.01f);
    struct matrix m = matrix_product(&view, &back);
    m = matrix_product(&m, &down);
    m = matrix_product(&m, &around);
    dkCmdBufBindRenderTargets(commands, views, TARGETS, &e->depth.view);
    for (uint32_t i = 0; i < TARGETS; i++)
        dkCmdBufClearColorFloat(commands, i, DkColorMask_RGBA, 0, 0, 0, 0);
    dkCmdBufClearDepthStencil(commands, true, 1, 0xff, 0);
    dkCmdBufPushConstants(commands, camera.gpu, sizeof m, 0, sizeof m, &m);
    dkCmdBufBindShaders(commands, DkStageFlag_GraphicsMask, shaders, 2);
    dkCmdBufBindUniformBuffer(commands, DkStage_Vertex, 0, camera.gpu, sizeof m);
    mesh_bind_attributes(commands);
    mesh_bind(&cube, commands);
    dkCmdBufBindVtxBuffer(commands, 1, instances.gpu, CUBES * sizeof(struct mesh_instance));
    dkCmdBufDrawIndexed(commands, DkPrimitive_Triangles, cube.index_count, CUBES, 0, 0, 0);
    dkCmdBufBarrier(commands, DkBarrier_Fragments, DkInvalidateFlags_Image);
}

static struct lights make_lights(uint32_t frame) {
    static const float colors[LIGHTS][4] = {
        {3, 0.8f, 0.5f, 0}, {0.5f, 2.6f, 0.9f, 0}, {0.6f, 0.8f, 3.4f, 0}, {2, 2, 1.6f, 0}};
    struct lights l = {.ambient = {0.06f, 0.06f, 0.08f, 0}};
    for (int i = 0; i < LIGHTS; i++) {
        const float angle = (float)frame * 0.03f + (float)i * 1.6f, far = 4 + 2 * (float)i;
        l.light[i].place[0] = far * wave(angle);
        l.light[i].place[1] = 3;
        l.light[i].place[2] = far * cowave(angle);
        l.light[i].fade = 0.12f;
        for (int c = 0; c < 4; c++)
            l.light[i].color[c] = colors[i][c];
    }
    return l;
}

static void draw_lights(struct example *e, DkCmdBuf commands) {
    const DkShader *const shaders[] = {&screen, &light};
    const DkResHandle handles[TARGETS] = {dkMakeTextureHandle(0, 0), dkMakeTextureHandle(1, 0),
                                          dkMakeTextureHandle(2, 0)};
    const struct lights l = make_lights(e->frame);
    DkDepthStencilState depth;
    dkDepthStencilStateDefaults(&depth);
    depth.depthTestEnable = depth.depthWriteEnable = 0;
    dkCmdBufBindRenderTarget(commands, &e->pictures[e->picture].view, NULL);
    dkCmdBufBindDepthStencilState(commands, &depth);
    dkCmdBufPushConstants(commands, lights.gpu, sizeof l, 0, sizeof l, &l);
    dkCmdBufBindShaders(commands, DkStageFlag_GraphicsMask, shaders, 2);
    dkCmdBufBindUniformBuffer(commands, DkStage_Fragment, 0, lights.gpu, sizeof l);
    dkCmdBufBindImageDescriptorSet(commands, images.gpu, TARGETS);
    dkCmdBufBindSamplerDescriptorSet(commands, samplers.gpu, 1);
    dkCmdBufBindTextures(commands, DkStage_Fragment, 0, handles, TARGETS);
    dkCmdBufBindVtxAttribState(commands, NULL, 0);
    dkCmdBufDraw(commands, DkPrimitive_Triangles, 3, 1, 0, 0);
}

static void draw(struct example *e, DkCmdBuf commands) {
    draw_surfaces(e, commands);
    draw_lights(e, commands);
}

static void end(struct example *e) {
    (void)e;
    for (int i = 0; i < TARGETS; i++)
        example_target_end(&targets[i]);
}

const struct example_program example_program = {"deferred", make, draw, end};
