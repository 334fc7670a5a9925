/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/pipeline_parts.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct module {
    char name[TRANSLATION_KEY_SIZE];
    enum shader_stage stage;
    VkShaderModule module;
    const struct set_layout *set;
    struct module *next;
};

struct pipeline_modules {
    struct vulkan *vk;
    char *folder;
    struct set_layout *sets;
    struct module *modules[256];
};

struct pipeline_modules *pipeline_modules_new(struct vulkan *vk, const char *folder) {
    struct pipeline_modules *m = NEW(struct pipeline_modules);
    m->vk = vk;
    m->folder = memory_string(folder);
    return m;
}

void pipeline_modules_forget(struct pipeline_modules *m) {
    for (unsigned i = 0; i < 256; i++)
        while (m->modules[i]) {
            struct module *one = m->modules[i];
            m->modules[i] = one->next;
            vkDestroyShaderModule(m->vk->device, one->module, NULL);
            free(one);
        }
}

void pipeline_modules_free(struct pipeline_modules *m) {
    if (!m)
        return;
    pipeline_modules_forget(m);
    set_layouts_free(m->vk, &m->sets);
    free(m->folder);
    free(m);
}

void pipeline_modules_trim(const struct pipeline_modules *m) {
    translation_cache_trim(m->folder, 512ull << 20);
}

static bool make(struct pipeline_modules *m, const struct shader_translation *t, struct module *one,
                 struct error *error) {
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = t->count * sizeof *t->words,
        .pCode = t->words,
    };
    if (t->contract.stage != one->stage)
        return error_set(error, ERROR_FORMAT, "the translation %s is of another stage", one->name);
    return set_layout_find(m->vk, &m->sets, &t->contract, &one->set, error) &&
           vulkan_ok(m->vk, vkCreateShaderModule(m->vk->device, &info, NULL, &one->module),
                     "vkCreateShaderModule", error);
}

static struct module *find(struct pipeline_modules *m, enum shader_stage stage, const char *name,
                           struct error *error) {
    struct module **bucket = &m->modules[(uint8_t)(name[0] * 16 + name[1])];
    for (struct module *one = *bucket; one; one = one->next)
        if (one->stage == stage && !strcmp(one->name, name))
            return one;
    struct shader_translation t;
    if (!translation_load(m->folder, name, &t)) {
        error_set(error, ERROR_IO, "the translation %s is not there any more", name);
        return NULL;
    }
    struct module *one = NEW(struct module);
    one->stage = stage;
    memcpy(one->name, name, sizeof one->name);
    const bool ok = make(m, &t, one, error);
    shader_translation_free(&t);
    if (!ok) {
        free(one);
        return NULL;
    }
    one->next = *bucket;
    *bucket = one;
    return one;
}

bool pipeline_modules_find(struct pipeline_modules *m, struct pipeline_source *source,
                           struct error *error) {
    static const enum shader_stage stages[PIPELINE_STAGES] = {SHADER_VERTEX, SHADER_TESS_CONTROL,
                                                              SHADER_TESS_EVALUATION,
                                                              SHADER_GEOMETRY, SHADER_FRAGMENT};
    for (unsigned i = 0; i < PIPELINE_STAGES; i++) {
        const enum shader_stage stage = source->recipe->is_compute ? SHADER_COMPUTE : stages[i];
        if (!source->recipe->rest.units[i])
            continue;
        const struct module *one = find(m, stage, source->recipe->names[i], error);
        if (!one)
            return false;
        source->modules[i] = one->module;
        source->sets[i] = one->set;
    }
    return true;
}
