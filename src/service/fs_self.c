/* SPDX-License-Identifier: MIT */
#include "service/fs.h"

#include "base/log.h"
#include "base/reader.h"

#include <string.h>

/* The program's own file on the SD card. */

static char self[SANDBOX_PATH]; /* normalised, "" where there is none */
static char parent[SANDBOX_PATH];

bool fs_start(struct error *error) {
    const char *path = service_options.self_path;
    if (!path) {
        return true;
    }
    path = strncmp(path, "sdmc:", 5) ? path : path + 5;
    if (sandbox_normalise(path, strlen(path) + 1, self) || !self[1]) {
        self[0] = 0;
        return error_set(error, ERROR_USAGE, "%s: is no path on the SD card",
                         service_options.self_path);
    }
    memcpy(parent, self, sizeof parent);
    char *slash = strrchr(parent, '/');
    slash[slash == parent] = 0;
    /* Programs change into their own folder and write beside themselves, so it must be there. */
    struct error ignored;
    struct sandbox *card =
        service_options.sd_folder ? sandbox_open(service_options.sd_folder, &ignored) : NULL;
    if (card && sandbox_create_folders(card, parent)) {
        log_warning(LOG_FS, "cannot make the folder %s on the SD card in %s", parent,
                    service_options.sd_folder);
    }
    sandbox_close(card);
    return true;
}

bool fs_self_is(const char *path) {
    return self[0] && service_options.self_file && sandbox_same_name(path, self);
}

const char *fs_self_in(const char *folder) {
    bool here = self[0] && service_options.self_file && sandbox_same_name(folder, parent);
    return here ? strrchr(self, '/') + 1 : NULL;
}

bool fs_self_open(struct fs_source *out) {
    *out = (struct fs_source){.fd = -1};
    if (service_options.self_file) {
        out->memory = service_options.self_file;
        out->size = service_options.self_file_size;
        return true;
    }
    struct error error;
    struct sandbox *card = self[0] && service_options.sd_folder
                               ? sandbox_open(service_options.sd_folder, &error)
                               : NULL;
    bool ok = card && sandbox_open_file(card, self, false, &out->fd) == 0;
    sandbox_close(card);
    return ok;
}

#define NRO_MAGIC  0x304f524eu
#define ASET_MAGIC 0x54455341u

/* NRO header at 0x10 (its size field at +8); the asset header stands behind the image, its ranges
 * (icon, NACP, RomFS) relative to itself. */
bool fs_find_romfs(const struct fs_source *nro, uint64_t *offset_out, uint64_t *size_out) {
    uint8_t head[0x38];
    struct reader r;
    struct error error;
    if (fs_source_read(nro, 0, head, 0x20) != 0x20) {
        return false;
    }
    reader_init(&r, head, 0x20, "NRO", &error);
    reader_seek(&r, 0x10, "magic");
    bool is_nro = reader_u32(&r, "magic") == NRO_MAGIC;
    reader_skip(&r, 4, "version");
    uint64_t assets = reader_u32(&r, "size");
    if (!is_nro || fs_source_read(nro, assets, head, sizeof head) != sizeof head) {
        return false;
    }
    reader_init(&r, head, sizeof head, "NRO assets", &error);
    bool has_assets = reader_u32(&r, "magic") == ASET_MAGIC;
    reader_seek(&r, 0x28, "RomFS");
    uint64_t offset = reader_u64(&r, "RomFS offset"), size = reader_u64(&r, "RomFS size");
    uint64_t end = (uint64_t)fs_source_size(nro);
    if (!has_assets || !size || offset > end - assets || size > end - assets - offset) {
        return false;
    }
    *offset_out = assets + offset;
    *size_out = size;
    return true;
}
