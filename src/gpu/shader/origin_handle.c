/* SPDX-License-Identifier: MIT */
/* Handles: words that are moved and put together, not computed with. */
#include "gpu/shader/origin_rules.h"

#include "gpu/shader/code.h"

#include <string.h>

enum { WHOLE = 15, TEXTURE_BITS = 20, INSERT_TEXTURE = TEXTURE_BITS << 8 };
static const uint32_t texture_mask = (1u << TEXTURE_BITS) - 1;

enum word_kind {
    NOT_YET,
    ANY,
    PLACE,
    INDEXED,
    CONSTANT,
    LOW,  /* only the texture's bits of the word at the place */
    HIGH, /* only the sampler's */
    MERGED,
    ORED,
};

/* No bytes lie between the members: facts are compared as bytes. */
struct word {
    uint8_t kind, slot, sampler_slot, index;
    uint16_t offset, sampler_offset;
    uint32_t value, index_at;
    uint32_t moved_at; /* of an indexed one that was copied: by the instruction there */
};

static struct word unknown(void) {
    return (struct word){.kind = ANY};
}

static bool meet(void *into, const void *other) {
    struct word *word = into;
    const bool less = word->kind != ANY && memcmp(word, other, sizeof *word) != 0;
    if (less)
        *word = unknown();
    return less;
}

static void nobody(void *fact) {
    *(struct word *)fact = unknown();
}

static unsigned operands_of(const struct isa_instruction *in, enum isa_role roles[3]) {
    static const enum isa_role all[] = {ISA_ARG_B, ISA_ARG_A, ISA_ARG_C};
    unsigned count = 0;
    switch ((enum isa_class)in->row->class) {
    case ISA_MOV:
        count = in->operand[ISA_ARG_S].value == WHOLE;
        break;
    case ISA_SEL:
        count = 2;
        break;
    case ISA_LOP:
        count = in->modifier[ISA_MOD_X] ? 0 : 2;
        break;
    case ISA_BFI:
        count = 3;
        break;
    default:
        break;
    }
    memcpy(roles, all, sizeof all);
    return count;
}

static void want(struct solver *s, const struct value_write *write) {
    struct isa_instruction in;
    enum isa_role roles[3];
    if (!shader_values_decode(s->values, write->instruction, &in) || write->role != ISA_ARG_D)
        return;
    const unsigned count = operands_of(&in, roles);
    for (unsigned i = 0; i < count; i++)
        solver_want(s, shader_values_read(s->values, write->instruction, roles[i], 0));
}

/* ---- what instructions make ---- */

/* Indexed words are known by what the LDC left behind when it last ran. A copy may be of a time
 * before, unless it stands in one block with what reads it, and the LDC does not run in between. */
static bool still_holds(const struct solver *s, uint32_t reader, uint32_t value,
                        const struct word *w) {
    const struct value_instruction *r = &s->values->instructions[reader];
    if (w->kind != INDEXED || !w->moved_at)
        return true;
    if (shader_values_kind(s->values, value) != VALUE_WRITTEN)
        return false;
    const struct value_write *by = shader_values_write(s->values, value);
    const bool between = w->index_at > w->moved_at && w->index_at < r->at;
    return s->values->instructions[by->instruction].block == r->block && !between;
}

static struct word operand_word(const struct solver *s, uint32_t instruction, enum isa_role role,
                                const struct isa_operand *o) {
    if (o->kind == ISA_CONSTANT)
        return (struct word){
            .kind = o->invert ? ANY : PLACE, .slot = o->slot, .offset = (uint16_t)o->value};
    if (o->kind != ISA_REGISTER || o->number == ISA_RZ)
        return (struct word){.kind = CONSTANT,
                             .value = (uint32_t)(o->kind == ISA_REGISTER ? 0 : o->value) ^
                                      (o->invert ? UINT32_MAX : 0)};
    const uint32_t value = shader_values_read(s->values, instruction, role, 0);
    const struct word *fact = solver_fact(s, value);
    struct word w = fact ? *fact : unknown();
    if (!still_holds(s, instruction, value, &w))
        w = unknown();
    if (w.kind == CONSTANT && o->invert)
        w.value = ~w.value;
    else if (w.kind != NOT_YET && o->invert)
        w = unknown();
    return w;
}

static struct word part(const struct word *w, enum word_kind kind) {
    struct word made = *w;
    made.kind = (uint8_t)kind;
    if (w->kind == MERGED && kind == HIGH) {
        made.slot = w->sampler_slot;
        made.offset = w->sampler_offset;
    } else if (w->kind != PLACE && w->kind != MERGED && w->kind != kind) {
        return unknown();
    }
    made.sampler_slot = 0;
    made.sampler_offset = 0;
    return made;
}

static struct word merged(const struct word *low, const struct word *high, enum word_kind kind) {
    if (low->slot == high->slot && low->offset == high->offset)
        return (struct word){.kind = PLACE, .slot = low->slot, .offset = low->offset};
    return (struct word){.kind = (uint8_t)kind,
                         .slot = low->slot,
                         .offset = low->offset,
                         .sampler_slot = high->slot,
                         .sampler_offset = high->offset};
}

