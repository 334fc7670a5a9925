/* SPDX-License-Identifier: MIT */
#include "deko3d/record/control_list.h"

struct control_chunk {
    struct control_chunk *next;
    uint32_t count; /* of steps that may be filled; one more is there, for RETURN and JUMP */
    struct control steps[];
};

enum { CHUNK_STEPS = 2048 / sizeof(struct control) - 2 };

static struct control_chunk *take_unused(struct control_list *l, uint32_t count) {
    for (struct control_chunk **at = &l->unused; *at; at = &(*at)->next) {
        struct control_chunk *c = *at;
        if (c->count >= count) {
            *at = c->next;
            return c;
        }
    }
    return NULL;
}

static struct control_chunk *new_chunk(DkDevice device, uint32_t count) {
    if (count < CHUNK_STEPS)
        count = CHUNK_STEPS;
    struct control_chunk *c = dk_alloc(device, sizeof *c + (count + (size_t)1) * sizeof c->steps[0],
                                       _Alignof(max_align_t));
    c->count = count;
    return c;
}

static void go_on_elsewhere(struct control_list *l, DkDevice device, uint32_t count) {
    struct control_chunk *c = take_unused(l, count);
    if (!c)
        c = new_chunk(device, count);
    if (l->begin) /* in the step that was kept */
        *l->next = (struct control){.kind = CONTROL_JUMP, .target = c->steps};
    c->next = l->used;
    l->used = c;
    l->next = c->steps;
    l->end = c->steps + c->count;
}

struct control *control_list_add(struct control_list *l, DkDevice device, uint32_t count) {
    /* end, next: NULL where there is no chunk yet */
    if ((size_t)(l->end - l->next) < count)
        go_on_elsewhere(l, device, count);
    struct control *c = l->next;
    l->next += count;
    l->last_entry = NULL;
    if (!l->begin)
        l->begin = c;
    return c;
}

const struct control *control_list_finish(struct control_list *l) {
    const struct control *begin = l->begin;
    if (!begin)
        return NULL;
    l->next->kind = CONTROL_RETURN;
    l->next++;
    l->begin = l->last_entry = NULL;
    if (l->next >= l->end)
        l->next = l->end = NULL;
    return begin;
}

void control_list_clear(struct control_list *l) {
    while (l->used) {
        struct control_chunk *c = l->used;
        l->used = c->next;
        c->next = l->unused;
        l->unused = c;
    }
    l->begin = l->last_entry = l->next = l->end = NULL;
}

void control_list_free(struct control_list *l, DkDevice device) {
    control_list_clear(l);
    while (l->unused) {
        struct control_chunk *c = l->unused;
        l->unused = c->next;
        dk_free(device, c);
    }
}
