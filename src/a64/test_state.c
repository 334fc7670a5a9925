/* SPDX-License-Identifier: MIT */
#include "a64/test_state.h"

#include "a64/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

void *test_area_map(void) {
    static void *area;
    if (!area)
        area = mmap((void *)A64_RANDOM_AREA, A64_RANDOM_AREA_SIZE, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (area != (void *)A64_RANDOM_AREA)
        abort();
    return area;
}

bool test_same_state(const struct a64_state *got, const struct a64_state *want, char *text,
                     size_t room) {
    text[0] = '\0';
    for (unsigned i = 0; i < 31; i++)
        if (got->x[i] != want->x[i])
            return snprintf(text, room, "x%u is %#lx, not %#lx", i, got->x[i], want->x[i]), false;
    for (unsigned i = 0; i < 32; i++)
        if (got->q[i][0] != want->q[i][0] || got->q[i][1] != want->q[i][1])
            return snprintf(text, room, "q%u is %016lx_%016lx, not %016lx_%016lx", i, got->q[i][1],
                            got->q[i][0], want->q[i][1], want->q[i][0]),
                   false;
    if (got->sp != want->sp)
        return snprintf(text, room, "sp is %#lx, not %#lx", got->sp, want->sp), false;
    if (got->pc != want->pc)
        return snprintf(text, room, "pc is %#lx, not %#lx", got->pc, want->pc), false;
    const unsigned flags = got->n << 3u | got->z << 2u | got->c << 1u | got->v;
    const unsigned wanted = want->n << 3u | want->z << 2u | want->c << 1u | want->v;
    if (flags != wanted)
        return snprintf(text, room, "NZCV is %#x, not %#x", flags, wanted), false;
    return true;
}
