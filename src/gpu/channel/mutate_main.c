/* SPDX-License-Identifier: MIT */
/* stream_mutate COUNT [SEED]: COUNT damaged streams of commands, made of the samples, through a
 * channel. Built with sanitizers; the same seed makes the same ones. */
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

int main(int argc, char **argv) {
    const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    unsigned long done = 0, whole = 0;
    struct command_writer samples[STREAM_SAMPLES] = {0};
    for (unsigned i = 0; i < STREAM_SAMPLES; i++) {
        stream_sample(i, &samples[i]);
        whole += exercise_stream((const uint8_t *)samples[i].words, samples[i].count * 4);
    }
    for (unsigned long i = 0; i < count; i++) {
        mutate_state = (argc > 2 ? strtoull(argv[2], NULL, 10) : 1) << 32 | i;
        done += run_one(&samples[mutate_below(STREAM_SAMPLES)]);
    }
    for (unsigned i = 0; i < STREAM_SAMPLES; i++)
        command_writer_free(&samples[i]);
    printf("1..2\n%sok 1 - %lu samples are executed\n", whole == STREAM_SAMPLES ? "" : "not ",
           whole);
    /* Both kinds must be among them, or the run says nothing. */
    const bool both = done > count / 20 && done < count;
    printf("%sok 2 - %lu damaged streams, %lu of them executed to their end\n", both ? "" : "not ",
           count, done);
    return whole == STREAM_SAMPLES && both ? 0 : 1;
}
