/* SPDX-License-Identifier: MIT */
/* shader_mutate_translate COUNT [SEED [FIRST]]: COUNT programs (from number FIRST on, and shown),
 * through the translator, and what comes out through the validator: instructions of every row with
 * random fields, jumps to anywhere, and damaged samples. Built with sanitizers; the same seed makes
 * the same ones. */
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

/* A file of the text, after random choices and `damage` changes. */
static bool run_text(const char *text, size_t damage) {
    struct shader_file file;
    struct strbuf bytes = {0}, out = {0};
    struct error error = {0};
    for (unsigned i = 0; i < EXERCISE_KEY; i++)
        strbuf_add_bytes(&out, (uint8_t[]){(uint8_t)mutate_random()}, 1);
    if (!shader_file_parse(text, &file, &error) || !shader_file_write(&file, &bytes, &error)) {
        fprintf(stderr, "shader_mutate_translate: %s\n", error.text);
        exit(1);
    }
    strbuf_add_bytes(&out, bytes.text, bytes.length);
    strbuf_free(&bytes);
    shader_file_free(&file);
    while (damage--)
        mutate_bytes((uint8_t *)out.text + EXERCISE_KEY, out.length - EXERCISE_KEY);
    const bool done = exercise_shader_translate((const uint8_t *)out.text, out.length);
    strbuf_free(&out);
    return done;
}

/* Jumps of all kinds to anywhere, with some registers and predicates that they carry along. */
static bool run_jumps(bool is_shown) {
    static const char *const jumps[] = {"SSY", "PBK", "PCNT", "CAL", "BRA", "BRA", "BRA.LT"},
                             *const others[] = {"SYNC",
                                                "SYNC",
                                                "BRK",
                                                "CONT",
                                                "RET",
                                                "EXIT",
                                                "KIL",
                                                "IADD R0.CC, R0, R1",
                                                "IADD R1, R0, 0x1",
                                                "FADD R2, R1, R0",
                                                "ISETP.LT.U32.AND P0, PT, R0, R1, PT",
                                                "TEXS R0, R1, R2, 0x8, 2D, RG",
                                                "LDG.E R1, [R2]",
                                                "SUST.P.2D.RGBA R0, R2, 0x48"};
    enum { WITHOUT_GUARD = 4 };
    enum { JUMPS = sizeof jumps / sizeof *jumps, OTHERS = sizeof others / sizeof *others };
    const size_t count = 3 + mutate_below(20);
    struct strbuf text = {0};
    strbuf_add(&text, mutate_random() & 1 ? ".stage fragment\n.code\n"
                                          : ".stage compute\n.header block_size[0] 32\n.code\n");
    for (size_t i = 0; i < 3; i++)
        strbuf_addf(&text, "%s L%zu\n", jumps[i], mutate_below(count));
    for (size_t i = 0; i < count; i++) {
        const bool jumps_away = mutate_below(4) == 0;
        const size_t what = mutate_below(jumps_away ? JUMPS : OTHERS);
        strbuf_addf(&text, "L%zu:\n", i);
        if (mutate_random() & 1 && !(jumps_away && what < WITHOUT_GUARD))
            strbuf_addf(&text, "@%sP%zu ", mutate_random() & 1 ? "!" : "", mutate_below(3));
        if (jumps_away)
            strbuf_addf(&text, "%s L%zu\n", jumps[what], mutate_below(count));
        else
            strbuf_addf(&text, "%s\n", others[what]);
    }
    strbuf_add(&text, "EXIT\n");
    if (is_shown)
        fputs(text.text, stderr);
    struct strbuf whole = {0};
    strbuf_addf(&whole, ".container dksh\n%s", text.text);
    const bool done = run_text(whole.text, 0);
    strbuf_free(&whole);
    strbuf_free(&text);
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
            modules += run_text(shader_samples[mutate_below(SHADER_SAMPLES)], mutate_below(4));
        } else if (i % 8 == 3 || i % 8 == 5) {
            modules += run_jumps(argc > 3);
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
