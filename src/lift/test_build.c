/* SPDX-License-Identifier: MIT */
/* Running ninja, with a script in the compiler's place: it notes what it is called for and makes
 * objects that say what they were made of. */
#include "base/file.h"
#include "base/memory.h"
#include "lift/free_memory.h"
#include "lift/jobs.h"
#include "lift/output.h"
#include "lift/tool.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { FILES = 5 };

static const char compiler[] =
    "#!/bin/sh\n"
    "while [ $# -gt 0 ]; do\n"
    "  case $1 in -c) in=$2; shift;; -o) out=$2; shift;; esac; shift\n"
    "done\n"
    "cd $(dirname $0) && echo $out >> calls\n"
    "if [ -e kill.always ] || [ $out = code_0002.o -a -e kill.once ]; then\n"
    "  rm -f kill.once; kill -9 $$\n"
    "fi\n"
    "[ ! -e refuse ] || { echo 'code_0000.c:1: error: refused'; exit 1; }\n"
    "echo made of $in > $out\n";

static char folder[] = "/tmp/windlass-build-XXXXXX";

static char *path_of(const char *name) {
    return memory_format("%s/%s", folder, name);
}

static void write_text(const char *name, const char *text) {
    struct error error = {0};
    char *path = path_of(name), *parent = memory_string(path);
    *strrchr(parent, '/') = 0;
    if (!file_make_folders(parent, &error) || !file_write(path, text, strlen(text), &error))
        fail_msg("%s", error.text);
    free(parent);
    free(path);
}

static char *read_text(const char *name) {
    struct blob blob;
    struct error error;
    char *path = path_of(name);
    if (!file_read(path, 1 << 20, &blob, &error))
        fail_msg("%s", error.text);
    char *text = memory_format("%.*s", (int)blob.size, (const char *)blob.data);
    blob_free(&blob);
    free(path);
    return text;
}

static void make_executable(const char *name, const char *text) {
    char *path = path_of(name);
    write_text(name, text);
    assert_int_equal(chmod(path, 0755), 0);
    free(path);
}

static void delete(const char *name) {
    char *path = path_of(name);
    unlink(path);
    free(path);
}

/* How often the compiler was called for the file. */
static unsigned calls(const char *output) {
    unsigned n = 0;
    char *text = read_text("calls"), *line = memory_format("%s\n", output);
    for (const char *p = text; (p = strstr(p, line)); p++)
        n++;
    free(line);
    free(text);
    return n;
}

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

/* A fresh folder with C files that the compiler has not seen. */
static int lay_out(void **state) {
    (void)state;
    struct lift_options options = {.folder = folder};
    struct output o = {.options = &options, .shared = true};
    struct error error = {0};
    char *clean = memory_format("rm -rf %s/*", folder), *cc = path_of("cc"), name[16];
    bool ok = system(clean) == 0;
    make_executable("cc", compiler);
    make_executable("wrap", "#!/bin/sh\necho launched >> $(dirname $1)/calls\nexec \"$@\"\n");
    options.compiler = cc;
    for (unsigned i = 0; i < FILES; i++) {
        snprintf(name, sizeof name, "code_%04u", i);
        output_add_object(&o, name, i == 1 ? LIFT_FILE_LARGE + 1 : 1);
        char *file = memory_format("%s.c", name);
        write_text(file, "int x;\n");
        free(file);
    }
    ok = ok && output_ninja(&o, &error);
    output_free(&o);
    free(clean);
    free(cc);
    return ok ? 0 : -1;
}

static bool build(unsigned jobs, const char *launcher, struct error *error) {
    char *cc = path_of("cc");
    struct lift_options options = {
        .folder = folder, .jobs = jobs, .compiler = cc, .launcher = launcher};
    struct strbuf executable = {0};
    bool ok = lift_build(&options, &executable, error);
    if (ok)
        assert_non_null(strstr(executable.text, "/program"));
    strbuf_free(&executable);
    free(cc);
    return ok;
}

static void assert_builds(unsigned jobs) {
    struct error error = {0};
    if (!build(jobs, NULL, &error))
        fail_msg("%s", error.text);
}

static void damaged_objects_are_made_again(void **state) {
    (void)state;
    assert_builds(2);
    char *object = path_of("code_0003.o");
    struct stat st;
    assert_int_equal(stat(object, &st), 0);
    write_text("code_0003.o", "made of something else\n");
    const struct timespec times[] = {st.st_atim, st.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, object, times, 0), 0);
    delete ("program");
    assert_builds(2);
    char *text = read_text("code_0003.o");
    assert_string_equal(text, "made of code_0003.c\n");
    assert_int_equal(calls("code_0003.o"), 2);
    assert_int_equal(calls("code_0002.o"), 1);
    assert_int_equal(calls("program"), 2);
    free(text);
    free(object);
}

static void an_object_without_its_hash_is_made_again(void **state) {
    (void)state;
    assert_builds(2);
    delete ("code_0000.o.sum");
    assert_builds(2);
    assert_int_equal(calls("code_0000.o"), 2);
    write_text("code_0004.o.sum", "");
    delete ("program");
    assert_builds(2);
    assert_int_equal(calls("code_0004.o"), 2);
}

static void where_a_compiler_is_killed_fewer_run(void **state) {
    (void)state;
    write_text("kill.once", "");
    assert_builds(4);
    assert_int_equal(calls("code_0002.o"), 2);
    assert_int_equal(calls("program"), 1);
}

