/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_FIELDS_H
#define WINDLASS_GPU_SHADER_FIELDS_H

#include "base/error.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Headers of shaders by the names of their fields. */

/* The numbers are those of a DKSH file. */
enum shader_stage {
    SHADER_VERTEX,
    SHADER_FRAGMENT,
    SHADER_GEOMETRY,
    SHADER_TESS_CONTROL,
    SHADER_TESS_EVALUATION,
    SHADER_COMPUTE,
    SHADER_STAGES,
};

const char *shader_stage_name(enum shader_stage stage);
bool shader_stage_of(const char *name, enum shader_stage *stage);

enum { SHADER_HEADER_SIZE = 64, SHADER_SPH_SIZE = 80 };

/* A header's layout: of the DKSH program header, or of the shader program header that the GPU
 * reads. */
struct shader_layout {
    const char *directive; /* ".header" */
    const struct shader_field *fields;
    size_t count, size;
    size_t always; /* how many of the first are written even if zero: new headers have them set */
};
extern const struct shader_layout shader_header_layout, shader_sph_layout;

/* False: the stage has no such field, or not so many. */
bool shader_field_get(const struct shader_layout *layout, enum shader_stage stage,
                      const uint8_t *bytes, const char *name, unsigned index, uint32_t *value);
/* One line for each field that is not zero, bits of no field as word[N]. */
void shader_fields_print(const struct shader_layout *layout, enum shader_stage stage,
                         const uint8_t *bytes, const char *indent, struct strbuf *out);
/* "NAME VALUE" or "NAME[INDEX] VALUE". */
MUST_CHECK bool shader_field_parse(const struct shader_layout *layout, enum shader_stage stage,
                                   uint8_t *bytes, const char *text, struct error *error);

#endif
