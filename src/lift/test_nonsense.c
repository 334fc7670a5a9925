/* SPDX-License-Identifier: MIT */
/* Text that no compiler made: everything must hold together, and the work must end. */
#include "a64/fuzz/test_text.h"
#include "a64/random.h"
#include "lift/exercise.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { WORDS = 4096 };

/* Mostly words that lead somewhere near. */
static uint32_t near_word(uint64_t *seed) {
    const uint32_t r = (uint32_t)a64_random(seed), near = (r >> 20 & 0x3ff) - 0x200;
    switch (r % 12) {
    case 0:
        return 0x14000000 | (near & 0x3ffffff); /* B */
    case 1:
        return 0x94000000 | (near & 0x3ffffff); /* BL */
    case 2:
        return 0x54000000 | (near & 0x7ffff) << 5 | (r >> 8 & 15); /* B.cond */
    case 3:
        return 0x34000000 | (near & 0x7ffff) << 5 | (r >> 8 & 31); /* CBZ */
    case 4:
        return 0x10000000 | (near & 0x7ffff) << 5 | (r >> 8 & 31); /* ADR */
    case 5:
        return 0xd61f0000 | (r >> 8 & 31) << 5; /* BR */
    case 6:
        return 0x78605800 | (r >> 8 & 0x1f03ff); /* LDRH [x, w, uxtw #1] */
    case 7:
        return 0x8b20a800 | (r >> 8 & 0x1f03ff); /* ADD x, x, w, sxth #2 */
    case 8:
        return 0x7100001f | (r >> 8 & 0xff) << 10 | (r >> 16 & 31) << 5; /* CMP */
    case 9:
        return 0xd10083ff; /* SUB SP, SP, #32 */
    case 10:
        return 0xd65f03c0; /* RET */
    default:
        return (uint32_t)a64_random(seed);
    }
}

static void near_words(void **state) {
    (void)state;
    static uint32_t words[WORDS];
    const struct exercise_header header = {.text_words = WORDS};
    for (uint64_t seed = 1; seed <= 12; seed++) {
        uint64_t random = seed;
        for (size_t i = 0; i < WORDS; i++)
            words[i] = near_word(&random);
        exercise_text(&header, (const uint8_t *)words, sizeof words);
    }
}

/* From NOPs to anything, damage by damage; data are text of the time before. */
static void damaged_words(void **state) {
    (void)state;
    static uint32_t words[WORDS];
    struct exercise_header header = {.text_words = WORDS / 2, .eh_frame_size = 512};
    size_t count = WORDS / 2;
    uint64_t seed = 1;
    for (size_t i = 0; i < WORDS; i++)
        words[i] = 0xd503201f;
    for (unsigned round = 0; round < 60; round++) {
        for (unsigned n = 0; n < 40; n++)
            count = test_text_damage(words, count, WORDS, &seed);
        header.text_words = (uint32_t)(count * 7 / 8);
        header.symbols = round % 5 * 20;
        exercise_text(&header, (const uint8_t *)words, count * 4);
    }
}

static void almost_nothing(void **state) {
    (void)state;
    static const uint32_t words[] = {0x14000000, 0xd61f0000, 0x54000000};
    for (uint32_t size = 0; size <= sizeof words; size++) {
        const struct exercise_header header = {size, size, size, 1};
        exercise_text(&header, (const uint8_t *)words, size);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_words),
        cmocka_unit_test(damaged_words),
        cmocka_unit_test(almost_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
