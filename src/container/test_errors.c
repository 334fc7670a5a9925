/* SPDX-License-Identifier: MIT */
/* What malformed files are told: the whole text of each message. */
#include "container/test_util.h"

#include "base/memory.h"

enum { ASSETS = 0x3000 };

enum format { NRO, NSO, ELF };

/* One damaged number in a sample, and the message for it. */
struct damage {
    enum format format;
    unsigned bits;
    size_t at;
    uint64_t value;
    enum error_kind kind;
    const char *text;
};

static const struct damage damages[] = {
    {NRO, 32, 0x18, 0x90000000, ERROR_FORMAT,
     "f: NRO header: size at offset 0x18: 0x90000000 bytes, the file has 0x7cd6"},
    {NRO, 32, 0x28, 0x1001, ERROR_FORMAT,
     "f: NRO header: rodata at offset 0x20: address 0x1001 is not page-aligned"},
    {NRO, 32, 0x24, 0x2000, ERROR_FORMAT,
     "f: NRO header: rodata at offset 0x20: overlaps text: [0x1000, 0x2000) and [0x0, 0x2000)"},
    {NRO, 32, 0x34, 0x1001, ERROR_FORMAT,
     "f: NRO header: data at offset 0x30: 0x1001 bytes from 0x2000 reach beyond the size, 0x3000"},
    {NRO, 32, 0x24, 0, ERROR_FORMAT, "f: NRO header: text at offset 0x20: is empty"},
    {NRO, 32, 0x38, 0xfffff000, ERROR_LIMIT,
     "f: NRO header: data at offset 0x20: 0x100000000 bytes of memory from 0x2000 go beyond the "
     "0x40000000 that a program may take"},
    {NRO, 32, SAMPLE_MOD0 + 4, 0x7fffff00, ERROR_FORMAT,
     "f: MOD0 header: _DYNAMIC at offset 0xf4: 0x7ffffff0 is no aligned address inside the image, "
     "0x3000"},
    {NRO, 64, SAMPLE_DYNAMIC + 6 * 16 + 8, 0x3000, ERROR_FORMAT,
     "f: _DYNAMIC: DT_RELA at offset 0x1100: 0x3000 bytes from 0x1100 reach beyond the end, "
     "0x3000"},
    {NRO, 64, SAMPLE_DYNAMIC + 9 * 16 + 8, 0x10000, ERROR_FORMAT,
     "f: _DYNAMIC: DT_RELR at offset 0x1180: 0x10000 bytes from 0x1180 reach beyond the end, "
     "0x3000"},
    {NRO, 64, SAMPLE_RELA, 0x2ffc, ERROR_FORMAT,
     "f: _DYNAMIC: DT_RELA at offset 0x1100: relocates 0x2ffc, outside the image of 0x3000 bytes"},
    {NRO, 32, SAMPLE_RELA + 2 * 24 + 12, 7, ERROR_FORMAT,
     "f: _DYNAMIC: relocation symbol at offset 0x1130: number 7 of a table of 3"},
    {NRO, 64, SAMPLE_RELR, 0x8000, ERROR_FORMAT,
     "f: _DYNAMIC: DT_RELR at offset 0x1180: relocates 0x8000, outside the image of 0x3000 bytes"},
    {NRO, 32, SAMPLE_HASH + 4, 0x10000000, ERROR_FORMAT,
     "f: _DYNAMIC: DT_SYMTAB at offset 0x1040: 0x180000000 bytes from 0x1040 reach beyond the end, "
     "0x3000"},
    {NRO, 32, SAMPLE_DYNSYM + 24, 500, ERROR_FORMAT,
     "f: _DYNAMIC: symbol name at offset 0x1058: 0x1f4 runs out of the string table of 0x12 bytes"},
    {NRO, 64, ASSETS + 8, 0x100000, ERROR_FORMAT,
     "f: NRO assets: icon at offset 0x3008: 0x6 bytes from 0x100000 lie outside the assets of "
     "0x4cd6 bytes"},
    {NRO, 64, ASSETS + 0x30, UINT64_MAX, ERROR_FORMAT,
     "f: NRO assets: RomFS at offset 0x3028: 0xffffffffffffffff bytes from 0x403e lie outside the "
     "assets of 0x4cd6 bytes"},
    {NRO, 64, ASSETS + 0x20, 0x10, ERROR_FORMAT,
     "f: NACP: control data at offset 0x0: 0x4000 bytes from 0x0 reach beyond the end, 0x10"},
    {NSO, 32, 0x10, 0x80000000, ERROR_FORMAT,
     "f: NSO: text at offset 0x2bc: 0x52 bytes from 0x80000000 reach beyond the end, 0x2bc"},
    {NSO, 32, 0x18, 0x3fffffff, ERROR_FORMAT,
     "f: NSO: text at offset 0x60: 0x52 bytes of LZ4 cannot hold 0x3fffffff"},
    {NSO, 32, 0x18, 0x1001, ERROR_FORMAT,
     "f: NSO: rodata at offset 0x10: overlaps text: [0x1000, 0x2000) and [0x0, 0x2000)"},
    {NSO, 32, 0x18, 0xfff, ERROR_FORMAT,
     "f: NSO: text at offset 0x101: the LZ4 data is damaged (0xfff bytes expected)"},
    {NSO, 32, 0xa0, 0, ERROR_FORMAT,
     "f: NSO: text at offset 0xa0: its SHA-256 does not match; the file is damaged or was "
     "changed"},
    {NSO, 32, 0x94, 0x2000, ERROR_FORMAT,
     "f: NSO: .dynstr at offset 0x90: 0x2000 bytes from 0xa0 reach beyond rodata, 0x1000"},
    {NSO, 32, 0x2c, 0x1000, ERROR_FORMAT,
     "f: NSO: module name at offset 0x100: 0x1000 bytes from 0x100 reach beyond the end, 0x2bc"},
    {ELF, 32, 0x10, 0x003e0003, ERROR_UNSUPPORTED,
     "f: ELF header: machine at offset 0x12: an ELF for machine 62, 64 bits; a program for the "
     "console is a 64-bit AArch64 one (machine 183)"},
    {ELF, 32, 0x10, 0x00b70001, ERROR_UNSUPPORTED,
     "f: ELF header: type at offset 0x10: 1 is no linked program; link the object first"},
    {ELF, 64, 0x18, 0x2000, ERROR_FORMAT,
     "f: ELF: entry at offset 0x18: 0x2000 is no instruction of the text segment"},
    {ELF, 64, 0x20, 0x3500, ERROR_FORMAT,
     "f: ELF: program headers at offset 0x3500: 0x118 bytes from 0x3500 reach beyond the end, "
     "0x3500"},
    {ELF, 32, 0x40, 3, ERROR_UNSUPPORTED,
     "f: ELF: program header at offset 0x40 names an interpreter: this is a program for Linux "
     "with shared libraries, not for the console"},
    {ELF, 64, 0x50, 0x7100000000, ERROR_LIMIT,
     "f: ELF: segment at offset 0x40: 0x1000 bytes of memory from 0x7100000000 go beyond the "
     "0x40000000 that a program may take; link it to address 0"},
    {ELF, 64, 0x60, 0x1001, ERROR_FORMAT,
     "f: ELF: segment at offset 0x40: 0x1001 bytes in the file, but only 0x1000 in memory"},
    {ELF, 64, SAMPLE_ELF_PROGRAM_HEADERS + 2 * 56 + 40, 0, ERROR_FORMAT,
     "f: ELF: segment at offset 0xb0: 0x300 bytes in the file, but only 0x0 in memory"},
    {ELF, 64, 0x48, 0xffffffffffff0000, ERROR_FORMAT,
     "f: ELF: program header at offset 0x3500: 0x1000 bytes from 0xffffffffffff0000 reach beyond "
     "the end, 0x3500"},
    {ELF, 32, SAMPLE_ELF_SECTIONS + 64 + 40, 9, ERROR_FORMAT,
     "f: ELF: symbol table at offset 0x3440: its strings are section 9 of 4"},
    {ELF, 32, SAMPLE_ELF_SYMTAB + 24, 0x4000, ERROR_FORMAT,
     "f: ELF: symbol name at offset 0x3318: 0x4000 runs out of the string table of 0x20 bytes"},
};

