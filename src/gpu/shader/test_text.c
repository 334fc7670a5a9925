/* SPDX-License-Identifier: MIT */
/* Words that a compiler for this GPU made, one a mnemonic, and their text. The text was compared
 * with envydis, another disassembler. */
#include "gpu/shader/isa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    uint64_t word;
    const char *text;
} known[] = {
    /* clang-format off */
    {0xf0c8000002570000, "S2R R0, CTAID.X"},
    {0x5c18030000170000, "ISCADD R0, R0, R1, 6"},
    {0x3848000000470002, "SHL R2, R0, 0x4"},
    {0x4c10800005070200, "IADD R0.CC, R2, c[0x0][0x140]"},
    {0xeed4200000070003, "LDG.E R3, [R0]"},
    {0x5c9807800ff70001, "MOV R1, RZ"},
    {0xef5400000007ff01, "STL [0x0], R1"},
    {0x010000000117f001, "MOV32I R1, 0x11"},
    {0x3847000000f70301, "LOP.AND R1, R3, 0xf"},
    {0xef44000000070606, "LDL R6, [R6]"},
    {0x3800000040370306, "BFE.U32 R6, R3, 0x403"},
    {0x3828000001c70000, "SHR.U32 R0, R0, 0x1c"},
    {0xeedc200000070003, "STG.E [R0], R3"},
    {0xe30000000007000f, "EXIT"},
    {0xe2400fffff87000f, "BRA PC+0x0"},
    {0x50b0000000070f00, "NOP"},
    {0x1f29999999a70506, "IMUL32I.U32.U32.HI R6, R5, 0x9999999a"},
    {0xef94001000070505, "LDC R5, c[0x1][R5]"},
    {0x5cb8000000570a05, "I2F.F32.U32 R5, R5"},
    {0x5c68000000570105, "FMUL R5, R1, R5"},
    {0x36007f8000670106, "XMAD.U16.U16 R6, R1, 0x6, RZ"},
    {0x5bb103800097ff07, "FSETP.LT.AND P0, PT, RZ, R9, PT"},
    {0x5c5920000020ff12, "@P0 FADD R18, -RZ, -R2"},
    {0x5980008002670501, "FFMA R1, R5, R38, R1"},
    {0x5080000000471901, "MUFU.RCP R1, R25"},
    {0x5b6403800ff70007, "ISETP.EQ.U32.AND P0, PT, R0, RZ, PT"},
    {0xe083ff880ff7ff00, "IPA.CONSTANT R0, a[0x80], RZ, RZ"},
    {0xefd87f802fc7ff00, "ALD R0, a[0x2fc], RZ"},
    {0xeff1ff800807ff04, "AST.128 a[0x80], R4, RZ"},
    {0x5cb0018000071a00, "F2I.S32.F32.TRUNC R0, R0"},
    {0x4c2107800527ff00, "IMNMX.S32 R0, RZ, c[0x0][0x148], !PT"},
    {0xebf9000000070005, "RED.ADD.E [R0], R5"},
    {0x042ff00ff0070502, "LOP32I.OR R2, R5, 0xff00ff00"},
    {0xed01000180270002, "ATOM.ADD.E R2, [R0+0x18], R2"},
    {0xef70000000070205, "CCTL.E.IV [R2]"},
    {0xe2a0000006800000, "PBK PC+0x70"},
    {0xe34000000000000f, "@P0 BRK"},
    {0xef98000000070100, "MEMBAR.GL"},
    {0xf0a803800ff7ff00, "BAR.SYNC RZ, RZ"},
    {0x5ca8058000470a01, "F2F.F32.F32.TRUNC R1, R4"},
    {0x36f0008101070303, "BFI R3, R3, 0x1010, R1"},
    {0x584d03800ff70501, "FSET.NEU.AND R1, |R5|, RZ, PT"},
    {0x374400fff827ff07, "ICMP.EQ.U32 R7, RZ, -0x7e, R1"},
    {0x5b5d03800077ff09, "ISET.GE.S32.AND R9, RZ, R7, PT"},
    {0x5ce2000000173a01, "I2I.S32.S32 R1, |R1|"},
    {0x5c80000000270000, "DMUL R0, R0, R2"},
    {0x3870003fc0070202, "DADD R2, R2, 0.125"},
    {0x5b70020000270004, "DFMA R4, R0, R2, R4"},
    {0x5b81038000270007, "DSETP.LT.AND P0, PT, R0, R2, PT"},
    {0x5c50078000470004, "DMNMX R4, R0, R4, !PT"},
    {0x1e03dcccccd70004, "FMUL32I R4, R0, 0.1"},
    {0x0c03eaa7efa70005, "FFMA32I R5, R0, 0.333, R5"},
    {0x5c90008000370001, "RRO.EX2 R1, R3"},
    {0x080bdcccccd00501, "@P0 FADD32I R1, R5, -0.1"},
    {0x386043bf80070507, "FMNMX R7, |R5|, 1.0, PT"},
    {0xefd0000000070008, "ISBERD R8, R0"},
    {0xfbe000800ff7ff0c, "OUT.EMIT R12, RZ, RZ"},
    {0x5a61040000070800, "IMAD.S32.S32.HI R0, R8, R0, R8"},
    {0xe29000000c800000, "SSY PC+0xd0"},
    {0xf0f800000007000f, "SYNC"},
    {0x5c38008000470307, "IMUL.U32.U32.HI R7, R3, R4"},
    {0xeb18048600470000, "SULD.D.2D.IGN R0, P0, R0, 0x48"},
    {0xeb28049600f70004, "SUST.P.2D.RGBA.IGN R0, R4, 0x49"},
    {0xea780486004700ff, "SUATOM.D.2D.ADD.IGN RZ, R0, R4, 0x48"},
    {0xdf48048080470004, "TXQ R4, R0, 0x48, DIMENSION, 0x1"},
    {0xe2b00fffff800000, "PCNT PC+0x0"},
    {0xe35000000000000f, "@P0 CONT"},
    {0xe27000003c800000, "PRET.NOINC PC+0x3d0"},
    {0xe32000000000000f, "@P0 RET"},
    {0x5bf8004000d7ff08, "SHF.L.U64 R8, RZ, R13, R0"},
    {0xd8201a4030170000, "TEXS R0, R3, R0, R1, 0x1a4, 2D, RGB"},
    {0xef5c000000070600, "STS [R6], R0"},
    {0xef4c000000070102, "LDS R2, [R1]"},
    {0xe33000000000000f, "@P0 KIL"},
    {0xef17700cf0170300, "SHFL.BFLY PT, R0, R3, 0x1, 0x1c03"},
    {0x50f8000990370000, "FSWZADD R0, R0, R3, 153"},
    {0xefe8e0028007ff03, "PIXLD.MY_INDEX R3, PT, [0x0]"},
    {0x5ca0078000370202, "SEL R2, R2, R3, !PT"},
    {0xec1000140047ffff, "ATOMS.MIN RZ, [0x140], R4"},
    {0xc0781a47a0470000, "TEX.AOFFI R0, R0, R4, 0x1a4, 2D, 0xf"},
    {0xde381a4fa0470000, "TXD.AOFFI R0, R0, R4, 0x1a4, 2D, 0xf"},
    {0xe370000000000000, "SAM"},
    {0xe380000000000000, "RAM"},
    {0xdf00028081070f0a, "TLD4S.R R10, R8, R15, R16, 0x28"},
    {0xca380297bff70000, "TLD4.B R0, R0, RZ, 0x29, ARRAY_2D, 0xf"},
    {0xda30028000670002, "TLDS R2, R0, R0, R6, 0x28, 1D.LL, RGBA"},
    {0xdc3802b79ff70000, "TLD.LZ R0, R0, RZ, 0x2b, ARRAY_1D, 0xf"},
    {0xdf581a51cff70000, "TMML.LOD R0, R0, RZ, 0x1a5, 3D, 0x3"},
    {0x5c08000000170001, "POPC R1, R1"},
    {0x5c30000000570005, "FLO.U32 R5, R5"},
    {0x5906038000470204, "DSET.GE.AND R4, R2, R4, PT"},
    {0x1c01234567870306, "IADD32I R6, R3, 0x12345678"},
    {0xefa0700008070001, "AL2P R1, R0, 0x80"},
    {0x50d90000000700ff, "VOTE.ANY RZ, P0, P0"},
    {0x50880380e0070000, "PSET.AND.AND R0, P0, PT, PT"},
    /* clang-format on */
    /* of no row, and with a bit that means nothing */
    {0xff00000000000000, ".word 0xff00000000000000"},
    {0x50b0000000870f00, "NOP 0x8"},
    {0x50b4000000070f00, "NOP {0x0004000000000000}"},
};

static void text_of_words(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct isa_instruction in;
        struct strbuf text = {0};
        (void)isa_decode(known[i].word, &in);
        isa_print(&in, NULL, &text);
        assert_string_equal(text.text, known[i].text);
        strbuf_free(&text);
    }
}

static void words_of_text(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct error error = {0};
        uint64_t word = 0;
        if (!isa_parse(known[i].text, NULL, &word, &error))
            fail_msg("%s", error.text);
        assert_int_equal(word, known[i].word);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_of_words),
        cmocka_unit_test(words_of_text),
    };
    return cmocka_run_group_tests_name("shader text", tests, NULL, NULL);
}
