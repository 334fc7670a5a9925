/* SPDX-License-Identifier: MIT */
/* Draws through all stages. */
#include "scene.h"

#include "scene_geom.spv.h"
#include "scene_ports_geom.spv.h"
#include "scene_swapped_vert.spv.h"
#include "scene_tesc.spv.h"
#include "scene_tese.spv.h"

#define AT(x, y) {x, y, 0.5f, 1}

static const struct scene_vertex one[] = {
    {AT(-0.8f, -0.9f), {1, 0, 0, 1}},
    {AT(-0.6f, 0.9f), {0, 1, 0, 1}},
    {AT(0.9f, 0.1f), {0, 0, 1, 1}},
};
#define ONE  .vertices = one, .count = 3
#define GREY .background = {0.25f, 0.5f, 0.75f, 0.5f}

static const char control_text[] = ".container bare\n"
                                   ".stage tess_control\n"
                                   "    .sph type 1\n"
                                   "    .sph version 3\n"
                                   "    .sph shader_type 2\n"
                                   "    .sph patch_attributes 6\n"
                                   "    .sph threads_per_primitive 3\n"
                                   "    .sph in_system 0xf0000000\n"
                                   "    .sph in[0] 0xf\n"
                                   "    .sph out_system 0xf0000000\n"
                                   "    .sph out[0] 0xf\n"
                                   ".code\n"
                                   "    S2R R0, INVOCATION_ID\n"
                                   "    S2R R1, INVOCATION_INFO\n"
                                   "    LOP.AND R2, R1, 0xff\n"
                                   "    BFE.U32 R1, R1, 0x810\n"
                                   "    XMAD.U16.U16 R3, R1, R2, R0\n"
                                   "    ISBERD R3, R3\n"
                                   "    ALD.128 R4, a[0x70], R3\n"
                                   "    AST.128 a[0x70], R4, RZ\n"
                                   "    ALD.128 R4, a[0x80], R3\n"
                                   "    AST.128 a[0x80], R4, RZ\n"
                                   "    ISETP.EQ.U32.AND P0, PT, R0, RZ, PT\n"
                                   "    MOV32I R8, 0x40000000\n"
                                   "    MOV32I R9, 0x40400000\n"
                                   "    MOV32I R10, 0x40a00000\n"
                                   "    @P0 AST.P a[0x0], R8, RZ\n"
                                   "    @P0 AST.P a[0x4], R9, RZ\n"
                                   "    @P0 AST.P a[0x8], R10, RZ\n"
                                   "    @P0 AST.P a[0x10], R10, RZ\n"
                                   "    EXIT\n";

#define CORNER(index, coordinate)                                                                  \
    "    IADD R3, R2, " index "\n"                                                                 \
    "    ISBERD R3, R3\n"                                                                          \
    "    ALD.128 R12, a[0x70], R3\n"                                                               \
    "    FFMA R16, " coordinate ", R12, R16\n"                                                     \
    "    FFMA R17, " coordinate ", R13, R17\n"                                                     \
    "    FFMA R18, " coordinate ", R14, R18\n"                                                     \
    "    FFMA R19, " coordinate ", R15, R19\n"                                                     \
    "    ALD.128 R12, a[0x80], R3\n"                                                               \
    "    FFMA R20, " coordinate ", R12, R20\n"                                                     \
    "    FFMA R21, " coordinate ", R13, R21\n"                                                     \
    "    FFMA R22, " coordinate ", R14, R22\n"                                                     \
    "    FFMA R23, " coordinate ", R15, R23\n"

