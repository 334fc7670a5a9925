/* SPDX-License-Identifier: MIT */
/* Writes the samples as seeds: fuzz_gpu_seeds FOLDER makes FOLDER/fuzz_gpu_stream/0,
 * .../fuzz_gpu_capture/0 and so on. */
#include "base/file.h"
#include "base/memory.h"
#include "gpu/capture/exercise.h"
#include "gpu/channel/exercise.h"

#include <stdio.h>
#include <stdlib.h>

static bool save(const char *folder, const char *fuzzer, unsigned number, const void *bytes,
                 size_t size, struct error *error) {
    char *inner = memory_format("%s/%s", folder, fuzzer);
    char *path = memory_format("%s/%u", inner, number);
    const bool ok = file_make_folders(inner, error) && file_write(path, bytes, size, error);
    free(inner);
    free(path);
    return ok;
}

static bool save_both(const char *folder, unsigned number, struct error *error) {
    struct command_writer w = {0};
    struct strbuf capture = {0};
    stream_sample(number, &w);
    capture_sample(number, &capture);
    const bool ok = save(folder, "fuzz_gpu_stream", number, w.words, w.count * 4, error) &&
                    save(folder, "fuzz_gpu_capture", number, capture.text, capture.length, error);
    command_writer_free(&w);
    strbuf_free(&capture);
    return ok;
}

int main(int argc, char **argv) {
    struct error error = {0};
    if (argc != 2) {
        fprintf(stderr, "usage: fuzz_gpu_seeds FOLDER\n");
        return 2;
    }
    for (unsigned i = 0; i < STREAM_SAMPLES; i++)
        if (!save_both(argv[1], i, &error)) {
            fprintf(stderr, "fuzz_gpu_seeds: %s\n", error.text);
            return 1;
        }
    return 0;
}
