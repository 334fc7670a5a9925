/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_ATTRIBUTE_H
#define WINDLASS_GPU_SHADER_TRANSLATE_ATTRIBUTE_H

#include "gpu/shader/translate/translator.h"

/* Attributes: what stages hand on, by the GPU's addresses. Vectors that a program names become
 * variables at locations: generics at their own, those of patches from location 29 down, colours,
 * fog and fixed texture coordinates from the last one down. All are vectors of four floats, whose
 * bits may be anything; the attributes of a vertex shader are what the key says. */

enum attribute_kind {
    ATTRIBUTE_NONE,
    ATTRIBUTE_GENERIC,
    ATTRIBUTE_FIXED, /* colours 0 to 3, fog 4, texture coordinates 5 to 14 */
    ATTRIBUTE_PATCH,
    ATTRIBUTE_OUTER, /* tessellation levels */
    ATTRIBUTE_INNER,
    ATTRIBUTE_PRIMITIVE,
    ATTRIBUTE_LAYER,
    ATTRIBUTE_VIEWPORT,
    ATTRIBUTE_POINT_SIZE,
    ATTRIBUTE_POSITION,
    ATTRIBUTE_CLIP,
    ATTRIBUTE_CULL, /* at the addresses of the former, where the key says so */
    ATTRIBUTE_POINT_COORD,
    ATTRIBUTE_TESS_COORD,
    ATTRIBUTE_INSTANCE,
    ATTRIBUTE_VERTEX,
    ATTRIBUTE_FACE,
};

enum {
    ATTRIBUTE_FIXED_COUNT = 15,
    ATTRIBUTE_FIRST_COORDINATE = 5,
    ATTRIBUTE_PATCHES = 30, /* a patch has 120 components, here and there */
    ATTRIBUTE_WORDS = 256,  /* of the space of attributes */
};

struct attribute {
    enum attribute_kind kind;
    unsigned index, part; /* which of its kind, which word of it */
};

/* `patch`: of the addresses with .P. */
struct attribute attribute_at(unsigned address, bool patch);

/* Variables of the interface, made when they are first used. */
struct stage_io {
    uint32_t in[SHADER_GENERICS], out[SHADER_GENERICS];
    uint32_t in_fixed[ATTRIBUTE_FIXED_COUNT], out_fixed[ATTRIBUTE_FIXED_COUNT];
    uint32_t patch[SHADER_GENERICS];
    uint32_t captured[SHADER_CAPTURE_BUFFERS][SHADER_CAPTURE_WORDS]; /* by the first word */
    uint32_t capture_locations; /* that they have, a bit each */
    uint32_t target[SHADER_TARGETS];
    uint32_t sample_mask;
    uint32_t between[ATTRIBUTE_WORDS]; /* the parts of a vertex program */
};

/* The variable of a vector that has a location. */
uint32_t attribute_variable(struct translator *t, struct attribute a, bool output);
/* A word; `vertex`: which, where the stage has several. */
uint32_t attribute_load(struct translator *t, struct attribute a, bool output, uint32_t vertex);
void attribute_store(struct translator *t, struct attribute a, uint32_t word);

/* Whether the program's stage may write it. */
bool attribute_is_output(const struct translator *t, struct attribute a);

/* Before a vertex goes on to the rasterizer: what Vulkan has otherwise than the guest. */
void attribute_finish_vertex(struct translator *t);

#endif
