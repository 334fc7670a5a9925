/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_TEST_SUPPORT_H
#define WINDLASS_KERNEL_TEST_SUPPORT_H

#include "kernel/thread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* A kernel without a program: tests make guest threads of their own host threads and call
 * kernel_svc as lifted code does. */

#define TEST_HEAP_BYTES (8ull << 20)

/* Group set-up and clean-up for cmocka. */
int test_kernel_begin(void **state);
/* Before each test: empty address space but for thread-local regions and a heap. */
int test_kernel_reset(void **state);
uint64_t test_heap(void);

/* A guest thread that the calling host thread plays; has a handle. */
struct thread *test_thread_new(int priority);
void test_thread_end(struct thread *t);
/* Runs play(t) for a new guest thread on a host thread of its own; join with test_thread_join. */
struct test_player {
    struct thread *thread;
    void (*play)(struct test_player *p);
    uint64_t argument[4];
    uint64_t got[4];
    pthread_t host;
};
void test_player_start(struct test_player *p, int priority, void (*play)(struct test_player *p));
void test_player_join(struct test_player *p);
/* Returns when the thread is blocked in this wait. */
void test_until_waiting(struct thread *t, enum thread_wait kind);

/* SVC with x0... as given; gives x0. The thread holds a virtual core meanwhile. */
#define test_svc(t, number, ...) test_svc_array((t), (number), (const uint64_t[8]){__VA_ARGS__})
uint64_t test_svc_array(struct thread *t, uint32_t number, const uint64_t in[8]);

/* An aligned word at an offset in the heap. */
uint32_t test_word(uint64_t address);
void test_set_word(uint64_t address, uint32_t value);

/* The guest thread that a KERNEL_TEST plays itself. */
extern struct thread *self;
#define KERNEL_TEST(f) cmocka_unit_test_setup_teardown(f, test_self_begin, test_self_end)
int test_self_begin(void **state);
int test_self_end(void **state);

#endif
