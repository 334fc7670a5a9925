/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_HANDLE_H
#define WINDLASS_GPU_SHADER_TRANSLATE_HANDLE_H

#include "gpu/shader/translate/translator.h"

/* Handles of textures and images, as the contract can name them: words of constant buffers. */

struct handle {
    struct shader_place place, sampler; /* sampler: of images the place too */
    uint8_t count;  /* words from the place on of which the code chooses one; mostly 1 */
    uint32_t index; /* which, as a word; `count`: none of them. 0: there is one only */
    bool direct;    /* the device takes the index as it is */
};

bool handle_same(struct shader_place a, struct shader_place b);
/* What the key says of a place; never NULL. */
const struct shader_fact *handle_fact(const struct translator *t, struct shader_place place);

/* The handle of the instruction. `number`: the register that holds it, where it is not in the
 * instruction. Fails where nothing says which word it is. */
void handle_find(struct translator *t, const struct isa_instruction *in, unsigned number,
                 struct handle *out);

/* Whether elements may be chosen by their index, of images (of buffers they may not). */
void handle_index(struct translator *t, struct handle *h, SpvCapability capability);

/* The variable of a binding that holds `count` of what has the type. */
uint32_t handle_variable(struct translator *t, uint32_t type, unsigned count, uint32_t binding);

/* A pointer to the first element. */
uint32_t handle_first(struct translator *t, const struct handle *h, uint32_t variable,
                      uint32_t element_type);

/* Loads what a pointer of handle_each leads to. Of what emit makes of it, the parts that lead on
 * (an image of a texture, a pointer to a texel) are told by handle_part: threads may have chosen
 * different ones. */
uint32_t handle_load(struct translator *t, const struct handle *h, uint32_t type, uint32_t pointer);
uint32_t handle_part(struct translator *t, const struct handle *h, uint32_t id);

/* Writes something for the element that the handle chooses; the result is of the type (0: none).
 * What emit uses must have been made before: it may stand in a branch. */
typedef uint32_t handle_emit(struct translator *t, uint32_t pointer, void *context);
uint32_t handle_each(struct translator *t, const struct handle *h, uint32_t variable,
                     uint32_t element_type, uint32_t result_type, handle_emit *emit, void *context);

#endif
