/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <spawn.h>
#include <spirv-tools/libspirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SOURCE_LIMIT = 1 << 20, MODULE_LIMIT = 16 << 20 };

extern char **environ;

/* Runs it; what it says becomes the error's text where it fails. */
static bool run(char *const argv[], struct error *error) {
    int both[2];
    posix_spawn_file_actions_t actions;
    pid_t child;
    if (pipe(both))
        return error_set(error, ERROR_IO, "pipe: %s", strerror(errno));
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, both[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, both[1], STDERR_FILENO);
    posix_spawn_file_actions_addclose(&actions, both[0]);
    const int failure = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(both[1]);
    char text[900];
    size_t length = 0;
    ssize_t got = 0;
    while (!failure && (got = read(both[0], text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)got;
    text[length] = 0;
    /* The rest is read too, so that the tool does not wait. */
    char more[512];
    while (!failure && read(both[0], more, sizeof more) > 0)
        continue;
    close(both[0]);
    if (failure)
        return error_set(error, ERROR_TOOL, "%s: %s; install what scripts/setup lists", argv[0],
                         strerror(failure));
    int status;
    waitpid(child, &status, 0);
    return (WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
           error_set(error, ERROR_FORMAT, "%s: %s", argv[0], text);
}

static uint64_t hash(uint64_t h, const void *bytes, size_t size) { /* FNV-1a */
    const uint8_t *p = bytes;
    for (size_t i = 0; i < size; i++)
        h = (h ^ p[i]) * 0x100000001b3u;
    return h;
}

static bool read_module(const char *path, struct module *out, struct error *error) {
    struct blob bytes;
    if (!file_read(path, MODULE_LIMIT, &bytes, error))
        return false;
    out->count = bytes.size / sizeof *out->words;
    out->words = memory_new(bytes.size);
    memcpy(out->words, bytes.data, bytes.size);
    blob_free(&bytes);
    return true;
}

bool tool_compile(const char *path, bool blocks_are_storage, const char *cache, struct module *out,
                  struct error *error) {
    struct blob source;
    char *plain[] = {"glslangValidator",
                     "-V",
                     "--target-env",
                     "vulkan1.3",
                     "--shift-UBO-binding",
                     "0",
                     "--shift-ssbo-binding",
                     "16",
                     "--shift-texture-binding",
                     "32",
                     "--shift-image-binding",
                     "64",
                     "--quiet"};
    enum { PLAIN = sizeof plain / sizeof *plain };
    char *argv[PLAIN + 8] = {0};
    size_t count = PLAIN;
    memcpy(argv, plain, sizeof plain);
    if (blocks_are_storage) {
        argv[count++] = "-Duniform=readonly buffer";
        argv[7] = "0"; /* of storage blocks, as of uniform ones */
    }
    if (!file_read(path, SOURCE_LIMIT, &source, error))
        return false;
    uint64_t name = hash(0xcbf29ce484222325u, source.data, source.size);
    for (size_t i = 0; i < count; i++)
        name = hash(name, argv[i], strlen(argv[i]));
    blob_free(&source);
    char *kept = memory_format("%s/%016lx.spv", cache, (unsigned long)name);
    char *fresh = memory_format("%s.%d", kept, (int)getpid());
    argv[count++] = "-o";
    argv[count++] = fresh;
    argv[count++] = (char *)path;
    bool ok =
        access(kept, R_OK) == 0 ||
        (file_make_folders(cache, error) && run(argv, error) &&
         (!rename(fresh, kept) || error_set(error, ERROR_IO, "%s: %s", kept, strerror(errno))));
    ok = ok && read_module(kept, out, error);
    free(kept);
    free(fresh);
    return ok;
}

bool tool_validate(const struct module *module, struct error *error) {
    const spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_3);
    spv_const_binary_t binary = {module->words, module->count};
    spv_diagnostic diagnostic = NULL;
    const bool ok = spvValidate(context, &binary, &diagnostic) == SPV_SUCCESS ||
                    error_set(error, ERROR_FORMAT, "no valid SPIR-V: %s",
                              diagnostic ? diagnostic->error : "the validator does not say why");
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    return ok;
}
