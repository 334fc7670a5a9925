/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CONTAINER_WRITE_H
#define WINDLASS_CONTAINER_WRITE_H

#include "base/strbuf.h"
#include "container/program.h"

/* Writers of the formats that the parsers read. Each appends a whole file to `out`. */

/* What follows an NRO; size 0: absent. */
struct nro_assets {
    struct blob icon, nacp, romfs;
};

/* The program must have one module with text at 0, entered at 0, its segments in the order text,
 * rodata, data, and 0x80 bytes at its start left for the header: a branch over them, the address of
 * MOD0, then zeros from 0x10 on. */
MUST_CHECK bool write_nro(const struct program *p, const struct nro_assets *assets,
                          struct strbuf *out, struct error *error);
/* Segments compressed by LZ4 and hashed. */
MUST_CHECK bool write_nso(const struct program *p, struct strbuf *out, struct error *error);

/* Title, author and version in every language; too long ones are ERROR_USAGE. */
#define NACP_BYTES 0x4000
MUST_CHECK bool write_nacp(const char *title, const char *author, const char *version,
                           struct strbuf *out, struct error *error);

/* A tree of folders and files that becomes a RomFS image. */
struct romfs_node;
struct romfs_node *romfs_tree_new(void);
void romfs_tree_free(struct romfs_node *root);
/* Adds a file at "a/b.txt", with the folders on the way; the bytes are copied. */
MUST_CHECK bool romfs_tree_add(struct romfs_node *root, const char *path, const void *bytes,
                               size_t size, struct error *error);
/* Adds what a folder of the host holds: plain files and folders; anything else is refused. */
MUST_CHECK bool romfs_tree_add_host(struct romfs_node *root, const char *folder,
                                    struct error *error);
/* ROMFS_SIZE_LIMIT bytes of contents at most. */
#define ROMFS_SIZE_LIMIT ((size_t)1 << 30)
void write_romfs(struct romfs_node *root, struct strbuf *out);

/* Little-endian numbers, for the writers. */
void put_u32(struct strbuf *out, uint32_t value);
void put_u64(struct strbuf *out, uint64_t value);
void put_zeros(struct strbuf *out, size_t n);
/* Zeros up to a multiple of `unit` from `start` on. */
void put_padding(struct strbuf *out, size_t start, size_t unit);

#endif
