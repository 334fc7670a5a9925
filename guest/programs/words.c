/* SPDX-License-Identifier: MIT */
/* Prints its command line; the first argument, a number, is its exit status. */
#include "guest.h"

int main(int argc, char **argv) {
    int status = 0;
    for (int i = 0; i < argc; i++)
        print("argument %d: %s", i, argv[i]);
    for (const char *p = argc > 1 ? argv[1] : ""; *p >= '0' && *p <= '9'; p++)
        status = status * 10 + *p - '0';
    return status;
}
