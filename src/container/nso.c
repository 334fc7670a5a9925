/* SPDX-License-Identifier: MIT */
#include "container/module.h"

#include "base/memory.h"
#include "container/text.h"

#include <lz4.h>
#include <mbedtls/sha256.h>
#include <string.h>

/* NSO header, public as the format of Horizon's programs:
 *   +00 "NSO0", version, reserved, flags: bits 0-2 compressed, 3-5 hashed (text, rodata, data)
 *   +10 three segments of 16 bytes: {file offset, address, size} and then
 *       +1C module name's offset  +2C its size  +3C .bss size
 *   +40 build id, 32 bytes    +60 three sizes in the file
 *   +88 .api_info, .dynstr, .dynsym: {offset in rodata, size}    +A0 three SHA-256 */
enum { NSO_HEADER_SIZE = 0x100, FLAG_COMPRESSED = 1, FLAG_HASHED = 8 };
/* LZ4 makes at most 255 bytes of each byte and a few more at the start. */
enum { LZ4_RATIO = 255, LZ4_SLACK = 64 };

static const char *const names[SEGMENT_KINDS] = {"text", "rodata", "data"};

struct nso {
    uint32_t flags;
    uint32_t file_offset[SEGMENT_KINDS], file_size[SEGMENT_KINDS];
    uint32_t name_offset, name_size;
    uint32_t table[3][2]; /* .api_info, .dynstr, .dynsym */
    const uint8_t *hash[SEGMENT_KINDS];
};

static bool read_header(struct program *p, struct nso *h, struct reader *r) {
    struct module *m = p->modules;
    reader_seek(r, 0xc, "flags");
    h->flags = reader_u32(r, "flags");
    for (int i = 0; i < SEGMENT_KINDS; i++) {
        struct segment *s = &m->segments[i];
        h->file_offset[i] = reader_u32(r, names[i]);
        s->address = reader_u32(r, names[i]);
        s->file_size = s->memory_size = reader_u32(r, names[i]);
        uint32_t extra = reader_u32(r, names[i]);
        if (i == SEGMENT_TEXT)
            h->name_offset = extra;
        else if (i == SEGMENT_RODATA)
            h->name_size = extra;
        else
            s->memory_size += extra;
    }
    const uint8_t *id = reader_bytes(r, 32, "build id");
    for (int i = 0; i < SEGMENT_KINDS; i++)
        h->file_size[i] = reader_u32(r, "size in the file");
    reader_seek(r, 0x88, "tables");
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            h->table[i][j] = reader_u32(r, "table in rodata");
    for (int i = 0; i < SEGMENT_KINDS; i++)
        h->hash[i] = reader_bytes(r, 32, "SHA-256");
    if (reader_ok(r))
        module_set_build_id(m, id, 32);
    return reader_ok(r);
}

static void check_sizes(struct program *p, const struct nso *h, int i, struct reader *r) {
    const struct segment *s = &p->modules->segments[i];
    bool packed = h->flags & FLAG_COMPRESSED << i;
    size_t at = 0x60 + (size_t)i * 4;
    if (!reader_range(r, h->file_offset[i], packed ? h->file_size[i] : s->file_size, names[i]))
        return;
    if (packed && s->file_size > (uint64_t)h->file_size[i] * LZ4_RATIO + LZ4_SLACK)
        reader_fail(r, at, names[i], "0x%x bytes of LZ4 cannot hold 0x%llx", h->file_size[i],
                    (unsigned long long)s->file_size);
}

static void load_segment(struct program *p, const struct nso *h, int i, struct reader *r) {
    const struct segment *s = &p->modules->segments[i];
    const uint8_t *from = p->file.data + h->file_offset[i];
    uint8_t *to = p->modules->image + s->address, hash[32];
    if (!s->file_size)
        return;
    if (h->flags & FLAG_COMPRESSED << i) {
        int n = LZ4_decompress_safe((const char *)from, (char *)to, (int)h->file_size[i],
                                    (int)s->file_size);
        if (n < 0 || (uint64_t)n != s->file_size) {
            reader_fail(r, h->file_offset[i], names[i],
                        "the LZ4 data is damaged (0x%llx bytes expected)",
                        (unsigned long long)s->file_size);
            return;
        }
    } else {
        memcpy(to, from, s->file_size);
    }
    if (!(h->flags & FLAG_HASHED << i))
        return;
    mbedtls_sha256_ret(to, s->file_size, hash, 0);
    if (memcmp(hash, h->hash[i], 32) != 0)
        reader_fail(r, 0xa0 + (size_t)i * 32, names[i],
                    "its SHA-256 does not match; the file is damaged or was changed");
}

/* Length 1 is the empty name that most files have. */
static void read_name(struct program *p, const struct nso *h, struct reader *r) {
    if (h->name_size <= 1 || !reader_range(r, h->name_offset, h->name_size, "module name"))
        return;
    size_t length = h->name_size < 0x200 ? h->name_size : 0x200;
    p->modules->recorded_name = memory_new(length + 1);
    text_clean(p->modules->recorded_name, p->file.data + h->name_offset, length);
}

/* The symbols, where the header names them; _DYNAMIC names the same and is the fallback. */
static bool load_symbols(struct module *m, const struct nso *h, struct reader *r) {
    const struct segment *s = &m->segments[SEGMENT_RODATA];
    const uint32_t *strings = h->table[1], *symbols = h->table[2];
    if (!symbols[1])
        return true;
    for (int i = 1; i < 3; i++)
        if (h->table[i][0] > s->file_size || h->table[i][1] > s->file_size - h->table[i][0])
            reader_fail(r, 0x88 + (size_t)i * 8, i == 1 ? ".dynstr" : ".dynsym",
                        "0x%x bytes from 0x%x reach beyond rodata, 0x%llx", h->table[i][1],
                        h->table[i][0], (unsigned long long)s->file_size);
    if (!reader_ok(r))
        return false;
    const uint8_t *rodata = m->image + s->address;
    const struct symbol_table t = {
        .bytes = rodata + symbols[0],
        .count = symbols[1] / SYMBOL_ENTRY_SIZE,
        .names = rodata + strings[0],
        .names_size = strings[1],
        .at = s->address + symbols[0],
    };
    return symbols_read(m, &t, r);
}

bool nso_parse(struct program *p, struct error *error) {
    struct module *m = p->modules;
    struct nso h = {0};
    struct reader r;
    reader_init(&r, p->file.data, p->file.size, "NSO", error);
    if (!read_header(p, &h, &r))
        return false;
    for (int i = 0; i < SEGMENT_KINDS; i++)
        check_sizes(p, &h, i, &r);
    read_name(p, &h, &r);
    if (!reader_ok(&r) || !module_layout(m, &r, 0x10))
        return false;
    for (int i = 0; i < SEGMENT_KINDS; i++)
        load_segment(p, &h, i, &r);
    m->entry = m->segments[SEGMENT_TEXT].address;
    return reader_ok(&r) && load_symbols(m, &h, &r) && module_finish(m, error);
}
