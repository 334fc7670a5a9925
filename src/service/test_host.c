/* SPDX-License-Identifier: MIT */
/* Clock and input that stand still until a test moves them: the linker puts these in
 * place of src/host's (--wrap). */
#include "service/test_support.h"

uint64_t test_clock_ns;
int64_t test_clock_unix;
struct input_state test_input;

uint64_t __wrap_clock_ns(void);
uint64_t __wrap_clock_ticks(void);
int64_t __wrap_clock_unix(void);
void __wrap_clock_sleep_until(uint64_t deadline_ns);
void __wrap_input_sample(struct input_state *out);

uint64_t __wrap_clock_ns(void) {
    return test_clock_ns;
}

uint64_t __wrap_clock_ticks(void) {
    return test_clock_ns / 625 * 12;
}

int64_t __wrap_clock_unix(void) {
    return test_clock_unix;
}

void __wrap_clock_sleep_until(uint64_t deadline_ns) {
    (void)deadline_ns;
}

void __wrap_input_sample(struct input_state *out) {
    *out = test_input;
}
