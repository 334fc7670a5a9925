/* SPDX-License-Identifier: MIT */
#include "vectors/make.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The bytes in a file without a name, to be read from its start; -1 and an error. */
static int input_file(const struct strbuf *bytes, struct error *error) {
    FILE *f = tmpfile();
    const bool ok = f && fwrite(bytes->text, 1, bytes->length, f) == bytes->length &&
                    fflush(f) == 0 && fseek(f, 0, SEEK_SET) == 0;
    const int fd = ok ? dup(fileno(f)) : -1;
    if (fd < 0)
        error_set(error, ERROR_IO, "a temporary file for the oracle: %s", strerror(errno));
    if (f)
        fclose(f);
    return fd;
}

static pid_t start(const char *command, int input, int *output, struct error *error) {
    int ends[2];
    if (pipe(ends) < 0)
        return error_set(error, ERROR_IO, "pipe: %s", strerror(errno)), -1;
    const pid_t child = fork();
    if (!child) {
        dup2(input, STDIN_FILENO);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    *output = ends[0];
    if (child < 0) {
        close(ends[0]);
        error_set(error, ERROR_IO, "the oracle cannot be started: %s", strerror(errno));
    }
    return child;
}

/* Reads to the end, also what is too much. */
static bool read_all(int fd, struct strbuf *out, struct error *error) {
    char room[1 << 16];
    bool fits = true;
    ssize_t n;
    while ((n = read(fd, room, sizeof room)) > 0 || (n < 0 && errno == EINTR)) {
        fits = fits && (n < 0 || (size_t)n <= VECTORS_TEXT_LIMIT - out->length);
        if (n > 0 && fits)
            strbuf_add_bytes(out, room, (size_t)n);
    }
    return fits ||
           error_set(error, ERROR_LIMIT, "the oracle writes more than %zu MiB; ask for less",
                     VECTORS_TEXT_LIMIT >> 20);
}

bool vectors_pipe(const char *command, const struct strbuf *in, struct strbuf *out,
                  struct error *error) {
    int output, status = 0;
    const int input = input_file(in, error);
    if (input < 0)
        return false;
    const pid_t child = start(command, input, &output, error);
    close(input);
    if (child < 0)
        return false;
    const bool read = read_all(output, out, error);
    close(output);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (!read || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
        return read;
    return error_set(error, ERROR_TOOL, "the oracle '%s' failed (%s %d)", command,
                     WIFEXITED(status) ? "exit status" : "signal",
                     WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
}

/* Is it the same question? */
static bool same_case(const struct vectors *a, const struct vector_case *x, const struct vectors *b,
                      const struct vector_case *y) {
    struct strbuf one = {0}, other = {0};
    vector_print(a, x, &one);
    vector_print(b, y, &other);
    const bool same = !strcmp(one.text, other.text);
    strbuf_free(&one);
    strbuf_free(&other);
    return same;
}

/* The answers that are complete. The oracle may leave cases out, or leave them as they were. */
static bool take_answers(const struct vectors *asked, const struct vectors *answers,
                         struct strbuf *out, size_t *left_out, struct error *error) {
    size_t next = 0;
    *left_out = asked->count;
    for (size_t i = 0; i < answers->count; i++) {
        const struct vector_case *c = &answers->cases[i];
        while (next < asked->count &&
               strcmp(vector_name(asked, &asked->cases[next]), vector_name(answers, c)) != 0)
            next++;
        if (next == asked->count || !same_case(asked, &asked->cases[next], answers, c))
            return error_set(error, ERROR_FORMAT,
                             "%s:%u: case '%s' was not asked like this, or not in this order",
                             answers->path, c->line, vector_name(answers, c));
        next++;
        if (!c->complete)
            continue;
        vector_print(answers, c, out);
        vector_print_given(answers, c, out);
        --*left_out;
    }
    return true;
}

bool vectors_ask(const char *command, const struct vectors *asked, struct strbuf *out,
                 size_t *left_out, struct error *error) {
    struct strbuf questions = {0}, answer = {0};
    struct vectors answers;
    for (size_t i = 0; i < asked->count; i++) {
        vector_print(asked, &asked->cases[i], &questions);
        strbuf_add(&questions, "\n");
    }
    bool ok = vectors_pipe(command, &questions, &answer, error);
    if (ok) {
        ok = vectors_parse("answer of the oracle", answer.text ? answer.text : "", answer.length,
                           &answers, error);
        if (ok) {
            ok = take_answers(asked, &answers, out, left_out, error);
            vectors_close(&answers);
        }
    }
    strbuf_free(&questions);
    strbuf_free(&answer);
    return ok;
}
