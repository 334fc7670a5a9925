/* SPDX-License-Identifier: MIT */
#include "base/options.h"

#include "base/blocking.h"
#include "base/memory.h"

#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct option *find(const struct option_table *table, const char *name, size_t n) {
    for (size_t i = 0; i < table->count; i++)
        if (strlen(table->options[i].name) == n && !strncmp(table->options[i].name, name, n))
            return &table->options[i];
    return NULL;
}

static bool among(const char *choices, const char *value) {
    size_t n = strlen(value);
    for (const char *p = choices; *p; p += strcspn(p, "|"), p += *p == '|')
        if (strcspn(p, "|") == n && !strncmp(p, value, n))
            return true;
    return false;
}

static bool parse_flag(const char *value, bool *out) {
    bool yes = !strcmp(value, "yes") || !strcmp(value, "true") || !strcmp(value, "1");
    bool no = !strcmp(value, "no") || !strcmp(value, "false") || !strcmp(value, "0");
    *out = yes;
    return yes || no;
}

static bool store(const struct option *o, void *settings, const char *value, struct error *error) {
    void *target = (char *)settings + o->offset;
    switch (o->type) {
    case OPTION_FLAG:
        return parse_flag(value, target) ||
               error_set(error, ERROR_USAGE, "%s: '%s' is neither yes nor no", o->name, value);
    case OPTION_TEXT:
        *(const char **)target = memory_string(value);
        return true;
    case OPTION_NUMBER: {
        char *end;
        errno = 0;
        long long n = strtoll(value, &end, 0);
        if (errno || end == value || *end || n < 0)
            return error_set(error, ERROR_USAGE, "%s: '%s' is not a number from 0 up", o->name,
                             value);
        *(int64_t *)target = n;
        return true;
    }
    case OPTION_CHOICE:
        if (!among(o->choices, value))
            return error_set(error, ERROR_USAGE, "%s: '%s' is none of %s", o->name, value,
                             o->choices);
        *(const char **)target = memory_string(value);
        return true;
    }
    return false;
}

bool options_set(const struct option_table *table, void *settings, const char *name,
                 const char *value, struct error *error) {
    const struct option *o = find(table, name, strlen(name));
    if (!o)
        return error_set(error, ERROR_USAGE, "there is no option '%s'", name);
    return store(o, settings, value, error);
}

struct ini_walk {
    const struct option_table *table;
    void *settings;
    const char *path;
    struct error *error;
    bool failed;
};

static int on_ini_line(void *context, const char *section, const char *name, const char *value) {
    struct ini_walk *walk = context;
    if (strcmp(section, walk->table->section) != 0 || walk->failed)
        return 1;
    if (!options_set(walk->table, walk->settings, name, value, walk->error)) {
        error_wrap(walk->error, "%s", walk->path);
        walk->failed = true;
    }
    return 1;
}

bool options_from_ini(const struct option_table *table, void *settings, const char *path,
                      struct error *error) {
    struct ini_walk walk = {table, settings, path, error, false};
    blocking_call("access");
    if (access(path, F_OK) != 0)
        return true;
    int line = ini_parse(path, on_ini_line, &walk);
    if (walk.failed)
        return false;
    if (line < 0)
        return error_set(error, ERROR_IO, "%s: cannot be read", path);
    if (line > 0)
        return error_set(error, ERROR_USAGE, "%s: line %d is neither [section] nor name = value",
                         path, line);
    return true;
}

bool options_from_environment(const struct option_table *table, void *settings,
                              struct error *error) {
    for (size_t i = 0; i < table->count; i++) {
        char *name = memory_format("WINDLASS_%s", table->options[i].name);
        for (char *p = name; *p; p++)
            *p = *p == '-' ? '_' : (char)toupper((unsigned char)*p);
        const char *value = getenv(name);
        bool ok = !value || store(&table->options[i], settings, value, error);
        if (!ok)
            error_wrap(error, "environment variable %s", name);
        free(name);
        if (!ok)
            return false;
    }
    return true;
}

/* Number of letters at the start in which two names agree: enough to find a mistyped option. */
static size_t common_prefix(const char *a, const char *b) {
    size_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

static bool unknown(const struct option_table *table, const char *word, struct error *error) {
    const char *best = NULL;
    size_t score = 1;
    for (size_t i = 0; i < table->count; i++)
        if (common_prefix(table->options[i].name, word + 2) > score) {
            score = common_prefix(table->options[i].name, word + 2);
            best = table->options[i].name;
        }
    if (best)
        return error_set(error, ERROR_USAGE, "unknown option %s; did you mean --%s?", word, best);
    return error_set(error, ERROR_USAGE, "unknown option %s; --help lists them", word);
}

bool options_from_arguments(const struct option_table *table, void *settings, int *argc,
                            char **argv, struct error *error) {
    int kept = 1;
    for (int i = 1; i < *argc; i++) {
        const char *word = argv[i];
        if (!strcmp(word, "--")) {
            while (i < *argc)
                argv[kept++] = argv[i++];
            break;
        }
        if (strncmp(word, "--", 2) != 0) {
            argv[kept++] = argv[i];
            continue;
        }
        size_t n = strcspn(word + 2, "=");
        const struct option *o = find(table, word + 2, n);
        const char *value = word[2 + n] ? word + 3 + n : NULL;
        if (!o && table->leave_unknown) {
            argv[kept++] = argv[i];
            continue;
        }
        if (!o)
            return unknown(table, word, error);
        if (!value && o->type == OPTION_FLAG)
            value = "yes";
        if (!value && i + 1 == *argc)
            return error_set(error, ERROR_USAGE, "%s needs %s behind it", word, o->argument);
        if (!store(o, settings, value ? value : argv[++i], error))
            return error_wrap(error, "command line");
    }
    *argc = kept;
    argv[kept] = NULL;
    return true;
}

void options_help(const struct option_table *table, struct strbuf *out) {
    for (size_t i = 0; i < table->count; i++) {
        const struct option *o = &table->options[i];
        const char *argument = o->type == OPTION_CHOICE ? o->choices
                               : o->type == OPTION_FLAG ? ""
                                                        : o->argument;
        char *left = memory_format("--%s %s", o->name, argument);
        strbuf_addf(out, "  %-30s %s\n", left, o->help);
        free(left);
    }
}
