/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_FILE_H
#define WINDLASS_GPU_SHADER_FILE_H

#include "base/error.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "gpu/shader/fields.h"

/* Files of shaders: DKSH, deko3d's container, and bare programs, which are a shader program header
 * with code behind it (compute: just code). */

enum {
    SHADER_PREFIX_SIZE = 48, /* in a DKSH, in front of the shader program header */
    SHADER_ALIGNMENT = 256,  /* of what a DKSH holds */
    SHADER_FILE_LIMIT = 64 << 20,
};

struct shader_program {
    enum shader_stage stage;
    uint8_t header[SHADER_HEADER_SIZE]; /* of a DKSH, without its places; zeros in a bare program */
    uint8_t prefix[SHADER_PREFIX_SIZE];
    uint8_t sph[SHADER_SPH_SIZE]; /* not for compute */
    struct blob code;             /* whole groups, without zeros behind them */
    struct blob constants;        /* constant buffer 1 */
    /* A vertex program that was joined of two (join.h): how many bytes of the code are the first
     * one's, and its header. */
    uint32_t first_size;
    uint8_t first_sph[SHADER_SPH_SIZE];
};

struct shader_file {
    bool bare;
    struct shader_program *programs;
    size_t count;
};

/* Takes what the bytes are; a bare program's stage is the one of its header, or `bare_stage` (a
 * name, NULL: compute where no header is there). */
MUST_CHECK bool shader_file_read(const uint8_t *bytes, size_t size, const char *bare_stage,
                                 struct shader_file *out, struct error *error);
/* The file that holds these programs. */
MUST_CHECK bool shader_file_write(const struct shader_file *file, struct strbuf *out,
                                  struct error *error);
void shader_file_free(struct shader_file *file);

/* ---- as text ---- */

void shader_file_print(const struct shader_file *file, bool comments, struct strbuf *out);
MUST_CHECK bool shader_file_parse(const char *text, struct shader_file *out, struct error *error);
/* For people: what each program is and uses. */
void shader_file_describe(const struct shader_file *file, struct strbuf *out);

#endif
