/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_FS_H
#define WINDLASS_SERVICE_FS_H

#include "host/sandbox.h"
#include "service/service.h"

/* fsp-srv: what its files share. Host calls may block: the session has given the core back. */

#define FS_PATH_NOT_FOUND   0x202u
#define FS_EXISTS           0x402u
#define FS_LOCKED           0xe02u
#define FS_NOT_EMPTY        0x1002u
#define FS_NO_SPACE         0x3c02u
#define FS_TARGET_NOT_FOUND 0x7d402u
#define FS_NO_CARD          0xfa202u
#define FS_NOT_IMPLEMENTED  0x177202u
#define FS_OUT_OF_RANGE     0x177a02u
#define FS_BAD_ARGUMENT     0x2ee202u
#define FS_PATH_TOO_LONG    0x2ee602u
#define FS_NO_EXTEND        0x307202u
#define FS_NO_READ          0x307402u
#define FS_NO_WRITE         0x307602u

#define FS_MODE_READ   1u
#define FS_MODE_WRITE  2u
#define FS_MODE_APPEND 4u

/* errno of the host as the file system's result; 0 for 0. */
result fs_result(int status);

/* Bytes of a file: a descriptor of the host, or memory that outlives the process (fd < 0). */
struct fs_source {
    int fd;
    const uint8_t *memory;
    uint64_t size; /* of the memory */
};

/* Up to size bytes at offset; -1 with errno set. */
int64_t fs_source_read(const struct fs_source *s, uint64_t offset, void *to, uint64_t size);
int64_t fs_source_size(const struct fs_source *s);
void fs_source_close(struct fs_source *s);

extern const struct interface fs_interface_filesystem; /* IFileSystem */
extern const struct interface fs_interface_file;       /* IFile */
extern const struct interface fs_interface_directory;  /* IDirectory */
extern const struct interface fs_interface_storage;    /* IStorage */
extern const struct interface fs_interface_notifier;   /* IEventNotifier */
extern const struct interface fs_interface_device;     /* IDeviceOperator */
extern const struct interface fs_interface_save_info;  /* ISaveDataInfoReader */

/* Data of the interfaces' objects; each takes over what it is given. */
void *fs_filesystem_new(struct sandbox *folder, bool card, bool read_only);
void *fs_file_new(struct fs_source source, uint32_t mode);
void *fs_directory_new(struct sandbox_list list, uint32_t filter);
void *fs_storage_new(struct fs_source source, uint64_t offset, uint64_t size);

/* The program's own file. On a card that lacks it, it stands at service_options.self_path as a
 * read-only file. */
bool fs_self_is(const char *path);
/* Makes the folder of the program's file on the card and checks the options; for service_start. */
bool fs_start(struct error *error);
/* The name under which the program's folder lists it, where `folder` is that folder, else NULL. */
const char *fs_self_in(const char *folder);
bool fs_self_open(struct fs_source *out);
/* The range of the RomFS in an NRO; false where there is none. */
bool fs_find_romfs(const struct fs_source *nro, uint64_t *offset_out, uint64_t *size_out);

/* Bytes below a folder; with a virtual clock the same in all runs. */
int fs_space(struct sandbox *folder, int64_t *free_out, int64_t *total_out);

/* Save data: a folder each below service_options.save_folder. */
result fs_create_save(struct call *c);
result fs_create_system_save(struct call *c);
result fs_open_save(struct call *c);
result fs_open_read_only_save(struct call *c);
result fs_delete_save(struct call *c);
/* The program's own save of this user (applet's EnsureSaveData). */
result fs_ensure_save(const uint8_t user[16]);

#endif