static void make(enum format format, struct strbuf *s) {
    static const struct sample_options plain;
    static void (*const makers[])(const struct sample_options *, struct strbuf *) = {
        [NRO] = sample_nro, [NSO] = sample_nso, [ELF] = sample_elf};
    makers[format](&plain, s);
}

static void each_damage_has_its_message(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        const struct damage *d = &damages[i];
        struct strbuf s = {0};
        make(d->format, &s);
        if (d->bits == 64)
            sample_poke64(&s, d->at, d->value);
        else
            sample_poke32(&s, d->at, (uint32_t)d->value);
        expect_error(&s, "f", d->kind, d->text);
    }
}

static void truncated_files(void **state) {
    (void)state;
    static const struct {
        enum format format;
        size_t size;
        const char *text;
    } cuts[] = {
        {NRO, 0x14, "f: NRO header: size at offset 0x18: lies beyond the end, 0x14"},
        {NRO, 0x50, "f: NRO header: build id at offset 0x40: needs 32 bytes, the file has 16 left"},
        {NRO, 0x2fff, "f: NRO header: size at offset 0x18: 0x3000 bytes, the file has 0x2fff"},
        {NRO, 0x3010, "f: NRO assets: icon at offset 0x3010: needs 8 bytes, the file has 0 left"},
        {NRO, 0x4000,
         "f: NRO assets: NACP at offset 0x3018: 0x4000 bytes from 0x3e lie outside the assets of "
         "0x1000 bytes"},
        {NSO, 0xb0, "f: NSO: SHA-256 at offset 0xa0: needs 32 bytes, the file has 16 left"},
        {ELF, 0x20, "f: ELF: program headers at offset 0x20: needs 8 bytes, the file has 0 left"},
        {ELF, 0x3420,
         "f: ELF: section headers at offset 0x3400: 0x100 bytes from 0x3400 reach beyond the end, "
         "0x3420"},
    };
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        struct strbuf s = {0};
        make(cuts[i].format, &s);
        s.length = cuts[i].size;
        expect_error(&s, "f", ERROR_FORMAT, cuts[i].text);
    }
}

