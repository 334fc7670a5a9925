/* SPDX-License-Identifier: MIT */
/* shader_mutate COUNT [SEED]: COUNT damaged files and texts of shaders, made of the samples,
 * through everything that reads them. Built with sanitizers; the same seed makes the same ones. */
#include "gpu/shader/exercise.h"
#include "gpu/shader/file.h"
#include "gpu/shader/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state;

/* splitmix64 (Steele, Lea and Flood, 2014) */
static uint64_t random64(void) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static size_t below(size_t n) {
    return (size_t)(random64() % n);
}

static void bytes_of(const char *text, struct strbuf *out) {
    struct shader_file file;
    struct error error = {0};
    if (!shader_file_parse(text, &file, &error) || !shader_file_write(&file, out, &error)) {
        fprintf(stderr, "shader_mutate: %s\n", error.text);
        exit(1);
    }
    shader_file_free(&file);
}

/* Headers steer, so that half of the changes lie in the first bytes. */
static void damage(uint8_t *bytes, size_t size) {
    static const uint32_t edges[] = {0,          1,          0xff,       0x100,
                                     0x7fffffff, 0x80000000, 0xffffffe0, 0xffffffff};
    const size_t at = below(random64() & 1 && size > 96 ? 96 : size);
    switch (below(4)) {
    case 0:
        bytes[at] ^= (uint8_t)(1u << below(8));
        break;
    case 1:
        for (size_t i = 0; i < 4 && (at & ~3ul) + i < size; i++)
            bytes[(at & ~3ul) + i] = (uint8_t)(edges[below(8)] >> (8 * i));
        break;
    case 2:
        memmove(bytes + at, bytes + below(size), 1 + below(16) < size - at ? 1 : 0);
        break;
    default:
        bytes[at] = (uint8_t)random64();
    }
}

static bool run_one(const struct strbuf *base, bool (*exercise)(const uint8_t *, size_t)) {
    size_t size = base->length;
    uint8_t *bytes = malloc(size);
    if (!bytes)
        abort();
    memcpy(bytes, base->text, size);
    if (below(8) == 0)
        size = below(size);
    for (size_t n = 1 + below(6); size && n--;)
        damage(bytes, size);
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
        random_state = (argc > 2 ? strtoull(argv[2], NULL, 10) : 1) << 32 | i;
        const size_t k = below(SHADER_SAMPLES);
        taken += random64() & 1 ? run_one(&files[k], exercise_shader_file)
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
