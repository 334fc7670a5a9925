/* SPDX-License-Identifier: MIT */
#include "shaders.h"

#define FRAGMENT                                                                                   \
    ".container dksh\n"                                                                            \
    ".stage fragment\n"                                                                            \
    "    .header gprs 8\n"                                                                         \
    "    .sph type 2\n"                                                                            \
    "    .sph version 3\n"                                                                         \
    "    .sph shader_type 5\n"                                                                     \
    "    .sph in_system 0x80000000\n"                                                              \
    "    .sph in[0] 0xaa\n"                                                                        \
    "    .sph target[0] 0xf\n"                                                                     \
    ".code\n"

const char shader_vertex[] = ".container dksh\n"
                             ".stage vertex\n"
                             "    .header gprs 8\n"
                             "    .sph type 1\n"
                             "    .sph version 3\n"
                             "    .sph shader_type 1\n"
                             "    .sph in[0] 0xf\n"
                             "    .sph in[1] 0xf\n"
                             "    .sph out_system 0xf0000000\n"
                             "    .sph out[0] 0xf\n"
                             ".code\n"
                             "    ALD.128 R0, a[0x80], RZ\n"
                             "    AST.128 a[0x70], R0, RZ\n"
                             "    ALD.128 R4, a[0x90], RZ\n"
                             "    AST.128 a[0x80], R4, RZ\n"
                             "    EXIT\n";

const char shader_color[] = FRAGMENT "    IPA.PASS R4, a[0x7c], RZ, RZ\n"
                                     "    MUFU.RCP R4, R4\n"
                                     "    IPA R0, a[0x80], R4, RZ\n"
                                     "    IPA R1, a[0x84], R4, RZ\n"
                                     "    IPA R2, a[0x88], R4, RZ\n"
                                     "    IPA R3, a[0x8c], R4, RZ\n"
                                     "    EXIT\n";

const char shader_uniform[] = FRAGMENT "    MOV R0, c[0x2][0x0]\n"
                                       "    MOV R1, c[0x2][0x4]\n"
                                       "    MOV R2, c[0x2][0x8]\n"
                                       "    MOV R3, c[0x2][0xc]\n"
                                       "    EXIT\n";

/* 0x1a4: where the driver's constants have texture 0 of this stage, by words. */
const char shader_texture[] = FRAGMENT "    IPA.PASS R4, a[0x7c], RZ, RZ\n"
                                       "    MUFU.RCP R4, R4\n"
                                       "    IPA R0, a[0x80], R4, RZ\n"
                                       "    IPA R1, a[0x84], R4, RZ\n"
                                       "    TEXS R0, R2, R0, R1, 0x1a4, 2D, RGBA\n"
                                       "    EXIT\n";

#define LEVEL(layer, first, coordinates, shape)                                                    \
    FRAGMENT "    IPA.PASS R4, a[0x7c], RZ, RZ\n"                                                  \
             "    MUFU.RCP R4, R4\n"                                                               \
             "    IPA R" #first ", a[0x80], R4, RZ\n" coordinates                                  \
             "    IPA R7, a[0x8c], R4, RZ\n" layer "    TEX.LL R0, R0, R7, 0x1a4, " shape          \
             ", 0xf\n"                                                                             \
             "    EXIT\n"
#define PLACE                                                                                      \
    "    IPA R1, a[0x84], R4, RZ\n"                                                                \
    "    IPA R2, a[0x88], R4, RZ\n"
const char shader_level_2d[] = LEVEL("", 0, PLACE, "2D");
const char shader_level_3d[] = LEVEL("", 0, PLACE, "3D");
const char shader_level_cube[] = LEVEL("", 0, PLACE, "CUBE");
const char shader_level_array[] = LEVEL("    F2I.U32.F32.TRUNC R0, R3\n", 1,
                                        "    IPA R2, a[0x84], R4, RZ\n"
                                        "    IPA R3, a[0x88], R4, RZ\n",
                                        "ARRAY_2D");

const char shader_compare[] = FRAGMENT "    IPA.PASS R4, a[0x7c], RZ, RZ\n"
                                       "    MUFU.RCP R4, R4\n"
                                       "    IPA R0, a[0x80], R4, RZ\n"
                                       "    IPA R1, a[0x84], R4, RZ\n"
                                       "    IPA R3, a[0x88], R4, RZ\n"
                                       "    MOV R2, RZ\n" /* level, reference */
                                       "    TEX.LL.DC R0, R0, R2, 0x1a4, 2D, 0x1\n"
                                       "    MOV R1, R0\n"
                                       "    MOV R2, R0\n"
                                       "    MOV R3, R0\n"
                                       "    EXIT\n";

const char shader_whole[] = FRAGMENT "    IPA.PASS R4, a[0x7c], RZ, RZ\n"
                                     "    MUFU.RCP R4, R4\n"
                                     "    IPA R0, a[0x80], R4, RZ\n"
                                     "    IPA R1, a[0x84], R4, RZ\n"
                                     "    TEX.LZ R0, R0, RZ, 0x1a4, 2D, 0xf\n"
                                     "    MOV32I R7, 0x3b808081\n" /* 1 / 255 */
                                     "    I2F.F32.U32 R0, R0\n"
                                     "    FMUL R0, R0, R7\n"
                                     "    MOV R1, R0\n"
                                     "    MOV R2, R0\n"
                                     "    MOV R3, R0\n"
                                     "    EXIT\n";

