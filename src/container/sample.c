/* SPDX-License-Identifier: MIT */
#include "container/sample.h"

#include "container/program.h"
#include "container/romfs.h"
#include "container/write.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void poke(struct strbuf *s, size_t at, uint64_t value, size_t n) {
    for (size_t i = 0; i < n; i++)
        s->text[at + i] = (char)(value >> i * 8);
}

void sample_poke32(struct strbuf *s, size_t at, uint32_t value) {
    poke(s, at, value, 4);
}

void sample_poke64(struct strbuf *s, size_t at, uint64_t value) {
    poke(s, at, value, 8);
}

/* The same in the image part of the ELF file. */
static void image32(struct strbuf *s, size_t address, uint32_t value) {
    poke(s, SAMPLE_ELF_IMAGE + address, value, 4);
}

static void image64(struct strbuf *s, size_t address, uint64_t value) {
    poke(s, SAMPLE_ELF_IMAGE + address, value, 8);
}

static void image_bytes(struct strbuf *s, size_t address, const void *bytes, size_t n) {
    memcpy(s->text + SAMPLE_ELF_IMAGE + address, bytes, n);
}

static void add_text(const struct sample_options *o, struct strbuf *s) {
    image32(s, 0, 0x14000020); /* b 0x80 */
    image_bytes(s, 8, "HOMEBREW", 8);
    if (o->without_mod0) {
        image32(s, 0x80, 0xaa1e03fb); /* mov x27, x30 */
        image32(s, 0x84, 0xd0000001); /* adrp x1, 0x2000 */
        image32(s, 0x88, 0x910003e2); /* mov x2, sp */
        image32(s, 0x8c, 0x91080021); /* add x1, x1, #0x200 */
    } else {
        image32(s, 4, SAMPLE_MOD0);
        image_bytes(s, SAMPLE_MOD0, "MOD0", 4);
        image32(s, SAMPLE_MOD0 + 4, SAMPLE_DYNAMIC - SAMPLE_MOD0);
        image32(s, SAMPLE_MOD0 + 8, SAMPLE_DATA + SAMPLE_DATA_FILE_SIZE - SAMPLE_MOD0);
        image32(s, SAMPLE_MOD0 + 12, SAMPLE_DATA + SAMPLE_DATA_MEMORY_SIZE - SAMPLE_MOD0);
    }
    for (size_t i = 0; i < 4; i++)
        image32(s, SAMPLE_CODE + i * 4, i == 3 ? 0xd65f03c0 : 0xd503201f); /* nop, ret */
}

static void add_symbol(struct strbuf *s, size_t at, uint32_t name, uint8_t info, uint16_t section,
                       uint64_t value, uint64_t size) {
    poke(s, at, name, 4);
    poke(s, at + 4, info, 1);
    poke(s, at + 6, section, 2);
    poke(s, at + 8, value, 8);
    poke(s, at + 16, size, 8);
}

static void add_rela(struct strbuf *s, size_t index, uint64_t address, uint64_t info,
                     uint64_t addend) {
    size_t at = SAMPLE_RELA + index * 24;
    image64(s, at, address);
    image64(s, at + 8, info);
    image64(s, at + 16, addend);
}

static void add_eh_frame(struct strbuf *s) {
    static const uint8_t cie[] = {0x10, 0, 0, 0,    0,  0, 0,    0,    1,  'z',
                                  'R',  0, 4, 0x78, 30, 1, 0x1b, 0x0c, 31, 0};
    image_bytes(s, SAMPLE_EH_FRAME, cie, sizeof cie);
    size_t fde = SAMPLE_EH_FRAME + sizeof cie;
    image32(s, fde, 0x14);
    image32(s, fde + 4, (uint32_t)sizeof cie + 4);
    image32(s, fde + 8, (uint32_t)(SAMPLE_CODE - (fde + 8)));
    image32(s, fde + 12, 16);
}

