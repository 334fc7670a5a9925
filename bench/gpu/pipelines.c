/* SPDX-License-Identifier: MIT */
/* A frame in which everything is drawn with for the first time: how long it takes where pipelines
 * are made whole, linked of parts, and made ahead of it. Programs have been translated before. */
#include "bench.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PROGRAMS = 8,
    BLENDS = 4,
    PROGRAM_ROOM = 4096,
    /* Methods of clb197.h by words. */
    FRAGMENT_PROGRAM = 0x800 + 16 * 5,
    BLEND_ON = 0x4d8,
    BLEND = 0x781,
};

static char folder[] = "/tmp/windlass-bench-XXXXXX";

/* Loops with a constant of its own, so that a compiler has something to do. */
static uint32_t fragment(struct machine *m, unsigned n) {
    char text[PROGRAM_ROOM];
    int at = snprintf(text, sizeof text,
                      ".container bare\n.stage fragment\n    .sph type 2\n    .sph version 3\n"
                      "    .sph shader_type 5\n    .sph in_system 0x80000000\n    .sph in[0] 0xaa\n"
                      "    .sph target[0] 0xf\n.code\n    IPA.PASS R4, a[0x7c], RZ, RZ\n"
                      "    MUFU.RCP R4, R4\n    IPA R0, a[0x80], R4, RZ\n"
                      "    IPA R1, a[0x84], R4, RZ\n    IPA R2, a[0x88], R4, RZ\n"
                      "    IPA R3, a[0x8c], R4, RZ\n    MOV32I R5, 0x%08x\n",
                      0x3f000000 + n);
    for (unsigned i = 0; i < 24; i++)
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "    FFMA R%u, R%u, R5, R%u\n    MUFU.SIN R%u, R%u\n", i % 3, i % 3,
                       (i + 1) % 3, (i + 2) % 3, (i + 2) % 3);
    snprintf(text + at, sizeof text - (size_t)at, "    EXIT\n");
    return machine_shader(m, text);
}

static double frame(struct machine *m) {
    static const uint32_t equations[BLENDS][6] = {{1, 5, 6, 1, 5, 6},
                                                  {1, 2, 1, 1, 2, 1},
                                                  {1, 5, 2, 1, 2, 1},
                                                  {3, 2, 2, 1, 2, 1}}; /* Direct3D's numbers */
    bench_scene(m);
    for (unsigned i = 0; i < PROGRAMS; i++) {
        const uint32_t program[] = {1 | 5 << 4, fragment(m, i)};
        machine_write_many(m, MACHINE_THREE, FRAGMENT_PROGRAM, program, 2);
        for (unsigned k = 0; k < BLENDS; k++) {
            machine_write(m, MACHINE_THREE, BLEND_ON, 1);
            machine_write_many(m, MACHINE_THREE, BLEND, equations[k], 6);
            bench_triangle(m);
        }
    }
    const double begin = bench_seconds();
    machine_run(m);
    return (bench_seconds() - begin) * 1e3;
}

/* All but the translations where `all` is not set. */
static void forget(bool all) {
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));)
        if (all || !strncmp(e->d_name, "pipelines", 9))
            unlinkat(dirfd(d), e->d_name, 0);
    if (d)
        closedir(d);
}

/* The first frame, and the one when everything has been made that will be. */
static void once(enum gpu_link link, bool ahead, double *first, double *later) {
    const struct machine_options options = {.synchronous = true,
                                            .unchecked = true,
                                            .link = link,
                                            .cache_folder = folder,
                                            .program = "bench"};
    struct machine m;
    if (!ahead)
        forget(false);
    if (!machine_open_with(&m, &options))
        return;
    if (ahead)
        machine_wait_for_pipelines(&m);
    *first = frame(&m);
    machine_wait_for_pipelines(&m);
    *later = frame(&m);
    machine_close(&m);
}

void bench_pipelines(unsigned rounds) {
    double *times[6];
    for (unsigned i = 0; i < 6; i++)
        times[i] = calloc(rounds + 1, sizeof *times[i]);
    if (!mkdtemp(folder))
        return;
    once(GPU_LINK_NEVER, false, times[0], times[1]); /* programs are translated */
    for (unsigned i = 0; i < rounds; i++) {
        once(GPU_LINK_NEVER, false, &times[0][i], &times[1][i]);
        once(GPU_LINK_NEVER, true, &times[2][i], &times[3][i]);
        once(GPU_LINK_ALWAYS, false, &times[4][i], &times[5][i]);
    }
    double median[6];
    for (unsigned i = 0; i < 6; i++)
        median[i] = bench_median(times[i], rounds);
    bench_figure("frame_of_new_pipelines_linked", median[4], median[0], "ms");
    bench_figure("frame_of_new_pipelines_ahead", median[2], median[0], "ms");
    bench_figure("frame_after_pipelines_linked", median[5], median[1], "ms");
    forget(true);
    rmdir(folder);
    for (unsigned i = 0; i < 6; i++)
        free(times[i]);
}
