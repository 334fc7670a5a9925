/* SPDX-License-Identifier: MIT */
#include "kernel/svc.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/strbuf.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints docs/svc.md from the table and the tests. --check FILE: a test, fails when the file says
 * otherwise or a call that is there has no test. */

#define PAGE_MAX (1u << 20)

/* Unit tests say test_svc(thread, 0x12, ...), guest programs svcSignalEvent(...). */
static const char *const patterns[] = {SOURCE "/src/kernel/test_*.c", SOURCE "/guest/programs/*.c"};
static glob_t tests;
static struct blob *texts; /* of the tests; each ends with a zero */

static bool read_tests(struct error *error) {
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        glob(patterns[i], i ? GLOB_APPEND : 0, NULL, &tests);
    texts = NEW_ARRAY(struct blob, tests.gl_pathc + 1);
    for (size_t i = 0; i < tests.gl_pathc; i++)
        if (!file_read(tests.gl_pathv[i], PAGE_MAX, &texts[i], error))
            return false;
    return true;
}

static bool calls(const struct blob *text, const struct svc_row *row) {
    char *copy = memory_format("%.*s", (int)text->size, (const char *)text->data);
    char *name = memory_format("svc%s(", row->name);
    bool found = strstr(copy, name);
    for (const char *at = copy; !found && (at = strstr(at, "test_svc("));) {
        at = strchr(at, ',');
        found = at && strtoul(at + 1, NULL, 0) == row->number;
        if (!at)
            break;
    }
    free(name);
    free(copy);
    return found;
}

/* The tests that make the call, separated by spaces. */
static void add_tests(struct strbuf *out, const struct svc_row *row) {
    const char *between = "";
    for (size_t i = 0; i < tests.gl_pathc; i++)
        if (calls(&texts[i], row)) {
            strbuf_addf(out, "%s%s", between, strrchr(tests.gl_pathv[i], '/') + 1);
            between = " ";
        }
}

/* Calls that are there and have no test; says which. */
static size_t untested(void) {
    size_t n = 0;
    for (size_t i = 0; i < svc_count; i++) {
        struct strbuf names = {0};
        add_tests(&names, &svc_table[i]);
        if (svc_table[i].status != SVC_REFUSED && !names.length) {
            printf("# no test calls %s (0x%02x)\n", svc_table[i].name, svc_table[i].number);
            n++;
        }
        strbuf_free(&names);
    }
    return n;
}

static size_t count(enum svc_status status) {
    size_t n = 0;
    for (size_t i = 0; i < svc_count; i++)
        n += svc_table[i].status == status;
    return n;
}

static void write_page(struct strbuf *out) {
    strbuf_addf(
        out,
        "# Supervisor calls\n\n"
        "Generated from src/kernel/svc_table.c and its tests by `scripts/docs`; edit these.\n\n"
        "- full (%zu): does what the console does, as far as a program can tell\n"
        "- partial (%zu): the common uses; the rest is refused with a log line\n"
        "- refused (%zu): answers with the code of a system that lacks it, and logs that once\n\n"
        "A number that is not here raises the user exception 0x301, as on the console.\n\n"
        "Tests are in `src/kernel` and `guest/programs`.\n\n"
        "| svc | name | status | tests |\n|---|---|---|---|\n",
        count(SVC_FULL), count(SVC_PARTIAL), count(SVC_REFUSED));
    for (size_t i = 0; i < svc_count; i++) {
        strbuf_addf(out, "| 0x%02x | %s | %s | ", svc_table[i].number, svc_table[i].name,
                    svc_status_name(svc_table[i].status));
        if (svc_table[i].status != SVC_REFUSED)
            add_tests(out, &svc_table[i]);
        strbuf_addf(out, " |\n");
    }
}

static int check(const struct strbuf *page, const char *path) {
    struct blob file;
    struct error error;
    bool same = false;
    printf("1..2\n");
    if (file_read(path, PAGE_MAX, &file, &error)) {
        same = file.size == page->length && !memcmp(file.data, page->text, page->length);
        blob_free(&file);
    } else {
        printf("# %s\n", error.text);
    }
    if (!same)
        printf("# %s is out of date: run scripts/docs\n", path);
    printf("%s 1 - docs/svc.md says what the table says\n", same ? "ok" : "not ok");
    const bool all = !untested();
    printf("%s 2 - every call that is there has a test\n", all ? "ok" : "not ok");
    return !same || !all;
}

int main(int argc, char **argv) {
    struct strbuf page = {0};
    struct error error;
    int code = 0;
    if (!read_tests(&error)) {
        fprintf(stderr, "svc-docs: %s\n", error.text);
        return 1;
    }
    write_page(&page);
    if (argc == 3 && !strcmp(argv[1], "--check"))
        code = check(&page, argv[2]);
    else
        fputs(page.text, stdout);
    strbuf_free(&page);
    return code;
}