static void add_rodata(struct strbuf *s) {
    static const char names[] = "\0exported\0missing";
    image32(s, SAMPLE_RODATA + 4, 6);
    image_bytes(s, SAMPLE_RODATA + 8, "sample", 6);
    size_t dynsym = SAMPLE_ELF_IMAGE + SAMPLE_DYNSYM;
    add_symbol(s, dynsym + 24, 1, 0x12, 1, SAMPLE_CODE, 16);
    add_symbol(s, dynsym + 48, 10, 0x10, 0, 0, 0);
    image_bytes(s, SAMPLE_DYNSTR, names, sizeof names);
    image32(s, SAMPLE_HASH, 1);
    image32(s, SAMPLE_HASH + 4, 3);
    image32(s, SAMPLE_HASH + 8, 1);
    add_rela(s, 0, SAMPLE_DATA + 0x10, 1027, SAMPLE_CODE);
    add_rela(s, 1, SAMPLE_DATA + 0x08, 1027, SAMPLE_RODATA);
    add_rela(s, 2, SAMPLE_DATA + 0x18, (uint64_t)1 << 32 | 257, 4);
    add_rela(s, 3, SAMPLE_DATA + 0x20, (uint64_t)2 << 32 | 1025, 0);
    image64(s, SAMPLE_RELR, SAMPLE_DATA + 0x100);
    image64(s, SAMPLE_RELR + 8, (1u << 0 | 1u << 2) << 1 | 1); /* +0x108, +0x118 */
    image64(s, SAMPLE_RELR + 16, (uint64_t)1 << 1 | 1);        /* +0x108 + 63 * 8 */
    image64(s, SAMPLE_DATA + 0x100, SAMPLE_CODE);
    image64(s, SAMPLE_DATA + 0x108, SAMPLE_CODE + 4);
    image64(s, SAMPLE_DATA + 0x118, SAMPLE_CODE + 8);
    add_eh_frame(s);
    image32(s, SAMPLE_NOTE, 4);
    image32(s, SAMPLE_NOTE + 4, 20);
    image32(s, SAMPLE_NOTE + 8, 3);
    image_bytes(s, SAMPLE_NOTE + 12, "GNU", 4);
    for (size_t i = 0; i < 20; i++)
        poke(s, SAMPLE_ELF_IMAGE + SAMPLE_NOTE + 16 + i, 0xa0 + i, 1);
}

static void add_dynamic(struct strbuf *s) {
    static const uint64_t tags[][2] = {
        {4, SAMPLE_HASH},  {5, SAMPLE_DYNSTR}, {6, SAMPLE_DYNSYM}, {10, 18},
        {11, 24},          {7, SAMPLE_RELA},   {8, 4 * 24},        {9, 24},
        {36, SAMPLE_RELR}, {35, 24},           {0x6ffffffb, 1},    {0, 0},
    };
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        image64(s, SAMPLE_DYNAMIC + i * 16, tags[i][0]);
        image64(s, SAMPLE_DYNAMIC + i * 16 + 8, tags[i][1]);
    }
}

static void add_program_headers(struct strbuf *s) {
    static const uint64_t headers[][5] = {
        /* type, flags, address, size in the file, size in memory */
        {1, 5, 0, 0x1000, 0x1000},
        {1, 4, SAMPLE_RODATA, 0x1000, 0x1000},
        {1, 6, SAMPLE_DATA, SAMPLE_DATA_FILE_SIZE, SAMPLE_DATA_MEMORY_SIZE},
        {2, 6, SAMPLE_DYNAMIC, 0xc0, 0xc0},
        {4, 4, SAMPLE_NOTE, 36, 36},
    };
    for (size_t i = 0; i < 5; i++) {
        size_t at = SAMPLE_ELF_PROGRAM_HEADERS + i * 56;
        poke(s, at, headers[i][0], 4);
        poke(s, at + 4, headers[i][1], 4);
        poke(s, at + 8, SAMPLE_ELF_IMAGE + headers[i][2], 8);
        poke(s, at + 16, headers[i][2], 8);
        poke(s, at + 24, headers[i][2], 8);
        poke(s, at + 32, headers[i][3], 8);
        poke(s, at + 40, headers[i][4], 8);
        poke(s, at + 48, 0x1000, 8);
    }
}

