/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "container/romfs.h"
#include "container/romfs_tree.h"

#include <stdlib.h>
#include <string.h>

/* The format stands in romfs.c. Entries of a kind are linked in the order of their names; the
 * tables hold a folder before its contents. */
enum { HEADER_SIZE = 0x50, CONTENTS_AT = 0x200, FOLDER_SIZE = 0x18, FILE_SIZE = 0x20 };
enum { CONTENTS_UNIT = 16 };

struct list {
    struct romfs_node **nodes;
    size_t count, room;
    uint32_t bytes; /* of the table */
};

struct image {
    struct list folders, files;
    struct strbuf *out;
    size_t start;
};

static uint32_t padded(const struct romfs_node *n) {
    return ((uint32_t)strlen(n->name) + 3) & ~3u;
}

static void add(struct list *l, struct romfs_node *n, uint32_t entry_size) {
    GROW(l->nodes, l->count, l->room);
    l->nodes[l->count++] = n;
    n->at = l->bytes;
    l->bytes += entry_size + padded(n);
}

/* Breadth first: the list of folders is its own queue. */
static void place(struct image *image, struct romfs_node *root) {
    add(&image->folders, root, FOLDER_SIZE);
    for (size_t i = 0; i < image->folders.count; i++) {
        struct romfs_node *folder = image->folders.nodes[i];
        for (size_t j = 0; j < folder->child_count; j++) {
            struct romfs_node *n = folder->children[j];
            if (n->is_folder)
                add(&image->folders, n, FOLDER_SIZE);
            else
                add(&image->files, n, FILE_SIZE);
        }
    }
}

static void put_contents(struct image *image) {
    for (size_t i = 0; i < image->files.count; i++) {
        struct romfs_node *n = image->files.nodes[i];
        put_padding(image->out, image->start, CONTENTS_UNIT);
        n->offset = image->out->length - image->start - CONTENTS_AT;
        strbuf_add_bytes(image->out, n->contents.data, n->contents.size);
    }
    put_padding(image->out, image->start, CONTENTS_UNIT);
}

/* About one bucket an entry; a count without small factors spreads them better. */
static uint32_t bucket_count(size_t entries) {
    uint32_t n = entries < 3 ? 3 : (uint32_t)entries | 1;
    while (entries >= 19 &&
           (n % 3 == 0 || n % 5 == 0 || n % 7 == 0 || n % 11 == 0 || n % 13 == 0 || n % 17 == 0))
        n += 2;
    return n;
}

/* The console's hash of a name in its folder: rotate right by 5, then exclusive or. */
static uint32_t hash(const struct romfs_node *n) {
    uint32_t h = n->parent->at ^ 123456789;
    for (const char *c = n->name; *c; c++)
        h = (h >> 5 | h << 27) ^ (uint8_t)*c;
    return h;
}

/* The first entry of a kind in a folder from its child number `from` on. */
static uint32_t first_of(const struct romfs_node *folder, size_t from, bool is_folder) {
    for (size_t i = from; i < folder->child_count; i++)
        if (folder->children[i]->is_folder == is_folder)
            return folder->children[i]->at;
    return ROMFS_NONE;
}

static uint32_t sibling_of(const struct romfs_node *n) {
    if (n->parent == n)
        return ROMFS_NONE;
    size_t i = 0;
    while (n->parent->children[i] != n)
        i++;
    return first_of(n->parent, i + 1, n->is_folder);
}

static void put_entry(struct image *image, const struct romfs_node *n, uint32_t chain) {
    struct strbuf *out = image->out;
    put_u32(out, n->parent->at);
    put_u32(out, sibling_of(n));
    if (n->is_folder) {
        put_u32(out, first_of(n, 0, true));
        put_u32(out, first_of(n, 0, false));
    } else {
        put_u64(out, n->offset);
        put_u64(out, n->contents.size);
    }
    put_u32(out, chain);
    put_u32(out, (uint32_t)strlen(n->name));
    strbuf_add(out, n->name);
    put_zeros(out, padded(n) - strlen(n->name));
}

/* Writes hash table and entries; `header` gets both places. */
static void put_tables(struct image *image, const struct list *l, struct strbuf *header) {
    uint32_t buckets = bucket_count(l->count);
    uint32_t *heads = NEW_ARRAY(uint32_t, buckets), *chains = NEW_ARRAY(uint32_t, l->count);
    memset(heads, 0xff, buckets * sizeof *heads);
    for (size_t i = 0; i < l->count; i++) {
        uint32_t *head = &heads[hash(l->nodes[i]) % buckets];
        chains[i] = *head;
        *head = l->nodes[i]->at;
    }
    put_u64(header, image->out->length - image->start);
    put_u64(header, buckets * 4);
    for (uint32_t i = 0; i < buckets; i++)
        put_u32(image->out, heads[i]);
    put_u64(header, image->out->length - image->start);
    put_u64(header, l->bytes);
    for (size_t i = 0; i < l->count; i++)
        put_entry(image, l->nodes[i], chains[i]);
    free(heads);
    free(chains);
}

void write_romfs(struct romfs_node *root, struct strbuf *out) {
    struct image image = {.out = out, .start = out->length};
    struct strbuf header = {0};
    place(&image, root);
    put_zeros(out, CONTENTS_AT);
    put_contents(&image);
    put_u64(&header, HEADER_SIZE);
    put_tables(&image, &image.folders, &header);
    put_tables(&image, &image.files, &header);
    put_u64(&header, CONTENTS_AT);
    memcpy(out->text + image.start, header.text, HEADER_SIZE);
    strbuf_free(&header);
    free(image.folders.nodes);
    free(image.files.nodes);
}
