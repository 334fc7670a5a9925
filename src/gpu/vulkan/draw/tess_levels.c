/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/tess_levels.h"

#include "base/memory.h"
#include "gpu/vulkan/draw/own_stage.h"

#include <stdlib.h>
#include <string.h>

struct entry {
    struct tess_levels what;
    struct shader_unit unit;
    struct entry *next;
};

enum { LIMIT = 256 };

struct tess_controls {
    struct vulkan *vk;
    char *folder; /* NULL: nothing is kept */
    struct set_layout *layouts;
    struct entry *entries;
    uint64_t count;
};

/* Units of the guest's programs have numbers from 1 on, rectangles from 2^63 on. */
static const uint64_t first_number = 1ull << 62;

struct tess_controls *tess_controls_new(struct vulkan *vk, const char *folder) {
    struct tess_controls *t = NEW(struct tess_controls);
    t->vk = vk;
    t->folder = folder ? memory_string(folder) : NULL;
    return t;
}

void tess_controls_free(struct tess_controls *t) {
    if (!t)
        return;
    while (t->entries) {
        struct entry *e = t->entries;
        t->entries = e->next;
        vkDestroyShaderModule(t->vk->device, e->unit.module, NULL);
        free(e);
    }
    set_layouts_free(t->vk, &t->layouts);
    free(t->folder);
    free(t);
}

static bool make(struct tess_controls *t, struct entry *e, struct error *error) {
    size_t count;
    uint32_t *words = tess_levels_code(&e->what, &count);
    const bool made = own_stage_make(t->vk, t->folder, &t->layouts, SHADER_TESS_CONTROL,
                                     e->what.locations, words, count, &e->unit, error);
    free(words);
    return made;
}

bool tess_controls_unit(struct tess_controls *t, const struct tess_levels *what,
                        const struct shader_unit **out, struct error *error) {
    struct entry *e = t->entries;
    while (e && memcmp(&e->what, what, sizeof *what))
        e = e->next;
    if (!e && t->count == LIMIT)
        return error_set(error, ERROR_LIMIT, "more than %d different levels", LIMIT);
    if (!e) {
        e = NEW(struct entry);
        e->what = *what;
        if (!make(t, e, error)) {
            free(e);
            return false;
        }
        e->unit.number = first_number + t->count++;
        e->next = t->entries;
        t->entries = e;
    }
    *out = &e->unit;
    return true;
}
