/* SPDX-License-Identifier: MIT */
#include "scene.h"

enum { GRID = 2, HALF_A_TEXEL = 1u << 31 };

static void put(struct scene_run *run, unsigned address, uint32_t data) {
    machine_write(run->m, MACHINE_TWO_D, address / 4, data);
}

static void put_surface(struct scene_run *run, unsigned first, uint64_t address, uint32_t size) {
    put(run, first, 0xd5); /* A8B8G8R8 */
    put(run, first + 0x4, 0);
    put(run, first + 0x8, 3 << 4);
    put(run, first + 0xc, 1);
    put(run, first + 0x18, size);
    put(run, first + 0x1c, size);
    machine_address(run->m, MACHINE_TWO_D, (first + 0x20) / 4, address);
}

/* By the 2D engine, to which samples are texels: class 902D's methods. */
void scene_resolve(struct scene_run *run) {
    static const struct {
        uint16_t address;
        uint32_t value;
    } rows[] = {
        {0x290, 0},          {0x2ac, 3},
        {0x88c, 0x10},       {0x8b0, 0},
        {0x8b4, 0},          {0x8b8, SCENE_SIZE},
        {0x8bc, SCENE_SIZE}, {0x8c0, 0},
        {0x8c4, GRID},       {0x8c8, 0},
        {0x8cc, GRID},       {0x8d0, HALF_A_TEXEL},
        {0x8d4, 0},          {0x8d8, HALF_A_TEXEL},
        {0x8dc, 0},
    };
    put_surface(run, 0x230, run->color[0], GRID * SCENE_SIZE);
    put_surface(run, 0x200, run->color[1], SCENE_SIZE);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        put(run, rows[i].address, rows[i].value);
}

struct plain_image scene_samples_plain(struct scene_plain *x) {
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = VK_FORMAT_R8G8B8A8_UNORM,
        .extent = {SCENE_SIZE, SCENE_SIZE, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_4_BIT,
    };
    return plain_image(x->p, &info, VK_IMAGE_VIEW_TYPE_2D);
}

void scene_resolve_plain(struct scene_plain *x, const struct plain_image color[2]) {
    const VkImageResolve all = {
        .srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .extent = {SCENE_SIZE, SCENE_SIZE, 1},
    };
    plain_barrier(x->commands);
    vkCmdResolveImage(x->commands, color[0].image, VK_IMAGE_LAYOUT_GENERAL, color[1].image,
                      VK_IMAGE_LAYOUT_GENERAL, 1, &all);
}
