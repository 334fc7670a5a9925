/* SPDX-License-Identifier: MIT */
/* Samplers, as NVIDIA's published texture sampler definitions have their fields;
 * gpu/texture/descriptor.h reads them. */
#include "deko3d/objects.h"

/* By how much a level is drawn to a whole one: the GPU has these, and the bias that makes up for
 * each. */
static const float snaps[32] = {
    0,       0.055556f, 0.1f,  0.13636f, 0.16667f, 0.19231f, 0.21429f, 0.23333f,
    0.25f,   0.27778f,  0.3f,  0.31818f, 0.33333f, 0.34615f, 0.35714f, 0.36667f,
    0.375f,  0.38889f,  0.4f,  0.40909f, 0.41667f, 0.42308f, 0.42857f, 0.43333f,
    0.4375f, 0.44444f,  0.45f, 0.45455f, 0.45833f, 0.46154f, 0.46429f, 0.46667f,
};

enum { MOST_LEVEL = 15 };
static const float level_fraction = 1 << 8;

/* Not a number: least. */
static float within(float value, float least, float most) {
    return !(value > least) ? least : value > most ? most : value;
}

static unsigned snap_of(float wanted) {
    unsigned i = 0;
    while (i < 31 && !(snaps[i] >= wanted))
        i++;
    return i;
}

static uint32_t anisotropy_of(float samples) {
    static const uint8_t numbers[16] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7};
    return numbers[(unsigned)(within(samples, 1, 16) + 0.5f) - 1];
}

static double power(double x, unsigned n) {
    double result = 1;
    while (n--)
        result *= x;
    return result;
}

/* Of 8 bits: the largest one that the value reaches. The curve's power is 12/5, so both sides to
 * the fifth are powers of whole numbers. */
static uint32_t srgb_of(float linear) {
    uint32_t n = 255;
    for (; n; n--) {
        const double least = (n - 0.5) / 255;
        if (least <= 0.04045
                ? linear >= least / 12.92
                : linear >= 1 ||
                      (linear > 0 && power(linear, 5) >= power((least + 0.055) / 1.055, 12)))
            break;
    }
    return n;
}

void dkSamplerDescriptorInitialize(DkSamplerDescriptor *obj, DkSampler const *sampler) {
    const DkSampler *s = sampler;
    const unsigned snap = snap_of(s->lodSnap);
    const float least = within(s->lodClampMin, 0, MOST_LEVEL);
    const float most = within(s->lodClampMax, least, MOST_LEVEL);
    const float bias = within(s->lodBias - snaps[snap], -MOST_LEVEL, MOST_LEVEL);
    *obj = (DkSamplerDescriptor){{
        /* Borders are linear in sRGB textures (13); the font filter has its least size (14, 17). */
        (s->wrapMode[0] & 7u) | (s->wrapMode[1] & 7u) << 3 | (s->wrapMode[2] & 7u) << 6 |
            (uint32_t)s->compareEnable << 9 | ((uint32_t)s->compareOp - 1 & 7) << 10 | 1u << 13 |
            1u << 14 | 1u << 17 | anisotropy_of(s->maxAnisotropy) << 20,
        /* Cubes are seamless, with several samples as well (8, 9). */
        (s->magFilter & 3u) | (s->minFilter & 3u) << 4 | (s->mipFilter & 3u) << 6 | 3u << 8 |
            (s->reductionMode & 3u) << 10 |
            ((uint32_t)(int32_t)(bias * level_fraction) & 0x1fff) << 12 | snap << 26,
        (uint32_t)(least * level_fraction) | (uint32_t)(most * level_fraction) << 12 |
            srgb_of(s->borderColor[0].value_f) << 24,
        srgb_of(s->borderColor[1].value_f) << 12 | srgb_of(s->borderColor[2].value_f) << 20,
        s->borderColor[0].value_ui,
        s->borderColor[1].value_ui,
        s->borderColor[2].value_ui,
        s->borderColor[3].value_ui,
    }};
}
