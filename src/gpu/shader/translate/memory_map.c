/* SPDX-License-Identifier: MIT */
/* Memory by its address alone: a function of the module finds the range that holds it. */
#include "gpu/shader/address_map.h"
#include "gpu/shader/translate/memory.h"
#include "gpu/shader/translate/resources.h"

#include <stddef.h>

enum {
    RANGE_WORDS = sizeof(struct address_map_range) / 4,
    FIRST_RANGE = sizeof(struct address_map) / 4
};

struct pair {
    uint32_t low, high;
};

static uint32_t three(struct translator *t) {
    return spirv_vector(&t->m, type_u32(t), 3);
}

/* A struct of the words that a place may have: `count` of `type`. */
static uint32_t pointer_type(struct translator *t, uint32_t *made, uint32_t type, uint32_t count) {
    if (!*made) {
        const uint32_t array =
            spirv_type_new(&t->m, SpvOpTypeArray, 2, (uint32_t[]){type, u32_constant(t, count)});
        SPIRV_DECORATE(&t->m, array, SpvDecorationArrayStride, MEMORY_WORDS / count * 4);
        *made = spirv_type_new(&t->m, SpvOpTypeStruct, 1, &array);
        spirv_decorate(&t->m, *made, SpvDecorationBlock, 0, NULL);
        spirv_decorate_member(&t->m, *made, 0, SpvDecorationOffset, 1, (uint32_t[]){0});
        spirv_decorate_member(&t->m, *made, 0, SpvDecorationCoherent, 0, NULL);
    }
    return spirv_pointer(&t->m, SpvStorageClassPhysicalStorageBuffer, *made);
}

static uint32_t words_pointer(struct translator *t) {
    return pointer_type(t, &t->mapped_type, type_u32(t), MEMORY_WORDS);
}

uint32_t memory_mapped_pointer64(struct translator *t, const struct memory_place *place) {
    const uint32_t type = spirv_uint(&t->m, 64);
    const uint32_t base = op1(
        t, SpvOpBitcast, pointer_type(t, &t->mapped64_type, type, MEMORY_WORDS / 2), place->base);
    return op3(t, SpvOpAccessChain,
               spirv_pointer(&t->m, SpvStorageClassPhysicalStorageBuffer, type), base,
               u32_constant(t, 0), u32_constant(t, 0));
}

struct memory_place memory_mapped(struct translator *t, uint32_t low, uint32_t high,
                                  unsigned words) {
    const uint32_t type = type_u32(t), vector = three(t);
    if (!(t->key->features & SHADER_HAS_ADDRESSES))
        translate_fail(t, ERROR_UNSUPPORTED,
                       "code at 0x%x: its address is none that one constant buffer holds, and the "
                       "device has no addresses of buffers (bufferDeviceAddress)",
                       t->at);
    if (!t->map_function) {
        t->map_function = spirv_id(&t->m);
        t->address_map = buffer_variable(t, BINDING_ADDRESS_MAP, false);
        t->contract.address_map = true;
        spirv_capability(&t->m, SpvCapabilityPhysicalStorageBufferAddresses);
        if (t->key->version < 5)
            spirv_extension(&t->m, "SPV_KHR_physical_storage_buffer");
    }
    const uint32_t whole = op2(t, SpvOpBitwiseAnd, type, low, u32_constant(t, ~3u));
    const uint32_t found =
        SPIRV_VALUE(&t->m, SpvOpFunctionCall, vector, t->map_function, whole, high);
    const uint32_t left = op2(t, SpvOpCompositeExtract, type, found, 2);
    const uint32_t address =
        SPIRV_VALUE(&t->m, SpvOpVectorShuffle, spirv_vector(&t->m, type, 2), found, found, 0, 1);
    return (struct memory_place){
        .kind = MEMORY_MAP,
        .address = low,
        .base = op1(t, SpvOpBitcast, words_pointer(t), address),
        .there = op2(t, SpvOpUGreaterThanEqual, type_bool(t), left, u32_constant(t, 4 * words)),
    };
}

/* ---- the function ---- */

static uint32_t map_word(struct translator *t, uint32_t index) {
    return op1(t, SpvOpLoad, type_u32(t), buffer_pointer(t, t->address_map, index));
}

/* A member of range `range`, 64 bits at byte `member`. */
static struct pair map_pair(struct translator *t, uint32_t range, size_t member) {
    const uint32_t type = type_u32(t);
    const uint32_t at = op2(t, SpvOpIMul, type, range, u32_constant(t, RANGE_WORDS));
    struct pair p;
    p.low = map_word(
        t, op2(t, SpvOpIAdd, type, at, u32_constant(t, FIRST_RANGE + (uint32_t)member / 4)));
    p.high = map_word(
        t, op2(t, SpvOpIAdd, type, at, u32_constant(t, FIRST_RANGE + (uint32_t)member / 4 + 1)));
    return p;
}

static uint32_t less(struct translator *t, struct pair a, struct pair b) {
    const uint32_t truth = type_bool(t);
    const uint32_t high = op2(t, SpvOpULessThan, truth, a.high, b.high);
    const uint32_t same = op2(t, SpvOpIEqual, truth, a.high, b.high);
    const uint32_t low = op2(t, SpvOpULessThan, truth, a.low, b.low);
    return op2(t, SpvOpLogicalOr, truth, high, op2(t, SpvOpLogicalAnd, truth, same, low));
}

