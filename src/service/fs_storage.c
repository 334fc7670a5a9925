/* SPDX-License-Identifier: MIT */
#include "service/fs.h"

#include "base/memory.h"
#include "service/answers.h"

#include <errno.h>
#include <stdlib.h>

/* IStorage: a read-only range of a file (the program's RomFS). */

struct storage {
    struct fs_source source;
    uint64_t offset, size;
};

void *fs_storage_new(struct fs_source source, uint64_t offset, uint64_t size) {
    struct storage *s = NEW(struct storage);
    *s = (struct storage){source, offset, size};
    return s;
}

static void storage_close(void *data) {
    fs_source_close(&((struct storage *)data)->source);
    free(data);
}

static result storage_read(struct call *c) {
    const struct storage *s = call_data(c);
    const struct {
        uint64_t offset, size;
    } *in = call_in(c);
    struct buffer b = call_buffer_out(c, 0);
    if (in->size > b.size) {
        return FS_BAD_ARGUMENT;
    }
    if (in->offset > s->size || in->size > s->size - in->offset) {
        return FS_OUT_OF_RANGE;
    }
    int64_t n = fs_source_read(&s->source, s->offset + in->offset, b.data, in->size);
    return n < 0 ? fs_result(errno) : (uint64_t)n < in->size ? FS_OUT_OF_RANGE : 0;
}

static result storage_get_size(struct call *c) {
    *(uint64_t *)call_out(c) = ((const struct storage *)call_data(c))->size;
    return 0;
}

static const struct command commands[] = {
    SERVED(0, "Read", storage_read, 0x10, 0),
    ABSENT(1, "Write", FS_NO_WRITE),
    ACCEPTED(2, "Flush"),
    ABSENT(3, "SetSize", FS_NO_WRITE),
    SERVED(4, "GetSize", storage_get_size, 0, 8),
    FIXED(5, "OperateRange", 0x40, 0),
};

const struct interface fs_interface_storage = INTERFACE("IStorage", commands, storage_close);
