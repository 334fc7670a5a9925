/* SPDX-License-Identifier: MIT */
/* Compiled for least size, so that clang moves what repeats into functions of its own. Those take
 * and give any register and the flags, save x30 in any place, and end in tail calls. */
#include "check.h"

#define APART __attribute__((noinline))

#define MIXED 0x9d81191055b841c0u /* by any other compiler */

struct item {
    uint64_t key, a, b, c;
    uint32_t kind, size;
};

static struct item items[64];
static uint64_t log_sum;

APART static void note(uint64_t kind, uint64_t a, uint64_t b, uint64_t c) {
    log_sum = (log_sum ^ kind) * 31 + a * 7 + b * 3 + c;
}

/* The same statements again and again, over other registers each time. */
#define BODY(n)                                                                                    \
    APART static uint64_t body_##n(struct item *p, uint64_t x, uint64_t y) {                       \
        uint64_t r = x ^ p->key;                                                                   \
        if (p->a + y < p->b) {                                                                     \
            note(p->kind, p->a, p->b, p->c);                                                       \
            r += p->a << 3 | p->b >> 5;                                                            \
            note(p->kind + 1, p->b, p->c, p->a);                                                   \
        }                                                                                          \
        if (p->kind == (n) % 5) {                                                                  \
            p->a = p->a * 3 + y;                                                                   \
            p->b = p->b * 5 + x;                                                                   \
            p->c ^= p->a + p->b;                                                                   \
            note(p->kind, p->a, p->b, p->c);                                                       \
        }                                                                                          \
        p->key += r * (n);                                                                         \
        p->size++;                                                                                 \
        note(p->kind, p->key, p->size, r);                                                         \
        return r + p->c;                                                                           \
    }

BODY(1)
BODY(2)
BODY(3)
BODY(4)
BODY(5)
BODY(6)
BODY(7)
BODY(8)

typedef uint64_t body(struct item *, uint64_t, uint64_t);
static body *const bodies[] = {body_1, body_2, body_3, body_4, body_5, body_6, body_7, body_8};

/* Comparisons whose flags the outlined code makes and the caller reads. */
APART static int order(const struct item *p, const struct item *q) {
    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    if (p->b != q->b)
        return p->b < q->b ? -1 : 1;
    if (p->c != q->c)
        return p->c < q->c ? -1 : 1;
    return 0;
}

APART static uint64_t mix(void) {
    for (uint64_t i = 0; i < 64; i++)
        items[i] = (struct item){i * 77 % 64, i, i * i, ~i, (uint32_t)i % 5, 0};
    uint64_t sum = 0;
    for (uint64_t round = 0; round < 200; round++)
        for (uint64_t i = 0; i < 64; i++)
            sum += bodies[(i + round) % 8](&items[i], sum, round);
    return sum ^ log_sum;
}

APART static bool sorts(void) {
    for (int i = 1; i < 64; i++)
        for (int j = i; j > 0 && order(&items[j], &items[j - 1]) < 0; j--) {
            struct item t = items[j];
            items[j] = items[j - 1];
            items[j - 1] = t;
        }
    for (int i = 1; i < 64; i++)
        if (items[i - 1].key > items[i].key)
            return false;
    return true;
}

/* longjmp over outlined code. */
static jump_buffer out;
APART static void leave(struct item *p, uint64_t n) {
    if (bodies[n % 8](p, n, n) && n == 0)
        guest_longjmp(out, 7);
    leave(p + 1, n - 1);
    note(n, n, n, n);
}

int main(void) {
    check(mix() == MIXED, "arithmetic in pieces");
    check(sorts(), "flags that outlined code makes");
    int value = guest_setjmp(out);
    if (!value)
        leave(items, 20);
    check(value == 7, "longjmp over outlined code");
    return check_end();
}
