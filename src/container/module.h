/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CONTAINER_MODULE_H
#define WINDLASS_CONTAINER_MODULE_H

#include "base/reader.h"
#include "container/program.h"

/* What the format parsers share: a parser fills the segments and calls module_layout, copies the
 * bytes into the image and calls module_finish. */

/* Checks that the segments are page-aligned, apart from each other and within the limit, rounds
 * their memory sizes up to pages and makes the image. `at` is where the header that named them
 * lies. */
MUST_CHECK bool module_layout(struct module *m, struct reader *r, size_t at);
/* Finds MOD0 and _DYNAMIC where they are not known yet, and everything that they lead to. */
MUST_CHECK bool module_finish(struct module *m, struct error *error);
void module_free(struct module *m);
void module_set_build_id(struct module *m, const uint8_t *id, size_t size);

/* mod0.c: sets mod0, dynamic and eh_frame of a module whose image is there. */
MUST_CHECK bool mod0_find(struct module *m, struct error *error);
/* dynamic.c: relocations and, where there are none yet, symbols that _DYNAMIC names. */
MUST_CHECK bool dynamic_read(struct module *m, struct error *error);
/* Whether a well-formed _DYNAMIC array lies at the address. */
bool dynamic_plausible(const struct module *m, uint64_t address);
/* symbols.c */
struct symbol_table {
    const uint8_t *bytes; /* the table and its strings, inside `names` of the given size */
    size_t count;
    const uint8_t *names;
    size_t names_size;
    size_t at; /* offset of the table, for messages */
};
/* One entry of a symbol table, fields as in the ELF specification. */
struct symbol_entry {
    const char *name;
    uint8_t info;
    uint16_t section;
    uint64_t value, size;
};
#define SYMBOL_ENTRY_SIZE 24
/* False (and the reader has failed) where the entry's name runs out of the strings. */
MUST_CHECK bool symbol_entry_read(const struct symbol_table *t, size_t index, struct reader *r,
                                  struct symbol_entry *out);
/* Adds the table's functions, objects and labels to the module, sorted by address. */
MUST_CHECK bool symbols_read(struct module *m, const struct symbol_table *t, struct reader *r);
/* eh_frame.c: by header where one is named, else by a scan of the read-only bytes. */
void eh_frame_from_header(struct module *m, uint64_t address, uint64_t size);
void eh_frame_scan(struct module *m);

/* The formats. */
MUST_CHECK bool nro_parse(struct program *p, struct error *error);
MUST_CHECK bool nso_parse(struct program *p, struct error *error);
MUST_CHECK bool elf_parse(struct program *p, struct error *error);
/* nacp.c: fills title, author and version from a control file. */
MUST_CHECK bool nacp_parse(struct program *p, const uint8_t *bytes, size_t size,
                           struct error *error);

static inline uint64_t page_up(uint64_t n) {
    return (n + PROGRAM_PAGE - 1) & ~(PROGRAM_PAGE - 1);
}

#endif
