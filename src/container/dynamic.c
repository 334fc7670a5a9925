/* SPDX-License-Identifier: MIT */
#include "container/module.h"

#include "base/memory.h"

#include <string.h>

/* Tags of _DYNAMIC (System V ABI, chapter 5), those that a static program has. */
enum {
    DT_NULL = 0,
    DT_PLTRELSZ = 2,
    DT_HASH = 4,
    DT_STRTAB = 5,
    DT_SYMTAB = 6,
    DT_RELA = 7,
    DT_RELASZ = 8,
    DT_STRSZ = 10,
    DT_JMPREL = 23,
    DT_RELRSZ = 35,
    DT_RELR = 36,
    DT_SMALL = 38, /* the tags above this are extensions */
};
#define DT_GNU_HASH 0x6ffffef5
enum { R_AARCH64_NONE = 0, R_AARCH64_RELATIVE = 1027, RELA_SIZE = 24 };

struct dynamic {
    uint64_t value[DT_SMALL];
    uint64_t gnu_hash;
    uint64_t end;
};

/* Reads the array at `address` up to DT_NULL. */
static bool read_tags(const struct module *m, uint64_t address, struct dynamic *d,
                      struct error *error) {
    struct reader r;
    memset(d, 0, sizeof *d);
    reader_init(&r, m->image, m->image_size, "_DYNAMIC", error);
    reader_seek(&r, address, "array");
    for (;;) {
        uint64_t tag = reader_u64(&r, "tag"), value = reader_u64(&r, "value");
        if (!reader_ok(&r))
            return false;
        if (tag == DT_NULL)
            break;
        if (tag < DT_SMALL)
            d->value[tag] = value;
        else if (tag == DT_GNU_HASH)
            d->gnu_hash = value;
    }
    d->end = r.at;
    return true;
}

bool dynamic_plausible(const struct module *m, uint64_t address) {
    struct dynamic d;
    if (address % 8 || !read_tags(m, address, &d, NULL))
        return false;
    return d.value[DT_STRTAB] && d.value[DT_STRTAB] < m->image_size && d.value[DT_SYMTAB] &&
           d.value[DT_SYMTAB] < m->image_size && d.value[DT_STRSZ] <= m->image_size;
}

/* The number of symbols by the SysV hash table: it has a chain entry for each. */
static size_t count_by_hash(const struct module *m, uint64_t at) {
    struct reader r;
    reader_init(&r, m->image, m->image_size, "DT_HASH", NULL);
    reader_seek(&r, at, "table");
    reader_skip(&r, 4, "buckets");
    return reader_u32(&r, "chains");
}

/* The GNU table has no count: the last symbol is at the end of the chain of the last bucket. */
static size_t count_by_gnu_hash(const struct module *m, uint64_t at) {
    struct reader r;
    reader_init(&r, m->image, m->image_size, "DT_GNU_HASH", NULL);
    reader_seek(&r, at, "table");
    uint32_t buckets = reader_u32(&r, "buckets"), first = reader_u32(&r, "first symbol");
    uint64_t bloom = reader_u32(&r, "bloom words");
    reader_skip(&r, 4, "bloom shift");
    reader_skip(&r, bloom * 8, "bloom filter");
    uint32_t last = 0;
    for (uint32_t i = 0; i < buckets && reader_ok(&r); i++) {
        uint32_t bucket = reader_u32(&r, "bucket");
        last = bucket > last ? bucket : last;
    }
    if (last < first)
        return first;
    reader_skip(&r, (uint64_t)(last - first) * 4, "chains");
    while (reader_ok(&r) && !(reader_u32(&r, "chain") & 1))
        last++;
    return reader_ok(&r) ? (size_t)last + 1 : 0;
}

/* Where _DYNAMIC keeps the symbols. A table that runs out of the image is an error; but a linker
 * script of 2018 puts both tables behind .bss, where the file has ended: then there are none. */
static bool find_symbols(const struct module *m, const struct dynamic *d, struct symbol_table *t,
                         struct reader *r) {
    uint64_t table = d->value[DT_SYMTAB], strings = d->value[DT_STRTAB];
    memset(t, 0, sizeof *t);
    if (!table || !strings || table >= m->image_size || strings >= m->image_size)
        return true;
    size_t count = 0;
    if (d->value[DT_HASH])
        count = count_by_hash(m, d->value[DT_HASH]);
    else if (d->gnu_hash)
        count = count_by_gnu_hash(m, d->gnu_hash);
    else if (strings > table)
        count = (strings - table) / SYMBOL_ENTRY_SIZE;
    if (!reader_range(r, strings, d->value[DT_STRSZ], "DT_STRTAB") ||
        !reader_range(r, table, (uint64_t)count * SYMBOL_ENTRY_SIZE, "DT_SYMTAB"))
        return false;
    *t = (struct symbol_table){
        .bytes = m->image + table,
        .count = count,
        .names = m->image + strings,
        .names_size = d->value[DT_STRSZ],
        .at = table,
    };
    return true;
}

