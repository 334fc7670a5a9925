/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_MEMORY_H
#define WINDLASS_GPU_SHADER_TRANSLATE_MEMORY_H

#include "gpu/shader/translate/translator.h"

/* Where generic addresses mean local and shared memory; deko3d and libdrm_nouveau set them so. */
enum {
    WINDOW_LOCAL = 0x01000000,
    WINDOW_SHARED = 0x03000000,
    WINDOW_SIZE = 0x01000000,
};

/* What loads and stores move: words, or a part of one. */
struct memory_size {
    unsigned words;
    unsigned bits; /* of a part; 0: whole words */
    bool is_signed;
};
/* As `lsize` and `lsizeg` of the tables name it. */
struct memory_size memory_size(unsigned lsize);
/* The part of a word at a byte address, whose bits below the part's size do not count. */
uint32_t memory_part(struct translator *t, struct memory_size size, uint32_t word,
                     uint32_t address);
/* At which bit of its word it lies. */
uint32_t memory_part_at(struct translator *t, struct memory_size size, uint32_t address);

#endif
