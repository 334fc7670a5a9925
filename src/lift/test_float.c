/* SPDX-License-Identifier: MIT */
#include "lift/float_use.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { WORDS = 3 };
#define NOP 0xd503201fu
#define RET 0xd65f03c0u

/* Of a program of two texts of which the second one has the words. */
static unsigned level(const uint32_t words[WORDS], const struct lift_options *options) {
    static const uint32_t plain[WORDS] = {NOP, NOP, RET};
    const uint32_t *const images[] = {plain, words};
    struct text texts[2];
    for (int i = 0; i < 2; i++) {
        const struct module m = {
            .name = (char *)(uintptr_t)"words",
            .image = (uint8_t *)(uintptr_t)images[i],
            .image_size = sizeof plain,
            .memory_size = sizeof plain,
            .segments = {[SEGMENT_TEXT] = {0, sizeof plain, sizeof plain}},
            .mod0 = -1,
        };
        text_open(&texts[i], &m, 0x08000000);
    }
    const unsigned found = float_use_level(texts, 2, options);
    for (int i = 0; i < 2; i++)
        text_close(&texts[i]);
    return found;
}

static void the_level_follows_from_the_words(void **state) {
    (void)state;
    static const struct {
        uint32_t words[WORDS];
        unsigned level;
    } known[] = {
        {{0x1e612800, 0xd53b4400, RET}, A64_FLOAT_PLAIN}, /* fadd d0, d0, d1; mrs x0, fpcr */
        {{0xd51b4420, 0xd4000301, RET}, A64_FLOAT_PLAIN}, /* msr fpsr, x0; svc #0x18 */
        {{NOP, RET, 0xd51b441e}, A64_FLOAT_MODES},        /* msr fpcr, x30 */
        {{RET, 0xd53b4423, NOP}, A64_FLOAT_EXACT},        /* mrs x3, fpsr */
        {{0xd53b4423, 0xd51b4403, RET}, A64_FLOAT_EXACT}, /* mrs x3, fpsr; msr fpcr, x3 */
        {{0xd4000661, RET, NOP}, A64_FLOAT_EXACT},        /* svc #0x33 */
        {{0xd4000961, RET, NOP}, A64_FLOAT_EXACT},        /* svc #0x4b */
        {{0xd4000981, RET, NOP}, A64_FLOAT_EXACT},        /* svc #0x4c */
        {{0xd4000ee1, RET, NOP}, A64_FLOAT_EXACT},        /* svc #0x77 */
    };
    const struct lift_options options = {0};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_int_equal(level(known[i].words, &options), known[i].level);
}

static void the_options_come_first(void **state) {
    (void)state;
    static const uint32_t plain[WORDS] = {NOP, NOP, RET}, exact[WORDS] = {0xd53b4420, NOP, RET};
    assert_int_equal(level(plain, &(struct lift_options){.debug = true}), A64_FLOAT_EXACT);
    assert_int_equal(level(plain, &(struct lift_options){.float_mode = LIFT_FLOAT_EXACT}),
                     A64_FLOAT_EXACT);
    assert_int_equal(
        level(exact, &(struct lift_options){.float_mode = LIFT_FLOAT_FAST, .debug = true}),
        A64_FLOAT_FAST);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_level_follows_from_the_words),
        cmocka_unit_test(the_options_come_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
