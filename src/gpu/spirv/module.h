/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SPIRV_MODULE_H
#define WINDLASS_GPU_SPIRV_MODULE_H

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes a SPIR-V module. Instructions go to sections, which come one behind the other in the order
 * that the specification wants; types and constants that are asked for twice are made once. */

enum spirv_section {
    SPIRV_CAPABILITIES,
    SPIRV_EXTENSIONS,
    SPIRV_IMPORTS,
    SPIRV_MODEL,
    SPIRV_ENTRY,
    SPIRV_MODES,
    SPIRV_NAMES,
    SPIRV_DECORATIONS,
    SPIRV_GLOBALS, /* types, constants, variables */
    SPIRV_FUNCTIONS,
    SPIRV_SECTIONS,
};

struct spirv_words {
    uint32_t *at;
    size_t count, room;
};

struct spirv_module {
    struct spirv_words section[SPIRV_SECTIONS];
    uint32_t last_id;
    uint32_t glsl;  /* the imported GLSL.std.450 */
    uint32_t label; /* of the block that is being written */
    /* Where in SPIRV_GLOBALS what is made once begins, by its hash; 0: free, else one more. */
    uint32_t *once;
    size_t once_count, once_room;
    struct spirv_words locals; /* variables of the function that is being written */
    size_t locals_at;          /* where in SPIRV_FUNCTIONS they go */
};

void spirv_init(struct spirv_module *m);
void spirv_free(struct spirv_module *m);
/* The whole module: header and sections. Free with free(). */
uint32_t *spirv_finish(const struct spirv_module *m, uint32_t version, size_t *count);

uint32_t spirv_id(struct spirv_module *m);

/* One instruction, its operands as they are. */
void spirv_put(struct spirv_module *m, enum spirv_section section, SpvOp op, size_t count,
               const uint32_t *operands);
#define SPIRV_PUT(m, section, op, ...)                                                             \
    spirv_put(m, section, op, sizeof((uint32_t[]){__VA_ARGS__}) / 4, (uint32_t[]){__VA_ARGS__})
/* One with text behind its first operands; `more` comes behind the text. */
void spirv_put_text(struct spirv_module *m, enum spirv_section section, SpvOp op, size_t count,
                    const uint32_t *operands, const char *text, size_t more_count,
                    const uint32_t *more);

void spirv_capability(struct spirv_module *m, SpvCapability capability); /* once */
void spirv_extension(struct spirv_module *m, const char *name);          /* once */

/* ---- code ---- */

/* An instruction without a result. */
#define SPIRV_DO(m, op, ...) SPIRV_PUT(m, SPIRV_FUNCTIONS, op, __VA_ARGS__)
void spirv_do(struct spirv_module *m, SpvOp op); /* one without operands */
/* One with a result, whose id comes back. */
uint32_t spirv_value(struct spirv_module *m, SpvOp op, uint32_t type, size_t count,
                     const uint32_t *operands);
#define SPIRV_VALUE(m, op, type, ...)                                                              \
    spirv_value(m, op, type, sizeof((uint32_t[]){__VA_ARGS__}) / 4, (uint32_t[]){__VA_ARGS__})
/* One of GLSL.std.450. */
uint32_t spirv_glsl(struct spirv_module *m, enum GLSLstd450 op, uint32_t type, size_t count,
                    const uint32_t *operands);
#define SPIRV_GLSL(m, op, type, ...)                                                               \
    spirv_glsl(m, op, type, sizeof((uint32_t[]){__VA_ARGS__}) / 4, (uint32_t[]){__VA_ARGS__})
void spirv_label(struct spirv_module *m, uint32_t label);

/* A function without parameters and result, up to its first label; its variables are gathered until
 * its end. */
void spirv_function_begin(struct spirv_module *m, uint32_t id);
void spirv_function_end(struct spirv_module *m);

/* ---- made once ---- */

/* A type, or a constant: OpType..., OpConstant... with its operands behind the result; of constants
 * six at most. */
uint32_t spirv_once(struct spirv_module *m, SpvOp op, uint32_t type, size_t count,
                    const uint32_t *operands);
#define SPIRV_TYPE(m, op, ...)                                                                     \
    spirv_once(m, op, 0, sizeof((uint32_t[]){__VA_ARGS__}) / 4, (uint32_t[]){__VA_ARGS__})
uint32_t spirv_void(struct spirv_module *m);
uint32_t spirv_bool(struct spirv_module *m);
/* Integers without sign, and floats; declares the capability that a width needs. */
uint32_t spirv_uint(struct spirv_module *m, unsigned width);
uint32_t spirv_sint(struct spirv_module *m, unsigned width);
uint32_t spirv_float(struct spirv_module *m, unsigned width);
uint32_t spirv_vector(struct spirv_module *m, uint32_t type, unsigned count);
uint32_t spirv_pointer(struct spirv_module *m, SpvStorageClass storage, uint32_t type);
/* A type of its own each time, for what is decorated: structs, arrays with a stride. */
uint32_t spirv_type_new(struct spirv_module *m, SpvOp op, size_t count, const uint32_t *operands);

uint32_t spirv_u32(struct spirv_module *m, uint32_t value);
uint32_t spirv_i32(struct spirv_module *m, int32_t value);
/* The value of spirv_u32's id; false: it is no such constant. */
bool spirv_is_u32(struct spirv_module *m, uint32_t id, uint32_t *value);
uint32_t spirv_u64(struct spirv_module *m, uint64_t value);
uint32_t spirv_f32(struct spirv_module *m, float value);
uint32_t spirv_f64(struct spirv_module *m, double value);
uint32_t spirv_truth(struct spirv_module *m, bool value);
uint32_t spirv_null(struct spirv_module *m, uint32_t type);

/* ---- variables ---- */

/* `initial`: a constant, 0: none. */
uint32_t spirv_global(struct spirv_module *m, SpvStorageClass storage, uint32_t type,
                      uint32_t initial);
uint32_t spirv_local(struct spirv_module *m, uint32_t type, uint32_t initial);

void spirv_decorate(struct spirv_module *m, uint32_t id, SpvDecoration decoration, size_t count,
                    const uint32_t *operands);
#define SPIRV_DECORATE(m, id, decoration, ...)                                                     \
    spirv_decorate(m, id, decoration, sizeof((uint32_t[]){__VA_ARGS__}) / 4,                       \
                   (uint32_t[]){__VA_ARGS__})
void spirv_decorate_member(struct spirv_module *m, uint32_t type, uint32_t member,
                           SpvDecoration decoration, size_t count, const uint32_t *operands);
void spirv_name(struct spirv_module *m, uint32_t id, const char *name);

#endif
