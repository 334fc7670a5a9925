/* SPDX-License-Identifier: MIT */
/* Channels and the thread that runs them, in front of engines and a renderer that take notes. */
#include "gpu/command/words.h"
#include "gpu/engine/engines.h"
#include "gpu/runner.h"

#include "base/memory.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { PAGE = PAGE_TABLE_PAGE, PAGES = 16, BASE = 0x10000, SYNCPOINT = 30 };

static _Alignas(PAGE) uint8_t memory[PAGES * PAGE];
static uint64_t at(const void *place) {
    return BASE + (uint64_t)((const uint8_t *)place - memory);
}

/* ---- engines that take notes ---- */

static pthread_mutex_t notes_lock = PTHREAD_MUTEX_INITIALIZER;
static char notes[1000];

static void note(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void note(const char *format, ...) {
    va_list args;
    va_start(args, format);
    pthread_mutex_lock(&notes_lock);
    const size_t used = strlen(notes);
    vsnprintf(notes + used, sizeof notes - used, format, args);
    pthread_mutex_unlock(&notes_lock);
    va_end(args);
}

struct engines {
    const struct engine_shared *shared;
};

struct engines *engines_new(const struct engine_shared *shared) {
    struct engines *e = NEW(struct engines);
    e->shared = shared;
    return e;
}

void engines_free(struct engines *e) {
    free(e);
}

void engines_save(struct engines *e, struct strbuf *out) {
    (void)e;
    (void)out;
}

bool engines_load(struct engines *e, struct reader *r) {
    (void)e;
    return reader_ok(r);
}

bool engines_method(struct engines *e, unsigned class, unsigned method, uint32_t data,
                    unsigned left, struct error *error) {
    (void)left;
    if (class == 0xbad)
        return error_set(error, ERROR_GUEST, "no engine has the class");
    note("%x.%x=%x ", class, method, data);
    if (method == 0x77)
        e->shared->increment(e->shared->context, data);
    return true;
}

size_t engines_words(struct engines *e, unsigned class, unsigned method, const uint32_t *words,
                     size_t count) {
    (void)e, (void)class, (void)method, (void)words, (void)count;
    return 0; /* each comes by itself */
}

bool engines_flush(struct engines *e, struct error *error) {
    (void)e;
    (void)error;
    return true;
}

/* ---- a renderer that takes notes; all work is done at once ---- */

static void nothing(void *context) {
    (void)context;
}

static void report(void *context, const struct page_table *pages, const struct report *r) {
    (void)context;
    uint64_t length;
    atomic_store((_Atomic uint32_t *)page_table_find(pages, r->address, 4, &length), r->payload);
}

static void after(void *context, void (*call)(void *argument), void *argument) {
    (void)context;
    call(argument);
}

static void forget(void *context, const uint8_t *range, uint64_t size) {
    (void)context;
    note("forget %lx+%lx ", (unsigned long)(range - memory), (unsigned long)size);
}

static void describe(void *context, struct strbuf *out) {
    (void)context;
    (void)out;
}

static uint8_t *span(void *context, uint64_t address, uint64_t *length, bool writes) {
    (void)writes;
    return page_table_find(context, address, *length, length);
}

static struct engine_memory memory_of(void *context, const struct page_table *pages) {
    (void)context;
    return (struct engine_memory){span, (void *)pages};
}

static const struct renderer renderer = {
    .begin = nothing,
    .report = report,
    .after = after,
    .flush = nothing,
    .finish = nothing,
    .forget = forget,
    .describe = describe,
    .free = nothing,
    .memory = memory_of,
};

/* ---- whom the GPU belongs to ---- */

static _Atomic uint32_t syncpoints[64];
static _Atomic unsigned failures;

static void syncpoint_increment(void *context, uint32_t id) {
    (void)context;
    atomic_fetch_add(&syncpoints[id % 64], 1);
}

static uint32_t syncpoint_read(void *context, uint32_t id) {
    (void)context;
    return atomic_load(&syncpoints[id % 64]);
}

static uint64_t nanoseconds(void *context) {
    (void)context;
    return 5;
}

static void channel_failed(void *context, struct gpu_channel *channel, const struct error *error) {
    (void)context;
    (void)channel;
    (void)error;
    atomic_fetch_add(&failures, 1);
}

static const struct gpu_owner owner = {
    .syncpoint_increment = syncpoint_increment,
    .syncpoint_read = syncpoint_read,
    .nanoseconds = nanoseconds,
    .channel_failed = channel_failed,
};

/* ---- a machine ---- */

struct machine {
    struct gpu *gpu;
    struct page_table *pages;
    struct gpu_channel *channel;
    uint64_t next; /* free bytes of memory, for words */
};

static struct gpu_channel *channel_of(struct machine *m, uint32_t syncpoint) {
    struct gpu_channel *c = gpu_channel_new(m->gpu, syncpoint);
    gpu_channel_bind(c, m->pages);
    return c;
}

static void start(struct machine *m, bool synchronous) {
    struct error error;
    memset(memory, 0, sizeof memory);
    memset(syncpoints, 0, sizeof syncpoints);
    *notes = 0;
    failures = 0;
    m->gpu = gpu_with_renderer(&renderer, &owner, synchronous);
    m->pages = page_table_new();
    m->next = PAGE;
    assert_true(page_table_map(m->pages, BASE, memory, sizeof memory, &error));
    m->channel = channel_of(m, SYNCPOINT);
}

static void stop(struct machine *m) {
    gpu_channel_free(m->channel);
    gpu_free(m->gpu);
    page_table_unref(m->pages);
}

static uint64_t entry_of(struct machine *m, const uint32_t *words, size_t count) {
    memcpy(memory + m->next, words, count * 4);
    const uint64_t entry =
        gpfifo_encode((struct gpfifo_entry){at(memory + m->next), (uint32_t)count, false, false});
    m->next += count * 4;
    return entry;
}

static struct gpu_fence submit(struct machine *m, struct gpu_channel *c, const uint32_t *words,
                               size_t count, uint32_t added) {
    const uint64_t entry = entry_of(m, words, count);
    struct gpu_fence fence;
    gpu_channel_submit(c, &(struct gpu_submission){.entries = &entry, .count = 1, .added = added},
                       &fence);
    return fence;
}

static bool reached(struct gpu_fence f) {
    return (int32_t)(atomic_load(&syncpoints[f.syncpoint]) - f.value) >= 0;
}

static void wait_for(struct gpu_fence f) {
    for (unsigned i = 0; i < 50000 && !reached(f); i++)
        usleep(100);
    assert_true(reached(f));
}

#define WORDS(...)                    (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4
#define ONE(subchannel, method, data) (1u << 29 | 1u << 16 | (subchannel) << 13 | (method)), (data)

/* ---- tests ---- */

static void words_go_to_the_class_of_their_subchannel(void **state) {
    (void)state;
    struct machine m;
    start(&m, false);
    const struct gpu_fence f =
        submit(&m, m.channel,
               WORDS(ONE(0, 0, 0xb197), ONE(4, 0, 0xb0b5), ONE(0, 0x100, 1), ONE(4, 0x101, 2)), 1);
    wait_for(f);
    assert_string_equal(notes, "b197.100=1 b0b5.101=2 ");
    assert_int_equal(f.syncpoint, SYNCPOINT);
    assert_int_equal(f.value, 1);
    stop(&m);
}

/* As deko3d's indirect draws: the head of a command in one entry, its words in the next. */
static void a_command_goes_on_in_the_next_entry(void **state) {
    (void)state;
    struct machine m;
    struct gpu_fence f;
    start(&m, false);
    const uint64_t entries[] = {
        entry_of(&m, WORDS(ONE(0, 0, 0xb197), 0x20020100)),
        entry_of(&m, WORDS(7, 8)),
        gpfifo_encode((struct gpfifo_entry){BASE, 0, false, true}),
        entry_of(&m, WORDS(ONE(0, 0x200, 9))),
    };
    gpu_channel_submit(m.channel,
                       &(struct gpu_submission){.entries = entries, .count = 4, .added = 2}, &f);
    wait_for(f);
    assert_string_equal(notes, "b197.100=7 b197.101=8 b197.200=9 ");
    assert_int_equal(f.value, 2);
    stop(&m);
}

/* Increments by words and by the submission add up to what each fence promises. */
static void fences_count_what_words_increment(void **state) {
    (void)state;
    struct machine m;
    struct gpu_fence first, second;
    start(&m, false);
    const uint64_t entry = entry_of(
        &m, WORDS(ONE(0, 0, 0xb197), ONE(0, 0x77, SYNCPOINT), ONE(6, 0x1d, SYNCPOINT << 8 | 1)));
    const struct gpu_submission s = {.entries = &entry, .count = 1, .increments = 2};
    gpu_channel_submit(m.channel, &s, &first);
    gpu_channel_submit(m.channel, &s, &second);
    wait_for(second);
    assert_int_equal(first.value, 2);
    assert_int_equal(second.value, 4);
    assert_int_equal(syncpoints[SYNCPOINT], 4);
    stop(&m);
}

static void a_channel_waits_for_a_semaphore_and_another_goes_on(void **state) {
    (void)state;
    struct machine m;
    start(&m, false);
    struct gpu_channel *other = channel_of(&m, SYNCPOINT + 1);
    const uint32_t low = (uint32_t)at(memory);
    const struct gpu_fence waits = submit(&m, m.channel,
                                          WORDS(ONE(0, 0, 1), ONE(0, 4, 0), ONE(0, 5, low),
                                                ONE(0, 6, 42), ONE(0, 7, 1), ONE(0, 0x100, 1)),
                                          1);
    wait_for(submit(&m, other, WORDS(ONE(0, 0, 2), ONE(0, 0x100, 2)), 1));
    assert_false(reached(waits));
    wait_for(submit(&m, other,
                    WORDS(ONE(0, 4, 0), ONE(0, 5, low), ONE(0, 6, 42), ONE(0, 7, 1 << 24 | 2)), 1));
    wait_for(waits);
    assert_string_equal(notes, "2.100=2 1.100=1 ");
    gpu_channel_free(other);
    stop(&m);
}

/* A value that the counter has passed is enough; memory written by the program is noticed. */
static void semaphores_compare_as_they_are_told(void **state) {
    (void)state;
    static const struct {
        uint32_t operation, payload, not_yet, enough;
    } cases[] = {{1, 5, 6, 5}, {4, 5, 4, 7}, {4, 2, 0xfffffff0, 3}, {8, 6, 4, 7}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct machine m;
        start(&m, false);
        _Atomic uint32_t *word = (_Atomic uint32_t *)memory;
        atomic_store(word, cases[i].not_yet);
        const struct gpu_fence f =
            submit(&m, m.channel,
                   WORDS(ONE(0, 4, 0), ONE(0, 5, BASE), ONE(0, 6, cases[i].payload),
                         ONE(0, 7, cases[i].operation)),
                   1);
        usleep(2000);
        assert_false(reached(f));
        atomic_store(word, cases[i].enough);
        wait_for(f);
        stop(&m);
    }
}

static void semaphores_reduce(void **state) {
    (void)state;
    static const struct {
        uint32_t how, old, by, result;
    } cases[] = {
        {0, 3, (uint32_t)-2, (uint32_t)-2},
        {0 | 16, 3, (uint32_t)-2, 3},
        {1, 3, 9, 9},
        {1 | 16, (uint32_t)-2, 9, (uint32_t)-2},
        {2, 6, 3, 5},
        {3, 6, 3, 2},
        {4, 6, 3, 7},
        {5, 6, 3, 9},
        {6, 6, 7, 7},
        {6, 7, 7, 0},
        {7, 6, 7, 5},
        {7, 0, 7, 7},
        {7, 9, 7, 7},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct machine m;
        start(&m, true);
        memcpy(memory, &cases[i].old, 4);
        const uint32_t operation = 16 | cases[i].how << 27;
        submit(&m, m.channel,
               WORDS(ONE(0, 4, 0), ONE(0, 5, BASE), ONE(0, 6, cases[i].by), ONE(0, 7, operation)),
               1);
        uint32_t now;
        memcpy(&now, memory, 4);
        assert_int_equal(now, cases[i].result);
        stop(&m);
    }
}

static void a_channel_waits_for_a_syncpoint(void **state) {
    (void)state;
    struct machine m;
    start(&m, false);
    const struct gpu_fence f =
        submit(&m, m.channel, WORDS(ONE(0, 0x1c, 2), ONE(0, 0x1d, 7 << 8)), 1);
    usleep(2000);
    syncpoints[7] = 1;
    gpu_poke(m.gpu);
    usleep(2000);
    assert_false(reached(f));
    syncpoints[7] = 2;
    gpu_poke(m.gpu);
    wait_for(f);
    stop(&m);
}

static void a_submission_waits_for_its_fence(void **state) {
    (void)state;
    struct machine m;
    struct gpu_fence f;
    start(&m, false);
    const struct gpu_fence wait = {9, 1};
    const uint64_t entry = entry_of(&m, WORDS(ONE(0, 0, 1), ONE(0, 0x100, 1)));
    gpu_channel_submit(
        m.channel,
        &(struct gpu_submission){.entries = &entry, .count = 1, .wait = &wait, .added = 1}, &f);
    usleep(2000);
    assert_string_equal(notes, "");
    syncpoints[9] = 1;
    gpu_poke(m.gpu);
    wait_for(f);
    assert_string_equal(notes, "1.100=1 ");
    stop(&m);
}

/* Words that are not mapped end the channel; nobody waits for ever for what it was to do. */
static void a_channel_that_cannot_go_on_says_so(void **state) {
    (void)state;
    struct machine m;
    struct gpu_fence f, next;
    struct error error;
    start(&m, false);
    const uint64_t entry = gpfifo_encode((struct gpfifo_entry){0x4000, 8, false, false});
    const struct gpu_submission s = {.entries = &entry, .count = 1, .increments = 3};
    gpu_channel_submit(m.channel, &s, &f);
    wait_for(f);
    gpu_channel_submit(m.channel, &s, &next);
    wait_for(next);
    assert_int_equal(next.value, 6);
    assert_true(gpu_channel_failed(m.channel, &error));
    assert_non_null(strstr(error.text, "0x4000"));
    assert_true(failures >= 1);
    stop(&m);
}

/* The report names what was last read of each of the last submissions, and how far it came. */
static void the_last_submissions_are_in_the_report(void **state) {
    (void)state;
    struct machine m;
    struct strbuf out = {0};
    start(&m, true);
    for (uint32_t i = 0; i < 9; i++)
        submit(&m, m.channel, WORDS(ONE(0, 0, 0xb197), ONE(0, 0x586, i)), 1);
    submit(&m, m.channel, WORDS(ONE(0, 0x1c, 100), ONE(0, 0x1d, 7 << 8), ONE(0, 0x100, 1)), 1);
    gpu_report(m.gpu, &out);
    assert_null(strstr(out.text, "submission 2,"));
    assert_non_null(strstr(out.text,
                           "submission 3, syncpoint 30 to 3: done; 1 entries, 2 words read, "
                           "the last 0x2 to BEGIN (class 0xb197, method 0x586)"));
    assert_non_null(strstr(out.text,
                           "submission 10, syncpoint 30 to 10: being executed; 1 entries, "
                           "2 words read, the last 0x700 to SYNCPOINT (class 0xb06f, "));
    strbuf_free(&out);
    stop(&m);
}

/* A method that no engine takes does not end it. */
static void a_channel_goes_on_behind_what_an_engine_refuses(void **state) {
    (void)state;
    struct machine m;
    start(&m, true);
    struct error error;
    submit(&m, m.channel, WORDS(ONE(0, 0, 0xbad), ONE(0, 0x100, 1), ONE(0, 0, 1), ONE(0, 0x101, 1)),
           1);
    assert_string_equal(notes, "1.101=1 ");
    assert_false(gpu_channel_failed(m.channel, &error));
    stop(&m);
}

static void a_channel_may_go_while_it_waits(void **state) {
    (void)state;
    struct machine m;
    start(&m, false);
    submit(&m, m.channel, WORDS(ONE(0, 0x1c, 100), ONE(0, 0x1d, 7 << 8)), 1);
    usleep(1000);
    stop(&m);
}

static void memory_is_forgotten_on_the_thread(void **state) {
    (void)state;
    for (unsigned synchronous = 0; synchronous < 2; synchronous++) {
        struct machine m;
        start(&m, synchronous);
        gpu_forget(m.gpu, memory + PAGE, 2 * PAGE);
        assert_string_equal(notes, "forget 1000+2000 ");
        stop(&m);
    }
}

/* What was submitted is done when the call returns, and what it waited for goes on. */
static void synchronous_submissions_are_done(void **state) {
    (void)state;
    struct machine m;
    start(&m, true);
    struct gpu_channel *other = channel_of(&m, SYNCPOINT + 1);
    const struct gpu_fence waits =
        submit(&m, m.channel, WORDS(ONE(0, 0x1c, 1), ONE(0, 0x1d, (SYNCPOINT + 1) << 8)), 1);
    assert_false(reached(waits));
    assert_true(reached(submit(&m, other, WORDS(ONE(0, 0, 1), ONE(0, 0x100, 3)), 1)));
    assert_true(reached(waits));
    gpu_channel_free(other);
    stop(&m);
}

/* Nobody but the program can let it go on: by a syncpoint, or by a semaphore in memory. */
static void synchronous_channels_go_on_when_they_are_poked(void **state) {
    (void)state;
    struct machine m;
    start(&m, true);
    const struct gpu_fence f = submit(&m, m.channel,
                                      WORDS(ONE(0, 0x1c, 1), ONE(0, 0x1d, 7 << 8), ONE(0, 4, 0),
                                            ONE(0, 5, BASE), ONE(0, 6, 42), ONE(0, 7, 1)),
                                      1);
    syncpoints[7] = 1;
    gpu_poke(m.gpu);
    assert_false(reached(f));
    atomic_store((_Atomic uint32_t *)memory, 42);
    assert_false(reached(f));
    gpu_poke(m.gpu);
    assert_true(reached(f));
    stop(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_go_to_the_class_of_their_subchannel),
        cmocka_unit_test(a_command_goes_on_in_the_next_entry),
        cmocka_unit_test(fences_count_what_words_increment),
        cmocka_unit_test(a_channel_waits_for_a_semaphore_and_another_goes_on),
        cmocka_unit_test(semaphores_compare_as_they_are_told),
        cmocka_unit_test(semaphores_reduce),
        cmocka_unit_test(a_channel_waits_for_a_syncpoint),
        cmocka_unit_test(a_submission_waits_for_its_fence),
        cmocka_unit_test(a_channel_that_cannot_go_on_says_so),
        cmocka_unit_test(the_last_submissions_are_in_the_report),
        cmocka_unit_test(a_channel_goes_on_behind_what_an_engine_refuses),
        cmocka_unit_test(a_channel_may_go_while_it_waits),
        cmocka_unit_test(memory_is_forgotten_on_the_thread),
        cmocka_unit_test(synchronous_submissions_are_done),
        cmocka_unit_test(synchronous_channels_go_on_when_they_are_poked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
