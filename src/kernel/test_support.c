/* SPDX-License-Identifier: MIT */
#include "kernel/test_support.h"

#include "base/blocking.h"
#include "core/memory.h"
#include "kernel/handle.h"
#include "kernel/lock.h"
#include "kernel/process.h"
#include "kernel/schedule.h"
#include "kernel/space.h"
#include "kernel/svc.h"
#include "kernel/tls.h"
#include "kernel/wait.h"

#include <sched.h>
#include <string.h>

#define TEST_LIMIT_BYTES (64ull << 20)
#define TEST_FIXED_BYTES (1ull << 20)

static uint64_t heap;

uint64_t test_heap(void) {
    return heap;
}

int test_kernel_begin(void **state) {
    struct error error;
    (void)state;
    blocking_ask(schedule_holds_core);
    if (guest_memory_init(&error))
        return 0;
    print_error("%s\n", error.text);
    return -1;
}

int test_kernel_reset(void **state) {
    struct error error;
    (void)state;
    handle_table_reset();
    const struct guest_region *regions[] = {&guest_layout.stack, &guest_layout.heap,
                                            &guest_layout.tls};
    for (int i = 0; i < 3; i++)
        assert_true(guest_unmap(regions[i]->base, regions[i]->size, &error));
    space_reset();
    space_alias_reset();
    space_heap_reset(TEST_LIMIT_BYTES, TEST_FIXED_BYTES);
    assert_true(tls_init(&error));
    assert_int_equal(space_set_heap_size(TEST_HEAP_BYTES, &heap), 0);
    return 0;
}

struct thread *test_thread_new(int priority) {
    const struct thread_options options = {.priority = priority};
    struct thread *t;
    assert_int_equal(thread_create(&options, &t), 0);
    assert_int_equal(handle_add(&t->object, &t->handle), 0);
    thread_write_handle(t);
    kernel_lock();
    t->phase = THREAD_STARTED;
    thread_list_add_locked(t);
    kernel_unlock();
    return t;
}

void test_thread_end(struct thread *t) {
    kernel_lock();
    t->phase = THREAD_ENDED;
    thread_list_remove_locked(t);
    wait_notify_locked(&t->object);
    kernel_unlock();
    thread_count_ended();
    object_unref(t);
}

static void *play(void *argument) {
    struct test_player *p = argument;
    p->play(p);
    return NULL;
}

void test_player_start(struct test_player *p, int priority, void (*run)(struct test_player *p)) {
    p->thread = test_thread_new(priority);
    p->play = run;
    assert_int_equal(pthread_create(&p->host, NULL, play, p), 0);
}

void test_player_join(struct test_player *p) {
    pthread_join(p->host, NULL);
    test_thread_end(p->thread);
}

void test_until_waiting(struct thread *t, enum thread_wait kind) {
    for (;;) {
        kernel_lock();
        bool waits = t->wait == kind;
        kernel_unlock();
        if (waits)
            return;
        sched_yield();
    }
}

uint64_t test_svc_array(struct thread *t, uint32_t number, const uint64_t in[8]) {
    memcpy(t->state.x, in, 8 * sizeof *in);
    thread_set_current(t);
    kernel_lock();
    schedule_enter_locked(t);
    kernel_unlock();
    kernel_svc(&t->state, number);
    kernel_lock();
    schedule_leave_locked(t);
    kernel_unlock();
    thread_set_current(NULL);
    return t->state.x[0];
}

uint32_t test_word(uint64_t address) {
    return __atomic_load_n((uint32_t *)address, __ATOMIC_SEQ_CST);
}

void test_set_word(uint64_t address, uint32_t value) {
    __atomic_store_n((uint32_t *)address, value, __ATOMIC_SEQ_CST);
}

struct thread *self;

int test_self_begin(void **state) {
    test_kernel_reset(state);
    self = test_thread_new(44);
    return 0;
}

int test_self_end(void **state) {
    (void)state;
    test_thread_end(self);
    return 0;
}
