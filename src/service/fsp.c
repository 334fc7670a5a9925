/* SPDX-License-Identifier: MIT */
#include "service/fs.h"

#include "base/log.h"
#include "service/answers.h"
#include "service/ports.h"

/* fsp-srv - IFileSystemProxy: what there is to open. */

static result open_card(struct call *c) {
    struct error error = {0};
    struct sandbox *card = NULL;
    if (service_options.sd_folder) {
        card = sandbox_open(service_options.sd_folder, &error);
        if (!card) {
            log_warning(LOG_FS, "no SD card: %s", error.text);
        }
    }
    if (!card) {
        return FS_NO_CARD;
    }
    call_return_object(c, &fs_interface_filesystem, fs_filesystem_new(card, true, false));
    return 0;
}

/* An NRO has no data storage on the console; here its RomFS stands in, for programs built for both
 * ways of starting. */
static result open_own_data(struct call *c) {
    struct fs_source source;
    uint64_t offset, size;
    if (!fs_self_open(&source)) {
        return FS_TARGET_NOT_FOUND;
    }
    if (!fs_find_romfs(&source, &offset, &size)) {
        fs_source_close(&source);
        return FS_TARGET_NOT_FOUND;
    }
    call_return_object(c, &fs_interface_storage, fs_storage_new(source, offset, size));
    return 0;
}

ANSWER_OBJECT(open_save_info, fs_interface_save_info)
ANSWER_OBJECT(open_device, fs_interface_device)
ANSWER_OBJECT(open_notifier, fs_interface_notifier)

static const struct command commands[] = {
    ACCEPTED(1, "SetCurrentProcess"),
    ABSENT(2, "OpenDataFileSystemByCurrentProcess", FS_TARGET_NOT_FOUND),
    ABSENT(7, "OpenFileSystemWithPatch", FS_TARGET_NOT_FOUND),
    ABSENT(8, "OpenFileSystemWithId", FS_TARGET_NOT_FOUND),
    ABSENT(9, "OpenDataFileSystemByProgramId", FS_TARGET_NOT_FOUND),
    ABSENT(11, "OpenBisFileSystem", FS_TARGET_NOT_FOUND),
    ABSENT(12, "OpenBisStorage", FS_TARGET_NOT_FOUND),
    SERVED(18, "OpenSdCardFileSystem", open_card, 0, 0),
    ABSENT(21, "DeleteSaveDataFileSystem", FS_TARGET_NOT_FOUND),
    SERVED(22, "CreateSaveDataFileSystem", fs_create_save, 0x90, 0),
    SERVED(23, "CreateSaveDataFileSystemBySystemSaveDataId", fs_create_system_save, 0x80, 0),
    ABSENT(25, "DeleteSaveDataFileSystemBySaveDataSpaceId", FS_TARGET_NOT_FOUND),
    FIXED(27, "IsExFatSupported", 1, 1),
    SERVED(28, "DeleteSaveDataFileSystemBySaveDataAttribute", fs_delete_save, 0x48, 0),
    ABSENT(30, "OpenGameCardStorage", FS_TARGET_NOT_FOUND),
    ABSENT(31, "OpenGameCardFileSystem", FS_TARGET_NOT_FOUND),
    ACCEPTED(32, "ExtendSaveDataFileSystem"),
    SERVED(51, "OpenSaveDataFileSystem", fs_open_save, 0x48, 0),
    SERVED(52, "OpenSaveDataFileSystemBySystemSaveDataId", fs_open_save, 0x48, 0),
    SERVED(53, "OpenReadOnlySaveDataFileSystem", fs_open_read_only_save, 0x48, 0),
    SERVED(60, "OpenSaveDataInfoReader", open_save_info, 0, 0),
    SERVED(61, "OpenSaveDataInfoReaderBySaveDataSpaceId", open_save_info, 1, 0),
    SERVED(68, "OpenSaveDataInfoReaderWithFilter", open_save_info, 0, 0),
    ABSENT(100, "OpenImageDirectoryFileSystem", FS_TARGET_NOT_FOUND),
    ABSENT(110, "OpenContentStorageFileSystem", FS_TARGET_NOT_FOUND),
    ABSENT(130, "OpenCustomStorageFileSystem", FS_TARGET_NOT_FOUND),
    SERVED(200, "OpenDataStorageByCurrentProcess", open_own_data, 0, 0),
    ABSENT(201, "OpenDataStorageByProgramId", FS_TARGET_NOT_FOUND),
    ABSENT(202, "OpenDataStorageByDataId", FS_TARGET_NOT_FOUND),
    ABSENT(203, "OpenPatchDataStorageByCurrentProcess", FS_TARGET_NOT_FOUND),
    SERVED(400, "OpenDeviceOperator", open_device, 0, 0),
    SERVED(500, "OpenSdCardDetectionEventNotifier", open_notifier, 0, 0),
    ACCEPTED(1003, "DisableAutoSaveDataCreation"),
    ACCEPTED(1004, "SetGlobalAccessLogMode"),
    FIXED(1005, "GetGlobalAccessLogMode", 4, 0),
    ACCEPTED(1006, "OutputAccessLogToSdCard"),
};

static const struct interface proxy =
    INTERFACE("IFileSystemProxy", commands, NULL, &fs_interface_filesystem, &fs_interface_storage,
              &fs_interface_save_info, &fs_interface_device, &fs_interface_notifier);

const struct port port_fsp_srv = {.name = "fsp-srv", .root = &proxy};
