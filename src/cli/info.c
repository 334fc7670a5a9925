/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include "base/strbuf.h"
#include "container/program.h"
#include "container/report.h"

#include <stdio.h>
#include <string.h>

static int usage(const char *text, const char *what) {
    fprintf(stderr, "windlass info: %s%s\nusage: windlass info FILE [--json]\n", text, what);
    return 2;
}

int cli_info(int argc, char **argv) {
    const char *file = NULL;
    bool json = false;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json"))
            json = true;
        else if (argv[i][0] == '-' && argv[i][1])
            return usage("unknown option ", argv[i]);
        else if (file)
            return usage("one file at a time, not also ", argv[i]);
        else
            file = argv[i];
    }
    if (!file)
        return usage("a file is missing", "");
    struct program p;
    struct error error = {0};
    if (!program_open(file, &p, &error)) {
        fprintf(stderr, "windlass info: %s\n", error.text);
        return 1;
    }
    struct strbuf out = {0};
    (json ? report_json : report_text)(&p, &out);
    bool ok = fwrite(out.text, 1, out.length, stdout) == out.length && fflush(stdout) == 0;
    strbuf_free(&out);
    program_close(&p);
    if (!ok)
        perror("windlass info: standard output");
    return ok ? 0 : 1;
}
