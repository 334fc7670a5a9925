/* SPDX-License-Identifier: MIT */
/* Images that programs load from, store to and operate on: what is in their storage behind it, and
 * what others see. */
#include "bound.h"

#include "gpu/texture/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct machine m;
static struct bound b;

#define HEAD ".container bare\n.stage compute\n.code\n"

static int fresh(void **state) {
    (void)state;
    bound_init(&b, &m);
    return 0;
}

/* ---- images ---- */

struct image {
    struct texture_shape shape;
    struct texture_layout layout;
    struct texture_header header;
    uint64_t at;
};

static struct image image(uint8_t type, uint8_t format, uint8_t component, uint8_t bytes,
                          uint32_t width, uint32_t height, uint32_t depth, uint32_t layers) {
    struct image i = {.shape = {.width = width,
                                .height = height,
                                .depth = depth,
                                .layers = layers,
                                .levels = 1,
                                .block_width = 1,
                                .block_height = 1,
                                .bytes = bytes,
                                .samples_x = 1,
                                .samples_y = 1,
                                .height_log2 = 1}};
    struct error error;
    assert_true(texture_layout(&i.shape, &i.layout, &error));
    i.at = machine_memory(&m, i.layout.size, 4096);
    i.header = (struct texture_header){
        .format = format,
        .component = {component, component, component, component},
        .source = {SOURCE_R, SOURCE_G, SOURCE_B, SOURCE_A},
        .storage = type == TYPE_BUFFER ? STORAGE_BUFFER : STORAGE_BLOCK_LINEAR,
        .type = type,
        .address = i.at,
        .width = width,
        .height = height,
        .depth = layers > 1 ? layers : depth,
        .tile_height_log2 = 1,
        .levels = 1,
        .normalized_coordinates = true,
    };
    return i;
}

static uint32_t word_of(const struct image *i, uint32_t x, uint32_t y, uint32_t z, uint32_t layer) {
    const uint8_t bytes = i->shape.bytes;
    const struct texture_level *l = &i->layout.level[0];
    uint32_t word = 0;
    memcpy(&word,
           (uint8_t *)machine_at(&m, i->at) + layer * i->layout.layer_stride +
               texture_offset(l, bytes, x * bytes, y, z),
           bytes < 4 ? bytes : 4);
    return word;
}

static void bind(unsigned slot, const struct image *i) {
    bound_image(&b, BOUND_COMPUTE, slot, bound_header(&b, &i->header));
}

static void launch(const char *text, uint32_t x, uint32_t y, uint32_t threads_x,
                   uint32_t threads_y) {
    bound_launch(&b, &(struct bound_launch){
                         .text = text, .groups = {x, y, 1}, .threads = {threads_x, threads_y, 1}});
}

/* The thread's place among all of groups of eight by eight: R8, R9. */
#define PLACE                                                                                      \
    "S2R R0, TID.X\nS2R R1, CTAID.X\nISCADD R8, R1, R0, 3\nS2R R0, TID.Y\nS2R R1, CTAID.Y\n"       \
    "ISCADD R9, R1, R0, 3\n"
/* A number for it: R12. */
#define NUMBER "SHL R12, R9, 0x8\nIADD R12, R12, R8\nIADD R12, R12, 0x1\n"

/* ---- stores ---- */

static void stores_of_colours(void **state) {
    (void)state;
    const struct image i = image(TYPE_2D, 0x08, COMPONENT_UNORM, 4, 37, 21, 1, 1);
    bind(0, &i);
    /* x and y by 64, one, and a half. Places outside take nothing. */
    launch(HEAD PLACE "I2F.F32.U32 R4, R8\nI2F.F32.U32 R5, R9\nFMUL R4, R4, 0.015625\n"
                      "FMUL R5, R5, 0.015625\nMOV32I R6, 0x3f800000\nMOV32I R7, 0x3f000000\n"
                      "SUST.P.2D.RGBA.IGN R8, R4, 0x48\nEXIT\n",
           5, 3, 8, 8);
    machine_run(&m);
    for (uint32_t y = 0; y < 21; y++)
        for (uint32_t x = 0; x < 37; x++) {
            const uint32_t word = word_of(&i, x, y, 0, 0);
            assert_in_range(word & 0xff, 255 * x / 64, 255 * x / 64 + 1);
            assert_in_range(word >> 8 & 0xff, 255 * y / 64, 255 * y / 64 + 1);
            assert_in_range(word >> 16, 0x7fff, 0x80ff);
        }
}

static void stores_of_bits(void **state) {
    (void)state;
    const struct image i = image(TYPE_2D, 0x0f, COMPONENT_FLOAT, 4, 16, 24, 1, 1);
    bind(0, &i);
    launch(HEAD PLACE NUMBER "SUST.D.2D.IGN R8, R12, 0x48\nEXIT\n", 2, 3, 8, 8);
    machine_run(&m);
    for (uint32_t y = 0; y < 24; y++)
        for (uint32_t x = 0; x < 16; x++)
            assert_int_equal(word_of(&i, x, y, 0, 0), y * 256 + x + 1);
}

