/* SPDX-License-Identifier: MIT */
/* mutate_gpu COUNT SEED PROGRAM...: COUNT damaged captures of what the programs (tests of scenes)
 * hand to the GPU, executed on a device with the validation layer. Whatever the words are, nothing
 * crashes or hangs, and the layer has nothing to say. The same seed makes the same damage; number N
 * of a seed alone: mutate_gpu 1 SEED:N PROGRAM... */
#include "damage.h"

#include "base/log.h"
#include "base/memory.h"
#include "gpu/capture/replay.h"
#include "gpu/engine/compute.h"
#include "gpu/shader/mutate.h"
#include "gpu/vulkan/backend.h"
#include "gpu/vulkan/renderer.h"

#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 60, MOST_PROGRAMS = 64 };

/* ---- captures of programs ---- */

/* A program's, or one that is there already. */
static bool record(const char *program, struct damage *out) {
    char path[64];
    struct error error = {0};
    pid_t child;
    int status;
    if (strstr(program, ".capture") && damage_new(out, program, &error))
        return true;
    snprintf(path, sizeof path, "mutate_gpu.%d.capture", (int)getpid());
    setenv("WINDLASS_GPU_CAPTURE", path, 1);
    char *arguments[] = {(char *)(uintptr_t)program, NULL};
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", 1, 0);
    extern char **environ;
    const bool ok = !posix_spawn(&child, program, &quiet, NULL, arguments, environ) &&
                    waitpid(child, &status, 0) == child && damage_new(out, path, &error);
    posix_spawn_file_actions_destroy(&quiet);
    unlink(path);
    unsetenv("WINDLASS_GPU_CAPTURE");
    if (!ok)
        fprintf(stderr, "%s: no capture of it: %s\n", program, error.text);
    return ok;
}

/* ---- a device ---- */

static uint32_t read_syncpoint(void *context, uint32_t id) {
    (void)context, (void)id;
    return INT32_MAX;
}

static void increment(void *context, uint32_t id) {
    (void)context, (void)id;
}

static uint64_t nanoseconds(void *context) {
    (void)context;
    return 0;
}

static void failed(void *context, struct gpu_channel *channel, const struct error *error) {
    (void)context, (void)channel, (void)error;
}

static void lost(void *context, const struct error *error) {
    (void)context;
    fprintf(stderr, "the device is lost: %s\n", error->text);
    _exit(1);
}

static const struct gpu_owner owner = {
    .syncpoint_increment = increment,
    .syncpoint_read = read_syncpoint,
    .nanoseconds = nanoseconds,
    .channel_failed = failed,
    .device_lost = lost,
};

/* A device draws as much as it is told to; here that would take hours, and show nothing. */
enum { MOST = 1 << 14 };
static struct renderer behind;

static void draw(void *context, const struct three_state *state, const struct draw *d) {
    struct draw less = *d;
    if (less.count > MOST && !less.indices)
        less.count = MOST;
    if (less.instances > MOST / 256)
        less.instances = MOST / 256;
    behind.draw(context, state, &less);
}

static void dispatch(void *context, const struct compute_launch *l) {
    const uint64_t groups = (uint64_t)l->groups[0] * l->groups[1];
    if (groups <= MOST && groups * l->groups[2] <= MOST)
        behind.dispatch(context, l);
}

static bool open_device(struct renderer *out) {
    const char *name = getenv("WINDLASS_GPU");
    const struct gpu_options options = {.device = name ? name : "llvmpipe",
                                        .validate = true,
                                        .link = getenv("WINDLASS_GPU_LINK") ? GPU_LINK_ALWAYS
                                                                            : GPU_LINK_WHERE_FAST};
    struct error error;
    if (!vulkan_renderer_new(&options, &owner, out, &error))
        return false;
    behind = *out;
    out->draw = draw;
    out->dispatch = dispatch;
    return true;
}

/* ---- runs ---- */

static uint64_t seed;
static unsigned long number;

static void hangs(int signal) {
    (void)signal;
    char text[96];
    const int length =
        snprintf(text, sizeof text, "not ok 1 - %lu:%lu hangs\n", (unsigned long)seed, number);
    (void)!write(STDOUT_FILENO, text, (size_t)length);
    _exit(3);
}

static unsigned messages(const struct renderer *r) {
    return ((const struct backend *)r->context)->vk->messages;
}

/* False: the layer said something. */
static bool run_one(const struct damage *d, const struct renderer *r) {
    const struct replay_options options = {.renderer = r};
    const unsigned before = messages(r);
    struct error error;
    struct blob b = damage_make(d);
    if (getenv("WINDLASS_MUTATE_TELL"))
        fprintf(stderr, "== %lu:%lu\n", (unsigned long)seed, number);
    alarm(SECONDS);
    if (!replay_run(&b, &options, &error) && error.kind == ERROR_NONE)
        fprintf(stderr, "a replay failed without an error\n");
    alarm(0);
    blob_free(&b);
    if (messages(r) != before)
        fprintf(stderr, "%lu:%lu has %u messages of the validation layer\n", (unsigned long)seed,
                number, messages(r) - before);
    return messages(r) == before;
}

int main(int argc, char **argv) {
    struct damage captures[MOST_PROGRAMS];
    struct renderer r;
    unsigned long count = argc > 3 ? strtoul(argv[1], NULL, 10) : 0, bad = 0, have = 0;
    if (!count || argc - 3 > MOST_PROGRAMS) {
        fprintf(stderr, "usage: mutate_gpu COUNT SEED[:FIRST] PROGRAM...\n");
        return 2;
    }
    char *first;
    seed = strtoull(argv[2], &first, 10);
    number = *first == ':' ? strtoul(first + 1, NULL, 10) : 0;
    if (!open_device(&r)) {
        printf("1..0 # SKIP there is no device\n");
        return 0;
    }
    for (int i = 3; i < argc; i++)
        if (record(argv[i], &captures[have]))
            have++;
        else
            bad++;
    signal(SIGALRM, hangs);
    for (const unsigned long end = number + count; have && number < end; number++) {
        mutate_state = seed << 32 | number;
        bad += !run_one(&captures[mutate_below(have)], &r);
    }
    while (have)
        damage_free(&captures[--have]);
    r.finish(r.context);
    r.free(r.context);
    printf("1..1\n%sok 1 - %lu damaged captures, %lu of them bad\n# count damaged %lu\n",
           bad ? "not " : "", count, bad, count);
    return bad != 0;
}
