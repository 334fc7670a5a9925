/* SPDX-License-Identifier: MIT */
/* Compute programs: what they are given, what they share, and what they leave for others. */
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
/* R0: the thread of all threads of groups of 32 in a row, R1: that times four. */
#define THREAD "S2R R0, TID.X\nS2R R1, CTAID.X\nISCADD R0, R1, R0, 5\nSHL R1, R0, 0x2\n"
/* R4 and R5: where the thread's word of storage buffer 0 is; R6 and R7: of buffer 1. */
#define WORD_0 "IADD R4.CC, R1, c[0x0][0x140]\nIADD.X R5, RZ, c[0x0][0x144]\n"
#define WORD_1 "IADD R6.CC, R1, c[0x0][0x150]\nIADD.X R7, RZ, c[0x0][0x154]\n"

static int fresh(void **state) {
    (void)state;
    bound_init(&b, &m);
    return 0;
}

/* A storage buffer of words that count from a number on. */
static uint64_t buffer(unsigned slot, uint32_t count, uint32_t first) {
    const uint64_t at = machine_memory(&m, 4 * count, 16);
    uint32_t *words = machine_at(&m, at);
    for (uint32_t i = 0; i < count; i++)
        words[i] = first + i;
    bound_storage(&b, BOUND_COMPUTE, slot, at, 4 * count);
    return at;
}

static const uint32_t *words_at(uint64_t address) {
    return machine_at(&m, address);
}

static void launch(const char *text, uint32_t groups, uint32_t threads) {
    bound_launch(&b, &(struct bound_launch){
                         .text = text, .groups = {groups, 1, 1}, .threads = {threads, 1, 1}});
}

/* ---- memory ---- */

static void buffers_and_constants(void **state) {
    (void)state;
    const uint64_t in = buffer(0, 96, 1000), out = buffer(1, 96, 0);
    const uint64_t constants = machine_memory(&m, 256, 256);
    memcpy(machine_at(&m, constants + 0x24), (const uint32_t[]){7}, 4);
    bound_launch(&b, &(struct bound_launch){
                         .text = HEAD THREAD WORD_0 WORD_1
                         "LDG.E R2, [R4]\nISCADD R2, R2, R2, 1\nIADD R2, R2, c[0x3][0x24]\n"
                         "STG.E [R6], R2\nEXIT\n",
                         .groups = {3, 1, 1},
                         .threads = {32, 1, 1},
                         .constants = {{0}, {constants, 256}}});
    machine_run(&m);
    for (uint32_t i = 0; i < 96; i++)
        assert_int_equal(words_at(out)[i], 3 * (1000 + i) + 7);
    assert_int_equal(words_at(in)[5], 1005);
}

static void groups_of_three_dimensions(void **state) {
    (void)state;
    const uint64_t out = buffer(0, 2 * 3 * 4 * 2 * 2 * 2, 0);
    /* Each thread writes its number, counted over all of them. */
    bound_launch(&b, &(struct bound_launch){.text = HEAD
                                            "S2R R8, CTAID.X\nS2R R9, CTAID.Y\nS2R R10, CTAID.Z\n"
                                            "ISCADD R11, R10, R10, 1\nIADD R11, R11, R9\n"
                                            "ISCADD R11, R11, R8, 1\n" /* of the group: x 2, y 3 */
                                            "S2R R8, TID.X\nS2R R9, TID.Y\nS2R R10, TID.Z\n"
                                            "ISCADD R9, R10, R9, 1\nISCADD R9, R9, R8, 1\n"
                                            "ISCADD R0, R11, R9, 3\nSHL R1, R0, 0x2\n" WORD_0
                                            "IADD R0, R0, 0x1\nSTG.E [R4], R0\nEXIT\n",
                                            .groups = {2, 3, 4},
                                            .threads = {2, 2, 2}});
    machine_run(&m);
    for (uint32_t i = 0; i < 2 * 3 * 4 * 8; i++)
        assert_int_equal(words_at(out)[i], i + 1);
}

static void memory_of_groups(void **state) {
    (void)state;
    buffer(0, 64, 500);
    const uint64_t out = buffer(1, 64, 0);
    bound_launch(&b, &(struct bound_launch){
                         .text = HEAD THREAD WORD_0 WORD_1
                         "LDG.E R2, [R4]\nSTS [R1], R2\nBAR.SYNC RZ, RZ\nMOV32I R3, 0xfc\n"
                         "IADD R3, R3, -R1\nLDS R2, [R3]\nSTG.E [R6], R2\nEXIT\n",
                         .groups = {1, 1, 1},
                         .threads = {64, 1, 1},
                         .shared = 256});
    machine_run(&m);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(words_at(out)[i], 500 + 63 - i);
}

