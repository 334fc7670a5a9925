/* SPDX-License-Identifier: MIT */
/* String handling a byte at a time: words are split off, folded to lower case, compared, counted in
 * a sorted list and joined again. */
#include "kernel.h"

kernel_run kernel_strings;

enum { ROOM = 1 << 14, WORDS = 512, LONGEST = 16 };
static char text[ROOM], joined[ROOM];
static struct {
    char letters[LONGEST];
    uint32_t count;
} words[WORDS];
static uint32_t word_count;

static void write_text(uint32_t seed) {
    uint32_t n = 0;
    while (n < ROOM - LONGEST) {
        const uint32_t rare = kernel_random(&seed) & kernel_random(&seed) & 0xff;
        uint32_t word = rare * 2654435761u;
        for (uint32_t k = 2 + (rare & 7); k; k--, word = word << 5 | word >> 27)
            text[n++] = (char)((word & 1 && k & 1 ? 'A' : 'a') + (word >> 8) % 26);
        text[n++] = rare & 1 ? ' ' : ',';
    }
    text[n] = 0;
}

static int compare(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return (uint8_t)*a - (uint8_t)*b;
}

static void copy(char *to, const char *from) {
    while ((*to++ = *from++))
        ;
}

static void add(const char *word) {
    uint32_t low = 0, high = word_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        const int order = compare(word, words[middle].letters);
        if (!order) {
            words[middle].count++;
            return;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    if (word_count == WORDS)
        return;
    for (uint32_t i = word_count++; i > low; i--) {
        copy(words[i].letters, words[i - 1].letters);
        words[i].count = words[i - 1].count;
    }
    copy(words[low].letters, word);
    words[low].count = 1;
}

static const char *take(const char *from, char *word) {
    uint32_t n = 0;
    while (*from == ' ' || *from == ',')
        from++;
    for (; *from && *from != ' ' && *from != ','; from++)
        if (n < LONGEST - 1)
            word[n++] = (char)(*from >= 'A' && *from <= 'Z' ? *from | 32 : *from);
    word[n] = 0;
    return from;
}

uint64_t kernel_strings(uint32_t rounds) {
    uint64_t sum = 0;
    for (uint32_t r = 0; r < rounds; r++) {
        char word[LONGEST];
        write_text(r);
        word_count = 0;
        for (const char *p = take(text, word); *word; p = take(p, word))
            add(word);
        uint32_t n = 0;
        for (uint32_t i = 0; i < word_count && n < ROOM - LONGEST; i++) {
            copy(joined + n, words[i].letters);
            while (joined[n])
                sum = sum * 31 + (uint8_t)joined[n++];
            sum += words[i].count;
        }
    }
    return sum;
}
