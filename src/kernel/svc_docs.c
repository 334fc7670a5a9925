/* SPDX-License-Identifier: MIT */
#include "kernel/svc.h"

#include <stdio.h>

/* Prints docs/svc.md from the table. */

static size_t count(enum svc_status status) {
    size_t n = 0;
    for (size_t i = 0; i < svc_count; i++)
        n += svc_table[i].status == status;
    return n;
}

int main(void) {
    printf(
        "# Supervisor calls\n\n"
        "Generated from src/kernel/svc_table.c by `scripts/docs`; edit the table.\n\n"
        "- full (%zu): does what the console does, as far as a program can tell\n"
        "- partial (%zu): the common uses; the rest is refused with a log line\n"
        "- refused (%zu): answers with the code of a system that lacks it, and logs that once\n\n"
        "A number that is not here raises the user exception 0x301, as on the console.\n\n"
        "| svc | name | status |\n|---|---|---|\n",
        count(SVC_FULL), count(SVC_PARTIAL), count(SVC_REFUSED));
    for (size_t i = 0; i < svc_count; i++)
        printf("| 0x%02x | %s | %s |\n", svc_table[i].number, svc_table[i].name,
               svc_status_name(svc_table[i].status));
    return 0;
}
