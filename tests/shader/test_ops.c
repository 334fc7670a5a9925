/* SPDX-License-Identifier: MIT */
/* test_shader_ops [--all] [MNEMONIC...]: each row of the table of instructions, translated and run
 * on a device, beside the model. --all: many more inputs and combinations of modifiers.
 * --without FEATURE,...: as for a device that has them not; what then is refused does not fail.
 * test_shader_ops --sequences N: so many random sequences of instructions.
 * test_shader_ops --case "INSTRUCTION": just this one, on R8 and so on as cases_input.c has them.
 */
#include "programs.h"
#include "sequences.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 32, /* cases of a program */
    SHOWN = 4,  /* differences that are printed, a class */
};

static struct {
    bool all;
    char **only;
    unsigned rounds, random; /* programs of a batch; cases of a row beside one modifier at a time */
} options = {.rounds = 1, .random = 4};

static struct totals {
    unsigned tests, failed, rows, cases, programs;
    unsigned long compared, different, refused, unknown;
} totals;

static bool compared[ISA_ROWS]; /* the row has a case of its own */

/* ---- where classes have their cases ---- */

/* What needs a stage of a pipeline, or textures, is compared by whole programs. */
static const uint16_t graphics[] = {
    ISA_ALD,      ISA_AST,  ISA_AL2P,  ISA_ISBERD, ISA_IPA,  ISA_PIXLD, ISA_OUT,    ISA_KIL,
    ISA_VOTE_VTG, ISA_TEX,  ISA_TLD,   ISA_TLD4,   ISA_TXD,  ISA_TXA,   ISA_TXQ,    ISA_TMML,
    ISA_TEXS,     ISA_TLDS, ISA_TLD4S, ISA_SULD,   ISA_SUST, ISA_SURED, ISA_SUATOM, ISA_SUATOM_CAS,
};

static bool is_graphics(unsigned class) {
    for (size_t i = 0; i < sizeof graphics / sizeof *graphics; i++)
        if (graphics[i] == class)
            return true;
    return false;
}

/* Between registers, predicates, flags and constants: alone it says all. */
static bool is_alone(const struct isa_row *row) {
    for (unsigned i = 0; i < row->item_count; i++) {
        const uint8_t kind = isa_items[row->first_item + i].kind;
        if (kind == ISA_MEMORY || kind == ISA_INDEXED)
            return false;
    }
    return model_knows(row->class);
}

/* ---- a class ---- */

struct class_run {
    struct case_list cases;
    struct case_tally tallies[BATCH];
    unsigned shown;
    struct totals t;
};

static void account(struct class_run *c, const struct case_tally *tally,
                    const struct isa_row *row) {
    compared[row - isa_rows] |= tally->compared != 0;
    c->t.cases++;
    c->t.compared += tally->compared;
    c->t.refused += tally->refused && tally->known;
    c->t.unknown += !tally->known;
    c->t.different += tally->different != 0;
    if (!tally->known || (!tally->refused && !tally->different) || c->shown++ >= SHOWN)
        return;
    if (tally->different)
        printf("# %u of %u differ: %s\n", tally->different, tally->compared, tally->text);
    else
        printf("# refused: %s\n", tally->text);
}

static bool run_cases(struct case_runner *run, struct class_run *c, struct error *error) {
    for (unsigned round = 0; round < options.rounds; round++)
        for (size_t at = 0; at < c->cases.count; at += BATCH) {
            const size_t rest = c->cases.count - at, count = rest < BATCH ? rest : BATCH;
            if (!case_run(run, c->cases.list + at, count, c->tallies, error))
                return false;
            for (size_t i = 0; i < count; i++)
                account(c, &c->tallies[i], c->cases.list[at + i].row);
        }
    return true;
}

static bool wanted(unsigned class) {
    if (!*options.only)
        return true;
    for (unsigned i = 0; i < ISA_ROWS; i++)
        for (char **name = options.only; isa_rows[i].class == class && *name; name++)
            if (strcmp(isa_rows[i].mnemonic, *name) == 0)
                return true;
    return false;
}

