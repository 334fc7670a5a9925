/* SPDX-License-Identifier: MIT */
#include "gpu/capture/teller.h"

#include "gpu/capture/describe_state.h"
#include "gpu/engine/compute.h"
#include "gpu/engine/state.h"
#include "gpu/engine/three.h"
#include "gpu/engine/two_d.h"
#include "gpu/memory/page_table.h"

#include <stdarg.h>

static void say(const struct teller *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void say(const struct teller *t, const char *format, ...) {
    if (!t->out)
        return;
    if (t->before)
        t->before(t->before_context);
    va_list args;
    va_start(args, format);
    vfprintf(t->out, format, args);
    va_end(args);
}

bool teller_ends(const struct teller *t) {
    return t->until && t->operations >= t->until;
}

/* The number of the next operation, 0: it is no longer wanted. */
static uint64_t next(struct teller *t) {
    return teller_ends(t) ? 0 : ++t->operations;
}

static void note_target(struct teller *t, const struct three_state *state, unsigned output,
                        bool mapped) {
    struct state_targets targets;
    state_targets(state->registers, &targets);
    const unsigned target = mapped ? targets.map[output % STATE_TARGETS] : output;
    if (target >= STATE_TARGETS || !targets.has_color[target])
        return;
    t->has_target = true;
    t->target = targets.color[target];
    t->width = targets.clip.x1 > 0 ? (uint32_t)targets.clip.x1 : 0;
    t->height = targets.clip.y1 > 0 ? (uint32_t)targets.clip.y1 : 0;
    t->pages = state->pages;
}

static void note_surface(struct teller *t, const struct blit *b) {
    const struct blit_surface *s = &b->destination;
    t->has_target = true;
    t->target = (struct target){
        .address = s->address,
        .width = s->is_pitch ? s->pitch : s->width,
        .height = s->height,
        .layers = 1,
        .format = s->format,
        .pitch = s->is_pitch,
        .height_log2 = s->height_log2,
        .depth_log2 = s->depth_log2,
    };
    t->width = s->width;
    t->height = s->height;
    t->pages = b->pages;
}

/* ---- operations ---- */

static void draw(void *context, const struct three_state *state, const struct draw *d) {
    static const char *const primitives[] = {"points",
                                             "lines",
                                             "line loop",
                                             "line strip",
                                             "triangles",
                                             "triangle strip",
                                             "fan",
                                             "quads",
                                             "quad strip",
                                             "polygon",
                                             "lines with neighbours",
                                             "line strip with neighbours",
                                             "triangles with neighbours",
                                             "triangle strip with neighbours",
                                             "patches"};
    struct teller *t = context;
    const uint64_t number = next(t);
    if (!number)
        return;
    const char *primitive = d->primitive < sizeof primitives / sizeof *primitives
                                ? primitives[d->primitive]
                                : "primitives of no kind";
    say(t, "    => %lu: draws %s: %u %s%s from %u on", (unsigned long)number, primitive, d->count,
        d->indices ? "given " : "", d->indexed ? "indices" : "vertices", d->first);
    if (d->base_vertex)
        say(t, ", vertex %d added", d->base_vertex);
    if (d->instances > 1 || d->first_instance || d->instance_id)
        say(t, ", %u instances from %u on", d->instances, d->first_instance + d->instance_id);
    say(t, "\n");
    if (t->out && t->states)
        describe_state(state, t->out);
    note_target(t, state, 0, true);
    if (t->inner)
        t->inner->draw(t->inner->context, state, d);
}

/* CLEAR_SURFACE (clb197.h). */
static void clear(void *context, const struct three_state *state, uint32_t what) {
    struct teller *t = context;
    const uint64_t number = next(t);
    const unsigned target = what >> 6 & 15;
    if (!number)
        return;
    say(t, "    => %lu: clears%s%s", (unsigned long)number, what & 1 ? " depth" : "",
        what & 2 ? " stencil" : "");
    if (what >> 2 & 15)
        say(t, " colour %u (%s%s%s%s)", target, what & 4 ? "r" : "", what & 8 ? "g" : "",
            what & 16 ? "b" : "", what & 32 ? "a" : "");
    say(t, ", layer %u\n", what >> 10 & 0xffff);
    if (what >> 2 & 15)
        note_target(t, state, target, false);
    if (t->inner)
        t->inner->clear(t->inner->context, state, what);
}

static void dispatch(void *context, const struct compute_launch *l) {
    struct teller *t = context;
    const uint64_t number = next(t);
    if (!number)
        return;
    say(t, "    => %lu: launches %u x %u x %u groups of %u x %u x %u, code at 0x%lx\n",
        (unsigned long)number, l->groups[0], l->groups[1], l->groups[2], l->group_size[0],
        l->group_size[1], l->group_size[2], (unsigned long)l->program);
    if (t->inner)
        t->inner->dispatch(t->inner->context, l);
}

static void blit(void *context, const struct blit *b) {
    struct teller *t = context;
    const uint64_t number = next(t);
    if (!number)
        return;
    say(t,
        "    => %lu: copies to %u x %u texels at %d, %d of 0x%lx (format %02x) from %.3f, %.3f of "
        "0x%lx (format %02x), steps %.3f, %.3f\n",
        (unsigned long)number, b->width, b->height, b->x, b->y,
        (unsigned long)b->destination.address, b->destination.format,
        (double)b->source_x / 4294967296.0, (double)b->source_y / 4294967296.0,
        (unsigned long)b->source.address, b->source.format, (double)b->step_x / 4294967296.0,
        (double)b->step_y / 4294967296.0);
    note_surface(t, b);
    if (t->inner)
        t->inner->blit(t->inner->context, b);
}

/* ---- the rest ---- */

static uint8_t *span(void *context, uint64_t address, uint64_t *length, bool writes) {
    (void)writes;
    return page_table_find(context, address, UINT32_MAX, length);
}

static struct engine_memory memory(void *context, const struct page_table *pages) {
    const struct teller *t = context;
    if (t->inner)
        return t->inner->memory(t->inner->context, pages);
    return (struct engine_memory){span, (void *)(uintptr_t)pages};
}

static void report(void *context, const struct page_table *pages, const struct report *r) {
    struct teller *t = context;
    say(t, "    => report of counter %u, payload 0x%x, to 0x%lx\n", r->counter, r->payload,
        (unsigned long)r->address);
    if (t->inner) {
        t->inner->report(t->inner->context, pages, r);
        return;
    }
    /* Semaphores that the commands wait for; what is not counted is zero. */
    const struct engine_memory to = memory(t, pages);
    const uint64_t words[2] = {r->counter == REPORT_PAYLOAD ? r->payload : 0, 0};
    if (!engine_write(&to, r->address, words, r->one_word ? 4 : 16))
        say(t, "       which is not mapped\n");
}

static void reset_counter(void *context, uint8_t counter) {
    const struct teller *t = context;
    say(t, "    => counter %u begins again\n", counter);
    if (t->inner)
        t->inner->reset_counter(t->inner->context, counter);
}

static void after(void *context, void (*call)(void *argument), void *argument) {
    const struct teller *t = context;
    if (t->inner)
        t->inner->after(t->inner->context, call, argument);
    else
        call(argument);
}

static void begin(void *context) {
    const struct teller *t = context;
    if (t->inner)
        t->inner->begin(t->inner->context);
}

static void flush(void *context) {
    const struct teller *t = context;
    if (t->inner)
        t->inner->flush(t->inner->context);
}

static void finish(void *context) {
    const struct teller *t = context;
    if (t->inner)
        t->inner->finish(t->inner->context);
}

static void forget(void *context, const uint8_t *bytes, uint64_t size) {
    const struct teller *t = context;
    if (t->inner)
        t->inner->forget(t->inner->context, bytes, size);
}

static void describe(void *context, struct strbuf *out) {
    const struct teller *t = context;
    if (t->inner)
        t->inner->describe(t->inner->context, out);
}

static void nothing(void *context) {
    (void)context;
}

void teller_init(struct teller *t, const struct renderer *inner, FILE *out, uint64_t until) {
    *t = (struct teller){
        .renderer = {.context = t,
                     .begin = begin,
                     .clear = clear,
                     .draw = draw,
                     .dispatch = dispatch,
                     .blit = blit,
                     .report = report,
                     .reset_counter = reset_counter,
                     .after = after,
                     .flush = flush,
                     .finish = finish,
                     .forget = forget,
                     .describe = describe,
                     .free = nothing,
                     .memory = memory},
        .inner = inner,
        .out = out,
        .until = until,
    };
}
