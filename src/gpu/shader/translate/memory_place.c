/* SPDX-License-Identifier: MIT */
/* Where memory is: in a buffer of the contract, behind the address map, shared or local. */
#include "gpu/shader/translate/memory.h"
#include "gpu/shader/translate/resources.h"

enum { LOCAL_BITS = 24, LOCAL_LIMIT = 0x80000, SHARED_LIMIT = 0xc000 };

/* ---- addresses ---- */

uint32_t memory_address(struct translator *t, const struct isa_instruction *in, uint32_t *high) {
    const struct isa_operand *m = &in->operand[ISA_ARG_M];
    const uint32_t type = type_u32(t), offset = u32_constant(t, (uint32_t)m->value);
    const uint32_t base = get_register(t, m->number);
    const uint32_t low = m->value ? op2(t, SpvOpIAdd, type, base, offset) : base;
    if (!high)
        return low;
    *high = in->modifier[ISA_MOD_E] ? get_register(t, register_after(m->number, 1))
                                    : u32_constant(t, 0);
    if (m->value && in->modifier[ISA_MOD_E]) {
        const uint32_t carry = choose(t, type, op2(t, SpvOpULessThan, type_bool(t), low, base),
                                      u32_constant(t, 1), u32_constant(t, 0));
        *high = op2(t, SpvOpIAdd, type, *high, carry);
        if (m->value < 0)
            *high = op2(t, SpvOpISub, type, *high, u32_constant(t, 1));
    }
    return low;
}

static uint32_t word_of(struct translator *t, uint32_t bytes) {
    return op2(t, SpvOpShiftRightLogical, type_u32(t), bytes, u32_constant(t, 2));
}

/* ---- global memory ---- */

/* The contract's buffer for a pointer in a constant buffer; false: there are too many. */
static bool buffer_at(struct translator *t, struct shader_place place, bool written, uint8_t *out) {
    struct shader_contract *c = &t->contract;
    uint32_t i = 0;
    while (i < c->storage_count &&
           (c->storage[i].place.slot != place.slot || c->storage[i].place.offset != place.offset))
        i++;
    if (i == c->storage_count) {
        if (i >= t->key->storage_limit || i >= SHADER_STORAGE_LIMIT)
            return false;
        c->storage[c->storage_count++].place = place;
        t->storage[i] = buffer_variable(t, BINDING_STORAGE + i, true);
        spirv_decorate(&t->m, t->storage[i], SpvDecorationAliased, 0, NULL);
    }
    if (written && !c->storage[i].written) {
        c->storage[i].written = true;
        spirv_decorate(&t->m, t->storage[i], SpvDecorationCoherent, 0, NULL);
    }
    *out = (uint8_t)i;
    return true;
}

struct memory_place memory_global(struct translator *t, const struct isa_instruction *in,
                                  unsigned words, bool written) {
    const struct shader_origin *from = shader_origin_at(&t->origins, t->block, t->at);
    uint32_t high;
    uint8_t number;
    if (t->key->map_only || !from || from->kind != ORIGIN_PLACE ||
        !buffer_at(t, from->place, written, &number)) {
        const uint32_t low = memory_address(t, in, &high);
        t->contract.map_written = t->contract.map_written || written;
        return memory_mapped(t, low, high, words);
    }
    const uint32_t type = type_u32(t), low = memory_address(t, in, NULL);
    const uint32_t start =
        op2(t, SpvOpBitwiseAnd, type, constant_word(t, from->place.slot, from->place.offset),
            u32_constant(t, ~(t->key->storage_alignment - 1)));
    return (struct memory_place){.kind = MEMORY_BUFFER,
                                 .address = low,
                                 .base = t->storage[number],
                                 .number = number,
                                 .index = word_of(t, op2(t, SpvOpISub, type, low, start))};
}

/* The buffer once more, as words of 64 bits: it begins where those may lie. */
static uint32_t wide_buffer(struct translator *t, unsigned number) {
    uint32_t *variable = &t->storage64[number];
    if (*variable)
        return *variable;
    const uint32_t array =
        spirv_type_new(&t->m, SpvOpTypeRuntimeArray, 1, (uint32_t[]){spirv_uint(&t->m, 64)});
    SPIRV_DECORATE(&t->m, array, SpvDecorationArrayStride, 8);
    const uint32_t type = spirv_type_new(&t->m, SpvOpTypeStruct, 1, &array);
    spirv_decorate(&t->m, type, SpvDecorationBlock, 0, NULL);
    spirv_decorate_member(&t->m, type, 0, SpvDecorationOffset, 1, (uint32_t[]){0});
    *variable = spirv_global(&t->m, SpvStorageClassStorageBuffer, type, 0);
    SPIRV_DECORATE(&t->m, *variable, SpvDecorationDescriptorSet, t->key->set);
    SPIRV_DECORATE(&t->m, *variable, SpvDecorationBinding, BINDING_STORAGE + number);
    spirv_decorate(&t->m, *variable, SpvDecorationAliased, 0, NULL);
    spirv_decorate(&t->m, *variable, SpvDecorationCoherent, 0, NULL);
    translate_used(t, *variable);
    return *variable;
}

