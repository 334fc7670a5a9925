/* SPDX-License-Identifier: MIT */
#include "gpu/shader/file.h"
#include "gpu/shader/origin.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Where the memory accesses and handles of the code come from, a line each. */
static void origins_are(const char *code, const char *wanted) {
    struct shader_file file;
    struct shader_flow flow;
    struct shader_values values;
    struct shader_origins origins;
    struct error error = {0};
    struct strbuf text = {0};
    char *source = memory_format(".stage compute\n.code\n%s", code);
    if (!shader_file_parse(source, &file, &error))
        fail_msg("%s", error.text);
    const struct shader_program *p = file.programs;
    if (!shader_flow_build(p->code.data, p->code.size, NULL, &flow, &error) ||
        !shader_values_build(p->code.data, &flow, &values, &error))
        fail_msg("%s", error.text);
    shader_origins_find(&values, 0, &origins);
    shader_origins_print(&values, &origins, &text);
    assert_string_equal(text.length ? text.text : "", wanted);
    for (size_t i = 0; i < origins.count; i++) {
        const struct shader_origin *o = &origins.list[i];
        assert_ptr_equal(shader_origin_at(&origins, o->block, o->at), o);
        assert_null(shader_origin_at(&origins, o->block, o->at + 4));
    }
    strbuf_free(&text);
    shader_origins_free(&origins);
    shader_values_free(&values);
    shader_flow_free(&flow);
    shader_file_free(&file);
    free(source);
}

/* Of one access through R0 and R1 at the end. */
static void base_is(const char *code, const char *wanted) {
    char *whole = memory_format("%s\nLDG.E R9, [R0+0x4]\nEXIT\n", code), *line = NULL;
    unsigned lines = 0;
    for (const char *c = code; *c; c++)
        lines += *c == '\n' && c[1];
    lines += *code != 0;
    line =
        memory_format("0x%x LDG.E R9, [R0+0x4] from %s\n", 8 + lines * 8 + lines / 3 * 8, wanted);
    origins_are(whole, line);
    free(whole);
    free(line);
}

static void bases_of_every_form(void **state) {
    (void)state;
    base_is("LDC.64 R0, c[0x0][0x140]", "c[0x0][0x140]");
    base_is("LDC R0, c[0x3][0xff00]\nLDC R1, c[0x3][0xff04]", "c[0x3][0xff00]");
    base_is("MOV R0, c[0x2][0x8]\nMOV R1, c[0x2][0xc]", "c[0x2][0x8]");
    base_is("MOV R0, c[0x2][0x8]\nMOV R1, c[0x2][0xc]\nIADD32I R0, R0, 0x100", "c[0x2][0x8]");
    base_is("IADD R0.CC, R8, c[0x0][0x150]\nIADD.X R1, RZ, c[0x0][0x154]", "c[0x0][0x150]");
    base_is("LDC.64 R4, c[0x0][0x10]\nIADD32I R0.CC, R4, 0x10\nIADD.X R1, R5, RZ", "c[0x0][0x10]");
    base_is("LDC.64 R4, c[0x0][0x10]\nISCADD R0.CC, R8, R4, 0x2\nIADD.X R1, RZ, R5",
            "c[0x0][0x10]");
    base_is("LEA R0.CC, R8, c[0x0][0x10], 0x2\nLEA.HI.X R1, R8, c[0x0][0x14], RZ, 0x2",
            "c[0x0][0x10]");
    base_is("IMAD.U32.U32 R0.CC, R8, R9, c[0x0][0x10]\nIMAD.U32.U32.HI.X R1, R8, R9, c[0x0][0x14]",
            "c[0x0][0x10]");
    base_is("LDC.64 R4, c[0x0][0x10]\nXMAD.U16.U16 R0.CC, R8, R9, R4\nIADD.X R1, RZ, R5",
            "c[0x0][0x10]");
    base_is("LDC.64 R4, c[0x0][0x10]\nXMAD.U16.U16.PSL.CBCC R0.CC, R8, R9, R4\nIADD.X R1, RZ, R5",
            "c[0x0][0x10]");
    base_is("LDC.64 R4, c[0x0][0x10]\nIADD3 R0.CC, R8, R9, R4\nIADD.X R1, RZ, R5", "c[0x0][0x10]");
    base_is("LDC.64 R4, c[0x0][0x10]\nMOV R6, R4\nMOV R7, R5\nLOP.OR R0, R6, RZ\nMOV R1, R7",
            "c[0x0][0x10]");
    base_is("LDC.64 R4, c[0x0][0x10]\nIADD R0.CC, R4, -R8\nIADD.X R1, R5, -RZ", "c[0x0][0x10]");
}

