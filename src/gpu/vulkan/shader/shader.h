/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_VULKAN_SHADER_SHADER_H
#define WINDLASS_GPU_VULKAN_SHADER_SHADER_H

#include "gpu/shader/translation_file.h"
#include "gpu/vulkan/shader/resources.h"
#include "gpu/vulkan/shader/set_layout.h"

/* The guest's programs as modules of Vulkan. A program is read from memory where it is used, and
 * again when those bytes have a newer version; what its words and the key are known for is made
 * once. */

struct shaders;

MUST_CHECK bool shaders_new(struct vulkan *vk, struct guest_memory *memory,
                            const char *cache_folder, struct shaders **out, struct error *error);
void shaders_free(struct shaders *s); /* nothing on the device uses them any more */

/* The program at an address: of graphics stages a shader program header with the code behind it, of
 * compute code. Another program has another pointer; it lives as long as `s`. NULL: there is none,
 * or none that ends; one warning said so. */
const struct shader_code *shaders_code(struct shaders *s, enum shader_stage stage, uint64_t address,
                                       const struct resources *r);
/* A vertex program in two parts as one (gpu/shader/join.h). NULL: it cannot be; one warning said
 * so.
 */
const struct shader_code *shaders_joined(struct shaders *s, const struct shader_code *first,
                                         const struct shader_code *second);
/* Its header and words, without constants. */
const struct shader_program *shader_code_program(const struct shader_code *code);

/* What the device and the program's header say; the rest of the pipeline's part is for the caller:
 * scalars, tests, topology, `written`, the set. Not the facts, which shaders_unit finds. All bytes
 * of the key are set, so that keys may be compared as bytes. */
void shaders_key(const struct shaders *s, const struct shader_code *code, struct shader_key *key);

struct shader_unit {
    uint64_t number; /* from 1 on, of no other: for the keys of pipelines */
    VkShaderModule module;
    /* Of its translation, in the folder of the cache as well (translation_file.h). */
    char name[TRANSLATION_KEY_SIZE];
    const struct set_layout *layout; /* of the key's set */
    struct shader_contract contract;
    /* What its handles led to when shaders_unit was asked last: another number where that may be
     * something else than before. */
    uint64_t handles_seen;
    bool handles_unsure; /* that has to be asked each time: nobody sees the headers change */
};
/* Its module for a key, and for the textures and images that its handles lead to now. NULL: it
 * cannot be translated, or not for this device; one warning said so. Lives as long as `s`. */
const struct shader_unit *shaders_unit(struct shaders *s, const struct shader_code *code,
                                       const struct shader_key *key, const struct resources *r);

struct shaders_counts {
    uint64_t programs, units, refused;
    uint64_t spots; /* places where programs were read that are known now */
};
void shaders_count(const struct shaders *s, struct shaders_counts *out);

#endif
