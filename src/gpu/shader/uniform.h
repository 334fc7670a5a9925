/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_UNIFORM_H
#define WINDLASS_GPU_SHADER_UNIFORM_H

#include "gpu/shader/values.h"

/* Where all threads of a workgroup are together: they get there the same number of times, since
 * what decides it depends on constant buffers, numbers in the code and the group's place only. */

enum { UNIFORM_BLOCKS_LIMIT = 1 << 12 }; /* of more blocks nothing is said to be uniform */

struct shader_uniform {
    const struct shader_values *values;
    bool *apart;  /* of each block: not all threads come there together */
    bool *varies; /* of each value: it may be another in another thread */
};

void shader_uniform_find(const struct shader_values *values, struct shader_uniform *out);
void shader_uniform_free(struct shader_uniform *uniform);
/* Do all threads execute the instruction together? Its guard counts. */
bool shader_uniform_at(const struct shader_uniform *uniform, uint32_t block, uint32_t at);

#endif
