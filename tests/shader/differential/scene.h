/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_SHADER_DIFFERENTIAL_SCENE_H
#define WINDLASS_TESTS_SHADER_DIFFERENTIAL_SCENE_H

#include "base/error.h"
#include "formats.h"
#include "gpu/shader/translate.h"
#include "tolerance.h"

#include <stddef.h>

/* A row of INDEX.tsv taken apart: which shaders run, on what, and what is compared. Pairs of
 * shaders are described in the README.md that lies beside it. */

enum { SCENE_RESOURCES = 40, SCENE_OUTPUTS = 8, SCENE_INDICES = 16, SCENE_TEXT = 64 };

/* What a resource holds before the run. */
struct fill {
    enum fill_kind {
        FILL_ZERO,
        FILL_RANDOM, /* any bytes */
        FILL_OUT,    /* bytes of 0xcd */
        FILL_F16,
        FILL_F32,
        FILL_F64,
        FILL_I32,
        FILL_U32,
    } kind;
    double low, high;
};

enum resource_kind { RESOURCE_UBO, RESOURCE_SSBO, RESOURCE_TEXTURE, RESOURCE_IMAGE };

enum address_mode {
    ADDRESS_REPEAT,
    ADDRESS_CLAMP,
    ADDRESS_MIRROR,
    ADDRESS_MIRROR_ONCE,
    ADDRESS_BORDER_WHITE
};

struct resource {
    char name[SCENE_TEXT]; /* "ssbo1" */
    enum resource_kind kind;
    unsigned slot;           /* of the guest */
    unsigned first, element; /* of an array: the slot of its first, and which of them this is */
    unsigned elements;       /* of the array from this one on; 1 where it is none */
    unsigned stages;         /* a bit each */
    struct fill fill;
    size_t words; /* of buffers */
    /* textures and images */
    const struct format *format;
    uint8_t dim; /* enum shader_dim */
    bool array, multisampled, compare;
    bool linear, linear_mips;
    enum address_mode address;
    enum shader_compare_op { COMPARE_NONE, COMPARE_LESS, COMPARE_GREATER } op;
    uint32_t width, height, depth, layers, mips; /* layers: faces of cubes */
};

struct attribute {
    bool used;
    const struct attribute_type *type;
    uint32_t components;
    struct fill fill;
    bool instance;
};

struct target {
    const struct format *format; /* NULL: none */
    uint32_t width, height, layers, samples;
};

enum topology { /* the first ones are numbered as enum shader_topology */
                TOPOLOGY_POINTS = SHADER_POINTS,
                TOPOLOGY_LINES = SHADER_LINES,
                TOPOLOGY_LINES_ADJACENCY = SHADER_LINES_ADJACENCY,
                TOPOLOGY_TRIANGLES = SHADER_TRIANGLES,
                TOPOLOGY_TRIANGLES_ADJACENCY = SHADER_TRIANGLES_ADJACENCY,
                TOPOLOGY_PATCHES
};

struct output {
    enum output_kind { OUTPUT_RESOURCE, OUTPUT_TARGET, OUTPUT_DEPTH } kind;
    unsigned at; /* in resources or targets */
};

struct scene {
    char name[SCENE_TEXT], group[SCENE_TEXT];
    char *files[SHADER_STAGES]; /* by stage; NULL: none */
    bool compute;
    uint32_t groups[3]; /* of a dispatch */
    enum topology topology;
    uint32_t patch_vertices, vertices, instances;
    uint32_t indices[SCENE_INDICES], index_count, vertex_offset, first_instance;
    bool depth_test, halves, blend, needs_streams; /* halves: two viewports, left and right */
    /* What the guest's GPU does and Vulkan leaves to shaders. */
    bool alpha_test, depth_minus_one;
    float alpha_reference, point_size;
    uint32_t clip_distances, point_sprite; /* a bit each; the texture coordinate + 1, 0: none */
    struct resource resources[SCENE_RESOURCES];
    size_t resource_count;
    struct attribute attributes[SHADER_GENERICS];
    struct target targets[SHADER_TARGETS], depth;
    struct output outputs[SCENE_OUTPUTS];
    size_t output_count;
    struct tolerance tolerance;
};

/* A row's columns, without tabs. */
enum {
    COLUMN_NAME,
    COLUMN_GROUP,
    COLUMN_FILES,
    COLUMN_WHAT,
    COLUMN_RUN,
    COLUMN_BINDINGS,
    COLUMN_DATA,
    COLUMN_VERTEX_INPUTS,
    COLUMN_OUTPUTS,
    COLUMN_EXACTNESS,
    COLUMNS
};
struct row {
    char *column[COLUMNS];
};
struct index {
    char *text;
    struct row *rows; /* of programs: without the header, and without helpers */
    size_t count;
};
/* ERROR_FORMAT where a row has not all columns. */
MUST_CHECK bool index_read(const char *path, struct index *out, struct error *error);
void index_free(struct index *index);

/* ERROR_FORMAT names the column and what in it is not understood. */
MUST_CHECK bool scene_read(const struct row *row, struct scene *out, struct error *error);
void scene_free(struct scene *scene);
/* NULL: there is none. */
const struct resource *scene_resource(const struct scene *scene, enum resource_kind kind,
                                      unsigned slot);

/* The same bytes at each run for the same name ("ssbo1") of the same scene. `size` is in bytes. */
void fill_bytes(const struct scene *scene, const struct fill *fill, const char *name, uint8_t *out,
                size_t size);
/* "f32[-1,1]", "rand", "zero", "out"; at the end of what was understood. */
MUST_CHECK bool fill_read(const char **text, struct fill *out, struct error *error);

#endif
