/* SPDX-License-Identifier: MIT */
#include "container/write.h"

#include "container/module.h"

#include <string.h>

enum { HEADER_SIZE = 0x80, START_SIZE = 0x10, ASSET_HEADER_SIZE = 0x38 };

static bool check_layout(const struct module *m, struct error *error) {
    const struct segment *text = &m->segments[SEGMENT_TEXT];
    uint64_t end = 0;
    if (text->address != 0 || m->entry != 0)
        return error_set(error, ERROR_UNSUPPORTED,
                         "text at 0x%llx and entry at 0x%llx: an NRO begins with its entry at 0; "
                         "link with the program's start code first, to address 0",
                         (unsigned long long)text->address, (unsigned long long)m->entry);
    for (int i = 0; i < SEGMENT_KINDS; i++) {
        const struct segment *s = &m->segments[i];
        if (!s->memory_size)
            continue;
        if (s->address < end)
            return error_set(error, ERROR_UNSUPPORTED,
                             "segments must lie in the order text, rodata, data; use the linker "
                             "script of the SDK");
        if (i != SEGMENT_DATA && page_up(s->file_size) != s->memory_size)
            return error_set(error, ERROR_UNSUPPORTED,
                             "only the data segment may have zeros behind its file bytes");
        end = s->address + s->memory_size;
    }
    if (text->file_size < HEADER_SIZE)
        return error_set(error, ERROR_UNSUPPORTED, "text has no room for the header of 0x80 bytes");
    return true;
}

/* An image that came from an NRO has the old header there. */
static bool check_room(const struct module *m, struct error *error) {
    bool used = false;
    for (int i = START_SIZE; i < HEADER_SIZE; i++)
        used |= m->image[i] != 0;
    if (used && memcmp(m->image + START_SIZE, "NRO0", 4) != 0)
        return error_set(error, ERROR_UNSUPPORTED,
                         "offsets 0x10 to 0x80 of the text hold code: the start code must branch "
                         "over them and leave zeros for the NRO header");
    return true;
}

/* A missing segment stands, empty, behind the one before it. */
static void put_segments(const struct module *m, struct strbuf *out) {
    uint64_t end = 0;
    for (int i = 0; i < SEGMENT_KINDS; i++) {
        const struct segment *s = &m->segments[i];
        put_u32(out, (uint32_t)(s->memory_size ? s->address : end));
        put_u32(out, (uint32_t)page_up(s->file_size));
        if (s->memory_size)
            end = s->address + page_up(s->file_size);
    }
}

static void put_header(const struct module *m, uint64_t size, struct strbuf *out) {
    const struct segment *data = &m->segments[SEGMENT_DATA];
    strbuf_add_bytes(out, m->image, START_SIZE);
    strbuf_add(out, "NRO0");
    put_u32(out, 0);
    put_u32(out, (uint32_t)size);
    put_u32(out, 0);
    put_segments(m, out);
    put_u32(out, (uint32_t)(data->memory_size - page_up(data->file_size)));
    put_u32(out, 0);
    strbuf_add_bytes(out, m->build_id, sizeof m->build_id);
    put_zeros(out, HEADER_SIZE - 0x60);
}

static void put_assets(const struct nro_assets *assets, struct strbuf *out) {
    const struct blob *const parts[] = {&assets->icon, &assets->nacp, &assets->romfs};
    uint64_t at = ASSET_HEADER_SIZE;
    if (!assets->icon.size && !assets->nacp.size && !assets->romfs.size)
        return;
    strbuf_add(out, "ASET");
    put_u32(out, 0);
    for (int i = 0; i < 3; i++) {
        put_u64(out, at);
        put_u64(out, parts[i]->size);
        at += parts[i]->size;
    }
    for (int i = 0; i < 3; i++)
        strbuf_add_bytes(out, parts[i]->data, parts[i]->size);
}

bool write_nro(const struct program *p, const struct nro_assets *assets, struct strbuf *out,
               struct error *error) {
    const struct module *m = p->modules;
    if (!check_layout(m, error) || !check_room(m, error))
        return error_wrap(error, "%s", p->path);
    /* A data segment of .bss alone lies behind the last file byte, and the header says where. */
    uint64_t size = m->image_size;
    const struct segment *data = &m->segments[SEGMENT_DATA];
    if (data->memory_size && data->address > size)
        size = data->address;
    put_header(m, size, out);
    strbuf_add_bytes(out, m->image + HEADER_SIZE, m->image_size - HEADER_SIZE);
    put_zeros(out, size - m->image_size);
    put_assets(assets, out);
    return true;
}
