/* SPDX-License-Identifier: MIT */
#include "lift/float_use.h"
#include "lift/test_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static unsigned level(const char *source, const struct lift_options *options) {
    struct test_code c;
    test_assemble(&c, source);
    const unsigned found = float_use_level(&c.text, 1, options);
    test_close(&c);
    return found;
}

static void the_level_follows_from_the_words(void **state) {
    (void)state;
    static const struct {
        const char *source;
        unsigned level;
    } known[] = {
        {"_start: fadd d0, d0, d1\n mrs x0, fpcr\n msr fpsr, x0\n svc #0x18\n ret\n",
         A64_FLOAT_PLAIN},
        {"_start: ret\n msr fpcr, x30\n", A64_FLOAT_MODES},
        {"_start: ret\n mrs x3, fpsr\n", A64_FLOAT_EXACT},
        {"_start: mrs x3, fpsr\n msr fpcr, x3\n ret\n", A64_FLOAT_EXACT},
        {"_start: svc #0x33\n ret\n", A64_FLOAT_EXACT},
        {"_start: svc #0x4b\n ret\n", A64_FLOAT_EXACT},
        {"_start: svc #0x4c\n ret\n", A64_FLOAT_EXACT},
        {"_start: svc #0x77\n ret\n", A64_FLOAT_EXACT},
    };
    const struct lift_options options = {0};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_int_equal(level(known[i].source, &options), known[i].level);
}

static void the_options_come_first(void **state) {
    (void)state;
    assert_int_equal(level("_start: ret\n", &(struct lift_options){.debug = true}),
                     A64_FLOAT_EXACT);
    assert_int_equal(level("_start: ret\n", &(struct lift_options){.float_mode = LIFT_FLOAT_EXACT}),
                     A64_FLOAT_EXACT);
    assert_int_equal(level("_start: mrs x0, fpsr\n ret\n",
                           &(struct lift_options){.float_mode = LIFT_FLOAT_FAST, .debug = true}),
                     A64_FLOAT_FAST);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_level_follows_from_the_words),
        cmocka_unit_test(the_options_come_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
