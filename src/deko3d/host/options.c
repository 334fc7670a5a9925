/* SPDX-License-Identifier: MIT */
#include "deko3d/host/host.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static DkHostOptions now;
static bool chosen;

static bool says_yes(const char *name) {
    const char *value = getenv(name);
    return value && *value && strcmp(value, "0") != 0;
}

bool host_is_headless(void) {
    return says_yes("WINDLASS_HEADLESS");
}

void dkHostOptionsDefaults(DkHostOptions *options) {
    *options = (DkHostOptions){
        .gpu = getenv("WINDLASS_GPU"),
        .validate = says_yes("WINDLASS_GPU_VALIDATE"),
        .synchronous = says_yes("WINDLASS_GPU_SYNCHRONOUS"),
    };
}

static char *copy(const char *text) {
    return text && *text ? memory_string(text) : NULL;
}

void dkHostSetOptions(const DkHostOptions *options) {
    pthread_mutex_lock(&lock);
    free((char *)(uintptr_t)now.gpu);
    free((char *)(uintptr_t)now.cacheFolder);
    now = *options;
    now.gpu = copy(options->gpu);
    now.cacheFolder = copy(options->cacheFolder);
    chosen = true;
    pthread_mutex_unlock(&lock);
}

const DkHostOptions *host_options(void) {
    pthread_mutex_lock(&lock);
    const bool is = chosen;
    pthread_mutex_unlock(&lock);
    if (!is) {
        DkHostOptions defaults;
        dkHostOptionsDefaults(&defaults);
        dkHostSetOptions(&defaults);
    }
    return &now;
}
