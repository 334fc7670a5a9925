/* SPDX-License-Identifier: MIT */
/* What translating shaders costs. usage: bench_shader RUNS (FILE... | --made INSTRUCTIONS)
 * A line a program: name, instructions, microseconds of processor time (the best of the runs); then
 * the process' peak memory in KiB. */
#include "gpu/shader/translate.h"
#include "gpu/shader/code.h"
#include "gpu/shader/isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double once(const struct shader_program *p, const struct shader_key *key) {
    struct shader_translation out;
    struct timespec a, b;
    struct error error = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    if (!shader_translate(p, key, &out, &error)) {
        printf("error %s\n", error.text);
        exit(1);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    shader_translation_free(&out);
    return (double)(b.tv_sec - a.tv_sec) * 1e6 + (double)(b.tv_nsec - a.tv_nsec) / 1e3;
}

/* Words that are no NOP and do not schedule. */
static unsigned count_instructions(const struct shader_program *p) {
    unsigned count = 0;
    for (size_t at = CODE_WORD; at + CODE_WORD <= p->code.size; at += CODE_WORD) {
        struct isa_instruction in;
        uint64_t word;
        memcpy(&word, p->code.data + at, sizeof word);
        if (at % CODE_GROUP && isa_decode(word, &in) && in.row->class != ISA_NOP)
            count++;
    }
    return count;
}

static void measure(const char *name, const struct shader_file *file, unsigned runs) {
    for (size_t i = 0; i < file->count; i++) {
        struct shader_key key;
        double best = 0;
        shader_key_init(&key, &file->programs[i]);
        for (unsigned run = 0; run < runs; run++) {
            const double took = once(&file->programs[i], &key);
            best = run && best < took ? best : took;
        }
        printf("program %s %u %.1f\n", name, count_instructions(&file->programs[i]), best);
    }
}

/* Loops and ifs one behind the other over arithmetic, as big shaders are. */
static void make(unsigned instructions, struct shader_file *file) {
    static const char round_text[] =
        "SSY J%1$u\nISETP.LT.S32.AND P0, PT, R0, c[0x2][0x10], PT\n@P0 BRA E%1$u\n"
        "FADD R2, R1, c[0x2][0x20]\nFMUL R3, R2, R1\nFFMA R4, R3, R2, R1\nIADD R5, R4, R0\n"
        "SYNC\nE%1$u:\nSHL R6, R0, 0x2\nLOP.AND R7, R6, 0xff\nMOV R1, R7\nSYNC\nJ%1$u:\n"
        "PBK B%1$u\nL%1$u:\nIADD R8, R8, 0x1\nFFMA R1, R1, R2, R3\nISETP.GE.S32.AND P1, PT, R8, "
        "R9, "
        "PT\n"
        "@P1 BRK\nBRA L%1$u\nB%1$u:\nFMNMX R1, R1, R2, PT\n";
    enum { IN_A_ROUND = 20 };
    struct error error = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    fputs(".container dksh\n.stage compute\n.header block_size[0] 32\n.header block_size[1] 1\n"
          ".header block_size[2] 1\n.code\n",
          f);
    for (unsigned i = 0; i < instructions / IN_A_ROUND; i++)
        fprintf(f, round_text, i);
    fputs("EXIT\n", f);
    fclose(f);
    if (!shader_file_parse(text, file, &error)) {
        printf("error %s\n", error.text);
        exit(1);
    }
    free(text);
}

int main(int argc, char **argv) {
    const unsigned runs = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
    struct error error = {0};
    struct shader_file file;
    if (argc < 3 || !runs) {
        fprintf(stderr, "usage: bench_shader RUNS (FILE... | --made INSTRUCTIONS)\n");
        return 2;
    }
    if (!strcmp(argv[2], "--made")) {
        make(argc > 3 ? (unsigned)atoi(argv[3]) : 0, &file);
        measure("made", &file, runs);
        shader_file_free(&file);
    }
    for (int i = 2; i < argc && strcmp(argv[2], "--made"); i++) {
        struct blob bytes;
        if (!file_read(argv[i], SHADER_FILE_LIMIT, &bytes, &error) ||
            !shader_file_read(bytes.data, bytes.size, NULL, &file, &error)) {
            printf("error %s: %s\n", argv[i], error.text);
            return 1;
        }
        measure(strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i], &file, runs);
        shader_file_free(&file);
        blob_free(&bytes);
    }
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    printf("peak %ld\n", used.ru_maxrss);
    return 0;
}
