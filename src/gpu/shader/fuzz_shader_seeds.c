/* SPDX-License-Identifier: MIT */
/* Writes the samples as seeds: fuzz_shader_seeds FOLDER makes FOLDER/fuzz_shader_file/0 and so on.
 */
#include "base/file.h"
#include "base/memory.h"
#include "gpu/shader/exercise_translate.h"
#include "gpu/shader/file.h"
#include "gpu/shader/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool save(const char *folder, const char *fuzzer, size_t number, const void *bytes,
                 size_t size, struct error *error) {
    char *inner = memory_format("%s/%s", folder, fuzzer);
    char *path = memory_format("%s/%zu", inner, number);
    const bool ok = file_make_folders(inner, error) && file_write(path, bytes, size, error);
    free(inner);
    free(path);
    return ok;
}

static bool save_all(const char *folder, size_t i, struct error *error) {
    static const uint8_t key[EXERCISE_KEY] = {[1] = 0xff, [2] = 0xff, [4] = 2};
    const char *text = shader_samples[i];
    struct shader_file file;
    struct strbuf bytes = {0}, keyed = {0};
    if (!shader_file_parse(text, &file, error))
        return false;
    bool ok = shader_file_write(&file, &bytes, error);
    strbuf_add_bytes(&keyed, key, sizeof key);
    strbuf_add_bytes(&keyed, bytes.text, bytes.length);
    ok = ok && save(folder, "fuzz_shader_file", i, bytes.text, bytes.length, error) &&
         save(folder, "fuzz_shader_translate", i, keyed.text, keyed.length, error) &&
         save(folder, "fuzz_shader_text", i, text, strlen(text), error);
    strbuf_free(&keyed);
    strbuf_free(&bytes);
    shader_file_free(&file);
    return ok;
}

int main(int argc, char **argv) {
    struct error error = {0};
    if (argc != 2) {
        fprintf(stderr, "usage: fuzz_shader_seeds FOLDER\n");
        return 2;
    }
    for (size_t i = 0; i < SHADER_SAMPLES; i++)
        if (!save_all(argv[1], i, &error)) {
            fprintf(stderr, "fuzz_shader_seeds: %s\n", error.text);
            return 1;
        }
    return 0;
}