struct relocations {
    struct module *m;
    struct symbol_table symbols;
    struct reader *r;
    size_t pointer_room, other_room;
};

/* Every word of the image can be relocated once; more is a table that lies. */
static void add_pointer(struct relocations *l, uint64_t address, uint64_t value, size_t at,
                        const char *field) {
    struct module *m = l->m;
    if (address > m->image_size - 8)
        reader_fail(l->r, at, field, "relocates 0x%llx, outside the image of 0x%llx bytes",
                    (unsigned long long)address, (unsigned long long)m->image_size);
    else if (m->pointer_count > m->image_size / 8)
        reader_fail(l->r, at, field, "more relocations than the image has words");
    if (!reader_ok(l->r))
        return;
    GROW(m->pointers, m->pointer_count, l->pointer_room);
    m->pointers[m->pointer_count++] = (struct pointer_relocation){address, value};
}

static void add_other(struct relocations *l, struct other_relocation o, uint64_t symbol,
                      size_t at) {
    struct module *m = l->m;
    if (symbol >= l->symbols.count && symbol != 0) {
        reader_fail(l->r, at, "relocation symbol", "number %llu of a table of %zu",
                    (unsigned long long)symbol, l->symbols.count);
        return;
    }
    o.symbol = "";
    if (symbol) {
        struct symbol_entry e;
        if (!symbol_entry_read(&l->symbols, symbol, l->r, &e))
            return;
        o.symbol = e.name;
        o.resolved = e.section != 0;
        o.value = e.value + (uint64_t)o.addend;
    }
    GROW(m->others, m->other_count, l->other_room);
    m->others[m->other_count++] = o;
}

static void read_rela(struct relocations *l, uint64_t at, uint64_t size, const char *field) {
    struct reader *r = l->r;
    if (!size || !reader_range(r, at, size, field))
        return;
    reader_seek(r, at, field);
    for (uint64_t n = size / RELA_SIZE; n-- && reader_ok(r);) {
        size_t here = r->at;
        uint64_t address = reader_u64(r, "relocation address");
        uint64_t info = reader_u64(r, "relocation type");
        uint64_t addend = reader_u64(r, "relocation addend");
        uint32_t type = (uint32_t)info;
        if (type == R_AARCH64_RELATIVE)
            add_pointer(l, address, addend, here, field);
        else if (type != R_AARCH64_NONE)
            add_other(l,
                      (struct other_relocation){
                          .address = address, .type = type, .addend = (int64_t)addend},
                      info >> 32, here);
    }
}

static uint64_t image_word(const struct module *m, uint64_t address) {
    struct reader r;
    reader_init(&r, m->image, m->image_size, "image", NULL);
    reader_seek(&r, address, "word");
    return reader_u64(&r, "word");
}

/* RELR: an even word is an address to relocate, an odd one a bitmap over the 63 words that follow
 * the last one covered. The value to add to stands in the image. */
static void read_relr(struct relocations *l, uint64_t at, uint64_t size) {
    struct reader *r = l->r;
    size_t before = l->m->pointer_count;
    uint64_t where = 0;
    if (!size || !reader_range(r, at, size, "DT_RELR"))
        return;
    reader_seek(r, at, "DT_RELR");
    for (uint64_t n = size / 8; n-- && reader_ok(r);) {
        size_t here = r->at;
        uint64_t word = reader_u64(r, "RELR word");
        if (!(word & 1)) {
            add_pointer(l, word, image_word(l->m, word), here, "DT_RELR");
            where = word + 8;
            continue;
        }
        for (uint64_t bits = word >> 1, a = where; bits; bits >>= 1, a += 8)
            if (bits & 1)
                add_pointer(l, a, image_word(l->m, a), here, "DT_RELR");
        where += 63 * 8;
    }
    l->m->relr_count = l->m->pointer_count - before;
}

bool dynamic_read(struct module *m, struct error *error) {
    struct dynamic d;
    struct reader r;
    if (!read_tags(m, m->dynamic, &d, error))
        return false;
    reader_init(&r, m->image, m->image_size, "_DYNAMIC", error);
    struct relocations l = {.m = m, .r = &r};
    if (!find_symbols(m, &d, &l.symbols, &r))
        return false;
    if (l.symbols.count) {
        m->dynsym = (struct file_range){d.value[DT_SYMTAB], l.symbols.count * SYMBOL_ENTRY_SIZE};
        m->dynstr = (struct file_range){d.value[DT_STRTAB], d.value[DT_STRSZ]};
    }
    read_rela(&l, d.value[DT_RELA], d.value[DT_RELASZ], "DT_RELA");
    uint64_t plt = d.value[DT_JMPREL], rela = d.value[DT_RELA];
    if (plt < rela || plt - rela >= d.value[DT_RELASZ]) /* some linkers count it in DT_RELA */
        read_rela(&l, plt, d.value[DT_PLTRELSZ], "DT_JMPREL");
    read_relr(&l, d.value[DT_RELR], d.value[DT_RELRSZ]);
    if (!reader_ok(&r))
        return false;
    return m->symbol_count || symbols_read(m, &l.symbols, &r);
}
