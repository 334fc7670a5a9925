/* SPDX-License-Identifier: MIT */
#include "a64/test_emitted.h"
#include "a64/host_fp.h"
#include "a64/random.h"
#include "a64/test_state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The compiled text of each row beside the interpreter, on random states. */

enum { STATES = 100 };

static uint8_t pristine[A64_RANDOM_AREA_SIZE], after_lifted[A64_RANDOM_AREA_SIZE];

static bool check_word(const struct test_emitted *emitted) {
    static struct a64_state starts[STATES], lifted[STATES];
    const enum a64_op op = a64_decode(emitted->word);
    const bool memory = a64_info(op)->reads_memory || a64_info(op)->writes_memory;
    uint64_t seed = emitted->word;
    char text[200];
    for (int i = 0; i < STATES; i++) {
        a64_random_state(&starts[i], op, emitted->word, &seed);
        lifted[i] = starts[i];
        a64_host_set_fpcr(starts[i].fpcr);
        emitted->run(&lifted[i]);
    }
    if (memory) {
        memcpy(after_lifted, test_area_map(), A64_RANDOM_AREA_SIZE);
        memcpy(test_area_map(), pristine, A64_RANDOM_AREA_SIZE);
    }
    for (int i = 0; i < STATES; i++) {
        struct a64_state s = starts[i];
        a64_host_set_fpcr(s.fpcr);
        a64_execute(&s, emitted->word);
        a64_host_set_fpcr(0);
        if (!test_same_state(&lifted[i], &s, text, sizeof text) || lifted[i].fpsr != s.fpsr) {
            printf("# %s %08x: lifted: %s\n", a64_info(op)->name, emitted->word, text);
            return false;
        }
    }
    if (memory && memcmp(after_lifted, test_area_map(), A64_RANDOM_AREA_SIZE)) {
        printf("# %s %08x: memory differs\n", a64_info(op)->name, emitted->word);
        return false;
    }
    if (memory)
        memcpy(test_area_map(), pristine, A64_RANDOM_AREA_SIZE);
    return true;
}

static void lifted_text_agrees_with_the_interpreter(void **state) {
    (void)state;
    uint64_t seed = 3, *area = test_area_map();
    for (size_t i = 0; i < A64_RANDOM_AREA_SIZE / 8; i++)
        area[i] = a64_random(&seed);
    memcpy(pristine, area, A64_RANDOM_AREA_SIZE);
    int bad = 0;
    for (unsigned i = 0; i < test_emitted_count; i++)
        bad += !check_word(&test_emitted[i]);
    printf("# %u instructions\n# count states %u\n# count differences %d\n", test_emitted_count,
           test_emitted_count * STATES, bad);
    assert_int_equal(bad, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lifted_text_agrees_with_the_interpreter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
