/* SPDX-License-Identifier: MIT */
#include "kernel/process.h"

#include "base/blocking.h"
#include "base/log.h"
#include "core/core.h"
#include "core/memory.h"
#include "kernel/baton.h"
#include "kernel/exception.h"
#include "kernel/handle.h"
#include "kernel/loader_environment.h"
#include "kernel/lock.h"
#include "kernel/process_object.h"
#include "kernel/schedule.h"
#include "kernel/space.h"
#include "kernel/svc.h"
#include "kernel/thread.h"
#include "kernel/tls.h"
#include "kernel/trace.h"
#include "kernel/watchdog.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define DEFAULT_HEAP_LIMIT  0xcd500000ull /* what an application gets of a console's 4 GiB */
#define DEFAULT_HOS_VERSION 0x00130001u   /* 19.0.1 */
#define MAIN_STACK_BYTES    0x100000ull
#define MAIN_PRIORITY       0x2c
#define HEAP_STEP           (2ull << 20)
#define HEAP_RESERVE        (2ull << 20) /* left for what the program asks of the kernel later */
#define NS_PER_SECOND       1000000000

static struct process_options options;
static uint64_t entry, environment; /* set before the guest starts */

static struct process_exit ended; /* kernel lock */
static char last_words[200];      /* kernel lock */
static pthread_cond_t ended_changed = PTHREAD_COND_INITIALIZER;

uint64_t process_entry(void) {
    return entry;
}

bool process_is_application(void) {
    return options.applet_type == 0 || options.applet_type == 4;
}