static void run_class(struct case_runner *run, unsigned class, const char *name) {
    struct class_run c = {0};
    struct error error = {0};
    for (unsigned i = 0; i < ISA_ROWS; i++)
        if (isa_rows[i].class == class) {
            cases_of_row(&isa_rows[i], options.random, &run->random, &c.cases);
            c.t.rows++;
        }
    bool ok = run_cases(run, &c, &error);
    if (!ok)
        printf("# %s\n", error.text);
    ok = ok && !c.t.different && (c.t.compared || run->without);
    totals.failed += !ok;
    totals.rows += c.t.rows;
    totals.cases += c.t.cases;
    totals.compared += c.t.compared;
    totals.different += c.t.different;
    totals.refused += c.t.refused;
    totals.unknown += c.t.unknown;
    printf("%s %u - %s: %u rows, %u cases (%lu not modelled, %lu refused), %lu results, %lu cases "
           "differ\n",
           ok ? "ok" : "not ok", ++totals.tests, name, c.t.rows, c.t.cases, c.t.unknown,
           c.t.refused, c.t.compared, c.t.different);
    fflush(stdout);
    cases_free(&c.cases);
}

/* ---- programs ---- */

static void run_program(struct case_runner *run, const struct program *p) {
    struct error error = {0};
    const struct isa_row *missing = program_untranslated(p);
    totals.tests++;
    if (missing) {
        printf("ok %u - %s # SKIP %s is not translated\n", totals.tests, p->name,
               missing->mnemonic);
        return;
    }
    const bool few = p->warps && run->gpu.vk->properties11.subgroupSize != 32;
    const bool ok = program_run(run, p, &error);
    if (!ok && (few || run->without) && error.kind == ERROR_UNSUPPORTED) {
        printf("ok %u - %s # SKIP %s\n", totals.tests, p->name, error.text);
        return;
    }
    if (!ok)
        printf("# %s\n", error.text);
    printf("%s %u - %s%s\n", ok ? "ok" : "not ok", totals.tests, p->name,
           run->map_only ? ", through the address map" : "");
    totals.failed += !ok;
    totals.different += !ok;
    totals.programs++;
    fflush(stdout);
}

/* More than the result's store. */
static bool has_global_memory(const struct program *p) {
    return strstr(p->text, "LDG") || strstr(p->text, "LD.E") || strstr(p->text, "ATOM.ADD.E");
}

/* ---- sequences ---- */

static void run_sequences(struct case_runner *run, unsigned count) {
    static struct sequence_tally tally;
    unsigned long lanes = 0, different = 0;
    bool done = true;
    for (unsigned i = 0; i < count && done; i++) {
        struct error error = {0};
        done = sequence_run(run, 8 + i % 24, &tally, &error);
        if (!done)
            printf("# %s\n", error.text);
        if (tally.different)
            printf("# %u of %u lanes differ: %s\n", tally.different, tally.compared, tally.text);
        lanes += tally.compared;
        different += tally.different != 0;
    }
    const bool ok = done && lanes && !different;
    printf("%s %u - %u random sequences, %lu lanes compared, %lu sequences differ\n",
           ok ? "ok" : "not ok", ++totals.tests, count, lanes, different);
    totals.failed += !ok;
    totals.different += different;
}

/* ---- all ---- */

static void run_classes(struct case_runner *run) {
    bool seen[ISA_CLASSES] = {0};
    for (unsigned i = 0; i < ISA_ROWS; i++) {
        const struct isa_row *row = &isa_rows[i];
        if (seen[row->class] || !wanted(row->class))
            continue;
        seen[row->class] = true;
        if (row->status == ISA_TRANSLATED && is_alone(row))
            run_class(run, row->class, row->mnemonic);
    }
}

static void print_names(const char *what, struct strbuf *names) {
    if (names->length)
        printf("# %s:%s\n", what, names->text);
    strbuf_free(names);
}

/* Each row that is translated has a case, by itself or in a program. */
static void check_rows(void) {
    struct strbuf untranslated = {0}, elsewhere = {0}, missing = {0};
    bool in_programs[ISA_ROWS] = {0};
    programs_rows(in_programs);
    for (unsigned i = 0; i < ISA_ROWS; i++) {
        const struct isa_row *row = &isa_rows[i];
        struct strbuf *list = NULL;
        if (row->status != ISA_TRANSLATED)
            list = &untranslated;
        else if (is_graphics(row->class))
            list = &elsewhere;
        else if (!compared[i] && !in_programs[i])
            list = &missing;
        if (list)
            strbuf_addf(list, " %s", row->name);
    }
    const bool ok = missing.length == 0;
    printf("%s %u - each translated row has a case\n", ok ? "ok" : "not ok", ++totals.tests);
    totals.failed += !ok;
    print_names("rows without a case", &missing);
    print_names("by whole programs only (tests/shader-diff)", &elsewhere);
    print_names("not translated", &untranslated);
}

