/* SPDX-License-Identifier: MIT */
/* DKSH and bare programs from bytes. */
#include "gpu/shader/code.h"
#include "gpu/shader/file.h"

#include "base/memory.h"
#include "base/reader.h"

#include <stdlib.h>
#include <string.h>

/* deko3d's dksh.h: "DKSH", and the two headers' fields by offset. */
enum {
    DKSH_MAGIC = 0x48534b44,
    DKSH_HEADER_SIZE = 24,
    AT_STAGE = 0,
    AT_ENTRY = 4,
    AT_CONSTANTS = 12,
    AT_CONSTANTS_SIZE = 16,
};

/* What a program header says of places; they are within the code section once checked. */
struct place {
    uint32_t begin; /* of the shader program header, or of compute code */
    uint32_t code, end;
    uint32_t constants, constants_size;
};

static struct blob copy_of(const uint8_t *bytes, size_t size) {
    struct blob b = {size ? memory_new(size) : NULL, size};
    if (size)
        memcpy(b.data, bytes, size);
    return b;
}

/* Whole groups that are not just zeros, which fill a section up. */
static size_t code_size(const uint8_t *code, size_t size) {
    static const uint8_t zeros[CODE_GROUP];
    size -= size % CODE_GROUP;
    while (size && !memcmp(code + size - CODE_GROUP, zeros, CODE_GROUP))
        size -= CODE_GROUP;
    return size;
}