/* The finaliser of the SplitMix64 generator: spreads the seed over four words. */
uint64_t process_entropy_word(unsigned n) {
    uint64_t z = options.random_seed[n & 1] + (n + 1) * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

void process_end(enum process_end end, uint32_t status, const char *reason) {
    exception_report(); /* before anybody sees the end and leaves */
    kernel_lock();
    bool first = ended.end == PROCESS_RUNNING;
    if (first) {
        ended = (struct process_exit){.end = end, .status = status};
        snprintf(ended.reason, sizeof ended.reason, "%s", reason ? reason : "");
        if (environment && (end == PROCESS_RETURNED || end == PROCESS_EXITED))
            loader_environment_next(environment, &ended);
        /* From here on all threads leave at once, in any order. */
        if (baton_used())
            log_end_traces();
        pthread_cond_broadcast(&ended_changed);
    }
    kernel_unlock();
    if (first)
        thread_stop_all();
}

void process_last_words(const char *text, size_t length) {
    if (!length)
        return;
    kernel_lock();
    snprintf(last_words, sizeof last_words, "%.*s", (int)length, text);
    kernel_unlock();
}

void process_returned(uint32_t status) {
    char reason[sizeof last_words + 64] = "";
    kernel_lock();
    if (status && *last_words)
        snprintf(reason, sizeof reason, "main returned 0x%x; its last debug output: %s", status,
                 last_words);
    kernel_unlock();
    process_end(PROCESS_RETURNED, status, reason);
}

void process_last_thread_ended(void) {
    process_end(PROCESS_EXITED, 0, "");
}

bool process_ended(void) {
    kernel_lock();
    bool is = ended.end != PROCESS_RUNNING;
    kernel_unlock();
    return is;
}

bool process_wait(int64_t timeout_ns, struct process_exit *out) {
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    if (timeout_ns > 0) {
        at.tv_sec += timeout_ns / NS_PER_SECOND;
        at.tv_nsec += timeout_ns % NS_PER_SECOND;
        if (at.tv_nsec >= NS_PER_SECOND) {
            at.tv_nsec -= NS_PER_SECOND;
            at.tv_sec++;
        }
    }
    blocking_call("a wait for the end");
    int failed = 0;
    kernel_lock();
    while (ended.end == PROCESS_RUNNING && !failed) {
        if (timeout_ns < 0)
            kernel_wait(&ended_changed);
        else
            failed = kernel_timedwait(&ended_changed, &at);
    }
    bool is = ended.end != PROCESS_RUNNING;
    if (is && out)
        *out = ended;
    kernel_unlock();
    return is;
}

/* ---- start ---- */

/* What the loader mapped, as the guest sees it. An NRO's segments are aliases of the loader's heap,
 * an NSO's are the process's own code. */
static uint64_t record_modules(const struct lifted_program *program) {
    bool nro = program->start == LIFTED_START_NRO;
    const uint32_t code = nro ? SPACE_ALIAS_CODE : SPACE_CODE;
    const uint32_t data = nro ? SPACE_ALIAS_CODE_DATA : SPACE_CODE_DATA;
    static const enum guest_perm perms[] = {GUEST_RX, GUEST_R, GUEST_RW};
    uint64_t bytes = 0;
    for (size_t i = 0; i < program->module_count; i++) {
        const struct lifted_module *m = &program->modules[i];
        for (int k = 0; k < 3; k++) {
            uint64_t size = m->segments[k].memory_size;
            if (size)
                space_record(m->base + m->segments[k].address, size, k == 2 ? data : code,
                             perms[k]);
            bytes += size;
        }
    }
    return bytes;
}

static bool fail(struct error *error, const char *what, result r) {
    return error_set(error, ERROR_LIMIT, "starting the program: %s failed with 0x%x", what, r);
}

/* The main thread, with a stack at the start of the stack region. */
static bool make_main_thread(uint64_t stack, struct thread **out, struct error *error) {
    const struct thread_options main_thread = {
        .entry = entry,
        .stack_top = stack + MAIN_STACK_BYTES,
        .priority = MAIN_PRIORITY,
        .core = THREAD_DEFAULT_CORE,
        .is_main = true,
    };
    result r = thread_create(&main_thread, out);
    if (r)
        return fail(error, "creating the main thread", r);
    r = handle_add((struct object *)*out, &(*out)->handle);
    if (r)
        return fail(error, "the main thread's handle", r);
    thread_write_handle(*out);
    return true;
}

static bool make_environment(struct thread *t, struct error *error) {
    struct loader_environment e = {.options = &options, .main_thread_handle = t->handle};
    result r = handle_add(process_object(), &e.process_handle);
    if (r)
        return fail(error, "the process handle", r);
    uint64_t used = space_used() + HEAP_RESERVE;
    uint64_t room = options.heap_limit > used ? options.heap_limit - used : 0;
    e.heap_size = room / HEAP_STEP * HEAP_STEP;
    r = space_set_heap_size(e.heap_size, &e.heap_address);
    if (r || !e.heap_size)
        return fail(error, "the heap (is the limit large enough?)", r);
    t->state.x[0] = loader_environment_write(environment, &e);
    t->state.x[1] = UINT64_MAX;
    t->state.x[30] = CORE_LOADER_RETURN;
    return true;
}

static void set_options(const struct process_options *o) {
    options = *o;
    if (!options.heap_limit)
        options.heap_limit = DEFAULT_HEAP_LIMIT;
    if (options.heap_limit > guest_layout.heap.size)
        options.heap_limit = guest_layout.heap.size;
    if (!options.hos_version)
        options.hos_version = DEFAULT_HOS_VERSION;
}

static bool prepare_memory(const struct lifted_program *program, uint64_t stack,
                           struct error *error) {
    uint64_t bytes = loader_environment_bytes();
    if (!guest_memory_init(error) || !core_load(program, error))
        return false;
    space_reset();
    space_alias_reset();
    uint64_t fixed = record_modules(program) + MAIN_STACK_BYTES + bytes;
    space_heap_reset(options.heap_limit, fixed);
    if (!tls_init(error) || !space_map_fresh(stack, MAIN_STACK_BYTES, SPACE_STACK, GUEST_RW, error))
        return false;
    environment = program->start == LIFTED_START_NRO ? tls_pages_end() : 0;
    /* The reference loader's are part of its data. */
    return !environment || space_map_fresh(environment, bytes, SPACE_CODE_DATA, GUEST_RW, error);
}

bool process_start(const struct lifted_program *program, const struct process_options *wanted,
                   struct error *error) {
    static const struct core_kernel kernel = {
        .svc = kernel_svc,
        .fault = exception_fault,
        .preempt = schedule_preempt,
        .spin = schedule_spin,
        .held = schedule_held,
        .now = baton_now,
    };
    uint64_t stack = guest_layout.stack.base;
    struct thread *t;
    if (!program->module_count)
        return error_set(error, ERROR_FORMAT, "%s: no module to run", program->name);
    set_options(wanted);
    schedule_set_free(wanted->free_threads);
    blocking_ask(schedule_holds_core);
    watchdog_start(wanted->watchdog);
    trace_start();
    handle_table_reset(); /* first: objects give back the memory that was lent to them */
    if (!prepare_memory(program, stack, error))
        return false;
    entry = program->modules[0].base + program->modules[0].entry;
    core_set_kernel(&kernel);
    exception_reset();
    kernel_lock();
    ended = (struct process_exit){.end = PROCESS_RUNNING};
    *last_words = 0;
    kernel_unlock();
    if (!make_main_thread(stack, &t, error))
        return false;
    bool ready = true;
    if (environment)
        ready = make_environment(t, error);
    else
        t->state.x[1] = t->handle;
    if (ready) {
        result r = thread_start(t);
        ready = !r || fail(error, "starting the main thread", r);
    }
    object_unref(t);
    return ready;
}