static const char evaluation_text[] = ".container bare\n"
                                      ".stage tess_evaluation\n"
                                      "    .sph type 1\n"
                                      "    .sph version 3\n"
                                      "    .sph shader_type 3\n"
                                      "    .sph in_system 0xf0000000\n"
                                      "    .sph in[0] 0xf\n"
                                      "    .sph out_system 0xf0000000\n"
                                      "    .sph out[0] 0xf\n"
                                      "    .sph out_system_c 0x3000\n"
                                      ".code\n"
                                      "    S2R R0, LANEID\n"
                                      "    ALD.O.64 R4, a[0x2f0], R0\n"
                                      "    FADD R6, R4, R5\n"
                                      "    FADD R6, -R6, 1.0\n"
                                      "    S2R R0, INVOCATION_INFO\n"
                                      "    LOP.AND R1, R0, 0xff\n"
                                      "    BFE.U32 R0, R0, 0x810\n"
                                      "    XMAD.U16.U16 R2, R0, R1, RZ\n"
                                      "    FMUL R16, R4, R5\n"
                                      "    MOV32I R17, 0x3e4ccccd\n"
                                      "    FMUL R16, R16, R17\n"
                                      "    MOV R17, RZ\n"
                                      "    MOV R18, RZ\n"
                                      "    MOV R19, RZ\n"
                                      "    MOV R20, RZ\n"
                                      "    MOV R21, RZ\n"
                                      "    MOV R22, RZ\n"
                                      "    MOV R23, RZ\n" CORNER("RZ", "R4") CORNER("0x1", "R5")
                                          CORNER("0x2", "R6") "    AST.128 a[0x70], R16, RZ\n"
                                                              "    AST.128 a[0x80], R20, RZ\n"
                                                              "    EXIT\n";

static void tessellate(struct scene_run *run) {
    scene_program(run, 2, control_text);
    scene_program(run, 3, evaluation_text);
    scene_put(run, 0x320, 1 | 2 << 8); /* triangles, clockwise */
    scene_put(run, 0xdcc, 3);
}
static void tessellate_plain(struct scene_plain *x) {
    plain_stage(x->p, &x->pipeline, VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, scene_tesc_spv,
                sizeof scene_tesc_spv);
    plain_stage(x->p, &x->pipeline, VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT, scene_tese_spv,
                sizeof scene_tese_spv);
}
/* The same without a control program: registers hold the levels. */
static void fixed(struct scene_run *run) {
    static const float levels[] = {2, 3, 5, 0, 5, 0};
    tessellate(run);
    scene_put(run, 0x2080, 2 << 4);
    for (unsigned i = 0; i < 6; i++)
        scene_put_float(run, 0x324 + 4 * i, levels[i]);
}
static void wire(struct scene_run *run) {
    tessellate(run);
    scene_put(run, 0xdac, 0x1b01);
    scene_put(run, 0xdb0, 0x1b01);
}
static void wire_plain(struct scene_plain *x) {
    tessellate_plain(x);
    x->pipeline.raster.polygonMode = VK_POLYGON_MODE_LINE;
}
static void culled(struct scene_run *run) {
    tessellate(run);
    scene_put(run, 0x1918, 1);
}
static void culled_plain(struct scene_plain *x) {
    tessellate_plain(x);
    x->pipeline.raster.cullMode = VK_CULL_MODE_BACK_BIT;
}

/* Patches that no device has are left out. */
static void no_patches(struct scene_run *run) {
    scene_draw(run, 14, 0, 3);
    scene_put(run, 0xdcc, 0);
    scene_draw(run, 14, 0, 3);
    scene_put(run, 0xdcc, 200);
    scene_draw(run, 14, 0, 200);
}

static const char geometry_text[] = ".container bare\n"
                                    ".stage geometry\n"
                                    "    .sph type 1\n"
                                    "    .sph version 3\n"
                                    "    .sph shader_type 4\n"
                                    "    .sph stream_mask 1\n"
                                    "    .sph threads_per_primitive 1\n"
                                    "    .sph output_topology 7\n"
                                    "    .sph max_vertices 3\n"
                                    "    .sph in_system 0xf0000000\n"
                                    "    .sph in[0] 0xf\n"
                                    "    .sph out_system 0xf0000000\n"
                                    "    .sph out[0] 0xf\n"
                                    ".code\n"
                                    "    MOV R8, RZ\n"
                                    "    MOV R9, RZ\n"
                                    "    S2R R0, INVOCATION_INFO\n"
                                    "    LOP.AND R13, R0, 0xff\n"
                                    "    BFE.U32 R14, R0, 0x810\n"
                                    "    MOV32I R15, 0x3f400000\n"
                                    "    PBK out\n"
                                    "again:\n"
                                    "    XMAD.U16.U16 R0, R14, R13, R9\n"
                                    "    ISBERD R1, R0\n"
                                    "    ALD.128 R4, a[0x70], R1\n"
                                    "    FMUL R4, R4, 0.5\n"
                                    "    FMUL R5, R5, -R15\n"
                                    "    AST.128 a[0x70], R4, R8\n"
                                    "    ALD.128 R4, a[0x80], R1\n"
                                    "    MOV R0, R4\n"
                                    "    MOV R4, R5\n"
                                    "    MOV R5, R6\n"
                                    "    MOV R6, R0\n"
                                    "    AST.128 a[0x80], R4, R8\n"
                                    "    OUT.EMIT R8, R8, RZ\n"
                                    "    IADD R9, R9, 0x1\n"
                                    "    ISETP.LT.U32.AND P0, PT, R9, 0x3, PT\n"
                                    "    @!P0 BRK\n"
                                    "    BRA again\n"
                                    "out:\n"
                                    "    OUT.CUT R8, R8, RZ\n"
                                    "    EXIT\n";

