/* SPDX-License-Identifier: MIT */
/* Programs of the guest's, launched by hand. */
#include "gpu/engine/compute.h"
#include "gpu/shader/file.h"
#include "gpu/vulkan/backend.h"
#include "gpu/vulkan/device/test_device.h"
#include "gpu/vulkan/draw/pipeline.h"

#include "base/log.h"
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

enum { SIZE = 1 << 20, CODE = 0x10000, DRIVER = 0x20000, DATA = 0x30000, POOLS = 0x40000 };
#define BASE 0x123400000ull

static struct backend b;
static struct page_table *pages;
static unsigned warnings;

/* ---- memory ---- */

static uint8_t *guest;

static void put(uint64_t offset, const void *bytes, size_t size) {
    memory_wait(b.memory, guest + offset, size, true);
    memcpy(guest + offset, bytes, size);
    memory_cpu_wrote(b.memory, guest + offset, size);
}

/* ---- textures: there are none ---- */

bool textures_sampled(struct textures *t, const struct page_table *table,
                      const struct texture_header *header, const struct contract_texture *want,
                      struct texture_use *out, struct error *error) {
    (void)t, (void)table, (void)header, (void)want, (void)out;
    return error_set(error, ERROR_UNSUPPORTED, "none here");
}

bool textures_image(struct textures *t, const struct page_table *table,
                    const struct texture_header *header, const struct contract_image *want,
                    struct texture_use *out, struct error *error) {
    (void)t, (void)table, (void)header, (void)want, (void)out;
    return error_set(error, ERROR_UNSUPPORTED, "none here");
}

bool textures_sampler(struct textures *t, const struct sampler_header *header,
                      const struct sampler_use *use, VkSampler *out, struct error *error) {
    (void)t, (void)header, (void)use, (void)out;
    return error_set(error, ERROR_UNSUPPORTED, "none here");
}

/* ---- launches ---- */

static void assemble(uint64_t offset, const char *code) {
    struct shader_file file;
    struct error error = {0};
    char *text = memory_format(".stage compute\n.code\n%s", code);
    if (!shader_file_parse(text, &file, &error))
        fail_msg("%s", error.text);
    put(offset, file.programs[0].code.data, file.programs[0].code.size);
    shader_file_free(&file);
    free(text);
}

/* A storage buffer as deko3d describes it. */
static void storage(unsigned number, uint64_t offset, uint32_t size) {
    const struct {
        uint64_t address;
        uint32_t size, zero;
    } descriptor = {BASE + offset, size, 0};
    put(DRIVER + 0x140 + 16 * number, &descriptor, sizeof descriptor);
}

static struct compute_launch launch_of(uint32_t groups, uint32_t threads) {
    return (struct compute_launch){
        .pages = pages,
        .program = BASE + CODE,
        .groups = {groups, 1, 1},
        .group_size = {threads, 1, 1},
        .constants = {{BASE + DRIVER, 0x300}},
        .textures = BASE + POOLS,
        .samplers = BASE + POOLS,
        .condition = {.mode = CONDITION_ALWAYS},
    };
}

static void run(const struct compute_launch *launch) {
    backend_dispatch(&b, launch);
    batch_wait(b.batches, batch_number(b.batches));
}

static uint32_t word_at(uint64_t offset) {
    uint32_t word;
    memory_wait(b.memory, guest + offset, sizeof word, false);
    memcpy(&word, guest + offset, sizeof word);
    return word;
}

static struct shaders_counts counts(void) {
    struct shaders_counts c;
    shaders_count(b.shaders, &c);
    return c;
}

/* Each thread writes its number plus a constant. */
#define NUMBERS(constant)                                                                          \
    "S2R R0, TID.X\nS2R R3, CTAID.X\nISCADD R0, R3, R0, 3\nSHL R1, R0, 0x2\n"                      \
    "IADD R4.CC, R1, c[0x0][0x140]\nIADD.X R5, RZ, c[0x0][0x144]\nIADD R0, R0, " constant          \
    "\nSTG.E [R4], R0\nEXIT\n"

static int fresh(void **state) {
    (void)state;
    memory_wait(b.memory, guest, SIZE, true);
    memset(guest, 0, SIZE);
    memory_cpu_wrote(b.memory, guest, SIZE);
    warnings = 0;
    return 0;
}

