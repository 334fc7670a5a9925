/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/fill_rectangle.h"

#include "base/memory.h"
#include "gpu/vulkan/draw/own_stage.h"

#include <stdlib.h>

struct entry {
    struct fill_rectangle what;
    struct shader_unit unit;
    struct entry *next;
};

struct fill_rectangles {
    struct vulkan *vk;
    char *folder; /* NULL: nothing is kept */
    struct set_layout *layouts;
    struct entry *entries;
    uint64_t count;
};

/* Units of the guest's programs have numbers from 1 on. */
static const uint64_t first_number = 1ull << 63;

struct fill_rectangles *fill_rectangles_new(struct vulkan *vk, const char *folder) {
    struct fill_rectangles *f = NEW(struct fill_rectangles);
    f->vk = vk;
    f->folder = folder ? memory_string(folder) : NULL;
    return f;
}

void fill_rectangles_free(struct fill_rectangles *f) {
    if (!f)
        return;
    while (f->entries) {
        struct entry *e = f->entries;
        f->entries = e->next;
        vkDestroyShaderModule(f->vk->device, e->unit.module, NULL);
        free(e);
    }
    set_layouts_free(f->vk, &f->layouts);
    free(f->folder);
    free(f);
}

static bool is_same(const struct fill_rectangle *a, const struct fill_rectangle *b) {
    return a->locations == b->locations && a->flat == b->flat && a->linear == b->linear &&
           a->provoking_last == b->provoking_last;
}

static bool make(struct fill_rectangles *f, struct entry *e, struct error *error) {
    size_t count;
    uint32_t *words = fill_rectangle_code(&e->what, &count);
    const bool made = own_stage_make(f->vk, f->folder, &f->layouts, SHADER_GEOMETRY,
                                     e->what.locations, words, count, &e->unit, error);
    free(words);
    return made;
}

bool fill_rectangles_unit(struct fill_rectangles *f, const struct fill_rectangle *what,
                          const struct shader_unit **out, struct error *error) {
    if (!f->vk->features.geometryShader)
        return error_set(error, ERROR_UNSUPPORTED, "the device has no geometry shaders");
    struct entry *e = f->entries;
    while (e && !is_same(&e->what, what))
        e = e->next;
    if (!e) {
        e = NEW(struct entry);
        e->what = *what;
        if (!make(f, e, error)) {
            free(e);
            return false;
        }
        e->unit.number = first_number + f->count++;
        e->next = f->entries;
        f->entries = e;
    }
    *out = &e->unit;
    return true;
}
