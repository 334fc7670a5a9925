/* SPDX-License-Identifier: MIT */
#include "container/write.h"

#include "base/memory.h"
#include "container/module.h"

#include <lz4.h>
#include <mbedtls/sha256.h>
#include <stdlib.h>

enum { HEADER_SIZE = 0x100, ALL_COMPRESSED_AND_HASHED = 0x3f };

struct packed {
    char *bytes[SEGMENT_KINDS];
    int size[SEGMENT_KINDS];
    uint8_t hash[SEGMENT_KINDS][32];
};

static void pack(const struct module *m, struct packed *out) {
    for (int i = 0; i < SEGMENT_KINDS; i++) {
        const struct segment *s = &m->segments[i];
        int bound = LZ4_compressBound((int)s->file_size);
        const uint8_t *from = m->image + (s->file_size ? s->address : 0);
        out->bytes[i] = memory_new((size_t)bound);
        out->size[i] =
            LZ4_compress_default((const char *)from, out->bytes[i], (int)s->file_size, bound);
        mbedtls_sha256_ret(from, s->file_size, out->hash[i], 0);
    }
}

static void put_table(const struct module *m, struct file_range table, struct strbuf *out) {
    const struct segment *s = &m->segments[SEGMENT_RODATA];
    bool inside = table.size && table.offset >= s->address &&
                  table.offset + table.size <= s->address + s->file_size;
    put_u32(out, inside ? (uint32_t)(table.offset - s->address) : 0);
    put_u32(out, inside ? (uint32_t)table.size : 0);
}

static void put_header(const struct module *m, const struct packed *packed, struct strbuf *out) {
    const struct segment *data = &m->segments[SEGMENT_DATA];
    uint32_t at = HEADER_SIZE + 1; /* one zero byte: the empty module name */
    const uint32_t extra[SEGMENT_KINDS] = {HEADER_SIZE, 1,
                                           (uint32_t)(data->memory_size - data->file_size)};
    strbuf_add(out, "NSO0");
    put_zeros(out, 8);
    put_u32(out, ALL_COMPRESSED_AND_HASHED);
    for (int i = 0; i < SEGMENT_KINDS; i++) {
        put_u32(out, at);
        put_u32(out, (uint32_t)m->segments[i].address);
        put_u32(out, (uint32_t)m->segments[i].file_size);
        put_u32(out, extra[i]);
        at += (uint32_t)packed->size[i];
    }
    strbuf_add_bytes(out, m->build_id, sizeof m->build_id);
    for (int i = 0; i < SEGMENT_KINDS; i++)
        put_u32(out, (uint32_t)packed->size[i]);
    put_zeros(out, 0x1c);
    put_table(m, (struct file_range){0}, out); /* no .api_info */
    put_table(m, m->dynstr, out);
    put_table(m, m->dynsym, out);
    for (int i = 0; i < SEGMENT_KINDS; i++)
        strbuf_add_bytes(out, packed->hash[i], 32);
}

bool write_nso(const struct program *p, struct strbuf *out, struct error *error) {
    const struct module *m = p->modules;
    struct packed packed;
    if (m->entry != m->segments[SEGMENT_TEXT].address)
        return error_set(error, ERROR_UNSUPPORTED,
                         "%s: entry at 0x%llx: an NSO begins with its entry; link with the "
                         "program's start code first",
                         p->path, (unsigned long long)m->entry);
    pack(m, &packed);
    put_header(m, &packed, out);
    put_zeros(out, 1);
    for (int i = 0; i < SEGMENT_KINDS; i++) {
        strbuf_add_bytes(out, packed.bytes[i], (size_t)packed.size[i]);
        free(packed.bytes[i]);
    }
    return true;
}
