/* SPDX-License-Identifier: MIT */
/* Functions that are entered elsewhere than at their begin, that run into each other and that share
 * their ends: what assembly and linkers make, and no compiler. The labels are no symbols. */
#include "check.h"

typedef uint64_t entry(uint64_t);

/* Three entries that run into each other: x * 3 + 5 squared, from each place on. */
uint64_t triple(uint64_t x);
uint64_t from_second(uint64_t x), from_third(uint64_t x); /* BL to the labels */
__asm__(".text\n.type triple, %function\ntriple:\n"
        " add x0, x0, x0, lsl #1\n"
        ".Lsecond: add x0, x0, #5\n"
        ".Lthird: mul x0, x0, x0\n ret\n"
        ".type from_second, %function\nfrom_second:\n"
        " str x30, [sp, #-16]!\n bl .Lsecond\n ldr x30, [sp], #16\n ret\n"
        ".type from_third, %function\nfrom_third:\n"
        " b .Lthird\n"
        ".section .data.entries, \"aw\"\n.balign 8\n"
        "entries: .quad triple, .Lsecond, .Lthird\n.text\n");
extern entry *const entries[3];

/* Two functions with one end, which takes down the frame that each has made; and one that branches
 * into the other's body with its own frame standing. */
uint64_t left(uint64_t x), right(uint64_t x), guest_of_left(uint64_t x);
__asm__(".type left, %function\nleft:\n"
        " stp x29, x30, [sp, #-32]!\n str x19, [sp, #16]\n add x19, x0, #1\n"
        ".Lbody: mov x0, x19\n bl triple\n add x0, x0, x19\n"
        ".Lend: ldr x19, [sp, #16]\n ldp x29, x30, [sp], #32\n ret\n"
        ".type right, %function\nright:\n"
        " stp x29, x30, [sp, #-32]!\n str x19, [sp, #16]\n lsl x0, x0, #4\n b .Lend\n"
        ".type guest_of_left, %function\nguest_of_left:\n"
        " stp x29, x30, [sp, #-32]!\n str x19, [sp, #16]\n mov x19, x0\n b .Lbody\n");

/* A loop that is unrolled eight times, entered at a place that is computed: no table names it. */
uint64_t unrolled(uint64_t n);
__asm__(".type unrolled, %function\nunrolled:\n"
        " mov x1, #0\n and x2, x0, #7\n lsr x3, x0, #3\n"
        " adr x4, .Lsum_end\n sub x4, x4, x2, lsl #3\n br x4\n"
        ".Lsum: \n"
        " add x1, x1, x0\n sub x0, x0, #1\n add x1, x1, x0\n sub x0, x0, #1\n"
        " add x1, x1, x0\n sub x0, x0, #1\n add x1, x1, x0\n sub x0, x0, #1\n"
        " add x1, x1, x0\n sub x0, x0, #1\n add x1, x1, x0\n sub x0, x0, #1\n"
        " add x1, x1, x0\n sub x0, x0, #1\n add x1, x1, x0\n sub x0, x0, #1\n"
        ".Lsum_end: sub x3, x3, #1\n tbz x3, #63, .Lsum\n mov x0, x1\n ret\n");

/* Returns to its caller's caller. */
uint64_t skip_one(uint64_t x), skipped(uint64_t x);
__asm__(".type skip_one, %function\nskip_one:\n"
        " ldp x29, x30, [sp], #16\n add x0, x0, #100\n ret\n"
        ".type skipped, %function\nskipped:\n"
        " stp x29, x30, [sp, #-16]!\n add x0, x0, #1\n bl skip_one\n"
        " mov x0, #0\n ldp x29, x30, [sp], #16\n ret\n");

/* Comes back behind the word that stands after the call, and adds it. */
uint64_t with_inline_words(uint64_t x);
__asm__(".type add_word, %function\nadd_word:\n"
        " ldr w1, [x30], #4\n add x0, x0, x1\n ret\n"
        ".type with_inline_words, %function\nwith_inline_words:\n"
        " stp x29, x30, [sp, #-16]!\n"
        " bl add_word\n .word 1000\n"
        " add x0, x0, x0\n"
        " bl add_word\n .word 0x94000000\n" /* as a BL to itself */
        " ldp x29, x30, [sp], #16\n ret\n");

/* The same, where the caller knows that nothing else changes: it keeps values in scratch registers
 * and in one that it saves. */
uint64_t around_inline_words(uint64_t x);
__asm__(".type around_inline_words, %function\naround_inline_words:\n"
        " stp x29, x30, [sp, #-32]!\n str x19, [sp, #16]\n"
        " mov x19, #3\n mov x9, #5\n fmov d17, x9\n"
        " bl add_word\n .word 1000\n"
        " add x0, x0, x19\n add x0, x0, x9\n fmov x9, d17\n add x0, x0, x9\n"
        " ldr x19, [sp, #16]\n ldp x29, x30, [sp], #32\n ret\n");

/* Calls without BL: the return address is made by ADR or comes from a table, and a branch leads to
 * the function, with a frame and without. Both sides know of each other's scratch registers. */
