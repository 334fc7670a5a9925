/* SPDX-License-Identifier: MIT */
#include "mesh.h"

#include "algebra.h"

#include <string.h>

#define PI 3.14159265f

static struct mesh put(struct example *e, const struct mesh_vertex *vertices, uint32_t vertex_count,
                       const uint16_t *indices, uint32_t index_count) {
    const uint32_t bytes = vertex_count * (uint32_t)sizeof *vertices;
    return (struct mesh){example_copy(e, vertices, bytes, 16),
                         example_copy(e, indices, index_count * 2, 16), bytes, index_count};
}

struct mesh mesh_cube(struct example *e) {
    enum { FACES = 6, CORNERS = 4 };
    static const uint8_t order[6] = {0, 1, 2, 2, 1, 3};
    struct mesh_vertex vertices[FACES * CORNERS];
    uint16_t indices[FACES * 6];
    for (int face = 0; face < FACES; face++) {
        const int axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        const float side = face % 2 ? 1.0f : -1.0f;
        for (int corner = 0; corner < CORNERS; corner++) {
            struct mesh_vertex *to = &vertices[CORNERS * face + corner];
            memset(to, 0, sizeof *to);
            to->position[axis] = to->normal[axis] = side;
            to->position[u] = corner & 1 ? side : -side; /* so that all faces turn one way */
            to->position[v] = corner & 2 ? 1.0f : -1.0f;
        }
        for (int i = 0; i < 6; i++)
            indices[6 * face + i] = (uint16_t)(CORNERS * face + order[i]);
    }
    return put(e, vertices, FACES * CORNERS, indices, FACES * 6);
}

struct mesh mesh_sphere(struct example *e, uint32_t parts) {
    static struct mesh_vertex vertices[101 * 101];
    static uint16_t indices[100 * 100 * 6];
    uint32_t vertex_count = 0, index_count = 0;
    for (uint32_t i = 0; i <= parts; i++)
        for (uint32_t j = 0; j <= parts; j++) {
            const float down = PI * (float)i / (float)parts,
                        around = 2 * PI * (float)j / (float)parts;
            const float at[3] = {wave(down) * cowave(around), cowave(down),
                                 -wave(down) * wave(around)};
            memcpy(vertices[vertex_count].position, at, sizeof at);
            memcpy(vertices[vertex_count++].normal, at, sizeof at);
        }
    for (uint32_t i = 0; i < parts; i++)
        for (uint32_t j = 0; j < parts; j++) {
            const uint32_t a = i * (parts + 1) + j, below = a + parts + 1;
            const uint32_t two[6] = {a, below, a + 1, a + 1, below, below + 1};
            for (int k = 0; k < 6; k++)
                indices[index_count++] = (uint16_t)two[k];
        }
    return put(e, vertices, vertex_count, indices, index_count);
}

void mesh_bind(const struct mesh *m, DkCmdBuf commands) {
    dkCmdBufBindVtxBuffer(commands, 0, m->vertices.gpu, m->vertex_bytes);
    dkCmdBufBindIdxBuffer(commands, DkIdxFormat_Uint16, m->indices.gpu);
}

void mesh_bind_attributes(DkCmdBuf commands) {
    static const DkVtxAttribState attributes[] = {
        {.bufferId = 0, .offset = 0, .size = DkVtxAttribSize_3x32, .type = DkVtxAttribType_Float},
        {.bufferId = 0, .offset = 12, .size = DkVtxAttribSize_3x32, .type = DkVtxAttribType_Float},
        {.bufferId = 1, .offset = 0, .size = DkVtxAttribSize_4x32, .type = DkVtxAttribType_Float},
        {.bufferId = 1, .offset = 16, .size = DkVtxAttribSize_4x32, .type = DkVtxAttribType_Float},
    };
    static const DkVtxBufferState buffers[] = {
        {sizeof(struct mesh_vertex), 0},
        {sizeof(struct mesh_instance), 1},
    };
    dkCmdBufBindVtxAttribState(commands, attributes, 4);
    dkCmdBufBindVtxBufferState(commands, buffers, 2);
}
