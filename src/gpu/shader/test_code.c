/* SPDX-License-Identifier: MIT */
#include "gpu/shader/code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* Assembles lines; false with the error. */
static bool assemble(const char *text, struct strbuf *out, struct error *error) {
    struct code_builder b = {0};
    unsigned number = 0;
    bool ok = true;
    char line[256];
    while (ok && *text) {
        const size_t n = strcspn(text, "\n");
        memcpy(line, text, n);
        line[n] = 0;
        ok = code_line(&b, line, ++number, error);
        text += n + (text[n] == '\n');
    }
    ok = ok && code_finish(&b, out, error);
    code_free(&b);
    return ok;
}

static uint64_t word(const struct strbuf *code, size_t at) {
    uint64_t value = 0;
    assert_true(at + 8 <= code->length);
    memcpy(&value, code->text + at, sizeof value);
    return value;
}

static void comes_back(const char *text) {
    struct strbuf code = {0}, again = {0};
    struct error error = {0};
    if (!assemble(text, &code, &error))
        fail_msg("%s", error.text);
    code_print((const uint8_t *)code.text, code.length, false, &again);
    assert_string_equal(again.text, text);
    strbuf_free(&code);
    strbuf_free(&again);
}

static void text_comes_back(void **state) {
    (void)state;
    comes_back("    .sched st=0 / st=0 / st=0\n    NOP\n    NOP\n    EXIT\n");
    comes_back("    .sched st=15 yl wr=0 rd=5 wt=0x3f ru=0xf / st=1 wr=6 / st=2\n"
               "    NOP\n    NOP\n    EXIT\n");
    comes_back("    .sched 0xffffffffffffffff\n    NOP\n    NOP\n    EXIT\n");
    /* A label on the word that schedules, and one behind it. */
    comes_back(
        "L0000:\n    .sched st=1 / st=1 / st=1\nL0008:\n    BRA L0000\n    SSY L0008\n"
        "    BRA L0020\nL0020:\n    .sched st=1 / st=1 / st=1\n    EXIT\n    NOP\n    NOP\n");
    /* Places that have no name: outside, between words, a number in the word itself. */
    comes_back("    .sched st=1 / st=1 / st=1\n    BRA PC+0x100\n    BRA PC-0x3\n    JMP 0x40\n");
    /* A label behind the end. */
    comes_back("    .sched st=1 / st=1 / st=1\n    BRA L0020\n    NOP\n    EXIT\nL0020:\n");
}

static void labels_are_addresses(void **state) {
    (void)state;
    struct strbuf code = {0};
    struct error error = {0};
    assert_true(
        assemble("a:\nNOP\nb:\nNOP\nNOP\nc:\n.sched st=1/st=1/st=1\nd:\nBRA a\nBRA b\nBRA c\n"
                 "BRA d\ne:\nBRA e\n",
                 &code, &error));
    static const struct {
        size_t at;
        int64_t to;
    } branches[] = {{0x28, 0}, {0x30, 0x10}, {0x38, 0x20}, {0x48, 0x28}, {0x50, 0x50}};
    for (size_t i = 0; i < 5; i++) {
        const int64_t distance = (int64_t)(word(&code, branches[i].at) << 20) >> 40;
        assert_int_equal((int64_t)branches[i].at + 8 + distance, branches[i].to);
    }
    assert_int_equal(code.length, 0x60); /* filled up */
    assert_int_equal(word(&code, 0x58), word(&code, 8));
    strbuf_free(&code);
}

static void sched_words(void **state) {
    (void)state;
    struct error error = {0};
    uint64_t bits;
    assert_true(sched_parse("st=15 wr=0 / st=13 wr=0 wt=0x1 / st=15 wr=0 wt=0x1", &bits, &error));
    for (unsigned i = 0; i < 3; i++) {
        const struct sched s = sched_of(bits, i);
        assert_int_equal(s.stall, i == 1 ? 13 : 15);
        assert_int_equal(s.write, 0);
        assert_int_equal(s.read, 7);
        assert_int_equal(s.wait, i ? 1 : 0);
        assert_int_equal(sched_bits(s, i), bits & 0x1fffffull << (21 * i));
    }
}

static void mistakes_are_told(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"NOP\nFROB", "line 2: 'FROB': there is no such instruction"},
        {"a:\na:\nNOP", "line 2: the label a is there already"},
        {"BRA nowhere", "line 1: 'BRA nowhere': a label that is there"},
        {"NOP\n.sched st=1 / st=1 / st=1", "line 2: a .sched stands in front of each third"},
        {".sched st=1 / st=1 / st=1\n.sched st=1 / st=1 / st=1", "line 2: a .sched stands"},
        {".sched st=1 / st=1 / st=1", "no instruction follows the last .sched"},
        {".sched st=1 / st=1\nNOP", "line 1: .sched: has 2 of three slots"},
        {".sched st=1 / st=1 / st=1 / st=1\nNOP", "more than three slots"},
        {".sched st=16 / st=1 / st=1\nNOP", "st has 4 bits"},
        {".sched st / st=1 / st=1\nNOP", "'st' takes =VALUE"},
        {".sched xx=1 / st=1 / st=1\nNOP", "'xx=1 / st=1 / st=1' is none of"},
        {".sched 0x1 2\nNOP", "one number, or three slots"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct strbuf code = {0};
        struct error error = {0};
        assert_false(assemble(wrong[i][0], &code, &error));
        if (!strstr(error.text, wrong[i][1]))
            fail_msg("'%s' says: %s", wrong[i][0], error.text);
        strbuf_free(&code);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_comes_back),
        cmocka_unit_test(labels_are_addresses),
        cmocka_unit_test(sched_words),
        cmocka_unit_test(mistakes_are_told),
    };
    return cmocka_run_group_tests_name("shader code", tests, NULL, NULL);
}
