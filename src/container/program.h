/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CONTAINER_PROGRAM_H
#define WINDLASS_CONTAINER_PROGRAM_H

#include "base/error.h"
#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What every container parser gives: a program of one or more modules, each a flat memory image
 * with segments. Addresses are relative to the module's base; nothing here knows where a module
 * will be loaded. All memory belongs to the struct program. */

enum program_format {
    PROGRAM_NRO,
    PROGRAM_NSO,
    PROGRAM_ELF,
};

/* The kinds lie in memory in any order and never share a page. */
enum segment_kind {
    SEGMENT_TEXT,   /* R-X */
    SEGMENT_RODATA, /* R-- */
    SEGMENT_DATA,   /* RW-, .bss included */
};
#define SEGMENT_KINDS 3

/* A page-aligned part of the image. Bytes beyond file_size are zero (.bss). */
struct segment {
    uint64_t address;
    uint64_t file_size;
    uint64_t memory_size; /* page-aligned, >= file_size */
};

/* R_AARCH64_RELATIVE, from RELA or RELR: the 8 bytes at address become base + value. */
struct pointer_relocation {
    uint64_t address;
    uint64_t value;
};

/* A relocation of another type (symbolic; kept for the report, resolved by the guest or fatal). */
struct other_relocation {
    uint64_t address;
    uint32_t type;      /* R_AARCH64_... */
    const char *symbol; /* its name, "" where the relocation names none */
    int64_t addend;
    uint64_t value; /* where resolved: the symbol's address + addend */
    bool resolved;  /* the symbol is defined in this module */
};

enum symbol_kind {
    SYMBOL_FUNCTION,
    SYMBOL_OBJECT,
    SYMBOL_OTHER,
};

struct symbol {
    const char *name;
    uint64_t address;
    uint64_t size; /* 0 where the file says none */
    enum symbol_kind kind;
    bool defined;
    bool local; /* no other module sees it */
};

/* A part of a file or an image: offset and size in bytes; size 0: absent. */
struct file_range {
    uint64_t offset, size;
};

struct module {
    char *name;          /* the file's base name without its ending */
    char *recorded_name; /* the name that the linker left in the file, "" where none */
    uint8_t build_id[32];
    bool has_build_id;
    uint8_t *image;       /* image_size bytes: segments at their addresses, gaps zero */
    uint64_t image_size;  /* end of the last file byte, page-aligned up */
    uint64_t memory_size; /* image and .bss, page-aligned */
    struct segment segments[SEGMENT_KINDS];
    uint64_t entry;                      /* address of the first instruction */
    int64_t mod0;                        /* address of the MOD0 header, -1 where there is none */
    uint64_t dynamic;                    /* address of _DYNAMIC, 0 where unknown */
    struct file_range dynsym, dynstr;    /* .dynsym and .dynstr in the image */
    uint64_t eh_frame, eh_frame_size;    /* both 0 where unknown; found by header or by scan */
    struct pointer_relocation *pointers; /* sorted by address; all lie inside the image */
    size_t pointer_count;
    size_t relr_count; /* how many of the pointers came from RELR */
    struct other_relocation *others;
    size_t other_count;
    struct symbol *symbols; /* sorted by address */
    size_t symbol_count;
};

struct program {
    enum program_format format;
    char *path;
    struct blob file;   /* the whole file */
    uint8_t sha256[32]; /* of the whole file: cache key */
    struct module *modules;
    size_t module_count;
    struct file_range icon, nacp, romfs; /* NRO assets; inside the file */
    struct file_range rest;              /* bytes behind an NRO that no asset header describes */
    char title[0x201], author[0x101], version[0x11]; /* UTF-8 from the NACP, "" where absent */
};

/* Files above 1 GiB are refused. */
#define PROGRAM_FILE_LIMIT ((size_t)1 << 30)
/* Modules that ask for more memory, .bss included, are refused: nothing in a file can make us
 * allocate more than this. */
#define PROGRAM_MEMORY_LIMIT ((uint64_t)1 << 30)
#define PROGRAM_PAGE         ((uint64_t)0x1000)

/* Reads a program of any format that its first bytes name. */
MUST_CHECK bool program_open(const char *path, struct program *out, struct error *error);
/* The same from memory; takes the blob, also when it fails. `path` is for messages and names. */
MUST_CHECK bool program_parse(const char *path, struct blob *file, struct program *out,
                              struct error *error);
void program_close(struct program *p);
const char *program_format_name(enum program_format format);

#endif
