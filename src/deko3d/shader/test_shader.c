/* SPDX-License-Identifier: MIT */
/* Files of shaders: what is taken from good ones, what is said of bad ones; and, where a folder of
 * compiled ones is named, every file of it, whole, cut and damaged. */
#include "deko3d/shader/dksh.h"
#include "deko3d/shader/exercise.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *folder;

enum { CONTROL = 0x100, CODE = 0x300, FILE_SIZE = CONTROL + CODE, BLOCK = 0x2000, AT = 0x500 };

struct file { /* of one program */
    struct dksh_head head;
    struct dksh_program program;
    uint8_t padding[CONTROL - sizeof(struct dksh_head) - sizeof(struct dksh_program)];
    uint8_t code[CODE];
};

static struct file good(uint32_t type) {
    struct file f = {.head = {DKSH_MAGIC, 24, CONTROL, CODE, 24, 1},
                     .program = {.type = type,
                                 .entry = type == DKSH_COMPUTE ? 0 : 0x30,
                                 .registers = 17,
                                 .constants_offset = 0x200,
                                 .constants_size = 0x24,
                                 .scratch = 0x400}};
    if (type == DKSH_COMPUTE) {
        const uint32_t size[3] = {16, 4, 2};
        memcpy(f.program.compute.dimensions, size, sizeof size);
        f.program.compute.shared_size = 0x300;
        f.program.compute.local_positive = 0x10;
        f.program.compute.local_negative = 0x20;
        f.program.compute.call_stack = 0x800;
        f.program.compute.barriers = 3;
    }
    return f;
}

static struct tag_DkDevice device;
static uint8_t memory[BLOCK];
static struct tag_DkMemBlock block = {.device = &device,
                                      .memory = memory,
                                      .size = BLOCK,
                                      .flags = DkMemBlockFlags_Code,
                                      .code_offset = 0x70000};

/* At an offset of the block; apart: the control section somewhere else. */
static DkShader load(const struct file *f, uint32_t at, bool apart) {
    DkShaderMaker m;
    DkShader s;
    dkShaderMakerDefaults(&m, &block, at);
    if (apart) {
        memcpy(memory + at, f->code, CODE);
        m.control = f;
    } else {
        memcpy(memory + at, f, FILE_SIZE);
    }
    dkShaderInitialize(&s, &m);
    return s;
}

static void test_stages(void **state) {
    (void)state;
    static const uint8_t stages[] = {DkStage_Vertex,   DkStage_Fragment, DkStage_Geometry,
                                     DkStage_TessCtrl, DkStage_TessEval, DkStage_Compute};
    uint32_t last = 0;
    for (uint32_t type = 0; type < DKSH_TYPES; type++)
        for (unsigned apart = 0; apart < 2; apart++) {
            const struct file f = good(type);
            const uint32_t code = 0x70000 + 0x500 + (apart ? 0 : CONTROL);
            const DkShader s = load(&f, 0x500, apart);
            assert_true(dkShaderIsValid(&s));
            assert_int_equal(dkShaderGetStage(&s), stages[type]);
            assert_int_equal(s.code, code + f.program.entry);
            assert_int_equal(s.registers, 17);
            assert_int_equal(s.constants_offset, code + 0x200);
            assert_int_equal(s.constants_size, 0x24);
            assert_int_equal(s.scratch, 0x400);
            assert_int_not_equal(s.id, 0);
            assert_int_not_equal(s.id, last);
            last = s.id;
        }
}

