/* SPDX-License-Identifier: MIT */
/* A program that has a window of SDL2, and hears its events itself: pictures are drawn into it. */
#include <deko3d.h>
#include <deko3d_host.h>

#include <SDL.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIDE = 64 };

static DkMemBlock block(DkDevice d, uint32_t size, uint32_t flags) {
    DkMemBlockMaker maker;
    dkMemBlockMakerDefaults(&maker, d, size);
    maker.flags = flags;
    return dkMemBlockCreate(&maker);
}

static DkMemBlock new_image(DkDevice d, DkImage *image) {
    DkImageLayoutMaker maker;
    DkImageLayout layout;
    dkImageLayoutMakerDefaults(&maker, d);
    maker.flags = DkImageFlags_UsageRender | DkImageFlags_UsagePresent;
    maker.format = DkImageFormat_RGBA8_Unorm;
    maker.dimensions[0] = maker.dimensions[1] = SIDE;
    dkImageLayoutInitialize(&layout, &maker);
    DkMemBlock memory = block(d, 0x10000, DkMemBlockFlags_GpuCached | DkMemBlockFlags_Image);
    dkImageInitialize(image, &layout, memory, 0);
    return memory;
}

static void clear(DkQueue queue, DkCmdBuf commands, const DkImage *image) {
    DkImageView view;
    const DkScissor all = {0, 0, SIDE, SIDE};
    dkImageViewDefaults(&view, image);
    dkCmdBufBindRenderTarget(commands, &view, NULL);
    dkCmdBufSetScissors(commands, 0, &all, 1);
    dkCmdBufClearColorFloat(commands, 0, DkColorMask_RGBA, 0, 0.4f, 0.8f, 1);
    dkQueueSubmitCommands(queue, dkCmdBufFinishList(commands));
}

static uint32_t middle_of(SDL_Window *window) {
    const SDL_Surface *s = SDL_GetWindowSurface(window);
    uint32_t texel;
    uint8_t r, g, b;
    assert_non_null(s);
    memcpy(&texel, (uint8_t *)s->pixels + SIDE / 2 * s->pitch + SIDE / 2 * s->format->BytesPerPixel,
           4);
    SDL_GetRGB(texel, s->format, &r, &g, &b);
    return (uint32_t)r << 16 | (uint32_t)g << 8 | b;
}

static void pictures_go_into_it(void **state) {
    (void)state;
    DkImage image;
    DkHostOptions options;
    DkHostWindow how;
    DkDeviceMaker device_maker;
    DkQueueMaker queue_maker;
    DkCmdBufMaker buffer_maker;
    DkSwapchainMaker chain_maker;
    const DkImage *const images[] = {&image};
    SDL_Window *window = SDL_CreateWindow("own", 0, 0, SIDE, SIDE, 0);
    assert_non_null(window);
    dkHostOptionsDefaults(&options);
    if (!options.gpu)
        options.gpu = "llvmpipe";
    dkHostSetOptions(&options);
    dkDeviceMakerDefaults(&device_maker);
    DkDevice d = dkDeviceCreate(&device_maker);
    dkQueueMakerDefaults(&queue_maker, d);
    dkCmdBufMakerDefaults(&buffer_maker, d);
    DkQueue queue = dkQueueCreate(&queue_maker);
    DkMemBlock words = block(d, 0x1000, DkMemBlockFlags_CpuUncached | DkMemBlockFlags_GpuCached);
    DkMemBlock memory = new_image(d, &image);
    DkCmdBuf commands = dkCmdBufCreate(&buffer_maker);
    dkCmdBufAddMemory(commands, words, 0, 0x1000);
    dkHostWindowDefaults(&how);
    how.sdlWindow = window;
    dkSwapchainMakerDefaults(&chain_maker, d, &how, images, 1);
    DkSwapchain chain = dkSwapchainCreate(&chain_maker);
    SDL_Event mine = {.type = SDL_USEREVENT};
    SDL_PushEvent(&mine);
    const int slot = dkQueueAcquireImage(queue, chain);
    clear(queue, commands, &image);
    dkQueuePresentImage(queue, chain, slot);
    while (!dkHostFrames(d))
        assert_true(dkHostPumpEvents(d));
    assert_true(dkHostPumpEvents(d));
    assert_int_equal(middle_of(window), 0x0066cc);
    bool heard = false;
    for (SDL_Event e; SDL_PollEvent(&e);)
        heard |= e.type == SDL_USEREVENT;
    assert_true(heard);
    dkQueueWaitIdle(queue);
    dkSwapchainDestroy(chain);
    dkCmdBufDestroy(commands);
    dkQueueDestroy(queue);
    dkMemBlockDestroy(memory);
    dkMemBlockDestroy(words);
    dkDeviceDestroy(d);
    assert_int_equal(SDL_GetWindowID(window) != 0, true); /* it is still there */
    SDL_DestroyWindow(window);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pictures_go_into_it)};
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy");
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, "software");
    SDL_SetMainReady();
    if (SDL_Init(SDL_INIT_VIDEO) < 0) {
        printf("1..0 # SKIP SDL has no display, not even the one that is none\n");
        return 0;
    }
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    SDL_Quit();
    return failed;
}
