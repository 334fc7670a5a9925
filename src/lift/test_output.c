/* SPDX-License-Identifier: MIT */
/* The folder that a program becomes: the same whatever wrote it. */
#include "base/file.h"
#include "base/memory.h"
#include "lift/lift.h"
#include "lift/test_code.h"
#include "lift/workers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { FUNCTIONS = 300, PIECES = 5000, THREADS = 7 };

static char folder[] = "/tmp/windlass-output-XXXXXX";

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    char *command = memory_format("rm -r %s", folder);
    int status = system(command);
    free(command);
    return status;
}

struct tally {
    atomic_uint runs[PIECES];
    atomic_bool busy[THREADS];
    atomic_uint clashes;
};

static void count_piece(void *context, unsigned worker, size_t piece) {
    struct tally *t = context;
    if (worker >= THREADS || atomic_exchange(&t->busy[worker], true))
        atomic_fetch_add(&t->clashes, 1);
    atomic_fetch_add(&t->runs[piece], 1);
    atomic_store(&t->busy[worker], false);
}

static void each_piece_is_worked_on_once(void **state) {
    (void)state;
    struct tally *t = NEW(struct tally);
    workers_run(THREADS, PIECES, count_piece, t);
    for (size_t i = 0; i < PIECES; i++)
        assert_int_equal(t->runs[i], 1);
    assert_int_equal(t->clashes, 0);
    workers_run(1, 3, count_piece, t);
    assert_int_equal(t->runs[2], 2);
    assert_int_equal(t->runs[3], 1);
    workers_run(THREADS, 0, count_piece, t);
    assert_int_equal(t->runs[0], 2);
    free(t);
    assert_int_equal(workers_count(5, 3), 3);
    assert_int_equal(workers_count(2, 3), 2);
    assert_int_equal(workers_count(0, 1), 1);
    assert_int_equal(workers_count(4, 0), 1);
}

/* Functions that call each other across the files. */
static char *source(void) {
    struct strbuf s = {0};
    strbuf_add(&s, "_start: ret\n");
    for (unsigned i = 0; i < FUNCTIONS; i++)
        strbuf_addf(&s,
                    "f%u: stp x29, x30, [sp, #-16]!\n add x0, x0, #%u\n bl f%u\n"
                    " ldp x29, x30, [sp], #16\n ret\n",
                    i, i, (i * 7 + 1) % FUNCTIONS);
    strbuf_add(&s, ".section .rodata\n .word 0\n");
    return s.text;
}

static bool debug;

static bool lift(const struct test_code *c, const char *name, unsigned jobs,
                 struct lift_stats *stats, struct error *error) {
    char *path = memory_format("%s/%s", folder, name);
    struct module modules[1] = {c->module};
    const struct program program = {
        .path = "test", .format = PROGRAM_ELF, .modules = modules, .module_count = 1};
    const struct lift_options options = {
        .folder = path, .jobs = jobs, .file_instructions = 40, .debug = debug};
    bool ok = lift_program(&program, &options, stats, error);
    free(path);
    return ok;
}

static struct blob read_file(const char *name, size_t number) {
    struct blob blob = {0};
    struct error error = {0};
    char *path = memory_format("%s/%s/code_%04zu.c", folder, name, number);
    if (!file_read(path, 1 << 20, &blob, &error))
        fail_msg("%s", error.text);
    free(path);
    return blob;
}

static void all_numbers_of_threads_write_the_same_files(void **state) {
    (void)state;
    struct test_code c;
    struct error error = {0};
    struct lift_stats one, many;
    char *text = source();
    test_assemble(&c, text);
    assert_true(lift(&c, "one", 1, &one, &error));
    assert_true(lift(&c, "many", THREADS, &many, &error));
    assert_true(one.c_files > 20);
    assert_int_equal(one.c_files, many.c_files);
    assert_int_equal(one.c_bytes, many.c_bytes);
    for (size_t i = 0; i < one.c_files; i++) {
        struct blob a = read_file("one", i), b = read_file("many", i);
        assert_int_equal(a.size, b.size);
        assert_memory_equal(a.data, b.data, a.size);
        blob_free(&a);
        blob_free(&b);
    }
    test_close(&c);
    free(text);
}

static void a_file_that_cannot_be_written_is_told_once(void **state) {
    (void)state;
    struct test_code c;
    struct error error = {0};
    struct lift_stats stats;
    char *text = source(), *path = memory_format("%s/blocked/code_0003.c/in.the.way", folder);
    assert_true(file_make_folders(path, &error));
    test_assemble(&c, text);
    assert_false(lift(&c, "blocked", THREADS, &stats, &error));
    assert_int_equal(error.kind, ERROR_IO);
    assert_non_null(strstr(error.text, "code_0003.c"));
    test_close(&c);
    free(path);
    free(text);
}

static unsigned count(const struct blob *b, const char *text) {
    unsigned n = 0;
    const char *at = (const char *)b->data, *end = at + b->size;
    while ((at = memmem(at, (size_t)(end - at), text, strlen(text)))) {
        n++;
        at += strlen(text);
    }
    return n;
}

/* Each instruction asks for breakpoints, each block whether somebody wants to halt. */
static void code_for_debugging_can_be_stopped_anywhere(void **state) {
    (void)state;
    struct test_code c;
    struct error error = {0};
    struct lift_stats stats;
    test_assemble(&c, "_start: add x0, x0, #1\n cbz x0, 1f\n add x0, x0, #2\n1: ret\n");
    debug = true;
    assert_true(lift(&c, "debug", 1, &stats, &error));
    debug = false;
    assert_true(lift(&c, "fast", 1, &stats, &error));
    struct blob code = read_file("debug", 0), fast = read_file("fast", 0);
    assert_int_equal(count(&code, "LIFTED_HALT()"), 3);
    for (unsigned i = 0; i < 4; i++) {
        char stop[80];
        snprintf(stop, sizeof stop, "s->pc = 0x800000%xul; ", 4 * i);
        assert_int_equal(count(&code, stop), 1);
        snprintf(stop, sizeof stop, "LIFTED_STOP(lifted_stops_08000000, %u) ", i);
        assert_int_equal(count(&code, stop), 1);
    }
    assert_int_equal(count(&code, "STOP: return lifted_interpret("), 1);
    assert_int_equal(count(&fast, "LIFTED_HALT()") + count(&fast, "LIFTED_STOP("), 0);
    blob_free(&code);
    blob_free(&fast);
    test_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_piece_is_worked_on_once),
        cmocka_unit_test(all_numbers_of_threads_write_the_same_files),
        cmocka_unit_test(code_for_debugging_can_be_stopped_anywhere),
        cmocka_unit_test(a_file_that_cannot_be_written_is_told_once),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