static void stores_in_volumes_and_layers(void **state) {
    (void)state;
    const struct image volume = image(TYPE_3D, 0x0f, COMPONENT_UINT, 4, 8, 8, 5, 1);
    const struct image layers = image(TYPE_2D_ARRAY, 0x0f, COMPONENT_UINT, 4, 8, 8, 1, 6);
    bind(0, &volume);
    bind(1, &layers);
    launch(HEAD PLACE NUMBER "MOV32I R10, 0x3\nSUST.D.3D.IGN R8, R12, 0x48\nIADD R12, R12, 0x64\n"
                             "MOV32I R10, 0x4\nSUST.D.ARRAY_2D.IGN R8, R12, 0x49\nEXIT\n",
           1, 1, 8, 8);
    machine_run(&m);
    for (uint32_t y = 0; y < 8; y++)
        for (uint32_t x = 0; x < 8; x++) {
            assert_int_equal(word_of(&volume, x, y, 3, 0), y * 256 + x + 1);
            assert_int_equal(word_of(&volume, x, y, 2, 0), 0);
            assert_int_equal(word_of(&layers, x, y, 0, 4), y * 256 + x + 101);
            assert_int_equal(word_of(&layers, x, y, 0, 3), 0);
        }
}

static void stores_in_buffers(void **state) {
    (void)state;
    const struct image i = image(TYPE_BUFFER, 0x0f, COMPONENT_UINT, 4, 64, 1, 1, 1);
    bind(0, &i);
    launch(HEAD PLACE "IADD R12, R8, 0x7\nMOV R13, R12\nMOV R14, R12\nMOV R15, R12\n"
                      "SUST.P.BUFFER_1D.RGBA.IGN R8, R12, 0x48\nEXIT\n",
           8, 1, 8, 1);
    machine_run(&m);
    for (uint32_t x = 0; x < 64; x++)
        assert_int_equal(((uint32_t *)machine_at(&m, i.at))[x], x + 7);
}

/* ---- loads and operations ---- */

static void loads_give_what_the_program_wrote(void **state) {
    (void)state;
    const struct image from = image(TYPE_2D, 0x08, COMPONENT_UNORM, 4, 16, 16, 1, 1);
    const struct image to = image(TYPE_2D, 0x0f, COMPONENT_UINT, 4, 16, 16, 1, 1);
    for (unsigned round = 0; round < 2; round++) {
        uint8_t rows[16 * 16 * 4];
        const struct texture_box box = {0, 0, 0, 16, 16, 1};
        for (unsigned k = 0; k < sizeof rows; k++)
            rows[k] = (uint8_t)(k * (5 + round) + k / 64);
        texture_write(&from.layout.level[0], 4, machine_at(&m, from.at), &box, rows, 64, 1024);
        bind(0, &from);
        bind(1, &to);
        launch(HEAD PLACE "SULD.D.2D.IGN R12, R8, 0x48\nLOP32I.XOR R12, R12, 0xff00ff\n"
                          "SUST.D.2D.IGN R8, R12, 0x49\nEXIT\n",
               2, 2, 8, 8);
        machine_run(&m);
        for (uint32_t k = 0; k < 256; k++) {
            uint32_t word;
            memcpy(&word, rows + 4 * k, 4);
            assert_int_equal(word_of(&to, k % 16, k / 16, 0, 0), word ^ 0xff00ff);
        }
    }
}

static void operations_meet(void **state) {
    (void)state;
    const struct image i = image(TYPE_2D, 0x0f, COMPONENT_UINT, 4, 8, 8, 1, 1);
    bind(0, &i);
    /* All threads of all groups at the place of their thread. */
    launch(HEAD "S2R R8, TID.X\nS2R R9, TID.Y\nMOV32I R4, 0x2\n"
                "SUATOM.D.IMM.2D.ADD.IGN R0, R8, R4, 0x48\nEXIT\n",
           10, 3, 8, 8);
    machine_run(&m);
    for (uint32_t k = 0; k < 64; k++)
        assert_int_equal(word_of(&i, k % 8, k / 8, 0, 0), 60);
}

/* ---- what others see ---- */

/* A store, a fetch of it as a texture, another store, without anybody waiting. */
static void fetches_see_stores(void **state) {
    (void)state;
    const struct image first = image(TYPE_2D, 0x0f, COMPONENT_UINT, 4, 16, 16, 1, 1);
    const struct image second = image(TYPE_2D, 0x0f, COMPONENT_UINT, 4, 16, 16, 1, 1);
    bind(0, &first);
    bind(1, &second);
    bound_texture(&b, BOUND_COMPUTE, 0, bound_header(&b, &first.header),
                  bound_sampler(&b, &(struct sampler_header){.anisotropy = 1}));
    static const char store[] = HEAD PLACE NUMBER "SUST.D.2D.IGN R8, R12, 0x48\nEXIT\n";
    static const char fetch[] = HEAD PLACE
        "MOV R4, R9\nMOV R5, R8\nTLD.LZ R12, R4, RZ, 0x28, 2D, 0x1\nIADD R12, R12, 0x64\n"
        "SUST.D.2D.IGN R8, R12, 0x49\nEXIT\n";
    launch(store, 2, 2, 8, 8);
    launch(fetch, 2, 2, 8, 8);
    machine_run(&m);
    for (uint32_t k = 0; k < 256; k++)
        assert_int_equal(word_of(&second, k % 16, k / 16, 0, 0), k % 16 * 256 + k / 16 + 101);
}

