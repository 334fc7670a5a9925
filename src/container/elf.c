/* SPDX-License-Identifier: MIT */
#include "container/module.h"

#include <string.h>

/* ELF64 for AArch64 (System V ABI, chapters 4 and 5): static PIE, or linked to address 0. */
enum { ET_EXEC = 2, ET_DYN = 3, EM_AARCH64 = 183 };
enum { PT_LOAD = 1, PT_DYNAMIC = 2, PT_INTERP = 3, PT_NOTE = 4 };
enum { PF_X = 1, PF_W = 2 };
enum {
    SHT_SYMTAB = 2,
    SHT_NOTE = 7,
    PROGRAM_HEADER_SIZE = 56,
    SECTION_HEADER_SIZE = 64,
    NT_GNU_BUILD_ID = 3
};

struct elf {
    struct program *p;
    struct reader r;
    uint64_t program_headers, section_headers;
    uint16_t program_count, section_count, name_section;
};

struct program_header {
    uint32_t type, flags;
    uint64_t offset, address, file_size, memory_size;
};

struct section {
    uint32_t name, type, link;
    uint64_t address, offset, size;
};

static bool read_header(struct elf *e) {
    struct reader *r = &e->r;
    reader_seek(r, 4, "class");
    uint8_t bits = reader_u8(r, "class"), order = reader_u8(r, "byte order");
    reader_seek(r, 16, "type");
    uint16_t type = reader_u16(r, "type"), machine = reader_u16(r, "machine");
    reader_skip(r, 4, "version");
    e->p->modules->entry = reader_u64(r, "entry");
    e->program_headers = reader_u64(r, "program headers");
    e->section_headers = reader_u64(r, "section headers");
    reader_skip(r, 6, "flags");
    uint16_t program_size = reader_u16(r, "program header size");
    e->program_count = reader_u16(r, "program headers");
    uint16_t section_size = reader_u16(r, "section header size");
    e->section_count = reader_u16(r, "section headers");
    e->name_section = reader_u16(r, "section names");
    if (!reader_ok(r))
        return false;
    if (bits != 2 || order != 1 || machine != EM_AARCH64)
        return error_set(r->error, ERROR_UNSUPPORTED,
                         "ELF header: machine at offset 0x12: an ELF for machine %u, %s; a program "
                         "for the console is a 64-bit AArch64 one (machine 183)",
                         machine, bits == 2 ? "64 bits" : "32 bits");
    if (type != ET_EXEC && type != ET_DYN)
        return error_set(r->error, ERROR_UNSUPPORTED,
                         "ELF header: type at offset 0x10: %u is no linked program; link the "
                         "object first",
                         type);
    if (e->program_count && program_size != PROGRAM_HEADER_SIZE)
        reader_fail(r, 0x36, "program header size", "%u bytes instead of 56", program_size);
    if (e->section_count && e->section_headers && section_size != SECTION_HEADER_SIZE)
        reader_fail(r, 0x3a, "section header size", "%u bytes instead of 64", section_size);
    if (!e->section_headers)
        e->section_count = 0;
    return reader_ok(r);
}

static bool read_program_header(struct elf *e, unsigned i, struct program_header *h) {
    struct reader *r = &e->r;
    if (!reader_range(r, e->program_headers, (uint64_t)e->program_count * PROGRAM_HEADER_SIZE,
                      "program headers"))
        return false;
    reader_seek(r, e->program_headers + (uint64_t)i * PROGRAM_HEADER_SIZE, "program header");
    h->type = reader_u32(r, "program header");
    h->flags = reader_u32(r, "program header");
    h->offset = reader_u64(r, "program header");
    h->address = reader_u64(r, "program header");
    reader_skip(r, 8, "program header");
    h->file_size = reader_u64(r, "program header");
    h->memory_size = reader_u64(r, "program header");
    if (h->type == PT_LOAD || h->type == PT_NOTE || h->type == PT_DYNAMIC)
        reader_range(r, h->offset, h->file_size, "program header");
    return reader_ok(r);
}

