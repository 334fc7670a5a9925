/* SPDX-License-Identifier: MIT */
/* A kernel of one handle table, for unit tests: it stands in for src/kernel at link time. */
#include "base/memory.h"
#include "core/memory.h"
#include "kernel/session.h"
#include "kernel/shared_memory.h"
#include "kernel/space.h"
#include "kernel/ticker.h"
#include "service/ports.h"
#include "service/server.h"
#include "service/sm.h"
#include "service/test_support.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HANDLES     256
#define ARENA_BYTES (64u << 20)

static struct object *handles[HANDLES];
static uint8_t *arena;
static size_t arena_used;

void object_init(struct object *o, const struct object_ops *ops) {
    *o = (struct object){.ops = ops, .references = 1};
}

void *object_ref(void *o) {
    __atomic_fetch_add(&((struct object *)o)->references, 1, __ATOMIC_RELAXED);
    return o;
}

void object_unref(void *o) {
    struct object *object = o;
    if (object && __atomic_sub_fetch(&object->references, 1, __ATOMIC_ACQ_REL) == 0)
        object->ops->destroy(object);
}

result handle_add(struct object *o, uint32_t *handle_out) {
    for (unsigned i = 1; i < HANDLES; i++)
        if (!handles[i]) {
            handles[i] = object_ref(o);
            *handle_out = i;
            return 0;
        }
    return 0xd201;
}

struct object *handle_get(uint32_t handle, struct thread *self) {
    static const struct object_ops ops = {.kind = OBJECT_PROCESS, .name = "process"};
    static struct object process = {.ops = &ops, .references = 1};
    (void)self;
    if (handle == HANDLE_CURRENT_PROCESS)
        return object_ref(&process);
    return handle < HANDLES && handles[handle] ? object_ref(handles[handle]) : NULL;
}

result handle_close(uint32_t handle) {
    struct object *o = handle_get(handle, NULL);
    if (!o || handle >= HANDLES)
        return 0xe401;
    handles[handle] = NULL;
    object_unref(o);
    object_unref(o);
    return 0;
}

struct object *test_handle_object(uint32_t handle) {
    return handle < HANDLES ? handles[handle] : NULL;
}

unsigned test_handle_count(void) {
    unsigned n = 0;
    for (unsigned i = 0; i < HANDLES; i++)
        n += handles[i] != NULL;
    return n;
}

void *test_memory(size_t bytes) {
    if (!arena)
        arena = mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    void *at = arena + arena_used;
    arena_used += (bytes + 63) & ~(size_t)63;
    assert_true(arena != MAP_FAILED && arena_used <= ARENA_BYTES);
    return at;
}

bool process_memory_ok(uint64_t address, uint64_t size, uint32_t perm) {
    (void)perm;
    uint64_t base = (uintptr_t)arena;
    return address >= base && size <= arena_used && address - base <= arena_used - size;
}

/* No device keeps anything here. */
result space_device_map(uint64_t base, uint64_t size) {
    return process_memory_ok(base, size, GUEST_RW) ? 0 : 0xd401;
}

void space_device_unmap(uint64_t base, uint64_t size) {
    (void)base;
    (void)size;
}

struct session_object {
    struct object object;
    const struct session_server_ops *ops;
    void *server;
};

static void session_destroy(struct object *o) {
    struct session_object *s = (struct session_object *)o;
    s->ops->close(s->server);
    free(s);
}

struct object *session_new_hosted(const struct session_server_ops *ops, void *server) {
    static const struct object_ops object_ops = {
        .kind = OBJECT_CLIENT_SESSION, .name = "session", .destroy = session_destroy};
    struct session_object *s = NEW(struct session_object);
    object_init(&s->object, &object_ops);
    s->ops = ops;
    s->server = server;
    return &s->object;
}

void port_register(const char *name, port_connect *connect, void *context) {
    (void)name, (void)connect, (void)context;
}

uint32_t test_connect(const char *port) {
    char name[8] = {0};
    memcpy(name, port, strnlen(port, sizeof name));
    const struct port *found = !strcmp(port, "sm:") ? &port_sm : sm_find(name);
    assert_non_null(found);
    uint32_t handle;
    struct object *client = server_connect(found);
    assert_int_equal(handle_add(client, &handle), 0);
    object_unref(client);
    return handle;
}

result test_request(uint32_t handle, uint8_t *message, size_t size) {
    struct session_object *s = (struct session_object *)test_handle_object(handle);
    assert_non_null(s);
    assert_int_equal(s->object.ops->kind, OBJECT_CLIENT_SESSION);
    return s->ops->request(s->server, NULL, message, size);
}

struct event {
    struct object object;
    bool signalled;
};

static void event_destroy(struct object *o) {
    free(o);
}

struct event *event_new(bool signalled) {
    static const struct object_ops ops = {
        .kind = OBJECT_EVENT_READABLE, .name = "event", .destroy = event_destroy};
    struct event *e = NEW(struct event);
    object_init(&e->object, &ops);
    e->signalled = signalled;
    return e;
}

void event_unref(struct event *e) {
    object_unref(e);
}

void event_signal(struct event *e) {
    __atomic_store_n(&e->signalled, true, __ATOMIC_SEQ_CST);
}

void event_clear(struct event *e) {
    __atomic_store_n(&e->signalled, false, __ATOMIC_SEQ_CST);
}

bool event_is_signalled(struct event *e) {
    return __atomic_load_n(&e->signalled, __ATOMIC_SEQ_CST);
}

struct object *event_readable(struct event *e) {
    return &e->object;
}

struct object *event_writable(struct event *e) {
    return &e->object;
}

struct shared_memory {
    struct object object;
    void *host;
};

static void shared_memory_destroy(struct object *o) {
    free(((struct shared_memory *)o)->host);
    free(o);
}

struct shared_memory *shared_memory_new(uint64_t size, uint32_t owner_perm, uint32_t remote_perm,
                                        struct error *error) {
    static const struct object_ops ops = {
        .kind = OBJECT_SHARED_MEMORY, .name = "shared memory", .destroy = shared_memory_destroy};
    (void)owner_perm, (void)remote_perm, (void)error;
    struct shared_memory *m = NEW(struct shared_memory);
    object_init(&m->object, &ops);
    m->host = memory_new(size);
    return m;
}

struct object *shared_memory_object(struct shared_memory *m) {
    return &m->object;
}

void *shared_memory_host(struct shared_memory *m) {
    return m->host;
}

void thread_host_work_begin(void) {
}

void thread_host_work_end(void) {
}

void (*test_meanwhile)(void);

bool thread_may_not_block(void) {
    return test_meanwhile;
}

bool thread_wait_virtual(uint64_t ns) {
    (void)ns;
    return false;
}

bool thread_wait_outside(uint64_t ns) {
    (void)ns;
    if (test_meanwhile)
        test_meanwhile();
    return test_meanwhile;
}

/* Nothing ticks by itself, so that the test has the only hand. */
bool ticker_start(const struct ticker *t, struct error *error) {
    (void)t, (void)error;
    return true;
}

enum process_end test_process_end;

void process_end(enum process_end end, uint32_t status, const char *reason) {
    (void)status, (void)reason;
    test_process_end = end;
}

bool process_ended(void) {
    return true;
}
