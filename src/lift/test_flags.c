/* SPDX-License-Identifier: MIT */
#include "lift/flags.h"
#include "lift/test_code.h"

#include "base/strbuf.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* The flags that the C of an instruction names. */
static unsigned flags_named(const char *text) {
    static const char letters[] = "vczn"; /* fv is bit 0 */
    unsigned named = 0;
    for (const char *p = text; (p = strchr(p, 'f')); p++) {
        const char *letter = p[1] ? strchr(letters, p[1]) : NULL;
        const bool word = (p == text || !isalnum((unsigned char)p[-1])) && letter &&
                          !isalnum((unsigned char)p[2]) && p[2] != '_';
        named |= word ? 1u << (letter - letters) : 0;
    }
    return named;
}

static void what_the_c_reads_is_what_is_said(void **state) {
    (void)state;
    enum { WORDS = 6000000 };
    unsigned readers = 0;
    uint64_t seed = 1;
    struct strbuf out = {0};
    struct text t = {.count = 1};
    uint8_t image[4];
    uint16_t ops[1];
    t.image = image;
    t.ops = ops;
    for (unsigned i = 0; i < WORDS; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint32_t word = (uint32_t)(seed >> 32);
        if (i & 1) /* where conditions are */
            word = (word & ~0x1f000000u) | (word & 0x01000000u) | 0x1a000000u;
        for (unsigned b = 0; b < 4; b++)
            image[b] = (uint8_t)(word >> 8 * b);
        ops[0] = (uint16_t)a64_decode(word);
        if (ops[0] == A64_OP_NONE)
            continue;
        struct a64_effects effects;
        a64_effects((enum a64_op)ops[0], word, &effects);
        if (!effects.nzcv_read) {
            assert_int_equal(flags_read(&t, 0), 0);
            continue;
        }
        strbuf_clear(&out);
        a64_emit(&out, (enum a64_op)ops[0], word, 0, 0); /* without those that it sets */
        /* Nothing is printed of what only goes to register 31. */
        if (out.length && flags_read(&t, 0) != flags_named(out.text))
            fail_msg("%#x: %u, but %s", word, flags_read(&t, 0), out.text);
        readers++;
    }
    strbuf_free(&out);
    assert_true(readers > 10000);
}

static void only_flags_that_are_read_are_wanted(void **state) {
    (void)state;
    struct test_code c;
    test_discover(&c, "_start: cmp x0, x1\n" /* Z */
                      " csel x2, x3, x4, eq\n"
                      " subs x5, x5, #1\n" /* nothing: set again */
                      " cmp x0, #3\n"      /* C and Z, then N and V */
                      " cset w6, hi\n"
                      " ccmp x1, x2, #4, lt\n" /* what is read behind */
                      " mov x7, #1\n"
                      " b.ne next\n"
                      " ret\n"
                      "next: adds x0, x0, x1\n" /* C */
                      " adc x1, x1, xzr\n"
                      " ret\n"
                      ".section .rodata\n .word 0\n");
    const struct function *f = test_function(&c, "_start");
    const struct block *b = &f->blocks[0];
    assert_int_equal(b->first, 0);
    assert_int_equal(flags_wanted(&c.text, b, 0, false), A64_FLAG_Z);
    assert_int_equal(flags_wanted(&c.text, b, 2, true), 0);
    assert_int_equal(flags_wanted(&c.text, b, 3, true), A64_FLAGS_ALL);
    assert_int_equal(flags_wanted(&c.text, b, 5, false), A64_FLAG_Z);
    assert_int_equal(flags_wanted(&c.text, b, 5, true), A64_FLAGS_ALL);
    uint32_t next = (uint32_t)text_index(&c.text, test_label(&c, "next"));
    uint32_t number = function_block_at(f, next);
    assert_true(number != UINT32_MAX);
    assert_int_equal(flags_wanted(&c.text, &f->blocks[number], next, false), A64_FLAG_C);
    test_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_c_reads_is_what_is_said),
        cmocka_unit_test(only_flags_that_are_read_are_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
