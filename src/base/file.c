/* SPDX-License-Identifier: MIT */
#include "base/file.h"

#include "base/blocking.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_all(int fd, const char *path, size_t limit, struct blob *out,
                     struct error *error) {
    struct stat st;
    blocking_call("read");
    if (fstat(fd, &st) < 0)
        return error_set(error, ERROR_IO, "%s: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return error_set(error, ERROR_IO, "%s: not a regular file", path);
    if ((uint64_t)st.st_size > limit)
        return error_set(error, ERROR_LIMIT, "%s: %lld bytes, more than the %zu that are taken",
                         path, (long long)st.st_size, limit);
    size_t size = (size_t)st.st_size, done = 0;
    uint8_t *data = memory_new(size);
    while (done < size) {
        ssize_t n = read(fd, data + done, size - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            error_set(error, ERROR_IO, "%s: %s", path, n ? strerror(errno) : "ended early");
            free(data);
            return false;
        }
        done += (size_t)n;
    }
    *out = (struct blob){data, size};
    return true;
}

bool file_read(const char *path, size_t limit, struct blob *out, struct error *error) {
    blocking_call("open");
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return error_set(error, ERROR_IO, "%s: %s", path, strerror(errno));
    bool ok = read_all(fd, path, limit, out, error);
    close(fd);
    return ok;
}

bool file_write(const char *path, const void *data, size_t size, struct error *error) {
    char *temporary = memory_format("%s.%ld.tmp", path, (long)getpid());
    blocking_call("write");
    FILE *f = fopen(temporary, "wbe");
    bool ok = f && fwrite(data, 1, size, f) == size;
    if (f && fclose(f) != 0)
        ok = false;
    if (ok && rename(temporary, path) < 0)
        ok = false;
    if (!ok) {
        error_set(error, ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
        unlink(temporary);
    }
    free(temporary);
    return ok;
}

bool file_make_folders(const char *path, struct error *error) {
    blocking_call("mkdir");
    char *copy = memory_string(path);
    bool ok = true;
    for (char *p = copy + 1; ok; p++) {
        if (*p && *p != '/')
            continue;
        char end = *p;
        *p = 0;
        if (mkdir(copy, 0777) < 0 && errno != EEXIST)
            ok = error_set(error, ERROR_IO, "%s: folder cannot be made: %s", copy, strerror(errno));
        *p = end;
        if (!end)
            break;
    }
    free(copy);
    return ok;
}

void blob_free(struct blob *b) {
    free(b->data);
    *b = (struct blob){0};
}
