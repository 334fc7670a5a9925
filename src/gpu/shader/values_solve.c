/* SPDX-License-Identifier: MIT */
#include "gpu/shader/values_solve.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { NOT_ASKING = UINT32_MAX, NO_EDGE = UINT32_MAX, FACT_LIMIT = 64, CHAIN = 64 };

void solver_init(struct solver *s, const struct shader_values *values,
                 const struct solver_rules *rules) {
    *s = (struct solver){.values = values, .rules = rules, .asking = NOT_ASKING};
    s->place = NEW_ARRAY(uint32_t, values->value_count);
}

void solver_free(struct solver *s) {
    free(s->place);
    free(s->asked);
    free(s->facts);
    free(s->edges);
    free(s->users);
    *s = (struct solver){0};
}

static uint32_t add(struct solver *s, uint32_t value) {
    GROW(s->asked, s->count, s->room);
    size_t same = s->count;
    GROW(s->users, same, s->users_room);
    s->users[s->count] = NO_EDGE;
    s->asked[s->count++] = value;
    return (uint32_t)s->count;
}

/* The place of a value; what can only be another value shares that one's. */
static uint32_t place_of(struct solver *s, uint32_t value) {
    uint32_t chain[CHAIN], count = 0, only = value;
    while (!s->place[only] && count < CHAIN) {
        chain[count++] = only;
        const uint32_t source = shader_values_only_source(s->values, only);
        if (source == VALUE_NONE)
            break;
        only = source;
    }
    if (!s->place[only])
        s->place[only] = add(s, only);
    for (uint32_t i = 0; i < count; i++)
        s->place[chain[i]] = s->place[only];
    return s->place[only];
}

void solver_want(struct solver *s, uint32_t value) {
    if (value == VALUE_NONE)
        return;
    const uint32_t at = place_of(s, value) - 1;
    if (s->asking == NOT_ASKING)
        return;
    GROW(s->edges, s->edge_count, s->edge_room);
    s->edges[s->edge_count] = (struct solver_edge){s->asking, s->users[at]};
    s->users[at] = (uint32_t)s->edge_count++;
}

static void want_source(void *context, uint32_t source) {
    solver_want(context, source);
}

static void want_all(struct solver *s) {
    for (size_t i = 0; i < s->count; i++) {
        const uint32_t value = s->asked[i];
        s->asking = (uint32_t)i;
        if (shader_values_kind(s->values, value) == VALUE_WRITTEN)
            s->rules->want(s, shader_values_write(s->values, value));
        else
            shader_values_sources(s->values, value, want_source, s);
    }
    s->asking = NOT_ASKING;
}

static uint8_t *fact_at(const struct solver *s, uint32_t place) {
    return s->facts + place * s->rules->size;
}

static bool is_known(const uint8_t *fact) {
    uint32_t first;
    memcpy(&first, fact, sizeof first);
    return first != 0;
}

/* Joins what came to be known with what was; true: that is something else now. */
static bool join(const struct solver *s, uint8_t *fact, const uint8_t *other) {
    if (!is_known(other))
        return false;
    if (is_known(fact))
        return s->rules->meet(fact, other);
    memcpy(fact, other, s->rules->size);
    return true;
}

/* Of a value that a source's fact changed. */
static bool refresh(const struct solver *s, uint32_t place, const uint8_t *source) {
    const uint32_t value = s->asked[place];
    uint8_t made[FACT_LIMIT] = {0};
    if (shader_values_kind(s->values, value) != VALUE_WRITTEN)
        return join(s, fact_at(s, place), source);
    s->rules->make(s, shader_values_write(s->values, value), made);
    return join(s, fact_at(s, place), made);
}

static bool begin(const struct solver *s, uint32_t place) {
    const enum value_kind kind = shader_values_kind(s->values, s->asked[place]);
    if (kind == VALUE_UNWRITTEN)
        s->rules->nobody(fact_at(s, place));
    return kind == VALUE_UNWRITTEN || (kind == VALUE_WRITTEN && refresh(s, place, NULL));
}

void solver_run(struct solver *s) {
    want_all(s);
    s->facts = memory_new(s->count * s->rules->size + 1);
    uint32_t *queue = NEW_ARRAY(uint32_t, s->count + 1);
    bool *waits = NEW_ARRAY(bool, s->count + 1);
    size_t first = 0, waiting = 0;
    /* What was asked for last comes from the least. */
    for (size_t i = s->count; i > 0; i--)
        if (begin(s, (uint32_t)(i - 1))) {
            queue[waiting++] = (uint32_t)(i - 1);
            waits[i - 1] = true;
        }
    for (size_t steps = 0; waiting && !s->gave_up;) {
        const uint32_t place = queue[first];
        first = (first + 1) % (s->count + 1);
        waiting--;
        waits[place] = false;
        for (uint32_t e = s->users[place]; e != NO_EDGE; e = s->edges[e].next) {
            const uint32_t user = s->edges[e].user;
            s->gave_up |= ++steps > SOLVER_STEPS;
            if (!refresh(s, user, fact_at(s, place)) || waits[user])
                continue;
            waits[user] = true;
            queue[(first + waiting++) % (s->count + 1)] = user;
        }
    }
    free(queue);
    free(waits);
}

const void *solver_fact(const struct solver *s, uint32_t value) {
    if (value == VALUE_NONE || !s->place[value] || s->gave_up)
        return NULL;
    return fact_at(s, s->place[value] - 1);
}
