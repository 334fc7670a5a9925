/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_TESTS_LINUX_LINUX_H
#define WINDLASS_TESTS_LINUX_LINUX_H

#include "core/core.h"

/* A test-only stand-in for the Linux kernel on AArch64: enough of it for static programs of one
 * thread, so that one and the same executable runs under qemu-aarch64, lifted and interpreted.
 * Files can be read and standard output written; nothing else of the host is touched. */

/* What a program that ends otherwise than by its own exit gives as its status. */
enum {
    LINUX_STATUS_NOT_STARTED = 125,
    LINUX_STATUS_UNSUPPORTED = 126, /* a system call, or a use of one, that is not here */
    LINUX_STATUS_SIGNAL = 128,      /* + number: a fault, or a signal sent to itself */
};

/* An address range that the guest may name in a system call. */
struct linux_range {
    uint64_t base, end;
};

struct linux_process {
    struct a64_state state;
    const struct lifted_module *module;
    char **words; /* argv, NULL-terminated */
    struct linux_range image, stack, heap, mapped;
    uint64_t heap_mapped; /* end of the heap's mapped pages; heap.end is the break */
    int status;
};

/* Runs the program's one module (static PIE) with these words until it ends; its exit status. */
int linux_run(const struct lifted_program *program, char **words);

/* start.c: stack with argv, environment and auxiliary vector as the kernel leaves it, and the
 * registers at the entry. */
MUST_CHECK bool linux_start(struct linux_process *p, struct error *error);

/* syscall.c: the call in x8; fits core_kernel.svc. */
void linux_syscall(struct a64_state *s, uint32_t number);
/* Ends the program. */
void linux_end(struct linux_process *p, int status);
/* Ends the program with a message: it wants what is not here. */
void linux_unsupported(struct linux_process *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Guest memory as the host sees it; NULL where the range is not the guest's. */
void *linux_pointer(const struct linux_process *p, uint64_t address, uint64_t size);
/* The same for a string, which must end inside the range. */
const char *linux_string(const struct linux_process *p, uint64_t address);

/* Handlers of the table: six arguments, the result or -errno. */
typedef int64_t linux_handler(struct linux_process *p, const uint64_t *a);
/* memory.c */
linux_handler linux_brk, linux_mmap, linux_munmap, linux_mremap, linux_mprotect;
/* file.c */
linux_handler linux_openat, linux_close, linux_lseek, linux_read, linux_write, linux_readv,
    linux_writev, linux_readlinkat, linux_faccessat, linux_newfstatat, linux_fstat, linux_getcwd,
    linux_fcntl, linux_ioctl;
/* process.c */
linux_handler linux_exit, linux_kill, linux_tgkill, linux_uname, linux_sysinfo, linux_clock_gettime,
    linux_gettimeofday, linux_getrandom, linux_prlimit64, linux_identity, linux_process_id,
    linux_ignored, linux_absent, linux_sigaction, linux_futex;

#endif
