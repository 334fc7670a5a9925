/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/image.h"

#include "gpu/shader/translate/values.h"

/* ---- formats, as SPIR-V numbers them ---- */

static const uint8_t format_bytes[] = {
    0,  16, 8, 4, 4, 4, 8, 4, 4, 2, 8, 4, 4, 2, 2, 1, 8, 4, 2, 2, 1, /* floats from 1 on */
    16, 8,  4, 4, 8, 4, 2, 2, 1,                                     /* signed */
    16, 8,  4, 4, 4, 8, 4, 2, 2, 1,                                  /* unsigned */
};

unsigned image_format_bytes(unsigned format) {
    return format < sizeof format_bytes ? format_bytes[format] : 0;
}

uint8_t image_format_scalar(unsigned format) {
    return format < SpvImageFormatRgba32i    ? SHADER_FLOAT
           : format < SpvImageFormatRgba32ui ? SHADER_SINT
                                             : SHADER_UINT;
}

/* Those that every device has need no capability. */
static bool is_basic(unsigned format) {
    switch (format) {
    case SpvImageFormatUnknown:
    case SpvImageFormatRgba32f:
    case SpvImageFormatRgba16f:
    case SpvImageFormatR32f:
    case SpvImageFormatRgba8:
    case SpvImageFormatRgba8Snorm:
    case SpvImageFormatRgba32i:
    case SpvImageFormatRgba16i:
    case SpvImageFormatRgba8i:
    case SpvImageFormatR32i:
    case SpvImageFormatRgba32ui:
    case SpvImageFormatRgba16ui:
    case SpvImageFormatRgba8ui:
    case SpvImageFormatR32ui:
        return true;
    default:
        return false;
    }
}

static void capabilities(struct translator *t, const struct image_use *use) {
    if (!is_basic(use->format))
        spirv_capability(&t->m, SpvCapabilityStorageImageExtendedFormats);
    if (use->dim == SHADER_1D)
        spirv_capability(&t->m, SpvCapabilityImage1D);
    else if (use->dim == SHADER_BUFFER)
        spirv_capability(&t->m, SpvCapabilityImageBuffer);
    if (use->multisampled)
        spirv_capability(&t->m, SpvCapabilityStorageImageMultisample);
    if (use->multisampled && use->array)
        spirv_capability(&t->m, SpvCapabilityImageMSArray);
}

/* ---- the contract's list ---- */

static bool same_shape(const struct contract_image *one, const struct image_use *use,
                       const struct handle *handle) {
    return handle_same(one->place, handle->place) && one->count == handle->count &&
           one->dim == use->dim && one->array == use->array &&
           one->multisampled == use->multisampled;
}

static unsigned listed(struct translator *t, const struct image_use *use,
                       const struct handle *handle, bool any) {
    struct shader_contract *c = &t->contract;
    for (unsigned i = 0; i < c->image_count; i++)
        if (same_shape(&c->images[i], use, handle) &&
            (any || (c->images[i].format == use->format && c->images[i].scalar == use->scalar)))
            return i;
    if (c->image_count == SHADER_IMAGES_LIMIT) {
        translate_fail(t, ERROR_LIMIT, "code at 0x%x: a program uses more than %d images", t->at,
                       SHADER_IMAGES_LIMIT);
        return 0;
    }
    c->images[c->image_count] = (struct contract_image){
        .place = handle->place,
        .dim = use->dim,
        .scalar = use->scalar,
        .count = handle->count,
        .format = use->format,
        .array = use->array,
        .multisampled = use->multisampled,
    };
    return c->image_count++;
}

/* As textures, buffers may be taken for one-dimensional images. */
static struct image_use seen(const struct translator *t, struct image_use use,
                             const struct handle *handle) {
    if (use.dim == SHADER_1D && !use.array && handle_fact(t, handle->place)->buffer)
        use.dim = SHADER_BUFFER;
    return use;
}

static void bind(struct translator *t, struct image_use use, const struct handle *handle, bool any,
                 struct image *out) {
    static const SpvDim dims[] = {
        [SHADER_1D] = SpvDim1D,   [SHADER_2D] = SpvDim2D,         [SHADER_3D] = SpvDim3D,
        [SHADER_CUBE] = SpvDim2D, [SHADER_BUFFER] = SpvDimBuffer,
    };
    const unsigned number = listed(t, &use, handle, any);
    const struct contract_image *one = &t->contract.images[number];
    *out = (struct image){.use = use, .handle = *handle, .number = number};
    out->use.format = one->format;
    out->use.scalar = one->scalar;
    out->component = one->scalar == SHADER_FLOAT  ? type_f32(t)
                     : one->scalar == SHADER_SINT ? spirv_sint(&t->m, 32)
                                                  : type_u32(t);
    out->texel = spirv_vector(&t->m, out->component, 4);
    out->type = SPIRV_TYPE(&t->m, SpvOpTypeImage, out->component, dims[use.dim], 0, use.array,
                           use.multisampled, 2, one->format);
    capabilities(t, &out->use);
    if (!t->images[number])
        t->images[number] = handle_variable(t, out->type, one->count, BINDING_IMAGE + number);
    out->variable = t->images[number];
    if (use.dim != SHADER_BUFFER)
        handle_index(t, &out->handle, SpvCapabilityStorageImageArrayNonUniformIndexing);
}

