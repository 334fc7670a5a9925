/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CONTAINER_ROMFS_TREE_H
#define WINDLASS_CONTAINER_ROMFS_TREE_H

#include "container/write.h"

/* A folder or file of a RomFS that is to be written. */
struct romfs_node {
    char *name;
    bool is_folder;
    struct romfs_node *parent;
    struct romfs_node **children; /* sorted by name */
    size_t child_count, child_room;
    struct blob contents;
    uint32_t at;     /* its offset in its table, given while writing */
    uint64_t offset; /* of its contents */
};

#endif
