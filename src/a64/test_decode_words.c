/* SPDX-License-Identifier: MIT */
#include "a64/a64.h"

#include <stdio.h>
#include <string.h>

/* The decoder as a filter: instruction words in (four bytes each, lowest first), the number of the
 * row of each out (two bytes). With the argument "names" prints the rows' names, a line each. */

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "names")) {
        for (unsigned op = 0; op < A64_OPS; op++)
            puts(a64_info((enum a64_op)op)->name);
        return 0;
    }
    uint32_t words[4096];
    uint16_t rows[4096];
    size_t count;
    while ((count = fread(words, sizeof words[0], 4096, stdin)) > 0) {
        for (size_t i = 0; i < count; i++)
            rows[i] = (uint16_t)a64_decode(words[i]);
        if (fwrite(rows, sizeof rows[0], count, stdout) != count)
            return 1;
    }
    return 0;
}
