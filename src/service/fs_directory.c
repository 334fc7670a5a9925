/* SPDX-License-Identifier: MIT */
#include "service/fs.h"

#include "base/memory.h"
#include "service/answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* IDirectory: the list as it was when the folder was opened, handed out in order. */

#define FILTER_FOLDERS  1u
#define FILTER_FILES    2u
#define FILTER_NO_SIZES 0x80000000u

struct directory {
    struct sandbox_list list; /* only what the filter lets through */
    bool sizes;
    size_t next; /* atomic: clones may read at the same time */
};

void *fs_directory_new(struct sandbox_list list, uint32_t filter) {
    struct directory *d = NEW(struct directory);
    size_t kept = 0;
    for (size_t i = 0; i < list.count; i++) {
        if (filter & (list.entries[i].folder ? FILTER_FOLDERS : FILTER_FILES)) {
            list.entries[kept++] = list.entries[i];
        } else {
            free(list.entries[i].name);
        }
    }
    list.count = kept;
    d->list = list;
    d->sizes = !(filter & FILTER_NO_SIZES);
    return d;
}

static void directory_close(void *data) {
    sandbox_list_free(&((struct directory *)data)->list);
    free(data);
}

struct entry {
    char name[0x301];
    uint8_t pad[3];
    uint8_t type; /* 0 folder, 1 file */
    uint8_t pad2[3];
    int64_t size;
};
_Static_assert(sizeof(struct entry) == 0x310, "a directory entry on the wire");

static result directory_read(struct call *c) {
    struct directory *d = call_data(c);
    struct buffer b = call_buffer_out(c, 0);
    size_t n = 0;
    for (; n < b.size / sizeof(struct entry); n++) {
        size_t at = __atomic_fetch_add(&d->next, 1, __ATOMIC_RELAXED);
        if (at >= d->list.count) {
            break;
        }
        const struct sandbox_entry *from = &d->list.entries[at];
        struct entry e = {.type = !from->folder, .size = d->sizes ? from->size : 0};
        snprintf(e.name, sizeof e.name, "%s", from->name);
        memcpy(b.data + n * sizeof e, &e, sizeof e);
    }
    *(int64_t *)call_out(c) = (int64_t)n;
    return 0;
}

static result directory_count(struct call *c) {
    const struct directory *d = call_data(c);
    *(int64_t *)call_out(c) = (int64_t)d->list.count;
    return 0;
}

static const struct command commands[] = {
    SERVED(0, "Read", directory_read, 0, 8),
    SERVED(1, "GetEntryCount", directory_count, 0, 8),
};

const struct interface fs_interface_directory = INTERFACE("IDirectory", commands, directory_close);