static void threads_write(void **state) {
    (void)state;
    assemble(CODE, NUMBERS("0x64"));
    storage(0, DATA + 16, 4 * 32);
    const struct compute_launch launch = launch_of(4, 8);
    run(&launch);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(word_at(DATA + 16 + 4 * i), i + 0x64);
    assert_int_equal(word_at(DATA + 12), 0);
    assert_int_equal(word_at(DATA + 16 + 4 * 32), 0);
    assert_int_equal(warnings, 0);
}

static void code_is_read_again_where_it_changed(void **state) {
    (void)state;
    const struct compute_launch launch = launch_of(1, 8);
    storage(0, DATA, 32);
    assemble(CODE, NUMBERS("0x1"));
    run(&launch);
    assert_int_equal(word_at(DATA + 4), 2);
    const uint64_t programs = counts().programs, units = counts().units;
    assemble(CODE, NUMBERS("0x2"));
    run(&launch);
    assert_int_equal(word_at(DATA + 4), 3);
    assert_int_equal(counts().programs, programs + 1);
    /* The first one is known, and so it is elsewhere. */
    assemble(CODE, NUMBERS("0x1"));
    run(&launch);
    assert_int_equal(word_at(DATA + 4), 2);
    struct compute_launch elsewhere = launch;
    elsewhere.program = BASE + CODE + 0x1000;
    assemble(CODE + 0x1000, NUMBERS("0x2"));
    run(&elsewhere);
    assert_int_equal(word_at(DATA + 4), 3);
    assert_int_equal(counts().programs, programs + 1);
    assert_int_equal(counts().units, units + 1);
}

static void constants_are_those_of_the_launch(void **state) {
    (void)state;
    struct compute_launch launch = launch_of(1, 8);
    const uint32_t first = 70, second = 80;
    assemble(CODE, NUMBERS("c[0x2][0x4]"));
    launch.constants[2] = (struct constant_buffer){BASE + DATA + 0x1000, 16};
    storage(0, DATA, 32);
    put(DATA + 0x1004, &first, sizeof first);
    backend_dispatch(&b, &launch);
    storage(0, DATA + 0x100, 32);
    put(DATA + 0x1004, &second, sizeof second);
    backend_dispatch(&b, &launch);
    /* Ends in front of the word: zero. */
    storage(0, DATA + 0x200, 32);
    launch.constants[2].size = 4;
    run(&launch);
    assert_int_equal(word_at(DATA + 4), 71);
    assert_int_equal(word_at(DATA + 0x104), 81);
    assert_int_equal(word_at(DATA + 0x204), 1);
}

static void addresses_of_any_kind(void **state) {
    (void)state;
    struct compute_launch launch = launch_of(1, 1);
    /* The address is computed from a word of memory. */
    assemble(CODE, "MOV R2, c[0x0][0x140]\nMOV R3, c[0x0][0x144]\nLDG.E.64 R4, [R2]\n"
                   "LDG.E R6, [R4]\nIADD R6, R6, 0x1\nSTG.E [R4+0x4], R6\nEXIT\n");
    const uint64_t address = BASE + DATA + 0x800;
    const uint32_t value = 41;
    storage(0, DATA, 8);
    put(DATA, &address, sizeof address);
    put(DATA + 0x800, &value, sizeof value);
    run(&launch);
    assert_int_equal(word_at(DATA + 0x804), 42);
}

static void what_is_missing_is_nothing(void **state) {
    (void)state;
    struct compute_launch launch = launch_of(1, 8);
    assemble(CODE, NUMBERS("0x5"));
    const uint64_t nowhere = 0x7700000000;
    put(DRIVER + 0x140, &nowhere, sizeof nowhere);
    run(&launch);
    assert_int_equal(warnings, 1);
    launch.condition.mode = CONDITION_NEVER;
    storage(0, DATA, 32);
    run(&launch);
    assert_int_equal(word_at(DATA + 4), 0);
    launch.condition =
        (struct condition){.address = BASE + DATA + 0x100, .mode = CONDITION_NOT_EQUAL};
    run(&launch);
    assert_int_equal(word_at(DATA + 4), 0);
    const uint32_t one = 1;
    put(DATA + 0x110, &one, sizeof one);
    run(&launch);
    assert_int_equal(word_at(DATA + 4), 6);
}

