/* SPDX-License-Identifier: MIT */
#include "gpu/shader/fields.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    V = 1 << SHADER_VERTEX,
    F = 1 << SHADER_FRAGMENT,
    G = 1 << SHADER_GEOMETRY,
    TC = 1 << SHADER_TESS_CONTROL,
    TE = 1 << SHADER_TESS_EVALUATION,
    C = 1 << SHADER_COMPUTE,
    ALL = V | F | G | TC | TE | C,
    VTG = V | G | TC | TE, /* everything in front of the rasterizer */
    MAX_SIZE = SHADER_SPH_SIZE,
};

struct shader_field {
    const char *name;
    uint16_t bit;
    uint8_t width, count, stages; /* `count` of them, one behind the other */
};

/* deko3d's dksh.h. Where the code begins, and where the constants are, the file's writer works out.
 */
static const struct shader_field header_fields[] = {
    {"gprs", 8 * 8, 32, 1, ALL},
    {"per_warp_scratch", 20 * 8, 32, 1, ALL},
    {"alt_entry", 24 * 8, 32, 1, V},
    {"alt_gprs", 28 * 8, 32, 1, V},
    {"has_table_3d1", 24 * 8, 8, 1, F},
    {"early_fragment_tests", 25 * 8, 8, 1, F},
    {"post_depth_coverage", 26 * 8, 8, 1, F},
    {"per_sample", 27 * 8, 8, 1, F},
    {"table_3d1", 28 * 8, 32, 4, F},
    {"param_d8", 44 * 8, 32, 1, F},
    {"param_65b", 48 * 8, 16, 1, F},
    {"param_489", 50 * 8, 16, 1, F},
    {"flag_47c", 24 * 8, 8, 1, G},
    {"has_table_490", 25 * 8, 8, 1, G},
    {"table_490", 28 * 8, 32, 8, G},
    {"param_c8", 24 * 8, 32, 1, TE},
    {"block_size", 24 * 8, 32, 3, C},
    {"shared_size", 36 * 8, 32, 1, C},
    {"local_positive", 40 * 8, 32, 1, C},
    {"local_negative", 44 * 8, 32, 1, C},
    {"call_stack", 48 * 8, 32, 1, C},
    {"barriers", 52 * 8, 32, 1, C},
};

/* NVIDIA's "Shader Program Header" (open-gpu-doc), version 3. */
static const struct shader_field sph_fields[] = {
    {"type", 0, 5, 1, ALL},
    {"version", 5, 5, 1, ALL},
    {"shader_type", 10, 4, 1, ALL},
    {"many_targets", 14, 1, 1, ALL},
    {"kills_pixels", 15, 1, 1, ALL},
    {"global_store", 16, 1, 1, ALL},
    {"sass_version", 17, 4, 1, ALL},
    {"fast_geometry", 24, 1, 1, ALL},
    {"load_or_store", 26, 1, 1, ALL},
    {"fp64", 27, 1, 1, ALL},
    {"stream_mask", 28, 4, 1, ALL},
    {"local_low", 32, 24, 1, ALL},
    {"patch_attributes", 56, 8, 1, ALL},
    {"local_high", 64, 24, 1, ALL},
    {"threads_per_primitive", 88, 8, 1, ALL},
    {"call_stack", 96, 24, 1, ALL},
    {"output_topology", 120, 4, 1, ALL},
    {"max_vertices", 128, 12, 1, ALL},
    {"store_first", 140, 8, 1, ALL},
    {"store_last", 152, 8, 1, ALL},
    {"in_system", 0x14 * 8, 32, 1, ALL},
    /* A bit a component. */
    {"in", 0x18 * 8, 4, 32, VTG},
    {"in_color", 0x28 * 8, 16, 1, VTG},
    {"in_system_c", 0x2a * 8, 16, 1, VTG},
    {"in_fixed_texture", 0x2c * 8, 4, 10, VTG},
    {"out_system", 0x32 * 8, 32, 1, VTG},
    {"out", 0x36 * 8, 4, 32, VTG},
    {"out_color", 0x46 * 8, 16, 1, VTG},
    {"out_system_c", 0x48 * 8, 16, 1, VTG},
    {"out_fixed_texture", 0x4a * 8, 4, 10, VTG},
    {"out_viewport_mask", 0x4f * 8, 1, 1, VTG},
    /* Two bits a component: unused, flat, perspective, linear on the screen. */
    {"in", 0x18 * 8, 8, 32, F},
    {"in_color", 0x38 * 8, 16, 1, F},
    {"in_system_c", 0x3a * 8, 16, 1, F},
    {"in_fixed_texture", 0x3c * 8, 8, 10, F},
    {"target", 0x48 * 8, 4, 8, F},
    {"out_sample_mask", 0x4c * 8, 1, 1, F},
    {"out_depth", 0x4c * 8 + 1, 1, 1, F},
};

const struct shader_layout shader_header_layout = {
    ".header", header_fields, sizeof header_fields / sizeof *header_fields, SHADER_HEADER_SIZE, 0};
const struct shader_layout shader_sph_layout = {
    ".sph", sph_fields, sizeof sph_fields / sizeof *sph_fields, SHADER_SPH_SIZE, 3};

