/* SPDX-License-Identifier: MIT */
#include "core/core.h"

#include "core/memory.h"
#include "core/thread.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

struct lifted_slots lifted_slots;
static const struct lifted_program *program;

const struct lifted_program *core_program(void) {
    return program;
}

static bool wrong_module(const struct lifted_module *m, const char *what, struct error *error) {
    return error_set(error, ERROR_FORMAT,
                     "module %s: %s; the generated files do not fit this windlass, lift the "
                     "program again",
                     m->name, what);
}

static bool entries_fit(const struct lifted_module *m, const struct lifted_entry *entries,
                        size_t count) {
    for (size_t i = 0; i < count; i++)
        if (entries[i].offset >= m->memory_size || entries[i].offset % 4)
            return false;
    return true;
}

static bool check_module(const struct lifted_module *m, struct error *error) {
    const struct guest_region *code = &guest_layout.code;
    if (m->base % GUEST_PAGE || m->memory_size % GUEST_PAGE || m->base < code->base ||
        m->base - code->base > code->size || m->memory_size > code->size - (m->base - code->base))
        return wrong_module(m, "its place is outside the code region", error);
    if (m->image_size > m->memory_size)
        return wrong_module(m, "its image is larger than its memory", error);
    if (m->entry >= m->memory_size || m->entry % 4)
        return wrong_module(m, "its entry lies outside", error);
    if (!entries_fit(m, m->entries, m->entry_count) || !entries_fit(m, m->resumes, m->resume_count))
        return wrong_module(m, "a function lies outside", error);
    for (int i = 0; i < 3; i++) {
        const struct lifted_segment *g = &m->segments[i];
        if (g->address % GUEST_PAGE || g->memory_size % GUEST_PAGE || g->address > m->memory_size ||
            g->memory_size > m->memory_size - g->address || g->file_size > g->memory_size ||
            (g->file_size && g->address > m->image_size))
            return wrong_module(m, "a segment lies outside", error);
    }
    return true;
}

static bool map_segment(const struct lifted_module *m, int index, struct error *error) {
    static const enum guest_perm perms[3] = {GUEST_RX, GUEST_R, GUEST_RW};
    const struct lifted_segment *g = &m->segments[index];
    const uint64_t address = m->base + g->address;
    if (!g->memory_size)
        return true;
    if (!guest_map(address, g->memory_size, GUEST_RW, error))
        return error_wrap(error, "module %s", m->name);
    uint64_t bytes = g->file_size;
    if (bytes > m->image_size - g->address)
        bytes = m->image_size - g->address;
    if (bytes)
        memcpy((void *)(uintptr_t)address, m->image + g->address, bytes);
    return perms[index] == GUEST_RW || guest_protect(address, g->memory_size, perms[index], error);
}

static void add_entries(lifted_function **slots, const struct lifted_module *m,
                        const struct lifted_entry *entries, size_t count) {
    for (size_t i = 0; i < count; i++)
        slots[(m->base + entries[i].offset) / 4] = entries[i].function;
}

/* Pages of the table without a function stay the host's page of zeros; nobody writes to the rest
 * later. */
static bool fill_slots(const struct lifted_program *loaded, struct error *error) {
    uint64_t end = 0;
    for (size_t i = 0; i < loaded->module_count; i++) {
        const struct lifted_module *m = &loaded->modules[i];
        end = end > m->base + m->memory_size ? end : m->base + m->memory_size;
    }
    const size_t bytes = end / 4 * sizeof(lifted_function *);
    if (!bytes)
        return true;
    lifted_function **slots = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (slots == MAP_FAILED)
        return error_set(error, ERROR_LIMIT,
                         "dispatch table: the host refuses %llu MiB of address space (%s); little "
                         "of it is used, so lift the limit: ulimit -v unlimited",
                         (unsigned long long)(bytes >> 20), strerror(errno));
    for (size_t i = 0; i < loaded->module_count; i++) {
        const struct lifted_module *m = &loaded->modules[i];
        add_entries(slots, m, m->entries, m->entry_count);
        add_entries(slots, m, m->resumes, m->resume_count);
    }
    if (mprotect(slots, bytes, PROT_READ) != 0)
        return error_set(error, ERROR_LIMIT,
                         "dispatch table: the host does not make it read-only (%s); its limit of "
                         "mappings may be reached: sysctl vm.max_map_count",
                         strerror(errno));
    lifted_slots = (struct lifted_slots){slots, end / 4};
    return true;
}

bool core_load(const struct lifted_program *loaded, struct error *error) {
    if (loaded->abi != LIFTED_ABI)
        return error_set(error, ERROR_FORMAT,
                         "%s: lifted for interface %u, this windlass has %d; lift the program "
                         "again",
                         loaded->name, loaded->abi, LIFTED_ABI);
    for (size_t i = 0; i < loaded->module_count; i++) {
        const struct lifted_module *m = &loaded->modules[i];
        if (!check_module(m, error))
            return false;
        for (int k = 0; k < 3; k++)
            if (!map_segment(m, k, error))
                return false;
    }
    program = loaded;
    return fill_slots(loaded, error);
}

static const struct lifted_module *module_of(uint64_t pc) {
    for (size_t i = 0; program && i < program->module_count; i++) {
        const struct lifted_module *m = &program->modules[i];
        if (pc >= m->base && pc - m->base < m->memory_size)
            return m;
    }
    return NULL;
}

/* Index of the last element whose offset is not above `offset`; SIZE_MAX: none. */
#define LAST_NOT_ABOVE(array, count, wanted)                                                       \
    ({                                                                                             \
        size_t low_ = 0, high_ = (count);                                                          \
        while (low_ < high_) {                                                                     \
            size_t middle_ = low_ + (high_ - low_) / 2;                                            \
            if ((array)[middle_].offset <= (wanted))                                               \
                low_ = middle_ + 1;                                                                \
            else                                                                                   \
                high_ = middle_;                                                                   \
        }                                                                                          \
        low_ - 1;                                                                                  \
    })

bool core_describe(uint64_t pc, char *text, size_t room) {
    const struct lifted_module *m = module_of(pc);
    if (!m)
        return false;
    const uint32_t offset = (uint32_t)(pc - m->base);
    size_t i = LAST_NOT_ABOVE(m->symbols, m->symbol_count, offset);
    size_t k = LAST_NOT_ABOVE(m->entries, m->entry_count, offset);
    char name[32];
    const char *start = name;
    uint32_t from;
    /* A symbol without a size reaches to the next one. */
    if (i != SIZE_MAX &&
        (!m->symbols[i].size || offset - m->symbols[i].offset < m->symbols[i].size)) {
        start = m->symbols[i].name;
        from = m->symbols[i].offset;
    } else {
        from = k == SIZE_MAX ? offset : m->entries[k].offset;
        snprintf(name, sizeof name, "f_%08llx", (unsigned long long)(m->base + from));
    }
    if (offset == from)
        snprintf(text, room, "%s", start);
    else
        snprintf(text, room, "%s+0x%x", start, offset - from);
    return true;
}
