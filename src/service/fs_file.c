/* SPDX-License-Identifier: MIT */
#include "service/fs.h"

#include "base/blocking.h"
#include "base/memory.h"
#include "service/answers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* IFile */

struct file {
    struct fs_source source;
    uint32_t mode;
};

void *fs_file_new(struct fs_source source, uint32_t mode) {
    struct file *f = NEW(struct file);
    f->source = source;
    f->mode = mode;
    return f;
}

static void file_close(void *data) {
    fs_source_close(&((struct file *)data)->source);
    free(data);
}

struct transfer {
    uint32_t option, pad;
    int64_t offset;
    uint64_t size;
};

static result file_read(struct call *c) {
    const struct file *f = call_data(c);
    const struct transfer *in = call_in(c);
    struct buffer b = call_buffer_out(c, 0);
    int64_t end = fs_source_size(&f->source);
    if (!(f->mode & FS_MODE_READ)) {
        return FS_NO_READ;
    }
    if (in->offset < 0 || in->size > b.size) {
        return FS_BAD_ARGUMENT;
    }
    if (in->offset > end) {
        return FS_OUT_OF_RANGE;
    }
    int64_t n = fs_source_read(&f->source, (uint64_t)in->offset, b.data, in->size);
    if (n < 0) {
        return fs_result(errno);
    }
    *(uint64_t *)call_out(c) = (uint64_t)n;
    return 0;
}

static result write_all(int fd, const uint8_t *data, uint64_t size, int64_t offset) {
    blocking_call("write");
    while (size > 0) {
        ssize_t n = pwrite(fd, data, size, offset);
        if (n < 0 && errno != EINTR) {
            return fs_result(errno);
        }
        if (n > 0) {
            data += n;
            size -= (uint64_t)n;
            offset += n;
        }
    }
    return 0;
}

static result file_write(struct call *c) {
    const struct file *f = call_data(c);
    const struct transfer *in = call_in(c);
    struct buffer b = call_buffer_in(c, 0);
    int64_t last;
    if (!(f->mode & FS_MODE_WRITE)) {
        return FS_NO_WRITE;
    }
    if (in->offset < 0 || in->size > b.size ||
        __builtin_add_overflow(in->offset, in->size, &last)) {
        return FS_BAD_ARGUMENT;
    }
    if (last > fs_source_size(&f->source) && !(f->mode & FS_MODE_APPEND)) {
        return FS_NO_EXTEND;
    }
    return write_all(f->source.fd, b.data, in->size, in->offset);
}

static result file_set_size(struct call *c) {
    const struct file *f = call_data(c);
    int64_t size = *(const int64_t *)call_in(c);
    if (!(f->mode & FS_MODE_WRITE)) {
        return FS_NO_WRITE;
    }
    blocking_call("truncate");
    return ftruncate(f->source.fd, size) ? fs_result(errno) : 0;
}

static result file_get_size(struct call *c) {
    const struct file *f = call_data(c);
    int64_t size = fs_source_size(&f->source);
    if (size < 0) {
        return fs_result(errno);
    }
    *(int64_t *)call_out(c) = size;
    return 0;
}

static const struct command commands[] = {
    SERVED(0, "Read", file_read, 0x18, 8),
    SERVED(1, "Write", file_write, 0x18, 0),
    ACCEPTED(2, "Flush"), /* the host's page cache is as good as the card to the program */
    SERVED(3, "SetSize", file_set_size, 8, 0),
    SERVED(4, "GetSize", file_get_size, 0, 8),
    FIXED(5, "OperateRange", 0x40, 0),
};

const struct interface fs_interface_file = INTERFACE("IFile", commands, file_close);