static struct word and_of(const struct word *a, const struct word *b) {
    const struct word *w = a->kind == CONSTANT ? b : a, *mask = a->kind == CONSTANT ? a : b;
    if (mask->kind != CONSTANT)
        return unknown();
    if (w->kind == CONSTANT)
        return (struct word){.kind = CONSTANT, .value = w->value & mask->value};
    if (mask->value == UINT32_MAX)
        return *w;
    return mask->value == texture_mask    ? part(w, LOW)
           : mask->value == ~texture_mask ? part(w, HIGH)
                                          : unknown();
}

static struct word or_of(const struct word *a, const struct word *b) {
    if (a->kind == CONSTANT && b->kind == CONSTANT)
        return (struct word){.kind = CONSTANT, .value = a->value | b->value};
    if (a->kind == CONSTANT && a->value == 0)
        return *b;
    if (b->kind == CONSTANT && b->value == 0)
        return *a;
    if (a->kind == LOW && b->kind == HIGH)
        return merged(a, b, MERGED);
    if (a->kind == HIGH && b->kind == LOW)
        return merged(b, a, MERGED);
    return a->kind == PLACE && b->kind == PLACE ? merged(a, b, ORED) : unknown();
}

static struct word logic_of(const struct isa_instruction *in, const struct word *a,
                            const struct word *b) {
    switch (in->modifier[ISA_MOD_LOP]) {
    case ISA_LOP_AND:
        return and_of(a, b);
    case ISA_LOP_OR:
        return or_of(a, b);
    case ISA_LOP_PASS_B:
        return *b;
    default:
        return unknown();
    }
}

/* Of one word the texture's bits, put into another one. */
static struct word insert_of(const struct word *texture, const struct word *what,
                             const struct word *sampler) {
    if (what->kind != CONSTANT || (what->value & 0xffff) != INSERT_TEXTURE)
        return unknown();
    const struct word low = part(texture, LOW), high = part(sampler, HIGH);
    return low.kind == LOW && high.kind == HIGH ? merged(&low, &high, MERGED) : unknown();
}

static struct word load_of(const struct solver *s, const struct value_write *write,
                           const struct isa_instruction *in) {
    struct shader_place place;
    if (!origin_of_load(in, write->index, &place))
        return unknown();
    struct word w = {.kind = PLACE, .slot = place.slot, .offset = place.offset};
    if (in->operand[ISA_ARG_B].number != ISA_RZ) {
        w.kind = INDEXED;
        w.index = in->operand[ISA_ARG_B].number;
        w.index_at = s->values->instructions[write->instruction].at;
    }
    return w;
}

static struct word combine(const struct isa_instruction *in, const struct word w[3]) {
    struct word made = w[0];
    if (in->row->class == ISA_LOP)
        made = logic_of(in, &w[1], &w[0]);
    else if (in->row->class == ISA_SEL)
        meet(&made, &w[1]);
    else if (in->row->class == ISA_BFI)
        made = insert_of(&w[1], &w[0], &w[2]);
    return made;
}

static void make(const struct solver *s, const struct value_write *write, void *fact) {
    struct isa_instruction in;
    struct word *out = fact, w[3] = {{0}};
    enum isa_role roles[3];
    *out = unknown();
    if (!shader_values_decode(s->values, write->instruction, &in) || write->role != ISA_ARG_D)
        return;
    if (in.row->class == ISA_LDC) {
        *out = load_of(s, write, &in);
        return;
    }
    const unsigned count = operands_of(&in, roles);
    for (unsigned i = 0; i < count; i++) {
        w[i] = operand_word(s, write->instruction, roles[i], &in.operand[roles[i]]);
        if (w[i].kind == NOT_YET) {
            *out = w[i];
            return;
        }
    }
    if (!count)
        return;
    *out = combine(&in, w);
    if (out->kind == INDEXED && !out->moved_at)
        out->moved_at = s->values->instructions[write->instruction].at;
}

const struct solver_rules handle_rules = {sizeof(struct word), want, make, nobody, meet};

void handle_origin(const struct solver *s, uint32_t instruction, uint32_t value,
                   struct shader_origin *out) {
    static const uint8_t kinds[] = {
        [PLACE] = ORIGIN_PLACE,   [INDEXED] = ORIGIN_INDEXED, [CONSTANT] = ORIGIN_CONSTANT,
        [MERGED] = ORIGIN_MERGED, [ORED] = ORIGIN_ORED,
    };
    const struct word *w = solver_fact(s, value);
    if (value == VALUE_NONE) /* RZ */
        out->kind = ORIGIN_CONSTANT;
    if (!w || w->kind == LOW || w->kind == HIGH || !still_holds(s, instruction, value, w))
        return;
    out->kind = kinds[w->kind];
    out->place = (struct shader_place){w->slot, w->offset};
    out->sampler = (struct shader_place){w->sampler_slot, w->sampler_offset};
    out->value = w->value;
    out->index = w->index;
    out->index_at = w->index_at;
}