/* What a handle leads to changes with the commands: its header, the handle itself; and then between
 * two submissions, by the program. */
static void handles_lead_elsewhere(void **state) {
    (void)state;
    struct image images[4];
    uint32_t headers[4], words[DESCRIPTOR_WORDS];
    static const char store[] = HEAD PLACE NUMBER "SUST.D.2D.IGN R8, R12, 0x48\nEXIT\n";
    for (unsigned i = 0; i < 4; i++)
        images[i] = image(TYPE_2D, 0x0f, COMPONENT_UINT, 4, 8, 8, 1, 1);
    bind(0, &images[0]);
    headers[0] = b.texture_count - 1;
    headers[1] = bound_header(&b, &images[2].header);
    launch(store, 1, 1, 8, 8);
    header_encode(&images[1].header, words);
    bound_push(&b, b.textures + headers[0] * sizeof words, words, DESCRIPTOR_WORDS);
    launch(store, 1, 1, 8, 8);
    bound_push(&b, b.driver + BOUND_COMPUTE + 0x80, &headers[1], 1);
    launch(store, 1, 1, 8, 8);
    machine_run(&m);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(word_of(&images[i], 3, 2, 0, 0), 2 * 256 + 4);
    assert_int_equal(word_of(&images[3], 3, 2, 0, 0), 0);
    header_encode(&images[3].header, words);
    memcpy(machine_at(&m, b.textures + headers[1] * sizeof words), words, sizeof words);
    launch(store, 1, 1, 8, 8);
    machine_run(&m);
    assert_int_equal(word_of(&images[3], 3, 2, 0, 0), 2 * 256 + 4);
}

/* The same bytes as words of a storage buffer, and the other way around. */
static void buffers_see_stores(void **state) {
    (void)state;
    const struct image i = image(TYPE_2D, 0x0f, COMPONENT_UINT, 4, 16, 8, 1, 1);
    const struct image copy = image(TYPE_2D, 0x0f, COMPONENT_UINT, 4, 16, 8, 1, 1);
    bind(0, &i);
    bind(1, &copy);
    bound_storage(&b, BOUND_COMPUTE, 0, i.at, 512);
    bound_storage(&b, BOUND_COMPUTE, 1, copy.at, 512);
    launch(HEAD PLACE NUMBER "SUST.D.2D.IGN R8, R12, 0x48\nEXIT\n", 2, 1, 8, 8);
    launch(HEAD "S2R R0, TID.X\nSHL R1, R0, 0x2\nIADD R4.CC, R1, c[0x0][0x140]\n"
                "IADD.X R5, RZ, c[0x0][0x144]\nIADD R6.CC, R1, c[0x0][0x150]\n"
                "IADD.X R7, RZ, c[0x0][0x154]\nLDG.E R2, [R4]\nIADD R2, R2, 0x3e8\n"
                "STG.E [R6], R2\nEXIT\n",
           1, 1, 128, 1);
    launch(HEAD PLACE "SULD.D.2D.IGN R12, R8, 0x49\nIADD R12, R12, 0x1\n"
                      "SUST.D.2D.IGN R8, R12, 0x49\nEXIT\n",
           2, 1, 8, 8);
    machine_run(&m);
    for (uint32_t k = 0; k < 128; k++)
        assert_int_equal(word_of(&copy, k % 16, k / 16, 0, 0), k / 16 * 256 + k % 16 + 1002);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(stores_of_colours, fresh),
        cmocka_unit_test_setup(stores_of_bits, fresh),
        cmocka_unit_test_setup(stores_in_volumes_and_layers, fresh),
        cmocka_unit_test_setup(stores_in_buffers, fresh),
        cmocka_unit_test_setup(loads_give_what_the_program_wrote, fresh),
        cmocka_unit_test_setup(operations_meet, fresh),
        cmocka_unit_test_setup(fetches_see_stores, fresh),
        cmocka_unit_test_setup(buffers_see_stores, fresh),
        cmocka_unit_test_setup(handles_lead_elsewhere, fresh),
    };
    if (!machine_open(&m, false)) {
        print_message("1..0 # SKIP no device\n");
        return 0;
    }
    const int failed = cmocka_run_group_tests_name("gpu images", tests, NULL, NULL);
    machine_close(&m);
    return failed;
}
