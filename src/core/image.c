/* SPDX-License-Identifier: MIT */
#include "core/image.h"

#include "base/memory.h"

#include <stdlib.h>

#define FIRST_BASE   0x08000000ull
#define MODULE_ALIGN 0x200000ull

static const struct lifted_symbol *copy_functions(const struct module *m, size_t *count) {
    struct lifted_symbol *out = NEW_ARRAY(struct lifted_symbol, m->symbol_count);
    size_t n = 0;
    for (size_t i = 0; i < m->symbol_count; i++) {
        const struct symbol *s = &m->symbols[i];
        if (s->kind == SYMBOL_FUNCTION && s->defined && s->address < m->memory_size)
            out[n++] = (struct lifted_symbol){(uint32_t)s->address, (uint32_t)s->size, s->name};
    }
    *count = n;
    return out;
}

void image_make(struct image *image, const struct program *source) {
    uint64_t base = FIRST_BASE;
    image->modules = NEW_ARRAY(struct lifted_module, source->module_count);
    for (size_t i = 0; i < source->module_count; i++) {
        const struct module *m = &source->modules[i];
        struct lifted_module *out = &image->modules[i];
        *out = (struct lifted_module){
            .name = m->name,
            .base = base,
            .image = m->image,
            .image_size = m->image_size,
            .memory_size = m->memory_size,
            .entry = m->entry,
        };
        for (int k = 0; k < SEGMENT_KINDS; k++)
            out->segments[k] = (struct lifted_segment){
                m->segments[k].address, m->segments[k].file_size, m->segments[k].memory_size};
        out->symbols = copy_functions(m, &out->symbol_count);
        base = (base + m->memory_size + MODULE_ALIGN - 1) & ~(MODULE_ALIGN - 1);
    }
    bool assets = source->icon.size || source->nacp.size || source->romfs.size;
    image->program = (struct lifted_program){
        .abi = LIFTED_ABI,
        .float_level = A64_FLOAT_EXACT,
        .counted = true,
        .start = source->format == PROGRAM_NSO ? LIFTED_START_NSO : LIFTED_START_NRO,
        .name = source->modules[0].name,
        .title = source->title,
        .author = source->author,
        .modules = image->modules,
        .module_count = source->module_count,
        .file = assets ? source->file.data : NULL,
        .file_size = assets ? source->file.size : 0,
    };
}

void image_free(struct image *image) {
    for (size_t i = 0; i < image->program.module_count; i++)
        free((void *)image->modules[i].symbols);
    free(image->modules);
}
