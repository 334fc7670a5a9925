/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_GPU_SCENE_H
#define WINDLASS_TESTS_GPU_SCENE_H

#include "machine.h"
#include "pixels.h"
#include "plain.h"

/* Scenes of coloured vertices: command words on our GPU and the same by plain Vulkan, on a target
 * of 64 by 64 (RGBA, eight bits) that is cleared first. A scene says what is not as usual. */

enum { SCENE_SIZE = 64, SCENE_LARGEST = 256 };

struct scene_vertex {
    float position[4], color[4];
};

/* What ours has while it is drawn. */
struct scene_run {
    struct machine *m;
    uint64_t color[2], depth;   /* addresses of targets */
    uint64_t vertices, indices; /* of arrays */
};
/* What plain Vulkan has. */
struct scene_plain {
    struct plain *p;
    struct plain_pipeline pipeline;
    VkCommandBuffer commands;
    struct plain_buffer vertices, indices;
};

struct scene {
    const char *name;
    const struct scene_vertex *vertices;
    uint32_t count;
    uint8_t primitive; /* BEGIN's OP */
    VkPrimitiveTopology topology;
    /* Indices of plain Vulkan where it has no such primitive; 0: none. */
    const uint32_t *plain_indices;
    uint32_t plain_index_count;
    bool samples; /* four of a pixel, and what is compared is their mean */
    bool second;  /* there is a second colour target, compared as well */
    bool depth;   /* there is a depth and stencil target (D32 with S8), cleared to 1 and 0 */
    float background[4];
    /* Programs' texts, and modules of plain Vulkan; none: position and colour as they come. */
    const char *vertex, *fragment;
    const uint32_t *plain_vertex, *plain_fragment;
    size_t plain_vertex_size, plain_fragment_size; /* bytes */
    /* Registers, and the pipeline's parts, that are not as usual. */
    void (*set)(struct scene_run *run);
    void (*set_plain)(struct scene_plain *plain);
    /* Instead of one draw of all vertices. */
    void (*draw)(struct scene_run *run);
    void (*draw_plain)(struct scene_plain *plain, VkPipeline pipeline);
    unsigned most, many; /* of pixels_compare */
};

/* A register of the 3D class, by its byte address in clb197.h. */
void scene_put(struct scene_run *run, unsigned address, uint32_t data);
void scene_put_float(struct scene_run *run, unsigned address, float value);
void scene_put_address(struct scene_run *run, unsigned address, uint64_t value);
/* BEGIN, the vertices, END. */
void scene_draw(struct scene_run *run, uint8_t primitive, uint32_t first, uint32_t count);
/* The same with indices: bytes_log2 of each. */
void scene_draw_indexed(struct scene_run *run, uint8_t primitive, uint8_t bytes_log2,
                        uint32_t first, uint32_t count);
/* The next draws use this program; stages as registers number them. */
void scene_program(struct scene_run *run, unsigned number, const char *text);

/* Registers as they are when a scene begins, for a picture of its size; no programs, and nothing is
 * cleared. The run's targets are there. */
void scene_registers(struct scene_run *run, const struct scene *scene);
/* The mean of the first target's samples into the second one. */
void scene_resolve(struct scene_run *run);
void scene_resolve_plain(struct scene_plain *plain, const struct plain_image color[2]);
/* The first target with four samples. */
struct plain_image scene_samples_plain(struct scene_plain *plain);
/* Draws it both ways and compares. */
void scene_check(struct machine *m, const struct scene *scene);
/* For cmocka: the scenes of an array, each a test, on one machine. Returns what main returns. */
int scenes_run(const struct scene *scenes, size_t count);

extern const char scene_vertex_text[], scene_fragment_text[];
/* The text of a geometry program that hands on triangles, each with its number as what is at the
 * address of the space of attributes (its layer, its viewport); `out_system`: of the header. */
#define SCENE_NUMBERED(out_system, address)                                                        \
    ".container bare\n"                                                                            \
    ".stage geometry\n"                                                                            \
    "    .sph type 1\n"                                                                            \
    "    .sph version 3\n"                                                                         \
    "    .sph shader_type 4\n"                                                                     \
    "    .sph stream_mask 1\n"                                                                     \
    "    .sph threads_per_primitive 1\n"                                                           \
    "    .sph output_topology 7\n"                                                                 \
    "    .sph max_vertices 3\n"                                                                    \
    "    .sph in_system 0xf1000000\n"                                                              \
    "    .sph in[0] 0xf\n"                                                                         \
    "    .sph out_system " out_system "\n"                                                         \
    "    .sph out[0] 0xf\n"                                                                        \
    ".code\n"                                                                                      \
    "    MOV R8, RZ\n"                                                                             \
    "    MOV R9, RZ\n"                                                                             \
    "    ALD R10, a[0x60], RZ\n"                                                                   \
    "    S2R R0, INVOCATION_INFO\n"                                                                \
    "    LOP.AND R13, R0, 0xff\n"                                                                  \
    "    BFE.U32 R14, R0, 0x810\n"                                                                 \
    "    PBK out\n"                                                                                \
    "again:\n"                                                                                     \
    "    XMAD.U16.U16 R0, R14, R13, R9\n"                                                          \
    "    ISBERD R1, R0\n"                                                                          \
    "    ALD.128 R4, a[0x70], R1\n"                                                                \
    "    AST.128 a[0x70], R4, R8\n"                                                                \
    "    AST a[" address "], R10, R8\n"                                                            \
    "    ALD.128 R4, a[0x80], R1\n"                                                                \
    "    AST.128 a[0x80], R4, R8\n"                                                                \
    "    OUT.EMIT R8, R8, RZ\n"                                                                    \
    "    IADD R9, R9, 0x1\n"                                                                       \
    "    ISETP.LT.U32.AND P0, PT, R9, 0x3, PT\n"                                                   \
    "    @!P0 BRK\n"                                                                               \
    "    BRA again\n"                                                                              \
    "out:\n"                                                                                       \
    "    OUT.CUT R8, R8, RZ\n"                                                                     \
    "    EXIT\n"

#endif