static enum segment_kind kind_of(uint32_t flags) {
    return flags & PF_X ? SEGMENT_TEXT : flags & PF_W ? SEGMENT_DATA : SEGMENT_RODATA;
}

/* Several PT_LOADs of one kind (a linker splits data in two) become one segment that spans them. */
static bool add_segment(struct elf *e, const struct program_header *h, size_t at) {
    struct segment *s = &e->p->modules->segments[kind_of(h->flags)];
    uint64_t start = h->address & ~(PROGRAM_PAGE - 1);
    uint64_t before = h->address - start;
    if (h->address > PROGRAM_MEMORY_LIMIT || h->memory_size > PROGRAM_MEMORY_LIMIT) {
        e->r.failed = true;
        return error_set(e->r.error, ERROR_LIMIT,
                         "ELF: segment at offset 0x%zx: 0x%llx bytes of memory from 0x%llx go "
                         "beyond the 0x%llx that a program may take; link it to address 0",
                         at, (unsigned long long)h->memory_size, (unsigned long long)h->address,
                         (unsigned long long)PROGRAM_MEMORY_LIMIT);
    }
    if (h->file_size > h->memory_size) {
        reader_fail(&e->r, at, "segment", "0x%llx bytes in the file, but only 0x%llx in memory",
                    (unsigned long long)h->file_size, (unsigned long long)h->memory_size);
        return false;
    }
    if (!s->memory_size) {
        *s = (struct segment){start, before + h->file_size, before + h->memory_size};
        return true;
    }
    if (h->address < s->address + s->file_size) {
        reader_fail(&e->r, at, "segment", "0x%llx lies before the end of the one before it",
                    (unsigned long long)h->address);
        return false;
    }
    uint64_t end = h->address + h->memory_size - s->address;
    if (h->file_size)
        s->file_size = h->address + h->file_size - s->address;
    if (end > s->memory_size)
        s->memory_size = end;
    return true;
}

static bool find_segments(struct elf *e) {
    for (unsigned i = 0; i < e->program_count; i++) {
        struct program_header h;
        if (!read_program_header(e, i, &h))
            return false;
        size_t at = e->program_headers + (size_t)i * PROGRAM_HEADER_SIZE;
        if (h.type == PT_INTERP)
            return error_set(e->r.error, ERROR_UNSUPPORTED,
                             "ELF: program header at offset 0x%zx names an interpreter: this is a "
                             "program for Linux with shared libraries, not for the console",
                             at);
        if (h.type == PT_LOAD && (h.memory_size || h.file_size) && !add_segment(e, &h, at))
            return false;
        if (h.type == PT_DYNAMIC)
            e->p->modules->dynamic = h.address;
    }
    return module_layout(e->p->modules, &e->r, e->program_headers);
}

/* A note: {name size, descriptor size, type}, name and descriptor padded to 4 bytes each. */
static void read_notes(struct elf *e, uint64_t offset, uint64_t size_of_notes) {
    struct reader r;
    reader_init(&r, e->p->file.data + offset, size_of_notes, "note", NULL);
    while (reader_left(&r) >= 12) {
        uint64_t name = reader_u32(&r, "name size"), size = reader_u32(&r, "size");
        uint32_t type = reader_u32(&r, "type");
        const uint8_t *text = reader_bytes(&r, (name + 3) & ~(uint64_t)3, "name");
        const uint8_t *bytes = reader_bytes(&r, (size + 3) & ~(uint64_t)3, "descriptor");
        if (bytes && type == NT_GNU_BUILD_ID && name == 4 && !memcmp(text, "GNU", 4))
            module_set_build_id(e->p->modules, bytes, size);
    }
}

