/* SPDX-License-Identifier: MIT */
#include "container/module.h"

#include "base/memory.h"
#include "container/text.h"

#include <stdlib.h>
#include <string.h>

static const char *const kind_names[SEGMENT_KINDS] = {"text", "rodata", "data"};

static bool check_segment(const struct segment *s, const char *name, struct reader *r, size_t at) {
    if (s->address % PROGRAM_PAGE)
        reader_fail(r, at, name, "address 0x%llx is not page-aligned",
                    (unsigned long long)s->address);
    else if (s->address > PROGRAM_MEMORY_LIMIT || s->memory_size > PROGRAM_MEMORY_LIMIT ||
             s->address + s->memory_size > PROGRAM_MEMORY_LIMIT) {
        error_set(r->error, ERROR_LIMIT,
                  "%s: %s at offset 0x%zx: 0x%llx bytes of memory from 0x%llx go beyond the "
                  "0x%llx that a program may take",
                  r->what, name, at, (unsigned long long)s->memory_size,
                  (unsigned long long)s->address, (unsigned long long)PROGRAM_MEMORY_LIMIT);
        r->failed = true;
    } else if (s->file_size > s->memory_size)
        reader_fail(r, at, name, "0x%llx bytes in the file, but only 0x%llx in memory",
                    (unsigned long long)s->file_size, (unsigned long long)s->memory_size);
    return reader_ok(r);
}

static bool check_apart(const struct module *m, struct reader *r, size_t at) {
    for (int i = 0; i < SEGMENT_KINDS; i++)
        for (int j = 0; j < i; j++) {
            const struct segment *a = &m->segments[i], *b = &m->segments[j];
            if (a->memory_size && b->memory_size && a->address < b->address + b->memory_size &&
                b->address < a->address + a->memory_size)
                reader_fail(r, at, kind_names[i],
                            "overlaps %s: [0x%llx, 0x%llx) and [0x%llx, 0x%llx)", kind_names[j],
                            (unsigned long long)a->address,
                            (unsigned long long)(a->address + a->memory_size),
                            (unsigned long long)b->address,
                            (unsigned long long)(b->address + b->memory_size));
        }
    return reader_ok(r);
}

bool module_layout(struct module *m, struct reader *r, size_t at) {
    for (int i = 0; i < SEGMENT_KINDS; i++) {
        struct segment *s = &m->segments[i];
        if (!check_segment(s, kind_names[i], r, at))
            return false;
        s->memory_size = page_up(s->memory_size);
        uint64_t file_end = page_up(s->address + s->file_size);
        uint64_t end = s->address + s->memory_size;
        if (s->file_size && file_end > m->image_size)
            m->image_size = file_end;
        if (s->memory_size && end > m->memory_size)
            m->memory_size = end;
    }
    if (!m->segments[SEGMENT_TEXT].file_size)
        reader_fail(r, at, "text", "is empty");
    if (!check_apart(m, r, at))
        return false;
    m->image = memory_new(m->image_size);
    return true;
}

void module_set_build_id(struct module *m, const uint8_t *id, size_t size) {
    if (size > sizeof m->build_id)
        size = sizeof m->build_id;
    memset(m->build_id, 0, sizeof m->build_id);
    memcpy(m->build_id, id, size);
    for (size_t i = 0; i < size; i++)
        m->has_build_id |= id[i] != 0;
}

/* The linker of the console leaves {0, length, text} at the start of .rodata. */
static void read_recorded_name(struct module *m) {
    const struct segment *s = &m->segments[SEGMENT_RODATA];
    struct reader r;
    if (m->recorded_name || s->file_size < 8)
        return;
    reader_init(&r, m->image + s->address, s->file_size, "module name", NULL);
    uint32_t zero = reader_u32(&r, "zero"), length = reader_u32(&r, "length");
    const uint8_t *text = reader_bytes(&r, length, "text");
    if (!text || zero || length == 0 || length > 0x200)
        return;
    m->recorded_name = memory_new(length + 1);
    text_clean(m->recorded_name, text, length);
}

static int by_address(const void *a, const void *b) {
    const struct pointer_relocation *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

bool module_finish(struct module *m, struct error *error) {
    read_recorded_name(m);
    if (!m->recorded_name)
        m->recorded_name = memory_string("");
    if (!mod0_find(m, error))
        return false;
    if (m->dynamic && !dynamic_read(m, error))
        return false;
    if (m->pointer_count)
        qsort(m->pointers, m->pointer_count, sizeof *m->pointers, by_address);
    if (!m->eh_frame)
        eh_frame_scan(m);
    return true;
}

void module_free(struct module *m) {
    free(m->name);
    free(m->recorded_name);
    free(m->image);
    free(m->pointers);
    free(m->others);
    free(m->symbols);
    *m = (struct module){0};
}
