/* SPDX-License-Identifier: MIT */
/* Whatever the modifiers and operands of arithmetic are, a valid module comes of it, or an error
 * that says what is not known. What the modules do, tests/shader/test_ops.c looks at. */
#include "gpu/shader/isa.h"
#include "gpu/shader/translate/test_module.h"
#include "gpu/shader/translate/translator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MODULES_OF_ROW = 16, WORDS_OF_ROW = 4000 };

static uint64_t random_bits(void) {
    static uint64_t state = 0x9e3779b97f4a7c15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Of registers, predicates, constants and immediates only. */
static bool is_arithmetic(const struct isa_row *row) {
    const struct translate_entry *entry = &translate_table[row->class];
    if (!entry->handle || entry->handle == translate_nothing || entry->branches)
        return false;
    for (unsigned i = 0; i < row->item_count; i++)
        switch ((enum isa_kind)isa_items[row->first_item + i].kind) {
        case ISA_MEMORY:
        case ISA_ATTRIBUTE:
        case ISA_TARGET:
        case ISA_INDEXED:
        case ISA_NAME:
            return false;
        default:
            break;
        }
    return true;
}

/* A word of the row, with a constant buffer that is there. */
static uint64_t random_word(const struct isa_row *row) {
    struct isa_instruction in;
    struct error error = {0};
    uint64_t word = (random_bits() & row->used & ~row->mask) | row->value;
    if (!isa_decode(word, &in) || in.row != row)
        return random_word(row);
    for (unsigned i = 0; i < ISA_ROLES; i++)
        in.operand[i].slot %= 4;
    assert_true(isa_encode(&in, &word, &error));
    return word;
}

static void test_rows(void **state) {
    (void)state;
    unsigned rows = 0, valid = 0, refused = 0;
    for (unsigned r = 0; r < ISA_ROWS; r++) {
        if (!is_arithmetic(&isa_rows[r]))
            continue;
        unsigned good = 0;
        for (unsigned i = 0; i < WORDS_OF_ROW && good < MODULES_OF_ROW; i++) {
            struct shader_translation module;
            struct error error = {0};
            char text[64];
            snprintf(text, sizeof text, ".word 0x%016lx\nEXIT\n",
                     (unsigned long)random_word(&isa_rows[r]));
            const struct test_program program = {.text = text};
            if (test_translate(&program, &module, &error)) {
                assert_valid(text);
                shader_translation_free(&module);
                good++;
            } else {
                assert_int_equal(error.kind, ERROR_UNSUPPORTED);
                refused++;
            }
        }
        if (!good)
            fail_msg("no word of %s is translated", isa_rows[r].name);
        valid += good;
        rows++;
    }
    print_message("# %u rows: %u valid modules, %u refused\n", rows, valid, refused);
    assert_true(rows > 100);
}

static void test_doubles(void **state) {
    (void)state;
    static const char *const texts[] = {"DADD R0, R2, R4\nEXIT\n", "F2F.F32.F64 R0, R2\nEXIT\n",
                                        "I2F.F64.S32 R0, R2\nEXIT\n", "MUFU.RCP64H R0, R2\nEXIT\n",
                                        "FFMA.RZ R0, R1, R2, R3\nEXIT\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct test_program program = {.text = texts[i], .without = SHADER_HAS_FLOAT64};
        assert_refused(&program, "doubles");
        assert_valid(texts[i]);
    }
}

static unsigned count_of(const struct shader_translation *module, SpvOp op) {
    unsigned count = 0;
    for (size_t i = 5; i < module->count; i += module->words[i] >> 16)
        count += (module->words[i] & 0xffff) == op;
    return count;
}

/* Three XMAD are one product, unless somebody reads what is between them. */
static void test_products(void **state) {
    (void)state;
    static const struct {
        const char *behind;
        unsigned products;
    } cases[] = {{"", 1}, {"IADD R6, R6, R5\n", 3}};
    for (size_t i = 0; i < 2; i++) {
        char text[256];
        struct shader_translation module;
        struct error error = {0};
        snprintf(text, sizeof text,
                 "XMAD.U16.U16 R4, R0, R1, R2\nXMAD.U16.U16.MRG R5, R0, R1.H1, RZ\n"
                 "XMAD.U16.U16.PSL.CBCC R4, R0.H1, R5.H1, R4\n%sEXIT\n",
                 cases[i].behind);
        const struct test_program program = {.text = text};
        assert_true(test_translate(&program, &module, &error));
        assert_int_equal(count_of(&module, SpvOpIMul), cases[i].products);
        shader_translation_free(&module);
    }
}

/* What is asked of a device is what it can do; it flushes where all of a program does. */
static void test_modes(void **state) {
    (void)state;
    static const uint32_t all =
        SHADER_HAS_DENORMALS | SHADER_HAS_INF_NAN | SHADER_HAS_FLUSH | SHADER_FLUSHES;
    static const char keeps[] = "FADD R0, R1, R2\nFADD.FTZ R3, R4, R5\nEXIT\n",
                      flushes[] = "FFMA.FTZ R0, R1, R2, R3\nFMUL.FTZ R3, R4, R5\nEXIT\n";
    static const struct {
        const char *text;
        uint32_t features;
        unsigned modes,
            written; /* with the size of the group; how often denormals are looked for */
    } cases[] = {
        {keeps, all, 4, 3},
        {keeps, SHADER_HAS_DENORMALS, 2, 3},
        {keeps, SHADER_HAS_INF_NAN, 3, 3},
        {keeps, SHADER_HAS_FLUSH, 1, 3},
        {flushes, all, 4, 0},
        {flushes, SHADER_HAS_FLUSH, 2, 0},
        {flushes, SHADER_HAS_DENORMALS | SHADER_FLUSHES, 1, 0},
        {flushes, SHADER_HAS_DENORMALS, 2, 7},
        {"FADD.FTZ R0, R1, RZ\nEXIT\n", SHADER_HAS_FLUSH, 2, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct shader_translation module;
        struct error error = {0};
        const struct test_program program = {.text = cases[i].text,
                                             .without = all & ~cases[i].features};
        assert_module(&program, NULL);
        assert_true(test_translate(&program, &module, &error));
        assert_int_equal(count_of(&module, SpvOpExecutionMode), cases[i].modes);
        assert_int_equal(count_of(&module, SpvOpFOrdLessThan), cases[i].written);
        shader_translation_free(&module);
    }
}

static void test_unknown(void **state) {
    (void)state;
    assert_fails("FMUL.?3 R0, R1, R2\nEXIT\n", "FMUL");
    assert_fails("SHL.X R0, R1, R2\nEXIT\n", "long numbers");
    assert_fails("CSETP.CSM_TA.AND P0, PT, PT\nEXIT\n", "only the GPU knows");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),     cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_products), cmocka_unit_test(test_modes),
        cmocka_unit_test(test_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
