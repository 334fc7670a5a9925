/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_BASE_OPTIONS_H
#define WINDLASS_BASE_OPTIONS_H

#include "base/error.h"
#include "base/strbuf.h"

#include <stddef.h>
#include <stdint.h>

/* One table of options feeds flags (--sd-folder DIR), environment variables (WINDLASS_SD_FOLDER), a
 * section of windlass.ini (sd-folder = DIR) and --help. Values land in a settings struct of the
 * caller at the row's offset. Texts that are stored live as long as the process. */

enum option_type {
    OPTION_FLAG,   /* bool; --name, and "yes" or "no" elsewhere */
    OPTION_TEXT,   /* const char * */
    OPTION_NUMBER, /* int64_t, decimal or 0x; not negative */
    OPTION_CHOICE, /* const char *, one of choices */
};

struct option {
    const char *name;
    enum option_type type;
    size_t offset;
    const char *argument; /* "DIR", for --help */
    const char *choices;  /* OPTION_CHOICE: "none|loopback|all" */
    const char *help;
};

struct option_table {
    const char *section; /* of windlass.ini */
    const struct option *options;
    size_t count;
    bool leave_unknown; /* another table takes the words that this one does not know */
};

/* Sources in rising precedence. A missing ini file is no error; other sections are left
 * to others; an unknown key in the table's section is an error. Unknown WINDLASS_* variables are
 * left alone. */
MUST_CHECK bool options_from_ini(const struct option_table *table, void *settings, const char *path,
                                 struct error *error);
MUST_CHECK bool options_from_environment(const struct option_table *table, void *settings,
                                         struct error *error);
/* Takes options out of argv (argv[0] stays) and leaves the other words in order; everything behind
 * "--" is left as it is, "--" included. An unknown option is an error that names the nearest one.
 */
MUST_CHECK bool options_from_arguments(const struct option_table *table, void *settings, int *argc,
                                       char **argv, struct error *error);
/* Sets one option by name, as the command line would. */
MUST_CHECK bool options_set(const struct option_table *table, void *settings, const char *name,
                            const char *value, struct error *error);
void options_help(const struct option_table *table, struct strbuf *out);

#endif
