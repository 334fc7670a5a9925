/* SPDX-License-Identifier: MIT */
/* Four hundred spheres in one draw: each instance has a place, a size and a colour; the camera and
 * the light are uniform buffers that change each frame, behind the draws of the frame before. */
#include "common/algebra.h"
#include "common/mesh.h"

#include <string.h>

extern const uint8_t lit_vert[], lit_frag[];

enum { COLUMNS = 20, SPHERES = COLUMNS * COLUMNS };

struct light {
    float towards[3], highlight, eye[3], ambient;
};

static DkShader vert, frag;
static struct mesh sphere;
static struct example_memory instances, camera, light;

static void make(struct example *e) {
    example_shader(e, &vert, lit_vert);
    example_shader(e, &frag, lit_frag);
    sphere = mesh_sphere(e, 24);
    instances = example_memory(e, SPHERES * sizeof(struct mesh_instance), 16);
    camera = example_memory(e, sizeof(struct matrix), DK_UNIFORM_BUF_ALIGNMENT);
    light = example_memory(e, sizeof(struct light), DK_UNIFORM_BUF_ALIGNMENT);
    struct mesh_instance *to = instances.cpu;
    unsigned state = 1;
    for (int i = 0; i < SPHERES; i++) {
        const float x = (float)(i % COLUMNS) - COLUMNS / 2, z = (float)(i / COLUMNS) - COLUMNS / 2;
        const struct mesh_instance one = {{x * 2.2f, wave(x * 0.7f) * cowave(z * 0.5f), z * 2.2f},
                                          0.6f + 0.4f * chance(&state),
                                          {0.3f + 0.7f * chance(&state),
                                           0.3f + 0.7f * chance(&state),
                                           0.3f + 0.7f * chance(&state), 1}};
        to[i] = one;
    }
}

static struct matrix look(uint32_t frame, float eye[3]) {
    const float angle = (float)frame * 0.01f;
    const struct matrix view = matrix_perspective(0.8f, 16.0f / 9, 1, 200);
    const struct matrix back = matrix_move(0, 0, -34), down = matrix_turn_x(0.5f),
                        around = matrix_turn_y(angle);
    struct matrix m = matrix_product(&view, &back);
    m = matrix_product(&m, &down);
    eye[0] = -34 * cowave(0.5f) * wave(angle);
    eye[1] = 34 * wave(0.5f);
    eye[2] = 34 * cowave(0.5f) * cowave(angle);
    return matrix_product(&m, &around);
}

static void draw(struct example *e, DkCmdBuf commands) {
    const DkShader *const shaders[] = {&vert, &frag};
    struct light l = {{0.48f, 0.8f, 0.36f}, 0.8f, {0, 0, 0}, 0.15f};
    const struct matrix m = look(e->frame, l.eye);
    dkCmdBufClearColorFloat(commands, 0, DkColorMask_RGBA, 0.1f, 0.12f, 0.18f, 1);
    dkCmdBufClearDepthStencil(commands, true, 1, 0xff, 0);
    dkCmdBufPushConstants(commands, camera.gpu, sizeof m, 0, sizeof m, &m);
    dkCmdBufPushConstants(commands, light.gpu, sizeof l, 0, sizeof l, &l);
    dkCmdBufBindShaders(commands, DkStageFlag_GraphicsMask, shaders, 2);
    dkCmdBufBindUniformBuffer(commands, DkStage_Vertex, 0, camera.gpu, sizeof m);
    dkCmdBufBindUniformBuffer(commands, DkStage_Fragment, 0, light.gpu, sizeof l);
    mesh_bind_attributes(commands);
    mesh_bind(&sphere, commands);
    dkCmdBufBindVtxBuffer(commands, 1, instances.gpu, SPHERES * sizeof(struct mesh_instance));
    dkCmdBufDrawIndexed(commands, DkPrimitive_Triangles, sphere.index_count, SPHERES, 0, 0, 0);
}

const struct example_program example_program = {"lighting", make, draw, NULL};
