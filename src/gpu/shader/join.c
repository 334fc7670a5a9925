/* SPDX-License-Identifier: MIT */
#include "gpu/shader/join.h"

#include "gpu/shader/code.h"
#include "gpu/shader/extent.h"
#include "gpu/shader/isa.h"

#include "base/memory.h"

#include <string.h>

/* Of the program header (SPH): what a stage writes, a bit for each word of the space of attributes;
 * system values are its first and its last but one part. */
enum { OUTPUTS = 0x32, OUTPUT_WORDS = 0xe8, SYSTEM = 0x32, SYSTEM_BYTES = 4, MORE = 0x48 };
enum { MORE_BYTES = 2 };

/* BRA as flow.tbl has it: a guard and a condition like EXIT's, and where it goes, from the next
 * instruction on. */
#define BRA (0xe24ull << 52)
enum { KEPT = 0xf001f, OFFSET_AT = 20, OFFSET_MASK = 0xffffff };

static uint64_t word_at(const struct blob *code, size_t at) {
    uint64_t word;
    memcpy(&word, code->data + at, sizeof word);
    return word;
}

/* The first part goes on with the second one where it would end. */
static void go_on(struct blob *code, size_t first) {
    for (size_t at = 0; at < first; at += CODE_WORD) {
        const uint64_t word = word_at(code, at);
        struct isa_instruction in;
        if (at % CODE_GROUP == 0 || !isa_decode(word, &in) || in.row->class != ISA_EXIT)
            continue;
        const uint64_t offset = first + CODE_WORD - (at + CODE_WORD);
        const uint64_t bra = BRA | (word & KEPT) | (offset & OFFSET_MASK) << OFFSET_AT;
        memcpy(code->data + at, &bra, sizeof bra);
    }
}

bool shader_join(const struct shader_program *first, const struct shader_program *second,
                 struct shader_program *out, struct error *error) {
    const size_t size = first->code.size + second->code.size;
    if (size > EXTENT_LIMIT)
        return error_set(error, ERROR_LIMIT, "two parts of 0x%zx and 0x%zx bytes are too long",
                         first->code.size, second->code.size);
    *out = *second;
    const struct blob *constants =
        second->constants.size ? &second->constants : &first->constants; /* of both */
    out->constants = (struct blob){memory_new(constants->size + 1), constants->size};
    if (constants->size)
        memcpy(out->constants.data, constants->data, constants->size);
    out->code = (struct blob){memory_new(size), size};
    memcpy(out->code.data, first->code.data, first->code.size);
    memcpy(out->code.data + first->code.size, second->code.data, second->code.size);
    go_on(&out->code, first->code.size);
    out->first_size = (uint32_t)first->code.size;
    memcpy(out->first_sph, first->sph, sizeof out->first_sph);
    for (unsigned i = 0; i < SYSTEM_BYTES; i++)
        out->sph[SYSTEM + i] |= first->sph[SYSTEM + i];
    for (unsigned i = 0; i < MORE_BYTES; i++)
        out->sph[MORE + i] |= first->sph[MORE + i];
    return true;
}

bool shader_first_writes(const struct shader_program *joined, unsigned word) {
    return word < OUTPUT_WORDS && joined->first_sph[OUTPUTS + word / 8] >> word % 8 & 1;
}
