/* SPDX-License-Identifier: MIT */
/* mutate COUNT [SEED]: runs COUNT random, truncated and damaged files through every parser and the
 * report of `windlass info`. Built with sanitizers; the same seed makes the same files. A crash
 * names the file's number: mutate COUNT SEED NUMBER runs that one alone. */
#include "container/exercise.h"
#include "container/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RANDOM_LIMIT = 0x400, BASES = 9 };

struct base {
    struct strbuf bytes;
    bool (*exercise)(const uint8_t *bytes, size_t size);
};

static uint64_t random_state;
static unsigned long current;

/* splitmix64 (Steele, Lea and Flood, 2014) */
static uint64_t random64(void) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static size_t below(size_t n) {
    return n ? (size_t)(random64() % n) : 0;
}

static void make_bases(struct base *bases) {
    static const struct sample_options plain, old = {.without_mod0 = true},
                                              bare = {.without_sections = true};
    for (int i = 0; i < BASES; i++)
        bases[i].exercise = exercise_program;
    sample_nro(&plain, &bases[0].bytes);
    sample_nro(&old, &bases[1].bytes);
    sample_nso(&plain, &bases[2].bytes);
    sample_nso(&plain, &bases[3].bytes);
    bases[3].bytes.text[0xc] = 7; /* compressed, but not hashed */
    sample_elf(&plain, &bases[4].bytes);
    sample_elf(&old, &bases[5].bytes);
    sample_elf(&bare, &bases[6].bytes);
    sample_romfs(&bases[7].bytes);
    bases[7].exercise = exercise_romfs;
    sample_nacp(&bases[8].bytes);
    bases[8].exercise = exercise_nacp;
}

/* Places that steer a parser lie early in a file and in its tables; half of the changes go where
 * the file is not zero. */
static size_t choose_place(const uint8_t *bytes, size_t size) {
    size_t at = below(size);
    if (random64() & 1)
        for (int tries = 0; tries < 64 && !bytes[at]; tries++)
            at = below(size);
    return random64() & 3 ? at & ~(size_t)3 : at;
}

static void change(uint8_t *bytes, size_t size) {
    static const uint64_t edges[] = {0,
                                     1,
                                     7,
                                     0x7f,
                                     0xff,
                                     0xfff,
                                     0x1000,
                                     0x1001,
                                     0x7fffffff,
                                     0x80000000,
                                     0xfffff000,
                                     0xffffffff,
                                     0x40000000,
                                     0x3ffff000,
                                     0x100000000,
                                     INT64_MAX,
                                     (uint64_t)INT64_MIN,
                                     UINT64_MAX};
    size_t at = choose_place(bytes, size);
    uint64_t value = edges[below(sizeof edges / sizeof *edges)];
    size_t width = (size_t)1 << below(4);
    switch (below(5)) {
    case 0:
        bytes[at] ^= (uint8_t)(1u << below(8));
        return;
    case 1:
        value = random64();
        break;
    case 2:
        value = below(size + 0x20);
        break;
    case 3:
        width = below(64);
        memmove(bytes + at, bytes + below(size), width < size - at ? width : 0);
        return;
    default:
        break;
    }
    for (size_t i = 0; i < width && at + i < size; i++)
        bytes[at + i] = (uint8_t)(value >> i * 8);
}

static bool run_one(const struct base *bases) {
    const struct base *base = &bases[below(BASES)];
    size_t kind = below(10), size = base->bytes.length;
    uint8_t *bytes = malloc(size + RANDOM_LIMIT);
    if (!bytes)
        abort();
    memcpy(bytes, base->bytes.text, size);
    if (kind == 0) { /* random bytes behind a start that the parser takes */
        size_t keep = below(0x14);
        size = below(RANDOM_LIMIT);
        for (size_t i = keep; i < size; i++)
            bytes[i] = (uint8_t)random64();
    } else if (kind == 1) {
        size = below(size);
    } else {
        for (size_t n = 1 + below(kind); n--;)
            change(bytes, size);
    }
    bool taken = base->exercise(bytes, size);
    free(bytes);
    return taken;
}

/* The sanitizers end the process; this says with which file. */
static void name_file(void) {
    char text[64];
    int n = snprintf(text, sizeof text, "file number %lu\n", current);
    if (write(2, text, (size_t)n) < 0)
        _exit(2);
}

void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

int main(int argc, char **argv) {
    struct base bases[BASES] = {0};
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 4000;
    unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    unsigned long first = argc > 3 ? strtoul(argv[3], NULL, 10) : 0, taken = 0;
    unsigned long end = argc > 3 ? first + 1 : count;
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(name_file);
    make_bases(bases);
    printf("1..1\n");
    for (current = first; current < end; current++) {
        random_state = (uint64_t)seed << 32 ^ current;
        taken += run_one(bases);
    }
    printf("ok 1 - %lu damaged files, %lu of them still well-formed\n", end - first, taken);
    for (int i = 0; i < BASES; i++)
        strbuf_free(&bases[i].bytes);
    return 0;
}
