/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_TEXTURE_H
#define WINDLASS_GPU_SHADER_TRANSLATE_TEXTURE_H

#include "gpu/shader/texture.h"
#include "gpu/shader/translate/handle.h"

/* A texture as an instruction uses it. */
struct texture {
    struct texture_use use; /* with what the key knows better */
    struct handle handle;
    uint32_t variable;
    uint32_t image;     /* the type of the image */
    uint32_t loaded;    /* the type of what the variable holds: with a sampler, but of buffers */
    uint32_t component; /* the type of a component: float, int, uint */
    uint32_t texel;     /* four of them */
    uint8_t scalar;     /* enum shader_scalar */
};

enum texture_access { TEXTURE_SAMPLED, TEXTURE_FETCHED };

/* The texture of an instruction, which goes to the contract. False: it failed. */
bool texture_bind(struct translator *t, const struct isa_instruction *in,
                  enum texture_access access, struct texture *out);
/* The same for a use and a handle that are known. */
void texture_bind_use(struct translator *t, const struct texture_use *use,
                      const struct handle *handle, enum texture_access access, struct texture *out);
/* The image of what is loaded from a pointer to the texture. */
uint32_t texture_image(struct translator *t, const struct texture *x, uint32_t pointer);
/* What the code has as coordinates (or steps of them) in what SPIR-V takes for such: where they
 * count texels, they are divided by the size of what is `loaded`. `layer`: behind them is one. */
uint32_t texture_normalize(struct translator *t, const struct texture *x, uint32_t loaded,
                           uint32_t vector, bool layer);

/* ---- operands ---- */

/* The register of a part, as a word; 0 where the use does not have it. */
uint32_t texture_word(struct translator *t, const struct texture_use *use, enum texture_part part);
uint32_t texture_float(struct translator *t, const struct texture_use *use, enum texture_part part);
/* One component or a vector of several. */
uint32_t texture_vector(struct translator *t, uint32_t type, unsigned count, const uint32_t *of);

/* What instructions of SPIR-V have behind their operands; lowest bits first. */
struct image_operands {
    uint32_t mask, words[8], count;
};
void image_operand(struct image_operands *o, SpvImageOperandsMask bit, uint32_t word);
/* `fixed` operands, then the others. */
uint32_t image_instruction(struct translator *t, SpvOp op, uint32_t type, unsigned fixed,
                           const uint32_t *first, const struct image_operands *more);

/* ---- results ---- */

/* The components that the instruction wants go to its registers. `texel` is of x->texel. */
void texture_result(struct translator *t, const struct isa_instruction *in, const struct texture *x,
                    uint32_t texel);
/* Of a comparison: one float, with an alpha of one. */
void texture_result_compared(struct translator *t, const struct isa_instruction *in,
                             uint32_t value);
/* Four words; components of them. */
void texture_result_words(struct translator *t, const struct isa_instruction *in,
                          const uint32_t words[4]);

#endif
