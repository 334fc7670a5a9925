/* SPDX-License-Identifier: MIT */
#include "lift/definition.h"

#include "lift/outlined.h"
#include "lift/pattern.h"

/* AAPCS64: what a call may change. */
#define CALL_CLOBBERS 0x4007ffffu
/* Of these, what holds no result either: nothing reads them after a call, so a path on which a call
 * wrote them last is one that never comes back from it. */
#define CALL_SCRATCH 0x4007fffcu

static bool call_clobbers(struct place place) {
    return !place.bytes && (CALL_CLOBBERS >> place.reg & 1);
}

/* Does the instruction define the place? */
static bool writes(struct symbolic *s, struct place place, uint32_t at) {
    struct a64_effects effects;
    uint32_t word = text_word(s->text, at);
    a64_effects((enum a64_op)s->text->ops[at], word, &effects);
    if (effects.x_written >> place.reg & 1)
        return true;
    if (!place.bytes || !a64_info((enum a64_op)s->text->ops[at])->writes_memory)
        return false;
    struct pattern p;
    pattern_read(word, 0, &p);
    if ((p.kind != PATTERN_STORE && p.kind != PATTERN_STORE_PAIR) || p.rn != place.reg) {
        s->assumed = true;
        return false;
    }
    uint64_t size = p.bytes * (p.kind == PATTERN_STORE_PAIR ? 2u : 1u);
    return p.value - place.offset < place.bytes || place.offset - p.value < size;
}

static uint32_t last_write(struct symbolic *s, struct place place, uint32_t first, uint32_t end) {
    for (uint32_t i = end; i-- > first;)
        if (writes(s, place, i))
            return i;
    return SITE_NONE;
}

static bool is_call(const struct text *t, uint32_t at) {
    return t->kinds[at] == A64_CALL;
}

/* As last_write for a run, in which calls are. */
static uint32_t last_write_of_run(struct symbolic *s, struct place place, uint32_t first,
                                  uint32_t end) {
    for (uint32_t i = end; i-- > first;) {
        if (is_call(s->text, i) && call_clobbers(place))
            return SITE_CALL;
        if (writes(s, place, i))
            return i;
    }
    return SITE_NONE;
}

/* What stands for the call at the block's end, as far as the place is concerned: a run that keeps
 * the register as AAPCS64 asks, or moves the frame, is a call as any other. */
static bool stands_for_call(const struct symbolic *s, struct place place, uint32_t block,
                            struct outlined *run) {
    if (!outlined_read(s->text, &s->function->blocks[block], run))
        return false;
    if (!place.bytes)
        return !outlined_saves(s->text, run, place.reg);
    for (uint32_t i = run->first; i < run->end; i++) {
        struct a64_effects effects;
        a64_effects((enum a64_op)s->text->ops[i], text_word(s->text, i), &effects);
        if (effects.x_written >> place.reg & 1)
            return false;
    }
    return true;
}

static uint32_t definition_in_call(struct symbolic *s, struct place place, uint32_t block) {
    struct outlined run;
    if (!stands_for_call(s, place, block, &run)) {
        s->assumed |= place.bytes != 0; /* the callee is taken to leave the slot alone */
        return call_clobbers(place) ? SITE_CALL : SITE_NONE;
    }
    if (run.tail && call_clobbers(place))
        return SITE_CALL;
    return last_write_of_run(s, place, run.first, run.end);
}

uint32_t definition_before(struct symbolic *s, struct place place, uint32_t block, uint32_t at) {
    const struct block *b = &s->function->blocks[block];
    const uint32_t end = b->first + b->count;
    uint32_t site = SITE_NONE;
    if (at < b->first || at > end) {
        struct outlined run;
        if (outlined_read(s->text, b, &run))
            site = last_write_of_run(s, place, run.first, at);
        at = end;
    } else if (at == end && block_is_call(b)) {
        site = definition_in_call(s, place, block);
    }
    if (site != SITE_NONE || (!place.bytes && !(b->x_written >> place.reg & 1)))
        return site;
    return last_write(s, place, b->first, at);
}

uint32_t definition_in_block(struct symbolic *s, struct place place, uint32_t block) {
    const struct block *b = &s->function->blocks[block];
    return definition_before(s, place, block, b->first + b->count);
}

uint32_t definition_above(struct symbolic *s, struct place place, uint32_t *block, uint32_t at) {
    const struct function *f = s->function;
    uint32_t site = definition_before(s, place, *block, at);
    while (site == SITE_NONE && f->blocks[*block].pred_count == 1 && *block != f->entry_block &&
           s->steps++ < SYMBOLIC_STEPS) {
        *block = f->preds[f->blocks[*block].preds];
        site = definition_in_block(s, place, *block);
    }
    return site;
}

bool definition_is_lost(struct place place, uint32_t site) {
    return site == SITE_CALL && !place.bytes && (CALL_SCRATCH >> place.reg & 1);
}
