/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_VECTORS_ORACLE_QEMU_H
#define WINDLASS_VECTORS_ORACLE_QEMU_H

#include <stdint.h>

/* What windlass-oracle-qemu and its half on the AArch64 side say to each other, little-endian both.
 * A question is followed by its words and by its pages, each an address and its bytes; an answer by
 * the bytes of the pages in the same order. */

enum { ORACLE_PAGE = 4096, ORACLE_PAGES = 16, ORACLE_WORDS = 256 };
#define ORACLE_CODE 0x40000000ull

struct oracle_state {
    uint64_t x[31], sp, pc;
    uint64_t v[32][2]; /* low, high */
    uint32_t nzcv, fpcr, fpsr;
    uint32_t done; /* in an answer: control left the words */
};

struct oracle_question {
    struct oracle_state before;
    uint32_t words, pages;
};

#endif
