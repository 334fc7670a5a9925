/* SPDX-License-Identifier: MIT */
#include "gpu/engine/unknown.h"

#include "base/log.h"
#include "base/memory.h"

#include <stdlib.h>

/* One a method and reason; a program that means well has few. */
struct unknown {
    unsigned class, method;
    const char *name, *why;
    uint32_t first; /* the data when it was first met */
    uint64_t count;
};

struct unknown_methods {
    struct unknown *list;
    size_t count, room;
};

enum { MOST = 4096 }; /* what a program that sends anything can make us keep */

struct unknown_methods *unknown_new(void) {
    return NEW(struct unknown_methods);
}

void unknown_free(struct unknown_methods *u) {
    if (!u)
        return;
    free(u->list);
    free(u);
}

static void describe(const struct unknown *u, struct strbuf *out) {
    strbuf_addf(out, "class %04x, method 0x%04x", u->class, u->method * 4);
    if (u->name)
        strbuf_addf(out, " (%s)", u->name);
    strbuf_addf(out, ": %s; data 0x%x", u->why, u->first);
}

static void warn(const struct unknown *u) {
    struct strbuf text = {0};
    describe(u, &text);
    log_warning(LOG_GPU, "%s", text.text);
    strbuf_free(&text);
}

static bool add(struct unknown_methods *u, struct unknown new) {
    if (u->count == MOST)
        return false;
    size_t at = 0;
    while (at < u->count && (u->list[at].class < new.class ||
                             (u->list[at].class == new.class && u->list[at].method <= new.method)))
        at++;
    GROW(u->list, u->count, u->room);
    for (size_t i = u->count++; i > at; i--)
        u->list[i] = u->list[i - 1];
    u->list[at] = new;
    warn(&new);
    return true;
}

bool unknown_count(struct unknown_methods *u, unsigned class, unsigned method, uint32_t data,
                   const char *name, const char *why) {
    for (size_t i = 0; i < u->count; i++) {
        struct unknown *known = &u->list[i];
        if (known->class == class && known->method == method && known->why == why) {
            known->count++;
            return false;
        }
    }
    return add(u, (struct unknown){class, method, name, why, data, 1});
}

void unknown_print(const struct unknown_methods *u, struct strbuf *out) {
    for (size_t i = 0; i < u->count; i++) {
        describe(&u->list[i], out);
        strbuf_addf(out, ", %lu times\n", (unsigned long)u->list[i].count);
    }
}
