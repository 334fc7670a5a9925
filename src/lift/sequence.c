/* SPDX-License-Identifier: MIT */
#include "lift/sequence.h"

#include "base/memory.h"
#include "lift/emit.h"
#include "lift/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long ul;

/* What generated code stands on (core/lifted.h), where nothing but the sequence is lifted. */
static const char contract[] =
    "#include \"core/lifted.h\"\n"
    "struct lifted_slots lifted_slots;\n"
    "__attribute__((visibility(\"default\"))) void (*lifted_sequences_leave)(struct a64_state *);\n"
    "static struct lifted_result leave(struct a64_state *s) { lifted_sequences_leave(s); return "
    "lifted_get(s); }\n"
    "LIFTED_TARGET(core_unlifted) { s->sp = frame; s->x[0] = x0; s->x[1] = x1; s->x[2] = "
    "x2; s->x[29] = x29; return "
    "leave(s); }\n"
    "void lifted_spin(struct a64_state *s, struct lifted_spin *spin) {}\n"
    "bool lifted_attention(struct a64_state *s, uint64_t pc, uint64_t sp, uint64_t entry_return, "
    "uint64_t entry_sp) { return true; }\n"
    "LIFTED_FUNCTION(lifted_leave, uint64_t target) { s->pc = target; return leave(s); }\n"
    "LIFTED_FUNCTION(lifted_jump_unlifted, uint64_t entry_return, uint64_t entry_sp) { return "
    "leave(s); }\n"
    "LIFTED_FUNCTION(lifted_interpret, uint64_t entry_return, uint64_t entry_sp) { return "
    "leave(s); }\n";

/* At calls and returns fast code stores only what the procedure call standard lets somebody read;
 * code lifted for debugging stores everything. */
static bool needs_exact_form(const struct text *t) {
    for (size_t i = 0; i < t->count; i++)
        if (t->kinds[i] == A64_CALL || t->kinds[i] == A64_CALL_REG ||
            t->kinds[i] == A64_BRANCH_REG || t->kinds[i] == A64_RET)
            return true;
    return false;
}

/* The functions of all sequences lie at the same addresses: macros give them, and their second
 * entries, names of their own. */
static void add_names(struct strbuf *out, size_t number, const struct discovery *d, bool begin) {
    for (size_t i = 0; i < d->count; i++) {
        const ul entry = (ul)d->functions[i].entry;
        if (begin)
            strbuf_addf(out,
                        "#define f_%08lx f%zu_%08lx\n#define e_%08lx s%zu_%08lx\n"
                        "#define r_%08lx r%zu_%08lx\nLIFTED_FUNCTION(f_%08lx, LIFTED_SP);\n",
                        entry, number, entry, entry, number, entry, entry, number, entry, entry);
        else
            strbuf_addf(out, "#undef f_%08lx\n#undef e_%08lx\n#undef r_%08lx\n", entry, entry,
                        entry);
    }
}

static void add_functions(struct strbuf *out, const struct text *t, const struct discovery *d,
                          bool debug) {
    struct summary summary;
    struct emitter e = {.text = t,
                        .discovery = d,
                        .summary = &summary,
                        .out = out,
                        .file_name = "sequence",
                        .file = 1,
                        .debug = debug || needs_exact_form(t)};
    e.mentioned = NEW_ARRAY(uint32_t, d->count + 1);
    e.mentions = NEW_ARRAY(size_t, d->count + 1);
    summary_find(t, d, SUMMARY_IN_STATE, &summary);
    for (size_t i = 0; i < d->count; i++) {
        struct flow flow;
        flow_find(t, d, &summary, &d->functions[i], &flow);
        emit_function(&e, &d->functions[i], &flow);
        flow_free(&flow);
    }
    summary_free(&summary);
    free(e.mentioned);
    free(e.mentions);
}

/* False where the first word is no instruction. */
static bool add_sequence(struct strbuf *out, const struct lift_sequence *q, size_t number,
                         uint64_t address, bool debug) {
    const uint64_t size = 4 * (uint64_t)q->count;
    const struct module m = {
        .name = (char *)(uintptr_t)"sequence",
        .image = (uint8_t *)(uintptr_t)q->words,
        .image_size = size,
        .memory_size = size,
        .segments = {[SEGMENT_TEXT] = {0, size, size}},
        .mod0 = -1,
    };
    struct text text;
    struct discovery found;
    text_open(&text, &m, address);
    discover(&text, &found, NULL, NULL);
    const bool there = discovery_find(&found, address) != SIZE_MAX;
    add_names(out, number, &found, true);
    add_functions(out, &text, &found, debug);
    add_names(out, number, &found, false);
    discovery_free(&found);
    text_close(&text);
    return there;
}

static bool write_file(struct output *o, const char *name, size_t instructions, struct strbuf *text,
                       struct error *error) {
    char *file = memory_format("%s.c", name);
    const bool ok = output_file(o->options, file, text->text, text->length, error);
    free(file);
    output_add_object(o, name, instructions);
    strbuf_clear(text);
    return ok;
}

static bool write_code(struct output *o, size_t instructions, struct strbuf *text,
                       struct error *error) {
    char name[32];
    snprintf(name, sizeof name, "code_%04zu", o->c_files++);
    return write_file(o, name, instructions, text, error);
}

bool lift_sequences(const struct lift_sequence *sequences, size_t count, uint64_t address,
                    const struct lift_options *options, struct error *error) {
    struct output o = {.options = options,
                       .shared = true,
                       .float_level = options->float_mode == LIFT_FLOAT_FAST ? A64_FLOAT_FAST
                                                                             : A64_FLOAT_EXACT};
    struct strbuf code = {0}, table = {0}, entries = {0};
    for (size_t i = 0; i < count; i++)
        o.instructions_total += sequences[i].count;
    const size_t limit = output_file_limit(&o);
    bool ok = file_make_folders(options->folder, error);
    strbuf_add(&table, contract);
    size_t held = 0;
    for (size_t i = 0; ok && i < count; i++) {
        if (!held)
            output_head(&o, &code);
        if (add_sequence(&code, &sequences[i], i, address, options->debug)) {
            strbuf_addf(&table, "LIFTED_TARGET(s%zu_%08lx);\n", i, (ul)address);
            strbuf_addf(&entries, "s%zu_%08lx,\n", i, (ul)address);
        } else {
            strbuf_add(&entries, "NULL,\n");
        }
        held += sequences[i].count;
        o.instructions_done += sequences[i].count;
        if (held < limit && i + 1 < count)
            continue;
        ok = write_code(&o, held, &code, error);
        held = 0;
        if (options->progress)
            options->progress(options->context, "C files", o.instructions_done,
                              o.instructions_total);
    }
    strbuf_addf(&table,
                "__attribute__((visibility(\"default\"))) lifted_function *const "
                "lifted_sequences[] = {\n%sNULL};\n",
                entries.text ? entries.text : "");
    output_remove_stale(&o);
    ok = ok && write_file(&o, "table", 0, &table, error) && output_ninja(&o, error);
    strbuf_free(&code);
    strbuf_free(&table);
    strbuf_free(&entries);
    output_free(&o);
    return ok;
}
