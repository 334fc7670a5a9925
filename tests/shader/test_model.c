/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <string.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* What manuals say of single cases, so that the model is not only compared with the translator.
 * R1 to R3 go in; R4, and the predicates and flags from R5 on, come out. */
static const struct {
    const char *text;
    uint32_t a, b, c, result;
} known[] = {
    {"FADD R4, R1, R2", 0x3f800000, 0x33800000, 0, 0x3f800000},
    {"FADD.RP R4, R1, R2", 0x3f800000, 0x33800000, 0, 0x3f800001},
    {"FADD R4, R1, -R2", 0x7f800000, 0x7f800000, 0, 0x7fffffff},
    {"FADD.FTZ R4, R1, R2", 1, 1, 0, 0},
    {"FADD.SAT R4, R1, R2", 0x7fc00000, 0, 0, 0},
    {"FMUL.FMZ R4, R1, R2", 0, 0x7f800000, 0, 0},
    {"FMUL.D8 R4, R1, R2", 0x40000000, 0x40000000, 0, 0x3f000000},
    {"FFMA R4, R1, R2, R3", 0x3f800001, 0x3f800001, 0xbf800002, 0x28800000},
    {"FMNMX R4, R1, R2, PT", 0x7fc00000, 0x3f800000, 0, 0x3f800000},
    {"FMNMX R4, R1, R2, !PT", 0xbf800000, 0x3f800000, 0, 0x3f800000},
    {"FSET.BF.NEU.AND R4, R1, R2, PT", 0x7fc00000, 0, 0, 0x3f800000},
    {"MUFU.RCP R4, R1", 0x80000000, 0, 0, 0xff800000},
    {"MUFU.RSQ R4, R1", 0x7f800000, 0, 0, 0},
    {"MUFU.LG2 R4, R1", 0, 0, 0, 0xff800000},
    {"HADD2 R4, R1, R2", 0x3c004000, 0x3c003c00, 0, 0x40004200},
    {"HMUL2.MRG_H1 R4, R1.H0_H0, R2.H1_H1", 0x4000, 0x42000000, 0, 0x46000000},
    {"HFMA2 R4, R1, R2, R3", 0x3c013c01, 0x3c013c01, 0xbc02bc02, 0x00100010},
    {"IADD R4, R1, -R2", 1, 2, 0, 0xffffffff},
    {"IADD.SAT R4, R1, R2", 0x7fffffff, 1, 0, 0x7fffffff},
    {"IADD3.RS R4, R1, R2, R3", 0x10000, 0x20000, 5, 8},
    {"ISCADD R4, R1, R2, 4", 3, 5, 0, 53},
    {"LEA.HI R4, R1, R2, R3, 8", 0x12000000, 1, 2, 0x213},
    {"IMUL.S32.S32.HI R4, R1, R2", 0xffffffff, 2, 0, 0xffffffff},
    {"XMAD.U16.U16.PSL.CBCC R4, R1.H1, R2, R3", 0x20000, 3, 1, 0x90001},
    {"XMAD.U16.U16.MRG R4, R1, R2.H1, RZ", 5, 0x30007, 0, 0x7000f},
    {"IMNMX.S32 R4, R1, R2, PT", 0xffffffff, 1, 0, 0xffffffff},
    {"BFE.S32 R4, R1, R2", 0xf000, 0x40c, 0, 0xffffffff},
    {"BFE.U32 R4, R1, R2", 0x80000000, 0xff1f, 0, 1},
    {"BFI R4, R1, R2, R3", 5, 0x404, 0xffff, 0xff5f},
    {"FLO.U32 R4, R2", 0, 0, 0, 0xffffffff},
    {"FLO.S32 R4, R2", 0, 0xfffffff0, 0, 3},
    {"SHL R4, R1, R2", 1, 32, 0, 0},
    {"SHL.W R4, R1, R2", 1, 33, 0, 2},
    {"SHR.S32 R4, R1, R2", 0x80000000, 99, 0, 0xffffffff},
    {"SHF.L R4, R1, R2, R3", 0x80000000, 1, 0, 1},
    {"SHF.R.W R4, R1, R2, R3", 0, 33, 1, 0x80000000},
    {"SHF.R.S64.HI R4, R1, R2, R3", 0, 40, 0x80000000, 0xffffffff},
    {"LOP3.LUT R4, R1, R2, R3, 0xe8", 0xf0, 0xcc, 0xaa, 0xe8},
    {"PRMT R4, R1, R2, R3", 0x03020100, 0x7048, 0x87060504, 0x87000400},
    {"PRMT.B4E R4, R1, R2, R3", 0x03020100, 1, 0x07060504, 0x06070001},
    {"IDP.4A.S8.U8 R4, R1, R2, R3", 0x010101ff, 0x02020202, 1, 5},
    {"F2F.F16.F32 R4, R2", 0, 0x477ff000, 0, 0x7c00},
    {"F2F.F32.F32.TRUNC R4, R2", 0, 0xbfc00000, 0, 0xbf800000},
    {"F2I.S32.F32.TRUNC R4, R2", 0, 0x4f800000, 0, 0x7fffffff},
    {"F2I.U8.F32 R4, R2", 0, 0x40200000, 0, 2},
    {"F2I.S32.F32 R4, R2", 0, 0x7fc00000, 0, 0},
    {"I2F.F32.S8 R4, R2.B1", 0, 0xff00, 0, 0xbf800000},
    {"I2F.F32.U32.RZ R4, R2", 0, 0xffffffff, 0, 0x4f7fffff},
    {"I2I.S8.S32.SAT R4, R2", 0, 0x1000, 0, 0x7f},
    {"VADD.UD.U8.B1.S16.H1.SAT R4, R1, R2, R3", 0x500, 0xfff00000, 0, 0},
    {"VABSDIFF.UD.U32.U32.ACC R4, R1, R2, R3", 3, 10, 5, 12},
    {"VMAD.S16.H0.S16.H1.SHR_7 R4, R1, R2, R3", 0xffff, 0x1000000, 0, 0xfffffffe},

};

