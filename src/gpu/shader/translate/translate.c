/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate.h"

#include "gpu/shader/translate/attribute.h"
#include "gpu/shader/translate/image.h"
#include "gpu/shader/translate/memory.h"
#include "gpu/shader/translate/single.h"
#include "gpu/shader/translate/stage.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- for the parts ---- */

void translate_fail(struct translator *t, enum error_kind kind, const char *format, ...) {
    char text[512];
    va_list args;
    if (t->failed)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    t->failed = true;
    error_set(t->error, kind, "%s", text);
}

void translate_unknown(struct translator *t, const struct isa_instruction *in, const char *what) {
    translate_fail(t, ERROR_UNSUPPORTED, "code at 0x%x: %s (0x%016lx): %s", t->at,
                   in->row->mnemonic, (unsigned long)in->word, what);
}

void translate_named(struct translator *t, uint32_t variable) {
    GROW(t->named, t->named_count, t->named_room);
    t->named[t->named_count++] = variable;
}

void translate_used(struct translator *t, uint32_t variable) {
    if (t->key->version >= 4)
        translate_named(t, variable);
}

void translate_nothing(struct translator *t, const struct isa_instruction *in) {
    (void)t, (void)in;
}

void translate_instruction(struct translator *t, const struct isa_instruction *in) {
    const struct translate_entry *entry = &translate_table[in->row->class];
    struct branch b = {0};
    if (!entry->handle) {
        translate_unknown(t, in, "this instruction is not translated yet");
        return;
    }
    t->guard = 0;
    if (in->guard != ISA_PT || in->guard_not) {
        if (in->guard == ISA_PT)
            return;
        uint32_t guard = get_predicate(t, in->guard);
        if (in->guard_not)
            guard = op1(t, SpvOpLogicalNot, type_bool(t), guard);
        if (entry->branches)
            b = branch_begin(t, guard);
        else
            t->guard = guard;
    }
    entry->handle(t, in);
    t->guard = 0;
    if (b.merge)
        branch_end(t, b);
}

/* ---- the whole ---- */

void shader_key_init(struct shader_key *key, const struct shader_program *program) {
    *key = (struct shader_key){
        .features = ~0u,
        .lanes = 32,
        .storage_alignment = 16,
        .storage_limit = SHADER_STORAGE_LIMIT,
        .version = 3,
        .topology = SHADER_TRIANGLES,
        .patch_vertices = 3,
        .written = ~0u,
        .local_window = SHADER_LOCAL_WINDOW,
        .shared_window = SHADER_SHARED_WINDOW,
    };
    const struct shader_layout *layout = &shader_header_layout;
    const uint8_t *header = program->header;
    uint32_t value[4] = {0};
    for (unsigned i = 0; i < SHADER_TARGETS; i++)
        if (shader_field_get(&shader_sph_layout, program->stage, program->sph, "target", i,
                             &value[0]) &&
            value[0])
            key->targets |= (uint8_t)(1 << i);
    for (unsigned i = 0; i < 3; i++)
        if (shader_field_get(layout, program->stage, header, "block_size", i, &value[0]))
            key->group[i] = value[0];
    if (shader_field_get(layout, program->stage, header, "shared_size", 0, &value[0]))
        key->shared_size = value[0];
    if (shader_field_get(layout, program->stage, header, "local_positive", 0, &value[0]) ||
        shader_field_get(&shader_sph_layout, program->stage, program->sph, "local_low", 0,
                         &value[0]))
        key->local_size = value[0];
    if (program->first_size &&
        shader_field_get(&shader_sph_layout, program->stage, program->first_sph, "local_low", 0,
                         &value[0]) &&
        value[0] > key->local_size)
        key->local_size = value[0];
    if (shader_field_get(layout, program->stage, header, "local_negative", 0, &value[0]) ||
        shader_field_get(&shader_sph_layout, program->stage, program->sph, "local_high", 0,
                         &value[0]))
        key->local_negative = value[0];
    if (shader_field_get(layout, program->stage, header, "early_fragment_tests", 0, &value[0]))
        key->early_tests = value[0] & 1;
    if (shader_field_get(layout, program->stage, header, "post_depth_coverage", 0, &value[0]))
        key->post_depth_coverage = value[0] & 1;
    if (shader_field_get(layout, program->stage, header, "per_sample", 0, &value[0]))
        key->per_sample = value[0] & 1;
    if (shader_field_get(layout, program->stage, header, "param_c8", 0, &value[0])) {
        key->tess_primitive = value[0] & 3;
        key->tess_spacing = value[0] >> 4 & 3;
        key->tess_points = (value[0] >> 8 & 3) == 0;
        key->tess_clockwise = (value[0] >> 8 & 3) == 2;
    }
}

