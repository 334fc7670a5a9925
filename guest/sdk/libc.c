/* SPDX-License-Identifier: MIT */
#include "guest.h"
#include "internal.h"

void *memcpy(void *to, const void *from, size_t n) {
    uint8_t *t = to;
    const uint8_t *f = from;
    for (; n >= 8; n -= 8, t += 8, f += 8)
        __builtin_memcpy_inline(t, f, 8);
    while (n--)
        *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t n) {
    uint8_t *t = to;
    const uint8_t *f = from;
    if (t <= f || t >= f + n)
        return memcpy(to, from, n);
    while (n--)
        t[n] = f[n];
    return to;
}

void *memset(void *to, int byte, size_t n) {
    uint8_t *t = to;
    while (n--)
        *t++ = (uint8_t)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t n) {
    const uint8_t *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

int strncmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i] || !a[i])
            return (uint8_t)a[i] - (uint8_t)b[i];
    return 0;
}

int strcmp(const char *a, const char *b) {
    return strncmp(a, b, SIZE_MAX);
}

/* ---- heap: a first-fit list of blocks, sorted by address; neighbours that are free merge ---- */

struct block {
    size_t size; /* with this header */
    bool used;
    uint8_t padding[7];
};

static struct mutex heap_lock;

static struct block *heap_end(void) {
    return (struct block *)(guest_heap_base + guest_heap_size);
}

static struct block *next_block(struct block *b) {
    return (struct block *)((uint8_t *)b + b->size);
}

static struct block *find_block(size_t size) {
    struct block *b = (struct block *)guest_heap_base;
    if (!b->size)
        b->size = guest_heap_size;
    for (; b < heap_end(); b = next_block(b)) {
        while (!b->used && next_block(b) < heap_end() && !next_block(b)->used)
            b->size += next_block(b)->size;
        if (!b->used && b->size >= size)
            return b;
    }
    return NULL;
}

void *malloc(size_t bytes) {
    size_t size = (bytes + sizeof(struct block) + 15) & ~(size_t)15;
    if (size < bytes)
        return NULL;
    mutex_lock(&heap_lock);
    struct block *b = find_block(size);
    if (b) {
        if (b->size >= size + 64) {
            struct block *rest = (struct block *)((uint8_t *)b + size);
            rest->size = b->size - size;
            rest->used = false;
            b->size = size;
        }
        b->used = true;
    }
    mutex_unlock(&heap_lock);
    return b ? b + 1 : NULL;
}

/* A block that is larger than needed is divided where the alignment wants it. */
void *aligned_alloc(size_t align, size_t bytes) {
    uint8_t *p =
        align < 16 || bytes > SIZE_MAX - 2 * align ? malloc(bytes) : malloc(bytes + 2 * align);
    const uintptr_t to = ((uintptr_t)p + align - 1) & ~(uintptr_t)(align - 1);
    if (!p || to == (uintptr_t)p)
        return p;
    uint8_t *out = (uint8_t *)(to - (uintptr_t)p < 2 * sizeof(struct block) ? to + align : to);
    mutex_lock(&heap_lock);
    struct block *whole = (struct block *)p - 1, *second = (struct block *)out - 1;
    second->size = whole->size - (size_t)((uint8_t *)second - (uint8_t *)whole);
    second->used = true;
    whole->size -= second->size;
    whole->used = false;
    mutex_unlock(&heap_lock);
    return out;
}

void free(void *p) {
    if (!p)
        return;
    mutex_lock(&heap_lock);
    ((struct block *)p - 1)->used = false;
    mutex_unlock(&heap_lock);
}

void *calloc(size_t n, size_t bytes) {
    size_t total;
    if (__builtin_mul_overflow(n, bytes, &total))
        return NULL;
    void *p = malloc(total);
    return p ? memset(p, 0, total) : NULL;
}

void *realloc(void *old, size_t bytes) {
    void *p = malloc(bytes);
    if (p && old) {
        size_t had = ((struct block *)old - 1)->size - sizeof(struct block);
        memcpy(p, old, had < bytes ? had : bytes);
        free(old);
    }
    return p;
}
