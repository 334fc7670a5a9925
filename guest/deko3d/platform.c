/* SPDX-License-Identifier: MIT */
#include "home.h"

enum {
    SPACE_INITIALIZE = 0x40284109,
    CHARACTERISTICS = 0xc0b04705,
    ZCULL_CONTEXT_SIZE = 0x80044701,
    GPU_TIME = 0xc010471c,
};

struct platform *home_newest;

DkResult home_result(Result result) {
    enum { NO_MEMORY = 0xd001 };
    switch (result) {
    case 0:
        return DkResult_Success;
    case HOME_TIMED_OUT:
        return DkResult_Timeout;
    case NO_MEMORY:
        return DkResult_OutOfMemory;
    default:
        return DkResult_Fail;
    }
}

static Result open_files(struct platform *p) {
    Result r = nv_open("/dev/nvmap", &p->nvmap);
    if (r || (r = nv_open("/dev/nvhost-as-gpu", &p->space)) != 0 ||
        (r = nv_open("/dev/nvhost-ctrl", &p->control)) != 0)
        return r;
    return nv_open("/dev/nvhost-ctrl-gpu", &p->control_gpu);
}

/* What the driver says of the GPU, where in its answer (bytes behind the buffer's size and
 * address): nvgpu_gpu_characteristics. */
static Result ask(struct platform *p) {
    enum { CLUSTERS = 12, TEXTURE_CLUSTERS = 32, WARPS = 68 };
    struct {
        uint64_t size, address;
        uint8_t facts[0xa0];
    } c = {.size = 0xa0, .address = 1};
    uint32_t clusters, each;
    Result r = nv_ioctl(p->control_gpu, CHARACTERISTICS, &c, sizeof c);
    if (r)
        return r;
    memcpy(&clusters, c.facts + CLUSTERS, 4);
    memcpy(&each, c.facts + TEXTURE_CLUSTERS, 4);
    memcpy(&p->facts.warps, c.facts + WARPS, 4);
    p->facts.multiprocessors = clusters * each; /* one in each texture cluster */
    return nv_ioctl(p->control_gpu, ZCULL_CONTEXT_SIZE, &p->facts.zcull_context_size, 4);
}

static Result open_space(struct platform *p) {
    struct {
        uint32_t flags, file, big_page, reserved;
        uint64_t unused[3];
    } initialize = {1, 0, PLATFORM_BIG_PAGE, 0, {0}};
    return nv_ioctl(p->space, SPACE_INITIALIZE, &initialize, sizeof initialize);
}

DkResult platform_open(const DkDeviceMaker *maker, struct platform **out) {
    (void)maker;
    struct platform *p = calloc(1, sizeof *p);
    if (!p)
        return DkResult_OutOfMemory;
    Result r = open_files(p);
    if (r || (r = ask(p)) != 0 || (r = open_space(p)) != 0) {
        platform_close(p);
        return home_result(r);
    }
    home_newest = *out = p;
    return DkResult_Success;
}

void platform_close(struct platform *p) {
    const uint32_t files[] = {p->nvmap, p->space, p->control, p->control_gpu};
    if (home_newest == p)
        home_newest = NULL;
    home_close_events(p);
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i])
            nv_close(files[i]);
    free(p);
}

struct platform_facts platform_facts(const struct platform *p) {
    return p->facts;
}

uint64_t platform_timestamp(struct platform *p) {
    uint64_t time[2] = {0};
    return nv_ioctl(p->control_gpu, GPU_TIME, time, sizeof time) ? 0 : time[0];
}

/* ---- the rest of a C library that differs ---- */

_Static_assert(sizeof(struct mutex) <= sizeof(struct platform_mutex), "a mutex fits");

void platform_mutex_lock(struct platform_mutex *m) {
    mutex_lock((struct mutex *)m->words);
}

void platform_mutex_unlock(struct platform_mutex *m) {
    mutex_unlock((struct mutex *)m->words);
}

uint64_t platform_now_ns(void) {
    return svcGetSystemTick() * 625 / 12; /* ticks of 19.2 MHz */
}

void platform_abort(const char *context, DkResult result, const char *message) {
    char line[256];
    int n =
        snprintf(line, sizeof line, "deko3d: %s: %s (DkResult %d)", context, message, (int)result);
    svcOutputDebugString(line, n > 0 ? (uint64_t)n : 0);
    svcBreak(0, 359 | (uint64_t)result << 9, 0); /* what the console's library ends with */
    guest_exit(1);
}

void platform_warn(const char *context, const char *message) {
    char line[256];
    int n = snprintf(line, sizeof line, "deko3d: %s: %s", context, message);
    svcOutputDebugString(line, n > 0 ? (uint64_t)n : 0);
}
