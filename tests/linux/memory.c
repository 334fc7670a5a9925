/* SPDX-License-Identifier: MIT */
#include "linux.h"

#include "core/memory.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

/* Anonymous memory: a heap that grows, and mappings at ever higher addresses that are never taken
 * again after they were given back. The numbers of PROT_ and MAP_ are those of the host. */

static uint64_t page_up(uint64_t n) {
    return (n + GUEST_PAGE - 1) & ~(GUEST_PAGE - 1);
}

/* Whole pages of what mmap handed out. */
static bool is_mapped(const struct linux_process *p, uint64_t address, uint64_t size) {
    return address % GUEST_PAGE == 0 && size && address >= p->mapped.base &&
           address < p->mapped.end && size <= p->mapped.end - address;
}

int64_t linux_brk(struct linux_process *p, const uint64_t *a) {
    const uint64_t wanted = a[0], limit = guest_layout.heap.base + guest_layout.heap.size;
    struct error error;
    if (wanted < p->heap.base || wanted > limit - GUEST_PAGE)
        return (int64_t)p->heap.end;
    const uint64_t end = page_up(wanted);
    if (end > p->heap_mapped && !guest_map(p->heap_mapped, end - p->heap_mapped, GUEST_RW, &error))
        return (int64_t)p->heap.end;
    if (end < p->heap_mapped && !guest_unmap(end, p->heap_mapped - end, &error))
        return (int64_t)p->heap.end;
    p->heap_mapped = end;
    p->heap.end = wanted;
    return (int64_t)wanted;
}

static enum guest_perm permission(uint64_t protection) {
    return protection & PROT_WRITE ? GUEST_RW : protection & PROT_READ ? GUEST_R : GUEST_NONE;
}

/* A page stays free behind each mapping. */
static int64_t take(struct linux_process *p, uint64_t size, enum guest_perm perm) {
    const uint64_t at = p->mapped.end, limit = guest_layout.alias.base + guest_layout.alias.size;
    struct error error;
    if (size > limit - at || limit - at - size < GUEST_PAGE || !guest_map(at, size, perm, &error))
        return -ENOMEM;
    p->mapped.end = at + size + GUEST_PAGE;
    return (int64_t)at;
}

int64_t linux_mmap(struct linux_process *p, const uint64_t *a) {
    const uint64_t size = page_up(a[1]), protection = a[2], flags = a[3];
    if (!size || size < a[1])
        return -EINVAL;
    if (!(flags & MAP_ANONYMOUS) || flags & MAP_FIXED || protection & PROT_EXEC) {
        linux_unsupported(p,
                          "mmap with protection 0x%llx and flags 0x%llx: there is only "
                          "anonymous memory that is not executed, where we place it",
                          (unsigned long long)protection, (unsigned long long)flags);
        return -ENOSYS;
    }
    return take(p, size, permission(protection));
}

int64_t linux_munmap(struct linux_process *p, const uint64_t *a) {
    struct error error;
    const uint64_t size = page_up(a[1]);
    return is_mapped(p, a[0], size) && guest_unmap(a[0], size, &error) ? 0 : -EINVAL;
}

int64_t linux_mremap(struct linux_process *p, const uint64_t *a) {
    const uint64_t address = a[0], before = page_up(a[1]), after = page_up(a[2]);
    struct error error;
    if (!is_mapped(p, address, before) || !after || after < a[2])
        return -EINVAL;
    if (after <= before) {
        if (after < before && !guest_unmap(address + after, before - after, &error))
            return -ENOMEM;
        return (int64_t)address;
    }
    if (!(a[3] & MREMAP_MAYMOVE) || a[3] & ~(uint64_t)MREMAP_MAYMOVE)
        return -ENOMEM;
    const int64_t to = take(p, after, GUEST_RW);
    if (to < 0 || !guest_move((uint64_t)to, address, before, GUEST_RW, &error))
        return -ENOMEM;
    return to;
}

int64_t linux_mprotect(struct linux_process *p, const uint64_t *a) {
    struct error error;
    const uint64_t size = page_up(a[1]);
    if (a[2] & PROT_EXEC) {
        linux_unsupported(p, "mprotect that makes 0x%llx executable", (unsigned long long)a[0]);
        return -ENOSYS;
    }
    if (!linux_pointer(p, a[0], size) || !guest_protect(a[0], size, permission(a[2]), &error))
        return -EINVAL;
    return 0;
}
