/* SPDX-License-Identifier: MIT */
#include "gpu/shader/isa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS_A_ROW = 1000, ANY_WORDS = 100000 };

static uint64_t random_state = 6;

/* splitmix64 (Steele, Lea and Flood, 2014) */
static uint64_t random64(void) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static void there_and_back(uint64_t word) {
    struct isa_instruction in;
    struct strbuf text = {0};
    struct error error = {0};
    uint64_t back = 0, encoded = 0;
    const bool known = isa_decode(word, &in);
    if (known && (!isa_encode(&in, &encoded, &error) || encoded != word))
        fail_msg("%s: %016lx is encoded as %016lx %s", in.row->name, word, encoded, error.text);
    isa_print(&in, NULL, &text);
    if (!isa_parse(text.text, NULL, &back, &error) || back != word)
        fail_msg("%016lx is '%s', and that is %016lx %s", word, text.text, back, error.text);
    strbuf_free(&text);
}

/* Words whose bits mean something, in each row. */
static void every_row_there_and_back(void **state) {
    (void)state;
    for (unsigned r = 0; r < ISA_ROWS; r++) {
        const struct isa_row *row = &isa_rows[r];
        unsigned own = 0;
        for (unsigned i = 0; i < 4 * WORDS_A_ROW && own < WORDS_A_ROW; i++) {
            const uint64_t word = (random64() & row->used & ~row->mask) | row->value;
            if (isa_find(word) != row)
                continue; /* a row that is over this one */
            there_and_back(word);
            own++;
        }
        if (own < WORDS_A_ROW)
            fail_msg("%s has only %u words of its own", row->name, own);
    }
    printf("# count encodings %u\n", ISA_ROWS * WORDS_A_ROW);
}

/* Also words with bits that mean nothing, and words of no row. */
static void any_word_there_and_back(void **state) {
    (void)state;
    for (unsigned i = 0; i < ANY_WORDS; i++)
        there_and_back(random64());
}

static uint64_t word_of(const char *text) {
    struct error error = {0};
    uint64_t word = 0;
    if (!isa_parse(text, NULL, &word, &error))
        fail_msg("%s", error.text);
    return word;
}

static void operands_are_taken_apart(void **state) {
    (void)state;
    struct isa_instruction in;
    assert_true(isa_decode(word_of("@!P2 FFMA.FTZ.RZ.SAT R1.CC, R2, -c[3][0x44], R4"), &in));
    assert_int_equal(in.row->class, ISA_FFMA);
    assert_int_equal(in.guard, 2);
    assert_true(in.guard_not);
    assert_int_equal(in.modifier[ISA_MOD_FMZ], ISA_FMZ_FTZ);
    assert_int_equal(in.modifier[ISA_MOD_ROUND], ISA_ROUND_RZ);
    assert_int_equal(in.modifier[ISA_MOD_SAT], 1);
    assert_int_equal(in.modifier[ISA_MOD_CC], 1);
    assert_int_equal(in.operand[ISA_ARG_D].number, 1);
    const struct isa_operand *b = &in.operand[ISA_ARG_B];
    assert_int_equal(b->kind, ISA_CONSTANT);
    assert_int_equal(b->slot, 3);
    assert_int_equal(b->value, 0x44);
    assert_true(b->negate && !b->absolute);
    assert_false(in.operand[ISA_ARG_PD].present);

    assert_true(isa_decode(word_of("LDG.E.64 R6, [R2-0x10]"), &in));
    assert_int_equal(in.modifier[ISA_MOD_LSIZEG], ISA_LSIZEG_64);
    assert_int_equal(in.operand[ISA_ARG_M].number, 2);
    assert_int_equal(in.operand[ISA_ARG_M].value, -16);

    /* Where the constant is the addend, the other factor is in its register's place. */
    assert_true(isa_decode(word_of("FFMA R1, R2, R3, c[0][8]"), &in));
    assert_int_equal(in.operand[ISA_ARG_B].number, 3);
    assert_int_equal(in.operand[ISA_ARG_C].kind, ISA_CONSTANT);

    assert_true(isa_decode(word_of("DADD R2, R4, -0.5"), &in));
    assert_int_equal(in.operand[ISA_ARG_B].value, 0xbfe0000000000000);
    assert_true(isa_decode(word_of("S2R R0, TID.X"), &in));
    assert_int_equal(in.modifier[ISA_MOD_SREG], ISA_SREG_TID_X);
    assert_true(isa_decode(word_of("bra.u pc-0x8"), &in));
    assert_int_equal(in.operand[ISA_ARG_L].value, -16);
}

/* Two ways to write one thing. */
static void text_is_taken_freely(void **state) {
    (void)state;
    static const char *const same[][2] = {
        {"FADD R0, R1, 1.0", "fadd r0,r1 , 0x3f800000"},
        {"FADD R0, R1, -(1.0)", "FADD R0, R1, -( 1.0 )"},
        {"LOP.AND R0, R1, R2", "LOP.AND PT, R0, R1, R2"},
        {"MOV R0, R1", "MOV R0, R1, 15"},
        {"LDG R0, [R2]", "LDG R0, [R2+0]"},
        {"LDC R0, c[0x2][0x10]", "LDC R0, c[2][RZ+16]"},
        {"NOP", "@PT NOP"},
        {"IADD R0, R1, 0x7fff", "IADD R0, R1, 32767"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_int_equal(word_of(same[i][0]), word_of(same[i][1]));
    /* A short float keeps twelve bits fewer; a sign of the instruction is not that of the number.
     */
    assert_int_not_equal(word_of("FADD R0, R1, -1.0"), word_of("FADD R0, R1, -(1.0)"));
}

static void mistakes_are_told(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"FROB R0", "'FROB R0': there is no such instruction"},
        {"FADD R0, R1", "'FADD R0, R1': ',' is wanted at column 12"},
        {"FADD R0, R1, R255", "a register, R0 to R254 or RZ is wanted at column 14"},
        {"FADD.FTX R0, R1, R2", "an operand or a modifier is wanted at column 5"},
        {"FADD R0, R1, 1.1", "a value that fits is wanted at column 17"},
        {"FADD R0, R1, c[32][0]", "a constant buffer, 0 to 31 is wanted"},
        {"FADD R0, R1, c[0][2]", "a value that fits"},
        {"IADD R0, R1, 0x80000", "a value that fits"},
        {"@P7 FADD R0, R1, R2", "the guard must be @P0 to @P6"},
        {"@P0 SSY PC+0x10", "SSY takes no guard"},
        {"FFMA32I R0, R1, 1.0, R2", "its last register must be the first one"},
        {"TEXS R0, RZ, R2, R3, 0x8, 2D, RGB", "it is another instruction"},
        {"BRA there", "a label that is there, or PC+DISTANCE is wanted at column 5"},
        {"EXIT now", "the end of the line is wanted at column 6"},
        {"FADD R0, R1, R2 {0x1}", "only bits that mean nothing"},
        {".word", "'.word' takes one number of 64 bits"},
        {"ISETP R0", "a modifier is wanted at column 6"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct error error = {0};
        uint64_t word;
        assert_false(isa_parse(wrong[i][0], NULL, &word, &error));
        if (!strstr(error.text, wrong[i][1]))
            fail_msg("'%s' says: %s", wrong[i][0], error.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_there_and_back), cmocka_unit_test(any_word_there_and_back),
        cmocka_unit_test(operands_are_taken_apart), cmocka_unit_test(text_is_taken_freely),
        cmocka_unit_test(mistakes_are_told),
    };
    return cmocka_run_group_tests_name("shader isa", tests, NULL, NULL);
}
