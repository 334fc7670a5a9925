/* SPDX-License-Identifier: MIT */
/* `windlass build FILE --output PATH`: one executable that needs no windlass beside it. */
#include "base/file.h"
#include "cli/commands.h"
#include "cli/produce.h"
#include "cli/settings.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define EXECUTABLE_LIMIT ((size_t)2 << 30)

static bool copy_executable(const char *from, const char *to, struct error *error) {
    struct blob blob;
    if (!file_read(from, EXECUTABLE_LIMIT, &blob, error))
        return false;
    bool ok = file_write(to, blob.data, blob.size, error);
    blob_free(&blob);
    if (ok && chmod(to, 0755) < 0)
        ok = error_set(error, ERROR_IO, "%s: cannot be made executable", to);
    return ok;
}

int cli_build(int argc, char **argv) {
    struct settings s;
    struct error error = {0};
    struct program program;
    struct product product;
    int status;
    if (!settings_read(&s, argc, argv, "makes a native executable of a program", &status))
        return status;
    if (!program_open(s.file, &program, &error)) {
        fprintf(stderr, "windlass build: %s\n", error.text);
        return 1;
    }
    char output[4096];
    snprintf(output, sizeof output, "%s",
             *s.build.output ? s.build.output : program.modules[0].name);
    bool ok = produce(&program, &s.build, &product, &error) &&
              copy_executable(product.executable, output, &error);
    if (!ok)
        fprintf(stderr, "windlass build: %s\n", error.text);
    else if (!s.build.quiet)
        printf("%s%s: %s; --help lists what it can be told\n", strchr(output, '/') ? "" : "./",
               output, *program.title ? program.title : program.modules[0].name);
    program_close(&program);
    return !ok;
}
