/* SPDX-License-Identifier: MIT */
/* Types and constants: two that are alike are one. */
#include "gpu/spirv/module.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Where the result's id stands: types have it first, constants behind their type. */
static size_t id_at(uint32_t type) {
    return type ? 2 : 1;
}

static uint32_t hash_of(uint32_t first, uint32_t type, size_t count, const uint32_t *operands) {
    uint32_t h = (2166136261u ^ first) * 16777619u ^ type; /* FNV-1a, a word at a time */
    for (size_t i = 0; i < count; i++)
        h = (h * 16777619u) ^ operands[i];
    return (h * 2654435769u) >> 7;
}

static bool is(const uint32_t *w, uint32_t first, uint32_t type, size_t count,
               const uint32_t *operands) {
    return w[0] == first && (!type || w[1] == type) &&
           (!count || !memcmp(w + id_at(type) + 1, operands, count * sizeof *operands));
}

static void put_in(uint32_t *once, size_t room, uint32_t hash, uint32_t at) {
    size_t i = hash & (room - 1);
    while (once[i])
        i = (i + 1) & (room - 1);
    once[i] = at + 1;
}

static void rehash(struct spirv_module *m) {
    const size_t room = m->once_room ? m->once_room * 2 : 128;
    uint32_t *once = NEW_ARRAY(uint32_t, room);
    const uint32_t *globals = m->section[SPIRV_GLOBALS].at;
    for (size_t i = 0; i < m->once_room; i++)
        if (m->once[i]) {
            const uint32_t *w = globals + m->once[i] - 1;
            const SpvOp op = (SpvOp)(w[0] & 0xffff);
            const uint32_t type = op >= SpvOpConstantTrue && op <= SpvOpConstantNull ? w[1] : 0;
            const size_t before = id_at(type) + 1;
            put_in(once, room, hash_of(w[0], type, (w[0] >> 16) - before, w + before),
                   m->once[i] - 1);
        }
    free(m->once);
    m->once = once;
    m->once_room = room;
}

uint32_t spirv_once(struct spirv_module *m, SpvOp op, uint32_t type, size_t count,
                    const uint32_t *operands) {
    if (m->once_count * 2 >= m->once_room)
        rehash(m);
    const size_t words = count + id_at(type) + 1;
    const uint32_t first = (uint32_t)words << 16 | (uint32_t)op;
    const uint32_t hash = hash_of(first, type, count, operands);
    for (size_t i = hash & (m->once_room - 1); m->once[i]; i = (i + 1) & (m->once_room - 1)) {
        const uint32_t *w = m->section[SPIRV_GLOBALS].at + m->once[i] - 1;
        if (is(w, first, type, count, operands))
            return w[id_at(type)];
    }
    put_in(m->once, m->once_room, hash, (uint32_t)m->section[SPIRV_GLOBALS].count);
    m->once_count++;
    if (!type)
        return spirv_type_new(m, op, count, operands);
    uint32_t all[8] = {type, spirv_id(m)};
    if (count)
        memcpy(all + 2, operands, count * sizeof *operands);
    spirv_put(m, SPIRV_GLOBALS, op, count + 2, all);
    return all[1];
}

uint32_t spirv_type_new(struct spirv_module *m, SpvOp op, size_t count, const uint32_t *operands) {
    const uint32_t id = spirv_id(m);
    uint32_t *all = NEW_ARRAY(uint32_t, count + 1);
    all[0] = id;
    if (count)
        memcpy(all + 1, operands, count * sizeof *operands);
    spirv_put(m, SPIRV_GLOBALS, op, count + 1, all);
    free(all);
    return id;
}

/* ---- types ---- */

uint32_t spirv_void(struct spirv_module *m) {
    return spirv_once(m, SpvOpTypeVoid, 0, 0, NULL);
}

uint32_t spirv_bool(struct spirv_module *m) {
    return spirv_once(m, SpvOpTypeBool, 0, 0, NULL);
}

static uint32_t integer(struct spirv_module *m, unsigned width, uint32_t has_sign) {
    if (width == 64)
        spirv_capability(m, SpvCapabilityInt64);
    else if (width == 16)
        spirv_capability(m, SpvCapabilityInt16);
    return SPIRV_TYPE(m, SpvOpTypeInt, width, has_sign);
}

uint32_t spirv_uint(struct spirv_module *m, unsigned width) {
    return integer(m, width, 0);
}

uint32_t spirv_sint(struct spirv_module *m, unsigned width) {
    return integer(m, width, 1);
}

uint32_t spirv_float(struct spirv_module *m, unsigned width) {
    if (width == 64)
        spirv_capability(m, SpvCapabilityFloat64);
    else if (width == 16)
        spirv_capability(m, SpvCapabilityFloat16);
    return SPIRV_TYPE(m, SpvOpTypeFloat, width);
}

uint32_t spirv_vector(struct spirv_module *m, uint32_t type, unsigned count) {
    return count == 1 ? type : SPIRV_TYPE(m, SpvOpTypeVector, type, count);
}

uint32_t spirv_pointer(struct spirv_module *m, SpvStorageClass storage, uint32_t type) {
    return SPIRV_TYPE(m, SpvOpTypePointer, storage, type);
}

/* ---- constants ---- */

static uint32_t constant(struct spirv_module *m, uint32_t type, const void *value, size_t size) {
    uint32_t words[2];
    memcpy(words, value, size);
    return spirv_once(m, SpvOpConstant, type, size / 4, words);
}

uint32_t spirv_u32(struct spirv_module *m, uint32_t value) {
    return constant(m, spirv_uint(m, 32), &value, 4);
}

uint32_t spirv_i32(struct spirv_module *m, int32_t value) {
    return constant(m, spirv_sint(m, 32), &value, 4);
}

bool spirv_is_u32(struct spirv_module *m, uint32_t id, uint32_t *value) {
    const struct spirv_words *w = &m->section[SPIRV_GLOBALS];
    const uint32_t first = 4u << 16 | SpvOpConstant, type = spirv_uint(m, 32);
    for (size_t i = 0; i < w->count; i += w->at[i] >> 16)
        if (w->at[i] == first && w->at[i + 1] == type && w->at[i + 2] == id) {
            *value = w->at[i + 3];
            return true;
        }
    return false;
}

uint32_t spirv_u64(struct spirv_module *m, uint64_t value) {
    return constant(m, spirv_uint(m, 64), &value, 8);
}

uint32_t spirv_f32(struct spirv_module *m, float value) {
    return constant(m, spirv_float(m, 32), &value, 4);
}

uint32_t spirv_f64(struct spirv_module *m, double value) {
    return constant(m, spirv_float(m, 64), &value, 8);
}

uint32_t spirv_truth(struct spirv_module *m, bool value) {
    return spirv_once(m, value ? SpvOpConstantTrue : SpvOpConstantFalse, spirv_bool(m), 0, NULL);
}

uint32_t spirv_null(struct spirv_module *m, uint32_t type) {
    return spirv_once(m, SpvOpConstantNull, type, 0, NULL);
}
