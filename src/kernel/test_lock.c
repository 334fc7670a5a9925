/* SPDX-License-Identifier: MIT */
#include "kernel/mutex.h"
#include "kernel/results.h"
#include "kernel/test_support.h"

/* Mutexes, condition variables and address arbitration with real host threads. */

#define MUTEX    (test_heap() + 0x100)
#define CONDVAR  (test_heap() + 0x200)
#define WORD     (test_heap() + 0x300)
#define FOR_EVER UINT64_MAX

/* What a guest's mutex code does: take a free word, else ask the kernel. */
static void lock(struct thread *t) {
    for (;;) {
        uint32_t word = 0;
        if (__atomic_compare_exchange_n((uint32_t *)MUTEX, &word, t->handle, false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return;
        if ((word & ~MUTEX_HAS_WAITERS) == t->handle)
            return; /* handed over by the kernel */
        if (!(word & MUTEX_HAS_WAITERS) &&
            !__atomic_compare_exchange_n((uint32_t *)MUTEX, &word, word | MUTEX_HAS_WAITERS, false,
                                         __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            continue;
        test_svc(t, 0x1a, word & ~MUTEX_HAS_WAITERS, MUTEX, t->handle);
        if ((test_word(MUTEX) & ~MUTEX_HAS_WAITERS) == t->handle)
            return;
    }
}

static void unlock(struct thread *t) {
    uint32_t word = t->handle;
    if (!__atomic_compare_exchange_n((uint32_t *)MUTEX, &word, 0, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST))
        test_svc(t, 0x1b, MUTEX);
}

static void arbitration_checks_its_arguments(void **state) {
    (void)state;
    assert_int_equal(test_svc(self, 0x1a, self->handle, MUTEX + 2, self->handle),
                     RESULT_INVALID_ADDRESS);
    assert_int_equal(test_svc(self, 0x1a, self->handle, 0x1000, self->handle),
                     RESULT_INVALID_CURRENT_MEMORY);
    /* The word says something else: the caller tries again. */
    assert_int_equal(test_svc(self, 0x1a, 0x1234, MUTEX, self->handle), 0);
    test_set_word(MUTEX, 0x1234 | MUTEX_HAS_WAITERS);
    assert_int_equal(test_svc(self, 0x1a, 0x1234, MUTEX, self->handle), RESULT_INVALID_HANDLE);
    test_set_word(MUTEX, 0xffff8000u | MUTEX_HAS_WAITERS);
    assert_int_equal(test_svc(self, 0x1a, 0xffff8000u, MUTEX, self->handle), RESULT_INVALID_HANDLE);
    assert_int_equal(test_svc(self, 0x1b, MUTEX + 1), RESULT_INVALID_ADDRESS);
    assert_int_equal(test_svc(self, 0x1b, 0x1000), RESULT_INVALID_CURRENT_MEMORY);
    assert_int_equal(test_svc(self, 0x1b, MUTEX), 0);
    assert_int_equal(test_word(MUTEX), 0);
}

/* Takes the mutex from its owner, notes its turn and the word, and hands it on. */
static void wait_for_mutex(struct test_player *p) {
    p->got[0] = test_svc(p->thread, 0x1a, p->argument[0], MUTEX, p->thread->handle);
    p->got[1] = test_word(MUTEX);
    p->got[2] = (*(uint64_t *)WORD)++;
    p->got[3] = test_svc(p->thread, 0x1b, MUTEX);
}

static void start_mutex_waiter(struct test_player *p, int priority) {
    p->argument[0] = self->handle;
    test_player_start(p, priority, wait_for_mutex);
    test_until_waiting(p->thread, THREAD_WAIT_LOCK);
}

static void assert_turn(struct test_player *p, uint64_t turn, uint32_t bits) {
    test_player_join(p);
    assert_int_equal(p->got[0], 0);
    assert_int_equal(p->got[1], p->thread->handle | bits);
    assert_int_equal(p->got[2], turn);
    assert_int_equal(p->got[3], 0);
}

static void the_best_waiter_gets_the_mutex(void **state) {
    (void)state;
    struct test_player low, high, high_too;
    test_set_word(MUTEX, self->handle | MUTEX_HAS_WAITERS);
    start_mutex_waiter(&low, 50);
    start_mutex_waiter(&high, 40);
    start_mutex_waiter(&high_too, 40);
    /* The owner inherits the priority of the best waiter. */
    assert_int_equal(test_svc(self, 0x0c, 0, self->handle), 0);
    assert_int_equal(self->state.x[1], 40);
    assert_int_equal(test_svc(self, 0x1b, MUTEX), 0);
    assert_turn(&high, 0, MUTEX_HAS_WAITERS);
    assert_turn(&high_too, 1, MUTEX_HAS_WAITERS);
    assert_turn(&low, 2, 0);
    assert_int_equal(test_word(MUTEX), 0);
    assert_int_equal(test_svc(self, 0x0c, 0, self->handle), 0);
    assert_int_equal(self->state.x[1], 44);
}

#define ROUNDS 2000

static void count_up(struct test_player *p) {
    uint64_t *counter = (uint64_t *)WORD;
    for (int i = 0; i < ROUNDS; i++) {
        lock(p->thread);
        ++*counter;
        unlock(p->thread);
    }
}

static void the_mutex_excludes(void **state) {
    (void)state;
    struct test_player p[4];
    for (int i = 0; i < 4; i++)
        test_player_start(&p[i], 40 + i, count_up);
    for (int i = 0; i < 4; i++)
        test_player_join(&p[i]);
    assert_int_equal(*(uint64_t *)WORD, 4 * ROUNDS);
    assert_int_equal(test_word(MUTEX), 0);
}

static void condvar_timeout_gives_up_the_mutex(void **state) {
    (void)state;
    lock(self);
    assert_int_equal(test_svc(self, 0x1c, MUTEX, CONDVAR, self->handle, 0), RESULT_TIMED_OUT);
    assert_int_equal(test_word(MUTEX), 0);
    assert_int_equal(test_word(CONDVAR), 1);
    test_svc(self, 0x1d, CONDVAR, 1);
    assert_int_equal(test_word(CONDVAR), 0);
    assert_int_equal(test_svc(self, 0x1c, MUTEX + 1, CONDVAR, self->handle, 0),
                     RESULT_INVALID_ADDRESS);
    assert_int_equal(test_svc(self, 0x1c, 0x1000, CONDVAR, self->handle, 0),
                     RESULT_INVALID_CURRENT_MEMORY);
    assert_int_equal(test_svc(self, 0x1c, MUTEX, CONDVAR, self->handle, 1), RESULT_TIMED_OUT);
}

static void wait_on_condvar(struct test_player *p) {
    lock(p->thread);
    p->got[0] = test_svc(p->thread, 0x1c, MUTEX, CONDVAR, p->thread->handle, FOR_EVER);
    p->got[1] = test_word(MUTEX) & ~MUTEX_HAS_WAITERS;
    p->got[2] = p->thread->handle;
    unlock(p->thread);
}

static void a_signal_hands_over_the_mutex(void **state) {
    (void)state;
    struct test_player p;
    test_player_start(&p, 44, wait_on_condvar);
    test_until_waiting(p.thread, THREAD_WAIT_CONDVAR);
    assert_int_equal(test_word(CONDVAR), 1);
    /* The mutex is taken: the waiter moves to its queue. */
    lock(self);
    test_svc(self, 0x1d, CONDVAR, 1);
    assert_int_equal(test_word(CONDVAR), 0);
    assert_int_equal(test_word(MUTEX), self->handle | MUTEX_HAS_WAITERS);
    test_until_waiting(p.thread, THREAD_WAIT_LOCK);
    unlock(self);
    test_player_join(&p);
    assert_int_equal(p.got[0], 0);
    assert_int_equal(p.got[1], p.got[2]);
}

static void signals_wake_as_many_as_they_say(void **state) {
    (void)state;
    struct test_player p[3];
    for (int i = 0; i < 3; i++) {
        test_player_start(&p[i], 50 - i, wait_on_condvar);
        test_until_waiting(p[i].thread, THREAD_WAIT_CONDVAR);
    }
    test_svc(self, 0x1d, CONDVAR, 1);
    test_player_join(&p[2]); /* the best priority */
    assert_int_equal(test_word(CONDVAR), 1);
    test_svc(self, 0x1d, CONDVAR, UINT32_MAX);
    test_player_join(&p[0]);
    test_player_join(&p[1]);
    assert_int_equal(test_word(CONDVAR), 0);
    assert_int_equal(test_word(MUTEX), 0);
}

static void arbiter_checks_its_arguments(void **state) {
    (void)state;
    test_set_word(WORD, (uint32_t)-5);
    assert_int_equal(test_svc(self, 0x34, WORD + 1, 2, 0, 0), RESULT_INVALID_ADDRESS);
    assert_int_equal(test_svc(self, 0x34, WORD + 4, 3, 0, 0), RESULT_INVALID_ADDRESS);
    assert_int_equal(test_svc(self, 0x34, WORD, 4, 0, 0), RESULT_INVALID_ENUM);
    assert_int_equal(test_svc(self, 0x34, 0x1000, 2, 0, 0), RESULT_INVALID_CURRENT_MEMORY);
    assert_int_equal(test_svc(self, 0x34, WORD, 2, 0, FOR_EVER), RESULT_INVALID_STATE);
    assert_int_equal(test_svc(self, 0x34, WORD, 2, (uint64_t)-5, 0), RESULT_TIMED_OUT);
    assert_int_equal(test_svc(self, 0x34, WORD, 2, 0xfffffffb, 1), RESULT_TIMED_OUT);
    assert_int_equal(test_svc(self, 0x34, WORD, 0, (uint64_t)-5, FOR_EVER), RESULT_INVALID_STATE);
    assert_int_equal(test_svc(self, 0x34, WORD, 0, (uint64_t)-4, 0), RESULT_TIMED_OUT);
    assert_int_equal((int32_t)test_word(WORD), -5);
    assert_int_equal(test_svc(self, 0x34, WORD, 1, (uint64_t)-4, 0), RESULT_TIMED_OUT);
    assert_int_equal((int32_t)test_word(WORD), -6);
    /* 64 bits are compared only by type 3. */
    *(uint64_t *)WORD = 0x100000007;
    assert_int_equal(test_svc(self, 0x34, WORD, 3, 7, FOR_EVER), RESULT_INVALID_STATE);
    assert_int_equal(test_svc(self, 0x34, WORD, 3, 0x100000007, 0), RESULT_TIMED_OUT);
    assert_int_equal(test_svc(self, 0x34, WORD, 2, 7, 0), RESULT_TIMED_OUT);

    assert_int_equal(test_svc(self, 0x35, WORD + 2, 0, 0, 1), RESULT_INVALID_ADDRESS);
    assert_int_equal(test_svc(self, 0x35, WORD, 3, 0, 1), RESULT_INVALID_ENUM);
    assert_int_equal(test_svc(self, 0x35, 0x1000, 1, 0, 1), RESULT_INVALID_CURRENT_MEMORY);
    assert_int_equal(test_svc(self, 0x35, WORD, 0, 0, 1), 0);
    assert_int_equal(test_svc(self, 0x35, WORD, 1, 8, 1), RESULT_INVALID_STATE);
    assert_int_equal(test_svc(self, 0x35, WORD, 1, 7, 1), 0);
    assert_int_equal(test_word(WORD), 8);
    assert_int_equal(test_svc(self, 0x35, WORD, 2, 8, 1), 0);
    assert_int_equal(test_word(WORD), 9);
}

static void wait_at_word(struct test_player *p) {
    p->got[0] = test_svc(p->thread, 0x34, WORD, 2, p->argument[0], FOR_EVER);
}

static void start_waiters(struct test_player *p, int n, uint32_t value) {
    test_set_word(WORD, value);
    for (int i = 0; i < n; i++) {
        p[i].argument[0] = value;
        test_player_start(&p[i], 44, wait_at_word);
        test_until_waiting(p[i].thread, THREAD_WAIT_ADDRESS);
    }
}

static void the_arbiter_counts_its_waiters(void **state) {
    (void)state;
    struct test_player p[3];
    start_waiters(p, 3, 5);
    /* A value that does not compare wakes nobody. */
    assert_int_equal(test_svc(self, 0x35, WORD, 1, 6, UINT32_MAX), RESULT_INVALID_STATE);
    assert_int_equal(test_svc(self, 0x35, WORD, 2, 5, 1), 0);
    assert_int_equal(test_word(WORD), 5); /* more wait than are woken */
    test_player_join(&p[0]);
    assert_int_equal(test_svc(self, 0x35, WORD, 2, 5, 2), 0);
    assert_int_equal(test_word(WORD), 4);
    test_player_join(&p[1]);
    test_player_join(&p[2]);
    assert_int_equal(p[0].got[0] | p[1].got[0] | p[2].got[0], 0);
    start_waiters(p, 2, 7);
    assert_int_equal(test_svc(self, 0x35, WORD, 0, 0, UINT32_MAX), 0);
    assert_int_equal(test_word(WORD), 7);
    test_player_join(&p[0]);
    test_player_join(&p[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        KERNEL_TEST(arbitration_checks_its_arguments),
        KERNEL_TEST(the_best_waiter_gets_the_mutex),
        KERNEL_TEST(the_mutex_excludes),
        KERNEL_TEST(condvar_timeout_gives_up_the_mutex),
        KERNEL_TEST(a_signal_hands_over_the_mutex),
        KERNEL_TEST(signals_wake_as_many_as_they_say),
        KERNEL_TEST(arbiter_checks_its_arguments),
        KERNEL_TEST(the_arbiter_counts_its_waiters),
    };
    return cmocka_run_group_tests(tests, test_kernel_begin, NULL);
}
