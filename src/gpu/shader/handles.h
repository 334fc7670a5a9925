/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_HANDLES_H
#define WINDLASS_GPU_SHADER_HANDLES_H

#include "gpu/shader/contract.h"
#include "gpu/shader/file.h"

/* Which words of constant buffers a program takes for handles of textures and images: what facts of
 * the key may speak of, known before the program is translated. */

enum { SHADER_HANDLES_LIMIT = SHADER_TEXTURES_LIMIT + SHADER_IMAGES_LIMIT };

struct shader_handle {
    struct shader_place place;
    bool indexed;   /* the code chooses one from the place on */
    bool image;     /* it loads, stores, or operates on texels */
    bool formatted; /* of an image: as its format has them */
    bool asked;     /* only its size is asked for, which does not say what it is */
};

struct shader_handles {
    struct shader_handle list[SHADER_HANDLES_LIMIT]; /* each place once */
    size_t count;
    /* The bytes of constant buffers that all of them lie in, those of samplers that stand alone
     * too, but not what is indexed behind its place. end 0: none. */
    struct {
        uint32_t begin, end;
    } range[SHADER_CONSTANT_SLOTS];
};

/* `slot`: the constant buffer of handles that instructions number. Fails where the code is none
 * that can be followed, or has more. */
MUST_CHECK bool shader_handles_find(const struct shader_program *program, uint8_t slot,
                                    struct shader_handles *out, struct error *error);

#endif
