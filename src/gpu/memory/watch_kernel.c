/* SPDX-License-Identifier: MIT */
#include "gpu/memory/watch_kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What headers older than Linux 6.7 lack; the numbers are those of userfaultfd's and pagemap's
 * pages in the kernel's Documentation/admin-guide/mm and of the manual's PAGEMAP_SCAN(2const). */
#define FEATURE_WP_HUGETLBFS_SHMEM (1ull << 12) /* memory of files */
#define FEATURE_WP_UNPOPULATED     (1ull << 13) /* pages that nobody has touched yet */
#define FEATURE_WP_ASYNC           (1ull << 15) /* the kernel lifts the protection and takes note */
#define FEATURES                   (FEATURE_WP_HUGETLBFS_SHMEM | FEATURE_WP_UNPOPULATED | FEATURE_WP_ASYNC)

struct scan {
    uint64_t size, flags;
    uint64_t start, end;
    uint64_t walk_end; /* how far it came */
    uint64_t found, found_room;
    uint64_t most_pages;
    uint64_t inverted, all_of, any_of, returned;
};
struct found {
    uint64_t start, end, categories;
};
#define SCAN              _IOWR('f', 16, struct scan)
#define SCAN_PROTECT      (1ull << 0) /* what is found is protected again */
#define SCAN_WATCHED_ONLY (1ull << 1) /* EPERM where memory is not watched */
#define PAGE_WRITTEN      (1ull << 1)

#define DEVICE_NEW _IO(0xAA, 0x00) /* of /dev/userfaultfd; the flags are open's and those below */
#define USER_ONLY  1               /* all that programs without rights may ask for */

static int open_faults(void) {
    const int device = open("/dev/userfaultfd", O_RDWR | O_CLOEXEC);
    if (device >= 0) {
        const int faults = ioctl(device, DEVICE_NEW, O_CLOEXEC | O_NONBLOCK | USER_ONLY);
        close(device);
        if (faults >= 0)
            return faults;
    }
    return (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | USER_ONLY);
}

bool kernel_watch_open(struct kernel_watch *k) {
    struct uffdio_api api = {.api = UFFD_API, .features = FEATURES};
    k->faults = open_faults();
    k->pages = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    /* a scan of nothing: does the call exist? */
    struct scan none = {.size = sizeof none, .any_of = PAGE_WRITTEN, .returned = PAGE_WRITTEN};
    if (k->faults >= 0 && k->pages >= 0 && ioctl(k->faults, UFFDIO_API, &api) == 0 &&
        ioctl(k->pages, SCAN, &none) >= 0)
        return true;
    kernel_watch_close(k);
    return false;
}

void kernel_watch_close(struct kernel_watch *k) {
    if (k->faults >= 0)
        close(k->faults); /* all is forgotten with it */
    if (k->pages >= 0)
        close(k->pages);
    k->faults = k->pages = -1;
}

bool kernel_watch_add(struct kernel_watch *k, uint64_t start, uint64_t end) {
    struct uffdio_register all = {.range = {start, end - start}, .mode = UFFDIO_REGISTER_MODE_WP};
    if (ioctl(k->faults, UFFDIO_REGISTER, &all))
        return false;
    kernel_watch_ignore(k, start, end);
    return true;
}

void kernel_watch_remove(struct kernel_watch *k, uint64_t start, uint64_t end) {
    struct uffdio_range range = {start, end - start};
    ioctl(k->faults, UFFDIO_UNREGISTER, &range); /* what is not registered stays so */
}

bool kernel_watch_scan(struct kernel_watch *k, uint64_t start, uint64_t end,
                       void (*written)(void *context, const uint8_t *range, uint64_t size),
                       void *context) {
    struct found found[64];
    while (start < end) {
        struct scan scan = {
            .size = sizeof scan,
            .flags = SCAN_PROTECT | SCAN_WATCHED_ONLY,
            .start = start,
            .end = end,
            .found = (uint64_t)(uintptr_t)found,
            .found_room = sizeof found / sizeof *found,
            .all_of = PAGE_WRITTEN,
            .returned = PAGE_WRITTEN,
        };
        const int count = ioctl(k->pages, SCAN, &scan);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        for (int i = 0; i < count; i++)
            written(context, (const uint8_t *)(uintptr_t)found[i].start,
                    found[i].end - found[i].start);
        if (scan.walk_end <= start)
            return false;
        start = scan.walk_end;
    }
    return true;
}

void kernel_watch_ignore(struct kernel_watch *k, uint64_t start, uint64_t end) {
    struct scan scan = {
        .size = sizeof scan,
        .flags = SCAN_PROTECT,
        .start = start,
        .end = end,
        .all_of = PAGE_WRITTEN,
    };
    while (ioctl(k->pages, SCAN, &scan) < 0 && errno == EINTR)
        ;
}
