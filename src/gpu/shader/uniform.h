/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_UNIFORM_H
#define WINDLASS_GPU_SHADER_UNIFORM_H

#include "gpu/shader/values.h"

/* Where all threads of a workgroup are together: they get there the same number of times, since
 * what decides it depends on constant buffers, numbers in the code and the group's place only. */

struct shader_uniform {
    const struct shader_values *values;
    uint8_t *blocks; /* not 0: all threads come through the block together */
    uint8_t *varies; /* of each value, not 0: it may be another in another thread */
};

void shader_uniform_find(const struct shader_values *values, struct shader_uniform *out);
void shader_uniform_free(struct shader_uniform *uniform);
/* Do all threads execute the instruction together? Its guard counts. */
bool shader_uniform_at(const struct shader_uniform *uniform, uint32_t block, uint32_t at);

#endif
