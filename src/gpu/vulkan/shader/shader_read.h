/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_SHADER_SHADER_READ_H
#define WINDLASS_GPU_VULKAN_SHADER_SHADER_READ_H

#include "gpu/shader/file.h"
#include "gpu/vulkan/shader/resources.h"

/* A program as it lies in guest memory, whose size nothing says. */

struct read_program {
    struct shader_program program; /* its header is zero; constants only where its flow has tables
                                      in them. Free the two blobs. */
    bool uses_constants;
};
/* Fails where nothing is mapped, or what is there does not end or is no code. */
MUST_CHECK bool shader_read(struct guest_memory *memory, const struct resources *r,
                            enum shader_stage stage, uint64_t address, struct read_program *out,
                            struct error *error);
void read_program_free(struct read_program *p);

/* What of memory it is: header and code. */
uint64_t shader_read_size(const struct shader_program *program);

/* Of stage, header, words and constants. */
uint64_t program_hash(const struct shader_program *p);
bool program_same(const struct shader_program *a, const struct shader_program *b);

#endif
