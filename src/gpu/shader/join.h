/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_JOIN_H
#define WINDLASS_GPU_SHADER_JOIN_H

#include "gpu/shader/file.h"

/* Vertex programs in two parts (A and B): where the first one ends the second one begins, which
 * reads what the first one wrote; what only the first one has of system values stays. The
 * translator knows such a program by its first_size. Free its blobs. */
MUST_CHECK bool shader_join(const struct shader_program *first, const struct shader_program *second,
                            struct shader_program *out, struct error *error);
/* Does the first part write the word of the space of attributes (its address by four)? */
bool shader_first_writes(const struct shader_program *joined, unsigned word);

#endif
