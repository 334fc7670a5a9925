/* SPDX-License-Identifier: MIT */
/* Asks the loader for the next program: the one that the first argument names, else `words` in the
 * SD card's folder /switch. */
#include "guest.h"

int main(int argc, char **argv) {
    const char *next = argc > 1 ? argv[1] : "sdmc:/switch/words.nro";
    char line[256];
    snprintf(line, sizeof line, "%s 9 \"from the chain\" end", next);
    print("chain: words is next");
    guest_set_next_load(next, line);
    return 0;
}
