/* SPDX-License-Identifier: MIT */
#include "gpu/shader/code.h"
#include "gpu/shader/file.h"
#include "gpu/shader/sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void parsed(const char *text, struct shader_file *file) {
    struct error error = {0};
    if (!shader_file_parse(text, file, &error))
        fail_msg("%s", error.text);
}

static void written(const char *text, struct strbuf *bytes) {
    struct shader_file file;
    struct error error = {0};
    parsed(text, &file);
    if (!shader_file_write(&file, bytes, &error))
        fail_msg("%s", error.text);
    shader_file_free(&file);
}

static uint32_t word(const struct strbuf *b, size_t at) {
    uint32_t value;
    assert_true(at + 4 <= b->length);
    memcpy(&value, b->text + at, sizeof value);
    return value;
}

/* Text, bytes, programs, text, bytes. */
static void samples_come_back(void **state) {
    (void)state;
    for (size_t i = 0; i < SHADER_SAMPLES; i++) {
        struct strbuf bytes = {0}, again = {0}, text = {0};
        struct shader_file file;
        struct error error = {0};
        written(shader_samples[i], &bytes);
        if (!shader_file_read((const uint8_t *)bytes.text, bytes.length, NULL, &file, &error))
            fail_msg("sample %zu: %s", i, error.text);
        shader_file_print(&file, i % 2, &text);
        written(text.text, &again);
        assert_int_equal(bytes.length, again.length);
        assert_memory_equal(bytes.text, again.text, bytes.length);
        shader_file_free(&file);
        strbuf_free(&bytes);
        strbuf_free(&again);
        strbuf_free(&text);
    }
}

static uint32_t field(const struct shader_layout *layout, const struct shader_program *p,
                      const char *name, unsigned index) {
    uint32_t value = 0;
    const uint8_t *bytes = layout == &shader_sph_layout ? p->sph : p->header;
    assert_true(shader_field_get(layout, p->stage, bytes, name, index, &value));
    return value;
}

static void a_dksh_is_laid_out(void **state) {
    (void)state;
    struct strbuf b = {0};
    struct shader_file file;
    struct error error = {0};
    written(shader_samples[1], &b);
    assert_memory_equal(b.text, "DKSH", 4);
    assert_int_equal(word(&b, 4), 24);
    assert_int_equal(word(&b, 8), 0x100);
    assert_int_equal(word(&b, 0xc), b.length - 0x100);
    assert_int_equal(word(&b, 0x14), 1);
    assert_int_equal(word(&b, 24), SHADER_FRAGMENT);
    assert_int_equal(word(&b, 24 + 4), 0x30); /* the entry is the shader program header */
    assert_int_equal(word(&b, 24 + 8), 4);
    assert_int_equal(word(&b, 24 + 12), 0x100);
    assert_int_equal(word(&b, 24 + 16), 9);
    assert_int_equal(word(&b, 0x100 + 0x30) & 0x3fff, 5 << 10 | 3 << 5 | 2);
    assert_int_equal(word(&b, 0x200 + 4), 0x40000000); /* constants */
    assert_true(shader_file_read((const uint8_t *)b.text, b.length, NULL, &file, &error));
    const struct shader_program *p = file.programs;
    assert_int_equal(p->code.size, 3 * CODE_GROUP);
    assert_int_equal(p->constants.size, 9);
    assert_int_equal(field(&shader_header_layout, p, "table_3d1", 3), 0x12345678);
    assert_int_equal(field(&shader_header_layout, p, "param_65b", 0), 0x11);
    assert_int_equal(field(&shader_header_layout, p, "early_fragment_tests", 0), 1);
    assert_int_equal(field(&shader_sph_layout, p, "kills_pixels", 0), 1);
    assert_int_equal(field(&shader_sph_layout, p, "in", 31), 0xaa);
    assert_int_equal(field(&shader_sph_layout, p, "out_depth", 0), 1);
    assert_int_equal(p->sph[0x18 + 31], 0xaa);
    assert_int_equal(p->sph[0x4c], 2);
    uint32_t none;
    assert_false(shader_field_get(&shader_sph_layout, p->stage, p->sph, "in", 32, &none));
    assert_false(shader_field_get(&shader_sph_layout, p->stage, p->sph, "out", 0, &none));
    shader_file_free(&file);
    strbuf_free(&b);
}

static void several_programs(void **state) {
    (void)state;
    struct strbuf b = {0}, text = {0};
    struct shader_file file;
    struct error error = {0};
    written(shader_samples[6], &b);
    assert_true(shader_file_read((const uint8_t *)b.text, b.length, NULL, &file, &error));
    assert_int_equal(file.count, 3);
    assert_int_equal(file.programs[0].code.size, CODE_GROUP);
    assert_int_equal(file.programs[1].constants.size, 4);
    assert_int_equal(file.programs[2].stage, SHADER_COMPUTE);
    shader_file_describe(&file, &text);
    assert_non_null(strstr(text.text, "DKSH, 3 programs"));
    assert_non_null(strstr(text.text, "uses 1 registers; constant buffers 1\n"));
    shader_file_free(&file);
    strbuf_free(&text);
    strbuf_free(&b);
}