void image_bind(struct translator *t, const struct image_use *use, const struct handle *handle,
                unsigned access, struct image *out) {
    bind(t, seen(t, *use, handle), handle, false, out);
    struct contract_image *one = &t->contract.images[out->number];
    one->read = one->read || access & IMAGE_READ;
    one->written = one->written || access & IMAGE_WRITTEN;
    one->atomic = one->atomic || access & IMAGE_ATOMIC;
}

void image_bind_any(struct translator *t, const struct image_use *use, const struct handle *handle,
                    struct image *out) {
    bind(t, seen(t, *use, handle), handle, true, out);
}

static bool overlap(const struct contract_image *a, const struct contract_image *b) {
    return a->place.slot == b->place.slot && a->place.offset < b->place.offset + 4 * b->count &&
           b->place.offset < a->place.offset + 4 * a->count;
}

void images_finish(struct translator *t) {
    const struct shader_contract *c = &t->contract;
    for (unsigned i = 0; i < c->image_count; i++) {
        const struct contract_image *one = &c->images[i];
        const uint32_t variable = t->images[i];
        bool aliased = false;
        for (unsigned k = 0; k < c->image_count; k++)
            aliased = aliased || (k != i && overlap(one, &c->images[k]));
        if (!one->read && !one->atomic)
            spirv_decorate(&t->m, variable, SpvDecorationNonReadable, 0, NULL);
        if (!one->written && !one->atomic)
            spirv_decorate(&t->m, variable, SpvDecorationNonWritable, 0, NULL);
        if (one->atomic || aliased || (one->read && one->written))
            spirv_decorate(&t->m, variable, SpvDecorationCoherent, 0, NULL);
        if (aliased)
            spirv_decorate(&t->m, variable, SpvDecorationAliased, 0, NULL);
    }
}

/* ---- shape and place ---- */

static const struct {
    uint8_t dim;
    bool array;
    uint8_t coordinates;
} shapes[8] = {
    [ISA_SUDIM_1D] = {SHADER_1D, false, 1},      [ISA_SUDIM_BUFFER_1D] = {SHADER_BUFFER, false, 1},
    [ISA_SUDIM_ARRAY_1D] = {SHADER_1D, true, 2}, [ISA_SUDIM_2D] = {SHADER_2D, false, 2},
    [ISA_SUDIM_ARRAY_2D] = {SHADER_2D, true, 3}, [ISA_SUDIM_3D] = {SHADER_3D, false, 3},
};

struct image_use image_shape(const struct isa_instruction *in) {
    const unsigned dim = in->modifier[ISA_MOD_SUDIM];
    return (struct image_use){.dim = shapes[dim].dim, .array = shapes[dim].array};
}

void image_sample_bits(struct translator *t, uint32_t samples, uint32_t bits[2]) {
    const uint32_t type = type_u32(t), two = u32_constant(t, 2);
    bits[0] = op2(t, SpvOpShiftRightLogical, type, op2(t, SpvOpIAdd, type, samples, two), two);
    bits[1] = choose(t, type, op2(t, SpvOpUGreaterThan, type_bool(t), samples, two),
                     u32_constant(t, 1), u32_constant(t, 0));
}

/* Two samples lie side by side, four in two rows, eight in two rows of which each pair of columns
 * comes first. */
uint32_t image_unscale(struct translator *t, uint32_t samples, uint32_t of[2]) {
    const uint32_t type = type_u32(t), zero = u32_constant(t, 0), one = u32_constant(t, 1);
    uint32_t bits[2], part[2];
    image_sample_bits(t, samples, bits);
    for (unsigned k = 0; k < 2; k++) {
        part[k] = op3(t, SpvOpBitFieldUExtract, type, of[k], zero, bits[k]);
        of[k] = op2(t, SpvOpShiftRightLogical, type, of[k], bits[k]);
    }
    const uint32_t pairs = op2(t, SpvOpShiftRightLogical, type, part[0], one);
    const uint32_t sample =
        SPIRV_VALUE(&t->m, SpvOpBitFieldInsert, type, part[0], part[1], one, one);
    return SPIRV_VALUE(&t->m, SpvOpBitFieldInsert, type, sample, pairs, u32_constant(t, 2), one);
}

static uint32_t samples_of(struct translator *t, const struct image *i) {
    const uint32_t pointer = handle_first(t, &i->handle, i->variable, i->type);
    spirv_capability(&t->m, SpvCapabilityImageQuery);
    return op1(t, SpvOpImageQuerySamples, type_u32(t), op1(t, SpvOpLoad, i->type, pointer));
}

struct image_place image_place(struct translator *t, const struct isa_instruction *in,
                               const struct image *i, uint32_t x) {
    const unsigned count = shapes[in->modifier[ISA_MOD_SUDIM]].coordinates;
    struct image_place p = {0};
    uint32_t of[3] = {0};
    for (unsigned k = 0; k < count; k++)
        of[k] = k == 0 && x ? x : operand_word_at(t, in, ISA_ARG_A, k);
    if (i->use.multisampled)
        p.sample = image_unscale(t, samples_of(t, i), of);
    p.at = count == 1 ? of[0]
                      : spirv_value(&t->m, SpvOpCompositeConstruct,
                                    spirv_vector(&t->m, type_u32(t), count), count, of);
    return p;
}
