/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include "base/strbuf.h"
#include "container/program.h"
#include "container/write.h"

#include <stdio.h>
#include <string.h>

struct options {
    const char *in, *out, *title, *author, *version, *icon, *romfs;
};

static int usage(const char *text, const char *what) {
    fprintf(stderr,
            "windlass pack: %s%s\n"
            "usage: windlass pack IN.elf OUT.nro|OUT.nso [--title TEXT] [--author TEXT]\n"
            "           [--version TEXT] [--icon FILE.jpg] [--romfs FOLDER]\n",
            text, what);
    return 2;
}

static bool ends_with(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n > m && !strcmp(text + n - m, end);
}

/* 0, or the status to end with. */
static int parse_options(int argc, char **argv, struct options *o) {
    const struct {
        const char *flag;
        const char **value;
    } flags[] = {{"--title", &o->title},
                 {"--author", &o->author},
                 {"--version", &o->version},
                 {"--icon", &o->icon},
                 {"--romfs", &o->romfs}};
    for (int i = 1; i < argc; i++) {
        size_t f = 0, count = sizeof flags / sizeof *flags;
        while (f < count && strcmp(argv[i], flags[f].flag) != 0)
            f++;
        if (f < count) {
            if (++i == argc)
                return usage("a value is missing after ", flags[f].flag);
            *flags[f].value = argv[i];
        } else if (argv[i][0] == '-' && argv[i][1]) {
            return usage("unknown option ", argv[i]);
        } else if (!o->in) {
            o->in = argv[i];
        } else if (!o->out) {
            o->out = argv[i];
        } else {
            return usage("one file too many: ", argv[i]);
        }
    }
    if (!o->in || !o->out)
        return usage("two files are needed", "");
    if (!ends_with(o->out, ".nro") && !ends_with(o->out, ".nso"))
        return usage("the output's name must end in .nro or .nso, not ", o->out);
    if (ends_with(o->out, ".nso") && (o->title || o->author || o->version || o->icon || o->romfs))
        return usage("an NSO has no place for title, author, version, icon or RomFS", "");
    return 0;
}

static bool read_icon(const char *path, struct blob *out, struct error *error) {
    enum { ICON_LIMIT = 0x20000 }; /* the console's own limit */
    if (!file_read(path, ICON_LIMIT, out, error))
        return false;
    if (out->size >= 3 && !memcmp(out->data, "\xff\xd8\xff", 3))
        return true;
    return error_set(error, ERROR_USAGE, "%s: not a JPEG file; an icon is one of 256x256 pixels",
                     path);
}

static bool make_romfs(const char *folder, struct strbuf *out, struct error *error) {
    struct romfs_node *tree = romfs_tree_new();
    bool ok = romfs_tree_add_host(tree, folder, error);
    if (ok)
        write_romfs(tree, out);
    romfs_tree_free(tree);
    return ok;
}

static struct blob as_blob(const struct strbuf *s) {
    return (struct blob){(uint8_t *)s->text, s->length};
}

static bool pack_nro(const struct program *p, const struct options *o, struct strbuf *out,
                     struct error *error) {
    struct nro_assets assets = {0};
    struct strbuf nacp = {0}, romfs = {0};
    bool ok = true;
    if (o->title || o->author || o->version)
        ok = write_nacp(o->title ? o->title : p->modules->name, o->author ? o->author : "",
                        o->version ? o->version : "1.0.0", &nacp, error);
    ok = ok && (!o->icon || read_icon(o->icon, &assets.icon, error));
    ok = ok && (!o->romfs || make_romfs(o->romfs, &romfs, error));
    assets.nacp = as_blob(&nacp);
    assets.romfs = as_blob(&romfs);
    ok = ok && write_nro(p, &assets, out, error);
    blob_free(&assets.icon);
    strbuf_free(&nacp);
    strbuf_free(&romfs);
    return ok;
}

int cli_pack(int argc, char **argv) {
    struct options o = {0};
    struct program p;
    struct error error = {0};
    struct strbuf out = {0};
    int status = parse_options(argc, argv, &o);
    if (status)
        return status;
    bool ok = program_open(o.in, &p, &error);
    if (ok) {
        ok = (ends_with(o.out, ".nso") ? write_nso(&p, &out, &error)
                                       : pack_nro(&p, &o, &out, &error)) &&
             file_write(o.out, out.text, out.length, &error);
        program_close(&p);
    }
    strbuf_free(&out);
    if (!ok)
        fprintf(stderr, "windlass pack: %s\n", error.text);
    return ok ? 0 : 1;
}
