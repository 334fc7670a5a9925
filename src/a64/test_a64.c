/* SPDX-License-Identifier: MIT */
#include "a64/a64.h"
#include "a64/decode_cache.h"
#include "a64/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void words_have_their_rows(void **state) {
    (void)state;
    static const struct {
        uint32_t word;
        const char *name;
    } known[] = {
        {0x910003fd, "add_imm_64"}, /* mov x29, sp */
        {0xd2800020, "movz_64"},    /* mov x0, #1 */
        {0xd65f03c0, "ret"},        /* ret */
        {0x97fffffe, "bl"},         /* bl .-8 */
        {0x54000041, "b_cond"},     /* b.ne .+8 */
        {0x52c00020, "none"},       /* movz w0, #1, lsl #32: unallocated */
        {0xd69f03e0, "none"},       /* eret: privileged */
        {0x00000000, "udf"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_string_equal(a64_info(a64_decode(known[i].word))->name, known[i].name);
}

/* More words than the table has places, each several times, the zero word first. */
static void remembered_words_keep_their_rows(void **state) {
    (void)state;
    enum { WORDS = 3 << A64_REMEMBERED_BITS };
    for (uint32_t i = 0; i < 4 * WORDS; i++) {
        const uint32_t n = i & 1 ? i % WORDS : i / 2 % 100;
        const uint32_t word = n * 0x01003f11u ^ (n & 7 ? 0x91000000u * (n & 1) : 0);
        const enum a64_op op = a64_decode(word);
        assert_int_equal(a64_decode_remember(word), op);
        assert_int_equal(a64_remembered_place(word)->entry, (uint64_t)op << 32 | word);
    }
}

static void branches_know_their_targets(void **state) {
    (void)state;
    assert_int_equal(a64_branch_target(A64_OP_BL, 0x97fffffe, 0x8001000), 0x8000ff8);
    assert_int_equal(a64_branch_target(A64_OP_B_COND, 0x54000041, 0x8001000), 0x8001008);
    assert_int_equal(a64_branch_register(A64_OP_RET, 0xd65f03c0), 30);
}

static void effects_tell_sp_from_zero(void **state) {
    (void)state;
    struct a64_effects e;
    a64_effects(a64_decode(0x910003fd), 0x910003fd, &e); /* add x29, sp, #0 */
    assert_int_equal(e.x_read, 1u << 31);
    assert_int_equal(e.x_written, 1u << 29);
    a64_effects(a64_decode(0xf90003ff), 0xf90003ff, &e); /* str xzr, [sp] */
    assert_int_equal(e.x_read, 1u << 31);
    assert_int_equal(e.x_written, 0);
    a64_effects(a64_decode(0x94000001), 0x94000001, &e); /* bl .+4 */
    assert_int_equal(e.x_written, 1u << 30);
}

/* What is asked more often is answered faster, and is the same. */
static void parts_of_effects_agree_with_all_of_them(void **state) {
    (void)state;
    enum { WORDS = 64 };
    unsigned written = 0, vectors = 0;
    uint64_t seed = 1;
    for (unsigned op = A64_OP_NONE + 1; op < A64_OPS; op++)
        for (unsigned i = 0; i < WORDS; i++) {
            uint32_t word;
            struct a64_effects e;
            if (!a64_random_word((enum a64_op)op, &seed, &word))
                continue;
            a64_effects((enum a64_op)op, word, &e);
            assert_int_equal(a64_x_written((enum a64_op)op, word), e.x_written);
            assert_int_equal(a64_info((enum a64_op)op)->vectors, (e.v_read | e.v_written) != 0);
            written += e.x_written != 0;
            vectors += e.v_written != 0;
        }
    assert_true(written > 10000 && vectors > 10000);
}

static void nothing_is_known_of_words_without_a_row(void **state) {
    (void)state;
    struct a64_effects e;
    a64_effects(A64_OP_NONE, UINT32_MAX, &e);
    assert_int_equal(e.x_read | e.x_written | e.v_read | e.v_written, 0);
    assert_int_equal(a64_x_written(A64_OP_NONE, UINT32_MAX), 0);
}

static void emitted_text_names_locals_and_literals(void **state) {
    (void)state;
    static const struct {
        uint32_t word;
        unsigned flags;
        const char *text;
    } known[] = {
        {0x91400421, 0, "x1 = (x1 + 0x1000ul);"}, /* add x1, x1, #1, lsl #12 */
        {0x910003fd, 0, "x29 = (sp);"},           /* mov x29, sp */
        {0x910083ff, 0, "sp = (sp + 0x20ul);"},   /* add sp, sp, #32 */
        {0x0b030041, 0, "x1 = (uint32_t)((uint32_t)x2 + ((uint32_t)x3));"}, /* add w1, w2, w3 */
        {0x8b030c5f, 0, ""},                                         /* add xzr, x2, x3, lsl #3 */
        {0xf940005f, 0, "(void)(LOAD64(x2));"},                      /* ldr xzr, [x2]: may fault */
        {0xf81f805f, 0, "STORE64(x2 + 0xfffffffffffffff8ul, 0ul);"}, /* stur xzr, [x2, #-8] */
        {0xeb02003f, A64_FLAG_Z, "fz = x1 == (x2); "},               /* cmp x1, x2 */
        {0xeb02003f, A64_FLAG_C | A64_FLAG_Z, "fz = x1 == (x2), fc = x1 >= (x2); "},
        {0x54000041, 0, "!fz"},        /* b.ne */
        {0x54000048, 0, "(fc & !fz)"}, /* b.hi */
        {0x4ea31c41, 0,
         "q1 = (a64_v2u64)(a64_keep(64 << 1ul, q2 | q3));"}, /* orr v1.16b, v2.16b, v3.16b */
    };
    struct strbuf s = {0};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        strbuf_clear(&s);
        strbuf_add(&s, "");
        a64_emit(&s, a64_decode(known[i].word), known[i].word, 0, known[i].flags);
        assert_string_equal(s.text, known[i].text);
    }
    strbuf_free(&s);
}

static void steps_move_on(void **state) {
    (void)state;
    struct a64_state s = {.pc = 0x8000000, .x = {[30] = 0x1234}};
    assert_int_equal(a64_execute(&s, 0xd2800020), A64_PLAIN);
    assert_int_equal(s.x[0], 1);
    assert_int_equal(s.pc, 0x8000004);
    assert_int_equal(a64_execute(&s, 0x97fffffe), A64_CALL);
    assert_int_equal(s.pc, 0x7fffffc);
    assert_int_equal(s.x[30], 0x8000008);
    assert_int_equal(a64_execute(&s, 0xd65f03c0), A64_RET);
    assert_int_equal(s.pc, 0x8000008);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_have_their_rows),
        cmocka_unit_test(remembered_words_keep_their_rows),
        cmocka_unit_test(branches_know_their_targets),
        cmocka_unit_test(effects_tell_sp_from_zero),
        cmocka_unit_test(parts_of_effects_agree_with_all_of_them),
        cmocka_unit_test(nothing_is_known_of_words_without_a_row),
        cmocka_unit_test(emitted_text_names_locals_and_literals),
        cmocka_unit_test(steps_move_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