static uint32_t word_at(const uint8_t *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Reads the program header at the reader's place. */
static void read_header(struct reader *r, uint32_t section, struct shader_program *p,
                        struct place *place) {
    const size_t at = r->at;
    reader_copy(r, p->header, SHADER_HEADER_SIZE, "program header");
    const uint32_t stage = word_at(p->header + AT_STAGE);
    place->begin = word_at(p->header + AT_ENTRY);
    place->constants = word_at(p->header + AT_CONSTANTS);
    place->constants_size = word_at(p->header + AT_CONSTANTS_SIZE);
    if (stage >= SHADER_STAGES) {
        reader_fail(r, at, "stage", "%u is none (0 to 5)", stage);
        return;
    }
    p->stage = (enum shader_stage)stage;
    const uint64_t code =
        (uint64_t)place->begin + (p->stage == SHADER_COMPUTE ? 0 : SHADER_SPH_SIZE);
    if (code > section)
        reader_fail(r, at + AT_ENTRY, "entry point", "0x%x lies beyond the code section, 0x%x",
                    place->begin, section);
    else if (code % CODE_GROUP)
        reader_fail(r, at + AT_ENTRY, "entry point",
                    "0x%x puts code at 0x%lx, not at a multiple of 32", place->begin,
                    (unsigned long)code);
    else if ((uint64_t)place->constants + place->constants_size > section)
        reader_fail(r, at + AT_CONSTANTS, "constants",
                    "0x%x bytes at 0x%x lie beyond the code section", place->constants_size,
                    place->constants);
    place->code = (uint32_t)code;
    /* The places are the writer's business. */
    memset(p->header, 0, AT_ENTRY + 4);
    memset(p->header + AT_CONSTANTS, 0, 8);
}

static void end_before(struct place *p, uint32_t at) {
    if (at >= p->code && at < p->end)
        p->end = at;
}

/* Code ends where something else begins. */
static void find_ends(const struct shader_file *file, struct place *places, uint32_t section) {
    for (size_t i = 0; i < file->count; i++) {
        places[i].end = section;
        for (size_t k = 0; k < file->count; k++) {
            if (places[k].constants_size)
                end_before(&places[i], places[k].constants);
            if (k != i && places[k].begin > places[i].begin)
                end_before(&places[i], places[k].begin >= SHADER_PREFIX_SIZE &&
                                               file->programs[k].stage != SHADER_COMPUTE
                                           ? places[k].begin - SHADER_PREFIX_SIZE
                                           : places[k].begin);
        }
    }
}

static void take_bytes(struct shader_program *p, const struct place *place,
                       const uint8_t *section) {
    if (p->stage != SHADER_COMPUTE) {
        memcpy(p->sph, section + place->begin, SHADER_SPH_SIZE);
        if (place->begin >= SHADER_PREFIX_SIZE)
            memcpy(p->prefix, section + place->begin - SHADER_PREFIX_SIZE, SHADER_PREFIX_SIZE);
    }
    const uint8_t *code = section + place->code;
    p->code = copy_of(code, code_size(code, place->end - place->code));
    p->constants = copy_of(section + place->constants, place->constants_size);
}

static bool read_dksh(const uint8_t *bytes, size_t size, struct shader_file *out,
                      struct error *error) {
    struct reader r;
    reader_init(&r, bytes, size, "DKSH", error);
    reader_skip(&r, 4, "magic");
    const uint32_t header = reader_u32(&r, "header size");
    const uint32_t control = reader_u32(&r, "control section's size");
    const uint32_t section = reader_u32(&r, "code section's size");
    const uint32_t programs = reader_u32(&r, "programs' offset");
    const uint32_t count = reader_u32(&r, "number of programs");
    if (header < DKSH_HEADER_SIZE)
        reader_fail(&r, 4, "header size", "%u, and not 24 or more", header);
    if (!count || count > control / SHADER_HEADER_SIZE ||
        programs > control - count * SHADER_HEADER_SIZE)
        reader_fail(&r, 16, "programs", "%u at 0x%x do not lie in the control section", count,
                    programs);
    if (!reader_range(&r, control, section, "code section") || !reader_ok(&r))
        return false;
    struct place *places = NEW_ARRAY(struct place, count);
    out->programs = NEW_ARRAY(struct shader_program, count);
    out->count = count;
    reader_seek(&r, programs, "programs");
    for (size_t i = 0; i < count; i++)
        read_header(&r, section, &out->programs[i], &places[i]);
    const bool ok = reader_ok(&r);
    if (ok) {
        find_ends(out, places, section);
        for (size_t i = 0; i < count; i++)
            take_bytes(&out->programs[i], &places[i], bytes + control);
    }
    free(places);
    return ok;
}

/* The stage that a shader program header names: NVIDIA's version 3. */
static bool sph_stage(const uint8_t *bytes, size_t size, enum shader_stage *stage) {
    static const enum shader_stage types[] = {SHADER_COMPUTE,      SHADER_VERTEX,
                                              SHADER_TESS_CONTROL, SHADER_TESS_EVALUATION,
                                              SHADER_GEOMETRY,     SHADER_FRAGMENT};
    if (size < SHADER_SPH_SIZE)
        return false;
    const uint32_t word = word_at(bytes), type = word & 31, version = word >> 5 & 31,
                   shader = word >> 10 & 15;
    if (version != 3 || shader < 1 || shader > 5 || type != (shader == 5 ? 2u : 1u))
        return false;
    *stage = types[shader];
    return true;
}

static bool read_bare(const uint8_t *bytes, size_t size, const char *stage, struct shader_file *out,
                      struct error *error) {
    out->bare = true;
    out->programs = NEW(struct shader_program);
    out->count = 1;
    struct shader_program *p = out->programs;
    p->stage = SHADER_COMPUTE;
    if (stage && !shader_stage_of(stage, &p->stage))
        return error_set(error, ERROR_USAGE, "there is no stage '%s'", stage);
    if (!stage)
        (void)sph_stage(bytes, size, &p->stage);
    const size_t header = p->stage == SHADER_COMPUTE ? 0 : SHADER_SPH_SIZE;
    if (size < header || (size - header) % CODE_GROUP || size == header)
        return error_set(error, ERROR_FORMAT,
                         "neither DKSH nor a %s program: %zu bytes are no %swhole groups of 32",
                         shader_stage_name(p->stage), size, header ? "header of 80 with " : "");
    memcpy(p->sph, bytes, header);
    p->code = copy_of(bytes + header, size - header);
    return true;
}

bool shader_file_read(const uint8_t *bytes, size_t size, const char *bare_stage,
                      struct shader_file *out, struct error *error) {
    *out = (struct shader_file){0};
    const bool dksh = size >= 4 && word_at(bytes) == DKSH_MAGIC;
    const bool ok = size > SHADER_FILE_LIMIT
                        ? error_set(error, ERROR_LIMIT, "more than %d bytes", SHADER_FILE_LIMIT)
                    : dksh ? read_dksh(bytes, size, out, error)
                           : read_bare(bytes, size, bare_stage, out, error);
    if (!ok)
        shader_file_free(out);
    return ok;
}

void shader_file_free(struct shader_file *file) {
    for (size_t i = 0; i < file->count; i++) {
        blob_free(&file->programs[i].code);
        blob_free(&file->programs[i].constants);
    }
    free(file->programs);
    *file = (struct shader_file){0};
}