static void what_is_no_program_does_not_run(void **state) {
    (void)state;
    struct compute_launch launch = launch_of(1, 8);
    const uint64_t refused = counts().refused;
    launch.program = BASE + CODE + 0x2000; /* zeros */
    run(&launch);
    run(&launch);
    assert_int_equal(warnings, 1);
    assert_int_equal(counts().refused, refused + 1);
    launch.program = 0x5500000000;
    run(&launch);
    assert_int_equal(warnings, 2);
    launch.program = BASE + CODE + 0x3000;
    assemble(CODE + 0x3000, "again:\nCAL again\nEXIT\n");
    run(&launch);
    run(&launch);
    assert_int_equal(warnings, 3);
    assert_int_equal(counts().refused, refused + 2);
}

/* ---- what is kept ---- */

/* A program may write new shaders, and at new places, as long as it likes. */
static void what_is_kept_has_a_limit(void **state) {
    (void)state;
    enum { MANY = 20000, ROOM = 64, PLACES = 12000, IMMEDIATE_AT = 20 };
    static const struct constant_buffer none;
    const struct resources r = {.pages = pages, .constants = &none, .constant_count = 1};
    uint64_t words[4];
    unsigned found = 0;
    assemble(CODE, "MOV32I R0, 0x0\nEXIT\n");
    memcpy(words, guest + CODE, sizeof words);
    const struct shader_code *first = shaders_code(b.shaders, SHADER_COMPUTE, BASE + CODE, &r);
    assert_non_null(first);
    for (uint64_t i = 1; i < MANY; i++) {
        const uint64_t word = words[1] | i << IMMEDIATE_AT;
        put(CODE + 8, &word, sizeof word);
        found += shaders_code(b.shaders, SHADER_COMPUTE, BASE + CODE, &r) != NULL;
    }
    assert_in_range(found, 10000, MANY - 1000);
    assert_in_range(counts().programs, found, MANY - 1000);
    put(CODE + 8, &words[1], sizeof words[1]);
    assert_ptr_equal(shaders_code(b.shaders, SHADER_COMPUTE, BASE + CODE, &r), first);
    for (uint64_t i = 0; i < PLACES; i++) {
        const uint64_t at = POOLS + ROOM * i;
        memcpy(guest + at, words, sizeof words);
        assert_ptr_equal(shaders_code(b.shaders, SHADER_COMPUTE, BASE + at, &r), first);
    }
    assert_in_range(counts().spots, 1, 10000);
}

/* ---- all of it ---- */

static void count_warning(const char *area, const char *text) {
    (void)area;
    print_message("# %s\n", text);
    warnings++;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(threads_write, fresh),
        cmocka_unit_test_setup(code_is_read_again_where_it_changed, fresh),
        cmocka_unit_test_setup(constants_are_those_of_the_launch, fresh),
        cmocka_unit_test_setup(addresses_of_any_kind, fresh),
        cmocka_unit_test_setup(what_is_missing_is_nothing, fresh),
        cmocka_unit_test_setup(what_is_no_program_does_not_run, fresh),
        cmocka_unit_test_setup(what_is_kept_has_a_limit, fresh),
    };
    struct error error = {0};
    b.vk = test_device_open();
    guest = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (guest == MAP_FAILED)
        return 1;
    if (!batches_new(b.vk, &b.batches, &error) ||
        !guest_memory_new(b.vk, b.batches, &b.memory, &error) ||
        !shaders_new(b.vk, b.memory, NULL, &b.shaders, &error) ||
        !descriptors_new(b.vk, b.batches, b.memory, NULL, &b.descriptors, &error) ||
        !pipelines_new(b.vk, &(struct pipelines_options){0}, &b.pipelines, &error) ||
        !dispatching_new(&b, &b.dispatching, &error)) {
        print_message("%s\n", error.text);
        return 1;
    }
    pages = page_table_new();
    if (!page_table_map(pages, BASE, guest, SIZE, &error)) {
        print_message("%s\n", error.text);
        return 1;
    }
    log_to(count_warning);
    const int failed = cmocka_run_group_tests_name("gpu dispatch", tests, NULL, NULL);
    page_table_unref(pages);
    dispatching_free(b.dispatching);
    pipelines_free(b.pipelines);
    descriptors_free(b.descriptors);
    shaders_free(b.shaders);
    guest_memory_free(b.memory);
    batches_free(b.batches);
    munmap(guest, SIZE);
    return failed | test_device_close(b.vk);
}
