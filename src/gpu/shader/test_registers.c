/* SPDX-License-Identifier: MIT */
#include "gpu/shader/registers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct isa_instruction decoded(const char *text) {
    struct isa_instruction in;
    struct error error = {0};
    uint64_t word = 0;
    if (!isa_parse(text, NULL, &word, &error))
        fail_msg("%s", error.text);
    assert_true(isa_decode(word, &in));
    return in;
}

/* Registers of D, E, A, B, C, M. */
static void operands_are_as_wide(void **state) {
    (void)state;
    static const enum isa_role roles[] = {ISA_ARG_D, ISA_ARG_E, ISA_ARG_A,
                                          ISA_ARG_B, ISA_ARG_C, ISA_ARG_M};
    static const struct {
        const char *text;
        uint8_t registers[6];
    } known[] = {
        {"FFMA R0, R1, R2, R3", {1, 0, 1, 1, 1, 0}},
        {"FFMA R0, R1, c[0][0], R3", {1, 0, 1, 0, 1, 0}},
        {"DFMA R0, R2, R4, R6", {2, 0, 2, 2, 2, 0}},
        {"DSETP.LT.AND P0, PT, R0, R2, PT", {0, 0, 2, 2, 0, 0}},
        {"DSET.LT.AND R0, R2, R4, PT", {1, 0, 2, 2, 0, 0}},
        {"F2F.F64.F32 R0, R2", {2, 0, 0, 1, 0, 0}},
        {"F2F.F32.F64 R0, R2", {1, 0, 0, 2, 0, 0}},
        {"F2I.S64.F64 R0, R2", {2, 0, 0, 2, 0, 0}},
        {"I2F.F16.U64 R0, R2", {1, 0, 0, 2, 0, 0}},
        {"I2I.U8.S32 R0, R2", {1, 0, 0, 1, 0, 0}},
        {"LDG.E.128 R4, [R2]", {4, 0, 0, 0, 0, 2}},
        {"LDG.64 R4, [R2]", {2, 0, 0, 0, 0, 1}},
        {"STG.E.S16 [R2], R4", {0, 0, 0, 1, 0, 2}},
        {"STL.128 [R2], R4", {0, 0, 0, 4, 0, 1}},
        {"LDC.64 R0, c[0x1][R2+0x8]", {2, 0, 0, 1, 0, 0}},
        {"ALD.96 R0, a[0x80], R4", {3, 0, 0, 0, 1, 1}},
        {"AST.128 a[0x80], R0, R4", {0, 0, 0, 4, 1, 1}},
        {"ATOM.ADD.E.U64 R0, [R2], R4", {2, 0, 0, 2, 0, 2}},
        {"ATOM.CAS.E R0, [R2], R4", {1, 0, 0, 2, 0, 2}},
        {"ATOMS.CAS.64 R0, [R2], R4", {2, 0, 0, 4, 0, 1}},
        {"RED.ADD.E [R2], R4", {0, 0, 0, 1, 0, 2}},
        {"TEX R0, R4, R8, 0x8, ARRAY_CUBE, 0xf", {4, 0, 4, 0, 0, 0}},
        {"TEX.LL.AOFFI.DC R0, R4, R8, 0x8, 2D, 0x5", {2, 0, 2, 3, 0, 0}},
        {"TEX.B.LZ R0, R4, R8, 3D, 0x1", {1, 0, 3, 1, 0, 0}},
        {"TLD.LL.MS R0, R4, R8, 0x8, ARRAY_2D, 0xf", {4, 0, 3, 2, 0, 0}},
        {"TLD4.R.PTP.DC R0, R4, R8, 0x8, 2D, 0xf", {4, 0, 2, 3, 0, 0}},
        {"TXD R0, R4, R8, 0x8, 2D, 0xf", {4, 0, 2, 4, 0, 0}},
        {"TXD.AOFFI R0, R4, R8, 0x8, 2D, 0xf", {4, 0, 3, 4, 0, 0}},
        {"TXD.AOFFI R0, R4, R8, 0x8, ARRAY_1D, 0xf", {4, 0, 2, 2, 0, 0}},
        {"TXQ R0, R4, 0x8, DIMENSION, 0x3", {2, 0, 1, 0, 0, 0}},
        {"TMML.B.LOD R0, R4, R8, 2D, 0x3", {2, 0, 2, 1, 0, 0}},
        {"TEXS R0, R4, R6, 0x8, 2D.LL.DC, RG", {2, 0, 2, 2, 0, 0}},
        {"TEXS R0, R2, R4, R6, 0x8, 2D, RGB", {2, 1, 1, 1, 0, 0}},
        {"TEXS.F16 R0, R2, R4, R6, 0x8, CUBE, RGBA", {1, 1, 2, 1, 0, 0}},
        {"TEXS R0, R4, R6, 0x8, ARRAY_2D, RG", {2, 0, 2, 1, 0, 0}},
        {"TLDS R0, R4, R6, 0x8, 1D.LZ, R", {1, 0, 1, 0, 0, 0}},
        {"TLDS R0, R4, R6, 0x8, ARRAY_2D.LZ, R", {1, 0, 1, 2, 0, 0}},
        {"TLD4S.G.DC R0, R2, R4, R6, 0x8", {2, 2, 2, 1, 0, 0}},
        {"TLD4S.G R0, R2, R4, R6, 0x8", {2, 2, 1, 1, 0, 0}},
        {"SULD.P.2D.RGBA R0, R4, 0x8", {4, 0, 2, 0, 0, 0}},
        {"SULD.D.3D.64 R0, R4, 0x8", {2, 0, 3, 0, 0, 0}},
        {"SUST.P.ARRAY_1D.RG R4, R0, 0x8", {0, 0, 2, 2, 0, 0}},
        {"SUATOM.D.1D.ADD R0, R4, R8, R9", {1, 0, 1, 1, 0, 0}},
        {"SUATOM.CAS.D.1D.U64 R0, R4, R8, R9", {2, 0, 1, 4, 0, 0}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct isa_instruction in = decoded(known[i].text);
        for (unsigned k = 0; k < 6; k++)
            if (isa_registers(&in, roles[k]) != known[i].registers[k])
                fail_msg("%s: operand %u has %u registers", known[i].text, k,
                         isa_registers(&in, roles[k]));
    }
}

static void what_is_written(void **state) {
    (void)state;
    const struct isa_instruction load = decoded("LDG.E.64 R4, [R2]"),
                                 short_one = decoded("TEXS R0, R8, R4, R6, 0x8, 2D, RGB"),
                                 nothing = decoded("LDG.E.64 RZ, [R2]"),
                                 store = decoded("STG.E.64 [R2], R4");
    for (unsigned r = 0; r < 256; r++) {
        assert_int_equal(isa_writes(&load, (uint8_t)r), r == 4 || r == 5);
        assert_int_equal(isa_writes(&short_one, (uint8_t)r), r == 0 || r == 1 || r == 8);
        assert_false(isa_writes(&nothing, (uint8_t)r) || isa_writes(&store, (uint8_t)r));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operands_are_as_wide),
        cmocka_unit_test(what_is_written),
    };
    return cmocka_run_group_tests_name("shader registers", tests, NULL, NULL);
}