static uint32_t one_if(struct translator *t, uint32_t truth) {
    return choose(t, type_u32(t), truth, u32_constant(t, 1), u32_constant(t, 0));
}

static struct pair difference(struct translator *t, struct pair a, struct pair b) {
    const uint32_t type = type_u32(t);
    const uint32_t borrow = one_if(t, op2(t, SpvOpULessThan, type_bool(t), a.low, b.low));
    const uint32_t high = op2(t, SpvOpISub, type, a.high, b.high);
    return (struct pair){op2(t, SpvOpISub, type, a.low, b.low),
                         op2(t, SpvOpISub, type, high, borrow)};
}

static struct pair sum(struct translator *t, struct pair a, struct pair b) {
    const uint32_t type = type_u32(t), low = op2(t, SpvOpIAdd, type, a.low, b.low);
    const uint32_t carry = one_if(t, op2(t, SpvOpULessThan, type_bool(t), low, a.low));
    const uint32_t high = op2(t, SpvOpIAdd, type, a.high, b.high);
    return (struct pair){low, op2(t, SpvOpIAdd, type, high, carry)};
}

/* How many ranges begin at the address or in front of it, by bisection. */
static uint32_t ranges_up_to(struct translator *t, struct pair address) {
    const uint32_t type = type_u32(t), zero = u32_constant(t, 0);
    const uint32_t entry = spirv_id(&t->m), head = spirv_id(&t->m), body = spirv_id(&t->m);
    const uint32_t again = spirv_id(&t->m), merge = spirv_id(&t->m);
    const uint32_t next_least = spirv_id(&t->m), next_most = spirv_id(&t->m);
    spirv_label(&t->m, entry);
    const uint32_t count = map_word(t, zero);
    SPIRV_DO(&t->m, SpvOpBranch, head);
    spirv_label(&t->m, head);
    const uint32_t least = SPIRV_VALUE(&t->m, SpvOpPhi, type, zero, entry, next_least, again);
    const uint32_t most = SPIRV_VALUE(&t->m, SpvOpPhi, type, count, entry, next_most, again);
    const uint32_t open = op2(t, SpvOpULessThan, type_bool(t), least, most);
    SPIRV_DO(&t->m, SpvOpLoopMerge, merge, again, SpvLoopControlMaskNone);
    SPIRV_DO(&t->m, SpvOpBranchConditional, open, body, merge);
    spirv_label(&t->m, body);
    const uint32_t both = op2(t, SpvOpIAdd, type, least, most);
    const uint32_t middle = op2(t, SpvOpShiftRightLogical, type, both, u32_constant(t, 1));
    const uint32_t behind =
        less(t, address, map_pair(t, middle, offsetof(struct address_map_range, guest)));
    const uint32_t above = op2(t, SpvOpIAdd, type, middle, u32_constant(t, 1));
    SPIRV_DO(&t->m, SpvOpBranch, again);
    spirv_label(&t->m, again);
    SPIRV_DO(&t->m, SpvOpSelect, type, next_least, behind, least, above);
    SPIRV_DO(&t->m, SpvOpSelect, type, next_most, behind, middle, most);
    SPIRV_DO(&t->m, SpvOpBranch, head);
    spirv_label(&t->m, merge);
    return least;
}

/* Takes an address in two words; gives the device's, and how many bytes of the range are behind it
 * (all ones: as many or more; 0: there is none). */
void memory_map_function(struct translator *t) {
    if (!t->map_function)
        return;
    const uint32_t type = type_u32(t), truth = type_bool(t), zero = u32_constant(t, 0);
    const uint32_t result = three(t);
    const uint32_t function = SPIRV_TYPE(&t->m, SpvOpTypeFunction, result, type, type);
    SPIRV_DO(&t->m, SpvOpFunction, result, t->map_function, SpvFunctionControlMaskNone, function);
    struct pair address;
    address.low = spirv_value(&t->m, SpvOpFunctionParameter, type, 0, NULL);
    address.high = spirv_value(&t->m, SpvOpFunctionParameter, type, 0, NULL);
    const uint32_t count = ranges_up_to(t, address);
    const uint32_t any = op2(t, SpvOpINotEqual, truth, count, zero);
    const uint32_t range = op2(t, SpvOpISub, type, count, one_if(t, any));
    const struct pair size = map_pair(t, range, offsetof(struct address_map_range, size));
    const struct pair offset =
        difference(t, address, map_pair(t, range, offsetof(struct address_map_range, guest)));
    const struct pair device =
        sum(t, map_pair(t, range, offsetof(struct address_map_range, device)), offset);
    const uint32_t inside = op2(t, SpvOpLogicalAnd, truth, any, less(t, offset, size));
    const struct pair left = difference(t, size, offset);
    const uint32_t bytes = choose(t, type, op2(t, SpvOpIEqual, truth, left.high, zero), left.low,
                                  u32_constant(t, ~0u));
    const uint32_t value = op3(t, SpvOpCompositeConstruct, result, device.low, device.high,
                               choose(t, type, inside, bytes, zero));
    SPIRV_DO(&t->m, SpvOpReturnValue, value);
    spirv_do(&t->m, SpvOpFunctionEnd);
}
