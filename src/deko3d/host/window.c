/* SPDX-License-Identifier: MIT */
/* Pictures that are presented: a thread waits until each is drawn, puts its rows in order and shows
 * it, sixty times a second at most. */
#include "deko3d/host/host.h"

#include "base/log.h"
#include "gpu/texture/screen_picture.h"
#include "host/clock.h"
#include "host/display.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_IMAGES = 8, REFRESH_NS = 1000000000 / 60 };

enum slot_state { SLOT_FREE, SLOT_DEQUEUED, SLOT_QUEUED };

struct platform_window {
    struct platform *platform;
    DkHostWindow how;
    struct platform_image images[MOST_IMAGES];
    uint32_t count;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    enum slot_state state[MOST_IMAGES];
    struct platform_present queue[MOST_IMAGES]; /* in the order of presents, from `first` on */
    uint32_t first, queued;
    uint32_t next_free; /* slots are given in turn */
    bool ends, closed;
    uint64_t shown, next_ns; /* pictures; when the display takes the next one */
    struct picture picture;
};

/* What the display takes: as the console's, whose names of formats these are. */
static const struct {
    DkImageFormat format;
    uint32_t picture;
} formats[] = {
    {DkImageFormat_RGBA8_Unorm, PICTURE_RGBA8888},
    {DkImageFormat_RGBA8_Unorm_sRGB, PICTURE_RGBA8888},
    {DkImageFormat_RGBX8_Unorm, PICTURE_RGBX8888},
    {DkImageFormat_RGBX8_Unorm_sRGB, PICTURE_RGBX8888},
    {DkImageFormat_BGRA8_Unorm, PICTURE_BGRA8888},
    {DkImageFormat_BGRA8_Unorm_sRGB, PICTURE_BGRA8888},
    {DkImageFormat_BGR565_Unorm, PICTURE_RGB565},
};

static uint32_t picture_format(DkImageFormat f) {
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].format == f)
            return formats[i].picture;
    return 0;
}

/* ---- the presenting thread ---- */

static void present(struct platform_window *w, const struct platform_present *what) {
    const struct platform_image *i = &w->images[what->slot];
    const struct picture_surface surface = {.width = i->width,
                                            .height = i->height,
                                            .format = picture_format(i->format),
                                            .pitch = i->stride,
                                            .block_linear = true,
                                            .height_log2 = i->block_height_log2};
    const struct picture_crop crop = {what->left, what->top, what->right, what->bottom};
    picture_convert(&w->picture, &surface, (const uint8_t *)i->memory + i->offset, crop,
                    what->flip_vertical ? PICTURE_FLIP_V : 0);
    const struct picture *p = &w->picture;
    display_present(p->rgba, p->width, p->height, p->width * 4);
    const uint64_t number = w->shown + 1; /* nobody else counts */
    if (w->how.present)
        w->how.present(w->how.userData, number, p->rgba, p->width, p->height, p->width * 4);
    pthread_mutex_lock(&w->lock);
    w->shown = number; /* behind the call: who sees the count has the picture */
    pthread_mutex_unlock(&w->lock);
}

/* The display changes at its own times; a picture stays for `interval` of them. */
static void wait_for_display(struct platform_window *w, uint32_t interval) {
    if (interval && !(w->how.headless && w->how.unpaced)) {
        clock_sleep_until(w->next_ns);
        const uint64_t now = clock_ns();
        const uint64_t from = w->next_ns + REFRESH_NS > now ? w->next_ns : now;
        w->next_ns = from + (uint64_t)interval * REFRESH_NS;
    }
}

static void *run(void *argument) {
    struct platform_window *w = argument;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (!w->queued && !w->ends)
            pthread_cond_wait(&w->changed, &w->lock);
        if (!w->queued)
            break;
        const struct platform_present what = w->queue[w->first];
        pthread_mutex_unlock(&w->lock);
        (void)platform_fence_wait(w->platform, what.fence, -1); /* of a lost device: it is shown */
        wait_for_display(w, what.interval);
        present(w, &what);
        pthread_mutex_lock(&w->lock);
        w->first = (w->first + 1) % MOST_IMAGES;
        w->queued--;
        w->state[what.slot] = SLOT_FREE;
        pthread_cond_broadcast(&w->changed);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* ---- windows ---- */

void dkHostWindowDefaults(DkHostWindow *window) {
    *window = (DkHostWindow){.title = "deko3d", .headless = host_is_headless()};
}

/* A window where one is wanted and can be had. */
static bool open_display(struct platform_window *w) {
    struct display_options options = {
        .title = w->how.title, .sdl_window = w->how.sdlWindow, .headless = w->how.headless};
    struct error error;
    if (display_open(&options, &error))
        return true;
    log_warning(LOG_VI, "%s; pictures are drawn all the same", error.text);
    options.headless = w->how.headless = true;
    return display_open(&options, &error);
}

static bool images_can_be_shown(const struct platform_image *images, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!picture_format(images[i].format))
            return false;
    return count > 0 && count <= MOST_IMAGES;
}