static void what_is_no_base(void **state) {
    (void)state;
    base_is("", "?");
    base_is("LDC.64 R0, c[0x0][R2+0x140]", "c[0x0][R2+0x140] of 0x8");
    base_is("MOV R0, c[0x2][0x8]\nMOV R1, c[0x2][0x10]", "?");
    base_is("MOV R0, c[0x2][0x8]\nMOV R1, c[0x3][0xc]", "?");
    base_is("MOV R0, c[0x2][0x8]\nMOV R1, RZ", "?");
    base_is("LDC.64 R0, c[0x0][0x142]", "?");
    base_is("LDC.U16 R0, c[0x0][0x140]\nLDC R1, c[0x0][0x144]", "?");
    base_is("LDC R0, c[0x0][0xfffc]\nLDC R1, c[0x1][0x0]", "?");
    base_is("IADD R0, R8, -c[0x0][0x150]\nIADD R1, RZ, c[0x0][0x154]", "?");
    base_is("IMUL.U32.U32 R0, R8, c[0x0][0x150]\nIADD R1, RZ, c[0x0][0x154]", "?");
    base_is("ISCADD R0, R4, c[0x0][0x10], 0x2\nISCADD R1, R5, R6, 0x2", "?");
    base_is("LDC.64 R4, c[0x0][0x10]\nISCADD R0, R4, R8, 0x2\nMOV R1, R5", "?");
    base_is("LDC.64 R4, c[0x0][0x10]\nXMAD.U16.U16.MRG R0, R8, R9, R4\nMOV R1, R5", "?");
    base_is("LDC.64 R4, c[0x0][0x10]\nIADD3 R0, R8, R9, R4.H0\nMOV R1, R5", "?");
    base_is("LDC.64 R4, c[0x0][0x10]\nMOV R0, R4, 0x3\nMOV R1, R5", "?");
    /* A pointer that lies in memory. */
    origins_are("LDC.64 R2, c[0x0][0x10]\nLDG.E.64 R0, [R2]\nLDG.E R9, [R0]\nEXIT\n",
                "0x10 LDG.E.64 R0, [R2] from c[0x0][0x10]\n0x18 LDG.E R9, [R0] from ?\n");
}

static void a_constant_beside_the_base(void **state) {
    (void)state;
    /* What is added is a constant too, but nothing of it reaches the high half. */
    base_is("LDC.64 R4, c[0x0][0x10]\nIADD R0.CC, R4, c[0x3][0x0]\nIADD.X R1, R5, RZ",
            "c[0x0][0x10]");
    base_is("MOV R2, c[0x3][0x0]\nIADD R0.CC, R2, c[0x0][0x10]\nIADD.X R1, RZ, c[0x0][0x14]",
            "c[0x0][0x10]");
    /* Two pairs: either could be the base. */
    base_is("LDC.64 R4, c[0x0][0x10]\nLDC.64 R6, c[0x3][0x0]\nIADD R0.CC, R4, R6\n"
            "IADD.X R1, R5, R7",
            "?");
}

