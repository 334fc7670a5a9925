/* SPDX-License-Identifier: MIT */
#include "service/fs.h"

#include "base/blocking.h"
#include "base/log.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

result fs_result(int status) {
    static const struct {
        int status;
        result code;
    } codes[] = {
        {0, 0},
        {ENOENT, FS_PATH_NOT_FOUND},
        {ENOTDIR, FS_PATH_NOT_FOUND},
        {EISDIR, FS_PATH_NOT_FOUND},
        {ELOOP, FS_PATH_NOT_FOUND},
        {EEXIST, FS_EXISTS},
        {ENOTEMPTY, FS_NOT_EMPTY},
        {EBUSY, FS_LOCKED},
        {ENOSPC, FS_NO_SPACE},
        {EDQUOT, FS_NO_SPACE},
        {EFBIG, FS_NO_SPACE},
        {ENAMETOOLONG, FS_PATH_TOO_LONG},
        {EINVAL, FS_BAD_ARGUMENT},
        {EFAULT, FS_BAD_ARGUMENT},
        {EACCES, FS_NO_WRITE},
        {EPERM, FS_NO_WRITE},
        {EROFS, FS_NO_WRITE},
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (codes[i].status == status) {
            return codes[i].code;
        }
    }
    log_warning(LOG_FS, "the host's file system failed: %s", strerror(status));
    return FS_NO_CARD;
}

int64_t fs_source_size(const struct fs_source *s) {
    struct stat st;
    if (s->fd < 0) {
        return (int64_t)s->size;
    }
    blocking_call("stat");
    return fstat(s->fd, &st) ? -1 : st.st_size;
}

int64_t fs_source_read(const struct fs_source *s, uint64_t offset, void *to, uint64_t size) {
    if (s->fd < 0) {
        uint64_t left = offset < s->size ? s->size - offset : 0;
        size = size < left ? size : left;
        if (size) {
            memcpy(to, s->memory + offset, size);
        }
        return (int64_t)size;
    }
    uint64_t done = 0;
    while (done < size) {
        blocking_call("read");
        ssize_t n = pread(s->fd, (uint8_t *)to + done, size - done, (off_t)(offset + done));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return -1;
        }
        if (n == 0) {
            break;
        }
        done += (uint64_t)n;
    }
    return (int64_t)done;
}

void fs_source_close(struct fs_source *s) {
    if (s->fd >= 0) {
        blocking_call("close");
        close(s->fd);
    }
    s->fd = -1;
}
