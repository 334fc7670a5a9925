/* SPDX-License-Identifier: MIT */
/* Words that are no instruction at this level raise an exception when they are executed, and not
 * before; the program's own handler learns which, and goes on behind them. With the argument
 * "aborts", the same for accesses and jumps to where nothing is. */
#include "check.h"

static struct {
    unsigned count;
    uint32_t type;
    uint64_t pc, far, x0, x28;
    uint64_t skip_to; /* 0: the next word, with other registers */
} seen;

static bool skip(uint32_t type, struct exception_frame *frame, uint64_t *more) {
    seen.count++;
    seen.type = type;
    seen.pc = frame->pc;
    seen.far = frame->far;
    seen.x0 = frame->x[0];
    seen.x28 = more[28 - 9];
    if (seen.skip_to) {
        frame->pc = seen.skip_to;
        return true;
    }
    frame->pc += 4;
    frame->x[1] += 1000;
    more[27 - 9] += 100; /* x27 */
    return true;
}

/* trap_NAME(x0): x0 + 1, the word, then everything that the handler changed; with x0 = 0 the word
 * is jumped over. trap_NAME_at is the word. */
#define TRAP(name, text)                                                                           \
    uint64_t trap_##name(uint64_t x);                                                              \
    extern const uint32_t trap_##name##_at[];                                                      \
    __asm__(".text\n.type trap_" #name ", %function\ntrap_" #name ":\n"                            \
            " stp x29, x30, [sp, #-48]!\n stp x27, x28, [sp, #16]\n str x19, [sp, #32]\n"          \
            " mov x1, #1\n mov x27, #10\n mov x28, #77\n mov x19, #5\n cbz x0, 1f\n"               \
            " add x0, x0, #1\n"                                                                    \
            ".globl trap_" #name "_at\ntrap_" #name "_at:\n " text "\n"                            \
            "1: add x0, x0, x1\n add x0, x0, x27\n add x0, x0, x19\n"                              \
            " ldr x19, [sp, #32]\n ldp x27, x28, [sp, #16]\n ldp x29, x30, [sp], #48\n ret\n");

TRAP(zero, ".word 0")
TRAP(udf, "udf #0x1234")
TRAP(hlt, "hlt #3")
TRAP(brk, "brk #9")
TRAP(hvc, "hvc #0")
TRAP(smc, "smc #0")
TRAP(eret, "eret")
TRAP(msr_vbar, "msr vbar_el1, x3")
TRAP(mrs_sctlr, "mrs x3, sctlr_el1")
TRAP(msr_daif, "msr daifset, #2")
TRAP(tlbi, "tlbi vmalle1")
TRAP(sve, ".word 0x04e0e3e0")      /* CNTD X0: SVE */
TRAP(lse, ".word 0xb8e00020")      /* LDADDAL W0, W0, [X1]: ARMv8.1 */
TRAP(fp16, ".word 0x1ee02820")     /* FADD H0, H1, H0: half-precision arithmetic, ARMv8.2 */
TRAP(pauth, ".word 0xdac10020")    /* PACIA X0, X1: ARMv8.3 */
TRAP(no_space, ".word 0xfefefefe") /* unallocated */

static const struct {
    const char *name;
    uint64_t (*trap)(uint64_t);
    const uint32_t *at;
} traps[] = {
#define ROW(name) {#name, trap_##name, trap_##name##_at}
    ROW(zero), ROW(udf),      ROW(hlt),       ROW(brk),      ROW(hvc),  ROW(smc),
    ROW(eret), ROW(msr_vbar), ROW(mrs_sctlr), ROW(msr_daif), ROW(tlbi), ROW(sve),
    ROW(lse),  ROW(fp16),     ROW(pauth),     ROW(no_space),
};

static void undefined_words(void) {
    for (size_t i = 0; i < sizeof traps / sizeof *traps; i++) {
        seen.count = 0;
        bool ok = traps[i].trap(0) == 16 && seen.count == 0;
        ok &= traps[i].trap(200) == 201 + 1001 + 110 + 5;
        ok &= seen.count == 1 && seen.type == EXCEPTION_UNDEFINED && seen.x0 == 201 &&
              seen.x28 == 77 && seen.pc == (uint64_t)traps[i].at;
        check(ok, traps[i].name);
    }
}

/* ---- aborts ---- */

uint64_t probe(uint64_t address, uint64_t value);
extern const uint32_t probe_load[], probe_store[];
__asm__(".text\n.type probe, %function\nprobe:\n"
        " stp x29, x30, [sp, #-32]!\n stp x27, x28, [sp, #16]\n"
        " mov x28, #77\n mov x27, #10\n mov x2, x1\n"
        ".globl probe_load\nprobe_load: ldr x3, [x0]\n"
        ".globl probe_store\nprobe_store: str x2, [x0]\n"
        " add x0, x1, x27\n ldp x27, x28, [sp, #16]\n ldp x29, x30, [sp], #32\n ret\n");

static const uint64_t constant[2] = {1, 2};

__attribute__((noinline)) static void jump_to(uint64_t address) {
    ((void (*)(void))address)();
    __asm__ volatile(".globl after_jump\nafter_jump:" ::: "memory");
}
extern const uint32_t after_jump[];

static void aborts(void) {
    seen.count = 0;
    check(probe(0x18, 1) == 1 + 2000 + 210 && seen.count == 2 &&
              seen.type == EXCEPTION_DATA_ABORT && seen.pc == (uint64_t)probe_store &&
              seen.far == 0x18 && seen.x28 == 77,
          "load and store where nothing is");
    seen.count = 0;
    check(probe((uint64_t)constant, 1) == 1 + 1000 + 110 && seen.count == 1 &&
              seen.pc == (uint64_t)probe_store && seen.far == (uint64_t)constant &&
              constant[0] == 1,
          "a store to what is read-only");
    seen.skip_to = (uint64_t)after_jump;
    jump_to(0x1000);
    check(seen.type == EXCEPTION_INSTRUCTION_ABORT && seen.pc == 0x1000, "a jump to nowhere");
    uint64_t not_code = 0xd65f03c0; /* RET */
    jump_to((uint64_t)&not_code);
    check(seen.type == EXCEPTION_INSTRUCTION_ABORT && seen.pc == (uint64_t)&not_code,
          "a jump into the stack");
    jump_to((uint64_t)after_jump + 2);
    check(seen.type == EXCEPTION_MISALIGNED_PC && seen.pc == (uint64_t)after_jump + 2,
          "a jump between words");
}

int main(int argc, char **argv) {
    guest_exception_handler = skip;
    if (argc > 1 && strcmp(argv[1], "aborts") == 0)
        aborts();
    else
        undefined_words();
    return check_end();
}
