/* SPDX-License-Identifier: MIT */
#include "container/report.h"

#include "container/romfs.h"
#include "container/summary.h"

/* Numbers stay below 2^53 by the limits on files and memory, so that every JSON reader keeps them
 * exact. */

static void add_hex(struct strbuf *out, const uint8_t *bytes, size_t n) {
    strbuf_add(out, "\"");
    for (size_t i = 0; i < n; i++)
        strbuf_addf(out, "%02x", bytes[i]);
    strbuf_add(out, "\"");
}

static void add_string(struct strbuf *out, const char *key, const char *value) {
    strbuf_addf(out, "\"%s\": ", key);
    if (value[0])
        strbuf_add_json(out, value);
    else
        strbuf_add(out, "null");
}

static void add_number(struct strbuf *out, const char *key, bool known, uint64_t value) {
    if (known)
        strbuf_addf(out, "\"%s\": %llu", key, (unsigned long long)value);
    else
        strbuf_addf(out, "\"%s\": null", key);
}

static void add_range(struct strbuf *out, const char *key, uint64_t offset, uint64_t size) {
    if (size)
        strbuf_addf(out, "\"%s\": {\"offset\": %llu, \"size\": %llu}", key,
                    (unsigned long long)offset, (unsigned long long)size);
    else
        strbuf_addf(out, "\"%s\": null", key);
}

static void add_segments(const struct module *m, struct strbuf *out) {
    strbuf_add(out, "      \"segments\": [");
    for (int i = 0; i < SEGMENT_KINDS; i++) {
        const struct segment *s = &m->segments[i];
        strbuf_addf(out,
                    "%s\n        {\"name\": \"%s\", \"rights\": \"%s\", \"address\": %llu, "
                    "\"file_size\": %llu, \"memory_size\": %llu}",
                    i ? "," : "", segment_names[i], segment_rights[i],
                    (unsigned long long)s->address, (unsigned long long)s->file_size,
                    (unsigned long long)s->memory_size);
    }
    strbuf_add(out, "\n      ],\n");
}

static void add_relocations(const struct module *m, const struct summary *s, struct strbuf *out) {
    strbuf_addf(out, "      \"relocations\": {\"relative_rela\": %zu, \"relative_relr\": %zu",
                m->pointer_count - m->relr_count, m->relr_count);
    strbuf_add(out, ", \"others\": [");
    for (size_t i = 0; i < s->other_types; i++) {
        const char *name = relocation_name(s->others[i].type);
        strbuf_addf(out, "%s{\"type\": %u, ", i ? ", " : "", s->others[i].type);
        add_string(out, "name", name ? name : "");
        strbuf_addf(out, ", \"count\": %zu}", s->others[i].count);
    }
    strbuf_addf(out, "], \"of_further_types\": %zu},\n", s->more_others);
}

static void add_module(const struct module *m, const struct summary *s, struct strbuf *out) {
    strbuf_add(out, "    {\n      ");
    add_string(out, "name", m->name);
    strbuf_add(out, ",\n      ");
    add_string(out, "recorded_name", m->recorded_name);
    strbuf_add(out, ",\n      \"build_id\": ");
    if (m->has_build_id)
        add_hex(out, m->build_id, sizeof m->build_id);
    else
        strbuf_add(out, "null");
    strbuf_add(out, ",\n");
    add_segments(m, out);
    strbuf_add(out, "      ");
    add_number(out, "memory_size", true, m->memory_size);
    strbuf_add(out, ", ");
    add_number(out, "entry", true, m->entry);
    strbuf_add(out, ", ");
    add_number(out, "mod0", m->mod0 >= 0, (uint64_t)m->mod0);
    strbuf_add(out, ", ");
    add_number(out, "dynamic", m->dynamic != 0, m->dynamic);
    strbuf_add(out, ",\n      ");
    add_range(out, "eh_frame", m->eh_frame, m->eh_frame_size);
    strbuf_add(out, ",\n");
    add_relocations(m, s, out);
    strbuf_addf(out,
                "      \"symbols\": {\"functions\": %zu, \"objects\": %zu, \"labels\": %zu, "
                "\"undefined\": %zu}\n    }",
                s->functions, s->objects, s->labels, s->undefined);
}

struct listing {
    struct strbuf *out;
    size_t shown;
};

static bool list_entry(void *context, const char *path, const struct romfs_entry *entry) {
    struct listing *l = context;
    if (l->shown == REPORT_ROMFS_LIMIT)
        return false;
    strbuf_addf(l->out, "%s\n    {\"path\": ", l->shown ? "," : "");
    strbuf_add_json(l->out, path);
    if (entry->is_folder)
        strbuf_add(l->out, ", \"folder\": true}");
    else
        strbuf_addf(l->out, ", \"size\": %llu}", (unsigned long long)entry->size);
    l->shown++;
    return true;
}

static void add_romfs(const struct program *p, const struct summary *s, struct strbuf *out) {
    strbuf_add(out, "  \"romfs\": ");
    if (!s->has_romfs) {
        strbuf_add(out, "null\n");
        return;
    }
    strbuf_addf(out, "{\"offset\": %llu, \"size\": %llu, ", (unsigned long long)p->romfs.offset,
                (unsigned long long)p->romfs.size);
    add_string(out, "error", s->romfs_damaged ? s->romfs_error.text : "");
    strbuf_addf(out, ", \"folders\": %zu, \"files\": %zu, \"file_bytes\": %llu, \"entries\": [",
                s->folders, s->files, (unsigned long long)s->file_bytes);
    struct listing l = {out, 0};
    struct romfs fs;
    bool whole = !s->romfs_damaged &&
                 romfs_open(&fs, p->file.data + p->romfs.offset, p->romfs.size, NULL) &&
                 romfs_walk(&fs, list_entry, &l, NULL) && l.shown == s->folders + s->files;
    strbuf_addf(out, "%s], \"complete\": %s}\n", l.shown ? "\n  " : "", whole ? "true" : "false");
}

void report_json(const struct program *p, struct strbuf *out) {
    struct summary s;
    summary_make(p, &s);
    strbuf_add(out, "{\n  ");
    add_string(out, "path", p->path);
    strbuf_addf(out, ",\n  \"format\": \"%s\", \"file_size\": %zu,\n  \"sha256\": ",
                program_format_name(p->format), p->file.size);
    add_hex(out, p->sha256, sizeof p->sha256);
    strbuf_add(out, ",\n  ");
    add_string(out, "title", p->title);
    strbuf_add(out, ", ");
    add_string(out, "author", p->author);
    strbuf_add(out, ", ");
    add_string(out, "version", p->version);
    strbuf_add(out, ",\n  \"modules\": [\n");
    for (size_t i = 0; i < p->module_count; i++) {
        strbuf_add(out, i ? ",\n" : "");
        add_module(&p->modules[i], &s, out);
    }
    strbuf_add(out, "\n  ],\n  ");
    add_range(out, "icon", p->icon.offset, p->icon.size);
    strbuf_add(out, ",\n  ");
    add_range(out, "nacp", p->nacp.offset, p->nacp.size);
    strbuf_add(out, ",\n  ");
    add_range(out, "other_bytes", p->rest.offset, p->rest.size);
    strbuf_add(out, ",\n");
    add_romfs(p, &s, out);
    strbuf_add(out, "}\n");
}