/* Programs whose headers ask for what no device has are left out. */
#define HEADER(stage, number, threads, vertices)                                                   \
    ".container bare\n.stage " stage "\n.sph type 1\n.sph version 3\n.sph shader_type " number     \
    "\n.sph stream_mask 1\n.sph threads_per_primitive " threads                                    \
    "\n.sph output_topology 7\n.sph max_vertices " vertices                                        \
    "\n.sph out_system 0xf0000000\n.code\nAST.128 a[0x70], R0, RZ\nOUT.EMIT R0, R0, RZ\nEXIT\n"

static void no_programs(struct scene_run *run) {
    static const char *const texts[] = {
        HEADER("geometry", "4", "1", "0"), HEADER("geometry", "4", "1", "4095"),
        HEADER("geometry", "4", "1", "1024"), HEADER("geometry", "4", "255", "3")};
    scene_draw(run, 4, 0, 3);
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        scene_program(run, 4, texts[i]);
        scene_draw(run, 4, 0, 3);
    }
}

static void geometry(struct scene_run *run) {
    scene_program(run, 4, geometry_text);
}
static void geometry_plain(struct scene_plain *x) {
    plain_stage(x->p, &x->pipeline, VK_SHADER_STAGE_GEOMETRY_BIT, scene_geom_spv,
                sizeof scene_geom_spv);
}

/* Each triangle to a viewport of its own, with a scissor of its own. */
static const char ports_text[] = SCENE_NUMBERED("0xf4000000", "0x68");

static const struct scene_vertex twice[] = {
    {AT(-0.8f, -0.9f), {1, 0, 0, 1}}, {AT(-0.6f, 0.9f), {0, 1, 0, 1}},
    {AT(0.9f, 0.1f), {0, 0, 1, 1}},   {AT(-0.8f, -0.9f), {1, 1, 0, 1}},
    {AT(-0.6f, 0.9f), {0, 1, 1, 1}},  {AT(0.9f, 0.1f), {1, 0, 1, 1}},
};
static void ports(struct scene_run *run) {
    static const float second[] = {20, -15, 1, 40, 40, 0};
    scene_program(run, 4, ports_text);
    for (unsigned i = 0; i < 6; i++)
        scene_put_float(run, 0xa20 + 4 * i, second[i]);
    scene_put(run, 0xe00, 1);
    scene_put(run, 0xe04, 30 << 16);
    scene_put(run, 0xe08, SCENE_SIZE << 16);
    scene_put(run, 0xe10, 1);
    scene_put(run, 0xe14, 55 << 16 | 25);
    scene_put(run, 0xe18, 50 << 16 | 10);
}
static void ports_plain(struct scene_plain *x) {
    plain_stage(x->p, &x->pipeline, VK_SHADER_STAGE_GEOMETRY_BIT, scene_ports_geom_spv,
                sizeof scene_ports_geom_spv);
    x->pipeline.viewport_count = 2;
    x->pipeline.viewports[1] = (VkViewport){20, 55, 40, -30, 0, 1};
    x->pipeline.scissors[0] = (VkRect2D){{0, 0}, {30, SCENE_SIZE}};
    x->pipeline.scissors[1] = (VkRect2D){{25, 10}, {30, 40}};
}

