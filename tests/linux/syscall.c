/* SPDX-License-Identifier: MIT */
#include "linux.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Numbers of asm-generic/unistd.h, which arm64 uses. */
static const struct row {
    uint16_t number;
    linux_handler *handler;
    const char *name;
} rows[] = {
    {17, linux_getcwd, "getcwd"},
    {25, linux_fcntl, "fcntl"},
    {29, linux_ioctl, "ioctl"},
    {48, linux_faccessat, "faccessat"},
    {56, linux_openat, "openat"},
    {57, linux_close, "close"},
    {62, linux_lseek, "lseek"},
    {63, linux_read, "read"},
    {64, linux_write, "write"},
    {65, linux_readv, "readv"},
    {66, linux_writev, "writev"},
    {78, linux_readlinkat, "readlinkat"},
    {79, linux_newfstatat, "newfstatat"},
    {80, linux_fstat, "fstat"},
    {93, linux_exit, "exit"},
    {94, linux_exit, "exit_group"},
    {96, linux_process_id, "set_tid_address"},
    {98, linux_futex, "futex"},
    {99, linux_ignored, "set_robust_list"},
    {113, linux_clock_gettime, "clock_gettime"},
    {124, linux_ignored, "sched_yield"},
    {129, linux_kill, "kill"},
    {130, linux_kill, "tkill"},
    {131, linux_tgkill, "tgkill"},
    {134, linux_sigaction, "rt_sigaction"},
    {135, linux_ignored, "rt_sigprocmask"},
    {160, linux_uname, "uname"},
    {169, linux_gettimeofday, "gettimeofday"},
    {172, linux_process_id, "getpid"},
    {174, linux_identity, "getuid"},
    {175, linux_identity, "geteuid"},
    {176, linux_identity, "getgid"},
    {177, linux_identity, "getegid"},
    {178, linux_process_id, "gettid"},
    {179, linux_sysinfo, "sysinfo"},
    {214, linux_brk, "brk"},
    {215, linux_munmap, "munmap"},
    {216, linux_mremap, "mremap"},
    {222, linux_mmap, "mmap"},
    {226, linux_mprotect, "mprotect"},
    {233, linux_ignored, "madvise"},
    {261, linux_prlimit64, "prlimit64"},
    {278, linux_getrandom, "getrandom"},
    {293, linux_absent, "rseq"},
};

static bool contains(const struct linux_range *r, uint64_t address, uint64_t size) {
    return address >= r->base && address < r->end && size <= r->end - address;
}

void *linux_pointer(const struct linux_process *p, uint64_t address, uint64_t size) {
    const struct linux_range *const ranges[] = {&p->image, &p->stack, &p->heap, &p->mapped};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (contains(ranges[i], address, size))
            return (void *)(uintptr_t)address;
    return NULL;
}

const char *linux_string(const struct linux_process *p, uint64_t address) {
    const struct linux_range *const ranges[] = {&p->image, &p->stack, &p->heap, &p->mapped};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (contains(ranges[i], address, 1) &&
            memchr((void *)(uintptr_t)address, 0, ranges[i]->end - address))
            return (const char *)(uintptr_t)address;
    return NULL;
}

void linux_end(struct linux_process *p, int status) {
    p->status = status;
    core_stop(&p->state);
}

void linux_unsupported(struct linux_process *p, const char *format, ...) {
    va_list arguments;
    char place[256] = "no known code";
    core_describe(p->state.pc - 4, place, sizeof place);
    fprintf(stderr, "linux: ");
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, " (called at 0x%llx, %s)\n", (unsigned long long)p->state.pc - 4, place);
    linux_end(p, LINUX_STATUS_UNSUPPORTED);
}

void linux_syscall(struct a64_state *s, uint32_t immediate) {
    struct linux_process *p = s->thread;
    if (immediate) {
        linux_unsupported(p, "SVC #%u is no system call of Linux", immediate);
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].number == s->x[8]) {
            s->x[0] = (uint64_t)rows[i].handler(p, s->x);
            return;
        }
    linux_unsupported(p, "system call %llu has no row in tests/linux/syscall.c",
                      (unsigned long long)s->x[8]);
}
