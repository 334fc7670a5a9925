/* SPDX-License-Identifier: MIT */
#include "container/test_util.h"

#include "container/report.h"
#include "container/write.h"

#include <stdlib.h>

static const struct sample_options plain;

static void open_elf(struct strbuf *s, struct program *p) {
    struct error e;
    assert_true(parse_sample(s, "a.elf", p, &e));
}

static void nro_and_nso_hold_the_image_of_the_elf(void **state) {
    (void)state;
    static void (*const makers[])(const struct sample_options *, struct strbuf *) = {sample_nro,
                                                                                     sample_nso};
    struct strbuf elf = {0};
    struct program from, to;
    struct error e;
    sample_elf(&plain, &elf);
    open_elf(&elf, &from);
    for (int i = 0; i < 2; i++) {
        struct strbuf s = {0};
        makers[i](&plain, &s);
        assert_true(parse_sample(&s, "b", &to, &e));
        assert_int_equal(to.modules->image_size, from.modules->image_size);
        if (i == 0) /* the header is there in an NRO */
            memset(to.modules->image + 0x10, 0, 0x70);
        assert_memory_equal(to.modules->image, from.modules->image, from.modules->image_size);
        assert_memory_equal(to.modules->build_id, from.modules->build_id, 32);
        program_close(&to);
    }
    program_close(&from);
}

static void nro_becomes_nso_and_back(void **state) {
    (void)state;
    struct strbuf first = {0}, second = {0}, third = {0};
    struct program p;
    struct error e;
    const struct nro_assets none = {0};
    sample_nro(&plain, &first);
    open_elf(&first, &p);
    assert_true(write_nro(&p, &none, &second, &e));
    assert_int_equal(second.length, 0x3000);
    assert_memory_equal(second.text, p.file.data, 0x3000);
    assert_true(write_nso(&p, &third, &e));
    program_close(&p);
    assert_true(parse_sample(&third, "a.nso", &p, &e));
    assert_memory_equal(second.text, p.modules->image, 0x3000);
    strbuf_free(&second);
    program_close(&p);
}

static void nro_refuses(struct strbuf *elf, const char *text) {
    struct program p;
    struct error e = {0};
    struct strbuf out = {0};
    const struct nro_assets none = {0};
    open_elf(elf, &p);
    assert_false(write_nro(&p, &none, &out, &e));
    assert_int_equal(e.kind, ERROR_UNSUPPORTED);
    assert_string_equal(e.text, text);
    strbuf_free(&out);
    program_close(&p);
}

static void elf_files_that_cannot_be_an_nro(void **state) {
    (void)state;
    struct strbuf s = {0};
    sample_elf(&plain, &s);
    sample_poke64(&s, 0x18, 0x80);
    nro_refuses(&s, "a.elf: text at 0x0 and entry at 0x80: an NRO begins with its entry at 0; link "
                    "with the program's start code first, to address 0");
    sample_elf(&plain, &s);
    sample_poke32(&s, SAMPLE_ELF_IMAGE + 0x20, 0xd503201f);
    nro_refuses(&s, "a.elf: offsets 0x10 to 0x80 of the text hold code: the start code must branch "
                    "over them and leave zeros for the NRO header");
    sample_elf(&plain, &s); /* rodata and data change places */
    sample_poke32(&s, SAMPLE_ELF_PROGRAM_HEADERS + 56 + 4, 6);
    sample_poke32(&s, SAMPLE_ELF_PROGRAM_HEADERS + 2 * 56 + 4, 4);
    nro_refuses(&s, "a.elf: only the data segment may have zeros behind its file bytes");
}

static void nacp_texts_have_their_room(void **state) {
    (void)state;
    struct strbuf out = {0};
    struct error e = {0};
    char title[0x201];
    memset(title, 'x', 0x200);
    title[0x200] = 0;
    assert_false(write_nacp(title, "", "", &out, &e));
    assert_string_equal(e.text, "the title has 512 bytes; at most 511 fit in a NACP");
    assert_true(write_nacp(title + 1, "", "1.0", &out, &e));
    assert_int_equal(out.length, NACP_BYTES);
    assert_false(write_nacp("", "", "1234567890123456", &out, &e));
    assert_int_equal(e.kind, ERROR_USAGE);
    strbuf_free(&out);
}

static void report_has_both_forms(void **state) {
    (void)state;
    struct strbuf s = {0}, text = {0};
    struct program p;
    struct error e;
    sample_nro(&plain, &s);
    assert_true(parse_sample(&s, "a\"b.nro", &p, &e));
    report_text(&p, &text);
    assert_non_null(strstr(text.text, "  title        Sample\n"));
    assert_non_null(strstr(text.text, "6 R_AARCH64_RELATIVE (2 RELA, 4 RELR)\n"));
    assert_non_null(strstr(text.text, " 1 R_AARCH64_ABS64\n"));
    assert_non_null(strstr(text.text, " 1 R_AARCH64_GLOB_DAT\n"));
    assert_non_null(strstr(text.text, "folders: 3, files: 43 of 441 bytes together\n"));
    assert_non_null(strstr(text.text, "             4  a/b/deep.bin\n"));
    strbuf_clear(&text);
    report_json(&p, &text);
    assert_non_null(strstr(text.text, "\"path\": \"a\\\"b.nro\""));
    assert_non_null(strstr(text.text, "\"relative_rela\": 2, \"relative_relr\": 4"));
    assert_non_null(strstr(text.text, "{\"path\": \"a/b\", \"folder\": true}"));
    assert_non_null(strstr(text.text, "\"complete\": true"));
    strbuf_free(&text);
    program_close(&p);
}

/* A damaged RomFS is told in the report; the program itself still runs. */
static void report_tells_of_a_damaged_romfs(void **state) {
    (void)state;
    struct strbuf s = {0}, text = {0};
    struct program p;
    struct error e;
    sample_nro(&plain, &s);
    sample_poke32(&s, 0x3000 + 0x38 + 6 + 0x4000, 0);
    assert_true(parse_sample(&s, "a.nro", &p, &e));
    report_text(&p, &text);
    assert_non_null(strstr(
        text.text, "damaged: RomFS header: header size at offset 0x0: 0x0 instead of 0x50\n"));
    strbuf_clear(&text);
    report_json(&p, &text);
    assert_non_null(strstr(text.text, "\"complete\": false"));
    strbuf_free(&text);
    program_close(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nro_and_nso_hold_the_image_of_the_elf),
        cmocka_unit_test(nro_becomes_nso_and_back),
        cmocka_unit_test(elf_files_that_cannot_be_an_nro),
        cmocka_unit_test(nacp_texts_have_their_room),
        cmocka_unit_test(report_has_both_forms),
        cmocka_unit_test(report_tells_of_a_damaged_romfs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