static void free_window(struct platform_window *w) {
    picture_free(&w->picture);
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

/* The display is one window's at a time, whose device ever it is of. */
static bool take_display(struct host *h, struct platform_window *w) {
    pthread_mutex_lock(&h->lock);
    const bool ok = !h->window;
    if (ok)
        h->window = w;
    pthread_mutex_unlock(&h->lock);
    return ok;
}

static void give_display(struct host *h) {
    pthread_mutex_lock(&h->lock);
    h->window = NULL;
    pthread_mutex_unlock(&h->lock);
}

static DkResult show(struct platform_window *w) {
    if (!open_display(w))
        return DkResult_Fail;
    if (pthread_create(&w->thread, NULL, run, w) == 0)
        return DkResult_Success;
    display_close();
    return DkResult_OutOfMemory;
}

DkResult platform_window_new(struct platform *p, void *native_window,
                             const struct platform_image *images, uint32_t count,
                             struct platform_window **out) {
    if (!images_can_be_shown(images, count))
        return DkResult_Fail;
    struct platform_window *w = calloc(1, sizeof *w);
    if (!w)
        return DkResult_OutOfMemory;
    w->platform = p;
    dkHostWindowDefaults(&w->how);
    if (native_window)
        w->how = *(const DkHostWindow *)native_window;
    w->how.headless = w->how.headless || host_is_headless();
    memcpy(w->images, images, count * sizeof *images);
    w->count = count;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->changed, NULL);
    const bool taken = take_display(p->host, w);
    const DkResult result = taken ? show(w) : DkResult_Fail;
    if (result == DkResult_Success) {
        *out = w;
        return result;
    }
    if (taken)
        give_display(p->host);
    free_window(w);
    return result;
}

/* What was presented is shown before it goes. */
void platform_window_free(struct platform *p, struct platform_window *w) {
    pthread_mutex_lock(&w->lock);
    w->ends = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    display_close();
    give_display(p->host);
    free_window(w);
}

/* With the lock held. -1: all are taken. */
static int find_free(const struct platform_window *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        const uint32_t slot = (w->next_free + i) % w->count;
        if (w->state[slot] == SLOT_FREE)
            return (int)slot;
    }
    return -1;
}

DkResult platform_window_dequeue(struct platform *p, struct platform_window *w, int *slot,
                                 struct platform_fence fences[4], uint32_t *fence_count) {
    (void)p, (void)fences;
    *fence_count = 0; /* what was shown has been read */
    pthread_mutex_lock(&w->lock);
    while ((*slot = find_free(w)) < 0 && w->queued)
        pthread_cond_wait(&w->changed, &w->lock);
    if (*slot >= 0) {
        w->state[*slot] = SLOT_DEQUEUED;
        w->next_free = ((uint32_t)*slot + 1) % w->count;
    }
    pthread_mutex_unlock(&w->lock);
    return *slot >= 0 ? DkResult_Success : DkResult_Fail; /* the program holds all of them */
}

DkResult platform_window_queue(struct platform *p, struct platform_window *w,
                               const struct platform_present *what) {
    (void)p;
    pthread_mutex_lock(&w->lock);
    const bool ok = (uint32_t)what->slot < w->count && w->state[what->slot] == SLOT_DEQUEUED;
    if (ok) {
        w->queue[(w->first + w->queued++) % MOST_IMAGES] = *what;
        w->state[what->slot] = SLOT_QUEUED;
        pthread_cond_broadcast(&w->changed);
    }
    pthread_mutex_unlock(&w->lock);
    return ok ? DkResult_Success : DkResult_Fail;
}

/* ---- what programs ask of the window ---- */

/* The device's; NULL: it has none. Used by the thread that makes and destroys windows. */
static struct platform_window *window_of(struct platform *p) {
    pthread_mutex_lock(&p->host->lock);
    struct platform_window *w = p->host->window;
    pthread_mutex_unlock(&p->host->lock);
    return w && w->platform == p ? w : NULL;
}

bool host_window_pump(struct platform *p) {
    struct platform_window *w = window_of(p);
    if (w && !w->closed)
        w->closed = display_pump();
    return !w || !w->closed;
}

uint64_t host_window_frames(struct platform *p) {
    struct platform_window *w = window_of(p);
    if (!w)
        return 0;
    pthread_mutex_lock(&w->lock);
    const uint64_t shown = w->shown;
    pthread_mutex_unlock(&w->lock);
    return shown;
}

/* Pictures that were presented before count: they are shown first. */
bool host_window_screenshot(struct platform *p, const char *path) {
    struct platform_window *w = window_of(p);
    struct error error;
    if (!w)
        return false;
    pthread_mutex_lock(&w->lock);
    while (w->queued)
        pthread_cond_wait(&w->changed, &w->lock);
    pthread_mutex_unlock(&w->lock);
    const bool ok = display_screenshot(path, &error);
    if (!ok)
        log_warning(LOG_VI, "%s", error.text);
    return ok;
}