/* SPIR-V has no recursion. */
static bool calls_itself(const struct shader_flow *f, uint32_t function, uint8_t *seen) {
    enum { UNSEEN, OPEN, DONE };
    if (seen[function] != UNSEEN)
        return seen[function] == OPEN;
    seen[function] = OPEN;
    for (size_t i = 0; i < f->block_count; i++)
        if (f->blocks[i].function == function && f->blocks[i].end == FLOW_CALL &&
            calls_itself(f, f->blocks[i].callee, seen))
            return true;
    seen[function] = DONE;
    return false;
}

static void functions(struct translator *t) {
    const size_t count = t->flow.function_count;
    uint8_t *seen = NEW_ARRAY(uint8_t, count);
    if (calls_itself(&t->flow, 0, seen))
        translate_fail(t, ERROR_UNSUPPORTED, "a function calls itself, which no module may");
    free(seen);
    t->functions = NEW_ARRAY(uint32_t, count);
    for (size_t i = 0; i < count; i++)
        t->functions[i] = spirv_id(&t->m);
    if (count > 1) {
        t->stopped =
            spirv_global(&t->m, SpvStorageClassPrivate, type_bool(t), spirv_truth(&t->m, false));
        translate_used(t, t->stopped);
    }
    for (size_t i = 0; i < count && !t->failed; i++)
        translate_function(t, (uint32_t)i);
    memory_map_function(t);
}

static void finish(struct translator *t, struct shader_translation *out) {
    spirv_capability(&t->m, SpvCapabilityShader);
    SPIRV_PUT(&t->m, SPIRV_MODEL, SpvOpMemoryModel,
              t->map_function ? SpvAddressingModelPhysicalStorageBuffer64
                              : SpvAddressingModelLogical,
              SpvMemoryModelGLSL450);
    images_finish(t);
    stage_entry(t);
    float_mode_put(t);
    if (t->failed)
        return;
    out->words = spirv_finish(&t->m, 0x00010000u | (uint32_t)t->key->version << 8, &out->count);
    out->contract = t->contract;
}

bool shader_translate(const struct shader_program *program, const struct shader_key *key,
                      struct shader_translation *out, struct error *error) {
    *out = (struct shader_translation){0};
    if (key->handle_slot >= SHADER_CONSTANT_SLOTS)
        return error_set(error, ERROR_UNSUPPORTED,
                         "its handles are in constant buffer %u: there are %d", key->handle_slot,
                         SHADER_CONSTANT_SLOTS);
    struct translator *t = NEW(struct translator);
    *t = (struct translator){
        .program = program, .key = key, .error = error, .io = NEW(struct stage_io)};
    const struct flow_constants constants = {program->constants.data, program->constants.size};
    spirv_init(&t->m);
    const uint8_t *code = program->code.data;
    t->failed = !shader_flow_build(code, program->code.size, &constants, &t->flow, error) ||
                !shader_values_build(code, &t->flow, &t->values, error);
    if (!t->failed) {
        shader_origins_find(&t->values, t->key->handle_slot, &t->origins);
        shader_multiplies_find(&t->values, &t->multiplies);
        float_mode_find(t);
        functions(t);
    }
    if (!t->failed)
        finish(t, out);
    const bool done = !t->failed;
    shader_uniform_free(&t->uniform);
    shader_multiplies_free(&t->multiplies);
    shader_origins_free(&t->origins);
    shader_values_free(&t->values);
    shader_flow_free(&t->flow);
    spirv_free(&t->m);
    free(t->functions);
    free(t->named);
    free(t->io);
    free(t);
    return done;
}

void shader_translation_free(struct shader_translation *translation) {
    free(translation->words);
    *translation = (struct shader_translation){0};
}
