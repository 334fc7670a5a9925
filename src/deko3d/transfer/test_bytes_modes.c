/* SPDX-License-Identifier: MIT */
/* What blits make of texels in each of their modes, on the GPU, beside the same on the CPU. */
#include "deko3d/transfer/test_bytes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WIDTH = 40, HEIGHT = 30, BYTES = 4 };

static struct picture from, to;

static DkImageLayoutMaker maker(void) {
    DkImageLayoutMaker m;
    dkImageLayoutMakerDefaults(&m, NULL);
    m.format = DkImageFormat_RGBA8_Unorm;
    m.flags = DkImageFlags_Usage2DEngine;
    m.dimensions[0] = WIDTH;
    m.dimensions[1] = HEIGHT;
    return m;
}

/* Of a component between 0 and 255; `factor`: of the command, for this component and for alpha. */
static double expected(uint32_t mode, double s, double alpha, double t, double factor,
                       double factor_alpha) {
    switch (mode) {
    case DkBlitFlag_ModeAlphaMask:
        return alpha != 0 ? s : t;
    case DkBlitFlag_ModeAlphaBlend:
        return s * alpha / 255 + t * (1 - alpha / 255);
    case DkBlitFlag_ModePremultBlit:
        return s * factor / 255;
    case DkBlitFlag_ModePremultBlend:
        return s * factor / 255 + t * (1 - alpha / 255 * factor_alpha / 255);
    default:
        return s;
    }
}

static void test_mode(void **state) {
    const uint32_t mode = *(const uint32_t *)*state;
    const uint8_t factor[BYTES] = {200, 150, 100, 50};
    /* NVIDIA's class header (SET_BETA4): blue is the lowest byte, alpha the highest one */
    const uint32_t word = (uint32_t)factor[3] << 24 | (uint32_t)factor[0] << 16 |
                          (uint32_t)factor[1] << 8 | factor[2];
    picture_new(&from, maker());
    picture_new(&to, maker());
    DkMemBlock memory = new_memory(2 * WIDTH * HEIGHT * BYTES);
    uint8_t *given = dkMemBlockGetCpuAddr(memory), *is = given + WIDTH * HEIGHT * BYTES;
    const DkImageView source = picture_view(&from, 0), target = picture_view(&to, 0);
    const DkImageRect all = {0, 0, 0, WIDTH, HEIGHT, 1};
    const DkCopyBuf in = {dkMemBlockGetGpuAddr(memory), 0, 0};
    const DkCopyBuf out = {in.addr + WIDTH * HEIGHT * BYTES, 0, 0};
    /* What is added stays below one; alpha is often none or all. */
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        uint8_t *texel = given + i * BYTES;
        texel[3] = (uint8_t)(below(3) ? below(2) * 255 : texel[3]);
        for (uint32_t c = 0; mode == DkBlitFlag_ModePremultBlend && c < BYTES; c++)
            texel[c] = (uint8_t)(texel[c] / 4);
    }
    dkCmdBufCopyBufferToImage(commands(), &in, &source, &all, 0);
    dkCmdBufBarrier(commands(), DkBarrier_Full, DkInvalidateFlags_Image);
    dkCmdBufBlitImage(commands(), &source, &all, &target, &all, mode, word);
    dkCmdBufBarrier(commands(), DkBarrier_Full, 0);
    dkCmdBufCopyImageToBuffer(commands(), &target, &all, &out, 0);
    run_commands();
    for (uint32_t i = 0; i < WIDTH * HEIGHT * BYTES; i++) {
        /* Devices that blend in 8 bits round the target's factor first. */
        const uint8_t alpha = given[i - i % BYTES + 3];
        const double want =
            expected(mode, given[i], alpha, to.level[0].bytes[i], factor[i % BYTES], factor[3]);
        const double least = want > 255 ? 254 : want - 1.5, most = want > 255 ? 256 : want + 1.5;
        if (is[i] < least || is[i] > most)
            fail_msg("mode %u, byte %u: %u instead of %.2f (source %u, alpha %u, target %u)",
                     mode >> 5, i % BYTES, is[i], want, given[i], alpha, to.level[0].bytes[i]);
    }
    dkMemBlockDestroy(memory);
    picture_drop(&from);
    picture_drop(&to);
}

int main(void) {
    static uint32_t modes[] = {DkBlitFlag_ModeBlit, DkBlitFlag_ModeAlphaMask,
                               DkBlitFlag_ModeAlphaBlend, DkBlitFlag_ModePremultBlit,
                               DkBlitFlag_ModePremultBlend};
    const struct CMUnitTest tests[] = {
        {"blit", test_mode, NULL, NULL, &modes[0]},
        {"alpha mask", test_mode, NULL, NULL, &modes[1]},
        {"alpha blend", test_mode, NULL, NULL, &modes[2]},
        {"premultiplied blit", test_mode, NULL, NULL, &modes[3]},
        {"premultiplied blend", test_mode, NULL, NULL, &modes[4]},
    };
    bytes_begin(false);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    bytes_end();
    return failed;
}
