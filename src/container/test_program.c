/* SPDX-License-Identifier: MIT */
#include "container/test_util.h"

static const struct sample_options plain, old = {.without_mod0 = true};

static void check_pointers(const struct module *m) {
    static const struct pointer_relocation wanted[] = {
        {SAMPLE_DATA + 0x08, SAMPLE_RODATA},    {SAMPLE_DATA + 0x10, SAMPLE_CODE},
        {SAMPLE_DATA + 0x100, SAMPLE_CODE},     {SAMPLE_DATA + 0x108, SAMPLE_CODE + 4},
        {SAMPLE_DATA + 0x118, SAMPLE_CODE + 8}, {SAMPLE_DATA + 0x300, 0},
    };
    assert_int_equal(m->pointer_count, 6);
    assert_int_equal(m->relr_count, 4);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(m->pointers[i].address, wanted[i].address);
        assert_int_equal(m->pointers[i].value, wanted[i].value);
    }
}

static void check_module(const struct module *m) {
    assert_string_equal(m->recorded_name, "sample");
    assert_int_equal(m->entry, 0);
    assert_int_equal(m->memory_size, 0x4000);
    assert_int_equal(m->image_size, 0x3000);
    assert_int_equal(m->dynamic, SAMPLE_DYNAMIC);
    assert_int_equal(m->eh_frame, SAMPLE_EH_FRAME);
    assert_int_equal(m->build_id[0], 0xa0);
    assert_int_equal(m->build_id[19], 0xb3);
    assert_int_equal(m->segments[SEGMENT_DATA].address, SAMPLE_DATA);
    assert_int_equal(m->segments[SEGMENT_DATA].memory_size, 0x2000);
    check_pointers(m);
    assert_int_equal(m->other_count, 2);
    assert_int_equal(m->others[0].type, 257);
    assert_string_equal(m->others[0].symbol, "exported");
    assert_true(m->others[0].resolved);
    assert_int_equal(m->others[0].value, SAMPLE_CODE + 4);
    assert_string_equal(m->others[1].symbol, "missing");
    assert_false(m->others[1].resolved);
}

static void check_dynamic_symbols(const struct module *m) {
    assert_int_equal(m->symbol_count, 2);
    assert_string_equal(m->symbols[0].name, "missing");
    assert_false(m->symbols[0].defined);
    assert_string_equal(m->symbols[1].name, "exported");
    assert_int_equal(m->symbols[1].kind, SYMBOL_FUNCTION);
    assert_int_equal(m->symbols[1].address, SAMPLE_CODE);
    assert_int_equal(m->symbols[1].size, 16);
}

static void nro_gives_everything(void **state) {
    (void)state;
    struct strbuf s = {0};
    struct program p;
    struct error e;
    sample_nro(&plain, &s);
    assert_true(parse_sample(&s, "folder.x/game.v1.nro", &p, &e));
    assert_int_equal(p.format, PROGRAM_NRO);
    assert_string_equal(p.modules->name, "game.v1");
    check_module(p.modules);
    check_dynamic_symbols(p.modules);
    assert_int_equal(p.modules->mod0, SAMPLE_MOD0);
    assert_int_equal(p.modules->eh_frame_size, SAMPLE_EH_FRAME_SIZE);
    assert_string_equal(p.title, "Sample");
    assert_string_equal(p.author, "Nobody");
    assert_string_equal(p.version, "1.2.3");
    assert_int_equal(p.icon.size, 6);
    assert_int_equal(p.nacp.size, 0x4000);
    assert_int_equal(p.rest.size, 0);
    program_close(&p);
}

static void nso_gives_everything(void **state) {
    (void)state;
    struct strbuf s = {0};
    struct program p;
    struct error e;
    sample_nso(&plain, &s);
    assert_true(parse_sample(&s, "main", &p, &e));
    assert_int_equal(p.format, PROGRAM_NSO);
    check_module(p.modules);
    check_dynamic_symbols(p.modules);
    assert_int_equal(p.modules->dynsym.offset, SAMPLE_DYNSYM);
    assert_int_equal(p.modules->dynstr.offset, SAMPLE_DYNSTR);
    program_close(&p);
}

