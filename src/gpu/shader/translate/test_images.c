/* SPDX-License-Identifier: MIT */
/* What loads, stores and atomics of images become. */
#include "gpu/shader/translate/test_module.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>
#include <spirv/unified1/spirv.h>

static void facts(struct shader_key *key) {
    static const struct shader_fact list[] = {
        {.place = {0, 0x120}, .format = SpvImageFormatRgba8},
        {.place = {0, 0x124}, .format = SpvImageFormatRgba16i, .multisampled = true},
        {.place = {0, 0x128}, .scalar = SHADER_UINT, .count = 3},
        {.place = {0, 0x12c}, .buffer = true},
    };
    key->facts = list;
    key->fact_count = sizeof list / sizeof *list;
}

static struct shader_contract of(const char *code) {
    struct shader_contract contract;
    assert_module(&(struct test_program){.text = code, .change = facts}, &contract);
    return contract;
}

static void test_formatted(void **state) {
    (void)state;
    struct shader_contract c = of("SULD.P.2D.RGBA.IGN R0, P0, R4, 0x48\n"
                                  "SUST.P.2D.RGBA.IGN R4, R0, 0x48\nEXIT\n");
    assert_int_equal(c.image_count, 1);
    assert_true(c.images[0].read && c.images[0].written && !c.images[0].atomic);
    assert_int_equal(c.images[0].format, SpvImageFormatRgba8);
    c = of("@P0 SUST.P.3D.RGBA.IGN R4, R0, 0x60\nSUST.P.1D.RA R4, R0, 0x61\nEXIT\n");
    assert_int_equal(c.image_count, 2);
    assert_true(c.images[0].written && !c.images[0].read && !c.images[0].format);
    c = of("SULD.P.ARRAY_2D.RG R0, R4, 0x60\nSULD.P.BUFFER_1D.R R0, R4, 0x61\n"
           "SUST.P.ARRAY_1D.RGBA R4, R0, 0x62\nEXIT\n");
    assert_int_equal(c.images[1].dim, SHADER_BUFFER);
    assert_true(c.images[2].dim == SHADER_1D && c.images[2].array);
    c = of("SULD.D.1D.IGN R0, R4, 0x4b\nSUST.D.BUFFER_1D.IGN R4, R0, 0x4b\nEXIT\n");
    assert_true(c.image_count == 1 && c.images[0].dim == SHADER_BUFFER);
    const struct test_program reads = {.text = "SULD.P.2D.RGBA R0, R4, 0x60\nEXIT\n",
                                       .without = SHADER_HAS_READ_ANY};
    assert_refused(&reads, "format is not known");
}

/* Raw bits are words of a texel's size; the image itself is the same, so it stands there twice. */
static void test_raw(void **state) {
    (void)state;
    struct shader_contract c = of("SULD.D.2D.IGN R0, P0, R4, 0x48\n"
                                  "SUST.P.2D.RGBA.IGN R4, R0, 0x48\nEXIT\n");
    assert_int_equal(c.image_count, 2);
    assert_int_equal(c.images[0].format, SpvImageFormatR32ui);
    assert_int_equal(c.images[1].format, SpvImageFormatRgba8);
    assert_true(c.images[0].read && !c.images[0].written);
    c = of("SULD.D.2D.128 R0, R4, 0x60\nSULD.D.1D.64 R0, R4, 0x61\nSULD.D.1D.S16 R0, R4, 0x62\n"
           "SULD.D.1D.U8 R0, R4, 0x63\nSUST.D.3D.U.128 R4, R0, 0x64\nEXIT\n");
    static const uint8_t formats[] = {SpvImageFormatRgba32ui, SpvImageFormatRg32ui,
                                      SpvImageFormatR16ui, SpvImageFormatR8ui,
                                      SpvImageFormatRgba32ui};
    assert_int_equal(c.image_count, 5);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(c.images[i].format, formats[i]);
    c = of("SULD.D.BA.2D.U8 R0, R4, 0x48\nSULD.D.BA.2D R0, R4, 0x48\nEXIT\n");
    assert_int_equal(c.image_count, 1);
    const struct test_program part = {.text = "SUST.D.BA.2D.U8 R4, R0, 0x48\nEXIT\n",
                                      .change = facts},
                              more = {.text = "SULD.D.2D.128 R0, R4, 0x48\nEXIT\n",
                                      .change = facts};
    assert_refused(&part, "not one texel");
    assert_refused(&more, "more than a texel");
}

static void test_multisampled(void **state) {
    (void)state;
    const struct shader_contract c = of("SULD.D.2D.64 R0, R4, 0x49\n"
                                        "SUST.P.2D.RGBA R4, R0, 0x49\n"
                                        "TXQ R0, R4, 0x49, TEXTURE_TYPE, 0x4\n"
                                        "TXQ R0, R4, 0x49, DIMENSION, 0x3\nEXIT\n");
    assert_int_equal(c.image_count, 2);
    assert_true(c.images[0].multisampled && c.images[1].multisampled);
}

static void test_atomics(void **state) {
    (void)state;
    const struct shader_contract c =
        of("SUATOM.D.2D.ADD.IGN R0, R4, R8, 0x48\nSUATOM.D.2D.INC RZ, R4, R8, 0x48\n"
           "SUATOM.D.2D.DEC R0, R4, R8, 0x48\nSUATOM.CAS.D.2D.IGN R0, P0, R4, R8, 0x48\n"
           "@P1 SUATOM.D.IMM.2D.MIN.S32 R0, R4, R8, 0x48\nSURED.D.BA.2D.MAX R4, R0, 0x48\n"
           "SUATOM.D.IMM.2D.ADD.F32.FTZ.RN R0, R4, R8, 0x48\nSULD.D.2D R0, R4, 0x48\nEXIT\n");
    assert_int_equal(c.image_count, 1);
    assert_true(c.images[0].atomic && c.images[0].read);
    assert_fails("SUATOM.D.IMM.2D.ADD.U64 R0, R4, R8, 0x48\nEXIT\n", "32 bits");
    assert_fails("SUATOM.D.IMM.2D.MIN.F32.FTZ.RN R0, R4, R8, 0x48\nEXIT\n", "only added to");
}

/* Of several images by the handle that was read, by its index or, where the device takes none, in a
 * switch; stores and loops go into branches. */
static void test_chosen(void **state) {
    (void)state;
    struct test_program p = {.text =
                                 "LDC R9, c[0x0][R0+0x128]\nSULD.D.2D R10, R4, R9\n"
                                 "@P0 SUST.P.2D.RGBA R4, R0, R9\nSUATOM.D.2D.INC R0, R4, R10, R9\n"
                                 "TXQ.B R0, R9, DIMENSION, 0x3\nLDC R9, c[0x0][R0+0x60]\n"
                                 "SULD.D.BUFFER_1D R10, R4, R9\nEXIT\n",
                             .change = facts};
    for (unsigned i = 0; i < 2; i++) {
        struct shader_contract c;
        p.without = i ? SHADER_HAS_DYNAMIC_INDEX : 0;
        assert_module(&p, &c);
        assert_int_equal(c.image_count, 3);
        assert_int_equal(c.images[0].count, 3);
        assert_int_equal(c.images[0].place.offset, 0x128);
        assert_int_equal(c.images[2].count, 8);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formatted),    cmocka_unit_test(test_raw),
        cmocka_unit_test(test_multisampled), cmocka_unit_test(test_atomics),
        cmocka_unit_test(test_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
