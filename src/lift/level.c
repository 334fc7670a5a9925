/* SPDX-License-Identifier: MIT */
#include "lift/level.h"

#include "base/memory.h"
#include "lift/pattern.h"
#include "lift/regset.h"

#include <stdlib.h>

/* No sound frame is larger; sums of two stay in an int32_t. */
enum { LEVEL_MAX = 1 << 30 };

struct finder {
    const struct function *function;
    struct levels *out;
    int32_t *start;
    bool *reached;
    uint32_t *work, work_count; /* blocks, each once */
    int32_t level;              /* at the end of the block that is looked at */
};

static bool add(int32_t *level, int64_t change) {
    const int64_t sum = *level + change;
    *level = (int32_t)sum;
    return sum > -LEVEL_MAX && sum < LEVEL_MAX;
}

static bool walk_block(const struct text *t, const struct block *b, int32_t *level) {
    for (uint32_t i = b->first; b->x_written & X_SP && i < b->first + b->count; i++) {
        struct a64_effects e;
        int64_t change;
        a64_effects((enum a64_op)t->ops[i], text_word(t, i), &e);
        if (e.x_written & X_SP &&
            (!pattern_sp_change(text_word(t, i), &change) || !change || !add(level, change)))
            return false;
    }
    return b->end != END_RETURN || !*level;
}

static void flows_to(void *context, uint32_t block) {
    struct finder *f = context;
    if (f->reached[block]) {
        f->out->known &= f->start[block] == f->level;
        return;
    }
    f->reached[block] = true;
    f->start[block] = f->level;
    f->work[f->work_count++] = block;
}

void levels_find(const struct text *t, const struct function *function, struct levels *out) {
    const uint32_t count = function->block_count;
    *out = (struct levels){.known = !function->resumed, .end = NEW_ARRAY(int32_t, count + 1)};
    struct finder f = {.function = function,
                       .out = out,
                       .start = NEW_ARRAY(int32_t, count + 1),
                       .reached = NEW_ARRAY(bool, count + 1),
                       .work = NEW_ARRAY(uint32_t, count + 1)};
    uint32_t seen = 0;
    flows_to(&f, function->entry_block);
    while (out->known && f.work_count) {
        const uint32_t number = f.work[--f.work_count];
        const struct block *b = &function->blocks[number];
        f.level = f.start[number];
        out->known = walk_block(t, b, &f.level);
        out->end[number] = f.level;
        out->calls |= block_is_call(b);
        seen++;
        function_successors(function, b, flows_to, &f);
    }
    out->known &= seen == count;
    free(f.start);
    free(f.reached);
    free(f.work);
}

void levels_free(struct levels *levels) {
    free(levels->end);
    *levels = (struct levels){0};
}

bool level_falls(uint32_t word) {
    int64_t change;
    return pattern_sp_change(word, &change) && change < 0;
}
