/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *words, *about;
} commands[] = {
    {"run", cli_run, "FILE", "lift a program, compile it and run it"},
    {"build", cli_build, "FILE", "make one native executable of it (--output PATH)"},
    {"lift", cli_lift, "FILE", "write its C files and build.ninja into a folder (--output DIR)"},
    {"info", cli_info, "FILE", "what is in a program file (--json)"},
    {"coverage", cli_coverage, "FILE", "what the lifter made of each sensitive site (--json)"},
    {"vectors", cli_vectors, "run|make", "instruction vectors: run files of them, make new ones"},
    {"shader", cli_shader, "dis|asm|info|flow", "code of the guest's GPU: as text and back"},
    {"gpu", cli_gpu, "list|replay", "captures of what the GPU did: as text, and drawn again"},
    {"pack", cli_pack, "IN OUT", "an ELF into an NRO or NSO"},
    {"cache", cli_cache, "list|clear", "compiled programs that are kept"},
    {"doctor", cli_doctor, "", "what this machine has of what windlass needs"},
};

static int help(FILE *out) {
    fprintf(out, "windlass %s: makes native programs of Nintendo Switch homebrew\n\n",
            WINDLASS_VERSION);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char left[64];
        snprintf(left, sizeof left, "%s %s", commands[i].name, commands[i].words);
        fprintf(out, "  windlass %-20s %s\n", left, commands[i].about);
    }
    fprintf(out, "\n  windlass COMMAND --help    options of a command\n");
    return out == stderr ? 2 : 0;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return help(stderr);
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help"))
        return help(stdout);
    if (!strcmp(argv[1], "--version")) {
        printf("windlass %s\n", WINDLASS_VERSION);
        return 0;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(argv[1], commands[i].name))
            return commands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "windlass: there is no command '%s'\n\n", argv[1]);
    return help(stderr);
}
