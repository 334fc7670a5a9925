/* SPDX-License-Identifier: MIT */
#include "base/blocking.h"
#include "host/clock.h"
#include "kernel/lock.h"
#include "kernel/process.h"
#include "kernel/results.h"
#include "kernel/schedule.h"
#include "kernel/session.h"
#include "kernel/test_support.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* No call that may block while a core is held: the check, and who gives the core back. */

static void take_core(void) {
    thread_set_current(self);
    kernel_lock();
    schedule_enter_locked(self);
    kernel_unlock();
    assert_true(schedule_holds_core());
}

static void give_core(void) {
    kernel_lock();
    schedule_leave_locked(self);
    kernel_unlock();
    thread_set_current(NULL);
}

/* What a child that does this leaves: its status, and what it said. */
static int status_of(void (*call)(void), char *said, size_t room) {
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (!child) {
        dup2(ends[1], STDERR_FILENO);
        call();
        _exit(0);
    }
    close(ends[1]);
    const ssize_t n = read(ends[0], said, room - 1);
    said[n > 0 ? n : 0] = 0;
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void sleep_with_a_core(void) {
    take_core();
    clock_sleep_until(0);
}

static void a_call_with_a_core_ends_the_process(void **state) {
    char said[400];
    (void)state;
    const int status = status_of(sleep_with_a_core, said, sizeof said);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
    assert_non_null(strstr(said, "sleep may block, and the thread holds a virtual core"));
}

static void host_work_is_without_one(void **state) {
    (void)state;
    clock_sleep_until(0); /* no guest's thread */
    take_core();
    thread_host_work_begin();
    thread_host_work_begin(); /* they nest */
    assert_false(schedule_holds_core());
    clock_sleep_until(0);
    thread_host_work_end();
    assert_false(schedule_holds_core());
    clock_sleep_until(0);
    thread_host_work_end();
    assert_true(schedule_holds_core());
    give_core();
}

static unsigned calls;

static result serve(void *server, struct thread *caller, uint8_t *buffer, size_t size) {
    (void)server;
    (void)caller;
    (void)buffer;
    (void)size;
    calls++;
    clock_sleep_until(0);
    return 0;
}

static void close_server(void *server) {
    (void)server;
    calls++;
    clock_sleep_until(0);
}

static void services_may_block_when_asked_and_when_closed(void **state) {
    static const struct session_server_ops ops = {"sleeper", serve, close_server};
    uint32_t handle;
    (void)state;
    struct object *session = session_new_hosted(&ops, NULL);
    assert_int_equal(handle_add(session, &handle), 0);
    object_unref(session);
    calls = 0;
    assert_int_equal(test_svc(self, 0x21, handle), 0);
    assert_int_equal(test_svc(self, 0x16, handle), 0);
    assert_int_equal(calls, 2);
}

static void want_a_core(struct test_player *p) {
    p->got[0] = test_svc(p->thread, 0x10);
}

/* Who waits at the limit of threads lets others run: one wants its core, and ends. */
static void creating_a_thread_waits_without_a_core(void **state) {
    const uint64_t stack = test_heap() + 0x10000;
    struct test_player other;
    (void)state;
    test_player_start(&other, 44, want_a_core);
    while (test_svc(self, 0x08, 0, 0x1000, 0, stack, 44, 0) == 0)
        continue;
    assert_int_equal(self->state.x[0], RESULT_LIMIT_REACHED);
    assert_int_equal(thread_count(), THREAD_LIMIT);
    test_player_join(&other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        KERNEL_TEST(a_call_with_a_core_ends_the_process),
        KERNEL_TEST(host_work_is_without_one),
        KERNEL_TEST(services_may_block_when_asked_and_when_closed),
        KERNEL_TEST(creating_a_thread_waits_without_a_core),
    };
    return cmocka_run_group_tests(tests, test_kernel_begin, NULL);
}
