/* SPDX-License-Identifier: MIT */
/* stream_mutate COUNT [SEED]: COUNT damaged streams of commands and as many damaged captures, made
 * of the samples, through a channel. Built with sanitizers; the same seed makes the same ones. */
#include "gpu/capture/exercise.h"
#include "gpu/channel/exercise.h"
#include "gpu/shader/mutate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words that mean something, in a place where they may mean something else. */
static void change(uint8_t *bytes, size_t size) {
    const size_t words = size / 4, at = mutate_below(words), from = mutate_below(words);
    if (mutate_below(3))
        mutate_bytes(bytes, size);
    else
        memmove(bytes + 4 * at, bytes + 4 * from, 4);
}

static bool run_one(const struct command_writer *base) {
    size_t size = base->count * 4;
    uint8_t *bytes = malloc(size);
    if (!bytes)
        abort();
    memcpy(bytes, base->words, size);
    if (mutate_below(8) == 0)
        size = 4 * (1 + mutate_below(size / 4));
    for (size_t n = mutate_below(8); n--;)
        change(bytes, size);
    const bool done = exercise_stream(bytes, size);
    free(bytes);
    return done;
}

/* Most of a capture is registers; its records' heads are what is damaged more often. */
static bool run_capture(const struct strbuf *base) {
    size_t size = base->length;
    uint8_t *bytes = malloc(size);
    if (!bytes)
        abort();
    memcpy(bytes, base->text, size);
    if (mutate_below(16) == 0)
        size = 1 + mutate_below(size);
    for (size_t n = mutate_below(8); n--;) {
        const size_t most = mutate_below(2) ? size : 128, part = most < size ? most : size;
        change(mutate_below(2) ? bytes : bytes + size - part, part & ~(size_t)3);
    }
    const bool done = exercise_capture(bytes, size);
    free(bytes);
    return done;
}

static struct command_writer samples[STREAM_SAMPLES];
static struct strbuf captures[STREAM_SAMPLES];

static unsigned make_samples(void) {
    unsigned whole = 0;
    for (unsigned i = 0; i < STREAM_SAMPLES; i++) {
        stream_sample(i, &samples[i]);
        capture_sample(i, &captures[i]);
        whole += exercise_stream((const uint8_t *)samples[i].words, samples[i].count * 4);
        whole += exercise_capture((const uint8_t *)captures[i].text, captures[i].length);
    }
    return whole;
}

int main(int argc, char **argv) {
    const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    unsigned long streams = 0, taken = 0;
    const unsigned whole = make_samples();
    for (unsigned long i = 0; i < count; i++) {
        mutate_state = (argc > 2 ? strtoull(argv[2], NULL, 10) : 1) << 32 | i;
        const size_t k = mutate_below(STREAM_SAMPLES);
        streams += run_one(&samples[k]);
        taken += run_capture(&captures[k]);
    }
    for (unsigned i = 0; i < STREAM_SAMPLES; i++) {
        command_writer_free(&samples[i]);
        strbuf_free(&captures[i]);
    }
    printf("1..3\n%sok 1 - all samples are executed\n", whole == 2 * STREAM_SAMPLES ? "" : "not ");
    /* Both kinds must be among them, or the run says nothing. */
    const bool both = streams > count / 20 && streams < count;
    const bool both_captures = taken > count / 20 && taken < count;
    printf("%sok 2 - %lu damaged streams, %lu of them executed to their end\n", both ? "" : "not ",
           count, streams);
    printf("%sok 3 - %lu damaged captures, %lu of them executed to their end\n",
           both_captures ? "" : "not ", count, taken);
    return whole == 2 * STREAM_SAMPLES && both && both_captures ? 0 : 1;
}
