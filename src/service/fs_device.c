/* SPDX-License-Identifier: MIT */
#include "service/fs.h"

#include "host/clock.h"
#include "service/answers.h"

/* IEventNotifier, IDeviceOperator and ISaveDataInfoReader: a card that is always in, no game card,
 * and no list of save data. */

#define VIRTUAL_CARD (32ll << 30)

static const struct command notifier_commands[] = {
    IDLE_EVENT(0, "GetEventHandle"),
};

const struct interface fs_interface_notifier = INTERFACE("IEventNotifier", notifier_commands, NULL);

int fs_space(struct sandbox *folder, int64_t *free_out, int64_t *total_out) {
    if (!clock_is_virtual())
        return sandbox_space(folder, free_out, total_out);
    *total_out = VIRTUAL_CARD;
    *free_out = VIRTUAL_CARD / 2;
    return 0;
}

static result card_size(struct call *c) {
    struct error error;
    struct sandbox *card =
        service_options.sd_folder ? sandbox_open(service_options.sd_folder, &error) : NULL;
    if (!card) {
        return FS_NO_CARD;
    }
    int64_t free_bytes, total = 0;
    int status = fs_space(card, &free_bytes, &total);
    sandbox_close(card);
    *(int64_t *)call_out(c) = total;
    return fs_result(status);
}

static const struct command device_commands[] = {
    FIXED(0, "IsSdCardInserted", 1, 1),
    FIXED(1, "GetSdCardSpeedMode", 8, 0),
    ABSENT(2, "GetSdCardCid", FS_NOT_IMPLEMENTED),
    SERVED(3, "GetSdCardUserAreaSize", card_size, 0, 8),
    FIXED(4, "GetSdCardProtectedAreaSize", 8, 0),
    ABSENT(100, "GetMmcCid", FS_NOT_IMPLEMENTED),
    FIXED(200, "IsGameCardInserted", 1, 0),
    ABSENT(202, "GetGameCardHandle", FS_TARGET_NOT_FOUND),
};

const struct interface fs_interface_device = INTERFACE("IDeviceOperator", device_commands, NULL);

static const struct command save_info_commands[] = {
    FIXED(0, "ReadSaveDataInfo", 8, 0),
};

const struct interface fs_interface_save_info =
    INTERFACE("ISaveDataInfoReader", save_info_commands, NULL);