static void bare_programs(void **state) {
    (void)state;
    struct strbuf b = {0};
    struct shader_file file;
    struct error error = {0};
    written(shader_samples[7], &b);
    assert_int_equal(b.length, SHADER_SPH_SIZE + CODE_GROUP);
    assert_true(shader_file_read((const uint8_t *)b.text, b.length, NULL, &file, &error));
    assert_int_equal(file.programs->stage, SHADER_FRAGMENT);
    shader_file_free(&file);
    const uint8_t *code = (const uint8_t *)b.text + SHADER_SPH_SIZE;
    assert_true(shader_file_read(code, CODE_GROUP, NULL, &file, &error));
    assert_int_equal(file.programs->stage, SHADER_COMPUTE);
    shader_file_free(&file);
    assert_true(shader_file_read((const uint8_t *)b.text, b.length, "vertex", &file, &error));
    assert_int_equal(file.programs->stage, SHADER_VERTEX);
    shader_file_free(&file);
    assert_false(shader_file_read(code, CODE_GROUP - 1, NULL, &file, &error));
    assert_non_null(strstr(error.text, "neither DKSH nor a compute program: 31 bytes"));
    strbuf_free(&b);
}

static void damaged_files_are_told(void **state) {
    (void)state;
    static const struct {
        size_t at;
        uint32_t value;
        const char *says;
    } damages[] = {
        {4, 23, "header size at offset 0x4: 23, and not 24 or more"},
        {8, 0x10000, "code section at offset"},
        {0xc, 0x10000, "code section at offset"},
        {0x10, 0xc1, "1 at 0xc1 do not lie in the control section"},
        {0x14, 0, "0 at 0x18 do not lie in the control section"},
        {0x14, 5, "5 at 0x18 do not lie in the control section"},
        {24, 6, "stage at offset 0x18: 6 is none"},
        {24 + 4, 0x1000, "entry point at offset 0x1c: 0x1000 lies beyond the code section"},
        {24 + 4, 0x38, "puts code at 0x88, not at a multiple of 32"},
        {24 + 12, 0xffffffff, "constants at offset 0x24"},
        {24 + 16, 0xffffffff, "constants at offset 0x24"},
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        struct strbuf b = {0};
        struct shader_file file;
        struct error error = {0};
        written(shader_samples[1], &b);
        memcpy(b.text + damages[i].at, &damages[i].value, 4);
        assert_false(shader_file_read((const uint8_t *)b.text, b.length, NULL, &file, &error));
        if (!strstr(error.text, damages[i].says))
            fail_msg("%zu: %s", i, error.text);
        strbuf_free(&b);
    }
}

static void mistakes_in_text_are_told(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"", "there is no .stage"},
        {".code\n", "line 1: a .stage must come first"},
        {".stage pixel\n", "line 1: a .stage is vertex,"},
        {".stage vertex\n", "the program has no .code"},
        {".stage vertex\nEXIT\n", "line 2: a .code must come before the first instruction"},
        {".stage vertex\n.code\nEXIT\n.stage vertex\n", "the program has no .code"},
        {".stage vertex\n.sph frob 1\n", "line 2: .sph of a vertex shader has no field 'frob'"},
        {".stage vertex\n.sph in 1\n", "line 2: in takes an index, [0] to [31]"},
        {".stage vertex\n.sph in[32] 1\n", "line 2: in takes an index, [0] to [31]"},
        {".stage vertex\n.sph in[0] 16\n", "line 2: .sph in takes a number of 4 bits"},
        {".stage vertex\n.sph in[0]\n", "line 2: .sph in takes a number of 4 bits"},
        {".stage vertex\n.sph fp64 1 2\n", "line 2: .sph fp64 takes a number of 1 bits"},
        {".stage compute\n.sph fp64 1\n", "line 2: a compute program has no .sph"},
        {".stage compute\n.header param_c8 1\n", "has no field 'param_c8'"},
        {".stage compute\n.constants 1 x\n", "line 2: data are numbers of up to 32 bits"},
        {".stage compute\n.constants\n", "line 2: data are numbers"},
        {".stage vertex\n.prefix\n", "line 2: data are numbers"},
        {".stage compute\n.constants 0x123456789\n", "line 2: data are numbers"},
        {".stage vertex\n.prefix 1 2 3 4 5 6 7 8 9 10 11 12 13\n",
         "line 2: a .prefix has 48 bytes"},
        {".container zip\n", "line 1: a .container is dksh or bare"},
        {".stage compute\n.code\n// a comment\n\nFROB // and one\n", "line 5: 'FROB': there is no"},
        {".stage compute\n.code\nEXIT\n.sched st=1 / st=1 / st=1\n", "line 4: a .sched stands"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct shader_file file;
        struct error error = {0};
        assert_false(shader_file_parse(wrong[i][0], &file, &error));
        if (!strstr(error.text, wrong[i][1]))
            fail_msg("'%s' says: %s", wrong[i][0], error.text);
    }
}

static void a_bare_file_has_no_constants(void **state) {
    (void)state;
    struct shader_file file;
    struct strbuf b = {0};
    struct error error = {0};
    parsed(".container bare\n.stage compute\n.constants 0x1\n.code\nEXIT\n", &file);
    assert_false(shader_file_write(&file, &b, &error));
    assert_non_null(strstr(error.text, "without constants"));
    shader_file_free(&file);
    strbuf_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_come_back),
        cmocka_unit_test(a_dksh_is_laid_out),
        cmocka_unit_test(several_programs),
        cmocka_unit_test(bare_programs),
        cmocka_unit_test(damaged_files_are_told),
        cmocka_unit_test(mistakes_in_text_are_told),
        cmocka_unit_test(a_bare_file_has_no_constants),
    };
    return cmocka_run_group_tests_name("shader files", tests, NULL, NULL);
}
