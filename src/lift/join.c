/* SPDX-License-Identifier: MIT */
#include "lift/join.h"

#include "lift/pattern.h"

enum {
    SITES_MAX = 512, /* definitions of one place that may reach one use */
    TRAIL_MAX = 128, /* places that one value may have been copied through */
};

struct site {
    uint32_t block, at;
};

struct sites {
    struct site all[SITES_MAX];
    size_t count;
};

/* Definitions of the place that reach the start of `block`; false: more than are looked at. */
static bool reaching(struct symbolic *s, struct place place, uint32_t block, struct sites *out) {
    const struct function *f = s->function;
    size_t top = 0;
    uint32_t mark = ++s->round;
    out->count = 0;
    s->stack[top++] = block;
    while (top) {
        uint32_t at = s->stack[--top];
        const struct block *b = &f->blocks[at];
        if (s->steps++ > SYMBOLIC_STEPS || out->count + 1 > SITES_MAX)
            return false;
        if (at == f->entry_block)
            out->all[out->count++] = (struct site){at, SITE_ENTRY};
        for (uint32_t i = 0; i < b->pred_count; i++) {
            uint32_t p = f->preds[b->preds + i];
            if (s->visited[p] == mark)
                continue;
            s->visited[p] = mark;
            uint32_t site = definition_in_block(s, place, p);
            if (site == SITE_NONE) {
                s->stack[top++] = p;
            } else if (!definition_is_lost(place, site)) {
                if (out->count == SITES_MAX)
                    return false;
                out->all[out->count++] = (struct site){p, site};
            }
        }
    }
    return true;
}

const struct value *join_call(struct symbolic *s, struct place place, uint32_t block) {
    if (!place.reg && !place.bytes && s->function->blocks[block].end == END_CALL)
        return value_make(s, (struct value){.kind = VALUE_RESULT, .number = block});
    return value_unknown(s, (uint64_t)block << 32, place.reg, true);
}

/* The same set of definitions gives the same name wherever it is asked for. */
static const struct value *merged(struct symbolic *s, unsigned reg, const struct sites *sites) {
    uint64_t name = sites->count;
    for (size_t i = 0; i < sites->count; i++)
        name += ((uint64_t)sites->all[i].block << 32 | sites->all[i].at) * 0x9e3779b97f4a7c15ull;
    return value_unknown(s, name, reg, true);
}

/* The place that the word copies to `place` whole; false where it does something else. */
static bool copied(const struct symbolic *s, struct place place, uint32_t at, struct place *from) {
    struct pattern p;
    pattern_read(text_word(s->text, at), text_pc(s->text, at), &p);
    if (!place.bytes) {
        if (p.rd != place.reg || !p.wide)
            return false;
        *from = p.kind == PATTERN_MOVE ? (struct place){.reg = p.rm}
                                       : (struct place){p.rn, p.bytes, p.value};
        bool slot = p.kind == PATTERN_LOAD && p.bytes == 8 && (p.rn == REG_SP || p.rn == REG_FP);
        return slot || (p.kind == PATTERN_MOVE && p.rm != 31);
    }
    if (p.rn != place.reg || p.bytes != 8 || place.bytes != 8)
        return false;
    if ((p.kind == PATTERN_STORE || p.kind == PATTERN_STORE_PAIR) && p.value == place.offset)
        *from = (struct place){.reg = p.rd};
    else if (p.kind == PATTERN_STORE_PAIR && p.value + 8 == place.offset)
        *from = (struct place){.reg = p.rm};
    else
        return false;
    return from->reg != 31;
}

/* The places that a value came through, and the one constant that was met. */
struct trail {
    struct {
        struct place place;
        uint32_t block;
    } all[TRAIL_MAX];
    size_t count;
    const struct value *constant;
};

static bool trail_add(struct trail *t, struct place place, uint32_t block) {
    for (size_t i = 0; i < t->count; i++)
        if (t->all[i].block == block && t->all[i].place.reg == place.reg &&
            t->all[i].place.bytes == place.bytes && t->all[i].place.offset == place.offset)
            return true;
    if (t->count == TRAIL_MAX)
        return false;
    t->all[t->count].place = place;
    t->all[t->count++].block = block;
    return true;
}

/* Back from one definition: to a constant, or over copies to a block where paths meet. */
static bool follow(struct symbolic *s, struct trail *t, struct place place, struct site site) {
    struct place from;
    while (site.at < SITE_ENTRY && copied(s, place, site.at, &from)) {
        place = from;
        site.at = definition_above(s, place, &site.block, site.at);
    }
    if (site.at == SITE_NONE)
        return trail_add(t, place, site.block);
    if (site.at >= SITE_ENTRY)
        return false;
    const struct value *v = symbolic_defined(s, place, site.block, site.at);
    if (v->kind != VALUE_CONST || (t->constant && t->constant->number != v->number))
        return false;
    t->constant = v;
    return true;
}

/* The constant that all paths bring to the place; NULL: none. What a loop hands on to itself, by
 * way of other places or not, adds nothing. */
static const struct value *common_constant(struct symbolic *s, struct place place, uint32_t block) {
    struct trail t = {.constant = NULL};
    struct sites sites;
    trail_add(&t, place, block);
    for (size_t i = 0; i < t.count; i++) {
        if (!reaching(s, t.all[i].place, t.all[i].block, &sites))
            return NULL;
        for (size_t k = 0; k < sites.count; k++)
            if (!follow(s, &t, t.all[i].place, sites.all[k]))
                return NULL;
    }
    return t.constant;
}

static const struct value *join(struct symbolic *s, struct place place, uint32_t block) {
    struct sites sites;
    if (!reaching(s, place, block, &sites))
        return value_unknown(s, (uint64_t)block << 32 | place.offset, place.reg, true);
    if (sites.count == 1 && sites.all[0].at == SITE_ENTRY && !place.bytes && place.reg < 31)
        return value_make(s, (struct value){.kind = VALUE_ARGUMENT, .extra = place.reg});
    if (sites.count == 1 && sites.all[0].at == SITE_CALL)
        return join_call(s, place, sites.all[0].block);
    if (sites.count == 1 && sites.all[0].at < SITE_ENTRY)
        return symbolic_defined(s, place, sites.all[0].block, sites.all[0].at);
    const struct value *constant = common_constant(s, place, block);
    return constant ? constant : merged(s, place.reg, &sites);
}

/* Kept, so that asking twice gives one answer even when the bounds of the question are reached in
 * between, and so that what depends on itself by more than copies comes to an end. */
const struct value *join_value(struct symbolic *s, struct place place, uint32_t block) {
    for (size_t i = 0; i < s->known_count; i++) {
        const struct known_value *k = &s->known[i];
        if (k->block == block && k->reg == place.reg && k->bytes == place.bytes &&
            k->offset == place.offset)
            return k->value;
    }
    if (s->known_count == SYMBOLIC_KNOWN)
        return join(s, place, block);
    const struct value *self =
        value_unknown(s, (uint64_t)block << 32 | place.offset, place.reg, true);
    struct known_value *mine = &s->known[s->known_count++];
    *mine = (struct known_value){block, place.reg, place.bytes, place.offset, self};
    return mine->value = join(s, place, block);
}
