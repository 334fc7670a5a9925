/* SPDX-License-Identifier: MIT */
#include "a64/a64.h"
#include "a64/fuzz/test_fuzz_text.h"
#include "a64/host_fp.h"
#include "a64/random.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* A text of any words through the interpreter, for a bounded number of steps. The guest's memory is
 * one arena with the text in its middle: before an access the registers that make its address are
 * led into the arena, and a jump out of it ends the run. */

#define ARENA      0x40000000ull
#define ARENA_SIZE 0x800000ull
#define CODE       (ARENA + ARENA_SIZE / 2)
#define MARGIN     0x200000ull /* further than an immediate or a literal's offset reaches */

enum { STEPS = 2000 };

static bool ended;

static void on_svc(struct a64_state *s, uint32_t number) {
    s->x[0] ^= number;
}
static void on_undefined(struct a64_state *s, uint32_t word) {
    (void)s;
    (void)word;
    ended = true;
}
static uint64_t on_counter(struct a64_state *s) {
    return s->pc;
}

static bool is_inside(uint64_t address) {
    return address - (ARENA + MARGIN) < ARENA_SIZE - 2 * MARGIN;
}

static void lead(uint64_t *address) {
    if (!is_inside(*address))
        *address = ARENA + ARENA_SIZE / 2 + (*address & 0xffff) * 16;
}

/* Every load and store has its base in bits 5 to 9, but literals; DC ZVA its address in 0 to 4. */
static void keep_inside(struct a64_state *s, uint32_t word) {
    const struct a64_op_info *info = a64_info(a64_decode(word));
    if (!info->reads_memory && !info->writes_memory)
        return;
    if ((word & 0x3b000000) == 0x18000000)
        return; /* literal: as near as the text */
    if ((word >> 25 & 5) != 4) {
        const unsigned rt = word & 31;
        if (rt == 31)
            ended = true;
        else
            lead(&s->x[rt]);
        return;
    }
    const unsigned rn = word >> 5 & 31, rm = word >> 16 & 31;
    if ((word & 0x3b200c00) == 0x38200800 && rm != 31) {
        s->x[rm] &= 0xffff;
        ended = ended || rm == rn; /* no value of it would do */
    }
    uint64_t *base = rn == 31 ? &s->sp : &s->x[rn];
    lead(base);
    if ((word & 0x3f000000) == 0x08000000) /* exclusive or ordered: a fault where misaligned */
        *base &= ~15ull;
}

static void map_arena(void) {
    static void *arena;
    if (!arena)
        arena = mmap((void *)ARENA, ARENA_SIZE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (arena != (void *)ARENA || madvise(arena, ARENA_SIZE, MADV_DONTNEED))
        abort();
}

static void on_float_used(struct a64_state *s, unsigned level) {
    (void)s, (void)level; /* nothing is lifted */
}

/* First word: seed of the registers; the others are the text. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static const struct a64_env env = {.svc = on_svc,
                                       .undefined = on_undefined,
                                       .breakpoint = on_undefined,
                                       .counter = on_counter,
                                       .float_used = on_float_used};
    struct a64_state s = {.pc = CODE, .sp = CODE + MARGIN / 2, .env = &env};
    uint64_t seed = 0;
    size_t header = size < TEST_FUZZ_HEADER ? size : TEST_FUZZ_HEADER;
    memcpy(&seed, bytes, header < sizeof seed ? header : sizeof seed);
    map_arena();
    memcpy((void *)CODE, bytes + header, size - header);
    for (unsigned i = 0; i < 31; i++)
        s.x[i] = a64_random(&seed) >> (a64_random(&seed) & 63);
    for (unsigned i = 0; i < 32; i++)
        s.q[i] = (a64_v2u64){a64_random(&seed), a64_random(&seed)};
    ended = false;
    for (unsigned i = 0; i < STEPS && is_inside(s.pc) && !(s.pc & 3); i++) {
        uint32_t word;
        memcpy(&word, (const void *)s.pc, sizeof word);
        keep_inside(&s, word);
        if (ended)
            break;
        a64_step(&s);
        if (s.n > 1 || s.z > 1 || s.c > 1 || s.v > 1)
            abort();
    }
    a64_host_set_fpcr(0);
    return 0;
}
