/* SPDX-License-Identifier: MIT */
#include "kernel/svc.h"

#include "base/file.h"
#include "base/strbuf.h"

#include <stdio.h>
#include <string.h>

/* Prints docs/svc.md from the table. --check FILE: a test, fails when the file says otherwise. */

#define PAGE_MAX (1u << 20)

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
        "Generated from src/kernel/svc_table.c by `scripts/docs`; edit the table.\n\n"
        "- full (%zu): does what the console does, as far as a program can tell\n"
        "- partial (%zu): the common uses; the rest is refused with a log line\n"
        "- refused (%zu): answers with the code of a system that lacks it, and logs that once\n\n"
        "A number that is not here raises the user exception 0x301, as on the console.\n\n"
        "| svc | name | status |\n|---|---|---|\n",
        count(SVC_FULL), count(SVC_PARTIAL), count(SVC_REFUSED));
    for (size_t i = 0; i < svc_count; i++)
        strbuf_addf(out, "| 0x%02x | %s | %s |\n", svc_table[i].number, svc_table[i].name,
                    svc_status_name(svc_table[i].status));
}

static int check(const struct strbuf *page, const char *path) {
    struct blob file;
    struct error error;
    bool same = false;
    printf("1..1\n");
    if (file_read(path, PAGE_MAX, &file, &error)) {
        same = file.size == page->length && !memcmp(file.data, page->text, page->length);
        blob_free(&file);
    } else {
        printf("# %s\n", error.text);
    }
    if (!same)
        printf("# %s is out of date: run scripts/docs\n", path);
    printf("%s 1 - docs/svc.md says what the table says\n", same ? "ok" : "not ok");
    return !same;
}

int main(int argc, char **argv) {
    struct strbuf page = {0};
    int code = 0;
    write_page(&page);
    if (argc == 3 && !strcmp(argv[1], "--check"))
        code = check(&page, argv[2]);
    else
        fputs(page.text, stdout);
    strbuf_free(&page);
    return code;
}
