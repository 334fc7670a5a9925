/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GPU_SHADER_TRANSLATE_MEMORY_H
#define WINDLASS_GPU_SHADER_TRANSLATE_MEMORY_H

#include "gpu/shader/translate/values.h"

enum { WINDOW_SIZE = 0x01000000 }; /* of generic addresses that mean local or shared memory */

enum { MEMORY_WORDS = 4 }; /* at most, in a load or a store */

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

/* ---- places ---- */

enum memory_kind {
    MEMORY_BUFFER, /* one of the contract's */
    MEMORY_MAP,    /* of the address map */
    MEMORY_SHARED,
    MEMORY_LOCAL,
};

/* Words one behind the other. */
struct memory_place {
    enum memory_kind kind;
    uint32_t address;     /* of the first byte, as the guest has it: its lowest bits count */
    uint32_t base, index; /* a variable and the number of the first word, or a pointer */
    uint32_t there; /* where all of them are memory, a truth; 0: everywhere, as far as the program
                       may know: the driver reads zeros and does not write */
    bool nowhere;   /* they never are */
    uint8_t number; /* MEMORY_BUFFER: in the contract's list */
};

/* Of an instruction whose M is a global address: the place of `words` words. */
struct memory_place memory_global(struct translator *t, const struct isa_instruction *in,
                                  unsigned words, bool written);
/* The same by the map alone, at an address of two words. */
struct memory_place memory_mapped(struct translator *t, uint32_t low, uint32_t high,
                                  unsigned words);
uint32_t memory_mapped_pointer64(struct translator *t, const struct memory_place *place);
struct memory_place memory_shared(struct translator *t, uint32_t address, unsigned words);
struct memory_place memory_local(struct translator *t, uint32_t address, unsigned words);
/* A pointer to a word, for where the place is memory; `index` of the place's first word. */
uint32_t memory_pointer(struct translator *t, const struct memory_place *place, unsigned index);
/* A pointer to the first two words as one of 64 bits, not of shared or local memory. */
uint32_t memory_pointer64(struct translator *t, const struct memory_place *place);
/* The address in M: its lower word; the upper one goes to `high`, where that is not NULL. */
uint32_t memory_address(struct translator *t, const struct isa_instruction *in, uint32_t *high);

/* Where the place is memory: a branch, and a variable for a value that comes out of it. */
struct memory_inside {
    struct branch branch;
    uint32_t type, result;
};
struct memory_inside memory_begin(struct translator *t, const struct memory_place *place,
                                  uint32_t type);
/* What `value` is inside, and zero elsewhere. */
uint32_t memory_end(struct translator *t, struct memory_inside inside, uint32_t value);

/* What is not memory reads as zero; stores there do nothing. `word` has room for MEMORY_WORDS. */
void memory_load(struct translator *t, const struct memory_place *place, struct memory_size size,
                 uint32_t *word);
void memory_store(struct translator *t, const struct memory_place *place, struct memory_size size,
                  const uint32_t *word);

/* The function that looks an address up, if the program needs it: behind all others. */
void memory_map_function(struct translator *t);

#endif
