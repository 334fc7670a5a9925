/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "vectors/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool vectors_fail(const char *path, uint32_t line, struct error *error, const char *format, ...) {
    char room[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(room, sizeof room, format, arguments);
    va_end(arguments);
    for (char *c = room; *c; c++) /* what the file says reaches a terminal */
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
            *c = '?';
    return error_set(error, ERROR_FORMAT, "%s:%u: %s", path, line, room);
}

static bool overlaps(const struct vector_area *a, uint64_t address, uint64_t size) {
    return a->address < address + size && address < a->address + a->count;
}

/* Do pages of the case hold the area? */
static bool is_mapped(const struct vectors *v, const struct vector_case *c,
                      const struct vector_area *a) {
    uint64_t pages[VECTORS_PAGES], held = 0;
    const size_t count = vector_pages(v, c, pages);
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < a->count; k++)
            held += a->address + k - pages[i] < GUEST_PAGE;
    return held == a->count;
}

bool vectors_check_area(const struct vectors *v, const struct vector_case *c,
                        const struct vector_slice *slice, uint32_t line, struct error *error) {
    const struct vector_area *areas = &v->areas[slice->first], *a = &areas[slice->count - 1];
    const unsigned long long address = a->address;
    uint64_t pages[VECTORS_PAGES];
    if (a->address < guest_layout.aslr.base || a->address >= GUEST_END ||
        a->count > GUEST_END - a->address)
        return vectors_fail(v->path, line, error,
                            "%u bytes at %llx cannot be mapped: guest memory is %llx to %llx",
                            a->count, address, (unsigned long long)guest_layout.aslr.base,
                            (unsigned long long)GUEST_END);
    if (overlaps(a, VECTORS_CODE, GUEST_PAGE))
        return vectors_fail(v->path, line, error,
                            "%u bytes at %llx overlap the page of the code, which is read-only",
                            a->count, address);
    for (uint32_t i = 0; i + 1 < slice->count; i++)
        if (overlaps(a, areas[i].address, areas[i].count))
            return vectors_fail(v->path, line, error,
                                "%u bytes at %llx overlap those at %llx in this case", a->count,
                                address, (unsigned long long)areas[i].address);
    if (slice == &c->mem && vector_pages(v, c, pages) > VECTORS_PAGES)
        return vectors_fail(v->path, line, error, "more than %d pages of memory in one case",
                            VECTORS_PAGES);
    if (slice == &c->wmem && !is_mapped(v, c, a))
        return vectors_fail(v->path, line, error,
                            "%u bytes at %llx are in no page that a 'mem' of this case maps",
                            a->count, address);
    return true;
}

struct named {
    const char *name;
    uint32_t line;
};

static int by_name(const void *a_, const void *b_) {
    const struct named *a = a_, *b = b_;
    const int order = strcmp(a->name, b->name);
    return order ? order : a->line < b->line ? -1 : 1;
}

bool vectors_check_names(const struct vectors *v, struct error *error) {
    struct named *names = NEW_ARRAY(struct named, v->count + 1);
    bool ok = true;
    for (size_t i = 0; i < v->count; i++)
        names[i] = (struct named){vector_name(v, &v->cases[i]), v->cases[i].line};
    qsort(names, v->count, sizeof *names, by_name);
    for (size_t i = 1; ok && i < v->count; i++)
        if (!strcmp(names[i - 1].name, names[i].name))
            ok =
                vectors_fail(v->path, names[i].line, error, "a case '%s' stands in line %u already",
                             names[i].name, names[i - 1].line);
    free(names);
    return ok;
}
