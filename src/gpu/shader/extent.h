/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_EXTENT_H
#define WINDLASS_GPU_SHADER_EXTENT_H

#include "gpu/shader/flow.h"

/* How long a program is: memory holds code without its size. It ends behind an instruction that
 * nothing follows and behind which nothing in front of it goes. */

enum { EXTENT_LIMIT = 1 << 20 }; /* bytes: no program that compilers made comes near */

enum extent {
    EXTENT_FOUND,
    EXTENT_OPEN,    /* it does not end in what is there */
    EXTENT_NO_CODE, /* *size: where the word is that belongs to no row */
};

/* The program at `code`, of which `size` bytes are there. *out: whole groups. `constants` as
 * shader_flow_build takes them; *uses_constants: its flow depends on them. */
enum extent shader_extent(const uint8_t *code, size_t size, const struct flow_constants *constants,
                          size_t *out, bool *uses_constants);

#endif
