/* SPDX-License-Identifier: MIT */
#include "host/display_frame.h"

#include "base/log.h"
#include "base/memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct frame last;

static size_t frame_bytes(const struct frame *f) {
    return (size_t)f->width * f->height * 4;
}

static void resize(struct frame *f, uint32_t width, uint32_t height) {
    if (f->rgba && f->width == width && f->height == height)
        return;
    f->width = width;
    f->height = height;
    f->rgba = memory_resize(f->rgba, frame_bytes(f));
}

uint64_t frame_store(const uint8_t *rgba, uint32_t width, uint32_t height, uint32_t stride) {
    static bool told;
    if (!width || !height || width > FRAME_SIDE_LIMIT || height > FRAME_SIDE_LIMIT ||
        stride / 4 < width) {
        log_once(&told, LOG_VI, "a frame of %u x %u pixels with %u bytes a row is not shown", width,
                 height, stride);
        return 0;
    }
    pthread_mutex_lock(&lock);
    resize(&last, width, height);
    for (size_t y = 0; y < height; y++)
        memcpy(last.rgba + y * width * 4, rgba + y * stride, (size_t)width * 4);
    uint64_t number = ++last.number;
    pthread_mutex_unlock(&lock);
    return number;
}

uint64_t frame_number(void) {
    pthread_mutex_lock(&lock);
    uint64_t number = last.number;
    pthread_mutex_unlock(&lock);
    return number;
}

bool frame_take(struct frame *out) {
    pthread_mutex_lock(&lock);
    bool newer = last.number > out->number;
    if (newer) {
        resize(out, last.width, last.height);
        memcpy(out->rgba, last.rgba, frame_bytes(&last));
        out->number = last.number;
    }
    pthread_mutex_unlock(&lock);
    return newer;
}

void frame_forget(void) {
    pthread_mutex_lock(&lock);
    free(last.rgba);
    last = (struct frame){0};
    pthread_mutex_unlock(&lock);
}