const char shader_sample[] = FRAGMENT "    IPA.PASS R4, a[0x7c], RZ, RZ\n"
                                      "    MUFU.RCP R4, R4\n"
                                      "    IPA R0, a[0x80], R4, RZ\n"
                                      "    IPA R1, a[0x84], R4, RZ\n"
                                      "    IPA R2, a[0x88], R4, RZ\n"
                                      "    F2I.U32.F32.TRUNC R0, R0\n"
                                      "    F2I.U32.F32.TRUNC R1, R1\n"
                                      "    F2I.U32.F32.TRUNC R2, R2\n"
                                      "    TLD.LZ.MS R0, R0, R2, 0x1a4, 2D, 0xf\n"
                                      "    EXIT\n";

const char shader_two[] = ".container dksh\n"
                          ".stage fragment\n"
                          "    .header gprs 12\n"
                          "    .sph type 2\n"
                          "    .sph version 3\n"
                          "    .sph shader_type 5\n"
                          "    .sph many_targets 1\n"
                          "    .sph in_system 0x80000000\n"
                          "    .sph in[0] 0xaa\n"
                          "    .sph target[0] 0xf\n"
                          "    .sph target[1] 0xf\n"
                          ".code\n"
                          "    IPA.PASS R8, a[0x7c], RZ, RZ\n"
                          "    MUFU.RCP R8, R8\n"
                          "    IPA R0, a[0x80], R8, RZ\n"
                          "    IPA R1, a[0x84], R8, RZ\n"
                          "    IPA R2, a[0x88], R8, RZ\n"
                          "    IPA R3, a[0x8c], R8, RZ\n"
                          "    MOV R4, R3\n"
                          "    MOV R5, R2\n"
                          "    MOV R6, R1\n"
                          "    MOV R7, R0\n"
                          "    EXIT\n";

const char shader_base[] = ".container dksh\n"
                           ".stage vertex\n"
                           "    .header gprs 12\n"
                           "    .sph type 1\n"
                           "    .sph version 3\n"
                           "    .sph shader_type 1\n"
                           "    .sph in[0] 0xf\n"
                           "    .sph out_system 0xf0000000\n"
                           "    .sph out[0] 0xf\n"
                           ".code\n"
                           "    ALD.128 R0, a[0x80], RZ\n"
                           "    AST.128 a[0x70], R0, RZ\n"
                           "    MOV R0, c[0x0][0x0]\n"
                           "    MOV R1, c[0x0][0x4]\n"
                           "    I2F.F32.S32 R4, R0\n"
                           "    I2F.F32.S32 R5, R1\n"
                           "    MOV32I R7, 0x3b808081\n" /* 1 / 255 */
                           "    FMUL R4, R4, R7\n"
                           "    FMUL R5, R5, R7\n"
                           "    MOV R6, RZ\n"
                           "    MOV32I R7, 0x3f800000\n"
                           "    AST.128 a[0x80], R4, RZ\n"
                           "    EXIT\n";

const char shader_quads[] = ".container dksh\n"
                            ".stage tess_evaluation\n"
                            "    .header gprs 12\n"
                            "    .header param_c8 0x202\n"
                            "    .sph type 1\n"
                            "    .sph version 3\n"
                            "    .sph shader_type 3\n"
                            "    .sph out_system 0xf0000000\n"
                            "    .sph out[0] 0xf\n"
                            "    .sph out_system_c 0x3000\n"
                            ".code\n"
                            "    S2R R0, LANEID\n"
                            "    ALD.O.64 R4, a[0x2f0], R0\n"
                            "    FADD R4, R4, R4\n"
                            "    FADD R5, R5, R5\n"
                            "    FADD R4, R4, -1.0\n"
                            "    FADD R5, R5, -1.0\n"
                            "    MOV R6, RZ\n"
                            "    MOV32I R7, 0x3f800000\n"
                            "    AST.128 a[0x70], R4, RZ\n"
                            "    MOV R4, RZ\n"
                            "    MOV R5, R7\n"
                            "    AST.128 a[0x80], R4, RZ\n"
                            "    EXIT\n";

const char shader_count[] = ".container dksh\n"
                            ".stage compute\n"
                            "    .header gprs 12\n"
                            "    .header block_size[0] 32\n"
                            "    .header block_size[1] 1\n"
                            "    .header block_size[2] 1\n"
                            ".code\n"
                            "    S2R R0, CTAID.X\n"
                            "    S2R R1, TID.X\n"
                            "    ISCADD R0, R0, R1, 5\n"
                            "    SHL R1, R0, 0x2\n"
                            "    IADD R2.CC, R1, c[0x0][0x140]\n"
                            "    IADD.X R3, RZ, c[0x0][0x144]\n"
                            "    IADD R4, R0, c[0x2][0x0]\n"
                            "    STG.E [R2], R4\n"
                            "    EXIT\n";