static void test_what_stages_have(void **state) {
    (void)state;
    struct file f = good(DKSH_COMPUTE);
    DkShader s = load(&f, 0, false);
    assert_int_equal(s.compute.dimensions[0], 16);
    assert_int_equal(s.compute.dimensions[1], 4);
    assert_int_equal(s.compute.dimensions[2], 2);
    assert_int_equal(s.compute.shared_size, 0x300);
    assert_int_equal(s.compute.local_positive, 0x10);
    assert_int_equal(s.compute.local_negative, 0x20);
    assert_int_equal(s.compute.call_stack, 0x800);
    assert_int_equal(s.compute.barriers, 3);
    f = good(DKSH_VERTEX);
    s = load(&f, 0, false);
    assert_int_equal(s.vertex.alternative, 0);
    f.program.vertex.alternative = 0xb0;
    f.program.vertex.alternative_registers = 9;
    s = load(&f, 0, false);
    assert_int_equal(s.vertex.alternative, 0x70000 + CONTROL + 0xb0);
    assert_int_equal(s.vertex.alternative_registers, 9);
    f = good(DKSH_FRAGMENT);
    f.program.fragment.has_table = 1;
    f.program.fragment.per_sample = 2; /* a flag is not 0 */
    f.program.fragment.table[3] = 0x12345678;
    f.program.fragment.param_d8 = 5;
    f.program.fragment.param_65b = 0x11;
    f.program.fragment.param_489 = 7;
    s = load(&f, 0, false);
    assert_true(s.fragment.has_table && s.fragment.per_sample);
    assert_false(s.fragment.early_tests || s.fragment.post_depth_coverage);
    assert_int_equal(s.fragment.table[3], 0x12345678);
    assert_int_equal(s.fragment.param_d8, 5);
    assert_int_equal(s.fragment.param_65b, 0x11);
    assert_int_equal(s.fragment.param_489, 7);
    f = good(DKSH_GEOMETRY);
    f.program.geometry.flag_47c = 1;
    f.program.geometry.table[7] = 0x87654321;
    s = load(&f, 0, false);
    assert_true(s.geometry.flag_47c);
    assert_false(s.geometry.has_table);
    assert_int_equal(s.geometry.table[7], 0x87654321);
    f = good(DKSH_TESS_EVALUATION);
    f.program.tess_eval.param_c8 = 0x111;
    s = load(&f, 0, false);
    assert_int_equal(s.tess_eval.param_c8, 0x111);
}

/* ---- bad ones ---- */

struct damage {
    const char *name;
    uint32_t type;
    size_t at; /* in the file */
    uint32_t value;
};

#define HEAD(field, value) {#field, DKSH_VERTEX, offsetof(struct dksh_head, field), value}
#define PROGRAM(type, field, value)                                                                \
    {#field, type, sizeof(struct dksh_head) + offsetof(struct dksh_program, field), value}

static const struct damage damages[] = {
    HEAD(magic, 0x52444853),
    HEAD(head_size, 20),
    HEAD(control_size, 0x120),
    HEAD(control_size, 0),
    HEAD(control_size, 0xffffff00),
    HEAD(code_size, 0x310),
    HEAD(code_size, BLOCK),
    HEAD(code_size, 0xffffff00),
    HEAD(code_size, 0),
    HEAD(programs_offset, 0xf0),
    HEAD(programs_offset, 0xfffffff0),
    HEAD(programs_offset, 4),
    HEAD(programs, 0),
    PROGRAM(DKSH_VERTEX, type, DKSH_TYPES),
    PROGRAM(DKSH_VERTEX, entry, 0x31),
    PROGRAM(DKSH_VERTEX, entry, 0x2b0),
    PROGRAM(DKSH_VERTEX, entry, 0xffffffb0),
    PROGRAM(DKSH_VERTEX, registers, 256),
    PROGRAM(DKSH_VERTEX, constants_offset, 0x210),
    PROGRAM(DKSH_VERTEX, constants_offset, 0x300),
    PROGRAM(DKSH_VERTEX, constants_offset, 0xffffff00),
    PROGRAM(DKSH_VERTEX, constants_size, 0x10001),
    PROGRAM(DKSH_VERTEX, scratch, 0xffffffff),
    PROGRAM(DKSH_VERTEX, vertex.alternative, 0x300),
    PROGRAM(DKSH_COMPUTE, entry, 0x10),
    PROGRAM(DKSH_COMPUTE, compute.dimensions[0], 0),
    PROGRAM(DKSH_COMPUTE, compute.dimensions[1], 65),
    PROGRAM(DKSH_COMPUTE, compute.dimensions[2], 65),
    PROGRAM(DKSH_COMPUTE, compute.dimensions[0], 0x80000000),
    PROGRAM(DKSH_COMPUTE, compute.shared_size, 0xc001),
    PROGRAM(DKSH_COMPUTE, compute.barriers, 17),
    PROGRAM(DKSH_COMPUTE, compute.local_positive, 0xffffffff),
};

static void test_damage(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        struct file f = good(damages[i].type);
        memcpy((uint8_t *)&f + damages[i].at, &damages[i].value, 4);
        if (exercise_shader((const uint8_t *)&f, sizeof f, 0) || !*exercise_warning())
            fail_msg("%s = %#x is taken", damages[i].name, damages[i].value);
        f = good(damages[i].type);
        if (!exercise_shader((const uint8_t *)&f, sizeof f, 0))
            fail_msg("%s: what is not damaged is refused: %s", damages[i].name, exercise_warning());
    }
}

