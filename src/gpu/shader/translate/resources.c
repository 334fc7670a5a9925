/* SPDX-License-Identifier: MIT */
#include "gpu/shader/translate/resources.h"

#include "gpu/shader/translate/values.h"

#include <stddef.h>

enum { CONSTANT_BYTES = 65536 };

static uint32_t words_type(struct translator *t) {
    const uint32_t array =
        spirv_type_new(&t->m, SpvOpTypeRuntimeArray, 1, (uint32_t[]){type_u32(t)});
    SPIRV_DECORATE(&t->m, array, SpvDecorationArrayStride, 4);
    const uint32_t type = spirv_type_new(&t->m, SpvOpTypeStruct, 1, &array);
    spirv_decorate(&t->m, type, SpvDecorationBlock, 0, NULL);
    spirv_decorate_member(&t->m, type, 0, SpvDecorationOffset, 1, (uint32_t[]){0});
    return type;
}

uint32_t buffer_variable(struct translator *t, uint32_t binding, bool written) {
    uint32_t *type = written ? &t->storage_type : &t->constant_type;
    if (!*type) {
        *type = words_type(t);
        if (!written)
            spirv_decorate_member(&t->m, *type, 0, SpvDecorationNonWritable, 0, NULL);
    }
    const uint32_t variable = spirv_global(&t->m, SpvStorageClassStorageBuffer, *type, 0);
    SPIRV_DECORATE(&t->m, variable, SpvDecorationDescriptorSet, t->key->set);
    SPIRV_DECORATE(&t->m, variable, SpvDecorationBinding, binding);
    translate_used(t, variable);
    return variable;
}

uint32_t buffer_pointer(struct translator *t, uint32_t variable, uint32_t index) {
    const uint32_t pointer = spirv_pointer(&t->m, SpvStorageClassStorageBuffer, type_u32(t));
    return op3(t, SpvOpAccessChain, pointer, variable, u32_constant(t, 0), index);
}

/* ---- constant buffers ---- */

static uint32_t constant_variable(struct translator *t, unsigned slot, uint32_t size) {
    if (slot >= SHADER_CONSTANT_SLOTS) {
        translate_fail(t, ERROR_UNSUPPORTED, "there is no constant buffer %u: the last one is %u",
                       slot, SHADER_CONSTANT_SLOTS - 1);
        slot = 0;
    }
    if (!t->constants[slot])
        t->constants[slot] = buffer_variable(t, BINDING_CONSTANT + slot, false);
    t->contract.constants |= 1u << slot;
    if (t->contract.constant_size[slot] < size)
        t->contract.constant_size[slot] = size;
    return t->constants[slot];
}

static uint32_t load(struct translator *t, uint32_t pointer) {
    return op1(t, SpvOpLoad, type_u32(t), pointer);
}

uint32_t constant_word(struct translator *t, unsigned slot, uint32_t offset) {
    if (offset + 4 > CONSTANT_BYTES)
        return u32_constant(t, 0);
    const uint32_t variable = constant_variable(t, slot, offset + 4);
    return load(t, buffer_pointer(t, variable, u32_constant(t, offset / 4)));
}

uint32_t constant_word_at(struct translator *t, unsigned slot, uint32_t offset) {
    const uint32_t variable = constant_variable(t, slot, CONSTANT_BYTES), type = type_u32(t);
    const uint32_t index = op2(t, SpvOpShiftRightLogical, type, offset, u32_constant(t, 2));
    const uint32_t inside =
        op2(t, SpvOpULessThan, type_bool(t), index, u32_constant(t, CONSTANT_BYTES / 4));
    const uint32_t safe = choose(t, type, inside, index, u32_constant(t, 0));
    const uint32_t word = load(t, buffer_pointer(t, variable, safe));
    return choose(t, type, inside, word, u32_constant(t, 0));
}

/* ---- push constants ---- */

static uint32_t push_variable(struct translator *t) {
    const uint32_t f32 = type_f32(t), u32 = type_u32(t);
    const uint32_t type =
        spirv_type_new(&t->m, SpvOpTypeStruct, 4, (uint32_t[]){f32, f32, f32, u32});
    spirv_decorate(&t->m, type, SpvDecorationBlock, 0, NULL);
    for (uint32_t i = 0; i < 4; i++)
        spirv_decorate_member(&t->m, type, i, SpvDecorationOffset, 1, (uint32_t[]){4 * i});
    const uint32_t variable = spirv_global(&t->m, SpvStorageClassPushConstant, type, 0);
    translate_used(t, variable);
    return variable;
}

uint32_t push_member(struct translator *t, unsigned byte) {
    _Static_assert(offsetof(struct shader_push, instance) == 12, "four members of four bytes");
    if (!t->push)
        t->push = push_variable(t);
    t->contract.push = true;
    const uint32_t type =
        byte == offsetof(struct shader_push, instance) ? type_u32(t) : type_f32(t);
    const uint32_t pointer = spirv_pointer(&t->m, SpvStorageClassPushConstant, type);
    return op1(t, SpvOpLoad, type,
               op2(t, SpvOpAccessChain, pointer, t->push, u32_constant(t, byte / 4)));
}