static void elf_symbols_come_from_symtab(void **state) {
    (void)state;
    struct strbuf s = {0};
    struct program p;
    struct error e;
    sample_elf(&plain, &s);
    assert_true(parse_sample(&s, "a.elf", &p, &e));
    assert_int_equal(p.format, PROGRAM_ELF);
    check_module(p.modules);
    assert_int_equal(p.modules->symbol_count, 3);
    assert_string_equal(p.modules->symbols[0].name, "start");
    assert_int_equal(p.modules->symbols[0].kind, SYMBOL_OTHER);
    assert_string_equal(p.modules->symbols[2].name, "table");
    assert_int_equal(p.modules->symbols[2].kind, SYMBOL_OBJECT);
    assert_int_equal(p.modules->eh_frame_size, SAMPLE_EH_FRAME_SIZE + 4);
    program_close(&p);
}

static void elf_without_sections_uses_dynsym(void **state) {
    (void)state;
    const struct sample_options stripped = {.without_sections = true};
    struct strbuf s = {0};
    struct program p;
    struct error e;
    sample_elf(&stripped, &s);
    assert_true(parse_sample(&s, "a.elf", &p, &e));
    check_module(p.modules);
    check_dynamic_symbols(p.modules);
    program_close(&p);
}

static void start_code_names_dynamic_without_mod0(void **state) {
    (void)state;
    struct strbuf s = {0};
    struct program p;
    struct error e;
    sample_nro(&old, &s);
    assert_true(parse_sample(&s, "old.nro", &p, &e));
    assert_int_equal(p.modules->mod0, -1);
    check_module(p.modules);
    program_close(&p);
}

static void zero_first_word_starts_behind_the_header(void **state) {
    (void)state;
    struct strbuf s = {0};
    struct program p;
    struct error e;
    sample_nro(&old, &s);
    sample_poke32(&s, 0, 0);
    assert_true(parse_sample(&s, "zero.nro", &p, &e));
    assert_int_equal(p.modules->entry, 0x80);
    check_pointers(p.modules);
    program_close(&p);
}

/* Files linked by a script of 2018 keep their symbols where the file has already ended. */
static void symbols_behind_the_image_are_none(void **state) {
    (void)state;
    struct strbuf s = {0};
    struct program p;
    struct error e;
    sample_nro(&plain, &s);
    sample_poke64(&s, SAMPLE_DYNAMIC + 1 * 16 + 8, 0x9000);
    sample_poke64(&s, SAMPLE_DYNAMIC + 6 * 16 + 8, 2 * 24); /* only the RELATIVE ones */
    assert_true(parse_sample(&s, "a.nro", &p, &e));
    assert_int_equal(p.modules->symbol_count, 0);
    assert_int_equal(p.modules->other_count, 0);
    check_pointers(p.modules);
    program_close(&p);
}

static void data_of_bss_alone(void **state) {
    (void)state;
    struct strbuf s = {0};
    struct program p;
    struct error e;
    sample_nro(&old, &s);
    sample_poke32(&s, 0x18, 0x2000); /* size */
    sample_poke32(&s, 0x34, 0);      /* data: no bytes */
    assert_true(parse_sample(&s, "a.nro", &p, &e));
    assert_int_equal(p.modules->image_size, 0x2000);
    assert_int_equal(p.modules->memory_size, 0x3000);
    assert_int_equal(p.modules->dynamic, 0);
    assert_int_equal(p.rest.offset, 0x2000);
    program_close(&p);
}

/* A title may be any bytes: nothing of it may steer the terminal or break the JSON. */
static void titles_are_cleaned(void **state) {
    (void)state;
    static const char evil[] = "a\x1b[2Jb\xff\xc3\xa9\xc2\x9b";
    struct strbuf s = {0};
    struct program p;
    struct error e;
    sample_nro(&plain, &s);
    memcpy(s.text + 0x3000 + 0x38 + 6, evil, sizeof evil);
    assert_true(parse_sample(&s, "a.nro", &p, &e));
    assert_string_equal(p.title, "a?[2Jb?\xc3\xa9?");
    program_close(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nro_gives_everything),
        cmocka_unit_test(nso_gives_everything),
        cmocka_unit_test(elf_symbols_come_from_symtab),
        cmocka_unit_test(elf_without_sections_uses_dynsym),
        cmocka_unit_test(start_code_names_dynamic_without_mod0),
        cmocka_unit_test(zero_first_word_starts_behind_the_header),
        cmocka_unit_test(symbols_behind_the_image_are_none),
        cmocka_unit_test(data_of_bss_alone),
        cmocka_unit_test(titles_are_cleaned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
