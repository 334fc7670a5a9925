/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/shader/shader_facts.h"

#include <spirv/unified1/spirv.h>
#include <string.h>

/* ---- formats ---- */

/* By the component types of a header: UNORM, SNORM, UINT, SINT, FLOAT. */
static const struct image_formats {
    uint8_t format; /* of the header */
    uint8_t unorm, snorm, uint, sint, real;
} image_formats[] = {
    {0x01, 0, 0, SpvImageFormatRgba32ui, SpvImageFormatRgba32i, SpvImageFormatRgba32f},
    {0x03, SpvImageFormatRgba16, SpvImageFormatRgba16Snorm, SpvImageFormatRgba16ui,
     SpvImageFormatRgba16i, SpvImageFormatRgba16f},
    {0x04, 0, 0, SpvImageFormatRg32ui, SpvImageFormatRg32i, SpvImageFormatRg32f},
    {0x08, SpvImageFormatRgba8, SpvImageFormatRgba8Snorm, SpvImageFormatRgba8ui,
     SpvImageFormatRgba8i, 0},
    {0x09, SpvImageFormatRgb10A2, 0, SpvImageFormatRgb10a2ui, 0, 0},
    {0x0c, SpvImageFormatRg16, SpvImageFormatRg16Snorm, SpvImageFormatRg16ui, SpvImageFormatRg16i,
     SpvImageFormatRg16f},
    {0x0f, 0, 0, SpvImageFormatR32ui, SpvImageFormatR32i, SpvImageFormatR32f},
    {0x18, SpvImageFormatRg8, SpvImageFormatRg8Snorm, SpvImageFormatRg8ui, SpvImageFormatRg8i, 0},
    {0x1b, SpvImageFormatR16, SpvImageFormatR16Snorm, SpvImageFormatR16ui, SpvImageFormatR16i,
     SpvImageFormatR16f},
    {0x1d, SpvImageFormatR8, SpvImageFormatR8Snorm, SpvImageFormatR8ui, SpvImageFormatR8i, 0},
    {0x21, 0, 0, 0, 0, SpvImageFormatR11fG11fB10f},
};

uint8_t image_format_of(const struct texture_header *header) {
    for (size_t i = 0; i < sizeof image_formats / sizeof *image_formats; i++) {
        const struct image_formats *f = &image_formats[i];
        if (f->format != header->format)
            continue;
        switch (header->component[0]) {
        case COMPONENT_UNORM:
        case COMPONENT_UNORM_AS_HALF:
            return f->unorm;
        case COMPONENT_SNORM:
        case COMPONENT_SNORM_AS_HALF:
            return f->snorm;
        case COMPONENT_UINT:
            return f->uint;
        case COMPONENT_SINT:
            return f->sint;
        case COMPONENT_FLOAT:
            return f->real;
        default:
            return 0;
        }
    }
    return 0;
}

/* What the first component that the program sees is. */
static uint8_t scalar_of(const struct texture_header *h) {
    for (unsigned i = 0; i < 4; i++) {
        if (h->source[i] < SOURCE_R || h->source[i] > SOURCE_A)
            continue;
        const uint8_t component = h->component[h->source[i] - SOURCE_R];
        return component == COMPONENT_SINT   ? SHADER_SINT
               : component == COMPONENT_UINT ? SHADER_UINT
                                             : SHADER_FLOAT;
    }
    return SHADER_FLOAT;
}

/* ---- facts ---- */

static void say_shape(const struct texture_header *h, struct shader_fact *fact) {
    static const struct {
        uint8_t dim;
        bool array;
    } shapes[] = {
        [TYPE_1D] = {SHADER_1D, false},          [TYPE_2D] = {SHADER_2D, false},
        [TYPE_3D] = {SHADER_3D, false},          [TYPE_CUBE] = {SHADER_CUBE, false},
        [TYPE_1D_ARRAY] = {SHADER_1D, true},     [TYPE_2D_ARRAY] = {SHADER_2D, true},
        [TYPE_BUFFER] = {SHADER_BUFFER, false},  [TYPE_2D_NO_LEVELS] = {SHADER_2D, false},
        [TYPE_CUBE_ARRAY] = {SHADER_CUBE, true},
    };
    if (h->type >= sizeof shapes / sizeof *shapes)
        return;
    fact->dim = shapes[h->type].dim;
    fact->array = shapes[h->type].array;
}

/* Words from the place on that are handles, as many as there may be: an array's end is not told.
 * Handles of zero at the end are none. */
static uint8_t count_handles(struct guest_memory *memory, const struct resources *r,
                             struct shader_place place) {
    enum { MOST = 16 };
    uint8_t count = 1;
    for (uint8_t i = 0; i < MOST && place.offset <= UINT16_MAX - 4 * i; i++) {
        const struct shader_place at = {place.slot, (uint16_t)(place.offset + 4 * i)};
        struct texture_header header;
        uint32_t handle;
        if (!resources_place(memory, r, at, &handle, sizeof handle) ||
            !resources_texture(memory, r, handle, &header))
            break;
        if (handle)
            count = (uint8_t)(i + 1);
    }
    return count;
}

size_t shader_facts_find(struct guest_memory *memory, const struct resources *r,
                         const struct shader_handles *handles, struct shader_fact *facts) {
    size_t count = 0;
    memset(facts, 0, handles->count * sizeof *facts);
    for (size_t i = 0; i < handles->count; i++) {
        const struct shader_handle *h = &handles->list[i];
        struct shader_fact *fact = &facts[count];
        struct texture_header header;
        uint32_t handle;
        if (!resources_place(memory, r, h->place, &handle, sizeof handle) ||
            !resources_texture(memory, r, handle, &header))
            continue;
        fact->place.slot = h->place.slot;
        fact->place.offset = h->place.offset;
        fact->scalar = scalar_of(&header);
        fact->format = h->formatted ? image_format_of(&header) : 0;
        fact->count = h->indexed ? count_handles(memory, r, h->place) : 1;
        fact->buffer = header.type == TYPE_BUFFER;
        fact->multisampled = header.multisample != 0;
        fact->texels = !header.normalized_coordinates && header.type != TYPE_BUFFER;
        fact->image = h->image;
        fact->dim = SHADER_2D;
        if (h->asked)
            say_shape(&header, fact);
        count++;
    }
    return count;
}
