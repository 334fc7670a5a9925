/* SPDX-License-Identifier: MIT */
#include "gpu/shader/extent.h"

#include "gpu/shader/code.h"
#include "gpu/shader/isa.h"

#include <string.h>

/* Does the instruction say where code goes, or does nothing follow it? */
static bool goes(enum isa_class class, bool *stops) {
    switch (class) {
    case ISA_SSY:
    case ISA_PBK:
    case ISA_PCNT:
    case ISA_PRET:
    case ISA_PLONGJMP:
    case ISA_PEXIT:
    case ISA_CAL:
    case ISA_JCAL:
        *stops = false;
        return true;
    case ISA_BRA:
    case ISA_JMP:
    case ISA_BRX:
    case ISA_JMX:
        *stops = true;
        return true;
    case ISA_SYNC:
    case ISA_BRK:
    case ISA_CONT:
    case ISA_RET:
    case ISA_LONGJMP:
    case ISA_EXIT:
    case ISA_KIL:
        *stops = true;
        return false;
    default:
        *stops = false;
        return false;
    }
}

static bool always(const struct isa_instruction *in) {
    const bool coded =
        isa_has_modifier(in->row, ISA_MOD_CCC) && in->modifier[ISA_MOD_CCC] != ISA_CCC_NONE;
    return !coded && in->guard == ISA_PT && !in->guard_not;
}

struct sweep {
    const uint8_t *code;
    size_t size;
    const struct flow_constants *constants;
    int64_t farthest; /* that anything goes to */
    bool uses_constants;
};

static void reach(struct sweep *s, int64_t target) {
    if (target > s->farthest)
        s->farthest = target;
}

static void follow(struct sweep *s, const struct isa_instruction *in, uint32_t at) {
    int64_t targets[FLOW_TABLE_LIMIT];
    const enum isa_class class = in->row->class;
    if (class == ISA_BRX || class == ISA_JMX) {
        const size_t count = shader_flow_table(s->code, s->size, at, s->constants, targets);
        s->uses_constants = true;
        for (size_t i = 0; i < count; i++)
            reach(s, targets[i]);
        return;
    }
    s->uses_constants = s->uses_constants || in->operand[ISA_ARG_L].kind == ISA_CONSTANT;
    if (shader_flow_target(in, at, s->constants, targets))
        reach(s, targets[0]);
}

enum extent shader_extent(const uint8_t *code, size_t size, const struct flow_constants *constants,
                          size_t *out, bool *uses_constants) {
    struct sweep s = {.code = code, .size = size / CODE_GROUP * CODE_GROUP, .constants = constants};
    for (uint32_t at = CODE_WORD; at < s.size; at += CODE_WORD) {
        struct isa_instruction in;
        uint64_t word;
        bool stops;
        if (at % CODE_GROUP == 0)
            continue;
        memcpy(&word, code + at, sizeof word);
        if (!isa_decode(word, &in)) {
            if (s.farthest > at)
                continue; /* something else lies between pieces of code */
            *out = at;
            return EXTENT_NO_CODE;
        }
        if (goes(in.row->class, &stops))
            follow(&s, &in, at);
        /* Places are instructions or the word that schedules in front of one. */
        if (stops && always(&in) && s.farthest <= at) {
            *out = (at / CODE_GROUP + 1) * CODE_GROUP;
            *uses_constants = s.uses_constants;
            return EXTENT_FOUND;
        }
    }
    return EXTENT_OPEN;
}
