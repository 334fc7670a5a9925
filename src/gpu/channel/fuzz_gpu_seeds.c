/* SPDX-License-Identifier: MIT */
/* Writes the samples as seeds: fuzz_gpu_seeds FOLDER makes FOLDER/fuzz_gpu_stream/0 and so on. */
#include "base/file.h"
#include "base/memory.h"
#include "gpu/channel/exercise.h"

#include <stdio.h>
#include <stdlib.h>

static bool save(const char *folder, unsigned number, struct error *error) {
    struct command_writer w = {0};
    char *inner = memory_format("%s/fuzz_gpu_stream", folder);
    char *path = memory_format("%s/%u", inner, number);
    stream_sample(number, &w);
    const bool ok =
        file_make_folders(inner, error) && file_write(path, w.words, w.count * 4, error);
    command_writer_free(&w);
    free(inner);
    free(path);
    return ok;
}

int main(int argc, char **argv) {
    struct error error = {0};
    if (argc != 2) {
        fprintf(stderr, "usage: fuzz_gpu_seeds FOLDER\n");
        return 2;
    }
    for (unsigned i = 0; i < STREAM_SAMPLES; i++)
        if (!save(argv[1], i, &error)) {
            fprintf(stderr, "fuzz_gpu_seeds: %s\n", error.text);
            return 1;
        }
    return 0;
}
