/* SPDX-License-Identifier: MIT */
/* The reference as it is written: a driver that joins products and sums into one would differ from
 * the guest's code, which says where they are joined. */
#include "tool.h"

#include "base/memory.h"

#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_WORDS = 5, DECORATION_WORDS = 3 };

static bool is_arithmetic(uint32_t word) {
    switch (word & 0xffff) {
    case SpvOpFNegate:
    case SpvOpFAdd:
    case SpvOpFSub:
    case SpvOpFMul:
    case SpvOpFDiv:
    case SpvOpFRem:
    case SpvOpFMod:
    case SpvOpVectorTimesScalar:
    case SpvOpMatrixTimesScalar:
    case SpvOpVectorTimesMatrix:
    case SpvOpMatrixTimesVector:
    case SpvOpMatrixTimesMatrix:
    case SpvOpOuterProduct:
    case SpvOpDot:
        return true;
    default:
        return false;
    }
}

/* The next instruction; where words make no sense, the end. */
static size_t next(const struct module *m, size_t at) {
    const size_t size = m->words[at] >> 16;
    return size && size <= m->count - at ? at + size : m->count;
}

void module_be_precise(struct module *m) {
    size_t count = 0, place = 0;
    bool *marked = NEW_ARRAY(bool, m->words[3]);
    for (size_t at = HEADER_WORDS; at < m->count; at = next(m, at)) {
        const uint32_t *w = m->words + at, op = *w & 0xffff;
        if (op == SpvOpDecorate && w[2] == SpvDecorationNoContraction)
            marked[w[1]] = true;
        if (!place && op >= SpvOpTypeVoid && op <= SpvOpTypeForwardPointer)
            place = at; /* decorations come in front of types */
        count += is_arithmetic(*w) && !marked[w[2]];
    }
    const size_t more = count * DECORATION_WORDS;
    uint32_t *words = memory_new((m->count + more) * sizeof *words), *to = words + place;
    memcpy(words, m->words, place * sizeof *words);
    for (size_t at = HEADER_WORDS; at < m->count; at = next(m, at)) {
        const uint32_t *w = m->words + at;
        if (!is_arithmetic(*w) || marked[w[2]])
            continue;
        *to++ = DECORATION_WORDS << 16 | SpvOpDecorate;
        *to++ = w[2];
        *to++ = SpvDecorationNoContraction;
    }
    memcpy(to, m->words + place, (m->count - place) * sizeof *words);
    free(m->words);
    free(marked);
    m->words = words;
    m->count += more;
}
