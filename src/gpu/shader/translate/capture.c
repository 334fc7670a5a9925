/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/capture.h"

#include "gpu/shader/translate/attribute.h"
#include "gpu/shader/translate/stage.h"
#include "gpu/shader/translate/values.h"

enum { VECTOR = 4, COLORS = 4, COORDINATES = 10, LAST = SHADER_GENERICS - 1 };

/* Those that the header says the program writes; of colours and what comes behind them all where it
 * writes one (attribute.h has their places). */
static uint32_t written_locations(const struct translator *t) {
    uint32_t used = 0;
    for (unsigned i = 0; i < SHADER_GENERICS; i++)
        used |= stage_header(t, "out", i) ? 1u << i : 0;
    if (stage_header(t, "out_color", 0) || stage_header(t, "out_system_c", 0))
        for (unsigned i = 0; i <= COLORS; i++)
            used |= 1u << (LAST - i);
    for (unsigned i = 0; i < COORDINATES; i++)
        if (stage_header(t, "out_fixed_texture", i))
            used |= 1u << (LAST - ATTRIBUTE_FIRST_COORDINATE - i);
    return used;
}

static uint32_t take_location(struct translator *t) {
    const uint32_t used = written_locations(t) | t->io->capture_locations;
    if (used == UINT32_MAX) {
        translate_fail(t, ERROR_UNSUPPORTED, "transform feedback: no location is left for it");
        return 0;
    }
    const uint32_t location = LAST - (unsigned)__builtin_clz(~used);
    t->io->capture_locations |= 1u << location;
    return location;
}

static uint32_t variable_of(struct translator *t, unsigned buffer, unsigned first, uint32_t type) {
    uint32_t *variable = &t->io->captured[buffer][first];
    if (*variable)
        return *variable;
    *variable = spirv_global(&t->m, SpvStorageClassOutput, type, 0);
    SPIRV_DECORATE(&t->m, *variable, SpvDecorationLocation, take_location(t));
    SPIRV_DECORATE(&t->m, *variable, SpvDecorationXfbBuffer, buffer);
    SPIRV_DECORATE(&t->m, *variable, SpvDecorationXfbStride,
                   t->key->capture->buffers[buffer].stride);
    SPIRV_DECORATE(&t->m, *variable, SpvDecorationOffset, 4 * first);
    translate_named(t, *variable);
    return *variable;
}

static uint32_t value_of(struct translator *t, unsigned word) {
    const struct attribute a = attribute_at(4 * word, false);
    if (a.kind == ATTRIBUTE_NONE || !attribute_is_output(t, a))
        return f32_constant(t, 0);
    return as_float(t, attribute_load(t, a, true, 0));
}

static void put(struct translator *t, unsigned buffer, unsigned first, unsigned count) {
    const struct shader_capture_buffer *b = &t->key->capture->buffers[buffer];
    const uint32_t f32 = type_f32(t);
    const uint32_t type = count == 1 ? f32 : spirv_vector(&t->m, f32, count);
    uint32_t values[VECTOR];
    for (unsigned i = 0; i < count; i++)
        values[i] = value_of(t, b->words[first + i]);
    const uint32_t value =
        count == 1 ? values[0] : spirv_value(&t->m, SpvOpCompositeConstruct, type, count, values);
    SPIRV_DO(&t->m, SpvOpStore, variable_of(t, buffer, first, type), value);
}

/* Up to four words that lie together become one vector. */
void capture_vertex(struct translator *t) {
    if (!t->key->capture)
        return;
    spirv_capability(&t->m, SpvCapabilityTransformFeedback);
    for (unsigned k = 0; k < SHADER_CAPTURE_BUFFERS; k++) {
        const struct shader_capture_buffer *b = &t->key->capture->buffers[k];
        const unsigned end = b->count < SHADER_CAPTURE_WORDS ? b->count : SHADER_CAPTURE_WORDS;
        for (unsigned first = 0, next; first < end && !t->failed; first = next) {
            next = first;
            while (next < end && next - first < VECTOR && b->words[next] != SHADER_CAPTURE_NOTHING)
                next++;
            if (next > first)
                put(t, k, first, next - first);
            else
                next++;
        }
    }
}
