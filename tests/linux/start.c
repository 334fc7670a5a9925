/* SPDX-License-Identifier: MIT */
#include "linux.h"

#include "core/memory.h"

#include <elf.h>
#include <string.h>

#define STACK_SIZE 0x800000ull

/* Capabilities of a Cortex-A57 by the names of asm/hwcap.h for arm64; without CPUID, so that no
 * program reads identification registers. */
enum {
    HWCAP_FP = 1 << 0,
    HWCAP_ASIMD = 1 << 1,
    HWCAP_AES = 1 << 3,
    HWCAP_PMULL = 1 << 4,
    HWCAP_SHA1 = 1 << 5,
    HWCAP_SHA2 = 1 << 6,
    HWCAP_CRC32 = 1 << 7,
};

/* Grows downward from the end of the stack. */
struct pile {
    uint64_t top, bottom;
};

static uint64_t push(struct pile *pile, const void *bytes, uint64_t size) {
    if (size > pile->top - pile->bottom)
        return 0;
    pile->top -= size;
    memcpy((void *)(uintptr_t)pile->top, bytes, size);
    return pile->top;
}

static bool push_words(struct pile *pile, char **words, uint64_t *addresses) {
    for (size_t i = 0; words[i]; i++)
        if (!(addresses[i] = push(pile, words[i], strlen(words[i]) + 1)))
            return false;
    return true;
}

/* The ELF header lies at the start of the image, as linkers place it. */
static const Elf64_Ehdr *header_of(const struct linux_process *p) {
    const struct lifted_module *m = p->module;
    const Elf64_Ehdr *h = (const Elf64_Ehdr *)(uintptr_t)m->base;
    if (m->image_size < sizeof *h || memcmp(m->image, ELFMAG, SELFMAG) != 0 ||
        m->image_size - sizeof *h < h->e_phoff)
        return NULL;
    return h;
}

static bool push_frame(struct linux_process *p, const Elf64_Ehdr *header, struct pile *pile,
                       struct error *error) {
    /* Fixed, so that a failure shows again. */
    static const uint8_t random[16] = {0x4e, 0x11, 0x93, 0xd7, 0x2a, 0x68, 0xbc, 0x05,
                                       0xf1, 0x37, 0x8e, 0x59, 0xc2, 0x7d, 0xa4, 0x60};
    uint64_t frame[512] = {0};
    size_t n = 0, count = 0;
    while (p->words[count])
        count++;
    if (count > 256 || !push_words(pile, p->words, &frame[1]))
        return error_set(error, ERROR_LIMIT, "the program's words do not fit on its stack");
    const uint64_t name = push(pile, p->words[0], strlen(p->words[0]) + 1);
    const uint64_t seed = push(pile, random, sizeof random);
    const uint64_t platform = push(pile, "aarch64", sizeof "aarch64");
    const uint64_t base = p->module->base;
    const uint64_t vector[][2] = {
        {AT_PHDR, base + header->e_phoff},
        {AT_PHENT, header->e_phentsize},
        {AT_PHNUM, header->e_phnum},
        {AT_PAGESZ, GUEST_PAGE},
        {AT_BASE, 0},
        {AT_FLAGS, 0},
        {AT_ENTRY, base + p->module->entry},
        {AT_UID, 1000},
        {AT_EUID, 1000},
        {AT_GID, 1000},
        {AT_EGID, 1000},
        {AT_SECURE, 0},
        {AT_CLKTCK, 100},
        {AT_HWCAP,
         HWCAP_FP | HWCAP_ASIMD | HWCAP_AES | HWCAP_PMULL | HWCAP_SHA1 | HWCAP_SHA2 | HWCAP_CRC32},
        {AT_HWCAP2, 0},
        {AT_RANDOM, seed},
        {AT_PLATFORM, platform},
        {AT_EXECFN, name},
        {AT_NULL, 0},
    };
    frame[0] = count;
    n = 1 + count + 1 + 1; /* argv ends with NULL; an empty environment */
    memcpy(&frame[n], vector, sizeof vector);
    n += sizeof vector / sizeof **vector;
    pile->top &= ~(uint64_t)15;
    if (n % 2)
        n++;
    return push(pile, frame, n * sizeof *frame) ||
           error_set(error, ERROR_LIMIT, "the program's stack is full at its start");
}

bool linux_start(struct linux_process *p, struct error *error) {
    const struct lifted_module *m = p->module;
    const Elf64_Ehdr *header = header_of(p);
    if (!header)
        return error_set(error, ERROR_UNSUPPORTED,
                         "%s: the image does not begin with the ELF header, so that the program "
                         "cannot find its program headers; link it as static PIE",
                         m->name);
    p->image = (struct linux_range){m->base, m->base + m->memory_size};
    p->stack.end = guest_layout.stack.base + guest_layout.stack.size;
    p->stack.base = p->stack.end - STACK_SIZE;
    p->heap.base = p->heap.end = p->heap_mapped = guest_layout.heap.base;
    p->mapped.base = p->mapped.end = guest_layout.alias.base;
    if (!guest_map(p->stack.base, STACK_SIZE, GUEST_RW, error))
        return false;
    struct pile pile = {p->stack.end, p->stack.base};
    if (!push_frame(p, header, &pile, error))
        return false;
    p->state.pc = m->base + m->entry;
    p->state.sp = pile.top;
    p->state.env = &core_env;
    p->state.thread = p;
    return true;
}
