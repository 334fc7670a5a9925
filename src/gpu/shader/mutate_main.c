/* SPDX-License-Identifier: MIT */
/* shader_mutate COUNT [SEED]: COUNT damaged files and texts of shaders, made of the samples,
 * through everything that reads them. Built with sanitizers; the same seed makes the same ones. */
#include "gpu/shader/exercise.h"
#include "gpu/shader/file.h"
#include "gpu/shader/mutate.h"
#include "gpu/shader/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void bytes_of(const char *text, struct strbuf *out) {
    struct shader_file file;
    struct error error = {0};
    if (!shader_file_parse(text, &file, &error) || !shader_file_write(&file, out, &error)) {
        fprintf(stderr, "shader_mutate: %s\n", error.text);
        exit(1);
    }
    shader_file_free(&file);
}

static bool run_one(const struct strbuf *base, bool (*exercise)(const uint8_t *, size_t)) {
    size_t size = base->length;
    uint8_t *bytes = malloc(size);
    if (!bytes)
        abort();
    memcpy(bytes, base->text, size);
    if (mutate_below(8) == 0)
        size = mutate_below(size);
    for (size_t n = 1 + mutate_below(6); size && n--;)
        mutate_bytes(bytes, size);
    const bool taken = exercise(bytes, size);
    free(bytes);
    return taken;
}

int main(int argc, char **argv) {
    const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    unsigned long taken = 0;
    struct strbuf files[SHADER_SAMPLES] = {0}, texts[SHADER_SAMPLES] = {0};
    for (size_t i = 0; i < SHADER_SAMPLES; i++) {
        bytes_of(shader_samples[i], &files[i]);
        strbuf_add(&texts[i], shader_samples[i]);
    }
    for (unsigned long i = 0; i < count; i++) {
        mutate_state = (argc > 2 ? strtoull(argv[2], NULL, 10) : 1) << 32 | i;
        const size_t k = mutate_below(SHADER_SAMPLES);
        taken += mutate_random() & 1 ? run_one(&files[k], exercise_shader_file)
                                     : run_one(&texts[k], exercise_shader_text);
    }
    for (size_t i = 0; i < SHADER_SAMPLES; i++) {
        strbuf_free(&files[i]);
        strbuf_free(&texts[i]);
    }
    /* Both kinds must be among them, or the run says nothing. */
    const bool both = taken > count / 20 && taken < count;
    printf("1..1\n%sok 1 - %lu damaged files, %lu of them taken\n", both ? "" : "not ", count,
           taken);
    return both ? 0 : 1;
}
