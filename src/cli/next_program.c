/* SPDX-License-Identifier: MIT */
#include "cli/next_program.h"

#include "base/memory.h"
#include "host/sandbox.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The name of an open file on the host. */
static bool name_of(int fd, char *out, size_t room) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, out, room - 1);
    out[n > 0 ? n : 0] = 0;
    return n > 0;
}

/* As the guest's own file accesses go: no way out by "..", no host links, names in any case. */
static bool find_on_card(const char *path, const char *sd_folder, struct next_program *out,
                         struct error *error) {
    char normal[SANDBOX_PATH];
    int fd = -1;
    const char *below = strncmp(path, "sdmc:", 5) == 0 ? path + 5 : path;
    struct sandbox *card = sandbox_open(sd_folder, error);
    if (!card)
        return false;
    int failure = sandbox_normalise(below, strlen(below) + 1, normal);
    if (!failure)
        failure = sandbox_open_file(card, normal, false, &fd);
    sandbox_close(card);
    bool ok = !failure && name_of(fd, out->file, sizeof out->file);
    if (fd >= 0)
        close(fd);
    return ok || error_set(error, ERROR_IO,
                           "the program asks to load %s next, but the SD card in %s has no such "
                           "file (%s)",
                           path, sd_folder, strerror(failure));
}

bool next_program_read(const char *note, const char *sd_folder, bool *found,
                       struct next_program *out, struct error *error) {
    FILE *f = fopen(note, "re");
    char path[600], arguments[2100];
    *found = f && fgets(path, sizeof path, f) && fgets(arguments, sizeof arguments, f);
    if (f)
        fclose(f);
    unlink(note);
    if (!*found)
        return true;
    path[strcspn(path, "\n")] = 0;
    arguments[strcspn(arguments, "\n")] = 0;
    out->self = memory_string(path);
    /* Its command line begins with its own path, quoted where it has blanks. */
    const char *rest = arguments[0] == '"' ? strchr(arguments + 1, '"') : strchr(arguments, ' ');
    out->arguments = memory_string(rest ? rest + 1 + strspn(rest + 1, " ") : "");
    return find_on_card(path, sd_folder, out, error);
}
