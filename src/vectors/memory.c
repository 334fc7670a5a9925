/* SPDX-License-Identifier: MIT */
#include "vectors/memory.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void *at(uint64_t address) {
    return (void *)(uintptr_t)address;
}

size_t vector_pages(const struct vectors *v, const struct vector_case *c,
                    uint64_t pages[VECTORS_PAGES]) {
    size_t count = 0;
    for (uint32_t i = 0; i < c->mem.count; i++) {
        const struct vector_area *a = &v->areas[c->mem.first + i];
        const uint64_t last = (a->address + a->count - 1) & ~(GUEST_PAGE - 1);
        for (uint64_t page = a->address & ~(GUEST_PAGE - 1); page <= last; page += GUEST_PAGE) {
            size_t place = 0;
            while (place < count && pages[place] < page)
                place++;
            if (place < count && pages[place] == page)
                continue;
            if (count == VECTORS_PAGES)
                return VECTORS_PAGES + 1;
            memmove(&pages[place + 1], &pages[place], (count - place) * sizeof *pages);
            pages[place] = page;
            count++;
        }
    }
    return count;
}

void vector_page(const struct vectors *v, const struct vector_case *c, uint64_t page,
                 uint8_t out[GUEST_PAGE]) {
    memset(out, 0, GUEST_PAGE);
    for (uint32_t i = 0; i < c->mem.count; i++) {
        const struct vector_area *a = &v->areas[c->mem.first + i];
        const uint64_t begin = a->address > page ? a->address : page;
        const uint64_t area_end = a->address + a->count, page_end = page + GUEST_PAGE;
        const uint64_t end = area_end < page_end ? area_end : page_end;
        if (begin < end)
            memcpy(out + (begin - page), vector_bytes(v, a) + (begin - a->address), end - begin);
    }
}

bool vector_memory_open(struct vector_memory *m, struct error *error) {
    *m = (struct vector_memory){0};
    if (!guest_memory_init(error))
        return false;
    const int fd = memfd_create("code", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, GUEST_PAGE) < 0) {
        error_set(error, ERROR_IO, "a page for code: %s", strerror(errno));
        if (fd >= 0)
            close(fd);
        return false;
    }
    m->code = mmap(NULL, GUEST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    const bool ok =
        m->code != MAP_FAILED && guest_map_file(VECTORS_CODE, fd, 0, GUEST_PAGE, GUEST_RX, error);
    if (m->code == MAP_FAILED) {
        m->code = NULL;
        error_set(error, ERROR_IO, "a page for code: %s", strerror(errno));
    }
    close(fd);
    if (!ok)
        vector_memory_close(m);
    return ok;
}

/* Nothing can be done where unmapping fails: the process ends soon. */
static bool unmap_all(struct vector_memory *m, struct error *error) {
    bool ok = true;
    for (size_t i = 0; i < m->count; i++)
        ok = guest_unmap(m->pages[i], GUEST_PAGE, error) && ok;
    m->count = 0;
    return ok;
}

void vector_memory_close(struct vector_memory *m) {
    struct error ignored;
    if (m->code)
        munmap(m->code, GUEST_PAGE);
    const bool unmapped = unmap_all(m, &ignored);
    (void)unmapped;
    *m = (struct vector_memory){0};
}

bool vector_memory_prepare(struct vector_memory *m, const struct vectors *v,
                           const struct vector_case *c, struct error *error) {
    uint64_t pages[VECTORS_PAGES];
    const size_t count = vector_pages(v, c, pages);
    memset(m->code, 0, GUEST_PAGE);
    memcpy(m->code, vector_code(v, c), 4 * (size_t)c->code.count);
    if (count != m->count || memcmp(pages, m->pages, count * sizeof *pages) != 0) {
        if (!unmap_all(m, error))
            return false;
        for (size_t i = 0; i < count; i++) {
            if (!guest_map(pages[i], GUEST_PAGE, GUEST_RW, error))
                return error_wrap(error, "%s:%u: %s", v->path, c->line, vector_name(v, c));
            m->pages[m->count++] = pages[i];
        }
    }
    for (size_t i = 0; i < count; i++)
        vector_page(v, c, pages[i], at(pages[i]));
    return true;
}

void vector_memory_read(const struct vector_memory *m, uint8_t *out) {
    for (size_t i = 0; i < m->count; i++)
        memcpy(out + i * GUEST_PAGE, at(m->pages[i]), GUEST_PAGE);
}
