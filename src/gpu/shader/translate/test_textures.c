/* SPDX-License-Identifier: MIT */
/* What textures become: each form is a valid module, the contract names the texture, and what has
 * no meaning in SPIR-V is refused. */
#include "gpu/shader/translate/test_module.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define FRAGMENT ".stage fragment\n.header gprs 32\n.sph target[0] 0xf\n.code\n"

static struct shader_contract of(const char *stage, const char *code) {
    struct shader_contract contract;
    char text[512];
    snprintf(text, sizeof text, "%s%s\nEXIT\n", stage, code);
    assert_module(&(struct test_program){.text = text}, &contract);
    return contract;
}

static void test_forms(void **state) {
    (void)state;
    static const struct {
        const char *code;
        uint8_t dim;
        bool array, compare, multisampled, fetched;
    } forms[] = {
        {"TEX R0, R4, RZ, 0x8, 2D, 0xf", SHADER_2D, 0, 0, 0, 0},
        {"TEX R0, R4, RZ, 0x8, 1D, 0x5", SHADER_1D, 0, 0, 0, 0},
        {"TEX R0, R4, RZ, 0x8, ARRAY_1D, 0xf", SHADER_1D, 1, 0, 0, 0},
        {"TEX R0, R4, RZ, 0x8, ARRAY_CUBE, 0xf", SHADER_CUBE, 1, 0, 0, 0},
        {"TEX.DC R0, P1, R4, R8, 0x8, ARRAY_CUBE, 0xf", SHADER_CUBE, 1, 1, 0, 0},
        {"TEX.LB R0, R4, R8, 0x8, 3D, 0xf", SHADER_3D, 0, 0, 0, 0},
        {"MOV32I R9, 0xf8\nTEX.LL.AOFFI.DC R0, R4, R8, 0x8, 2D, 0x9", SHADER_2D, 0, 1, 0, 0},
        {"MOV32I R9, 0x78f\nTEX.LL.AOFFI R0, R4, R8, 0x8, 3D, 0xf", SHADER_3D, 0, 0, 0, 0},
        {"TEX.LZ.AOFFI R0, R4, RZ, 0x8, ARRAY_1D, 0xf", SHADER_1D, 1, 0, 0, 0},
        {"@P0 TEX.LZ R0, R4, RZ, 0x8, CUBE, 0xf", SHADER_CUBE, 0, 0, 0, 0},
        {"TEXS R0, R4, RZ, 0x8, 1D.LZ, R", SHADER_1D, 0, 0, 0, 0},
        {"TEXS R0, R2, R4, R6, 0x8, 2D, RGBA", SHADER_2D, 0, 0, 0, 0},
        {"TEXS R0, R2, R4, R6, 0x8, 2D.LL, GBA", SHADER_2D, 0, 0, 0, 0},
        {"TEXS R0, R4, R6, 0x8, 2D.LL.DC, R", SHADER_2D, 0, 1, 0, 0},
        {"TEXS R0, R4, R6, 0x8, ARRAY_2D.LZ.DC, R", SHADER_2D, 1, 1, 0, 0},
        {"TEXS.F16 R0, R2, R4, R6, 0x8, CUBE.LL, RGB", SHADER_CUBE, 0, 0, 0, 0},
        {"TEXS.F16 R0, R4, R6, 0x8, 3D, RA", SHADER_3D, 0, 0, 0, 0},
        {"TXD R0, R4, R8, 0x8, 2D, 0xf", SHADER_2D, 0, 0, 0, 0},
        {"MOV32I R6, 0x210001\nTXD.AOFFI R0, R4, R8, 0x8, ARRAY_2D, 0x7", SHADER_2D, 1, 0, 0, 0},
        {"TLD.LZ R0, R4, RZ, 0x8, 1D, 0xf", SHADER_1D, 0, 0, 0, 1},
        {"TLD.LL.AOFFI R0, R4, R8, 0x8, ARRAY_2D, 0xf", SHADER_2D, 1, 0, 0, 1},
        {"TLD.LZ.MS R0, R4, R8, 0x8, ARRAY_2D, 0xf", SHADER_2D, 1, 0, 1, 1},
        {"TLDS R0, R2, R4, R6, 0x8, 2D.LZ.MZ, RGBA", SHADER_2D, 0, 0, 1, 1},
        {"TLDS R0, R2, R4, R6, 0x8, 2D.LL.AOFFI, RGBA", SHADER_2D, 0, 0, 0, 1},
        {"TLDS R0, R4, R6, 0x8, ARRAY_2D.LZ, BA", SHADER_2D, 1, 0, 0, 1},
        {"TLD4.B R0, R4, RZ, 0x8, CUBE, 0xf", SHADER_CUBE, 0, 0, 0, 0},
        {"TLD4.G.PTP R0, R4, R8, 0x8, ARRAY_2D, 0xf", SHADER_2D, 1, 0, 0, 0},
        {"TLD4.R.PTP.DC R0, R4, R8, 0x8, 2D, 0x3", SHADER_2D, 0, 1, 0, 0},
        {"TLD4S.F16.A.AOFFI R0, R2, R4, R6, 0x8", SHADER_2D, 0, 0, 0, 0},
        {"TLD4S.R.AOFFI.DC R0, R2, R4, R6, 0x8", SHADER_2D, 0, 1, 0, 0},
        {"TMML.LOD R0, R4, RZ, 0x8, ARRAY_CUBE, 0x3", SHADER_CUBE, 1, 0, 0, 0},
        {"TXQ R0, R4, 0x8, DIMENSION, 0xf", SHADER_2D, 0, 0, 0, 1},
        {"TXQ R0, R4, 0x8, TEXTURE_TYPE, 0x4", SHADER_2D, 0, 0, 0, 1},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        for (unsigned stage = 0; stage < 2; stage++) {
            const struct shader_contract c = of(stage ? FRAGMENT : "", forms[i].code);
            const struct contract_texture *x = &c.textures[0];
            assert_int_equal(c.texture_count, 1);
            assert_int_equal(x->place.slot, 0);
            assert_int_equal(x->place.offset, 0x20);
            assert_int_equal(x->count, 1);
            assert_int_equal(x->dim, forms[i].dim);
            assert_int_equal(x->array, forms[i].array);
            assert_int_equal(x->compare, forms[i].compare);
            assert_int_equal(x->multisampled, forms[i].multisampled);
            assert_int_equal(x->sampled, !forms[i].fetched);
        }
}

/* Handles that lie in registers. */
static void test_handles(void **state) {
    (void)state;
    struct shader_contract c = of(FRAGMENT, "LDC R8, c[0x0][R0+0x40]\nTEX.B R0, R4, R8, 2D, 0xf\n"
                                            "TLD4.B.G R0, R4, R8, 2D, 0xf");
    assert_int_equal(c.texture_count, 1);
    assert_int_equal(c.textures[0].place.offset, 0x40);
    assert_int_equal(c.textures[0].count, 8);
    c = of(FRAGMENT, "MOV R8, c[0x0][0x40]\nTEX.B.LZ R0, R4, R8, 2D, 0xf\n"
                     "MOV R9, c[0x0][0x44]\nTEX.B.LZ R0, R4, R9, 3D, 0xf");
    assert_int_equal(c.texture_count, 2);
    assert_int_equal(c.textures[1].place.offset, 0x44);
    c = of("", "MOV R8, c[0x0][0x40]\nMOV R9, c[0x3][0x88]\nBFI R8, R8, 0x1400, R9\n"
               "TEX.B.LZ R0, R4, R8, 2D, 0xf");
    assert_int_equal(c.textures[0].place.offset, 0x40);
    assert_int_equal(c.textures[0].sampler.slot, 3);
    assert_int_equal(c.textures[0].sampler.offset, 0x88);
    assert_fails("TEX.B.LZ R0, R4, R8, 2D, 0xf\nEXIT\n", "its handle");
    struct test_program p = {.text = FRAGMENT
                             "LDC R8, c[0x0][R0+0x40]\nTEX.B.DC R0, R4, R8, 2D, 0x1\n"
                             "TLD.B.LZ R0, R4, R8, 3D, 0xf\nTMML.B.LOD R0, R4, R8, 2D, 0x3\n"
                             "TXQ.B R0, R8, DIMENSION, 0xf\nEXIT\n"};
    for (unsigned i = 0; i < 2; i++) {
        p.without = i ? SHADER_HAS_DYNAMIC_INDEX : 0;
        assert_module(&p, &c);
        assert_int_equal(c.texture_count, 3);
    }
}

/* One texture with and without comparison is two, and so is one that is seen as two shapes. */
static void test_list(void **state) {
    (void)state;
    const struct shader_contract c =
        of("", "TEX.LZ R0, R4, RZ, 0x8, 2D, 0xf\nTEX.LZ.DC R0, R4, R8, 0x8, 2D, 0xf\n"
               "TLDS R0, R4, R6, 0x8, 2D.LZ, R\nTEX.LZ R0, R4, RZ, 0x8, ARRAY_2D, 0xf\n"
               "TXQ R0, R4, 0x8, DIMENSION, 0x3");
    assert_int_equal(c.texture_count, 3);
    assert_true(c.textures[0].sampled);
}

static void facts(struct shader_key *key) {
    static const struct shader_fact list[] = {
        {.place = {0, 0x20}, .scalar = SHADER_SINT},
        {.place = {0, 0x24}, .buffer = true, .scalar = SHADER_UINT},
        {.place = {0, 0x28}, .dim = SHADER_CUBE, .array = true},
        {.place = {0, 0x2c}, .dim = SHADER_2D, .multisampled = true},
        {.place = {0, 0x30}, .dim = SHADER_CUBE, .image = true},
        {.place = {0, 0x34}, .dim = SHADER_2D, .image = true, .multisampled = true},
    };
    key->facts = list;
    key->fact_count = sizeof list / sizeof *list;
}

static struct shader_contract with_facts(const char *code) {
    struct shader_contract contract;
    assert_module(&(struct test_program){.text = code, .change = facts}, &contract);
    return contract;
}

static void test_facts(void **state) {
    (void)state;
    struct shader_contract c = with_facts("TEX.LZ R0, R4, RZ, 0x8, 2D, 0xf\nEXIT\n");
    assert_int_equal(c.textures[0].scalar, SHADER_SINT);
    c = with_facts("TLDS R0, R4, R6, 0x9, 1D.LL, R\nTXQ R0, R4, 0x9, DIMENSION, 0x1\nEXIT\n");
    assert_int_equal(c.texture_count, 1);
    assert_int_equal(c.textures[0].dim, SHADER_BUFFER);
    c = with_facts("TXQ R0, R4, 0xa, DIMENSION, 0xf\nEXIT\n");
    assert_true(c.textures[0].array && c.textures[0].dim == SHADER_CUBE);
    c = with_facts("TLDS R0, R4, R6, 0xb, 2D.LZ, R\nEXIT\n");
    assert_true(c.textures[0].multisampled);
    c = with_facts("TXQ R0, R4, 0xc, DIMENSION, 0x7\nEXIT\n");
    assert_int_equal(c.image_count, 1);
    assert_true(c.images[0].array && c.images[0].dim == SHADER_2D);
    c = with_facts("TXQ R0, R4, 0xd, DIMENSION, 0x3\nTXQ R0, R4, 0xd, TEXTURE_TYPE, 0x4\nEXIT\n");
    assert_int_equal(c.image_count, 1);
    assert_true(c.images[0].multisampled);
}

static void test_refused(void **state) {
    (void)state;
    assert_fails("TEX.LZ.AOFFI R0, R4, R8, 0x8, 2D, 0xf\nEXIT\n", "offset");
    assert_fails("TEX.LZ.AOFFI R0, R4, RZ, 0x8, CUBE, 0xf\nEXIT\n", "faces of cubes");
    assert_fails("TEX.LZ.DC R0, R4, R8, 0x8, 3D, 0xf\nEXIT\n", "three dimensions");
    assert_fails("TEX.LZ R0, R4, R8, 0x8, ARRAY_3D, 0xf\nEXIT\n", "three dimensions");
    assert_fails("TLD4.R R0, R4, R8, 0x8, 1D, 0xf\nEXIT\n", "gathered");
    assert_fails("TLD.LZ R0, R4, R8, 0x8, CUBE, 0xf\nEXIT\n", "not fetched");
    assert_fails(".word 0xc2380087aff70400\nEXIT\n", "no such form"); /* a level of number 4 */
    assert_fails(".word 0xd9e0008ff0670400\nEXIT\n",
                 "no such form"); /* the last of the short forms */
    assert_fails("TXQ R0, R4, 0x8, FILTER, 0xf\nEXIT\n", "only the GPU");
    char many[4096] = "";
    for (unsigned i = 0; i < 33; i++)
        sprintf(many + strlen(many), "TEX.LZ R0, R4, RZ, 0x%x, 2D, 0xf\n", i);
    assert_fails(strcat(many, "EXIT\n"), "more than 32 textures");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms), cmocka_unit_test(test_handles), cmocka_unit_test(test_list),
        cmocka_unit_test(test_facts), cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
