/* SPDX-License-Identifier: MIT */
#include "container/module.h"

#include <string.h>

/* NRO header, public as the format of homebrew; offsets in the file are addresses in memory.
 *   +00 start code, MOD0 address    +10 "NRO0", version, size, flags
 *   +20 text, rodata, data: {offset, size} each    +38 .bss size    +40 build id, 32 bytes
 * The assets follow: "ASET", version, then icon, NACP, RomFS: {offset, size} of 64 bits each,
 * relative to "ASET". */
enum { NRO_HEADER_SIZE = 0x80, ASSET_HEADER_SIZE = 0x38 };

static bool read_header(struct program *p, uint64_t *file_end, struct error *error) {
    struct module *m = p->modules;
    struct reader r;
    reader_init(&r, p->file.data, p->file.size, "NRO header", error);
    uint32_t first = reader_u32(&r, "first instruction");
    reader_seek(&r, 0x18, "size");
    uint64_t size = reader_u32(&r, "size");
    reader_seek(&r, 0x20, "segments");
    static const char *const names[SEGMENT_KINDS] = {"text", "rodata", "data"};
    for (int i = 0; i < SEGMENT_KINDS; i++) {
        struct segment *s = &m->segments[i];
        size_t at = r.at;
        s->address = reader_u32(&r, names[i]);
        s->file_size = s->memory_size = reader_u32(&r, names[i]);
        if (reader_ok(&r) && s->address + s->file_size > size)
            reader_fail(&r, at, names[i], "0x%llx bytes from 0x%llx reach beyond the size, 0x%llx",
                        (unsigned long long)s->file_size, (unsigned long long)s->address,
                        (unsigned long long)size);
    }
    m->segments[SEGMENT_DATA].memory_size += reader_u32(&r, ".bss size");
    reader_seek(&r, 0x40, "build id");
    const uint8_t *id = reader_bytes(&r, 32, "build id");
    if (reader_ok(&r) && (size > p->file.size || size < NRO_HEADER_SIZE))
        reader_fail(&r, 0x18, "size", "0x%llx bytes, the file has 0x%zx", (unsigned long long)size,
                    p->file.size);
    if (!reader_ok(&r) || !module_layout(m, &r, 0x20))
        return false;
    module_set_build_id(m, id, 32);
    /* Some start code is written with the header's first word left zero. */
    m->entry = first ? 0 : NRO_HEADER_SIZE;
    *file_end = size;
    return true;
}

static bool read_assets(struct program *p, uint64_t at, struct error *error) {
    struct reader r;
    if (p->file.size - at < 4 || memcmp(p->file.data + at, "ASET", 4) != 0) {
        p->rest = (struct file_range){at, p->file.size - at};
        return true;
    }
    reader_init(&r, p->file.data, p->file.size, "NRO assets", error);
    reader_seek(&r, at + 8, "header");
    struct file_range *const ranges[] = {&p->icon, &p->nacp, &p->romfs};
    static const char *const names[] = {"icon", "NACP", "RomFS"};
    for (int i = 0; i < 3; i++) {
        size_t field = r.at;
        uint64_t offset = reader_u64(&r, names[i]), size = reader_u64(&r, names[i]);
        if (!reader_ok(&r))
            return false;
        if (size == 0)
            continue;
        if (offset < ASSET_HEADER_SIZE || offset > p->file.size - at ||
            size > p->file.size - at - offset)
            reader_fail(&r, field, names[i],
                        "0x%llx bytes from 0x%llx lie outside the assets of 0x%llx bytes",
                        (unsigned long long)size, (unsigned long long)offset,
                        (unsigned long long)(p->file.size - at));
        else
            *ranges[i] = (struct file_range){at + offset, size};
    }
    return reader_ok(&r);
}

bool nro_parse(struct program *p, struct error *error) {
    struct module *m = p->modules;
    uint64_t end;
    if (!read_header(p, &end, error))
        return false;
    for (int i = 0; i < SEGMENT_KINDS; i++) {
        const struct segment *s = &m->segments[i];
        if (s->file_size)
            memcpy(m->image + s->address, p->file.data + s->address, s->file_size);
    }
    if (!module_finish(m, error) || !read_assets(p, end, error))
        return false;
    return p->nacp.size == 0 || nacp_parse(p, p->file.data + p->nacp.offset, p->nacp.size, error);
}