static void paths_agree(void **state) {
    (void)state;
    origins_are("LDC.64 R0, c[0x0][0x10]\n@P0 BRA other\nIADD R0, R0, 0x4\nother:\n"
                "STG.E [R0], R8\nEXIT\n",
                "0x28 STG.E [R0], R8 from c[0x0][0x10]\n");
    origins_are("LDC.64 R0, c[0x0][0x10]\n@P0 BRA other\nLDC.64 R0, c[0x0][0x20]\nother:\n"
                "STG.E [R0], R8\nEXIT\n",
                "0x28 STG.E [R0], R8 from ?\n");
    /* A pointer that goes on in a loop, and one that becomes another. */
    origins_are("LDC.64 R0, c[0x0][0x10]\nagain:\nLDG.E R8, [R0]\nIADD R0.CC, R0, 0x4\n"
                "IADD.X R1, R1, RZ\n@P0 BRA again\nEXIT\n",
                "0x10 LDG.E R8, [R0] from c[0x0][0x10]\n");
    origins_are("LDC.64 R0, c[0x0][0x10]\nagain:\nLDG.E R8, [R0]\nLDC.64 R0, c[0x0][0x20]\n"
                "@P0 BRA again\nLDG.E R8, [R0]\nEXIT\n",
                "0x10 LDG.E R8, [R0] from ?\n0x30 LDG.E R8, [R0] from c[0x0][0x20]\n");
    origins_are("LDC.64 R2, c[0x0][0x10]\nIADD R4, R2, 0x10\nSEL R0, R2, R4, P0\nMOV R1, R3\n"
                "RED.ADD.E [R0], R8\nEXIT\n",
                "0x30 RED.ADD.E [R0], R8 from c[0x0][0x10]\n");
    origins_are(
        "LDC.64 R2, c[0x0][0x10]\nSEL R0, R2, R4, P0\nMOV R1, R3\nRED.ADD.E [R0], R8\nEXIT\n",
        "0x28 RED.ADD.E [R0], R8 from ?\n");
}

static void guards(void **state) {
    (void)state;
    /* Under one guard only what was written under it counts. */
    origins_are("@P0 MOV R0, c[0x0][0x10]\n@P0 MOV R1, c[0x0][0x14]\n@P0 LDG.E R8, [R0]\n"
                "LDG.E R8, [R0]\nEXIT\n",
                "0x18 @P0 LDG.E R8, [R0] from c[0x0][0x10]\n0x28 LDG.E R8, [R0] from ?\n");
    origins_are(
        "@P0 LDC.64 R0, c[0x0][0x10]\n@!P0 LDC.64 R0, c[0x0][0x20]\n@P0 LDG.E R8, [R0]\n"
        "@!P0 LDG.E R8, [R0]\nLDG.E R8, [R0]\nEXIT\n",
        "0x18 @P0 LDG.E R8, [R0] from c[0x0][0x10]\n0x28 @!P0 LDG.E R8, [R0] from c[0x0][0x20]\n"
        "0x30 LDG.E R8, [R0] from ?\n");
    /* The predicate is another one by then. */
    origins_are("@P0 LDC.64 R0, c[0x0][0x10]\nISETP.EQ.S32.AND P0, PT, R4, R5, PT\n"
                "@P0 LDG.E R8, [R0]\nEXIT\n",
                "0x18 @P0 LDG.E R8, [R0] from ?\n");
    origins_are("LDC.64 R0, c[0x0][0x10]\n@P0 IADD R0, R0, 0x10\nATOM.ADD.E R3, [R0], R8\nEXIT\n",
                "0x18 ATOM.ADD.E R3, [R0], R8 from c[0x0][0x10]\n");
    origins_are("LDC.64 R0, c[0x0][0x10]\n@P0 LDC.64 R0, c[0x0][0x10]\nLDG.E R8, [R0]\nEXIT\n",
                "0x18 LDG.E R8, [R0] from c[0x0][0x10]\n");
}

