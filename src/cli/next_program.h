/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CLI_NEXT_PROGRAM_H
#define WINDLASS_CLI_NEXT_PROGRAM_H

#include "base/error.h"

#include <limits.h>

/* What a program wants loaded after it. */
struct next_program {
    char file[PATH_MAX];   /* on the host, inside the SD folder */
    const char *self;      /* its path as the guest knows it, "sdmc:/..." */
    const char *arguments; /* the command line behind the path */
};

/* Reads the note that program_run left and removes it. *found says whether there is one; an error
 * when what it names does not lie on the SD card. */
MUST_CHECK bool next_program_read(const char *note, const char *sd_folder, bool *found,
                                  struct next_program *out, struct error *error);

#endif
