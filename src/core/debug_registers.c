/* SPDX-License-Identifier: MIT */
#include "core/debug_state.h"

/* Threads that have stopped, as the debugger sees them. */

size_t core_debug_threads(uint64_t *ids, size_t room) {
    size_t n = 0;
    pthread_mutex_lock(&debug_lock);
    for (const struct debug_thread *t = debug_first; t && n < room; t = t->next)
        ids[n++] = t->id;
    pthread_mutex_unlock(&debug_lock);
    return n;
}

/* The thread, once it has stopped; NULL where there is none, or it is not to stop. */
static struct debug_thread *find_stopped_locked(uint64_t id) {
    for (;;) {
        struct debug_thread *t = debug_first;
        while (t && t->id != id)
            t = t->next;
        if (!t || !t->held || debug_ended)
            return NULL;
        if (t->where != IN_GUEST)
            return t;
        pthread_cond_wait(&debug_changed, &debug_lock); /* it comes back from the host */
    }
}

bool core_debug_registers(uint64_t id, struct a64_state *out) {
    pthread_mutex_lock(&debug_lock);
    const struct debug_thread *t = find_stopped_locked(id);
    if (t) {
        *out = t->where == STOPPED ? *t->state : t->seen;
        out->fpsr |= t->where == STOPPED ? t->seen_fpsr : 0;
    }
    pthread_mutex_unlock(&debug_lock);
    return t != NULL;
}

bool core_debug_set_registers(uint64_t id, const struct a64_state *in) {
    pthread_mutex_lock(&debug_lock);
    struct debug_thread *t = find_stopped_locked(id);
    const bool can = t && t->where == STOPPED;
    if (can) {
        struct a64_state *s = t->state;
        for (int i = 0; i < 31; i++)
            s->x[i] = in->x[i];
        for (int i = 0; i < 32; i++)
            s->q[i] = in->q[i];
        s->sp = in->sp;
        s->pc = in->pc;
        s->n = in->n, s->z = in->z, s->c = in->c, s->v = in->v;
        s->fpcr = in->fpcr;
        s->fpsr = in->fpsr;
        s->tpidr = in->tpidr;
        s->exclusive_size = 0;
        t->seen_fpsr = 0;
        t->written = true;
    }
    pthread_mutex_unlock(&debug_lock);
    return can;
}
