/* SPDX-License-Identifier: MIT */
/* The half of windlass-oracle-qemu that runs on AArch64 Linux: answers questions about code by
 * running it. Signal frames hold every register, so that a handler starts the code (by returning
 * into it) and ends it (BRK behind it, or whatever fault a jump elsewhere makes). */
#include "oracle_qemu.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <asm/sigcontext.h>

enum { SECONDS = 5, BRK = (int)0xd4200000, NZCV_SHIFT = 28 };

static struct oracle_question question;
static struct oracle_state answer;
static struct {
    uint64_t address;
    uint8_t bytes[ORACLE_PAGE];
} pages[ORACLE_PAGES];

static enum { IDLE, ENTERING, RUNNING } phase;
static ucontext_t home; /* of run(), at its trap */

/* The floating-point part of a frame; the kernel always writes it. */
static struct fpsimd_context *vectors_of(ucontext_t *u) {
    struct _aarch64_ctx *c = (struct _aarch64_ctx *)u->uc_mcontext.__reserved;
    while (c->magic != FPSIMD_MAGIC) {
        if (!c->magic || !c->size)
            _exit(4);
        c = (struct _aarch64_ctx *)((char *)c + c->size);
    }
    return (struct fpsimd_context *)c;
}

static void enter(ucontext_t *u) {
    const struct oracle_state *s = &question.before;
    struct fpsimd_context *f = vectors_of(u);
    memcpy(u->uc_mcontext.regs, s->x, sizeof s->x);
    u->uc_mcontext.sp = s->sp;
    u->uc_mcontext.pc = ORACLE_CODE;
    u->uc_mcontext.pstate = (uint64_t)s->nzcv << NZCV_SHIFT;
    memcpy(f->vregs, s->v, sizeof s->v);
    f->fpcr = s->fpcr;
    f->fpsr = s->fpsr;
}

static void leave(ucontext_t *u) {
    const struct fpsimd_context *f = vectors_of(u);
    const uint64_t pc = u->uc_mcontext.pc;
    memcpy(answer.x, u->uc_mcontext.regs, sizeof answer.x);
    answer.sp = u->uc_mcontext.sp;
    answer.pc = pc;
    answer.nzcv = (uint32_t)(u->uc_mcontext.pstate >> NZCV_SHIFT);
    memcpy(answer.v, f->vregs, sizeof answer.v);
    answer.fpcr = f->fpcr;
    answer.fpsr = f->fpsr;
    answer.done = pc & 3 || pc < ORACLE_CODE || pc >= ORACLE_CODE + 4 * (uint64_t)question.words;
    u->uc_mcontext = home.uc_mcontext;
    u->uc_mcontext.pc += 4; /* behind the trap */
}

static void on_signal(int number, siginfo_t *info, void *context) {
    (void)number, (void)info;
    if (phase == ENTERING) {
        home = *(ucontext_t *)context;
        enter(context);
        phase = RUNNING;
    } else if (phase == RUNNING) {
        leave(context);
        phase = IDLE;
    } else {
        _exit(3);
    }
}

static void take_signals(void) {
    static const int signals[] = {SIGTRAP, SIGSEGV, SIGBUS, SIGILL, SIGALRM};
    static uint8_t stack[1 << 16];
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

static bool exchange(void *data, size_t size, bool out) {
    for (size_t done = 0; done < size;) {
        char *at = (char *)data + done;
        const ssize_t n = out ? write(1, at, size - done) : read(0, at, size - done);
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

static bool map_pages(void) {
    for (uint32_t i = 0; i < question.pages; i++) {
        void *at = (void *)pages[i].address;
        if (mmap(at, ORACLE_PAGE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != at)
            return false;
        memcpy(at, pages[i].bytes, ORACLE_PAGE);
    }
    return true;
}

static void unmap_pages(void) {
    for (uint32_t i = 0; i < question.pages; i++) {
        void *at = (void *)pages[i].address;
        memcpy(pages[i].bytes, at, ORACLE_PAGE);
        munmap(at, ORACLE_PAGE);
    }
}

static void run(const uint32_t *words) {
    uint32_t *code = (uint32_t *)ORACLE_CODE;
    answer = (struct oracle_state){0};
    if (!map_pages())
        _exit(5); /* something of this program lies there */
    mprotect(code, ORACLE_PAGE, PROT_READ | PROT_WRITE);
    memset(code, 0, ORACLE_PAGE);
    memcpy(code, words, 4 * question.words);
    code[question.words] = (uint32_t)BRK;
    mprotect(code, ORACLE_PAGE, PROT_READ | PROT_EXEC);
    __builtin___clear_cache((char *)code, (char *)code + ORACLE_PAGE);
    phase = ENTERING;
    alarm(SECONDS);
    __asm__ volatile("brk #0" ::: "memory");
    alarm(0);
    unmap_pages();
}

int main(void) {
    static uint32_t words[ORACLE_WORDS];
    void *code = (void *)ORACLE_CODE;
    if (mmap(code, ORACLE_PAGE, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != code)
        return 2;
    take_signals();
    while (exchange(&question, sizeof question, false)) {
        if (question.words > ORACLE_WORDS || question.pages > ORACLE_PAGES ||
            !exchange(words, 4 * (size_t)question.words, false) ||
            !exchange(pages, sizeof *pages * question.pages, false))
            return 1;
        run(words);
        bool ok = exchange(&answer, sizeof answer, true);
        for (uint32_t i = 0; i < question.pages; i++)
            ok = ok && exchange(pages[i].bytes, ORACLE_PAGE, true);
        if (!ok)
            return 1;
    }
    return 0;
}
