/* SPDX-License-Identifier: MIT */
#include "gpu/shader/exercise_translate.h"

#include "gpu/shader/code.h"
#include "gpu/shader/translate.h"

#include <spirv-tools/libspirv.h>
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FACTS = 64 };

/* Textures and images of all kinds, by their places. */
static void fill_facts(struct shader_fact facts[FACTS], uint8_t seed) {
    for (unsigned i = 0; i < FACTS; i++) {
        const unsigned k = i + seed;
        facts[i] = (struct shader_fact){
            .place = {0, (uint16_t)(4 * i)},
            .scalar = (uint8_t)(k % 3),
            .format = (uint8_t)(k * 7 % (SpvImageFormatR8ui + 1)),
            .count = (uint8_t)(k % 5),
            .buffer = k % 7 == 0,
            .multisampled = k % 11 == 0,
            .dim = (uint8_t)(k % (SHADER_CUBE + 1)),
            .array = k % 2 && k % (SHADER_CUBE + 1) != SHADER_3D,
            .image = k % 13 < 3,
        };
    }
}

static void fill_key(const uint8_t bytes[EXERCISE_KEY], const struct shader_program *p,
                     struct shader_key *key) {
    static const uint8_t lanes[] = {0, 8, 32, 64};
    shader_key_init(key, p);
    key->features = bytes[1] | (uint32_t)bytes[2] << 8;
    key->map_only = bytes[3] & 1;
    key->point_size = bytes[3] >> 1 & 1;
    key->depth_minus_one = bytes[3] >> 2 & 1;
    key->version = (uint8_t)(3 + (bytes[3] >> 3) % 3);
    key->storage_limit = bytes[3] >> 5 & 3 ? SHADER_STORAGE_LIMIT : 1;
    key->lanes = lanes[bytes[4] & 3];
    key->window_positions = bytes[3] >> 7 & 1;
    key->point_origin_bottom = bytes[6] & 1;
    key->dual_source = bytes[6] >> 5 & 1;
    for (unsigned i = 0; i < 4; i++)
        key->position_swizzle[i] = bytes[6] >> 6 ? (bytes[5] >> i) & 7 : 0;
    key->clip_distances = bytes[4] >> 2 & 15;
    key->cull_distances = bytes[4] >> 4 & 15 & ~key->clip_distances;
    key->alpha_test = bytes[5] % (SHADER_ALWAYS + 1);
    key->topology = (uint8_t)((bytes[5] >> 4) % (SHADER_TRIANGLES_ADJACENCY + 1));
    key->written = bytes[6] & 1 ? ~0u : 0x0f0f0f0fu;
    key->target_scalar[0] = (uint8_t)((bytes[6] >> 1) % 3);
    key->vertex_scalar[0] = (uint8_t)((bytes[6] >> 3) % 3);
    for (unsigned i = 0; i < 3; i++)
        if (!key->group[i] || key->group[i] > 8)
            key->group[i] = 4;
    key->shared_size &= 0xffff;
    key->local_size &= 0xffff;
    key->tess_primitive %= 3;
    key->tess_spacing %= 3;
}

static void assert_valid(const struct shader_translation *module) {
    const spv_const_binary_t binary = {module->words, module->count};
    spv_diagnostic diagnostic = NULL;
    spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_3);
    if (spvValidate(context, (spv_const_binary)&binary, &diagnostic) != SPV_SUCCESS) {
        fprintf(stderr, "exercise: the module is refused: %s\n", diagnostic->error);
        abort();
    }
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
}

static bool run(const uint8_t bytes[EXERCISE_KEY], const struct shader_program *p) {
    struct shader_fact facts[FACTS];
    struct shader_key key;
    struct shader_translation module;
    struct error error = {0};
    fill_key(bytes, p, &key);
    fill_facts(facts, bytes[7]);
    key.facts = facts;
    key.fact_count = FACTS;
    if (!shader_translate(p, &key, &module, &error)) {
        if (!error.text[0] || module.words) {
            fprintf(stderr, "exercise: no module and no message\n");
            abort();
        }
        return false;
    }
    assert_valid(&module);
    shader_translation_free(&module);
    return true;
}

/* A header and whole groups of code. */
static bool run_bare(const uint8_t key[EXERCISE_KEY], const uint8_t *bytes, size_t size) {
    struct shader_program p = {.stage = key[0] % SHADER_STAGES};
    if (size < sizeof p.sph + CODE_GROUP)
        return false;
    memcpy(p.sph, bytes, sizeof p.sph);
    p.code.size = (size - sizeof p.sph) / CODE_GROUP * CODE_GROUP;
    p.code.data = malloc(p.code.size);
    if (!p.code.data)
        abort();
    memcpy(p.code.data, bytes + sizeof p.sph, p.code.size);
    const bool done = run(key, &p);
    free(p.code.data);
    return done;
}

bool exercise_shader_translate(const uint8_t *bytes, size_t size) {
    static const char magic[] = "DKSH";
    struct shader_file file;
    struct error error = {0};
    bool done = false;
    if (size < EXERCISE_KEY + sizeof magic - 1)
        return false;
    if (memcmp(bytes + EXERCISE_KEY, magic, sizeof magic - 1) != 0)
        return run_bare(bytes, bytes + EXERCISE_KEY, size - EXERCISE_KEY);
    if (!shader_file_read(bytes + EXERCISE_KEY, size - EXERCISE_KEY, NULL, &file, &error))
        return false;
    for (size_t i = 0; i < file.count; i++)
        done = run(bytes, &file.programs[i]) || done;
    shader_file_free(&file);
    return done;
}