uint32_t memory_pointer64(struct translator *t, const struct memory_place *place) {
    const uint32_t type = spirv_uint(&t->m, 64);
    if (place->kind == MEMORY_MAP)
        return memory_mapped_pointer64(t, place);
    const uint32_t index =
        op2(t, SpvOpShiftRightLogical, type_u32(t), place->index, u32_constant(t, 1));
    return op3(t, SpvOpAccessChain, spirv_pointer(&t->m, SpvStorageClassStorageBuffer, type),
               wide_buffer(t, place->number), u32_constant(t, 0), index);
}

/* ---- memory of workgroups and threads ---- */

static uint32_t array_variable(struct translator *t, SpvStorageClass storage, uint32_t words) {
    const uint32_t type =
        SPIRV_TYPE(&t->m, SpvOpTypeArray, type_u32(t), u32_constant(t, words ? words : 1));
    if (storage == SpvStorageClassFunction)
        return spirv_local(&t->m, type, 0);
    const uint32_t variable = spirv_global(&t->m, storage, type, 0);
    translate_used(t, variable);
    return variable;
}

/* Words from `index` on of an array of `count`. */
static void limit(struct translator *t, struct memory_place *place, uint32_t index, unsigned words,
                  uint32_t count, uint32_t instead) {
    place->nowhere = words > count;
    if (place->nowhere)
        return;
    place->there = op2(t, SpvOpULessThanEqual, type_bool(t), index, u32_constant(t, count - words));
    place->index = choose(t, type_u32(t), place->there, index, u32_constant(t, instead));
}

struct memory_place memory_shared(struct translator *t, uint32_t address, unsigned words) {
    const uint32_t count = t->program->stage == SHADER_COMPUTE ? (t->key->shared_size + 3) / 4 : 0;
    struct memory_place place = {.kind = MEMORY_SHARED, .address = address};
    if (t->key->shared_size > SHARED_LIMIT)
        translate_fail(t, ERROR_LIMIT, "0x%x bytes of shared memory: a group has at most 0x%x",
                       t->key->shared_size, SHARED_LIMIT);
    if (!t->shared && count)
        t->shared = array_variable(t, SpvStorageClassWorkgroup, count);
    place.base = t->shared;
    limit(t, &place, word_of(t, address), words, count, 0);
    return place;
}

/* Addresses have 24 bits, and those at the end are negative ones: they come first in the array.
 * Words behind its end take what is stored where there is no memory. */
struct memory_place memory_local(struct translator *t, uint32_t address, unsigned words) {
    const uint64_t bytes = (uint64_t)t->key->local_size + t->key->local_negative;
    struct memory_place place = {.kind = MEMORY_LOCAL, .address = address};
    if (bytes > LOCAL_LIMIT) {
        translate_fail(t, ERROR_LIMIT, "0x%lx bytes of local memory: a thread has at most 0x%x",
                       (unsigned long)bytes, LOCAL_LIMIT);
        place.nowhere = true;
        return place;
    }
    const uint32_t negative = (t->key->local_negative + 3) / 4;
    const uint32_t count = (t->key->local_size + 3) / 4 + negative;
    if (!t->local)
        t->local = array_variable(
            t, t->flow.function_count > 1 ? SpvStorageClassPrivate : SpvStorageClassFunction,
            count + MEMORY_WORDS);
    place.base = t->local;
    const uint32_t from =
        negative ? op2(t, SpvOpIAdd, type_u32(t), address, u32_constant(t, 4 * negative)) : address;
    limit(t, &place, bits_unsigned(t, from, 2, LOCAL_BITS - 2), words, count, count);
    return place;
}

/* ---- words ---- */

static uint32_t array_pointer(struct translator *t, SpvStorageClass storage, uint32_t variable,
                              uint32_t index) {
    const uint32_t pointer = spirv_pointer(&t->m, storage, type_u32(t));
    return op2(t, SpvOpAccessChain, pointer, variable, index);
}

uint32_t memory_pointer(struct translator *t, const struct memory_place *place, unsigned index) {
    const uint32_t type = type_u32(t);
    if (place->kind == MEMORY_MAP)
        return op3(t, SpvOpAccessChain,
                   spirv_pointer(&t->m, SpvStorageClassPhysicalStorageBuffer, type), place->base,
                   u32_constant(t, 0), u32_constant(t, index));
    const uint32_t at =
        index ? op2(t, SpvOpIAdd, type, place->index, u32_constant(t, index)) : place->index;
    if (place->kind == MEMORY_BUFFER)
        return buffer_pointer(t, place->base, at);
    if (place->kind == MEMORY_SHARED)
        return array_pointer(t, SpvStorageClassWorkgroup, place->base, at);
    return array_pointer(
        t, t->flow.function_count > 1 ? SpvStorageClassPrivate : SpvStorageClassFunction,
        place->base, at);
}