/* What every case needs and is not translated; NULL: all is there. */
static const struct isa_row *missing(void) {
    struct blob code;
    case_program(NULL, 0, &code);
    const struct isa_row *row = case_untranslated(&code);
    blob_free(&code);
    return row;
}

static int run_one(struct case_runner *run, const char *text) {
    struct isa_instruction in;
    struct case_tally tally;
    struct error error = {0};
    uint64_t word;
    if (!isa_parse(text, NULL, &word, &error) || !isa_decode(word, &in) ||
        !case_run(run, &in, 1, &tally, &error)) {
        printf("%s\n", error.text);
        return 1;
    }
    printf("%u compared, %u differ%s%s\n", tally.compared, tally.different, *tally.text ? ": " : "",
           tally.text);
    return tally.different || tally.refused;
}

static const struct {
    const char *name;
    uint32_t feature;
} features[] = {
    {"float64", SHADER_HAS_FLOAT64},   {"int64", SHADER_HAS_INT64},
    {"float16", SHADER_HAS_FLOAT16},   {"shuffle", SHADER_HAS_SHUFFLE},
    {"atomic64", SHADER_HAS_ATOMIC64},
};

/* Names behind each other, as "float64,int64". */
static uint32_t features_of(const char *names) {
    uint32_t mask = 0;
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        if (strstr(names, features[i].name))
            mask |= features[i].feature;
    return mask;
}

int main(int argc, char **argv) {
    static struct case_runner run;
    struct error error = {0};
    uint32_t without = 0;
    argv++, argc--;
    if (argc && strcmp(*argv, "--all") == 0) {
        options.all = true;
        options.rounds = 8;
        options.random = 60;
        argv++, argc--;
    } else if (argc >= 2 && strcmp(*argv, "--without") == 0) {
        without = features_of(argv[1]);
        argv += 2, argc -= 2;
    }
    options.only = argv;
    const struct isa_row *needed = missing();
    if (needed) {
        printf("1..0 # SKIP %s is not translated, and no case runs without it\n", needed->mnemonic);
        return 0;
    }
    if (!case_runner_open(&run, &error)) {
        const bool skip = error.kind == ERROR_UNSUPPORTED;
        printf(skip ? "1..0 # SKIP %s\n" : "Bail out! %s\n", error.text);
        return !skip;
    }
    run.without = without;
    if (argc == 2 && strcmp(*argv, "--sequences") == 0) {
        run_sequences(&run, (unsigned)atoi(argv[1]));
        return totals.failed != 0;
    }
    if (argc == 2 && strcmp(*argv, "--case") == 0)
        return run_one(&run, argv[1]);
    printf("# %s; sums of products are rounded %s (doubles: %s)\n",
           run.gpu.vk->properties.deviceName, run.fused ? "once" : "twice, which is accepted",
           run.double_fused ? "once" : "twice, which is accepted");
    if (run.flushes)
        printf("# denormals of 32 bits are flushed always, which is accepted\n");
    run_classes(&run);
    if (!*options.only && !without)
        check_rows();
    if (!*options.only && !run.flushes)
        run_sequences(&run, options.all ? 1000 : 40);
    for (unsigned map = 0; map < 2 && !*options.only; map++) {
        run.map_only = map;
        for (size_t i = 0; i < program_count; i++)
            if (!map || options.all || has_global_memory(&programs[i]))
                run_program(&run, &programs[i]);
    }
    printf("1..%u\n# count rows %u\n# count cases %u\n# count programs %u\n# count results %lu\n# "
           "count refused %lu\n# count differences %lu\n",
           totals.tests, totals.rows, totals.cases, totals.programs, totals.compared,
           totals.refused, totals.different);
    const bool silent = run.gpu.vk->messages == 0;
    if (!silent)
        printf("# %u messages of the validation layer\n", run.gpu.vk->messages);
    case_runner_close(&run);
    return totals.failed || !silent;
}