static void add_sections(struct strbuf *s) {
    static const char names[] = "\0start\0exported\0table\0.eh_frame";
    static const uint64_t sections[][6] = {
        /* name, type, address, offset, size, link */
        {0},
        {0, 2, 0, SAMPLE_ELF_SYMTAB, 4 * 24, 2},
        {0, 3, 0, SAMPLE_ELF_STRTAB, sizeof names, 0},
        {22, 1, SAMPLE_EH_FRAME, SAMPLE_ELF_IMAGE + SAMPLE_EH_FRAME, SAMPLE_EH_FRAME_SIZE + 4, 0},
    };
    memcpy(s->text + SAMPLE_ELF_STRTAB, names, sizeof names);
    add_symbol(s, SAMPLE_ELF_SYMTAB + 24, 1, 0x10, 1, 0, 0);
    add_symbol(s, SAMPLE_ELF_SYMTAB + 48, 7, 0x12, 1, SAMPLE_CODE, 16);
    add_symbol(s, SAMPLE_ELF_SYMTAB + 72, 16, 0x11, 3, SAMPLE_DATA + 0x100, 0x20);
    for (size_t i = 0; i < 4; i++) {
        size_t at = SAMPLE_ELF_SECTIONS + i * 64;
        poke(s, at, sections[i][0], 4);
        poke(s, at + 4, sections[i][1], 4);
        poke(s, at + 16, sections[i][2], 8);
        poke(s, at + 24, sections[i][3], 8);
        poke(s, at + 32, sections[i][4], 8);
        poke(s, at + 40, sections[i][5], 4);
    }
    poke(s, 40, SAMPLE_ELF_SECTIONS, 8);
    poke(s, 58, 64, 2);
    poke(s, 60, 4, 2);
    poke(s, 62, 2, 2);
}

void sample_elf(const struct sample_options *options, struct strbuf *out) {
    strbuf_clear(out);
    put_zeros(out, SAMPLE_ELF_SECTIONS + 4 * 64);
    memcpy(out->text, "\177ELF\2\1\1", 7);
    poke(out, 16, 3, 2);
    poke(out, 18, 183, 2);
    poke(out, 20, 1, 4);
    poke(out, 32, SAMPLE_ELF_PROGRAM_HEADERS, 8);
    poke(out, 52, 64, 2);
    poke(out, 54, 56, 2);
    poke(out, 56, 5, 2);
    add_program_headers(out);
    add_text(options, out);
    add_rodata(out);
    add_dynamic(out);
    if (!options->without_sections)
        add_sections(out);
}

/* What this file makes is known to be good. */
static void must(bool ok, const struct error *error) {
    if (ok)
        return;
    fprintf(stderr, "sample: %s\n", error->text);
    abort();
}

static void open_elf(const struct sample_options *options, struct program *p) {
    struct strbuf elf = {0};
    struct error error = {0};
    sample_elf(options, &elf);
    struct blob file = {(uint8_t *)elf.text, elf.length};
    must(program_parse("sample.elf", &file, p, &error), &error);
}

void sample_nro(const struct sample_options *options, struct strbuf *out) {
    static const uint8_t icon[] = {0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9};
    struct strbuf nacp = {0}, romfs = {0};
    struct program p;
    struct error error = {0};
    open_elf(options, &p);
    sample_nacp(&nacp);
    sample_romfs(&romfs);
    const struct nro_assets assets = {
        .icon = {(uint8_t *)icon, sizeof icon},
        .nacp = {(uint8_t *)nacp.text, nacp.length},
        .romfs = {(uint8_t *)romfs.text, romfs.length},
    };
    strbuf_clear(out);
    must(write_nro(&p, &assets, out, &error), &error);
    strbuf_free(&nacp);
    strbuf_free(&romfs);
    program_close(&p);
}

void sample_nso(const struct sample_options *options, struct strbuf *out) {
    struct program p;
    struct error error = {0};
    open_elf(options, &p);
    strbuf_clear(out);
    must(write_nso(&p, out, &error), &error);
    program_close(&p);
}

void sample_romfs(struct strbuf *out) {
    struct romfs_node *tree = romfs_tree_new();
    struct error error = {0};
    must(romfs_tree_add(tree, "readme.txt", "hello\n", 6, &error), &error);
    must(romfs_tree_add(tree, "a/b/deep.bin", "\0\1\2\3", 4, &error), &error);
    must(romfs_tree_add(tree, "a/one.txt", "1", 1, &error), &error);
    for (int i = 0; i < 40; i++) {
        char *path = memory_format("many/file%d", i);
        must(romfs_tree_add(tree, path, path, strlen(path), &error), &error);
        free(path);
    }
    strbuf_clear(out);
    write_romfs(tree, out);
    romfs_tree_free(tree);
}

void sample_nacp(struct strbuf *out) {
    struct error error = {0};
    strbuf_clear(out);
    must(write_nacp("Sample", "Nobody", "1.2.3", out, &error), &error);
}