static void other_files(void **state) {
    (void)state;
    struct strbuf s = {0};
    strbuf_add(&s, "#!/bin/sh\n");
    expect_error(&s, "x.sh", ERROR_FORMAT,
                 "x.sh: no NRO (\"NRO0\" at offset 0x10), NSO (\"NSO0\" at 0) or ELF file");
    strbuf_add_bytes(&s, "PFS0\0\0\0", 8);
    expect_error(&s, "x.nsp", ERROR_UNSUPPORTED,
                 "x.nsp: NSP (PFS0) package is not taken; give the NRO, NSO or ELF file of the "
                 "program");
    struct program p;
    struct error e = {0};
    assert_false(program_open("/nowhere/x.nro", &p, &e));
    assert_int_equal(e.kind, ERROR_IO);
}

/* RELR bitmaps that count the same words again and again must not grow the list without end. */
static void relr_cannot_grow_without_end(void **state) {
    (void)state;
    struct strbuf s = {0};
    make(NRO, &s);
    for (size_t i = 0; i < 64; i++) { /* 64 * 2 words over 64 pointers each */
        sample_poke64(&s, 0x400 + i * 16, SAMPLE_DATA);
        sample_poke64(&s, 0x408 + i * 16, UINT64_MAX);
    }
    sample_poke64(&s, SAMPLE_DYNAMIC + 8 * 16 + 8, 0x400);
    sample_poke64(&s, SAMPLE_DYNAMIC + 9 * 16 + 8, 64 * 16);
    expect_error(&s, "f", ERROR_FORMAT,
                 "f: _DYNAMIC: DT_RELR at offset 0x578: more relocations than the image has "
                 "words");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_damage_has_its_message),
        cmocka_unit_test(truncated_files),
        cmocka_unit_test(other_files),
        cmocka_unit_test(relr_cannot_grow_without_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
