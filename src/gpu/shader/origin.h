/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_ORIGIN_H
#define WINDLASS_GPU_SHADER_ORIGIN_H

#include "gpu/shader/contract.h"
#include "gpu/shader/values.h"

/* Where addresses of memory and handles of textures and images come from. What is said holds on
 * every path to the instruction; what cannot be said so is ORIGIN_UNKNOWN. */

enum origin_kind {
    ORIGIN_UNKNOWN,
    ORIGIN_PLACE,   /* address: the 64 bits at the place and something added. Handle: the word there
                     */
    ORIGIN_INDEXED, /* the same, of an array: the place is that of index 0 */
    /* Of handles only: */
    ORIGIN_CONSTANT, /* `value` */
    ORIGIN_MERGED, /* the low 20 bits of the word at the place, the high 12 of that at `sampler` */
    ORIGIN_ORED,   /* the two words, ORed as they are; which is which is not known */
};

struct shader_origin {
    uint32_t block, at; /* the instruction */
    enum origin_kind kind;
    struct shader_place place, sampler;
    uint32_t value;
    /* ORIGIN_INDEXED: the LDC at `index_at` (once in each block that has that code) added the
     * register `index`, in bytes, to the place: what that was when it last ran. Of an
     * address the two halves may have been read with two LDC; then it is that of the low half. */
    uint32_t index_at;
    uint8_t index;
};

struct shader_origins {
    struct shader_origin *list; /* by block, then by address */
    size_t count, room;
};

/* Of each LD, ST, LDG, STG, ATOM, ATOM.CAS and RED (with an address of 32 bits: unknown), each
 * texture instruction and each of images: the handle's number in the instruction is a place too, in
 * the constant buffer `handles`. */
void shader_origins_find(const struct shader_values *values, uint8_t handles,
                         struct shader_origins *out);
void shader_origins_free(struct shader_origins *origins);
/* A line for each, "?" where it is not known. */
void shader_origins_print(const struct shader_values *values, const struct shader_origins *origins,
                          struct strbuf *out);
/* NULL: the instruction is none of these. */
const struct shader_origin *shader_origin_at(const struct shader_origins *origins, uint32_t block,
                                             uint32_t at);

#endif
