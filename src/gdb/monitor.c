/* SPDX-License-Identifier: MIT */
#include "gdb/command.h"

#include <string.h>

/* "monitor WORD" at gdb's prompt comes as the text in hexadecimal digits, and is answered so. */

enum { LINE_MOST = 200 };

typedef void monitor(const struct gdb_target *t, struct strbuf *out);

static void print_modules(const struct gdb_target *t, struct strbuf *out) {
    t->modules(out);
}

static void print_memory(const struct gdb_target *t, struct strbuf *out) {
    t->memory(out);
}

static void print_threads(const struct gdb_target *t, struct strbuf *out) {
    uint64_t ids[256];
    const size_t n = t->threads(ids, sizeof ids / sizeof *ids);
    for (size_t i = 0; i < n; i++) {
        struct a64_state s;
        strbuf_addf(out, "%llx: ", (unsigned long long)ids[i]);
        t->describe(ids[i], out);
        if (t->registers(ids[i], &s))
            strbuf_addf(out, ", at 0x%llx", (unsigned long long)s.pc);
        strbuf_add(out, "\n");
    }
}

static monitor print_help;

static const struct {
    const char *word, *help;
    monitor *print;
} words[] = {
    {"help", "these lines", print_help},
    {"base", "where the modules lie, and how to give gdb their symbols", print_modules},
    {"threads", "all threads, and what they wait for", print_threads},
    {"memory", "what is mapped, and what the program may do there", print_memory},
};

static void print_help(const struct gdb_target *t, struct strbuf *out) {
    (void)t;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        strbuf_addf(out, "%-8s %s\n", words[i].word, words[i].help);
}

enum gdb_after command_monitor(struct gdb_session *s, struct cursor *c) {
    char line[LINE_MOST + 1] = "";
    const size_t length = (size_t)(c->end - c->at) / 2;
    struct strbuf out = {0};
    if (length > LINE_MOST || !cursor_bytes(c, line, length) || !cursor_ended(c))
        return command_error(s, COMMAND_MALFORMED);
    const size_t word = strcspn(line, " \t");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (word == strlen(words[i].word) && !strncmp(line, words[i].word, word))
            words[i].print(s->target, &out);
    if (!out.length)
        strbuf_addf(&out, "windlass: there is no '%.*s'; 'monitor help' lists the commands\n",
                    (int)word, line);
    hex_add(&s->reply, out.text, out.length);
    strbuf_free(&out);
    return GDB_ANSWERS;
}
