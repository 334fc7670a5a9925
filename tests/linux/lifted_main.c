/* SPDX-License-Identifier: MIT */
/* The main function of lifted Linux programs. */
#include "linux.h"

int main(int argc, char **argv) {
    (void)argc;
    return linux_run(&lifted_program, argv);
}
