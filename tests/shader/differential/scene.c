/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include "base/memory.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene_data.h"

/* The next word of *text; words end at spaces outside of parentheses, and a note in parentheses
 * belongs to the word in front of it. NULL: no more. Free it. */
char *scene_word(const char **text) {
    const char *p = *text + strspn(*text, " "), *start = p;
    int depth = 0;
    for (; *p && (depth || *p != ' ' || p[strspn(p, " ")] == '('); p++)
        depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
    *text = p;
    return p == start ? NULL : memory_format("%.*s", (int)(p - start), start);
}

static const struct {
    const char *extension;
    enum shader_stage stage;
} stages[] = {{"vert", SHADER_VERTEX},          {"frag", SHADER_FRAGMENT},
              {"geom", SHADER_GEOMETRY},        {"tesc", SHADER_TESS_CONTROL},
              {"tese", SHADER_TESS_EVALUATION}, {"comp", SHADER_COMPUTE}};
enum { STAGES = sizeof stages / sizeof *stages };

static bool stage_of(const char *extension, size_t length, enum shader_stage *out) {
    for (size_t i = 0; i < STAGES; i++)
        if (strlen(stages[i].extension) == length &&
            !memcmp(stages[i].extension, extension, length)) {
            *out = stages[i].stage;
            return true;
        }
    return false;
}

static bool read_files(const char *text, struct scene *scene, struct error *error) {
    char *word;
    while ((word = scene_word(&text))) {
        const char *dot = strrchr(word, '.');
        enum shader_stage stage;
        if (!dot || !stage_of(dot + 1, strlen(dot + 1), &stage) || scene->files[stage]) {
            error_set(error, ERROR_FORMAT, "files: '%s' is of no stage, or of one that is there",
                      word);
            free(word);
            return false;
        }
        scene->files[stage] = word;
    }
    scene->compute = scene->files[SHADER_COMPUTE] != NULL;
    return scene->compute || (scene->files[SHADER_VERTEX] && scene->files[SHADER_FRAGMENT]) ||
           error_set(error, ERROR_FORMAT,
                     "files: there is neither a compute shader nor a vertex "
                     "and a fragment shader");
}

/* ---- run ---- */

/* "indices 1,0,3,2" */
static bool read_indices(const char *text, struct scene *scene) {
    while (scene->index_count < SCENE_INDICES) {
        char *end;
        scene->indices[scene->index_count++] = (uint32_t)strtoul(text, &end, 10);
        if (end == text || *end != ',')
            return end != text && !*end;
        text = end + 1;
    }
    return false;
}

enum { GUEST_COORDINATES = 10 };

