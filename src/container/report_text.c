/* SPDX-License-Identifier: MIT */
#include "container/report.h"

#include "container/romfs.h"
#include "container/summary.h"

static void add_hex(struct strbuf *out, const uint8_t *bytes, size_t n) {
    for (size_t i = 0; i < n; i++)
        strbuf_addf(out, "%02x", bytes[i]);
    strbuf_add(out, "\n");
}

static void row(struct strbuf *out, const char *label, const char *value) {
    strbuf_addf(out, "  %-12s %s\n", label, value[0] ? value : "none");
}

static void address_row(struct strbuf *out, const char *label, bool known, uint64_t address) {
    if (known)
        strbuf_addf(out, "  %-12s 0x%llx\n", label, (unsigned long long)address);
    else
        row(out, label, "");
}

static void add_segments(const struct module *m, struct strbuf *out) {
    strbuf_add(out, "\n  segment            address    in file  in memory\n");
    for (int i = 0; i < SEGMENT_KINDS; i++) {
        const struct segment *s = &m->segments[i];
        strbuf_addf(out, "  %-8s %s   0x%08llx %#10llx %#10llx\n", segment_names[i],
                    segment_rights[i], (unsigned long long)s->address,
                    (unsigned long long)s->file_size, (unsigned long long)s->memory_size);
    }
    strbuf_addf(out, "  all                                     %#10llx\n\n",
                (unsigned long long)m->memory_size);
}

static void add_relocations(const struct module *m, const struct summary *s, struct strbuf *out) {
    strbuf_addf(out, "  %-12s %zu R_AARCH64_RELATIVE (%zu RELA, %zu RELR)\n", "relocations",
                m->pointer_count, m->pointer_count - m->relr_count, m->relr_count);
    for (size_t i = 0; i < s->other_types; i++) {
        const char *name = relocation_name(s->others[i].type);
        strbuf_addf(out, "  %-12s %zu ", "", s->others[i].count);
        if (name)
            strbuf_addf(out, "%s\n", name);
        else
            strbuf_addf(out, "of type %u\n", s->others[i].type);
    }
    if (s->more_others)
        strbuf_addf(out, "  %-12s %zu of further types\n", "", s->more_others);
}

static void add_module(const struct module *m, const struct summary *s, struct strbuf *out) {
    row(out, "name", m->recorded_name[0] ? m->recorded_name : "");
    strbuf_addf(out, "  %-12s ", "build id");
    if (m->has_build_id)
        add_hex(out, m->build_id, sizeof m->build_id);
    else
        strbuf_add(out, "none\n");
    add_segments(m, out);
    address_row(out, "entry", true, m->entry);
    address_row(out, "MOD0", m->mod0 >= 0, (uint64_t)m->mod0);
    address_row(out, "_DYNAMIC", m->dynamic != 0, m->dynamic);
    if (m->eh_frame)
        strbuf_addf(out, "  %-12s 0x%llx, 0x%llx bytes\n", "eh_frame",
                    (unsigned long long)m->eh_frame, (unsigned long long)m->eh_frame_size);
    else
        row(out, "eh_frame", "");
    add_relocations(m, s, out);
    if (m->symbol_count)
        strbuf_addf(out, "  %-12s %zu: %zu functions, %zu objects, %zu labels, %zu undefined\n",
                    "symbols", m->symbol_count, s->functions, s->objects, s->labels, s->undefined);
    else
        row(out, "symbols", "");
}

static void add_range(const char *label, struct file_range range, struct strbuf *out) {
    if (range.size)
        strbuf_addf(out, "  %-12s %llu bytes at 0x%llx\n", label, (unsigned long long)range.size,
                    (unsigned long long)range.offset);
    else
        row(out, label, "");
}

struct listing {
    struct strbuf *out;
    size_t left;
};

static bool list_entry(void *context, const char *path, const struct romfs_entry *entry) {
    struct listing *l = context;
    if (l->left-- == 0) {
        strbuf_addf(l->out, "    ... (the first %d are shown)\n", REPORT_ROMFS_LIMIT);
        return false;
    }
    if (entry->is_folder)
        strbuf_addf(l->out, "    %10s  %s/\n", "", path);
    else
        strbuf_addf(l->out, "    %10llu  %s\n", (unsigned long long)entry->size, path);
    return true;
}

static void add_romfs(const struct program *p, const struct summary *s, struct strbuf *out) {
    add_range("RomFS", p->romfs, out);
    if (!s->has_romfs)
        return;
    if (s->romfs_damaged) {
        strbuf_addf(out, "  %-12s damaged: %s\n", "", s->romfs_error.text);
        return;
    }
    strbuf_addf(out, "  %-12s folders: %zu, files: %zu of %llu bytes together\n", "", s->folders,
                s->files, (unsigned long long)s->file_bytes);
    struct listing l = {out, REPORT_ROMFS_LIMIT};
    struct romfs fs;
    if (!romfs_open(&fs, p->file.data + p->romfs.offset, p->romfs.size, NULL) ||
        !romfs_walk(&fs, list_entry, &l, NULL))
        strbuf_addf(out, "    the listing broke off\n");
}

void report_text(const struct program *p, struct strbuf *out) {
    struct summary s;
    summary_make(p, &s);
    strbuf_addf(out, "%s: %s program, %zu bytes\n\n", p->path, program_format_name(p->format),
                p->file.size);
    strbuf_addf(out, "  %-12s ", "SHA-256");
    add_hex(out, p->sha256, sizeof p->sha256);
    for (size_t i = 0; i < p->module_count; i++)
        add_module(&p->modules[i], &s, out);
    if (p->format != PROGRAM_NRO)
        return;
    strbuf_add(out, "\n");
    row(out, "title", p->title);
    row(out, "author", p->author);
    row(out, "version", p->version);
    add_range("icon", p->icon, out);
    add_range("NACP", p->nacp, out);
    add_romfs(p, &s, out);
    if (p->rest.size)
        add_range("other bytes", p->rest, out);
}
