/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "service/answers.h"
#include "service/applet.h"

#include <stdlib.h>
#include <string.h>

/* IStorage and IStorageAccessor: byte arrays of a fixed size. The accessor keeps its storage's
 * bytes alive, since a program may close the storage first. */

#define OUT_OF_RANGE RESULT(128, 503)

struct storage {
    int references;
    size_t size;
    uint8_t *data;
};

static void storage_unref(void *data) {
    struct storage *s = data;
    if (__atomic_sub_fetch(&s->references, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    free(s->data);
    free(s);
}

static result get_size(struct call *c) {
    *(uint64_t *)call_out(c) = ((struct storage *)call_data(c))->size;
    return 0;
}

static bool inside(const struct storage *s, uint64_t offset, size_t size) {
    return offset <= s->size && size <= s->size - offset;
}

static result write_bytes(struct call *c) {
    struct storage *s = call_data(c);
    const uint64_t *offset = call_in(c);
    struct buffer b = call_buffer_in(c, 0);
    if (!inside(s, *offset, b.size))
        return OUT_OF_RANGE;
    if (b.size)
        memcpy(s->data + *offset, b.data, b.size);
    return 0;
}

static result read_bytes(struct call *c) {
    struct storage *s = call_data(c);
    const uint64_t *offset = call_in(c);
    struct buffer b = call_buffer_out(c, 0);
    if (!inside(s, *offset, b.size))
        return OUT_OF_RANGE;
    if (b.size)
        memcpy(b.data, s->data + *offset, b.size);
    return 0;
}

static const struct command accessor_commands[] = {
    SERVED(0, "GetSize", get_size, 0, 8),
    SERVED(10, "Write", write_bytes, 8, 0),
    SERVED(11, "Read", read_bytes, 8, 0),
};
static const struct interface accessor =
    INTERFACE("IStorageAccessor", accessor_commands, storage_unref);

static result open_accessor(struct call *c) {
    struct storage *s = call_data(c);
    __atomic_fetch_add(&s->references, 1, __ATOMIC_RELAXED);
    call_return_object(c, &accessor, s);
    return 0;
}

static const struct command storage_commands[] = {
    SERVED(0, "Open", open_accessor, 0, 0),
};
const struct interface applet_storage =
    INTERFACE("IStorage", storage_commands, storage_unref, &accessor);

void applet_return_storage(struct call *c, uint8_t *data, size_t size) {
    struct storage *s = NEW(struct storage);
    *s = (struct storage){.references = 1, .size = size, .data = data};
    call_return_object(c, &applet_storage, s);
}

struct buffer applet_storage_bytes(struct service_object *object) {
    if (!object || object->interface != &applet_storage)
        return (struct buffer){NULL, 0};
    struct storage *s = object->data;
    return (struct buffer){s->data, s->size};
}
