/* SPDX-License-Identifier: MIT */
#include "lift/frequency.h"

#include "base/memory.h"
#include "lift/endless.h"

#include <stdlib.h>

/* What runs goes from block to block in rounds over the code, each to its end; what went back by
 * then begins the next round. */
enum { ROUNDS = 16 };
/* What a way out of a block is taken for beside the others. */
enum { TO_COLD = 1, TO_CALL = 20, FORWARD = 64, BACK = 256 };

struct finder {
    const struct function *function;
    const bool *cold;
    uint32_t from;
    double sum, part; /* of the ways out of the block; what one of weight 1 gets */
    double *comes;
};

static int weight(const struct finder *f, uint32_t to) {
    if (f->cold[to])
        return TO_COLD;
    if (to <= f->from)
        return BACK;
    return block_is_call(&f->function->blocks[to]) ? TO_CALL : FORWARD;
}

static void add_weight(void *context, uint32_t to) {
    struct finder *f = context;
    f->sum += weight(f, to);
}

static void pass_on(void *context, uint32_t to) {
    struct finder *f = context;
    f->comes[to] += f->part * weight(f, to);
}

struct ways {
    const bool *cold;
    bool any, warm;
};

static void look_at_way(void *context, uint32_t to) {
    struct ways *w = context;
    w->any = true;
    w->warm = w->warm || !w->cold[to];
}

static void find_cold(const struct text *t, const struct discovery *d, const bool *endless,
                      const struct function *f, bool *cold) {
    for (uint32_t i = f->block_count; i-- > 0;) {
        const struct block *b = &f->blocks[i];
        struct ways ways = {.cold = cold};
        function_successors(f, b, look_at_way, &ways);
        cold[i] =
            endless_call(t, d, endless, f, b) || b->end == END_TRAP || (ways.any && !ways.warm);
    }
}

double *frequency_find(const struct text *t, const struct discovery *d, const bool *endless,
                       const struct function *f) {
    const uint32_t count = f->block_count;
    bool *cold = NEW_ARRAY(bool, count + 1);
    double *runs = NEW_ARRAY(double, count + 1);
    struct finder finder = {.function = f, .cold = cold, .comes = NEW_ARRAY(double, count + 1)};
    find_cold(t, d, endless, f, cold);
    finder.comes[f->entry_block] = 1;
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < count; i++) {
            const double now = finder.comes[i];
            finder.comes[i] = 0;
            runs[i] += now;
            finder.from = i;
            finder.sum = 0;
            function_successors(f, &f->blocks[i], add_weight, &finder);
            finder.part = finder.sum > 0 ? now / finder.sum : 0;
            if (now > 0)
                function_successors(f, &f->blocks[i], pass_on, &finder);
        }
    free(finder.comes);
    free(cold);
    return runs;
}