static void functions(void **state) {
    (void)state;
    /* A base that the caller loaded, one that the function changes, one that it does not. */
    origins_are("LDC.64 R0, c[0x0][0x10]\nLDC.64 R2, c[0x0][0x20]\nCAL f\nLDG.E R8, [R0]\n"
                "LDG.E R8, [R2]\nEXIT\nf:\nLDG.E R8, [R2]\nLDC.64 R2, c[0x0][0x30]\nRET\n",
                "0x48 LDG.E R8, [R2] from c[0x0][0x20]\n0x28 LDG.E R8, [R0] from c[0x0][0x10]\n"
                "0x30 LDG.E R8, [R2] from c[0x0][0x30]\n");
    /* Two callers with two bases. */
    origins_are("LDC.64 R2, c[0x0][0x20]\nCAL f\nLDC.64 R2, c[0x0][0x30]\nCAL f\nEXIT\nNOP\nf:\n"
                "LDG.E R8, [R2]\nRET\n",
                "0x48 LDG.E R8, [R2] from ?\n");
    /* It calls itself. */
    origins_are(
        "LDC.64 R2, c[0x0][0x20]\nCAL f\nLDG.E R8, [R2]\nEXIT\nf:\nIADD R2, R2, 0x4\n@P0 RET\n"
        "CAL f\nRET\n",
        "0x18 LDG.E R8, [R2] from c[0x0][0x20]\n");
}

static void which_instructions(void **state) {
    (void)state;
    origins_are("LDC.64 R0, c[0x0][0x10]\nLDG R8, [R0]\nLD.E R8, [R0], PT\nST.E [R0], R8, PT\n"
                "ATOM.CAS.E R8, [R0], R4\nLDL R8, [R0]\nLDS R8, [R0]\nSTG.E.128 [0x10], R8\nEXIT\n",
                "0x10 LDG R8, [R0] from ?\n0x18 LD.E R8, [R0], PT from c[0x0][0x10]\n"
                "0x28 ST.E [R0], R8, PT from c[0x0][0x10]\n"
                "0x30 ATOM.CAS.E R8, [R0], R4 from c[0x0][0x10]\n"
                "0x50 STG.E.128 [0x10], R8 from ?\n");
}

static void handles(void **state) {
    (void)state;
    origins_are("TEX.LZ R0, R4, R8, 0x8, 2D, 0xf\nTEXS R0, R4, R6, 0x1fff, 2D, RG\n"
                "SULD.P.2D.RGBA R0, R4, 0x48\nEXIT\n",
                "0x8 TEX.LZ R0, R4, R8, 0x8, 2D, 0xf from c[0x0][0x20]\n"
                "0x10 TEXS R0, R4, R6, 0x1fff, 2D, RG from c[0x0][0x7ffc]\n"
                "0x18 SULD.P.2D.RGBA R0, R4, 0x48 from c[0x0][0x120]\n");
    origins_are("LDC R8, c[0x0][R0+0xa0]\nTEX.B.LZ R0, R4, R8, 2D, 0xf\nEXIT\n",
                "0x10 TEX.B.LZ R0, R4, R8, 2D, 0xf from c[0x0][R0+0xa0] of 0x8\n");
    origins_are("MOV R8, c[0x2][0x10]\nTXQ.B R0, R8, DIMENSION, 0x3\nEXIT\n",
                "0x10 TXQ.B R0, R8, DIMENSION, 0x3 from c[0x2][0x10]\n");
    origins_are("MOV32I R8, 0x12345\nSUST.P.2D.RGBA R0, R4, R8\nSUST.P.2D.RGBA R0, R4, RZ\nEXIT\n",
                "0x10 SUST.P.2D.RGBA R0, R4, R8 from 0x12345\n"
                "0x18 SUST.P.2D.RGBA R0, R4, RZ from 0x0\n");
    origins_are("LDG.E R8, [R0]\nTEX.B.LZ R0, R4, R8, 2D, 0xf\nEXIT\n",
                "0x8 LDG.E R8, [R0] from ?\n0x10 TEX.B.LZ R0, R4, R8, 2D, 0xf from ?\n");
}

/* A TEX.B through R8 behind the code, which ends with the address of the TEX.B. */
static void handle_is(const char *code, unsigned at, const char *wanted) {
    char *whole = memory_format("%s\nTEX.B.LZ R0, R4, R8, 2D, 0xf\nEXIT\n", code);
    char *line = memory_format("0x%x TEX.B.LZ R0, R4, R8, 2D, 0xf from %s\n", at, wanted);
    origins_are(whole, line);
    free(whole);
    free(line);
}

