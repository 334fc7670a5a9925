/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_DEKO3D_SHADER_DKSH_H
#define WINDLASS_DEKO3D_SHADER_DKSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A DKSH file: a control section, which has this head and what its programs need, and a code
 * section. Little-endian words; offsets in programs are the code section's. */

enum {
    DKSH_MAGIC = 0x48534b44, /* "DKSH" */
    DKSH_ALIGN = 256,        /* of both sections and of constants */
    DKSH_SPH = 80,           /* bytes of the header in front of a program that draws */
};

struct dksh_head {
    uint32_t magic, head_size, control_size, code_size, programs_offset, programs;
};

enum dksh_type {
    DKSH_VERTEX,
    DKSH_FRAGMENT,
    DKSH_GEOMETRY,
    DKSH_TESS_CONTROL,
    DKSH_TESS_EVALUATION,
    DKSH_COMPUTE,
    DKSH_TYPES,
};

struct dksh_program {
    uint32_t type; /* enum dksh_type */
    uint32_t entry, registers;
    uint32_t constants_offset, constants_size;
    uint32_t scratch; /* bytes a warp */
    union {
        struct {
            uint32_t alternative, alternative_registers;
        } vertex;
        struct {
            uint8_t has_table, early_tests, post_depth_coverage, per_sample;
            uint32_t table[4], param_d8;
            uint16_t param_65b, param_489;
        } fragment;
        struct {
            uint8_t flag_47c, has_table, padding[2];
            uint32_t table[8];
        } geometry;
        struct {
            uint32_t param_c8;
        } tess_eval;
        struct {
            uint32_t dimensions[3], shared_size, local_positive, local_negative, call_stack;
            uint32_t barriers;
        } compute;
    };
    uint32_t reserved;
};

_Static_assert(sizeof(struct dksh_head) == 24 && sizeof(struct dksh_program) == 64, "as in files");

/* Reads a program of the control section; `room`: bytes that may be read there. NULL, or what is
 * wrong with the file, which is never trusted: what it says lies within its sections. */
const char *dksh_read(const void *control, size_t room, uint32_t number, struct dksh_head *head,
                      struct dksh_program *program);

#endif
