/* SPDX-License-Identifier: MIT */
#include "core/memory.h"

#include "core/code_pages.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#define RESERVED (MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE)

/* The sizes are those of Horizon's 39-bit address space; only their order is ours. */
#ifdef GUEST_COMPACT
const struct guest_layout guest_layout = {
    .aslr = {0x08000000, GUEST_END - 0x08000000},
    .code = {0x08000000, 0x18000000},
    .stack = {0x20000000, 0x08000000},
    .heap = {0x28000000, 0x38000000},
    .alias = {0x60000000, 0x10000000},
    .tls = {0x70000000, 0x04000000},
};
#else
const struct guest_layout guest_layout = {
    .aslr = {0x08000000, GUEST_END - 0x08000000},
    .code = {0x08000000, 0xf8000000},
    .stack = {0x100000000, 0x80000000},
    .tls = {0x180000000, 0x40000000},
    .heap = {0x200000000, 0x200000000},
    .alias = {0x1000000000, 0x1000000000},
};
#endif

static bool reserved;

bool guest_memory_init(struct error *error) {
    if (reserved)
        return true;
    const uint64_t base = guest_layout.aslr.base, size = guest_layout.aslr.size;
    void *wanted = (void *)(uintptr_t)base;
    void *got = mmap(wanted, size, PROT_NONE, RESERVED | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == MAP_FAILED && errno == EEXIST)
        return error_set(error, ERROR_LIMIT,
                         "guest memory: something of the host lies between 0x%llx and 0x%llx; "
                         "windlass and what it loads must be position-independent (see "
                         "/proc/PID/maps)",
                         (unsigned long long)base, (unsigned long long)(base + size));
    if (got == MAP_FAILED)
        return error_set(error, ERROR_LIMIT,
                         "guest memory: the host refuses to reserve %llu GiB of address space "
                         "(%s); nothing is used of it yet, so lift the limit: ulimit -v unlimited, "
                         "and in a container its address-space limit",
                         (unsigned long long)(size >> 30), strerror(errno));
    if (got != wanted) {
        munmap(got, size);
        return error_set(error, ERROR_UNSUPPORTED,
                         "guest memory: this kernel does not know MAP_FIXED_NOREPLACE; Linux 4.17 "
                         "or later is needed");
    }
    reserved = true;
    return true;
}

static int host_protection(enum guest_perm perm) {
    if (perm & GUEST_W)
        return PROT_READ | PROT_WRITE;
    /* Guest text is data to the host: what executes is the lifted code or the interpreter. */
    return perm & (GUEST_R | GUEST_X) ? PROT_READ : PROT_NONE;
}

static bool check_range(uint64_t address, uint64_t size, const char *what, struct error *error) {
    if (!reserved)
        return error_set(error, ERROR_LIMIT, "guest memory: %s before guest_memory_init", what);
    if ((address | size) % GUEST_PAGE || !size || address < guest_layout.aslr.base ||
        address >= GUEST_END || size > GUEST_END - address)
        return error_set(error, ERROR_LIMIT,
                         "guest memory: %s of 0x%llx bytes at 0x%llx is no range of whole pages in "
                         "the guest's address space",
                         what, (unsigned long long)size, (unsigned long long)address);
    return true;
}

static bool refused(const char *what, uint64_t address, uint64_t size, struct error *error) {
    return error_set(error, ERROR_LIMIT, "guest memory: %s of 0x%llx bytes at 0x%llx: %s%s", what,
                     (unsigned long long)size, (unsigned long long)address, strerror(errno),
                     errno == ENOMEM ? " (memory or vm.max_map_count is used up)" : "");
}

/* What the guest may execute changes after the host's permissions when it is allowed, and before
 * them when it is not any more. */
static bool protected_as(bool done, uint64_t address, uint64_t size, enum guest_perm perm) {
    if (done && (perm & GUEST_X))
        code_pages_set(address, size, true);
    return done;
}

static bool map_at(uint64_t address, uint64_t size, int protection, int flags, int fd,
                   uint64_t offset) {
    return mmap((void *)(uintptr_t)address, size, protection, flags | MAP_FIXED, fd,
                (off_t)offset) != MAP_FAILED;
}

bool guest_map(uint64_t address, uint64_t size, enum guest_perm perm, struct error *error) {
    if (!check_range(address, size, "map", error))
        return false;
    code_pages_set(address, size, false);
    bool done = map_at(address, size, host_protection(perm), RESERVED, -1, 0);
    return protected_as(done, address, size, perm) || refused("map", address, size, error);
}

bool guest_map_file(uint64_t address, int fd, uint64_t offset, uint64_t size, enum guest_perm perm,
                    struct error *error) {
    if (!check_range(address, size, "map of a file", error))
        return false;
    code_pages_set(address, size, false);
    bool done = map_at(address, size, host_protection(perm), MAP_SHARED, fd, offset);
    return protected_as(done, address, size, perm) ||
           refused("map of a file", address, size, error);
}

bool guest_protect(uint64_t address, uint64_t size, enum guest_perm perm, struct error *error) {
    if (!check_range(address, size, "protection", error))
        return false;
    if (!(perm & GUEST_X))
        code_pages_set(address, size, false);
    bool done = mprotect((void *)(uintptr_t)address, size, host_protection(perm)) == 0;
    return protected_as(done, address, size, perm) || refused("protection", address, size, error);
}

bool guest_unmap(uint64_t address, uint64_t size, struct error *error) {
    if (!check_range(address, size, "unmap", error))
        return false;
    code_pages_set(address, size, false);
    return map_at(address, size, PROT_NONE, RESERVED, -1, 0) ||
           refused("unmap", address, size, error);
}

/* mremap takes pages of one kernel mapping only. Where a range consists of several (their
 * permissions differ, or they came from different moves) its halves are moved. */
static bool move_pages(uint64_t target, uint64_t source, uint64_t size) {
    if (mremap((void *)(uintptr_t)source, size, size, MREMAP_MAYMOVE | MREMAP_FIXED,
               (void *)(uintptr_t)target) != MAP_FAILED)
        return true;
    if (errno != EFAULT || size == GUEST_PAGE)
        return false;
    uint64_t half = size / 2 / GUEST_PAGE * GUEST_PAGE;
    return move_pages(target, source, half) &&
           move_pages(target + half, source + half, size - half);
}

bool guest_move(uint64_t target, uint64_t source, uint64_t size, enum guest_perm perm,
                struct error *error) {
    if (!check_range(target, size, "move", error) || !check_range(source, size, "move", error))
        return false;
    if (target < source + size && source < target + size)
        return error_set(error, ERROR_LIMIT,
                         "guest memory: move of 0x%llx bytes from 0x%llx to 0x%llx overlaps itself",
                         (unsigned long long)size, (unsigned long long)source,
                         (unsigned long long)target);
    code_pages_set(source, size, false);
    code_pages_set(target, size, false);
    if (!move_pages(target, source, size))
        return refused("move", source, size, error);
    return guest_unmap(source, size, error) && guest_protect(target, size, perm, error);
}
