/* SPDX-License-Identifier: MIT */
#include "container/summary.h"

#include "container/romfs.h"

const char *const segment_names[SEGMENT_KINDS] = {"text", "rodata", "data"};
const char *const segment_rights[SEGMENT_KINDS] = {"R-X", "R--", "RW-"};

const char *relocation_name(uint32_t type) {
    static const char *const dynamic[] = {
        "R_AARCH64_COPY",      "R_AARCH64_GLOB_DAT",   "R_AARCH64_JUMP_SLOT",
        "R_AARCH64_RELATIVE",  "R_AARCH64_TLS_DTPMOD", "R_AARCH64_TLS_DTPREL",
        "R_AARCH64_TLS_TPREL", "R_AARCH64_TLSDESC",    "R_AARCH64_IRELATIVE",
    };
    if (type >= 1024 && type < 1024 + sizeof dynamic / sizeof *dynamic)
        return dynamic[type - 1024];
    return type == 257 ? "R_AARCH64_ABS64" : NULL;
}

static void count_symbols(const struct module *m, struct summary *out) {
    for (size_t i = 0; i < m->symbol_count; i++) {
        const struct symbol *s = &m->symbols[i];
        if (!s->defined)
            out->undefined++;
        else if (s->kind == SYMBOL_FUNCTION)
            out->functions++;
        else if (s->kind == SYMBOL_OBJECT)
            out->objects++;
        else
            out->labels++;
    }
}

static void count_others(const struct module *m, struct summary *out) {
    for (size_t i = 0; i < m->other_count; i++) {
        size_t t = 0;
        while (t < out->other_types && out->others[t].type != m->others[i].type)
            t++;
        if (t == SUMMARY_TYPES) {
            out->more_others++;
            continue;
        }
        if (t == out->other_types)
            out->others[out->other_types++] = (struct relocation_count){m->others[i].type, 0};
        out->others[t].count++;
    }
}

static bool count_entry(void *context, const char *path, const struct romfs_entry *entry) {
    struct summary *out = context;
    (void)path;
    if (entry->is_folder) {
        out->folders++;
    } else {
        out->files++;
        out->file_bytes += entry->size;
    }
    return true;
}

void summary_make(const struct program *p, struct summary *out) {
    *out = (struct summary){.has_romfs = p->romfs.size != 0};
    for (size_t i = 0; i < p->module_count; i++) {
        count_symbols(&p->modules[i], out);
        count_others(&p->modules[i], out);
    }
    struct romfs fs;
    if (out->has_romfs)
        out->romfs_damaged =
            !romfs_open(&fs, p->file.data + p->romfs.offset, p->romfs.size, &out->romfs_error) ||
            !romfs_walk(&fs, count_entry, out, &out->romfs_error);
}
