/* SPDX-License-Identifier: MIT */
#include "gpu/shader/flow_stack.h"

#include "base/memory.h"

static void add_entry(struct flow_stacks *s, struct flow_entry entry) {
    GROW(s->entries, s->count, s->room);
    s->entries[s->count++] = entry;
}

bool shader_flow_push(struct flow_stacks *s, uint32_t stack, enum flow_kind kind, uint32_t target,
                      uint32_t *out) {
    if (!s->count)
        add_entry(s, (struct flow_entry){0});
    for (uint32_t i = 1; i < s->count; i++) {
        const struct flow_entry *e = &s->entries[i];
        if (e->kind == kind && e->target == target && e->below == stack) {
            *out = i;
            return true;
        }
    }
    const uint32_t depth = s->entries[stack].depth + 1;
    if (depth > FLOW_DEPTH)
        return false;
    *out = (uint32_t)s->count;
    add_entry(s, (struct flow_entry){kind, target, stack, depth});
    return true;
}

bool shader_flow_pop(const struct flow_stacks *s, uint32_t stack, enum flow_kind kind,
                     uint32_t *target, uint32_t *out) {
    for (; stack; stack = s->entries[stack].below)
        if (s->entries[stack].kind == kind) {
            *target = s->entries[stack].target;
            *out = s->entries[stack].below;
            return true;
        }
    return false;
}