static void knows_what_manuals_say(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        static struct model m;
        struct isa_instruction in;
        struct error error = {0};
        uint64_t word;
        memset(&m, 0, sizeof m);
        m.p[ISA_PT] = true;
        m.r[1] = known[i].a, m.r[2] = known[i].b, m.r[3] = known[i].c;
        if (!isa_parse(known[i].text, NULL, &word, &error))
            fail_msg("%s: %s", known[i].text, error.text);
        assert_true(isa_decode(word, &in));
        if (!model_run(&m, &in))
            fail_msg("%s: not modelled", known[i].text);
        if (m.r[4] != known[i].result)
            fail_msg("%s: 0x%x instead of 0x%x", known[i].text, m.r[4], known[i].result);
    }
}

/* A long sum, and how the two long numbers compare: carry and zero go from word to word. */
static void carries(void **state) {
    (void)state;
    static const char *const lines[] = {"IADD R4.CC, R1, -R2",
                                        "ISETP.LT.U32.X.AND P0, PT, R3, R3, PT",
                                        "IADD.X R5, R3, -R3", "P2R.CC R6, RZ, 0xf"};
    static struct model m;
    m.p[ISA_PT] = true;
    m.r[1] = 1, m.r[2] = 2, m.r[3] = 7;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct isa_instruction in;
        struct error error = {0};
        uint64_t word;
        if (!isa_parse(lines[i], NULL, &word, &error))
            fail_msg("%s: %s", lines[i], error.text);
        assert_true(isa_decode(word, &in));
        assert_true(model_run(&m, &in));
    }
    assert_int_equal(m.r[4], 0xffffffff);
    assert_int_equal(m.r[5], 0xffffffff);
    assert_true(m.p[0]);
    assert_int_equal(m.r[6], MODEL_SIGN);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(knows_what_manuals_say),
                                       cmocka_unit_test(carries)};
    return cmocka_run_group_tests_name("shader model", tests, NULL, NULL);
}
