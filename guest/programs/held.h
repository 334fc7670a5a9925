/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_GUEST_HELD_H
#define WINDLASS_GUEST_HELD_H

#include "guest.h"

/* All registers with values of their own while a loop without calls runs; what they hold behind it
 * shows whether they came through everything that happened to the thread. */

static struct {
    volatile uint64_t stop, count; /* the loop's own, at x2 and x2 + 8 */
    uint64_t x[26];                /* x3 to x28 */
    uint64_t flags, unused;
    uint8_t v[32][16];
} held __attribute__((aligned(16)));

#define EACH_X(f)                                                                                  \
    f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11) f(12) f(13) f(14) f(15) f(16) f(17) f(18) f(19) \
        f(20) f(21) f(22) f(23) f(24) f(25) f(26) f(27) f(28)
#define EACH_V(f)                                                                                  \
    f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11) f(12) f(13) f(14) f(15) f(16)    \
        f(17) f(18) f(19) f(20) f(21) f(22) f(23) f(24) f(25) f(26) f(27) f(28) f(29) f(30) f(31)
#define SET_X(n)   "mov x" #n ", #0x1000 + " #n "\n"
#define SET_V(n)   "movi v" #n ".16b, #0x80 + " #n "\n"
#define STORE_X(n) "str x" #n ", [x2, #16 + 8 * (" #n " - 3)]\n"
#define STORE_V(n) "str q" #n ", [x2, #240 + 16 * " #n "]\n"
#define NAME_X(n)  "x" #n,
#define NAME_V(n)  "v" #n,

/* The loop may use x0 and x1. */
#define HOLD_REGISTERS(loop)                                                                       \
    do {                                                                                           \
        register void *at __asm__("x2") = &held;                                                   \
        __asm__ volatile(EACH_X(SET_X)                                                             \
                             EACH_V(SET_V) "mov x0, #0x90000000\nmsr nzcv, x0\n" loop              \
                                           "mrs x1, nzcv\nstr x1, [x2, #224]\n" EACH_X(STORE_X)    \
                                               EACH_V(STORE_V)                                     \
                         :                                                                         \
                         : "r"(at)                                                                 \
                         : EACH_X(NAME_X) EACH_V(NAME_V) "x0", "x1", "memory", "cc");              \
    } while (0)

static inline bool registers_held(void) {
    bool same = held.flags == 0x90000000;
    for (uint64_t i = 0; i < 26; i++)
        same &= held.x[i] == 0x1003 + i;
    for (int i = 0; i < 32; i++)
        for (int k = 0; k < 16; k++)
            same &= held.v[i][k] == 0x80 + i;
    return same;
}

#endif