/* A remark behind the run: what it means, or that it means what is done anyway. */
static bool read_remark(const char *text, struct scene *scene) {
    static const char *const usual[] = {"no culling", "write on", "clear 1", "stream 0 rasterised"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (!strcmp(text, usual[i]))
            return true;
    const struct {
        const char *text;
        bool *flag;
    } flags[] = {{"depth test less", &scene->depth_test},
                 {"viewport 0 = left half, viewport 1 = right half", &scene->halves},
                 {"depth from -1", &scene->depth_minus_one},
                 {"needs geometryStreams", &scene->needs_streams}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (!strcmp(text, flags[i].text))
            return *flags[i].flag = true;
    int end = 0;
    if (!strncmp(text, "indices ", 8))
        return read_indices(text + 8, scene);
    if (sscanf(text, "alpha test greater %f%n", &scene->alpha_reference, &end) == 1)
        return scene->alpha_test = !text[end];
    if (sscanf(text, "point sprite %u%n", &scene->point_sprite, &end) == 1)
        return scene->point_sprite++ < GUEST_COORDINATES && !text[end];
    if (sscanf(text, "point size %f%n", &scene->point_size, &end) == 1 ||
        sscanf(text, "clip distances %x%n", &scene->clip_distances, &end) == 1 ||
        sscanf(text, "vertexOffset %u%n", &scene->vertex_offset, &end) == 1 ||
        sscanf(text, "firstInstance %u%n", &scene->first_instance, &end) == 1)
        return !text[end];
    return false;
}

/* "(one, two; three)": a remark may have commas, or be one of several between them. */
static bool read_remarks(const char *text, struct scene *scene, struct error *error) {
    char *copy = memory_string(text), *rest = copy, *part;
    bool ok = true;
    const size_t length = strlen(copy);
    if (length && copy[length - 1] == ')')
        copy[length - 1] = 0;
    while (ok && (part = strsep(&rest, ";"))) {
        part += strspn(part, " (");
        if (read_remark(part, scene))
            continue;
        char *piece;
        while (ok && (piece = strsep(&part, ","))) {
            piece += strspn(piece, " ");
            ok = read_remark(piece, scene) ||
                 error_set(error, ERROR_FORMAT, "run: '%s' is not understood", piece);
        }
    }
    free(copy);
    return ok;
}

static bool read_run(const char *text, struct scene *scene, struct error *error) {
    static const struct {
        const char *name;
        enum topology topology;
    } topologies[] = {{"points", TOPOLOGY_POINTS},
                      {"lines", TOPOLOGY_LINES},
                      {"linesadj", TOPOLOGY_LINES_ADJACENCY},
                      {"tris", TOPOLOGY_TRIANGLES},
                      {"trisadj", TOPOLOGY_TRIANGLES_ADJACENCY}};
    char command[16] = "", topology[16] = "";
    int end = 0;
    if (sscanf(text, "dispatch %u %u %u%n", &scene->groups[0], &scene->groups[1], &scene->groups[2],
               &end) == 3 &&
        !text[end])
        return scene->compute || error_set(error, ERROR_FORMAT, "run: there is no compute shader");
    if (sscanf(text, "%15s %15s %u inst %u %n", command, topology, &scene->vertices,
               &scene->instances, &end) != 4 ||
        (strcmp(command, "draw") && strcmp(command, "drawindexed")))
        return error_set(error, ERROR_FORMAT, "run: '%s' is neither a dispatch nor a draw", text);
    if (sscanf(topology, "patches(%u)", &scene->patch_vertices) == 1)
        scene->topology = TOPOLOGY_PATCHES;
    bool known = scene->patch_vertices > 0;
    for (size_t i = 0; i < sizeof topologies / sizeof *topologies; i++)
        if (!strcmp(topology, topologies[i].name)) {
            scene->topology = topologies[i].topology;
            known = true;
        }
    if (!known)
        return error_set(error, ERROR_FORMAT, "run: '%s' is no topology", topology);
    return !text[end] || read_remarks(text + end, scene, error);
}

/* ---- bindings ---- */

/* "vert+frag" */
static bool read_stages(const char *text, unsigned *out) {
    *out = 0;
    for (;;) {
        const size_t length = strcspn(text, "+");
        enum shader_stage stage;
        if (!stage_of(text, length, &stage))
            return false;
        *out |= 1u << stage;
        if (!text[length])
            return true;
        text += length + 1;
    }
}

static bool add_binding(const char *word, struct scene *scene) {
    static const struct {
        const char *name;
        enum resource_kind kind;
    } kinds[] = {{"ubo", RESOURCE_UBO},
                 {"ssbo", RESOURCE_SSBO},
                 {"tex", RESOURCE_TEXTURE},
                 {"img", RESOURCE_IMAGE}};
    const size_t letters = strcspn(word, "0123456789");
    const char *at = strrchr(word, '@');
    char *end;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strlen(kinds[i].name) != letters || memcmp(word, kinds[i].name, letters))
            continue;
        const unsigned first = (unsigned)strtoul(word + letters, &end, 10);
        const unsigned count = *end == '[' ? (unsigned)strtoul(end + 1, &end, 10) : 1;
        end += *end == ']';
        unsigned used;
        if (!at || !read_stages(at + 1, &used) || (end != at && *end != ':') || !count ||
            scene->resource_count + count > SCENE_RESOURCES)
            return false;
        for (unsigned e = 0; e < count; e++) {
            struct resource *r = &scene->resources[scene->resource_count++];
            *r = (struct resource){.kind = kinds[i].kind,
                                   .slot = first + e,
                                   .first = first,
                                   .element = e,
                                   .elements = count - e,
                                   .stages = used,
                                   .compare = strstr(word, "Shadow") != NULL};
            snprintf(r->name, sizeof r->name, "%s%u", kinds[i].name, first + e);
        }
        return true;
    }
    return false;
}