static void a_compiler_that_is_always_killed_is_told(void **state) {
    (void)state;
    struct error error = {0};
    write_text("kill.always", "");
    assert_false(build(4, NULL, &error));
    assert_int_equal(error.kind, ERROR_TOOL);
    assert_non_null(strstr(error.text, "for want of memory"));
    delete ("kill.always");
}

static void the_compilers_message_is_told(void **state) {
    (void)state;
    struct error error = {0};
    write_text("refuse", "");
    assert_false(build(1, NULL, &error));
    assert_non_null(strstr(error.text, "error: refused"));
    assert_null(strstr(error.text, "memory"));
    char *log = read_text("build.log");
    assert_non_null(strstr(log, "error: refused"));
    free(log);
}

static void launchers_start_the_compiler(void **state) {
    (void)state;
    char *wrap = path_of("wrap"), *cc = path_of("cc");
    struct lift_options options = {.folder = folder, .compiler = cc, .launcher = wrap};
    struct output o = {.options = &options, .shared = true};
    struct error error = {0};
    output_add_object(&o, "code_0000", 1);
    assert_true(output_ninja(&o, &error));
    assert_true(build(1, wrap, &error));
    assert_int_equal(calls("launched"), 1); /* the link stays here */
    output_free(&o);
    free(wrap);
    free(cc);
}

static void a_launcher_that_is_missing_is_named(void **state) {
    (void)state;
    struct error error = {0};
    assert_false(build(1, "no-such-launcher --fast", &error));
    assert_int_equal(error.kind, ERROR_TOOL);
    assert_non_null(strstr(error.text, "'no-such-launcher'"));
    assert_non_null(strstr(error.text, "--launcher"));
    assert_true(tool_require("sh -c", "a shell", "", &error));
    assert_true(tool_require("/bin/sh", "a shell", "", &error));
    assert_false(tool_require("/bin", "a shell", "", &error));
    assert_false(tool_require("", "nothing", "", &error));
}

static void compilers_fit_into_the_free_memory(void **state) {
    (void)state;
    assert_int_equal(jobs_that_fit(8, UINT64_MAX), 8);
    assert_int_equal(jobs_that_fit(8, 3 * JOBS_COMPILER_BYTES + 1), 3);
    assert_int_equal(jobs_that_fit(8, 1), 1);
    assert_int_equal(jobs_that_fit(0, 0), 1);
    assert_true(jobs_now() >= 1);
}

#define MIB ((uint64_t)1 << 20)

static void memory_is_what_the_machine_and_the_groups_leave(void **state) {
    (void)state;
    char *root = path_of("root");
    assert_true(free_memory(root) == UINT64_MAX);
    write_text("root/proc/meminfo", "MemTotal:  9 kB\nMemAvailable:   4194304 kB\nMemFree: 1 kB\n");
    assert_int_equal(free_memory(root) / MIB, 4096);

    /* Version 2: the least of a group and its parents; "max" is no limit. */
    write_text("root/proc/self/cgroup", "0::/outer/inner\n");
    assert_int_equal(free_memory(root) / MIB, 4096);
    write_text("root/sys/fs/cgroup/outer/inner/memory.max", "max\n");
    write_text("root/sys/fs/cgroup/outer/inner/memory.current", "1048576\n");
    assert_int_equal(free_memory(root) / MIB, 4096);
    write_text("root/sys/fs/cgroup/outer/memory.max", "1073741824\n");
    write_text("root/sys/fs/cgroup/outer/memory.current", "805306368\n");
    assert_int_equal(free_memory(root) / MIB, 256);
    write_text("root/sys/fs/cgroup/outer/memory.stat", "anon 5\ninactive_file 134217728\n");
    assert_int_equal(free_memory(root) / MIB, 384);
    write_text("root/sys/fs/cgroup/outer/memory.current", "2147483648\n");
    assert_int_equal(free_memory(root), 0);

    /* Version 1, with a path that is not seen here. */
    write_text("root/proc/self/cgroup", "5:cpu,memory:/container/x\n3:memoryless:/\n");
    write_text("root/sys/fs/cgroup/memory/memory.limit_in_bytes", "536870912\n");
    write_text("root/sys/fs/cgroup/memory/memory.usage_in_bytes", "268435456\n");
    assert_int_equal(free_memory(root) / MIB, 256);
    write_text("root/sys/fs/cgroup/memory/memory.stat", "total_inactive_file 67108864\n");
    assert_int_equal(free_memory(root) / MIB, 320);
    free(root);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(damaged_objects_are_made_again, lay_out),
        cmocka_unit_test_setup(an_object_without_its_hash_is_made_again, lay_out),
        cmocka_unit_test_setup(where_a_compiler_is_killed_fewer_run, lay_out),
        cmocka_unit_test_setup(a_compiler_that_is_always_killed_is_told, lay_out),
        cmocka_unit_test_setup(the_compilers_message_is_told, lay_out),
        cmocka_unit_test_setup(launchers_start_the_compiler, lay_out),
        cmocka_unit_test_setup(a_launcher_that_is_missing_is_named, lay_out),
        cmocka_unit_test(compilers_fit_into_the_free_memory),
        cmocka_unit_test(memory_is_what_the_machine_and_the_groups_leave),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
