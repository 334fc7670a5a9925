/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_IMAGE_H
#define WINDLASS_GPU_SHADER_TRANSLATE_IMAGE_H

#include "gpu/shader/translate/handle.h"

/* Storage images. Code that moves raw bits (.D) and atomics see an image through a format of
 * unsigned words of the same size, whatever its own is; only formatted accesses (.P) see its own.
 * So one image may stand in the contract twice. */

struct image_use {
    uint8_t dim, format, scalar;
    bool array, multisampled;
};

struct image {
    struct image_use use;
    struct handle handle;
    uint32_t variable, type, component, texel;
    unsigned number; /* in the contract */
};

enum image_access { IMAGE_READ = 1, IMAGE_WRITTEN = 2, IMAGE_ATOMIC = 4 }; /* or none of them */

void image_bind(struct translator *t, const struct image_use *use, const struct handle *handle,
                unsigned access, struct image *out);
/* The contract's first image of the place and shape, whatever its format; it gets one that nothing
 * accesses where there is none. */
void image_bind_any(struct translator *t, const struct image_use *use, const struct handle *handle,
                    struct image *out);

/* Dimension and array as an instruction says. */
struct image_use image_shape(const struct isa_instruction *in);

/* Where a texel is; `sample` is 0 where the image has one only. */
struct image_place {
    uint32_t at, sample;
};
/* `x`: the first coordinate, where it is not just the register. What the code scaled to the samples
 * of a multisampled image becomes texel and sample again. */
struct image_place image_place(struct translator *t, const struct isa_instruction *in,
                               const struct image *i, uint32_t x);
/* How many bits of x and of y tell samples apart; `samples`: how many there are. */
void image_sample_bits(struct translator *t, uint32_t samples, uint32_t bits[2]);
/* Makes texels of coordinates that count samples, x and y; the sample comes back. */
uint32_t image_unscale(struct translator *t, uint32_t samples, uint32_t of[2]);

/* What a texel of the format has: bytes (0: not known), and what of. */
unsigned image_format_bytes(unsigned format);
uint8_t image_format_scalar(unsigned format);

/* Last of all: how each image is accessed, as decorations. */
void images_finish(struct translator *t);

#endif
