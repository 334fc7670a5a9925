/* SPDX-License-Identifier: MIT */
/* Static AArch64 Linux programs without windlass' own kernel:
 *
 *     linux-tool interpret PROGRAM [WORD...]         runs it in the interpreter
 *     linux-tool lift PROGRAM FOLDER INCLUDE ARCHIVE [FLOAT [MACHINE]]
 *                                                    leaves FOLDER/program, which runs it lifted
 *
 * INCLUDE and ARCHIVE: headers of generated C, and liblinux_rt.a; FLOAT and MACHINE are what
 * --float and --machine of `windlass run` are. With LINUX_TIME in the environment both ways of
 * running end with the seconds that were spent in the program. */
#include "core/image.h"
#include "lift/lift.h"
#include "linux.h"

#include <stdio.h>
#include <string.h>

static int failed(const struct error *error) {
    fprintf(stderr, "linux-tool: %s\n", error->text);
    return LINUX_STATUS_NOT_STARTED;
}

static int interpret(char **words) {
    struct error error = {0};
    struct program program;
    struct image image;
    if (!program_open(words[0], &program, &error))
        return failed(&error);
    image_make(&image, &program);
    const int status = linux_run(&image.program, words);
    image_free(&image);
    program_close(&program);
    return status;
}

static bool float_mode(const char *name, enum lift_float *out) {
    static const char *const names[] = {
        [LIFT_FLOAT_AUTO] = "auto", [LIFT_FLOAT_EXACT] = "exact", [LIFT_FLOAT_FAST] = "fast"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) {
            *out = (enum lift_float)i;
            return true;
        }
    return false;
}

static bool machine(const char *name, enum machine *out) {
    for (int m = MACHINE_V2; m < MACHINES; m++)
        if (!strcmp(name, machine_name((enum machine)m))) {
            *out = (enum machine)m;
            return true;
        }
    return false;
}

static int lift(char **words, enum lift_float mode, enum machine level) {
    static const char *const link_flags[] = {"-ldw", "-lm", "-lpthread", NULL};
    const char *const archives[] = {words[3], NULL};
    struct error error = {0};
    struct program program;
    struct lift_stats stats = {0};
    struct strbuf executable = {0};
    const struct lift_options options = {
        .folder = words[1],
        .include_folder = words[2],
        .archives = archives,
        .link_flags = link_flags,
        .float_mode = mode,
        .machine = level,
    };
    if (!program_open(words[0], &program, &error))
        return failed(&error);
    const bool ok = lift_program(&program, &options, &stats, &error) &&
                    lift_build(&options, &executable, &error);
    if (ok)
        printf("%zu functions, %zu instructions, %zu of %zu jump tables proved, %zu words unknown, "
               "%zu places left to the interpreter\n",
               stats.functions, stats.instructions, stats.jump_tables_proved, stats.jump_tables,
               stats.unknown_words, stats.left_to_interpreter);
    strbuf_free(&executable);
    program_close(&program);
    return ok ? 0 : failed(&error);
}

int main(int argc, char **argv) {
    if (argc >= 3 && !strcmp(argv[1], "interpret"))
        return interpret(argv + 2);
    enum lift_float mode = LIFT_FLOAT_AUTO;
    enum machine level = MACHINE_AUTO;
    if (argc >= 6 && argc <= 8 && !strcmp(argv[1], "lift") &&
        (argc < 7 || float_mode(argv[6], &mode)) && (argc < 8 || machine(argv[7], &level)))
        return lift(argv + 2, mode, level);
    fprintf(stderr, "usage: linux-tool interpret PROGRAM [WORD...]\n"
                    "       linux-tool lift PROGRAM FOLDER INCLUDE ARCHIVE [FLOAT [MACHINE]]\n");
    return 2;
}
