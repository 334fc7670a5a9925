/* SPDX-License-Identifier: MIT */
#include "service/served.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdlib.h>

struct domain {
    int references;
    pthread_mutex_t lock;
    struct served **objects; /* id - 1 is the index */
    size_t count, room;
};

struct served *served_new(const struct interface *interface, void *data) {
    struct served *s = NEW(struct served);
    *s = (struct served){.object = {.interface = interface, .data = data}, .references = 1};
    return s;
}

struct served *served_ref(struct served *s) {
    __atomic_fetch_add(&s->references, 1, __ATOMIC_RELAXED);
    return s;
}

void served_unref(struct served *s) {
    if (!s || __atomic_sub_fetch(&s->references, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    if (s->object.interface->destroy)
        s->object.interface->destroy(s->object.data);
    free(s);
}

struct domain *domain_new(void) {
    struct domain *d = NEW(struct domain);
    d->references = 1;
    pthread_mutex_init(&d->lock, NULL);
    return d;
}

struct domain *domain_ref(struct domain *d) {
    __atomic_fetch_add(&d->references, 1, __ATOMIC_RELAXED);
    return d;
}

void domain_unref(struct domain *d) {
    if (!d || __atomic_sub_fetch(&d->references, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    for (size_t i = 0; i < d->count; i++)
        served_unref(d->objects[i]);
    free(d->objects);
    pthread_mutex_destroy(&d->lock);
    free(d);
}

uint32_t domain_add(struct domain *d, struct served *s) {
    pthread_mutex_lock(&d->lock);
    size_t at = 0;
    while (at < d->count && d->objects[at])
        at++;
    bool fits = at < DOMAIN_MAX_OBJECTS;
    if (fits) {
        if (at == d->count) {
            GROW(d->objects, d->count, d->room);
            d->count++;
        }
        d->objects[at] = s;
    }
    pthread_mutex_unlock(&d->lock);
    return fits ? (uint32_t)at + 1 : 0;
}

/* The slot of an id, or NULL; with the lock held. */
static struct served **slot(struct domain *d, uint32_t id) {
    return id && id <= d->count && d->objects[id - 1] ? &d->objects[id - 1] : NULL;
}

struct served *domain_get(struct domain *d, uint32_t id) {
    pthread_mutex_lock(&d->lock);
    struct served **at = slot(d, id);
    struct served *s = at ? served_ref(*at) : NULL;
    pthread_mutex_unlock(&d->lock);
    return s;
}

bool domain_close(struct domain *d, uint32_t id) {
    struct served *s = NULL;
    pthread_mutex_lock(&d->lock);
    struct served **at = slot(d, id);
    if (at) {
        s = *at;
        *at = NULL;
    }
    pthread_mutex_unlock(&d->lock);
    served_unref(s);
    return s != NULL;
}
