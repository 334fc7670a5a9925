/* SPDX-License-Identifier: MIT */
#include "kernel/handle.h"

#include "kernel/lock.h"
#include "kernel/process.h"
#include "kernel/process_object.h"
#include "kernel/results.h"

#include <string.h>

#define INDEX_BITS 15
#define INDEX_MASK ((1u << INDEX_BITS) - 1)
#define SERIAL_MAX 0x7fffu
#define NO_INDEX   (-1)

static struct {
    struct object *object;
    uint16_t serial;
    int16_t next_free;
} slots[HANDLE_TABLE_SIZE];

static int16_t first_free;
static uint16_t next_serial;
static bool ready;

/* The free list is a stack with the highest index on top, so the first handle is 0x81ff. */
static void prepare_locked(void) {
    if (ready)
        return;
    for (unsigned i = 0; i < HANDLE_TABLE_SIZE; i++) {
        slots[i].object = NULL;
        slots[i].next_free = i ? (int16_t)(i - 1) : NO_INDEX;
    }
    first_free = HANDLE_TABLE_SIZE - 1;
    next_serial = 1;
    ready = true;
}

result handle_add_locked(struct object *o, uint32_t *handle_out) {
    prepare_locked();
    *handle_out = 0;
    if (first_free == NO_INDEX)
        return RESULT_OUT_OF_HANDLES;
    unsigned index = (unsigned)first_free;
    first_free = slots[index].next_free;
    slots[index].object = object_ref(o);
    slots[index].serial = next_serial;
    next_serial = next_serial == SERIAL_MAX ? 1 : (uint16_t)(next_serial + 1);
    *handle_out = index | (uint32_t)slots[index].serial << INDEX_BITS;
    return 0;
}

static int index_of_locked(uint32_t handle) {
    prepare_locked();
    unsigned index = handle & INDEX_MASK;
    uint32_t serial = handle >> INDEX_BITS;
    if (index >= HANDLE_TABLE_SIZE || !serial || !slots[index].object ||
        slots[index].serial != serial)
        return NO_INDEX;
    return (int)index;
}

struct object *handle_peek_locked(uint32_t handle) {
    int index = index_of_locked(handle);
    return index == NO_INDEX ? NULL : slots[index].object;
}

struct object *handle_get_locked(uint32_t handle, struct thread *self) {
    struct object *o = NULL;
    if (handle == HANDLE_CURRENT_THREAD)
        o = (struct object *)self; /* a thread begins with its object */
    else if (handle == HANDLE_CURRENT_PROCESS)
        o = process_object();
    else
        o = handle_peek_locked(handle);
    return o ? object_ref(o) : NULL;
}

result handle_add(struct object *o, uint32_t *handle_out) {
    kernel_lock();
    result r = handle_add_locked(o, handle_out);
    kernel_unlock();
    return r;
}

struct object *handle_get(uint32_t handle, struct thread *self) {
    kernel_lock();
    struct object *o = handle_get_locked(handle, self);
    kernel_unlock();
    return o;
}

void *handle_get_kind(uint32_t handle, struct thread *self, enum object_kind kind) {
    struct object *o = handle_get(handle, self);
    if (o && o->ops->kind != kind) {
        object_unref(o);
        o = NULL;
    }
    return o;
}

static struct object *take_locked(int index) {
    struct object *o = slots[index].object;
    slots[index].object = NULL;
    slots[index].next_free = first_free;
    first_free = (int16_t)index;
    return o;
}

result handle_close(uint32_t handle) {
    kernel_lock();
    int index = index_of_locked(handle);
    struct object *o = index == NO_INDEX ? NULL : take_locked(index);
    kernel_unlock();
    if (!o)
        return RESULT_INVALID_HANDLE;
    object_unref(o);
    return 0;
}

void handle_table_reset(void) {
    struct object *old[HANDLE_TABLE_SIZE];
    kernel_lock();
    prepare_locked();
    for (unsigned i = 0; i < HANDLE_TABLE_SIZE; i++)
        old[i] = slots[i].object;
    ready = false;
    prepare_locked();
    kernel_unlock();
    for (unsigned i = 0; i < HANDLE_TABLE_SIZE; i++)
        object_unref(old[i]);
}