static void memory_of_threads(void **state) {
    (void)state;
    const uint64_t out = buffer(0, 32, 0);
    bound_launch(
        &b, &(struct bound_launch){.text = HEAD THREAD WORD_0
                                   "LOP.AND R2, R1, 0x1c\nSTL [R2+0x20], R0\nSTL [R2+0x40], RZ\n"
                                   "LDL R3, [R2+0x20]\nSTG.E [R4], R3\nEXIT\n",
                                   .groups = {1, 1, 1},
                                   .threads = {32, 1, 1},
                                   .local = 0x80});
    machine_run(&m);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(words_at(out)[i], i);
}

/* Where generic addresses mean shared and local memory is what registers say. */
static void windows_of_memory(void **state) {
    (void)state;
    enum { SHARED_WINDOW = 0x214 / 4, LOCAL_WINDOW = 0x77c / 4 };
    const uint64_t out = buffer(0, 32, 0);
    machine_write(&m, MACHINE_COMPUTE, SHARED_WINDOW, 0xfe000000);
    machine_write(&m, MACHINE_COMPUTE, LOCAL_WINDOW, 0xff000000);
    bound_launch(&b, &(struct bound_launch){.text = HEAD THREAD WORD_0
                                            "IADD32I R8, R0, 0x64\nSTS [R1], R8\n"
                                            "S2R R2, SWINLO\nIADD R2, R2, R1\nMOV R3, RZ\n"
                                            "LD.E R9, [R2], PT\n" /* 100 and the thread */
                                            "MOV32I R2, 0xff000020\nST.E [R2], R9, PT\n"
                                            "MOV R2, RZ\nLDL R10, [R2+0x20]\n"
                                            "S2R R11, LWINLO\nSHR.U32 R11, R11, 0x18\n"
                                            "IADD R10, R10, R11\nSTG.E [R4], R10\nEXIT\n",
                                            .groups = {1, 1, 1},
                                            .threads = {32, 1, 1},
                                            .shared = 128,
                                            .local = 0x80});
    machine_run(&m);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(words_at(out)[i], 100 + 0xff + i);
    machine_write(&m, MACHINE_COMPUTE, SHARED_WINDOW, 0);
    machine_write(&m, MACHINE_COMPUTE, LOCAL_WINDOW, 0);
}

static void atomic_operations(void **state) {
    (void)state;
    const uint64_t out = buffer(0, 4, 0);
    launch(HEAD THREAD "MOV R4, c[0x0][0x140]\nMOV R5, c[0x0][0x144]\nMOV32I R2, 0x1\n"
                       "RED.ADD.E [R4], R2\nATOM.MAX.E R3, [R4+0x8], R0\nRED.OR.E [R4+0xc], R0\n"
                       "EXIT\n",
           4, 32);
    machine_run(&m);
    assert_int_equal(words_at(out)[0], 128);
    assert_int_equal(words_at(out)[1], 1);
    assert_int_equal(words_at(out)[2], 127);
    assert_int_equal(words_at(out)[3], 127);
}

/* Uniform buffers beyond those of a launch block. */
static void uniform_buffers_by_pointers(void **state) {
    (void)state;
    const uint64_t out = buffer(0, 32, 0), far = machine_memory(&m, 256, 256);
    memcpy(machine_at(&m, b.driver + 0x20 + 8 * 11), &far, sizeof far);
    memcpy(machine_at(&m, far + 0x10), (const uint32_t[]){4321}, 4);
    launch(HEAD THREAD WORD_0
           "LDC.64 R8, c[0x0][0x78]\nLDG.E R2, [R8+0x10]\nIADD R2, R2, R0\nSTG.E [R4], R2\nEXIT\n",
           1, 32);
    machine_run(&m);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(words_at(out)[i], 4321 + i);
}

/* ---- one behind the other ---- */

#define ADD_ONE HEAD THREAD WORD_0 "LDG.E R2, [R4]\nIADD R2, R2, 0x1\nSTG.E [R4], R2\nEXIT\n"

