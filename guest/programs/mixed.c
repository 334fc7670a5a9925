/* SPDX-License-Identifier: MIT */
/* Data between code: literals, jump tables, strings, constants that decode as calls and branches
 * into real functions, words that are no instruction. */
#include "check.h"

/* Literals of every size, before and behind the code. */
uint64_t literals(void);
__asm__(".text\n.balign 16\n"
        "1: .quad 0x1122334455667788\n .word 0xfffffff0\n .word 0\n"
        ".type literals, %function\nliterals:\n"
        " ldr x0, 1b\n ldrsw x1, 1b + 8\n ldr w2, 1b + 8\n ldr q0, 2f\n ldr d1, 3f\n ldr s2, 4f\n"
        " add x0, x0, x1\n add x0, x0, x2\n umov x3, v0.d[1]\n add x0, x0, x3\n"
        " fcvtzu x3, d1\n add x0, x0, x3\n fcvtzu x3, s2\n add x0, x0, x3\n ret\n"
        " .balign 16\n2: .quad 7, 9\n3: .double 1000000.0\n4: .float 64.0\n .word 0xffffffff\n");

/* What follows are numbers; the first word decodes as BL, the second as B, both into real code, and
 * the last one is no instruction. Their sum is taken as data. */
uint64_t decoys(void);
__asm__(".type decoys, %function\ndecoys:\n"
        " adr x1, 5f\n mov x0, #0\n mov w2, #8\n"
        "1: ldr w3, [x1], #4\n add x0, x0, x3\n subs w2, w2, #1\n b.ne 1b\n ret\n"
        "5: bl literals + 20\n b decoys + 12\n cbz x0, decoys + 4\n .word 0xd503201f\n"
        " .word 0xfefefefe, 0, 0x00000001, 0xd65f03c0\n");

/* Jump tables in the text: bytes, halves and words, each between code. */
uint64_t by_bytes(uint64_t n), by_halves(uint64_t n), by_words(uint64_t n);
#define TABLE_CASES                                                                                \
    "0: mov x0, #11\n ret\n1: mov x0, #22\n ret\n2: mov x0, #33\n ret\n3: mov x0, #44\n ret\n"
__asm__(".type by_bytes, %function\nby_bytes:\n"
        " cmp x0, #3\n b.hi 9f\n adr x1, 8f\n ldrb w2, [x1, x0]\n adr x3, 0f\n"
        " add x3, x3, x2, lsl #2\n br x3\n"
        "8: .byte (0f - 0f) / 4, (1f - 0f) / 4, (2f - 0f) / 4, (3f - 0f) / 4\n" TABLE_CASES
        "9: mov x0, #0\n ret\n"
        ".type by_halves, %function\nby_halves:\n"
        " cmp x0, #3\n b.hi 9f\n adr x1, 8f\n ldrh w2, [x1, x0, lsl #1]\n adr x3, 0f\n"
        " add x3, x3, x2, lsl #2\n br x3\n"
        "8: .hword (0f - 0f) / 4, (1f - 0f) / 4, (2f - 0f) / 4, (3f - 0f) / 4\n" TABLE_CASES
        "9: mov x0, #0\n ret\n"
        ".type by_words, %function\nby_words:\n"
        " cmp x0, #3\n b.hi 9f\n adr x1, 8f\n ldrsw x2, [x1, x0, lsl #2]\n"
        " add x3, x1, x2\n br x3\n"
        "8: .word 3f - 8b, 2f - 8b, 1f - 8b, 0f - 8b\n" TABLE_CASES "9: mov x0, #0\n ret\n");

/* Strings between functions, one of them behind a call that never returns. */
const char *nearest_string(int which);
__asm__(".type nearest_string, %function\nnearest_string:\n"
        " cbnz w0, 1f\n adr x0, 2f\n ret\n"
        "1: tbnz w0, #31, 3f\n adr x0, 4f\n ret\n"
        "2: .asciz \"between functions\"\n .balign 4\n"
        "3: str x30, [sp, #-16]!\n bl abort\n"
        "4: .asciz \"behind a call\"\n .balign 4\n");

/* Code whose words another function reads and sums. */
uint64_t code_sum(const uint32_t *code, uint64_t words);
__asm__(".type code_sum, %function\ncode_sum:\n"
        " mov x2, #0\n"
        "1: cbz x1, 2f\n ldr w3, [x0], #4\n add x2, x2, x3\n sub x1, x1, #1\n b 1b\n"
        "2: mov x0, x2\n ret\n");

int main(void) {
    check(literals() == 0x1122334455667788 + 0xfffffffffffffff0 + 0xfffffff0 + 9 + 1000000 + 64,
          "literals");
    const uint32_t *first = (const uint32_t *)(uintptr_t)decoys + 8;
    check(decoys() == code_sum(first, 8) && (first[0] >> 26) == 0x25 && (first[1] >> 26) == 0x05,
          "numbers that look like calls");
    bool ok = true;
    for (uint64_t n = 0; n < 4; n++)
        ok &= by_bytes(n) == 11 * (n + 1) && by_halves(n) == 11 * (n + 1) &&
              by_words(n) == 11 * (4 - n);
    check(ok && by_bytes(4) == 0 && by_halves(1u << 20) == 0 && by_words(~0ull) == 0,
          "jump tables in the text");
    check(strcmp(nearest_string(0), "between functions") == 0 &&
              strcmp(nearest_string(1), "behind a call") == 0,
          "strings between functions");
    check(code_sum((const uint32_t *)(uintptr_t)code_sum, 2) == 0xd2800002ull + 0xb40000a1ull,
          "code as data");
    return check_end();
}
