/* SPDX-License-Identifier: MIT */
#include "lift/output.h"

#include "base/memory.h"

#include <string.h>
#include <sys/stat.h>

/* Semantics of the generated C: integers wrap, accesses alias, address 0 is one like any other (the
 * access faults, and is not left out), every floating-point operation is the one written. The
 * vectorisers are off: that for straight-line code packs guest registers; that for loops finds none
 * that touch memory, whose accesses are volatile, and leaves exceptions that are none of the
 * guest's where it takes conversions from float for shifts. Lines tell the guest's addresses;
 * columns tell nothing and cost a part in fifteen of the compile. There are no variables to follow
 * and no mask registers worth moving integers to: the two passes that look for them find nothing,
 * and take a part in fourteen. Nor does it help to mark where locals begin and end, since registers
 * are all that they become: a part in fifty. Copies on edges that were split are joined, or the
 * loop of an interpreter moves the guest's registers about at each turn. */
static void add_flags(const struct lift_options *o, struct strbuf *out) {
    int level = o->optimisation ? o->optimisation : 2;
    strbuf_addf(
        out,
        "-O%d -march=%s -mcx16 -fno-strict-aliasing -fno-vectorize -fno-slp-vectorize "
        "-ffp-contract=off -fno-math-errno -fwrapv -fno-delete-null-pointer-checks -std=gnu11 -w "
        "-gline-tables-only -gno-column-info "
        "-mllvm -experimental-debug-variable-locations=false "
        "-mllvm -disable-x86-domain-reassignment -Xclang -disable-lifetime-markers "
        "-mllvm -join-splitedges",
        level, machine_name(machine_chosen(o->machine)));
}

void lift_options_key(const struct lift_options *o, struct strbuf *out) {
    struct stat self; /* the lifter itself: another one may make other C */
    if (stat("/proc/self/exe", &self) == 0)
        strbuf_addf(out, "lifter %lld.%lld ", (long long)self.st_size,
                    (long long)self.st_mtim.tv_sec);
    strbuf_addf(out, "%s ", o->compiler ? o->compiler : LIFT_COMPILER);
    add_flags(o, out);
    strbuf_addf(out, " base %#llx debug %d counted %d calls %d float %d",
                (unsigned long long)o->base, o->debug, o->counted, o->any_calls, o->float_mode);
    for (const char *const *f = o->link_flags; f && *f; f++)
        strbuf_addf(out, " %s", *f);
}

/* A path or flag as ninja reads it in a variable or a list of files. */
static void add_escaped(struct strbuf *out, const char *text, bool in_list) {
    for (const char *p = text; *p; p++) {
        if (*p == '$' || (in_list && strchr(" :|", *p)))
            strbuf_add(out, "$");
        strbuf_add_bytes(out, p, 1);
    }
}

/* The same inside a command that the shell reads. */
static void add_quoted(struct strbuf *out, const char *text) {
    strbuf_add(out, "'");
    for (const char *p = text; *p; p++) {
        if (*p == '\'')
            strbuf_add(out, "'\\''");
        else if (*p == '$')
            strbuf_add(out, "$$");
        else
            strbuf_add_bytes(out, p, 1);
    }
    strbuf_add(out, "'");
}

/* An object and the file with its hash. The hashes of all are looked at before they are linked: an
 * object that something changed since (a full disk, a broken cache) would make a program that
 * fails anywhere. The messages lead by hand and tell lift_build what to do. */
static const char rules[] =
    "rule cc\n"
    "  command = $launcher $cc $flags -c $in -o $out && sha256sum $out > $out.sum\n"
    "  description = compile $in\n"
    "rule as\n"
    "  command = $cc -c $in -o $out && sha256sum $out > $out.sum\n"
    "  description = assemble $in\n"
    "rule link\n"
    "  command = xargs sha256sum < $out.objects > $out.found && "
    "sed 's/$$/.sum/' $out.objects | xargs cat > $out.made && "
    "{ diff $out.made $out.found || { echo 'objects are not what the compiler made: remove those "
    "named above and run ninja again'; exit 1; }; } && "
    "$cc @$out.objects $libs -o $out $link\n"
    "  rspfile = $out.objects\n"
    "  rspfile_content = $in_newline\n"
    "  description = link $out\n"
    /* Compilers that want more memory than LIFT_FILE_MAX stands for take turns. */
    "pool large\n"
    "  depth = 1\n";

static void add_variables(const struct output *o, struct strbuf *s) {
    const struct lift_options *options = o->options;
    strbuf_add(s, "ninja_required_version = 1.10\ncc = ");
    add_escaped(s, options->compiler ? options->compiler : LIFT_COMPILER, false);
    strbuf_add(s, "\nlauncher = ");
    add_escaped(s, options->launcher ? options->launcher : "", false);
    strbuf_add(s, "\nflags = ");
    add_flags(options, s);
    if (o->shared)
        strbuf_add(s, " -fPIC -fvisibility=hidden");
    strbuf_add(s, " -I");
    add_quoted(s, options->include_folder ? options->include_folder : ".");
    strbuf_addf(s, "\nlink = -fuse-ld=lld%s", o->shared ? " -shared" : "");
    for (const char *const *f = options->link_flags; f && *f; f++) {
        strbuf_add(s, " ");
        add_quoted(s, *f);
    }
    strbuf_add(s, "\nlibs =");
    for (const char *const *a = options->archives; a && *a; a++) {
        strbuf_add(s, " ");
        add_quoted(s, *a);
    }
    strbuf_add(s, "\n");
}

static void add_objects(const struct output *o, struct strbuf *s) {
    for (size_t i = 0; i < o->object_count; i++) {
        const struct output_object *object = &o->objects[i];
        strbuf_addf(s, "build %s.o | %s.o.sum: cc %s.c\n", object->name, object->name,
                    object->name);
        if (object->instructions > LIFT_FILE_LARGE)
            strbuf_add(s, "  pool = large\n");
    }
    if (!o->shared)
        strbuf_add(s, "build image.o | image.o.sum: as image.S | module_0.bin\n");
}

bool output_ninja(struct output *o, struct error *error) {
    struct strbuf s = {0};
    add_variables(o, &s);
    strbuf_add(&s, rules);
    add_objects(o, &s);
    strbuf_add(&s, "build program: link");
    for (size_t i = 0; i < o->object_count; i++)
        strbuf_addf(&s, " %s.o", o->objects[i].name);
    strbuf_add(&s, o->shared ? " |" : " image.o |");
    for (const char *const *a = o->options->archives; a && *a; a++) {
        strbuf_add(&s, " ");
        add_escaped(&s, *a, true);
    }
    strbuf_add(&s, "\ndefault program\n");
    bool ok = output_file(o->options, "build.ninja", s.text, s.length, error);
    strbuf_free(&s);
    return ok;
}