static void test_ends(void **state) {
    (void)state;
    const struct file f = good(DKSH_VERTEX);
    /* the last 1024 bytes of a block are not for code */
    DkShader s = load(&f, BLOCK - DK_SHADER_CODE_UNUSABLE_SIZE - FILE_SIZE, false);
    assert_true(dkShaderIsValid(&s));
    s = load(&f, BLOCK - DK_SHADER_CODE_UNUSABLE_SIZE - FILE_SIZE + 0x100, false);
    assert_false(dkShaderIsValid(&s));
    assert_false(exercise_shader((const uint8_t *)&f, sizeof f, 1));
    for (size_t size = 0; size < sizeof f; size++)
        assert_false(exercise_shader((const uint8_t *)&f, size, 0));
    const DkShader zeros = {0};
    assert_false(dkShaderIsValid(&zeros));
}

/* ---- compiled ones ---- */

static uint32_t below(uint32_t n) {
    static uint64_t s = 0x9e3779b97f4a7c15;
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return (uint32_t)(s >> 20) % n;
}

static uint8_t *read_file(const char *name, size_t *size) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    uint8_t *bytes = malloc(1 << 20);
    *size = fread(bytes, 1, 1 << 20, in);
    fclose(in);
    return bytes;
}

static void damage_and_load(const uint8_t *bytes, size_t size) {
    uint8_t *copy = malloc(size);
    for (unsigned i = 0; i < 200; i++) {
        memcpy(copy, bytes, size);
        for (unsigned n = 1 + below(3); n; n--) {
            const size_t at = below(size < 0x60 ? (uint32_t)size : 0x60);
            copy[at] = (uint8_t)(below(2) ? copy[at] ^ 1u << below(8) : below(256));
        }
        exercise_shader(copy, size, below(2));
        exercise_shader(bytes, below((uint32_t)size), 0);
    }
    free(copy);
}

static void test_compiled(void **state) {
    (void)state;
    DIR *all = folder ? opendir(folder) : NULL;
    unsigned count = 0;
    if (!all) {
        print_message("# left out: there is no folder of compiled shaders\n");
        return; /* cmocka's skip() counts as a failure in TAP */
    }
    for (struct dirent *e; (e = readdir(all));) {
        const char *dot = strrchr(e->d_name, '.');
        size_t size;
        if (!dot || strcmp(dot, ".dksh") != 0)
            continue;
        uint8_t *bytes = read_file(e->d_name, &size);
        if (!exercise_shader(bytes, size, 0))
            fail_msg("%s is refused: %s", e->d_name, exercise_warning());
        damage_and_load(bytes, size);
        free(bytes);
        count++;
    }
    closedir(all);
    print_message("# count files %u\n", count);
    assert_int_not_equal(count, 0);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stages),   cmocka_unit_test(test_what_stages_have),
        cmocka_unit_test(test_damage),   cmocka_unit_test(test_ends),
        cmocka_unit_test(test_compiled),
    };
    folder = argc > 1 ? argv[1] : NULL;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
