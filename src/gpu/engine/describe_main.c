/* SPDX-License-Identifier: MIT */
#include "base/file.h"
#include "gpu/engine/describe.h"

#include <stdio.h>
#include <string.h>

/* Prints docs/gpu_methods.md; with --check FILE says in TAP whether that file is what it prints. */

static int check(const char *path, const struct strbuf *page) {
    struct error error = {0};
    struct blob file = {0};
    const bool same = file_read(path, 1u << 24, &file, &error) && file.size == page->length &&
                      !memcmp(file.data, page->text, file.size);
    printf("1..1\n%s 1 - docs/gpu_methods.md is what the tables say\n", same ? "ok" : "not ok");
    if (!same)
        printf("# run scripts/docs and commit the page %s\n", error.text);
    blob_free(&file);
    return same ? 0 : 1;
}

int main(int argc, char **argv) {
    struct strbuf page = {0};
    int status = 0;
    describe_methods(&page);
    if (argc == 3 && !strcmp(argv[1], "--check"))
        status = check(argv[2], &page);
    else
        fwrite(page.text, 1, page.length, stdout);
    strbuf_free(&page);
    return status;
}