/* The last resort, for bits that no field has. */
static struct shader_field word_field(const struct shader_layout *layout) {
    return (struct shader_field){"word", 0, 32, (uint8_t)(layout->size / 4), ALL};
}

static const char *const stage_names[SHADER_STAGES] = {
    "vertex", "fragment", "geometry", "tess_control", "tess_evaluation", "compute"};

const char *shader_stage_name(enum shader_stage stage) {
    return stage_names[stage];
}

bool shader_stage_of(const char *name, enum shader_stage *stage) {
    for (unsigned i = 0; i < SHADER_STAGES; i++)
        if (!strcmp(name, stage_names[i])) {
            *stage = (enum shader_stage)i;
            return true;
        }
    return false;
}

static uint32_t get_bits(const uint8_t *bytes, unsigned bit, unsigned width) {
    uint32_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint32_t)(bytes[(bit + i) / 8] >> (bit + i) % 8 & 1) << i;
    return value;
}

static void set_bits(uint8_t *bytes, unsigned bit, unsigned width, uint32_t value) {
    for (unsigned i = 0; i < width; i++) {
        const uint8_t one = (uint8_t)(1 << (bit + i) % 8);
        uint8_t *byte = &bytes[(bit + i) / 8];
        *byte = value >> i & 1 ? *byte | one : *byte & (uint8_t)~one;
    }
}

static const struct shader_field *find(const struct shader_layout *layout, enum shader_stage stage,
                                       const char *name, size_t length) {
    for (size_t i = 0; i < layout->count; i++) {
        const struct shader_field *f = &layout->fields[i];
        if (f->stages >> stage & 1 && strlen(f->name) == length && !memcmp(f->name, name, length))
            return f;
    }
    return NULL;
}

bool shader_field_get(const struct shader_layout *layout, enum shader_stage stage,
                      const uint8_t *bytes, const char *name, unsigned index, uint32_t *value) {
    const struct shader_field *f = find(layout, stage, name, strlen(name));
    if (!f || index >= f->count)
        return false;
    *value = get_bits(bytes, f->bit + index * f->width, f->width);
    return true;
}

/* Prints what is not zero, or all, and clears it. */
static void print_field(const struct shader_layout *layout, const struct shader_field *f, bool all,
                        uint8_t *bytes, const char *indent, struct strbuf *out) {
    for (unsigned i = 0; i < f->count; i++) {
        const unsigned bit = f->bit + i * f->width;
        const uint32_t value = get_bits(bytes, bit, f->width);
        if (!value && !all)
            continue;
        strbuf_addf(out, "%s%s %s", indent, layout->directive, f->name);
        if (f->count > 1)
            strbuf_addf(out, "[%u]", i);
        strbuf_addf(out, value < 10 ? " %u\n" : " 0x%x\n", value);
        set_bits(bytes, bit, f->width, 0);
    }
}

void shader_fields_print(const struct shader_layout *layout, enum shader_stage stage,
                         const uint8_t *bytes, const char *indent, struct strbuf *out) {
    const struct shader_field words = word_field(layout);
    uint8_t left[MAX_SIZE];
    memcpy(left, bytes, layout->size);
    for (size_t i = 0; i < layout->count; i++)
        if (layout->fields[i].stages >> stage & 1)
            print_field(layout, &layout->fields[i], i < layout->always, left, indent, out);
    print_field(layout, &words, false, left, indent, out);
}

/* "[INDEX]" at *p, where the field has several. */
static bool parse_index(const struct shader_field *f, const char **p, unsigned *index,
                        struct error *error) {
    *index = 0;
    if (f->count == 1)
        return true;
    char *end = NULL;
    const unsigned long n = **p == '[' ? strtoul(*p + 1, &end, 0) : f->count;
    if (n >= f->count || *end != ']')
        return error_set(error, ERROR_FORMAT, "%s takes an index, [0] to [%d]", f->name,
                         f->count - 1);
    *index = (unsigned)n;
    *p = end + 1;
    return true;
}

bool shader_field_parse(const struct shader_layout *layout, enum shader_stage stage, uint8_t *bytes,
                        const char *text, struct error *error) {
    const char *p = text + strspn(text, " \t");
    const size_t length = strcspn(p, " \t[");
    const struct shader_field words = word_field(layout), *f = length == 4 && !memcmp(p, "word", 4)
                                                                   ? &words
                                                                   : find(layout, stage, p, length);
    unsigned index;
    if (!f)
        return error_set(error, ERROR_FORMAT, "%s of a %s shader has no field '%.*s'",
                         layout->directive, stage_names[stage], (int)length, p);
    p += length;
    if (!parse_index(f, &p, &index, error))
        return false;
    p += strspn(p, " \t");
    char *end = NULL;
    const unsigned long long value = isdigit((unsigned char)*p) ? strtoull(p, &end, 0) : ~0ull;
    if (value >> f->width || end[strspn(end, " \t")])
        return error_set(error, ERROR_FORMAT, "%s %s takes a number of %d bits", layout->directive,
                         f->name, f->width);
    const unsigned bit = f->bit + index * f->width;
    const uint32_t old = f == &words ? get_bits(bytes, bit, f->width) : 0;
    set_bits(bytes, bit, f->width, (uint32_t)value | old);
    return true;
}
