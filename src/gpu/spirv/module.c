/* SPDX-License-Identifier: MIT */
#include "gpu/spirv/module.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER_WORDS = 5, GENERATOR = 0 };

static uint32_t *extend(struct spirv_words *w, size_t count) {
    if (w->count + count > w->room) {
        w->room = (w->count + count) * 2;
        w->at = memory_resize(w->at, w->room * sizeof *w->at);
    }
    w->count += count;
    return w->at + w->count - count;
}

static uint32_t first_word(SpvOp op, size_t words) {
    return (uint32_t)words << 16 | (uint32_t)op;
}

static void copy(uint32_t *to, const uint32_t *from, size_t count) {
    if (count)
        memcpy(to, from, count * sizeof *to);
}

void spirv_put(struct spirv_module *m, enum spirv_section section, SpvOp op, size_t count,
               const uint32_t *operands) {
    uint32_t *w = extend(&m->section[section], count + 1);
    w[0] = first_word(op, count + 1);
    copy(w + 1, operands, count);
}

void spirv_put_text(struct spirv_module *m, enum spirv_section section, SpvOp op, size_t count,
                    const uint32_t *operands, const char *text, size_t more_count,
                    const uint32_t *more) {
    const size_t text_words = strlen(text) / 4 + 1, words = 1 + count + text_words + more_count;
    uint32_t *w = extend(&m->section[section], words);
    w[0] = first_word(op, words);
    copy(w + 1, operands, count);
    w[count + text_words] = 0;
    memcpy(w + 1 + count, text, strlen(text));
    copy(w + 1 + count + text_words, more, more_count);
}

void spirv_init(struct spirv_module *m) {
    *m = (struct spirv_module){0};
    m->glsl = spirv_id(m);
    spirv_put_text(m, SPIRV_IMPORTS, SpvOpExtInstImport, 1, &m->glsl, "GLSL.std.450", 0, NULL);
}

void spirv_free(struct spirv_module *m) {
    for (int i = 0; i < SPIRV_SECTIONS; i++)
        free(m->section[i].at);
    free(m->locals.at);
    free(m->once);
    *m = (struct spirv_module){0};
}

uint32_t *spirv_finish(const struct spirv_module *m, uint32_t version, size_t *count) {
    *count = HEADER_WORDS;
    for (int i = 0; i < SPIRV_SECTIONS; i++)
        *count += m->section[i].count;
    uint32_t *words = NEW_ARRAY(uint32_t, *count), *at = words + HEADER_WORDS;
    memcpy(words, (uint32_t[]){SpvMagicNumber, version, GENERATOR, m->last_id + 1, 0},
           HEADER_WORDS * sizeof *words);
    for (int i = 0; i < SPIRV_SECTIONS; i++) {
        copy(at, m->section[i].at, m->section[i].count);
        at += m->section[i].count;
    }
    return words;
}

uint32_t spirv_id(struct spirv_module *m) {
    return ++m->last_id;
}

/* Does the section hold this very instruction? */
static bool has(const struct spirv_words *w, const uint32_t *words, size_t count) {
    for (size_t i = 0; i < w->count; i += w->at[i] >> 16)
        if (w->at[i] == words[0] && !memcmp(w->at + i, words, count * sizeof *words))
            return true;
    return false;
}

void spirv_capability(struct spirv_module *m, SpvCapability capability) {
    const uint32_t words[] = {first_word(SpvOpCapability, 2), capability};
    if (!has(&m->section[SPIRV_CAPABILITIES], words, 2))
        SPIRV_PUT(m, SPIRV_CAPABILITIES, SpvOpCapability, capability);
}

void spirv_extension(struct spirv_module *m, const char *name) {
    struct spirv_words *w = &m->section[SPIRV_EXTENSIONS];
    for (size_t i = 0; i < w->count; i += w->at[i] >> 16)
        if (!strcmp((const char *)(w->at + i + 1), name))
            return;
    spirv_put_text(m, SPIRV_EXTENSIONS, SpvOpExtension, 0, NULL, name, 0, NULL);
}

/* ---- code ---- */

