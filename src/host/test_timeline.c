/* SPDX-License-Identifier: MIT */
#include "base/file.h"
#include "base/memory.h"
#include "host/timeline.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* tests/timeline.py reads whole files with a JSON parser; here it is when they are whole. */

#define MANY 2000 /* events, which are more than a buffer holds */

static char path[] = "/tmp/windlass-timeline-XXXXXX";

static struct timeline_track *open_one(void) {
    struct error e;
    assert_true(timeline_open(path, "prog\"ram", &e));
    struct timeline_track *t = timeline_track_new(TIMELINE_PROGRAM, 80, "a thread");
    assert_non_null(t);
    return t;
}

static char *read_file(void) {
    struct blob b;
    struct error e;
    assert_true(file_read(path, 64u << 20, &b, &e));
    char *text = memory_format("%.*s", (int)b.size, (const char *)b.data);
    blob_free(&b);
    return text;
}

static unsigned count(const char *text, const char *what) {
    unsigned n = 0;
    for (; (text = strstr(text, what)); text += strlen(what))
        n++;
    return n;
}

/* As many slices end as begin, and the list ends once, at the file's end. */
static void assert_whole(const char *text, unsigned slices) {
    assert_memory_equal(text, "[\n{", 3);
    assert_int_equal(count(text, "\"ph\":\"B\""), slices);
    assert_int_equal(count(text, "\"ph\":\"E\""), slices);
    assert_int_equal(count(text, "\n]\n"), 1);
    assert_string_equal(text + strlen(text) - 4, "}\n]\n");
    assert_null(strstr(text, "]\n,"));
}

static void begin(struct timeline_track *t) {
    timeline_start(t, TIMELINE_BEGIN, "svc", "Call");
    timeline_hex(t, "handleX", 6, 0x1234567890abcdef);
    timeline_number(t, "n", 7);
    timeline_text(t, "text", "a\"b\n\xff");
    timeline_finish(t);
}

static void end(struct timeline_track *t) {
    timeline_start(t, TIMELINE_END, "svc", "");
    timeline_finish(t);
}

static void an_event_has_its_fields_and_escapes(void **state) {
    (void)state;
    struct timeline_track *t = open_one();
    begin(t);
    end(t);
    timeline_arrow(t, false, 5);
    timeline_arrow(t, true, 5);
    timeline_close();
    char *text = read_file();
    assert_whole(text, 1);
    assert_non_null(strstr(text, "\"args\":{\"name\":\"prog\\\"ram\"}"));
    assert_non_null(strstr(text, "\"name\":\"thread_name\",\"args\":{\"name\":\"a thread\"}"));
    assert_non_null(strstr(text, "{\"ph\":\"B\",\"pid\":2,\"tid\":80,\"ts\":"));
    assert_non_null(strstr(text,
                           "\"cat\":\"svc\",\"name\":\"Call\",\"args\":{\"handle\":"
                           "\"0x1234567890abcdef\",\"n\":7,\"text\":\"a\\\"b\\u000a\\ufffd\"}}"));
    assert_non_null(strstr(text, "\"ph\":\"s\""));
    assert_non_null(strstr(text, "\"id\":5,\"bp\":\"e\"}"));
    free(text);
    timeline_track_free(t);
}

static void a_flush_makes_the_file_whole_and_more_may_follow(void **state) {
    (void)state;
    struct timeline_track *t = open_one();
    begin(t);
    begin(t);
    timeline_flush();
    timeline_flush();
    char *text = read_file();
    assert_whole(text, 2);
    free(text);
    end(t);
    for (int i = 0; i < MANY; i++) {
        begin(t);
        end(t);
    }
    timeline_flush();
    text = read_file();
    assert_whole(text, MANY + 2);
    free(text);
    end(t);
    timeline_close();
    text = read_file();
    assert_whole(text, MANY + 2);
    free(text);
    timeline_track_free(t);
}

static void nothing_is_written_behind_the_end(void **state) {
    (void)state;
    struct timeline_track *t = open_one();
    begin(t);
    timeline_close();
    char *before = read_file();
    end(t);
    for (int i = 0; i < MANY; i++)
        begin(t);
    timeline_flush();
    timeline_track_free(t);
    char *after = read_file();
    assert_string_equal(before, after);
    assert_null(timeline_track_new(TIMELINE_PROGRAM, 81, "late"));
    free(before);
    free(after);
}

static void a_track_that_ends_ends_its_slices(void **state) {
    (void)state;
    struct timeline_track *t = open_one();
    begin(t);
    timeline_track_free(t);
    timeline_close();
    char *text = read_file();
    assert_whole(text, 1);
    free(text);
}

#define THREADS 4

static void *write_many(void *id) {
    struct timeline_track *t =
        timeline_track_new(TIMELINE_PROGRAM, (uint64_t)(uintptr_t)id, "one of many");
    for (int i = 0; i < MANY; i++) {
        begin(t);
        if (i % 500 == 0)
            timeline_flush();
        end(t);
    }
    timeline_track_free(t);
    return NULL;
}

static void threads_write_at_the_same_time(void **state) {
    (void)state;
    pthread_t threads[THREADS];
    struct timeline_track *t = open_one();
    for (uintptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, write_many, (void *)(100 + i)), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    timeline_close();
    char *text = read_file();
    assert_whole(text, THREADS * MANY);
    free(text);
    timeline_track_free(t);
}

static void a_signal_that_ends_the_process_completes_the_file(void **state) {
    (void)state;
    const int ending[] = {SIGTERM, SIGABRT, SIGSEGV};
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        const pid_t child = fork();
        if (!child) {
            signal(ending[i], SIG_DFL);
            struct timeline_track *t = open_one();
            timeline_catch_signals();
            begin(t);
            if (ending[i] == SIGSEGV) /* in the middle of an event, which is left out */
                timeline_start(t, TIMELINE_BEGIN, "svc", "Cut");
            raise(ending[i]);
            _exit(0);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), ending[i]);
        char *text = read_file();
        assert_whole(text, ending[i] == SIGSEGV ? 0 : 1);
        free(text);
    }
}

static void a_path_that_cannot_be_written_is_an_error(void **state) {
    (void)state;
    struct error e = {0};
    assert_false(timeline_open("/nonexistent/trace.json", "program", &e));
    assert_non_null(strstr(e.text, "/nonexistent/trace.json"));
    assert_false(timeline_on());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_has_its_fields_and_escapes),
        cmocka_unit_test(a_flush_makes_the_file_whole_and_more_may_follow),
        cmocka_unit_test(nothing_is_written_behind_the_end),
        cmocka_unit_test(a_track_that_ends_ends_its_slices),
        cmocka_unit_test(threads_write_at_the_same_time),
        cmocka_unit_test(a_signal_that_ends_the_process_completes_the_file),
        cmocka_unit_test(a_path_that_cannot_be_written_is_an_error),
    };
    const int made = mkstemp(path);
    if (made < 0)
        return 1;
    close(made);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
