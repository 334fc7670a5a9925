/* SPDX-License-Identifier: MIT */
#include "paths.h"

#include "guest.h"
#include "tool.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* In the order in which they run: each knows what the one in front of it writes. */
static const enum shader_stage stage_order[] = {
    SHADER_VERTEX,   SHADER_TESS_CONTROL, SHADER_TESS_EVALUATION,
    SHADER_GEOMETRY, SHADER_FRAGMENT,     SHADER_COMPUTE,
};

struct translated {
    struct shader_file files[SHADER_STAGES];
    struct shader_translation translations[SHADER_STAGES];
    struct shader_fact facts[SCENE_RESOURCES];
    uint32_t sets[SHADER_STAGES], set_count;
    uint32_t written; /* by the stage in front */
    struct guest guest;
    struct pass pass;
};

bool features_read(const char *list, uint32_t *out, struct error *error) {
    static const struct {
        const char *name;
        uint32_t feature;
    } names[] = {{"float64", SHADER_HAS_FLOAT64},   {"int64", SHADER_HAS_INT64},
                 {"float16", SHADER_HAS_FLOAT16},   {"quad", SHADER_HAS_QUAD},
                 {"shuffle", SHADER_HAS_SHUFFLE},   {"dynamic-index", SHADER_HAS_DYNAMIC_INDEX},
                 {"read-any", SHADER_HAS_READ_ANY}, {"addresses", SHADER_HAS_ADDRESSES},
                 {"demote", SHADER_HAS_DEMOTE},     {"atomic64", SHADER_HAS_ATOMIC64}};
    enum { NAMES = sizeof names / sizeof *names };
    *out = 0;
    while (*list) {
        const size_t length = strcspn(list, ",");
        size_t i = 0;
        while (i < NAMES &&
               (strlen(names[i].name) != length || memcmp(names[i].name, list, length)))
            i++;
        if (i == NAMES) {
            error_set(error, ERROR_USAGE, "'%.*s' is no feature; they are", (int)length, list);
            for (i = 0; i < NAMES; i++)
                snprintf(error->text + strlen(error->text),
                         sizeof error->text - strlen(error->text), " %s", names[i].name);
            return false;
        }
        *out |= names[i].feature;
        list += length + (list[length] == ',');
    }
    return true;
}

/* NAME.dksh, or NAME.text where somebody wrote the program as text. */
static bool read_program(const char *folder, const char *name, struct shader_file *out,
                         struct error *error) {
    struct blob bytes;
    char *binary = memory_format("%s/%s.dksh", folder, name);
    char *text = memory_format("%s/%s.text", folder, name);
    const bool is_text = access(text, R_OK) == 0;
    const char *path = is_text ? text : binary;
    bool ok = file_read(path, SHADER_FILE_LIMIT, &bytes, error);
    if (ok) {
        char *whole = memory_format("%.*s", is_text ? (int)bytes.size : 0, (char *)bytes.data);
        ok = (is_text ? shader_file_parse(whole, out, error)
                      : shader_file_read(bytes.data, bytes.size, NULL, out, error)) ||
             error_wrap(error, "%s", path);
        free(whole);
        blob_free(&bytes);
    }
    free(binary);
    free(text);
    return ok;
}

static bool read_files(const struct scene *scene, const struct setup *setup, struct translated *t,
                       struct error *error) {
    for (unsigned stage = 0; stage < SHADER_STAGES; stage++) {
        struct shader_file *file = &t->files[stage];
        if (!scene->files[stage])
            continue;
        if (!read_program(setup->folder, scene->files[stage], file, error))
            return false;
        if (file->count != 1 || file->programs[0].stage != stage)
            return error_set(error, ERROR_FORMAT, "%s: the translated file is not one %s shader",
                             scene->files[stage], shader_stage_name(stage));
    }
    return true;
}

/* What goes into a geometry shader: the draw's primitives, or those of the tessellation. */
static uint8_t geometry_input(const struct scene *scene, const struct translated *t) {
    if (scene->topology != TOPOLOGY_PATCHES)
        return (uint8_t)scene->topology;
    struct shader_key tessellation;
    shader_key_init(&tessellation, &t->files[SHADER_TESS_EVALUATION].programs[0]);
    enum { ISOLINES };
    return tessellation.tess_points                  ? SHADER_POINTS
           : tessellation.tess_primitive == ISOLINES ? SHADER_LINES
                                                     : SHADER_TRIANGLES;
}

/* Does the stage hand its vertices to the rasterizer? */
static bool is_last(const struct scene *scene, enum shader_stage stage) {
    if (stage == SHADER_VERTEX)
        return !scene->files[SHADER_GEOMETRY] && !scene->files[SHADER_TESS_EVALUATION];
    if (stage == SHADER_TESS_EVALUATION)
        return !scene->files[SHADER_GEOMETRY];
    return stage == SHADER_GEOMETRY;
}

/* Are they points? */
static bool makes_points(const struct scene *scene, const struct shader_program *p,
                         const struct shader_key *key) {
    enum { OUTPUT_POINTS = 1 };
    uint32_t topology = 0;
    if (p->stage == SHADER_GEOMETRY)
        shader_field_get(&shader_sph_layout, p->stage, p->sph, "output_topology", 0, &topology);
    return topology == OUTPUT_POINTS || (p->stage == SHADER_TESS_EVALUATION && key->tess_points) ||
           (p->stage == SHADER_VERTEX && scene->topology == TOPOLOGY_POINTS);
}

