/* SPDX-License-Identifier: MIT */
/* ATOM, RED and ATOMS: operations on global and on shared memory. */
#include "gpu/shader/translate/atomic.h"

static uint32_t operand_of(struct translator *t, const struct atomic *a, enum isa_role role,
                           unsigned first) {
    const uint32_t low = operand_word_at(t, a->in, role, first);
    return atomic_is_wide(a) ? join64(t, low, operand_word_at(t, a->in, role, first + 1)) : low;
}

static void result_of(struct translator *t, const struct atomic *a, uint32_t old) {
    uint32_t words[2] = {old, 0};
    if (atomic_is_wide(a))
        split64(t, old, words);
    for (unsigned i = 0; i < 1u + atomic_is_wide(a); i++)
        set_register(t, register_after(a->in->operand[ISA_ARG_D].number, i), words[i]);
}

static struct memory_place place_of(struct translator *t, const struct atomic *a, bool shared) {
    const unsigned words = atomic_is_wide(a) ? 2 : 1;
    return shared ? memory_shared(t, memory_address(t, a->in, NULL), words)
                  : memory_global(t, a->in, words, true);
}

static void operate(struct translator *t, struct atomic a, bool shared, bool wants_old) {
    const struct memory_place place = place_of(t, &a, shared);
    a.place = &place;
    const uint32_t old = atomic_operate(t, &a, operand_of(t, &a, ISA_ARG_B, 0));
    if (wants_old)
        result_of(t, &a, old);
}

void translate_atom(struct translator *t, const struct isa_instruction *in) {
    operate(t,
            (struct atomic){in, NULL, in->modifier[ISA_MOD_ATOMOP], in->modifier[ISA_MOD_ATOMSIZE]},
            false, true);
}

void translate_red(struct translator *t, const struct isa_instruction *in) {
    operate(t,
            (struct atomic){in, NULL, in->modifier[ISA_MOD_REDOP], in->modifier[ISA_MOD_ATOMSIZE]},
            false, false);
}

void translate_atoms(struct translator *t, const struct isa_instruction *in) {
    static const uint8_t types[] = {ISA_ATOMSIZE_NONE, ISA_ATOMSIZE_S32, ISA_ATOMSIZE_U64,
                                    ISA_ATOMSIZE_S64};
    operate(t,
            (struct atomic){in, NULL, in->modifier[ISA_MOD_ATOMOP],
                            types[in->modifier[ISA_MOD_ATOMSIZE] & 3]},
            true, true);
}

/* What to compare with and what to store stand one behind the other; the one that is not in the
 * instruction is zero. */
static void exchange(struct translator *t, const struct isa_instruction *in, bool shared) {
    const bool wide = in->modifier[ISA_MOD_WIDTH] == ISA_WIDTH_64;
    const unsigned data = in->modifier[ISA_MOD_CASDATA];
    struct atomic a = {.in = in, .type = wide ? ISA_ATOMSIZE_U64 : ISA_ATOMSIZE_NONE};
    const struct memory_place place = place_of(t, &a, shared);
    a.place = &place;
    const uint32_t zero = wide ? spirv_u64(&t->m, 0) : u32_constant(t, 0);
    const uint32_t first = operand_of(t, &a, ISA_ARG_B, 0);
    uint32_t compare = first, value = zero;
    if (data == ISA_CASDATA_NEW_ONLY) {
        compare = zero;
        value = first;
    } else if (data == ISA_CASDATA_NONE) {
        value = operand_of(t, &a, ISA_ARG_B, wide ? 2 : 1);
    }
    result_of(t, &a, atomic_exchange(t, &a, compare, value));
}

void translate_atom_cas(struct translator *t, const struct isa_instruction *in) {
    exchange(t, in, false);
}

/* Its modes say how the chip waits; the exchange is the same. */
void translate_atoms_cas(struct translator *t, const struct isa_instruction *in) {
    exchange(t, in, true);
}
