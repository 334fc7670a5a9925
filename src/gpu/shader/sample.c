/* SPDX-License-Identifier: MIT */
#include "gpu/shader/sample.h"

static const char vertex[] =
    ".container dksh\n"
    ".stage vertex\n"
    "    .header gprs 8\n    .header alt_entry 0x1000\n    .header alt_gprs 4\n"
    "    .prefix 0x206c6f6c 0x01\n"
    "    .sph in[0] 0xf\n    .sph out_system 0xf0000000\n"
    ".code\n"
    "    .sched st=15 wr=0 / st=1 wt=0x1 / st=2 yl ru=0x1\n"
    "    ALD.128 R0, a[0x80], RZ\n    FADD.FTZ R0, R0, c[0x2][0x10]\n    AST.128 a[0x70], R0, RZ\n"
    "    EXIT\n";

static const char fragment[] =
    ".container dksh\n"
    ".stage fragment\n"
    "    .header gprs 4\n    .header early_fragment_tests 1\n    .header table_3d1[3] 0x12345678\n"
    "    .header param_65b 0x11\n"
    "    .sph kills_pixels 1\n    .sph in[31] 0xaa\n    .sph target[0] 0xf\n    .sph out_depth 1\n"
    "    .constants 0x3f800000 0x40000000 0x41\n"
    ".code\n"
    "    IPA.PASS R0, a[0x7c], RZ, RZ\n    MUFU.RCP R0, R0\n    IPA R1, a[0x80], R0, RZ\n"
    "    FSETP.LT.FTZ.AND P0, PT, R1, 0.5, PT\n    @P0 KIL\n"
    "    TEXS R2, R0, R0, R1, 0x1a4, 2D, RGBA\n    EXIT\n";

static const char geometry[] =
    ".container dksh\n"
    ".stage geometry\n"
    "    .header flag_47c 1\n    .header table_490[7] 9\n"
    "    .sph output_topology 7\n    .sph max_vertices 0x100\n    .sph stream_mask 1\n"
    ".code\n"
    "    ISBERD R0, RZ\n    ALD R1, a[0x70], R0\n    AST a[0x70], R1, RZ\n    OUT.EMIT R0, R0, RZ\n"
    "    OUT.CUT RZ, R0, 0x0\n    EXIT\n";

static const char tess_control[] =
    ".container dksh\n"
    ".stage tess_control\n"
    "    .sph threads_per_primitive 3\n    .sph patch_attributes 2\n"
    ".code\n    S2R R0, INVOCATION_ID\n    AST.P a[0x20], R0, RZ\n    EXIT\n";

static const char tess_evaluation[] = ".container dksh\n"
                                      ".stage tess_evaluation\n"
                                      "    .header param_c8 0x210\n    .sph in_system_c 0x3\n"
                                      ".code\n    ALD R0, a[0x2f0], RZ\n    EXIT\n";

/* Control flow of all kinds, words of no row, bits that mean nothing. */
static const char compute[] =
    ".container dksh\n"
    ".stage compute\n"
    "    .header gprs 16\n    .header block_size[0] 64\n    .header block_size[1] 1\n"
    "    .header block_size[2] 1\n    .header shared_size 0x100\n    .header barriers 1\n"
    "    .header word[14] 0x5\n"
    ".code\n"
    "begin:\n    S2R R0, TID.X\n    SSY join\n    ISETP.GE.U32.AND P0, PT, R0, 0x20, PT\n"
    "    @P0 SYNC\n    PBK done\n    NOP\n"
    "loop:\n    .sched st=1 / st=1 / st=1\nloop.inner:\n"
    "    IADD R0, R0, -0x1\n    ISETP.EQ.S32.AND P1, PT, R0, RZ, PT\n    @P1 BRK\n"
    "    BRA loop\ndone:\n    CAL subroutine\n    BRX R1, loop.inner\n    SYNC\n"
    "join:\n    BAR.SYNC 0x0, 0x0\n    .word 0xff00000000000001\n    .sched 0xfe0007e0001f8701\n"
    "    NOP {0x0004000000000000}\n    BRA PC+0x3\n    EXIT\n"
    "subroutine:\n    RET\n";

static const char several[] =
    ".container dksh\n"
    ".stage vertex\n.code\n    EXIT\n"
    ".stage fragment\n    .constants 0x01020304\n.code\n    FADD R0, R0, c[1][0]\n    EXIT\n"
    ".stage compute\n.code\n    NOP\n    EXIT\n";

static const char bare[] =
    ".container bare\n.stage fragment\n    .sph target[1] 0xf\n.code\n    MOV32I R0, 0x3f800000\n"
    "    EXIT\n";

const char *const shader_samples[SHADER_SAMPLES] = {
    vertex, fragment, geometry, tess_control, tess_evaluation, compute, several, bare,
};