/* The second viewport has x and y in each other's place, and is mirrored. */
static void turned(struct scene_run *run) {
    ports(run);
    scene_put(run, 0xa38, 0x6402);
    scene_put_float(run, 0xa20, -20);
}
/* The same by vertices that are so already. */
static void turned_draw(struct scene_plain *x, VkPipeline pipeline) {
    struct scene_vertex *v = (struct scene_vertex *)x->vertices.data;
    (void)pipeline;
    for (unsigned i = 3; i < 6; i++) {
        const float was = v[i].position[0];
        v[i].position[0] = -v[i].position[1];
        v[i].position[1] = was;
    }
    vkCmdDraw(x->commands, 6, 1, 0, 0);
}

/* ---- a vertex program in two parts ---- */

/* Puts red and blue in each other's place, but not where there is no red; position and colour
 * change their places too. */
static const char first_text[] = ".container bare\n"
                                 ".stage vertex\n"
                                 "    .sph type 1\n"
                                 "    .sph version 3\n"
                                 "    .sph shader_type 1\n"
                                 "    .sph in[0] 0xf\n"
                                 "    .sph in[1] 0xf\n"
                                 "    .sph out[0] 0xf\n"
                                 "    .sph out[1] 0xf\n"
                                 ".code\n"
                                 "    ALD.128 R0, a[0x80], RZ\n"
                                 "    ALD.128 R4, a[0x90], RZ\n"
                                 "    AST.128 a[0x80], R4, RZ\n"
                                 "    AST.128 a[0x90], R0, RZ\n"
                                 "    ISETP.EQ.U32.AND P0, PT, R4, RZ, PT\n"
                                 "    @P0 EXIT\n"
                                 "    AST a[0x80], R6, RZ\n"
                                 "    AST a[0x88], R4, RZ\n"
                                 "    EXIT\n";
static const char second_text[] = ".container bare\n"
                                  ".stage vertex\n"
                                  "    .sph type 1\n"
                                  "    .sph version 3\n"
                                  "    .sph shader_type 1\n"
                                  "    .sph in[0] 0xf\n"
                                  "    .sph in[1] 0xf\n"
                                  "    .sph out_system 0xf0000000\n"
                                  "    .sph out[0] 0xf\n"
                                  ".code\n"
                                  "    ALD.128 R0, a[0x90], RZ\n"
                                  "    AST.128 a[0x70], R0, RZ\n"
                                  "    ALD.128 R4, a[0x80], RZ\n"
                                  "    AST.128 a[0x80], R4, RZ\n"
                                  "    EXIT\n";
static void two_parts(struct scene_run *run) {
    scene_program(run, 0, first_text);
    scene_program(run, 1, second_text);
}

#define PATCH .primitive = 14, .topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST

static const struct scene scenes[] = {
    {"geometry", ONE, GREY, .primitive = 4, .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
     .set = geometry, .set_plain = geometry_plain},
    {"programs that are none", ONE, GREY, .primitive = 4,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, .set = geometry, .set_plain = geometry_plain,
     .draw = no_programs},
    {"two viewports", .vertices = twice, .count = 6, GREY, .primitive = 4,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, .set = ports, .set_plain = ports_plain},
    {"coordinates that change places in one viewport", .vertices = twice, .count = 6, GREY,
     .primitive = 4, .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, .set = turned,
     .set_plain = ports_plain, .draw_plain = turned_draw},
    {"vertices of two programs", ONE, GREY, .primitive = 4,
     .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, .plain_vertex = scene_swapped_vert_spv,
     .plain_vertex_size = sizeof scene_swapped_vert_spv, .set = two_parts},
    {"tessellation", ONE, GREY, PATCH, .set = tessellate, .set_plain = tessellate_plain},
    {"tessellation by fixed levels", ONE, GREY, PATCH, .set = fixed, .set_plain = tessellate_plain},
    {"tessellation, culled", ONE, GREY, PATCH, .set = culled, .set_plain = culled_plain},
    {"patches that are none", ONE, GREY, PATCH, .set = tessellate, .set_plain = tessellate_plain,
     .draw = no_patches},
    {"tessellation as lines", ONE, GREY, PATCH, .set = wire, .set_plain = wire_plain},
};

int main(void) {
    return scenes_run(scenes, sizeof scenes / sizeof *scenes);
}
