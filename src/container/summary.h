/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CONTAINER_SUMMARY_H
#define WINDLASS_CONTAINER_SUMMARY_H

#include "container/program.h"

/* The counts that both forms of the report show. */

#define SUMMARY_TYPES 16

struct relocation_count {
    uint32_t type;
    size_t count;
};

struct summary {
    size_t functions, objects, labels, undefined;  /* symbols */
    struct relocation_count others[SUMMARY_TYPES]; /* in the order of the file */
    size_t other_types;
    size_t more_others; /* of types that had no place in the table */
    /* RomFS: counts of everything, or what is wrong with it */
    bool has_romfs, romfs_damaged;
    size_t folders, files;
    uint64_t file_bytes;
    struct error romfs_error;
};

void summary_make(const struct program *p, struct summary *out);
/* "R_AARCH64_ABS64"; NULL for a type without a name here. */
const char *relocation_name(uint32_t type);
extern const char *const segment_names[SEGMENT_KINDS];
extern const char *const segment_rights[SEGMENT_KINDS];

#endif
