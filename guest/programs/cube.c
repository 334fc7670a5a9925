/* SPDX-License-Identifier: MIT */
/* A soft renderer: a shaded, turning cube over a plasma. Plus ends it. */
#include "guest.h"

struct vector {
    float x, y, z;
};

/* sin by its series after folding to [-pi/2, pi/2]; good to five digits. */
static float sine(float a) {
    const float pi = 3.14159265f;
    a -= 2 * pi * (float)(int)(a / (2 * pi));
    if (a > pi)
        a -= 2 * pi;
    if (a < -pi)
        a += 2 * pi;
    if (a > pi / 2)
        a = pi - a;
    if (a < -pi / 2)
        a = -pi - a;
    float s = a * a;
    return a * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72))));
}

static float cosine(float a) {
    return sine(a + 1.57079633f);
}

static int table[1024];

static void plasma(int t) {
    uint32_t *out = screen_begin();
    for (int y = 0; y < SCREEN_HEIGHT; y++)
        for (int x = 0; x < SCREEN_WIDTH; x++) {
            int v = table[(x + t * 2) & 1023] + table[(y * 2 + t) & 1023] +
                    table[(x + y + t * 3) & 1023];
            int shade = 40 + (v >> 4);
            *out++ = RGBA(shade / 3, shade / 2, shade);
        }
}

static struct vector turn(struct vector v, float a, float b) {
    float sa = sine(a), ca = cosine(a), sb = sine(b), cb = cosine(b);
    struct vector w = {v.x * ca + v.z * sa, v.y, v.z * ca - v.x * sa};
    return (struct vector){w.x, w.y * cb - w.z * sb, w.y * sb + w.z * cb};
}

static float edge(const struct vector *a, const struct vector *b, float x, float y) {
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

static void triangle(const struct vector *a, const struct vector *b, const struct vector *c,
                     uint32_t colour) {
    float left = a->x, right = a->x, top = a->y, bottom = a->y;
    const struct vector *all[] = {b, c};
    for (int i = 0; i < 2; i++) {
        left = all[i]->x < left ? all[i]->x : left;
        right = all[i]->x > right ? all[i]->x : right;
        top = all[i]->y < top ? all[i]->y : top;
        bottom = all[i]->y > bottom ? all[i]->y : bottom;
    }
    uint32_t *out = screen_begin();
    for (int y = (int)top; y <= (int)bottom; y++)
        for (int x = (int)left; x <= (int)right; x++) {
            float fx = (float)x + 0.5f, fy = (float)y + 0.5f;
            if (x >= 0 && x < SCREEN_WIDTH && y >= 0 && y < SCREEN_HEIGHT &&
                edge(a, b, fx, fy) >= 0 && edge(b, c, fx, fy) >= 0 && edge(c, a, fx, fy) >= 0)
                out[y * SCREEN_WIDTH + x] = colour;
        }
}

/* Corners of each face, clockwise on the screen when its outside is seen (y grows downward there).
 */
static const uint8_t faces[6][4] = {
    {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5},
};

static void cube(int t) {
    struct vector corners[8], seen[8];
    for (int i = 0; i < 8; i++) {
        struct vector v = {i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f};
        v = turn(v, (float)t * 0.031f, (float)t * 0.019f);
        corners[i] = v;
        float depth = 520.0f / (v.z + 4.0f);
        seen[i] = (struct vector){640 + v.x * depth, 360 - v.y * depth, v.z};
    }
    for (int i = 0; i < 6; i++) {
        const uint8_t *f = faces[i];
        const struct vector *a = &seen[f[0]], *b = &seen[f[1]], *c = &seen[f[2]], *d = &seen[f[3]];
        if (edge(a, b, c->x, c->y) <= 0)
            continue;
        struct vector normal = {0, 0, 0};
        for (int k = 0; k < 4; k++) {
            normal.x += corners[f[k]].x;
            normal.y += corners[f[k]].y;
            normal.z += corners[f[k]].z;
        }
        float light = (0.3f * normal.x + 0.5f * normal.y - 0.8f * normal.z) / 4.0f;
        int shade = 70 + (int)(185.0f * (light > 0 ? light : 0));
        uint32_t colour =
            RGBA(i < 2 ? shade : shade / 3, i % 3 ? shade : shade / 2, i > 3 ? shade : shade / 3);
        triangle(a, b, c, colour);
        triangle(a, c, d, colour);
    }
}

int main(void) {
    Result r = screen_open();
    if (r)
        guest_fail("screen_open", r);
    if ((r = pad_open()) != 0)
        guest_fail("pad_open", r);
    for (int i = 0; i < 1024; i++)
        table[i] = (int)(500.0f + 500.0f * sine((float)i * 6.2831853f / 1024.0f));
    for (int t = 0; !(pad_read(NULL, NULL) & PAD_PLUS); t++) {
        plasma(t);
        cube(t);
        console_at(2, 1, RGBA(255, 255, 255), "windlass");
        console_at(2, 28, RGBA(200, 210, 230), "frame %d", t);
        if ((r = screen_show()) != 0)
            guest_fail("screen_show", r);
    }
    return 0;
}
