/* SPDX-License-Identifier: MIT */
#include "scene_data.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sizes and parts ---- */

/* "32x16x4" or "16x16x4layers": how many numbers; what is behind them stays in *text. */
static unsigned read_sizes(const char **text, uint32_t sizes[3]) {
    unsigned count = 0;
    while (count < 3) {
        char *end;
        sizes[count] = (uint32_t)strtoul(*text, &end, 10);
        if (end == *text)
            return 0;
        count++;
        *text = end;
        if (*end != 'x')
            break;
        *text = end + 1;
    }
    return count;
}

static bool skip(const char **text, const char *what) {
    const size_t length = strlen(what);
    if (strncmp(*text, what, length))
        return false;
    *text += length;
    return true;
}

static const struct dimension {
    const char *name;
    uint8_t dim, sizes; /* numbers that it has */
    bool array, multisampled;
} dimensions[] = {
    {"1D", SHADER_1D, 1, 0, 0},          {"2D", SHADER_2D, 2, 0, 0},
    {"3D", SHADER_3D, 3, 0, 0},          {"Cube", SHADER_CUBE, 2, 0, 0},
    {"1DArray", SHADER_1D, 2, 1, 0},     {"2DArray", SHADER_2D, 3, 1, 0},
    {"CubeArray", SHADER_CUBE, 3, 1, 0}, {"Buffer", SHADER_BUFFER, 1, 0, 0},
    {"2DMS4", SHADER_2D, 2, 0, 1},       {"2DMS4Array", SHADER_2D, 3, 1, 1},
};

static const struct dimension *find_dimension(const char *text, size_t length) {
    for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++)
        if (strlen(dimensions[i].name) == length && !memcmp(dimensions[i].name, text, length))
            return &dimensions[i];
    return NULL;
}

/* ---- textures and images ---- */

static void set_size(struct resource *r, const struct dimension *d, const uint32_t sizes[3]) {
    r->width = sizes[0];
    r->height = d->sizes > 1 && r->dim != SHADER_1D ? sizes[1] : 1;
    r->depth = r->dim == SHADER_3D ? sizes[2] : 1;
    r->layers = (d->array ? sizes[d->sizes - 1] : 1) * (r->dim == SHADER_CUBE ? 6 : 1);
    r->mips = 1;
}

/* One of "mips6", "nearest", "repeat", "cmp-less", ...; false: none of them. */
static bool read_property(const char **text, struct resource *r) {
    static const struct {
        const char *name;
        bool linear, mips;
    } filters[] = {{"nearest", 0, 0}, {"linear-mip", 1, 1}, {"linear", 1, 0}};
    static const struct {
        const char *name;
        enum address_mode mode;
    } addresses[] = {{"repeat", ADDRESS_REPEAT},
                     {"clamp", ADDRESS_CLAMP},
                     {"mirror-once", ADDRESS_MIRROR_ONCE},
                     {"mirror", ADDRESS_MIRROR},
                     {"border-white", ADDRESS_BORDER_WHITE}};
    if (skip(text, "mips")) {
        char *end;
        r->mips = (uint32_t)strtoul(*text, &end, 10);
        const bool ok = end != *text && r->mips;
        *text = end;
        return ok;
    }
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
        if (skip(text, filters[i].name)) {
            r->linear = filters[i].linear;
            r->linear_mips = filters[i].mips;
            return true;
        }
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
        if (skip(text, addresses[i].name)) {
            r->address = addresses[i].mode;
            return true;
        }
    if (skip(text, "cmp-less"))
        r->op = COMPARE_LESS;
    else if (skip(text, "cmp-greater"))
        r->op = COMPARE_GREATER;
    else
        return false;
    return true;
}

/* "2D:rgba8:32x32:mips6:linear-mip:repeat:rand" */
static bool read_texture(const char *text, struct resource *r, struct error *error) {
    size_t length = strcspn(text, ":");
    const struct dimension *d = find_dimension(text, length);
    if (!d || !text[length])
        return error_set(error, ERROR_FORMAT, "'%s' has no dimension", text);
    text += length + 1;
    length = strcspn(text, ":");
    r->format = format_find(text, length);
    if (!r->format || !text[length])
        return error_set(error, ERROR_FORMAT, "'%s' has no format; known ones are in formats.c",
                         text);
    text += length + 1;
    uint32_t sizes[3];
    if (read_sizes(&text, sizes) != d->sizes || *text != ':')
        return error_set(error, ERROR_FORMAT, "'%s': %s has %d sizes", text, d->name, d->sizes);
    r->dim = d->dim;
    r->array = d->array;
    r->multisampled = d->multisampled;
    set_size(r, d, sizes);
    text++;
    while (read_property(&text, r))
        if (!skip(&text, ":"))
            return error_set(error, ERROR_FORMAT, "'%s': content is missing", text);
    return fill_read(&text, &r->fill, error) &&
           (!*text || error_set(error, ERROR_FORMAT, "'%s' is not understood", text));
}

/* ---- buffers ---- */

/* "u32[0,3]:4", "out:64(zero)" */
static bool read_buffer(const char *text, struct resource *r, struct error *error) {
    char *end;
    if (!fill_read(&text, &r->fill, error))
        return false;
    const unsigned long count = *text == ':' ? strtoul(text + 1, &end, 10) : 0;
    if (!count || count > 1 << 20)
        return error_set(error, ERROR_FORMAT, "'%s' says no count", text);
    r->words = r->fill.kind == FILL_F64 ? 2 * count : count;
    text = end;
    if (r->fill.kind == FILL_OUT && skip(&text, "(zero)"))
        r->fill.kind = FILL_ZERO;
    else if (r->fill.kind == FILL_OUT && skip(&text, "(rand)"))
        r->fill.kind = FILL_RANDOM;
    return !*text || error_set(error, ERROR_FORMAT, "'%s' is not understood", text);
}

