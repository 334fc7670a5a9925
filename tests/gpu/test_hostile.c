/* SPDX-License-Identifier: MIT */
/* What no program should do, and the GPU does something with all the same: nothing crashes or
 * hangs, the validation layer has nothing to say, and what comes behind it is right. */
#include "bound.h"
#include "painter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct machine machine;
static struct painter p;
static const float white[4] = {1, 1, 1, 1};

static void put(unsigned address, uint32_t data) {
    scene_put(&p.run, address, data);
}

/* A surface that is drawn into shows it. */
static void all_is_well(void) {
    const struct surface s = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 1);
    put(0x121c, 1 | 076543210 << 4);
    put(0x1538, 0);
    painter_target(&p, &s, 0, 0);
    painter_fill(&p, 0, 0, 64, 64, white);
    painter_run(&p);
    assert_int_equal(painter_other(&p, &s, 0, 0, 0, 0, 64, 64, 0xff), 0);
}

/* A pixel is what it was: nobody says what that is. */
static void a_target_is_its_own_texture(void **state) {
    (void)state;
    const struct surface s = painter_surface(&p, &painter_rgba8, TYPE_2D, 64, 64, 1, 2);
    painter_target(&p, &s, 0, 0);
    painter_fill(&p, 0, 0, 64, 64, white);
    painter_fetch(&p, &s, 0, 0);
    painter_target(&p, &s, 1, 0);
    painter_fetch(&p, &s, 0, 0);
    painter_fetch(&p, &s, 1, 0);
    painter_run(&p);
    all_is_well();
}

static void put_target(unsigned i, uint64_t address, uint32_t width, uint32_t height) {
    const unsigned at = 0x800 + 0x40 * i;
    scene_put_address(&p.run, at, address);
    put(at + 8, width);
    put(at + 0xc, height);
    put(at + 0x10, 0xd5);
    put(at + 0x14, 3 << 4);
    put(at + 0x18, 1);
    put(at + 0x1c, 0);
    put(at + 0x20, 0);
}

/* The same bytes are several targets, of different sizes, and depth too. */
static void targets_overlap(void **state) {
    (void)state;
    const struct surface s = painter_surface(&p, &painter_rgba8, TYPE_2D, 128, 128, 1, 1);
    painter_target(&p, &s, 0, 0);
    for (unsigned i = 0; i < 8; i++)
        put_target(i, s.address, i & 1 ? 128 : 64, i & 2 ? 128 : 64);
    put(0x121c, 8 | 076543210 << 4);
    put(0x1538, 1);
    scene_put_address(&p.run, 0xfe0, s.address);
    put(0xfe8, 0x0a); /* ZF32 */
    put(0xfec, 3 << 4);
    put(0x12cc, 1);
    put(0x12e8, 1);
    painter_fill(&p, 0, 0, 64, 64, white);
    for (unsigned i = 0; i < 8; i++)
        put(0x19d0, 0x3f | i << 6);
    put(0x121c, 8 | 000000000 << 4);
    painter_fill(&p, 0, 0, 64, 64, white);
    put(0x12cc, 0);
    put(0x12e8, 0);
    painter_run(&p);
    all_is_well();
}

#define LOCAL                                                                                      \
    ".container bare\n.stage compute\n.code\nS2R R0, TID.X\nSHL R1, R0, 0x9\nSTL [R1], R0\n"       \
    "LDL R2, [R1]\nIADD R4.CC, R0, c[0x0][0x140]\nIADD.X R5, RZ, c[0x0][0x144]\n"                  \
    "STG.E.U8 [R4], R2\nEXIT\n"

/* As much memory of its own for each thread as a block can ask for. */
static void threads_have_much_memory(void **state) {
    (void)state;
    static const uint32_t sizes[] = {0x10000, 0x7fff0, 0xfffff0};
    struct bound b;
    bound_init(&b, &machine);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const uint64_t out = machine_memory(&machine, 1024, 16);
        bound_storage(&b, BOUND_COMPUTE, 0, out, 1024);
        bound_launch(&b, &(struct bound_launch){.text = LOCAL,
                                                .groups = {1, 1, 1},
                                                .threads = {1024, 1, 1},
                                                .local = sizes[i]});
        machine_run(&machine);
    }
    all_is_well();
}

#define COMPARE                                                                                    \
    ".container bare\n.stage compute\n.code\nMOV32I R4, 0x3f000000\nMOV R5, R4\nMOV R8, RZ\n"      \
    "MOV R9, R4\nTEX.LL.DC R0, R4, R8, 0x28, 2D, 0x1\nMOV R2, c[0x0][0x140]\n"                     \
    "MOV R3, c[0x0][0x144]\nSTG.E [R2], R0\nEXIT\n"

/* Few devices compare texels of colours: what the code gets is not said. */
static void colours_are_compared(void **state) {
    (void)state;
    struct bound b;
    bound_init(&b, &machine);
    const uint32_t header = bound_header(
        &b, &(struct texture_header){
                .format = 0x08, /* A8B8G8R8 */
                .component = {COMPONENT_UNORM, COMPONENT_UNORM, COMPONENT_UNORM, COMPONENT_UNORM},
                .source = {SOURCE_R, SOURCE_G, SOURCE_B, SOURCE_A},
                .storage = STORAGE_BLOCK_LINEAR,
                .type = TYPE_2D,
                .address = machine_memory(&machine, 4096, 512),
                .width = 16,
                .height = 16,
                .depth = 1,
                .levels = 1,
                .normalized_coordinates = true});
    const uint32_t sampler =
        bound_sampler(&b, &(struct sampler_header){.compare = true, .compare_op = 3});
    bound_texture(&b, BOUND_COMPUTE, 0, header, sampler);
    bound_storage(&b, BOUND_COMPUTE, 0, machine_memory(&machine, 16, 16), 16);
    bound_launch(
        &b, &(struct bound_launch){.text = COMPARE, .groups = {1, 1, 1}, .threads = {1, 1, 1}});
    machine_run(&machine);
    all_is_well();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_target_is_its_own_texture),
        cmocka_unit_test(targets_overlap),
        cmocka_unit_test(threads_have_much_memory),
        cmocka_unit_test(colours_are_compared),
    };
    if (!machine_open(&machine, false)) {
        printf("1..0 # SKIP there is no device\n");
        return 0;
    }
    painter_begin(&p, &machine);
    const int failed = cmocka_run_group_tests_name("gpu hostile", tests, NULL, NULL);
    machine_close(&machine);
    return failed;
}