static void texture_and_sampler(void **state) {
    (void)state;
    static const char two[] = "c[0x0][0x20] and sampler c[0x0][0x24]";
    handle_is("MOV R1, c[0x0][0x20]\nMOV R2, c[0x0][0x24]\nBFI R8, R1, 0x1400, R2", 0x28, two);
    handle_is("MOV R1, c[0x0][0x20]\nMOV32I R3, 0x1400\nBFI R8, R1, R3, c[0x0][0x24]", 0x28, two);
    handle_is("MOV R1, c[0x0][0x20]\nLOP32I.AND R1, R1, 0xfffff\nMOV R2, c[0x0][0x24]\n"
              "LOP32I.AND R2, R2, 0xfff00000\nLOP.OR R8, R1, R2",
              0x38, two);
    handle_is("MOV R1, c[0x0][0x20]\nLOP32I.AND R1, R1, 0xfffff\nMOV R2, c[0x0][0x24]\n"
              "MOV32I R3, 0xfffff\nLOP.AND R2, R2, ~R3\nLOP.OR R8, R2, R1",
              0x48, two);
    handle_is("MOV R1, c[0x0][0x20]\nLOP.OR R8, R1, c[0x2][0x8]", 0x18,
              "c[0x0][0x20] | c[0x2][0x8]");
    handle_is("MOV R1, c[0x0][0x20]\nBFI R8, R1, 0x1400, R1", 0x18, "c[0x0][0x20]");
    handle_is("MOV R1, c[0x0][0x20]\nBFI R8, R1, 0x1000, R1", 0x18, "?");
    handle_is("MOV R1, c[0x0][0x20]\nLOP32I.AND R8, R1, 0xfffff", 0x18, "?");
    handle_is("MOV R1, c[0x0][0x20]\nIADD R8, R1, 0x1", 0x18, "?");
    handle_is("SEL R8, R1, c[0x0][0x20], P0", 0x10, "?");
    handle_is("MOV R1, c[0x0][0x20]\nSEL R8, R1, c[0x0][0x20], P0", 0x18, "c[0x0][0x20]");
}

/* What the register of the LDC was is known of the last time that it ran. */
static void copies_of_indexed_handles(void **state) {
    (void)state;
    handle_is("LDC R7, c[0x0][R0+0x20]\nMOV R3, R7\nMOV R8, R3", 0x28, "c[0x0][R0+0x20] of 0x8");
    handle_is("again:\nMOV R8, R7\nLDC R7, c[0x0][R0+0x20]\n@P0 BRA again", 0x28, "?");
    handle_is("LDC R7, c[0x0][R0+0x20]\nagain:\nLDC R7, c[0x0][R0+0x20]\n@P0 BRA again\n"
              "MOV R8, R7",
              0x30, "c[0x0][R0+0x20] of 0x10");
    /* Code that is there twice: the second time R7 is of the LDC's first, which has run again. */
    origins_are("SSY first\nBRA twice\nfirst:\nSSY second\nBRA twice\ntwice:\nMOV R8, R7\n"
                "LDC R7, c[0x0][R0+0x20]\nTEX.B.LZ R9, R4, R8, 2D, 0xf\n"
                "TEX.B.LZ R9, R4, R7, 2D, 0xf\nSYNC\nsecond:\nEXIT\n",
                "0x48 TEX.B.LZ R9, R4, R8, 2D, 0xf from ?\n"
                "0x50 TEX.B.LZ R9, R4, R7, 2D, 0xf from c[0x0][R0+0x20] of 0x38\n"
                "0x48 TEX.B.LZ R9, R4, R8, 2D, 0xf from ?\n"
                "0x50 TEX.B.LZ R9, R4, R7, 2D, 0xf from c[0x0][R0+0x20] of 0x38\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bases_of_every_form),
        cmocka_unit_test(what_is_no_base),
        cmocka_unit_test(a_constant_beside_the_base),
        cmocka_unit_test(paths_agree),
        cmocka_unit_test(guards),
        cmocka_unit_test(functions),
        cmocka_unit_test(which_instructions),
        cmocka_unit_test(handles),
        cmocka_unit_test(texture_and_sampler),
        cmocka_unit_test(copies_of_indexed_handles),
    };
    return cmocka_run_group_tests_name("shader origin", tests, NULL, NULL);
}