static void each_sees_what_the_one_before_wrote(void **state) {
    (void)state;
    const uint64_t out = buffer(0, 32, 40);
    for (unsigned i = 0; i < 20; i++)
        launch(ADD_ONE, 1, 32);
    machine_run(&m);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(words_at(out)[i], 60 + i);
}

/* Constants change with the commands, between launches of one submission. */
static void constants_are_those_of_their_time(void **state) {
    (void)state;
    const uint64_t first = buffer(0, 32, 100), second = buffer(1, 32, 200);
    bound_storage(&b, BOUND_COMPUTE, 0, first, 128);
    launch(ADD_ONE, 1, 32);
    bound_push(&b, b.driver + 0x140, (const uint32_t[]){(uint32_t)second, (uint32_t)(second >> 32)},
               2);
    launch(ADD_ONE, 1, 32);
    launch(ADD_ONE, 1, 32);
    machine_run(&m);
    assert_int_equal(words_at(first)[3], 104);
    assert_int_equal(words_at(second)[3], 205);
}

/* How many groups there are a program works out. */
static void launches_that_another_one_describes(void **state) {
    (void)state;
    const uint64_t counts = buffer(0, 4, 0);
    launch(HEAD "MOV R4, c[0x0][0x140]\nMOV R5, c[0x0][0x144]\nMOV32I R0, 0x3\nMOV32I R1, 0x1\n"
                "STG.E.64 [R4], R0\nEXIT\n",
           1, 1);
    const uint64_t block = bound_block(
        &b, &(struct bound_launch){.text = ADD_ONE, .groups = {1, 1, 1}, .threads = {32, 1, 1}});
    const uint64_t out = machine_memory(&m, 4 * 128, 16);
    const uint32_t to[] = {(uint32_t)out, (uint32_t)(out >> 32), 4 * 128};
    bound_copy(&b, block + 0x30, counts, 4);
    bound_push(&b, b.driver + 0x140, to, 3);
    bound_start(&b, block);
    machine_run(&m);
    for (uint32_t i = 0; i < 128; i++)
        assert_int_equal(words_at(out)[i], i < 96);
}

static void launches_on_conditions(void **state) {
    (void)state;
    enum { RENDER_ENABLE = 0x1550 / 4, ALWAYS = 1, NOT_ZERO = 2, EQUAL = 3 };
    const uint64_t out = buffer(0, 32, 0), reports = machine_memory(&m, 32, 16);
    machine_address(&m, MACHINE_COMPUTE, RENDER_ENABLE, reports);
    machine_write(&m, MACHINE_COMPUTE, RENDER_ENABLE + 2, NOT_ZERO);
    launch(ADD_ONE, 1, 32); /* no */
    machine_write(&m, MACHINE_COMPUTE, RENDER_ENABLE + 2, EQUAL);
    launch(ADD_ONE, 1, 32);
    bound_push(&b, reports, (const uint32_t[]){5}, 1);
    launch(ADD_ONE, 1, 32); /* no */
    machine_write(&m, MACHINE_COMPUTE, RENDER_ENABLE + 2, NOT_ZERO);
    launch(ADD_ONE, 1, 32);
    machine_write(&m, MACHINE_COMPUTE, RENDER_ENABLE + 2, ALWAYS);
    machine_run(&m);
    assert_int_equal(words_at(out)[1], 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(buffers_and_constants, fresh),
        cmocka_unit_test_setup(groups_of_three_dimensions, fresh),
        cmocka_unit_test_setup(memory_of_groups, fresh),
        cmocka_unit_test_setup(memory_of_threads, fresh),
        cmocka_unit_test_setup(windows_of_memory, fresh),
        cmocka_unit_test_setup(atomic_operations, fresh),
        cmocka_unit_test_setup(uniform_buffers_by_pointers, fresh),
        cmocka_unit_test_setup(each_sees_what_the_one_before_wrote, fresh),
        cmocka_unit_test_setup(constants_are_those_of_their_time, fresh),
        cmocka_unit_test_setup(launches_that_another_one_describes, fresh),
        cmocka_unit_test_setup(launches_on_conditions, fresh),
    };
    if (!machine_open(&m, false)) {
        print_message("1..0 # SKIP no device\n");
        return 0;
    }
    const int failed = cmocka_run_group_tests_name("gpu launches", tests, NULL, NULL);
    machine_close(&m);
    return failed;
}
