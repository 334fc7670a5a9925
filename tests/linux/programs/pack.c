/* SPDX-License-Identifier: MIT */
/* A pack: many generated programs in one static PIE, each with a main function of its own.
 *
 *     pack          runs all programs
 *     pack NAME     runs one
 *
 * Before a program's own output stands its name and a space. */
#include "bare.h"

struct pack_program {
    const char *name;
    int (*run)(int argc, char **argv);
};
/* Of the generated list; the last one has no name. */
extern const struct pack_program pack_programs[];

int main(int argc, char **argv) {
    int found = 0;
    for (const struct pack_program *p = pack_programs; p->name; p++) {
        if (argc > 1 && strcmp(argv[1], p->name) != 0)
            continue;
        found = 1;
        printf("%s ", p->name);
        p->run(1, argv);
    }
    return !found;
}
