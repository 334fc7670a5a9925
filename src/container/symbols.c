/* SPDX-License-Identifier: MIT */
#include "container/module.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { STT_NOTYPE = 0, STT_OBJECT = 1, STT_FUNC = 2, STB_LOCAL = 0 };
enum { SHN_UNDEF = 0, SHN_FIRST_RESERVED = 0xff00 };

bool symbol_entry_read(const struct symbol_table *t, size_t index, struct reader *r,
                       struct symbol_entry *out) {
    struct reader entry;
    reader_init(&entry, t->bytes + index * SYMBOL_ENTRY_SIZE, SYMBOL_ENTRY_SIZE, "symbol", NULL);
    uint32_t name = reader_u32(&entry, "name");
    out->info = reader_u8(&entry, "info");
    reader_skip(&entry, 1, "other");
    out->section = reader_u16(&entry, "section");
    out->value = reader_u64(&entry, "value");
    out->size = reader_u64(&entry, "size");
    out->name = "";
    if (name == 0)
        return true;
    if (name >= t->names_size || !memchr(t->names + name, 0, t->names_size - name)) {
        reader_fail(r, t->at + index * SYMBOL_ENTRY_SIZE, "symbol name",
                    "0x%x runs out of the string table of 0x%zx bytes", name, t->names_size);
        return false;
    }
    out->name = (const char *)t->names + name;
    return true;
}

/* What a reader of the list has no use for: section and file names, thread-local offsets, absolute
 * numbers, and addresses that the module does not have. */
static bool wanted(const struct module *m, const struct symbol_entry *e) {
    if ((e->info & 15) > STT_FUNC || !e->name[0])
        return false;
    if (e->section == SHN_UNDEF)
        return true;
    return e->section < SHN_FIRST_RESERVED && e->value <= m->memory_size;
}

static int by_address(const void *a, const void *b) {
    const struct symbol *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return strcmp(x->name, y->name);
}

bool symbols_read(struct module *m, const struct symbol_table *t, struct reader *r) {
    static const enum symbol_kind kinds[] = {
        [STT_NOTYPE] = SYMBOL_OTHER, [STT_OBJECT] = SYMBOL_OBJECT, [STT_FUNC] = SYMBOL_FUNCTION};
    size_t room = 0;
    for (size_t i = 0; i < t->count; i++) {
        struct symbol_entry e;
        if (!symbol_entry_read(t, i, r, &e))
            return false;
        if (!wanted(m, &e))
            continue;
        GROW(m->symbols, m->symbol_count, room);
        m->symbols[m->symbol_count++] = (struct symbol){
            .name = e.name,
            .address = e.value,
            .size = e.size,
            .kind = kinds[e.info & 15],
            .defined = e.section != SHN_UNDEF,
            .local = e.info >> 4 == STB_LOCAL,
        };
    }
    if (m->symbol_count)
        qsort(m->symbols, m->symbol_count, sizeof *m->symbols, by_address);
    return true;
}
