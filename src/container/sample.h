/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CONTAINER_SAMPLE_H
#define WINDLASS_CONTAINER_SAMPLE_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Small files of every format, made by our own writers: for tests, as the seeds of the fuzzers and
 * as what the mutation run damages. */

/* Addresses in the sample program. */
enum {
    SAMPLE_CODE = 0x200, /* the function "exported", 16 bytes */
    SAMPLE_MOD0 = 0xf0,
    SAMPLE_RODATA = 0x1000,
    SAMPLE_DYNSYM = 0x1040, /* null, "exported", "missing" */
    SAMPLE_DYNSTR = 0x10a0,
    SAMPLE_HASH = 0x10c0,
    SAMPLE_RELA = 0x1100, /* 2 RELATIVE, ABS64 of "exported", GLOB_DAT of "missing" */
    SAMPLE_RELR = 0x1180, /* 4 pointers */
    SAMPLE_EH_FRAME = 0x11c0,
    SAMPLE_EH_FRAME_SIZE = 0x2c, /* one CIE, one FDE; four zero bytes behind them */
    SAMPLE_NOTE = 0x1200,
    SAMPLE_DATA = 0x2000,
    SAMPLE_DYNAMIC = 0x2200,
    SAMPLE_DATA_FILE_SIZE = 0x300,
    SAMPLE_DATA_MEMORY_SIZE = 0x1800,
};

/* Offsets in the ELF file: headers, then the image from 0x1000 on, then sections. */
enum {
    SAMPLE_ELF_PROGRAM_HEADERS = 0x40,
    SAMPLE_ELF_IMAGE = 0x1000,
    SAMPLE_ELF_SYMTAB = 0x3300, /* null, "start", "exported", "table" */
    SAMPLE_ELF_STRTAB = 0x3380,
    SAMPLE_ELF_SECTIONS = 0x3400,
};

struct sample_options {
    bool without_mod0; /* start code that takes _DYNAMIC by adrp and add, as in 2018 */
    bool without_sections;
};

void sample_elf(const struct sample_options *options, struct strbuf *out);
/* With icon, NACP (title "Sample", author "Nobody", version "1.2.3") and RomFS. */
void sample_nro(const struct sample_options *options, struct strbuf *out);
void sample_nso(const struct sample_options *options, struct strbuf *out);
/* readme.txt, a/b/deep.bin, a/one.txt, and 40 files in many/. */
void sample_romfs(struct strbuf *out);
void sample_nacp(struct strbuf *out);

/* Overwrites little-endian numbers inside the bytes. */
void sample_poke32(struct strbuf *s, size_t at, uint32_t value);
void sample_poke64(struct strbuf *s, size_t at, uint64_t value);

#endif
