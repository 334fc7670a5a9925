/* SPDX-License-Identifier: MIT */
#include "linux.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>

/* Who and where the process is: one thread, alone. */
#define PROCESS_ID 1000
#define USER_ID    1000

int64_t linux_exit(struct linux_process *p, const uint64_t *a) {
    linux_end(p, (int)(a[0] & 0xff));
    return 0;
}

/* A signal to itself ends the program, as SIGABRT from abort() does. */
static int64_t signal_self(struct linux_process *p, uint64_t who, uint64_t number) {
    if (who != PROCESS_ID)
        return -ESRCH;
    if (number)
        linux_end(p, LINUX_STATUS_SIGNAL + (int)number);
    return 0;
}

int64_t linux_kill(struct linux_process *p, const uint64_t *a) {
    return signal_self(p, a[0], a[1]);
}

int64_t linux_tgkill(struct linux_process *p, const uint64_t *a) {
    return signal_self(p, a[0], a[2]);
}

/* Nothing sends a signal that a program could catch, so handlers are taken and never called. */
int64_t linux_sigaction(struct linux_process *p, const uint64_t *a) {
    enum { SIZE = 32 }; /* handler, flags, restorer, mask */
    if (a[0] < 1 || a[0] > 64 || a[0] == SIGKILL || a[0] == SIGSTOP)
        return -EINVAL;
    if (a[2]) {
        void *old = linux_pointer(p, a[2], SIZE);
        if (!old)
            return -EFAULT;
        memset(old, 0, SIZE);
    }
    return 0;
}

/* One thread waits for nobody and wakes nobody. */
int64_t linux_futex(struct linux_process *p, const uint64_t *a) {
    enum { COMMAND = 0x7f, WAKE = 1 };
    if ((a[1] & COMMAND) == WAKE)
        return 0;
    linux_unsupported(p, "futex operation 0x%llx of the only thread", (unsigned long long)a[1]);
    return -ENOSYS;
}

int64_t linux_uname(struct linux_process *p, const uint64_t *a) {
    struct utsname *to = linux_pointer(p, a[0], sizeof *to);
    if (!to)
        return -EFAULT;
    *to = (struct utsname){.sysname = "Linux",
                           .nodename = "windlass",
                           .release = "6.1.0",
                           .version = "#1",
                           .machine = "aarch64"};
    return 0;
}

/* A small machine, always the same one: the C library sizes its work by it. */
int64_t linux_sysinfo(struct linux_process *p, const uint64_t *a) {
    struct sysinfo *to = linux_pointer(p, a[0], sizeof *to);
    if (!to)
        return -EFAULT;
    *to = (struct sysinfo){.totalram = 1ul << 30, .freeram = 1ul << 29, .procs = 1, .mem_unit = 1};
    return 0;
}

int64_t linux_clock_gettime(struct linux_process *p, const uint64_t *a) {
    struct timespec *to = linux_pointer(p, a[1], sizeof *to);
    if (!to)
        return -EFAULT;
    return clock_gettime((clockid_t)a[0], to) < 0 ? -errno : 0;
}

int64_t linux_gettimeofday(struct linux_process *p, const uint64_t *a) {
    struct timeval *to = linux_pointer(p, a[0], sizeof *to);
    if (!to)
        return -EFAULT;
    return gettimeofday(to, NULL) < 0 ? -errno : 0;
}

int64_t linux_getrandom(struct linux_process *p, const uint64_t *a) {
    void *to = linux_pointer(p, a[0], a[1]);
    const ssize_t n = to ? getrandom(to, a[1], 0) : 0;
    return !to ? -EFAULT : n < 0 ? -errno : n;
}

int64_t linux_prlimit64(struct linux_process *p, const uint64_t *a) {
    struct rlimit64 *old = a[3] ? linux_pointer(p, a[3], sizeof *old) : NULL;
    if (a[3] && !old)
        return -EFAULT;
    if (old) {
        *old = (struct rlimit64){RLIM64_INFINITY, RLIM64_INFINITY};
        if (a[1] == RLIMIT_STACK)
            old->rlim_cur = p->stack.end - p->stack.base;
    }
    return 0;
}

int64_t linux_identity(struct linux_process *p, const uint64_t *a) {
    (void)p, (void)a;
    return USER_ID;
}

int64_t linux_process_id(struct linux_process *p, const uint64_t *a) {
    (void)p, (void)a;
    return PROCESS_ID;
}

int64_t linux_ignored(struct linux_process *p, const uint64_t *a) {
    (void)p, (void)a;
    return 0;
}

/* The C library asks once and does without. */
int64_t linux_absent(struct linux_process *p, const uint64_t *a) {
    (void)p, (void)a;
    return -ENOSYS;
}
