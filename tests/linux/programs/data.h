/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_LINUX_DATA_H
#define WINDLASS_TESTS_LINUX_DATA_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Made-up data that compresses as real data does, the same on every machine, and a checksum. */

static uint64_t data_state = 0x9e3779b97f4a7c15u;

/* xorshift64*, by Vigna's description. */
static inline uint32_t data_random(void) {
    data_state ^= data_state >> 12;
    data_state ^= data_state << 25;
    data_state ^= data_state >> 27;
    return (uint32_t)((data_state * 0x2545f4914f6cdd1du) >> 32);
}

static inline void data_seed(uint64_t seed) {
    data_state = seed * 2 + 1;
}

static inline uint64_t data_checksum(const void *bytes, size_t size) {
    const uint8_t *p = bytes;
    uint64_t sum = 0xcbf29ce484222325u; /* FNV-1a */
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ p[i]) * 0x100000001b3u;
    return sum;
}

/* Sentences of a few hundred words, some of them much more often than others. */
static inline void data_text(char *to, size_t size) {
    static const char *const parts[] = {"an", "ber", "co",  "dra", "el", "fin", "gra", "hu",
                                        "is", "lo",  "mar", "ne",  "or", "pre", "qui", "ra",
                                        "st", "tro", "un",  "ve",  "wa", "xe",  "yo",  "zu"};
    enum { PARTS = sizeof parts / sizeof *parts };
    size_t n = 0, words = 0;
    while (n < size) {
        char word[64];
        const uint32_t pick = data_random() % 400, rare = data_random() % (pick + 1);
        int length = snprintf(word, sizeof word, "%s%s%s%s", parts[rare % PARTS],
                              rare > 20 ? parts[rare / 7 % PARTS] : "",
                              rare > 200 ? parts[rare / 3 % PARTS] : "",
                              ++words % 12 ? " "
                              : words % 60 ? ", "
                                           : ".\n");
        for (int i = 0; i < length && n < size; i++)
            to[n++] = word[i];
    }
}

/* Records with counters, a float that wanders, flags and noise. */
static inline void data_binary(uint8_t *to, size_t size) {
    struct record {
        uint32_t number, flags;
        float value;
        uint16_t small[2];
    } r = {.value = 1};
    for (size_t n = 0; n < size; n += sizeof r) {
        r.number++;
        r.flags = data_random() % 8 ? r.flags : data_random() & 0xff;
        r.value += ((float)(data_random() & 0xff) - 127.5f) / 256;
        r.small[0] = (uint16_t)(r.number / 3);
        r.small[1] = (uint16_t)(data_random() >> 24);
        memcpy(to + n, &r, size - n < sizeof r ? size - n : sizeof r);
    }
}

static inline void data_noise(uint8_t *to, size_t size) {
    for (size_t n = 0; n < size; n++)
        to[n] = (uint8_t)data_random();
}

struct data_set {
    const char *name;
    uint8_t *bytes;
    size_t size;
};

enum { DATA_SETS = 4 };

static inline void data_make(struct data_set *sets, size_t size) {
    static const char *const names[DATA_SETS] = {"text", "binary", "noise", "zeros"};
    for (int i = 0; i < DATA_SETS; i++) {
        sets[i] = (struct data_set){names[i], calloc(1, size), size};
        if (!sets[i].bytes)
            exit(2);
    }
    data_seed(7);
    data_text((char *)sets[0].bytes, size);
    data_binary(sets[1].bytes, size);
    data_noise(sets[2].bytes, size);
    for (int i = 0; i < DATA_SETS; i++)
        printf("%s %zu %016llx\n", sets[i].name, size,
               (unsigned long long)data_checksum(sets[i].bytes, size));
}

/* One line a round trip; a wrong one ends the program. */
static inline void data_report(const char *how, const struct data_set *set, const void *packed,
                               size_t packed_size, const void *back) {
    const int same = !memcmp(back, set->bytes, set->size);
    printf("%s %s: %zu bytes %016llx %s\n", how, set->name, packed_size,
           (unsigned long long)data_checksum(packed, packed_size), same ? "same" : "DIFFERS");
    if (!same)
        exit(1);
}

#endif