static bool load_segments(struct elf *e) {
    struct module *m = e->p->modules;
    for (unsigned i = 0; i < e->program_count; i++) {
        struct program_header h;
        if (!read_program_header(e, i, &h))
            return false;
        if (h.type == PT_LOAD && h.file_size)
            memcpy(m->image + h.address, e->p->file.data + h.offset, h.file_size);
        if (h.type == PT_NOTE)
            read_notes(e, h.offset, h.file_size);
    }
    if (m->dynamic >= m->image_size && m->dynamic)
        reader_fail(&e->r, e->program_headers, "_DYNAMIC", "0x%llx lies outside the image",
                    (unsigned long long)m->dynamic);
    const struct segment *text = &m->segments[SEGMENT_TEXT];
    if (m->entry < text->address || m->entry - text->address >= text->file_size || m->entry % 4)
        reader_fail(&e->r, 0x18, "entry", "0x%llx is no instruction of the text segment",
                    (unsigned long long)m->entry);
    return reader_ok(&e->r);
}

static bool read_section(struct elf *e, unsigned i, struct section *s) {
    struct reader *r = &e->r;
    if (!reader_range(r, e->section_headers, (uint64_t)e->section_count * SECTION_HEADER_SIZE,
                      "section headers"))
        return false;
    reader_seek(r, e->section_headers + (uint64_t)i * SECTION_HEADER_SIZE, "section header");
    s->name = reader_u32(r, "section header");
    s->type = reader_u32(r, "section header");
    reader_skip(r, 8, "section header");
    s->address = reader_u64(r, "section header");
    s->offset = reader_u64(r, "section header");
    s->size = reader_u64(r, "section header");
    s->link = reader_u32(r, "section header");
    return reader_ok(r);
}

static bool read_symbols(struct elf *e, const struct section *s, size_t at) {
    struct section strings;
    if (s->link >= e->section_count) {
        reader_fail(&e->r, at, "symbol table", "its strings are section %u of %u", s->link,
                    e->section_count);
        return false;
    }
    if (!read_section(e, s->link, &strings) ||
        !reader_range(&e->r, s->offset, s->size, "symbol table") ||
        !reader_range(&e->r, strings.offset, strings.size, "symbol names"))
        return false;
    const struct symbol_table t = {
        .bytes = e->p->file.data + s->offset,
        .count = s->size / SYMBOL_ENTRY_SIZE,
        .names = e->p->file.data + strings.offset,
        .names_size = strings.size,
        .at = s->offset,
    };
    return symbols_read(e->p->modules, &t, &e->r);
}

static bool name_is(struct elf *e, const struct section *names, uint32_t offset, const char *name) {
    size_t n = strlen(name) + 1;
    return offset <= names->size && names->size - offset >= n &&
           !memcmp(e->p->file.data + names->offset + offset, name, n);
}

static bool read_sections(struct elf *e) {
    struct module *m = e->p->modules;
    struct section names = {0};
    if (e->name_section && e->name_section < e->section_count &&
        (!read_section(e, e->name_section, &names) ||
         !reader_range(&e->r, names.offset, names.size, "section names")))
        return false;
    for (unsigned i = 0; i < e->section_count; i++) {
        struct section s;
        if (!read_section(e, i, &s))
            return false;
        size_t at = e->section_headers + (size_t)i * SECTION_HEADER_SIZE;
        if (s.type == SHT_SYMTAB && !m->symbol_count && !read_symbols(e, &s, at))
            return false;
        if (s.type == SHT_NOTE) {
            if (!reader_range(&e->r, s.offset, s.size, "note"))
                return false;
            read_notes(e, s.offset, s.size);
        }
        if (name_is(e, &names, s.name, ".eh_frame") && s.address <= m->image_size &&
            s.size <= m->image_size - s.address) {
            m->eh_frame = s.address;
            m->eh_frame_size = s.size;
        }
    }
    return true;
}

bool elf_parse(struct program *p, struct error *error) {
    struct elf e = {.p = p};
    reader_init(&e.r, p->file.data, p->file.size, "ELF", error);
    return read_header(&e) && find_segments(&e) && load_segments(&e) && read_sections(&e) &&
           module_finish(p->modules, error);
}
