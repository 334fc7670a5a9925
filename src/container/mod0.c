/* SPDX-License-Identifier: MIT */
#include "container/module.h"

#include <string.h>

/* MOD0, public as the start of every Horizon module: the word at +4 of the text is its address.
 *   +0  "MOD0"
 *   +4  _DYNAMIC            all signed, relative to the header
 *   +8  .bss start  +C .bss end
 *   +10 .eh_frame_hdr start  +14 its end
 *   +18 module object
 * Files made with libnx of 2018 have none: their start code takes _DYNAMIC by adrp and add. */

static uint32_t word_at(const struct module *m, uint64_t address) {
    const uint8_t *p = m->image + address;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static bool in_text(const struct module *m, uint64_t address) {
    const struct segment *s = &m->segments[SEGMENT_TEXT];
    return address >= s->address && address - s->address + 4 <= s->file_size;
}

/* Bits 31-26 of B are 000101; imm26 counts words. */
static bool branch_target(uint32_t word, uint64_t pc, uint64_t *target) {
    if (word >> 26 != 5)
        return false;
    *target = pc + (uint64_t)((int64_t)((uint64_t)word << 38) >> 36);
    return true;
}

/* ADRP: 1 immlo 10000 immhi Rd; ADD (immediate, 64 bits): 1001000100 imm12 Rn Rd. */
static bool adrp_add(uint32_t first, uint32_t second, uint64_t pc, uint64_t *out) {
    if ((first & 0x9f000000) != 0x90000000 || (second & 0xffc00000) != 0x91000000)
        return false;
    if ((first & 31) != (second >> 5 & 31))
        return false;
    uint64_t low = first >> 29 & 3, high = first >> 5 & 0x7ffff;
    int64_t pages = (int64_t)((high << 2 | low) << 43) >> 43;
    *out = (pc & ~(uint64_t)0xfff) + ((uint64_t)pages << 12) + (second >> 10 & 0xfff);
    return true;
}

/* Follows the start code of a file without MOD0; its adrp and add stand apart when the compiler
 * mixes two of them, so each adrp is tried with the few adds behind it. */
static void find_dynamic_in_start_code(struct module *m) {
    enum { INSTRUCTIONS = 64, APART = 4 };
    uint64_t pc = m->entry, target;
    if (in_text(m, pc) && branch_target(word_at(m, pc), pc, &target))
        pc = target;
    for (int i = 0; i < INSTRUCTIONS; i++, pc += 4)
        for (uint64_t d = 4; d <= APART * 4; d += 4) {
            if (!in_text(m, pc) || !in_text(m, pc + d))
                return;
            if (adrp_add(word_at(m, pc), word_at(m, pc + d), pc, &target) &&
                dynamic_plausible(m, target)) {
                m->dynamic = target;
                return;
            }
        }
}

static bool read_header(struct module *m, uint64_t at, struct error *error) {
    struct reader r;
    reader_init(&r, m->image, m->image_size, "MOD0 header", error);
    reader_seek(&r, at + 4, "header");
    int32_t dynamic = (int32_t)reader_u32(&r, "_DYNAMIC");
    reader_skip(&r, 8, ".bss");
    int32_t start = (int32_t)reader_u32(&r, ".eh_frame_hdr start");
    int32_t end = (int32_t)reader_u32(&r, ".eh_frame_hdr end");
    uint64_t address = at + (uint64_t)(int64_t)dynamic;
    if (reader_ok(&r) && (address >= m->image_size || address % 8))
        reader_fail(&r, at + 4, "_DYNAMIC", "0x%llx is no aligned address inside the image, 0x%llx",
                    (unsigned long long)address, (unsigned long long)m->image_size);
    if (!reader_ok(&r))
        return false;
    m->mod0 = (int64_t)at;
    if (!m->dynamic)
        m->dynamic = address;
    if (!m->eh_frame && end > start)
        eh_frame_from_header(m, at + (uint64_t)(int64_t)start, (uint64_t)(end - start));
    return true;
}

bool mod0_find(struct module *m, struct error *error) {
    m->mod0 = -1;
    uint64_t text = m->segments[SEGMENT_TEXT].address;
    if (in_text(m, text + 4)) {
        uint64_t at = text + word_at(m, text + 4);
        if (at != text && at <= m->image_size - 4 && !memcmp(m->image + at, "MOD0", 4))
            return read_header(m, at, error);
    }
    if (!m->dynamic)
        find_dynamic_in_start_code(m);
    return true;
}
