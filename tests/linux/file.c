/* SPDX-License-Identifier: MIT */
#include "linux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* Files are the host's, opened for reading only; file descriptors are the host's, too. */

#define VECTOR_MAX 64

static int64_t result(int64_t value) {
    return value < 0 ? -errno : value;
}

int64_t linux_openat(struct linux_process *p, const uint64_t *a) {
    const char *path = linux_string(p, a[1]);
    if (!path)
        return -EFAULT;
    if ((a[2] & O_ACCMODE) != O_RDONLY || a[2] & (O_CREAT | O_TRUNC))
        return -EROFS;
    return result(openat((int)a[0], path, O_RDONLY | O_CLOEXEC));
}

int64_t linux_close(struct linux_process *p, const uint64_t *a) {
    (void)p;
    return (int)a[0] <= STDERR_FILENO ? 0 : result(close((int)a[0]));
}

int64_t linux_lseek(struct linux_process *p, const uint64_t *a) {
    (void)p;
    return result(lseek((int)a[0], (off_t)a[1], (int)a[2]));
}

int64_t linux_read(struct linux_process *p, const uint64_t *a) {
    void *to = linux_pointer(p, a[1], a[2]);
    return to ? result(read((int)a[0], to, a[2])) : -EFAULT;
}

int64_t linux_write(struct linux_process *p, const uint64_t *a) {
    const void *from = linux_pointer(p, a[1], a[2]);
    return from ? result(write((int)a[0], from, a[2])) : -EFAULT;
}

/* The guest's struct iovec is the host's. */
static int64_t vector(struct linux_process *p, const uint64_t *a, struct iovec *out) {
    const uint64_t count = a[2];
    if (count > VECTOR_MAX)
        return -EINVAL;
    const struct iovec *in = linux_pointer(p, a[1], count * sizeof *in);
    if (!in)
        return -EFAULT;
    memcpy(out, in, count * sizeof *in);
    for (uint64_t i = 0; i < count; i++)
        if (out[i].iov_len && !linux_pointer(p, (uintptr_t)out[i].iov_base, out[i].iov_len))
            return -EFAULT;
    return (int64_t)count;
}

int64_t linux_readv(struct linux_process *p, const uint64_t *a) {
    struct iovec v[VECTOR_MAX];
    const int64_t count = vector(p, a, v);
    return count < 0 ? count : result(readv((int)a[0], v, (int)count));
}

int64_t linux_writev(struct linux_process *p, const uint64_t *a) {
    struct iovec v[VECTOR_MAX];
    const int64_t count = vector(p, a, v);
    return count < 0 ? count : result(writev((int)a[0], v, (int)count));
}

int64_t linux_readlinkat(struct linux_process *p, const uint64_t *a) {
    const char *path = linux_string(p, a[1]);
    char *to = linux_pointer(p, a[2], a[3]);
    if (!path || !to)
        return -EFAULT;
    if (strcmp(path, "/proc/self/exe") != 0)
        return result(readlinkat((int)a[0], path, to, a[3]));
    char full[PATH_MAX];
    if (!realpath(p->words[0], full))
        return -ENOENT;
    const size_t size = strlen(full) < a[3] ? strlen(full) : a[3];
    memcpy(to, full, size);
    return (int64_t)size;
}

int64_t linux_faccessat(struct linux_process *p, const uint64_t *a) {
    const char *path = linux_string(p, a[1]);
    return path ? result(faccessat((int)a[0], path, (int)a[2], 0)) : -EFAULT;
}

/* struct stat of arm64 (asm-generic/stat.h), which differs from that of x86-64. */
struct guest_stat {
    uint64_t device, inode;
    uint32_t mode, links, user, group;
    uint64_t special, pad;
    int64_t size;
    int32_t block_size, pad2;
    int64_t blocks;
    int64_t accessed[2], modified[2], changed[2];
    uint32_t unused[2];
};
_Static_assert(sizeof(struct guest_stat) == 128, "struct stat of arm64");

static int64_t put_stat(struct linux_process *p, uint64_t address, const struct stat *st) {
    struct guest_stat *to = linux_pointer(p, address, sizeof *to);
    if (!to)
        return -EFAULT;
    *to = (struct guest_stat){
        .device = st->st_dev,
        .inode = st->st_ino,
        .mode = st->st_mode,
        .links = (uint32_t)st->st_nlink,
        .user = st->st_uid,
        .group = st->st_gid,
        .special = st->st_rdev,
        .size = st->st_size,
        .block_size = (int32_t)st->st_blksize,
        .blocks = st->st_blocks,
        .accessed = {st->st_atim.tv_sec, st->st_atim.tv_nsec},
        .modified = {st->st_mtim.tv_sec, st->st_mtim.tv_nsec},
        .changed = {st->st_ctim.tv_sec, st->st_ctim.tv_nsec},
    };
    return 0;
}

int64_t linux_newfstatat(struct linux_process *p, const uint64_t *a) {
    const char *path = linux_string(p, a[1]);
    struct stat st;
    if (!path)
        return -EFAULT;
    if (fstatat((int)a[0], path, &st, (int)a[3]) < 0)
        return -errno;
    return put_stat(p, a[2], &st);
}

int64_t linux_fstat(struct linux_process *p, const uint64_t *a) {
    struct stat st;
    if (fstat((int)a[0], &st) < 0)
        return -errno;
    return put_stat(p, a[1], &st);
}

int64_t linux_getcwd(struct linux_process *p, const uint64_t *a) {
    char *to = linux_pointer(p, a[0], a[1]);
    if (!to)
        return -EFAULT;
    return getcwd(to, a[1]) ? (int64_t)strlen(to) + 1 : -errno;
}

int64_t linux_fcntl(struct linux_process *p, const uint64_t *a) {
    switch ((int)a[1]) {
    case F_GETFD:
    case F_SETFD:
    case F_GETFL:
        return result(fcntl((int)a[0], (int)a[1], (int)a[2]));
    default:
        linux_unsupported(p, "fcntl with command %d", (int)a[1]);
        return -ENOSYS;
    }
}

/* No file is a terminal, so that output is the same wherever it goes. */
int64_t linux_ioctl(struct linux_process *p, const uint64_t *a) {
    (void)p, (void)a;
    return -ENOTTY;
}