uint64_t call_by_branch(uint64_t x), call_by_branch_framed(uint64_t x), call_by_table(uint64_t x);
__asm__(".type twice, %function\ntwice:\n"
        " add x0, x0, x0\n mov x10, #7\n fmov d18, x10\n ret\n"
        ".type call_by_branch, %function\ncall_by_branch:\n"
        " mov x15, x30\n mov x9, #1000\n fmov d17, x9\n adr x30, 1f\n b twice\n"
        "1: add x0, x0, x9\n add x0, x0, x10\n fmov x9, d17\n fmov x10, d18\n"
        " add x0, x0, x9\n add x0, x0, x10\n ret x15\n"
        ".type call_by_branch_framed, %function\ncall_by_branch_framed:\n"
        " stp x29, x30, [sp, #-32]!\n str x19, [sp, #16]\n"
        " mov x19, #100\n mov x9, #1000\n fmov d17, x9\n adr x30, 1f\n b twice\n"
        "1: add x0, x0, x9\n add x0, x0, x10\n fmov x9, d17\n fmov x10, d18\n"
        " add x0, x0, x9\n add x0, x0, x10\n add x0, x0, x19\n"
        " ldr x19, [sp, #16]\n ldp x29, x30, [sp], #32\n ret\n"
        ".type call_by_table, %function\ncall_by_table:\n"
        " mov x15, x30\n adrp x1, returns\n add x1, x1, :lo12:returns\n"
        " ldr x30, [x1], #8\n mov x9, #1000\n b twice\n"
        "1: ldr x30, [x1], #8\n add x0, x0, x9\n mov x9, #1\n b twice\n"
        "2: add x0, x0, x9\n add x0, x0, x10\n ret x15\n"
        ".section .data.entries, \"aw\"\n.balign 8\nreturns: .quad 1b, 2b\n.text\n");

/* What a caller keeps in registers over all of that. */
__attribute__((noinline)) static uint64_t around_calls(uint64_t n, entry *const volatile *f) {
    uint64_t sum = 0, product = 1;
    double real = 1;
    for (uint64_t i = 1; i <= n; i++) {
        sum += (*f)(i);
        product *= i | 1;
        real += (double)i;
    }
    return sum + product + (uint64_t)real;
}

#define AROUND_DIRECT(name)                                                                        \
    __attribute__((noinline)) static uint64_t around_##name(uint64_t n) {                          \
        uint64_t sum = 0, product = 1;                                                             \
        double real = 1;                                                                           \
        for (uint64_t i = 1; i <= n; i++) {                                                        \
            sum += name(i);                                                                        \
            product *= i | 1;                                                                      \
            real += (double)i;                                                                     \
        }                                                                                          \
        return sum + product + (uint64_t)real;                                                     \
    }
AROUND_DIRECT(around_inline_words)
AROUND_DIRECT(call_by_branch)
AROUND_DIRECT(call_by_branch_framed)
AROUND_DIRECT(call_by_table)

/* With each: the caller's own values for n = 5 are 1 * 3 * 3 * 5 * 5 and 16. */
static void calls_without_bl(void) {
    static entry *const functions[] = {around_inline_words, call_by_branch, call_by_branch_framed,
                                       call_by_table};
    static const struct {
        const char *what;
        uint64_t sum; /* of f(1) to f(5) */
        uint64_t (*direct)(uint64_t n);
    } cases[] = {
        {"values around calls with inline words", 15 + 5 * 1013, around_around_inline_words},
        {"a call by ADR and B", 30 + 5 * 2014, around_call_by_branch},
        {"the same with a frame", 30 + 5 * 2114, around_call_by_branch_framed},
        {"return addresses from a table", 4 * 15 + 5 * 2008, around_call_by_table},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint64_t want = cases[i].sum + 225 + 16;
        check(cases[i].direct(5) == want && around_calls(5, &functions[i]) == want, cases[i].what);
    }
}

/* BR and BLR through any register, x30 and registers that the procedure call standard reserves
 * among them; a return through another register. */
uint64_t odd_registers(uint64_t x, entry *f);
__asm__(".type odd_registers, %function\nodd_registers:\n"
        " stp x29, x30, [sp, #-16]!\n"
        " mov x30, x1\n blr x30\n"
        " mov x18, x1\n str x1, [sp, #-16]!\n blr x18\n ldr x1, [sp], #16\n"
        " adr x30, 1f\n br x1\n"
        "1: ldp x29, x9, [sp], #16\n mov x30, #0\n ret x9\n");

static uint64_t increment(uint64_t x) {
    register uint64_t one __asm__("x1") = (uint64_t)increment;
    __asm__ volatile("" : "+r"(one)); /* x1 stays what odd_registers needs */
    return x + 1;
}

int main(void) {
    check(triple(2) == 121 && from_second(6) == 121 && from_third(11) == 121, "direct entries");
    check(entries[0](2) == 121 && entries[1](6) == 121 && entries[2](11) == 121,
          "entries by pointers");
    check(left(1) == 123 && right(3) == 48 && guest_of_left(2) == 123, "shared ends and bodies");
    bool ok = true;
    for (uint64_t n = 0; n < 100; n++)
        ok &= unrolled(n) == n * (n + 1) / 2;
    check(ok, "a computed place in a loop");
    check(skipped(5) == 106, "a return to the caller's caller");
    check(with_inline_words(7) == 2 * 1007 + 0x94000000ull, "words behind calls");
    calls_without_bl();
    check(odd_registers(5, increment) == 8, "branches through odd registers");
    return check_end();
}
