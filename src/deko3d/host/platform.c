/* SPDX-License-Identifier: MIT */
#include "deko3d/host/host.h"

#include "host/clock.h"

#include <stdio.h>
#include <stdlib.h>

DkResult platform_open(const DkDeviceMaker *maker, struct platform **out) {
    (void)maker;
    struct platform *p = calloc(1, sizeof *p);
    if (!p)
        return DkResult_OutOfMemory;
    const DkResult result = host_open(&p->host);
    if (result != DkResult_Success) {
        free(p);
        return result;
    }
    p->pages = page_table_new();
    *out = p;
    return DkResult_Success;
}

void platform_close(struct platform *p) {
    page_table_unref(p->pages);
    gpu_space_free(&p->space);
    host_close(p->host);
    free(p);
}

/* Those of the console's GPU: code that was made for it divides its memory by them. */
struct platform_facts platform_facts(const struct platform *p) {
    (void)p;
    return (struct platform_facts){
        .multiprocessors = 2, .warps = 128, .upstream_defects = host_options()->upstreamDefects};
}

uint64_t platform_timestamp(struct platform *p) {
    (void)p;
    return clock_ns() * 384 / 625;
}

/* ---- the rest of a C library that differs ---- */

/* Zeros are a mutex that nobody holds, with glibc and musl. */
_Static_assert(sizeof(pthread_mutex_t) <= sizeof(struct platform_mutex), "a mutex fits");

void platform_mutex_lock(struct platform_mutex *m) {
    pthread_mutex_lock((pthread_mutex_t *)m->words);
}

void platform_mutex_unlock(struct platform_mutex *m) {
    pthread_mutex_unlock((pthread_mutex_t *)m->words);
}

uint64_t platform_now_ns(void) {
    return clock_ns();
}

void platform_abort(const char *context, DkResult result, const char *message) {
    fprintf(stderr, "deko3d: %s: %s (DkResult %d)\n", context, message, (int)result);
    abort();
}

void platform_warn(const char *context, const char *message) {
    fprintf(stderr, "deko3d: %s: %s\n", context, message);
}
