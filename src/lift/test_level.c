/* SPDX-License-Identifier: MIT */
#include "lift/level.h"

#include "base/strbuf.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

/* Functions whose SP is known everywhere, with how far below the entry's it is at most, and others
 * where it is not. `other` is a function. */

enum { UNKNOWN = -1 };

struct frame {
    int deepest;
    const char *body;
};

static int deepest(const struct levels *levels, const struct function *f) {
    int most = 0;
    for (uint32_t i = 0; i < f->block_count; i++)
        most = -levels->end[i] > most ? -levels->end[i] : most;
    return most;
}

static void expect(const struct frame *frames, size_t count) {
    struct test_code code;
    struct strbuf source = {0};
    strbuf_add(&source, "_start: str x30, [sp, #-16]!\n");
    for (size_t i = 0; i < count; i++)
        strbuf_addf(&source, "bl f%zu\n", i);
    strbuf_add(&source, "bl other\nldr x30, [sp], #16\n ret\nother: ret\n");
    for (size_t i = 0; i < count; i++)
        strbuf_addf(&source, "f%zu: %s\n", i, frames[i].body);
    test_discover(&code, source.text);
    for (size_t i = 0; i < count; i++) {
        char name[8];
        struct levels levels;
        snprintf(name, sizeof name, "f%zu", i);
        const struct function *f = test_function(&code, name);
        levels_find(&code.text, f, &levels);
        const int found = levels.known ? deepest(&levels, f) : UNKNOWN;
        if (found != frames[i].deepest)
            fail_msg("%d, not %d, in:\n%s", found, frames[i].deepest, frames[i].body);
        levels_free(&levels);
    }
    test_close(&code);
    strbuf_free(&source);
}
#define EXPECT(frames) expect(frames, sizeof(frames) / sizeof *(frames))

static void constants_are_followed(void **state) {
    static const struct frame frames[] = {
        {0, "add x0, x0, #1\nret"},
        {32, "stp x29, x30, [sp, #-32]!\nbl other\nldp x29, x30, [sp], #32\nret"},
        {48, "str x30, [sp, #-16]!\nsub sp, sp, #32\nbl other\nadd sp, sp, #32\n"
             "ldr x30, [sp], #16\nret"},
        {4096 + 16, "str x30, [sp, #-16]!\nsub sp, sp, #1, lsl #12\nbl other\n"
                    "add sp, sp, #1, lsl #12\nldr x30, [sp], #16\nret"},
        /* Only one way has a frame, and it is gone where they meet. */
        {16, "cbz x0, 1f\nstr x30, [sp, #-16]!\nbl other\nldr x30, [sp], #16\n1: ret"},
        {16, "str x30, [sp, #-16]!\n1: bl other\ncbnz x0, 1b\nldr x30, [sp], #16\nret"},
        /* XZR is not SP. */
        {16, "str x30, [sp, #-16]!\ncmp sp, x0\ncmp x0, #16\ntst x0, #16\nbl other\n"
             "ldr x30, [sp], #16\nret"},
    };
    (void)state;
    EXPECT(frames);
}

static void other_frames_are_not_known(void **state) {
    static const struct frame frames[] = {
        {UNKNOWN, "sub sp, sp, x0\nadd sp, sp, x0\nret"},
        {UNKNOWN, "mov x9, sp\nsub sp, sp, #16\nmov sp, x9\nret"},
        {UNKNOWN, "mov x9, sp\nand sp, x9, #0xfffffffffffffff0\nmov sp, x9\nret"},
        {UNKNOWN, "sub sp, sp, #16\nret"},
        {UNKNOWN, "add sp, sp, #16\nsub sp, sp, #32\nadd sp, sp, #16\nsub sp, sp, #16\nret"},
        /* Ways that meet with different frames. */
        {UNKNOWN, "cbz x0, 1f\nsub sp, sp, #16\n1: sub sp, sp, #16\nadd sp, sp, #32\nret"},
        {UNKNOWN, "1: sub sp, sp, #16\ncbnz x0, 1b\nadd sp, sp, #16\nret"},
    };
    (void)state;
    EXPECT(frames);
}

static void words_that_make_the_stack_grow(void **state) {
    (void)state;
    assert_true(level_falls(0xa9be7bfd));  /* stp x29, x30, [sp, #-32]! */
    assert_true(level_falls(0xd10083ff));  /* sub sp, sp, #32 */
    assert_false(level_falls(0xa8c27bfd)); /* ldp x29, x30, [sp], #32 */
    assert_false(level_falls(0x910083ff)); /* add sp, sp, #32 */
    assert_false(level_falls(0xa9014ff4)); /* stp x20, x19, [sp, #16] */
    assert_false(level_falls(0xa9be7c1d)); /* stp x29, xzr, [x0, #-32] */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_are_followed),
        cmocka_unit_test(other_frames_are_not_known),
        cmocka_unit_test(words_that_make_the_stack_grow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