/* Calls `take` for each word; "-" is none. */
static bool each_word(const char *column, const char *text,
                      bool take(const char *word, struct scene *scene), struct scene *scene,
                      struct error *error) {
    char *word;
    bool ok = true;
    if (!strcmp(text, "-"))
        return true;
    while (ok && (word = scene_word(&text))) {
        ok = take(word, scene) ||
             error_set(error, ERROR_FORMAT, "%s: '%s' is not understood", column, word);
        free(word);
    }
    return ok;
}

/* ---- outputs ---- */

static bool add_output(const char *word, struct scene *scene) {
    struct output *o = &scene->outputs[scene->output_count];
    /* Multisampled targets are compared sample by sample, and with that their masks. */
    if (!strcmp(word, "color") || (word[0] == 'c' && isdigit((unsigned char)word[1]) && !word[2]) ||
        !strcmp(word, "samplemask"))
        return scene->output_count > 0;
    if (scene->output_count == SCENE_OUTPUTS)
        return false;
    unsigned number;
    if (!strcmp(word, "depth") && scene->depth.format) {
        *o = (struct output){OUTPUT_DEPTH, 0};
        scene->output_count++;
        return true;
    }
    if (sscanf(word, "rt%u:", &number) == 1 && number < SHADER_TARGETS) {
        *o = (struct output){OUTPUT_TARGET, number};
        scene->output_count++;
        return scene->targets[number].format != NULL;
    }
    bool found = false;
    for (size_t i = 0; i < scene->resource_count; i++) {
        const struct resource *r = &scene->resources[i];
        char whole[SCENE_TEXT]; /* of an array the first name stands for all */
        snprintf(whole, sizeof whole, "%.*s%u", (int)strcspn(r->name, "0123456789"), r->name,
                 r->first);
        if (strcmp(word, whole))
            continue;
        if (scene->output_count == SCENE_OUTPUTS)
            return false;
        scene->outputs[scene->output_count++] = (struct output){OUTPUT_RESOURCE, (unsigned)i};
        found = true;
    }
    return found;
}

/* A divisor is not larger than the largest input. */
static void resolve_divisor(struct scene *scene) {
    double largest = 0;
    for (size_t i = 0; i < scene->resource_count; i++)
        if (scene->resources[i].fill.kind == FILL_F32)
            largest = fmax(largest, scene->resources[i].fill.high);
    if (scene->tolerance.divisor_ulps)
        scene->tolerance.absolute =
            scene->tolerance.divisor_ulps * exp2(floor(log2(fmax(largest, 1))) - 23);
}

bool scene_read(const struct row *row, struct scene *out, struct error *error) {
    char *const *c = row->column;
    *out = (struct scene){.point_size = 1};
    snprintf(out->name, sizeof out->name, "%s", c[COLUMN_NAME]);
    snprintf(out->group, sizeof out->group, "%s", c[COLUMN_GROUP]);
    const bool ok = read_files(c[COLUMN_FILES], out, error) &&
                    read_run(c[COLUMN_RUN], out, error) &&
                    each_word("bindings", c[COLUMN_BINDINGS], add_binding, out, error) &&
                    scene_read_data(c[COLUMN_DATA], out, error) &&
                    each_word("outputs", c[COLUMN_OUTPUTS], add_output, out, error) &&
                    tolerance_read(c[COLUMN_EXACTNESS], &out->tolerance, error);
    if (!ok) {
        scene_free(out);
        return error_wrap(error, "%s", c[COLUMN_NAME]);
    }
    resolve_divisor(out);
    return true;
}

void scene_free(struct scene *scene) {
    for (size_t i = 0; i < SHADER_STAGES; i++) {
        free(scene->files[i]);
        scene->files[i] = NULL;
    }
}

const struct resource *scene_resource(const struct scene *scene, enum resource_kind kind,
                                      unsigned slot) {
    for (size_t i = 0; i < scene->resource_count; i++)
        if (scene->resources[i].kind == kind && scene->resources[i].slot == slot)
            return &scene->resources[i];
    return NULL;
}
