/* SPDX-License-Identifier: MIT */
#include "home.h"

enum {
    SPACE_BIND = 0x40044101,
    CHANNEL_NVMAP = 0x40044801,
    CHANNEL_FIFO = 0xc020481a,
    CHANNEL_OBJECT = 0xc0104809,
    CHANNEL_PRIORITY = 0x4004480d,
    CHANNEL_ERROR = 0xc0104817,
    CHANNEL_SUBMIT = 0xc0004808, /* with the size of its argument in bits 16 to 29 */
    ENTRIES = 0x800,
    AT_ONCE = 128, /* entries in one request */
    CLASS_3D = 0xb197,
    FLAG_HARDWARE_FORMAT = 1 << 2,
    FLAG_INCREMENT_VALUE = 1 << 8,
};

struct platform_channel {
    uint32_t file, syncpoint;
};

static Result set_up(struct platform *p, struct platform_channel *c, uint32_t queue_flags) {
    /* By DkQueueFlags' priority: medium, high, low. */
    static const uint32_t priorities[] = {100, 150, 50, 100};
    uint32_t priority = priorities[queue_flags >> 2 & 3];
    struct {
        uint32_t entries, jobs, flags, fence[2], reserved[3];
    } fifo = {ENTRIES, 1, 1, {0}, {0}};
    struct {
        uint32_t class, flags;
        uint64_t id;
    } object = {CLASS_3D, 0, 0};
    Result r = nv_open("/dev/nvhost-gpu", &c->file);
    if (r || (r = nv_ioctl(p->space, SPACE_BIND, &c->file, 4)) != 0 ||
        (r = nv_ioctl(c->file, CHANNEL_NVMAP, &p->nvmap, 4)) != 0 ||
        (r = nv_ioctl(c->file, CHANNEL_FIFO, &fifo, sizeof fifo)) != 0)
        return r;
    c->syncpoint = fifo.fence[0];
    r = nv_ioctl(c->file, CHANNEL_OBJECT, &object, sizeof object);
    return r ? r : nv_ioctl(c->file, CHANNEL_PRIORITY, &priority, 4);
}

DkResult platform_channel_new(struct platform *p, uint32_t queue_flags,
                              struct platform_channel **out) {
    struct platform_channel *c = calloc(1, sizeof *c);
    if (!c)
        return DkResult_OutOfMemory;
    Result r = set_up(p, c, queue_flags);
    if (r) {
        platform_channel_free(p, c);
        return home_result(r);
    }
    *out = c;
    return DkResult_Success;
}

void platform_channel_free(struct platform *p, struct platform_channel *c) {
    (void)p;
    if (c->file)
        nv_close(c->file);
    free(c);
}

uint32_t platform_channel_syncpoint(const struct platform_channel *c) {
    return c->syncpoint;
}

static Result submit(struct platform_channel *c, const uint64_t *entries, uint32_t count,
                     uint32_t increments, struct platform_fence *fence) {
    struct {
        uint64_t entries;
        uint32_t count, flags;
        struct platform_fence fence;
        uint64_t entry[AT_ONCE];
    } a = {.count = count,
           .flags = FLAG_HARDWARE_FORMAT | (increments ? FLAG_INCREMENT_VALUE : 0),
           .fence = {0, increments}};
    const uint32_t bytes = (uint32_t)offsetof(__typeof__(a), entry) + count * 8;
    memcpy(a.entry, entries, count * sizeof *entries);
    Result r = nv_ioctl(c->file, CHANNEL_SUBMIT | bytes << 16, &a, bytes);
    *fence = a.fence;
    return r;
}

DkResult platform_channel_submit(struct platform *p, struct platform_channel *c,
                                 const uint64_t *entries, uint32_t count, uint32_t increments,
                                 struct platform_fence *fence) {
    (void)p;
    Result r = 0;
    for (uint32_t at = 0; at < count && !r; at += AT_ONCE) {
        const uint32_t piece = count - at < AT_ONCE ? count - at : AT_ONCE;
        r = submit(c, entries + at, piece, at + piece == count ? increments : 0, fence);
    }
    return home_result(r);
}

bool platform_channel_failed(struct platform *p, struct platform_channel *c) {
    (void)p;
    struct {
        uint64_t time;
        uint32_t info;
        uint16_t more, status;
    } error = {0};
    return nv_ioctl(c->file, CHANNEL_ERROR, &error, sizeof error) == 0 && error.status != 0;
}

/* The GPU itself looks at the words that it waits for. */
void platform_poke(struct platform *p) {
    (void)p;
}
