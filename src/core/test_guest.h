/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CORE_TEST_GUEST_H
#define WINDLASS_CORE_TEST_GUEST_H

#include "core/core.h"
#include "core/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* A guest program of one module "game" for the tests: its text is written word by word, its lifted
 * functions are written by hand in the shape of core/lifted.h. */

#define GAME      0x08000000ull
#define GAME_TEXT 0x4000ull
#define GAME_DATA (GAME + 0x5000)
#define STACK     guest_layout.heap.base
#define STACK_TOP (STACK + 0x10000)

/* Reserves guest memory, loads the module with these lifted functions, maps 64 KiB of stack. */
void test_guest_open(const struct lifted_entry *entries, size_t count);
/* Before it: where lifted functions can go on. */
void test_guest_resumes(const struct lifted_entry *resumes, size_t count);
/* What the program says that its code was compiled for (A64_FLOAT_EXACT). */
void test_guest_float_level(unsigned level);
/* Before test_guest_open: lifted for debugging, with these flags. */
void test_guest_stops(uint8_t *stops, size_t count);
/* Puts words into the text at this address. */
void test_guest_code(uint64_t address, const uint32_t *words, size_t count);
#define TEST_CODE(address, ...)                                                                    \
    test_guest_code((address), (const uint32_t[]){__VA_ARGS__},                                    \
                    sizeof((const uint32_t[]){__VA_ARGS__}) / 4)

/* The entry e_NAME of a lifted function that keeps all registers in the struct. */
#define TEST_ENTRY(name)                                                                           \
    static LIFTED_TARGET(e_##name) {                                                               \
        (void)frame, (void)x30, (void)x0, (void)x1, (void)x2, (void)x29;                           \
        name(s);                                                                                   \
        return lifted_get(s);                                                                      \
    }

/* A state at `pc` with the return address `x30` on the test's stack. */
struct a64_state test_guest_state(uint64_t pc, uint64_t x30);

/* Words that the tests use; the rest stands beside its assembly text. */
enum {
    RET = 0xd65f03c0,
    PUSH_FRAME = 0xa9bf7bfd, /* stp x29, x30, [sp, #-16]! */
    POP_FRAME = 0xa8c17bfd,  /* ldp x29, x30, [sp], #16 */
    MOV_X29_SP = 0x910003fd,
    BLR_X9 = 0xd63f0120,
    BR_X9 = 0xd61f0120,
    NOP = 0xd503201f,
};
/* add x0, x0, #n */
#define ADD_X0(n) (0x91000000u | (uint32_t)(n) << 10)
/* bl and b from `at` to `to` */
#define BL(at, to) (0x94000000u | ((uint32_t)((to) - (at)) >> 2 & 0x3ffffff))
#define B(at, to)  (0x14000000u | ((uint32_t)((to) - (at)) >> 2 & 0x3ffffff))

#endif