static void fill_key(const struct gpu *gpu, const struct scene *scene, const struct setup *setup,
                     struct translated *t, const struct shader_program *p, struct shader_key *key) {
    shader_key_init(key, p);
    gpu_shader_key(gpu, key);
    key->features &= ~setup->without;
    key->version = setup->version ? setup->version : key->version;
    key->storage_alignment = GUEST_ALIGNMENT;
    key->set = (uint8_t)t->set_count;
    key->map_only = setup->map_only;
    if (key->storage_limit > setup->storage)
        key->storage_limit = setup->storage;
    key->facts = t->facts;
    key->fact_count = guest_facts(scene, p->stage, t->facts);
    key->written = p->stage == SHADER_VERTEX ? ~0u : t->written;
    key->topology = geometry_input(scene, t);
    key->patch_vertices = (uint8_t)scene->patch_vertices;
    key->point_size = is_last(scene, p->stage) && makes_points(scene, p, key);
    key->alpha_test = scene->alpha_test ? SHADER_GREATER : SHADER_OFF;
    key->depth_minus_one = scene->depth_minus_one && is_last(scene, p->stage);
    key->clip_distances = (uint8_t)scene->clip_distances;
    if (scene->point_sprite)
        key->point_sprite[scene->point_sprite - 1] = true;
    for (size_t i = 0; i < SHADER_GENERICS; i++)
        if (scene->attributes[i].used)
            key->vertex_scalar[i] = scene->attributes[i].type->scalar;
    for (size_t i = 0; i < SHADER_TARGETS; i++)
        if (scene->targets[i].format)
            key->target_scalar[i] = scene->targets[i].format->scalar;
}

/* Also what is no valid module. */
static bool keep(const struct scene *scene, const struct setup *setup, enum shader_stage stage,
                 const struct shader_translation *translation, struct error *error) {
    if (!setup->keep)
        return true;
    char *path = memory_format("%s/%s.%s.spv", setup->keep, scene->name, shader_stage_name(stage));
    const bool ok = file_write(path, translation->words,
                               translation->count * sizeof *translation->words, error);
    free(path);
    return ok;
}

static bool translate_stage(const struct gpu *gpu, const struct scene *scene,
                            const struct setup *setup, struct translated *t,
                            enum shader_stage stage, bool *skip, struct error *error) {
    const struct shader_program *p = &t->files[stage].programs[0];
    struct shader_translation *out = &t->translations[stage];
    struct shader_key key;
    fill_key(gpu, scene, setup, t, p, &key);
    if (!shader_translate(p, &key, out, error) || !keep(scene, setup, stage, out, error) ||
        !tool_validate(&(struct module){out->words, out->count}, error))
        return error_wrap(error, "%s", scene->files[stage]);
    if (out->contract.lanes && out->contract.lanes != key.lanes) {
        *skip = true;
        return error_set(error, ERROR_UNSUPPORTED, "subgroups of %d lanes are needed, there are %d",
                         out->contract.lanes, key.lanes);
    }
    if (out->contract.storage_count > (setup->map_only ? 0 : key.storage_limit))
        return error_set(error, ERROR_UNSUPPORTED,
                         "%s: %u storage buffers are bound, others than should be",
                         scene->files[stage], out->contract.storage_count);
    t->sets[stage] = t->set_count++;
    t->written = out->contract.outputs;
    return true;
}

static bool run(struct gpu *gpu, const struct scene *scene, const struct setup *setup,
                struct world *world, bool *skip, struct translated *t, struct error *error) {
    if (!read_files(scene, setup, t, error))
        return false;
    for (size_t i = 0; i < SHADER_STAGES; i++)
        if (scene->files[stage_order[i]] &&
            !translate_stage(gpu, scene, setup, t, stage_order[i], skip, error))
            return false;
    guest_init(&t->guest, scene);
    if (!world_new(gpu, scene, t->guest.lead, world, error) ||
        !guest_fill(&t->guest, world, t->files, error))
        return false;
    t->pass.push = (struct shader_push){.alpha_reference = scene->alpha_reference,
                                        .point_size = scene->point_size,
                                        .y_direction = 1};
    for (unsigned stage = 0; stage < SHADER_STAGES; stage++) {
        struct shader_translation *translation = &t->translations[stage];
        if (!scene->files[stage])
            continue;
        t->pass.modules[stage] = (struct module){translation->words, translation->count};
        translation->words = NULL; /* the pass has them now */
        if (!guest_bind(&t->guest, world, &translation->contract, t->sets[stage], &t->pass, error))
            return error_wrap(error, "%s", scene->files[stage]);
    }
    struct canvas canvas;
    return (scene->compute ? pass_dispatch(gpu, &t->pass, scene->groups, error)
                           : world_canvas(world, &canvas, error) &&
                                 pass_draw(gpu, &t->pass, &canvas, error)) &&
           world_unharmed(world, error);
}

bool path_translated(struct gpu *gpu, const struct scene *scene, const struct setup *setup,
                     struct world *world, bool *skip, struct error *error) {
    struct translated *t = NEW(struct translated);
    *skip = false;
    world->gpu = gpu;
    const bool ok = run(gpu, scene, setup, world, skip, t, error);
    pass_free(&t->pass);
    guest_free(gpu, &t->guest);
    for (size_t i = 0; i < SHADER_STAGES; i++) {
        shader_translation_free(&t->translations[i]);
        if (t->files[i].count)
            shader_file_free(&t->files[i]);
    }
    free(t);
    return ok;
}