void spirv_do(struct spirv_module *m, SpvOp op) {
    spirv_put(m, SPIRV_FUNCTIONS, op, 0, NULL);
}

uint32_t spirv_value(struct spirv_module *m, SpvOp op, uint32_t type, size_t count,
                     const uint32_t *operands) {
    const uint32_t id = spirv_id(m);
    uint32_t *w = extend(&m->section[SPIRV_FUNCTIONS], count + 3);
    w[0] = first_word(op, count + 3);
    w[1] = type;
    w[2] = id;
    copy(w + 3, operands, count);
    return id;
}

uint32_t spirv_glsl(struct spirv_module *m, enum GLSLstd450 op, uint32_t type, size_t count,
                    const uint32_t *operands) {
    const uint32_t id = spirv_id(m);
    uint32_t *w = extend(&m->section[SPIRV_FUNCTIONS], count + 5);
    w[0] = first_word(SpvOpExtInst, count + 5);
    w[1] = type;
    w[2] = id;
    w[3] = m->glsl;
    w[4] = op;
    copy(w + 5, operands, count);
    return id;
}

void spirv_label(struct spirv_module *m, uint32_t label) {
    m->label = label;
    SPIRV_DO(m, SpvOpLabel, label);
}

void spirv_function_begin(struct spirv_module *m, uint32_t id) {
    const uint32_t nothing = spirv_void(m);
    const uint32_t type = SPIRV_TYPE(m, SpvOpTypeFunction, nothing);
    SPIRV_DO(m, SpvOpFunction, nothing, id, SpvFunctionControlMaskNone, type);
    spirv_label(m, spirv_id(m));
    m->locals.count = 0;
    m->locals_at = m->section[SPIRV_FUNCTIONS].count;
}

void spirv_function_end(struct spirv_module *m) {
    struct spirv_words *w = &m->section[SPIRV_FUNCTIONS];
    spirv_do(m, SpvOpFunctionEnd);
    const size_t behind = w->count - m->locals_at, count = m->locals.count;
    extend(w, count);
    memmove(w->at + m->locals_at + count, w->at + m->locals_at, behind * sizeof *w->at);
    copy(w->at + m->locals_at, m->locals.at, count);
    m->locals.count = 0;
}

/* ---- variables ---- */

static uint32_t variable(struct spirv_module *m, struct spirv_words *w, SpvStorageClass storage,
                         uint32_t type, uint32_t initial) {
    const uint32_t pointer = spirv_pointer(m, storage, type), id = spirv_id(m);
    const size_t words = initial ? 5 : 4;
    uint32_t *at = extend(w, words);
    at[0] = first_word(SpvOpVariable, words);
    at[1] = pointer;
    at[2] = id;
    at[3] = storage;
    if (initial)
        at[4] = initial;
    return id;
}

uint32_t spirv_global(struct spirv_module *m, SpvStorageClass storage, uint32_t type,
                      uint32_t initial) {
    return variable(m, &m->section[SPIRV_GLOBALS], storage, type, initial);
}

uint32_t spirv_local(struct spirv_module *m, uint32_t type, uint32_t initial) {
    return variable(m, &m->locals, SpvStorageClassFunction, type, initial);
}

void spirv_decorate(struct spirv_module *m, uint32_t id, SpvDecoration decoration, size_t count,
                    const uint32_t *operands) {
    uint32_t *w = extend(&m->section[SPIRV_DECORATIONS], count + 3);
    w[0] = first_word(SpvOpDecorate, count + 3);
    w[1] = id;
    w[2] = decoration;
    copy(w + 3, operands, count);
}

void spirv_decorate_member(struct spirv_module *m, uint32_t type, uint32_t member,
                           SpvDecoration decoration, size_t count, const uint32_t *operands) {
    uint32_t *w = extend(&m->section[SPIRV_DECORATIONS], count + 4);
    w[0] = first_word(SpvOpMemberDecorate, count + 4);
    w[1] = type;
    w[2] = member;
    w[3] = decoration;
    copy(w + 4, operands, count);
}

void spirv_name(struct spirv_module *m, uint32_t id, const char *name) {
    spirv_put_text(m, SPIRV_NAMES, SpvOpName, 1, &id, name, 0, NULL);
}
