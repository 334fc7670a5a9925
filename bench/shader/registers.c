/* SPDX-License-Identifier: MIT */
/* What it would gain if modules had registers as SSA values across blocks: a program of loops, ifs
 * and arithmetic runs on a Vulkan device as the translator makes it, and as spirv-opt rewrites it.
 *
 * usage: bench_shader_registers [RUNS]. A line a form: milliseconds to make the pipeline and run
 * one round of it, and of each 1,000 rounds more; the best of the runs. WINDLASS_GPU names the
 * device. */
#include "gpu.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { GROUPS = 64, GROUP = 64, FEW = 1, MANY = 2001, RESULTS = GROUPS * GROUP * 4 };

/* Rounds: c[2][0]. Each with a branch that lanes take differently, and a loop inside. */
static const char text[] =
    ".container dksh\n.stage compute\n.header gprs 32\n.header block_size[0] 64\n"
    ".header block_size[1] 1\n.header block_size[2] 1\n.code\n"
    "S2R R0, CTAID.X\nS2R R1, TID.X\nISCADD R2, R0, R1, 6\nMOV R3, R2\nMOV R4, RZ\n"
    "I2F.F32.U32 R5, R2\nMOV32I R6, 0x3f000000\nPBK done\n"
    "round:\nISETP.GE.U32.AND P0, PT, R4, c[0x2][0x0], PT\n@P0 BRK\nIADD R4, R4, 0x1\n"
    "SSY join\nLOP.AND R7, R3, 0x1\nISETP.EQ.U32.AND P1, PT, R7, RZ, PT\n@P1 BRA even\n"
    "XMAD.U16.U16 R3, R3, 0x6d, R4\nFFMA R5, R5, R6, R5\nSYNC\n"
    "even:\nSHR.U32 R3, R3, 0x1\nFFMA R6, R6, -R5, R6\nIADD R3, R3, R2\nSYNC\n"
    "join:\nMOV R8, RZ\nPBK inner\n"
    "again:\nFADD R9, R5, R6\nFMUL R10, R9, 0.25\nFADD R6, R10, -R6\nIADD R8, R8, 0x1\n"
    "ISETP.GE.U32.AND P2, PT, R8, 0x4, PT\n@P2 BRK\nBRA again\n"
    "inner:\nLOP.XOR R3, R3, R8\nBRA round\n"
    "done:\nSHL R10, R2, 0x2\nIADD R10.CC, R10, c[0x0][0x140]\nIADD.X R11, RZ, c[0x0][0x144]\n"
    "FADD R5, R5, R6\nLOP.XOR R3, R3, R5\nSTG.E [R10], R3\nEXIT\n";

static void fail(const struct error *error) {
    fprintf(stderr, "bench_shader_registers: %s\n", error->text);
    exit(1);
}

static struct shader_translation translated(const struct gpu *gpu) {
    struct shader_file file;
    struct shader_key key;
    struct shader_translation out;
    struct error error;
    if (!shader_file_parse(text, &file, &error))
        fail(&error);
    shader_key_init(&key, &file.programs[0]);
    gpu_shader_key(gpu, &key);
    if (!shader_translate(&file.programs[0], &key, &out, &error))
        fail(&error);
    shader_file_free(&file);
    return out;
}

static struct blob rewritten(const struct shader_translation *t) {
    char in[] = "/tmp/registersXXXXXX", out[sizeof in + 4], command[256];
    struct blob bytes = {0};
    struct error error;
    const int file = mkstemp(in);
    if (file < 0 || !file_write(in, t->words, t->count * sizeof *t->words, &error))
        fail(&error);
    close(file);
    snprintf(out, sizeof out, "%s.out", in);
    snprintf(command, sizeof command,
             "spirv-opt --eliminate-local-multi-store --eliminate-dead-code-aggressive %s -o %s",
             in, out);
    if (system(command) || !file_read(out, 1 << 20, &bytes, &error)) {
        error_set(&error, ERROR_TOOL, "spirv-opt does not run: install what scripts/setup lists");
        fail(&error);
    }
    unlink(in);
    unlink(out);
    return bytes;
}

struct buffers {
    struct gpu_buffer driver, uniform, results;
};

static double milliseconds(const struct gpu *gpu, const struct shader_contract *contract,
                           const uint32_t *words, size_t count, struct buffers *b,
                           uint32_t rounds) {
    struct gpu_binding bindings[3] = {{BINDING_CONSTANT, &b->driver, 0, 0},
                                      {BINDING_CONSTANT + 2, &b->uniform, 0, 0},
                                      {BINDING_STORAGE, &b->results, 0, 0}};
    struct timespec from, to;
    struct error error;
    memcpy(b->uniform.data, &rounds, sizeof rounds);
    clock_gettime(CLOCK_MONOTONIC, &from);
    if (!gpu_compute(gpu, words, count, bindings, contract->storage_count ? 3 : 2, GROUPS, 1, 1,
                     &error))
        fail(&error);
    clock_gettime(CLOCK_MONOTONIC, &to);
    return (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) / 1e6;
}

static void measure(const struct gpu *gpu, const char *name, const struct shader_contract *contract,
                    const uint32_t *words, size_t count, struct buffers *b, unsigned runs) {
    double few = 0, many = 0;
    for (unsigned i = 0; i < runs; i++) {
        const double one = milliseconds(gpu, contract, words, count, b, FEW);
        const double all = milliseconds(gpu, contract, words, count, b, MANY);
        few = i && few < one ? few : one;
        many = i && many < all ? many : all;
    }
    uint32_t sum = 0;
    for (unsigned i = 0; i < RESULTS / 4; i++)
        sum = sum * 31 + ((const uint32_t *)b->results.data)[i];
    printf("%s words %zu first %.2f each-1000-rounds %.3f result %08x\n", name, count, few,
           (many - few) * 1000 / (MANY - FEW), sum);
}

int main(int argc, char **argv) {
    const unsigned runs = argc > 1 ? (unsigned)atoi(argv[1]) : 5;
    struct gpu gpu;
    struct buffers b;
    struct error error;
    if (!gpu_open(&gpu, &error) || !gpu_buffer_new(&gpu, 0x300, &b.driver, &error) ||
        !gpu_buffer_new(&gpu, 256, &b.uniform, &error) ||
        !gpu_buffer_new(&gpu, RESULTS, &b.results, &error))
        fail(&error);
    memcpy(b.driver.data + 0x140, &(uint64_t){0x1000000000}, 8);
    const struct shader_translation t = translated(&gpu);
    const struct blob other = rewritten(&t);
    printf("%s\n", gpu.vk->properties.deviceName);
    measure(&gpu, "variables", &t.contract, t.words, t.count, &b, runs);
    measure(&gpu, "values", &t.contract, (const uint32_t *)other.data, other.size / 4, &b, runs);
    return 0;
}