/* ---- attributes and targets ---- */

/* "f32x4[-1,1]:instance" */
static bool read_attribute(const char *text, struct attribute *a, struct error *error) {
    const size_t length = strcspn(text, "x");
    a->type = attribute_type_find(text, length);
    char *end;
    a->components = text[length] ? (uint32_t)strtoul(text + length + 1, &end, 10) : 0;
    if (!a->type || !a->components || a->components > 4 || !a->type->vulkan[a->components - 1])
        return error_set(error, ERROR_FORMAT, "'%s' is no type of an attribute", text);
    a->used = true;
    a->fill = (struct fill){.kind = FILL_RANDOM};
    const char *rest = end;
    if (*rest == '[') {
        char *content = memory_format("%.*s%s", (int)length, text, rest);
        const char *p = content;
        const bool ok = fill_read(&p, &a->fill, error);
        rest += p - content - (long)length;
        free(content);
        if (!ok)
            return false;
    }
    a->instance = skip(&rest, ":instance");
    return !*rest || error_set(error, ERROR_FORMAT, "'%s' is not understood", rest);
}

/* "RGBA32F:16x16x4layers", "RGBA8:16x16:ms4(...)"; the remark says what is done anyway. */
static bool read_target(const char *text, struct target *t, struct scene *scene,
                        struct error *error) {
    const size_t length = strcspn(text, ":");
    uint32_t sizes[3] = {0, 0, 1};
    t->format = format_find(text, length);
    if (!t->format || !text[length])
        return error_set(error, ERROR_FORMAT, "'%s' has no format; known ones are in formats.c",
                         text);
    text += length + 1;
    if (read_sizes(&text, sizes) < 2)
        return error_set(error, ERROR_FORMAT, "'%s' is no size of a target", text);
    t->width = sizes[0];
    t->height = sizes[1];
    t->layers = skip(&text, "layers") ? sizes[2] : 1;
    t->samples = skip(&text, ":ms4") ? 4 : 1;
    scene->blend |= skip(&text, " (blend src alpha over)");
    if (t->samples > 1 && !skip(&text, "(resolve by reading each sample)"))
        skip(&text, "(read each sample)");
    return !*text || error_set(error, ERROR_FORMAT, "'%s' is not understood", text);
}

/* ---- all of it ---- */

/* "D32F:clear1": as large as target 0. */
static bool read_depth(const char *text, struct scene *scene, struct error *error) {
    if (strcmp(text, "D32F:clear1"))
        return error_set(error, ERROR_FORMAT, "'%s' is no depth buffer: D32F:clear1", text);
    scene->depth = scene->targets[0];
    scene->depth.format = format_find("d32f", 4);
    return true;
}

/* The resources from `name` to `last` (a slot), or of the array `name`[k]. */
static bool read_resources(const char *name, const char *text, struct scene *scene,
                           struct error *error) {
    const size_t letters = strcspn(name, "0123456789");
    char *end;
    const unsigned first = (unsigned)strtoul(name + letters, &end, 10);
    const unsigned last = !strncmp(end, "..", 2) ? (unsigned)strtoul(end + 2, NULL, 10)
                          : *end == '['          ? first + (unsigned)strtoul(end + 1, NULL, 10) - 1
                                                 : first;
    for (unsigned slot = first; slot <= last; slot++) {
        struct resource *found = NULL;
        char wanted[SCENE_TEXT];
        snprintf(wanted, sizeof wanted, "%.*s%u", (int)letters, name, slot);
        for (size_t i = 0; i < scene->resource_count; i++)
            if (!strcmp(scene->resources[i].name, wanted))
                found = &scene->resources[i];
        if (!found)
            return error_set(error, ERROR_FORMAT, "%s is bound nowhere", wanted);
        const bool texels = found->kind == RESOURCE_TEXTURE || found->kind == RESOURCE_IMAGE;
        if (!(texels ? read_texture(text, found, error) : read_buffer(text, found, error)))
            return false;
    }
    return true;
}

static bool read_item(const char *item, struct scene *scene, struct error *error) {
    const size_t length = strcspn(item, "=");
    if (!item[length])
        return error_set(error, ERROR_FORMAT, "'%s' is no NAME=CONTENT", item);
    char *name = memory_format("%.*s", (int)length, item);
    const char *text = item + length + 1;
    unsigned number = 0;
    int end = 0;
    bool ok;
    if (!strcmp(name, "depth"))
        ok = read_depth(text, scene, error);
    else if (!strcmp(name, "rt") || (sscanf(name, "rt%u%n", &number, &end) == 1 && !name[end]))
        ok = number < SHADER_TARGETS ? read_target(text, &scene->targets[number], scene, error)
                                     : error_set(error, ERROR_FORMAT, "too many targets");
    else if (sscanf(name, "attr%u%n", &number, &end) == 1 && !name[end])
        ok = number < SHADER_GENERICS ? read_attribute(text, &scene->attributes[number], error)
                                      : error_set(error, ERROR_FORMAT, "too many attributes");
    else
        ok = read_resources(name, text, scene, error);
    if (!ok)
        error_wrap(error, "data: %s", name);
    free(name);
    return ok;
}

bool scene_read_data(const char *text, struct scene *scene, struct error *error) {
    char *item;
    bool ok = true;
    while (ok && strcmp(text, "-") && (item = scene_word(&text))) {
        ok = read_item(item, scene, error);
        free(item);
    }
    for (size_t i = 0; ok && i < scene->resource_count; i++) {
        const struct resource *r = &scene->resources[i];
        if (!r->words && !r->format)
            ok = error_set(error, ERROR_FORMAT, "data: %s has no content", r->name);
    }
    return ok;
}
