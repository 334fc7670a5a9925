/* SPDX-License-Identifier: MIT */
/* shader_mutate_translate COUNT [SEED [FIRST]]: COUNT programs (from number FIRST on, and shown),
 * through the translator, and what comes out through the validator: instructions of every row with
 * random fields, and damaged samples. Built with sanitizers; the same seed makes the same ones. */
#include "gpu/shader/code.h"
#include "gpu/shader/exercise_translate.h"
#include "gpu/shader/file.h"
#include "gpu/shader/isa.h"
#include "gpu/shader/mutate.h"
#include "gpu/shader/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 4, BARE = EXERCISE_KEY + SHADER_SPH_SIZE + GROUPS * CODE_GROUP };

/* Registers that are close together, so that instructions see each other's results; half of them
 * as compilers write them: no guard, no bits that mean nothing. */
static uint64_t random_word(const struct isa_row *row) {
    uint64_t word = mutate_random();
    if (mutate_random() & 1)
        word &= row->used;
    if (mutate_random() & 1)
        word &= ~(0xe0ull | 0xe000ull | 0xe000000ull);
    word = (word & ~row->mask) | row->value;
    if (row->guard && mutate_below(4))
        word = (word & ~(15ull << 16)) | (uint64_t)ISA_PT << 16;
    return word;
}

/* One row often enough for each to be met, then any. */
static void random_program(uint8_t bytes[BARE], unsigned long number) {
    static const uint64_t exit_word = 0xe30000000007000f;
    const size_t first = EXERCISE_KEY + SHADER_SPH_SIZE;
    for (size_t i = 0; i < first; i++)
        bytes[i] = (uint8_t)mutate_random();
    if (mutate_random() & 1) { /* a device that can do everything */
        bytes[1] = bytes[2] = 0xff;
        bytes[4] |= 2;
    }
    memset(bytes + first, 0, BARE - first);
    const size_t words = 1 + mutate_below(GROUPS * CODE_IN_GROUP - 1);
    for (size_t i = 0; i <= words && i < GROUPS * CODE_IN_GROUP; i++) {
        const struct isa_row *row = &isa_rows[i ? mutate_below(ISA_ROWS) : number % ISA_ROWS];
        while (i && !row->status)
            row = &isa_rows[mutate_below(ISA_ROWS)];
        const uint64_t word = i == words ? exit_word : random_word(row);
        const size_t at = i / CODE_IN_GROUP * CODE_GROUP + (1 + i % CODE_IN_GROUP) * CODE_WORD;
        memcpy(bytes + first + at, &word, sizeof word);
    }
}

static void show(const uint8_t bytes[BARE]) {
    struct strbuf text = {0};
    code_print(bytes + EXERCISE_KEY + SHADER_SPH_SIZE, GROUPS * CODE_GROUP, true, &text);
    fprintf(stderr, "stage %d\n%s", bytes[0] % SHADER_STAGES, text.text);
    strbuf_free(&text);
}

static bool run_sample(void) {
    struct shader_file file;
    struct strbuf out = {0};
    struct error error = {0};
    for (unsigned i = 0; i < EXERCISE_KEY; i++)
        strbuf_add_bytes(&out, (uint8_t[]){(uint8_t)mutate_random()}, 1);
    if (!shader_file_parse(shader_samples[mutate_below(SHADER_SAMPLES)], &file, &error) ||
        !shader_file_write(&file, &out, &error)) {
        fprintf(stderr, "shader_mutate_translate: %s\n", error.text);
        exit(1);
    }
    shader_file_free(&file);
    for (size_t n = mutate_below(4); n--;)
        mutate_bytes((uint8_t *)out.text + EXERCISE_KEY, out.length - EXERCISE_KEY);
    const bool done = exercise_shader_translate((const uint8_t *)out.text, out.length);
    strbuf_free(&out);
    return done;
}

int main(int argc, char **argv) {
    const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    const unsigned long first = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
    unsigned long modules = 0;
    uint8_t bytes[BARE];
    for (unsigned long n = 0; n < count; n++) {
        const unsigned long i = first + n;
        mutate_state = (argc > 2 ? strtoull(argv[2], NULL, 10) : 1) << 32 | i;
        if (i % 8 == 7) {
            modules += run_sample();
        } else {
            random_program(bytes, i - i / 8);
            if (argc > 3)
                show(bytes);
            modules += exercise_shader_translate(bytes, sizeof bytes);
        }
    }
    /* Both must be among them, or the run says nothing. */
    const bool both = modules > count / 50 && modules < count;
    printf("1..1\n%sok 1 - %lu programs, %lu of them became modules\n", both ? "" : "not ", count,
           modules);
    return both ? 0 : 1;
}
