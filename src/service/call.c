/* SPDX-License-Identifier: MIT */
#include "service/call.h"

#include "core/memory.h"

#include <assert.h>
#include <string.h>

/* Kernel results (module 1). */
#define KERNEL_INVALID_ADDRESS     0xcc01u
#define KERNEL_INVALID_HANDLE      0xe401u
#define KERNEL_INVALID_COMBINATION 0xe801u /* move handles from a client */

static bool add_buffer(struct call_buffers *list, const struct ipc_span *span, uint32_t perm) {
    struct buffer b = {NULL, 0};
    if (span && span->size) {
        if (!process_memory_ok(span->address, span->size, perm))
            return false;
        b = (struct buffer){(uint8_t *)span->address, span->size};
    }
    list->at[list->count++] = b;
    return true;
}

static bool used(const struct ipc_span *span) {
    return span->address && span->size;
}

/* Pointer descriptors (X or C) and map-alias descriptors (A or B) in the order of the command's
 * buffers. An auto-selected buffer sends one of each and leaves one of them empty: a pair of which
 * at most one is used counts as one buffer. */
static bool add_buffers(struct call_buffers *list, const struct ipc_list *pointers,
                        const struct ipc_list *maps, uint32_t perm) {
    unsigned n = pointers->count > maps->count ? pointers->count : maps->count;
    for (unsigned i = 0; i < n; i++) {
        const struct ipc_span *p = i < pointers->count ? &pointers->at[i] : NULL;
        const struct ipc_span *m = i < maps->count ? &maps->at[i] : NULL;
        if (p && m && !(used(p) && used(m))) {
            if (!add_buffer(list, used(m) ? m : used(p) ? p : NULL, perm))
                return false;
            continue;
        }
        if ((p && !add_buffer(list, p, perm)) || (m && !add_buffer(list, m, perm)))
            return false;
    }
    return true;
}

static bool add_exchanges(struct call *c, const struct ipc_list *w) {
    for (unsigned i = 0; i < w->count; i++)
        if (!add_buffer(&c->in, &w->at[i], GUEST_RW) || !add_buffer(&c->out, &w->at[i], GUEST_RW))
            return false;
    return true;
}

result call_begin(struct call *c, const struct ipc_message *m, const uint8_t *message,
                  struct domain *domain, struct thread *thread) {
    *c = (struct call){.thread = thread, .pid = m->has_pid ? PROCESS_ID : 0};
    if (m->move_count)
        return KERNEL_INVALID_COMBINATION;
    for (unsigned i = 0; i < m->copy_count; i++) {
        struct object *o = m->copies[i] ? handle_get(m->copies[i], thread) : NULL;
        if (m->copies[i] && !o)
            return KERNEL_INVALID_HANDLE;
        c->handles[c->handle_count++] = o;
    }
    if (!add_buffers(&c->in, &m->x, &m->a, GUEST_R) ||
        !add_buffers(&c->out, &m->c, &m->b, GUEST_W) || !add_exchanges(c, &m->w))
        return KERNEL_INVALID_ADDRESS;
    for (unsigned i = 0; i < m->in_object_count; i++)
        c->in_objects[c->in_object_count++] = domain ? domain_get(domain, m->in_objects[i]) : NULL;
    c->in_size = m->payload_size;
    memcpy(c->in_data, message + m->payload_offset, m->payload_size);
    return 0;
}

void call_drop_returns(struct call *c) {
    for (unsigned i = 0; i < c->return_count; i++)
        served_unref(c->returns[i]);
    for (unsigned i = 0; i < c->copy_count; i++)
        object_unref(c->copies[i]);
    for (unsigned i = 0; i < c->move_count; i++)
        object_unref(c->moves[i]);
    c->return_count = c->copy_count = c->move_count = 0;
}

void call_finish(struct call *c) {
    call_drop_returns(c);
    for (unsigned i = 0; i < c->handle_count; i++)
        object_unref(c->handles[i]);
    for (unsigned i = 0; i < c->in_object_count; i++)
        served_unref(c->in_objects[i]);
    served_unref(c->target);
}

const void *call_in(struct call *c) {
    return c->in_data;
}

size_t call_in_size(struct call *c) {
    return c->in_size;
}

void *call_out(struct call *c) {
    return c->out_data;
}

struct buffer call_buffer_in(struct call *c, unsigned n) {
    return n < c->in.count ? c->in.at[n] : (struct buffer){NULL, 0};
}

struct buffer call_buffer_out(struct call *c, unsigned n) {
    return n < c->out.count ? c->out.at[n] : (struct buffer){NULL, 0};
}

struct object *call_handle(struct call *c, unsigned n) {
    return n < c->handle_count ? c->handles[n] : NULL;
}

uint64_t call_pid(struct call *c) {
    return c->pid;
}

struct thread *call_thread(struct call *c) {
    return c->thread;
}

void *call_data(struct call *c) {
    return c->target->object.data;
}

struct service_object *call_object(struct call *c, unsigned n) {
    return n < c->in_object_count && c->in_objects[n] ? &c->in_objects[n]->object : NULL;
}

void call_return_object(struct call *c, const struct interface *interface, void *data) {
    assert(c->return_count < CALL_MAX_RETURNS);
    c->returns[c->return_count++] = served_new(interface, data);
}

void call_return_copy(struct call *c, struct object *o) {
    assert(c->copy_count < CALL_MAX_RETURNS);
    c->copies[c->copy_count++] = object_ref(o);
}

void call_return_move(struct call *c, struct object *o) {
    assert(c->move_count < CALL_MAX_RETURNS);
    c->moves[c->move_count++] = o;
}
