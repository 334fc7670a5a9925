/* SPDX-License-Identifier: MIT */
#include "base/blocking.h"
#include "base/file.h"
#include "host/clock.h"
#include "service/tz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The host's tz database. */

#define DATABASE   "/usr/share/zoneinfo/"
#define FILE_LIMIT (1u << 20)

static bool load_file(const char *path, struct tz_rule *out) {
    struct blob b;
    if (!file_read(path, FILE_LIMIT, &b, NULL))
        return false;
    bool good = tz_parse(b.data, b.size, out);
    blob_free(&b);
    return good;
}

/* Letters, digits, '_', '+', '-' and single slashes inside: nothing that leads elsewhere. */
static bool name_ok(const char *name) {
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/";
    size_t n = strnlen(name, TZ_NAME_BYTES);
    return n > 0 && n < TZ_NAME_BYTES && strspn(name, allowed) == n && name[0] != '/' &&
           name[n - 1] != '/' && !strstr(name, "//");
}

bool tz_load(const char *name, struct tz_rule *out) {
    if (!name_ok(name))
        return false;
    char path[sizeof DATABASE + TZ_NAME_BYTES];
    snprintf(path, sizeof path, DATABASE "%s", name);
    if (load_file(path, out))
        return true;
    bool utc = !strcmp(name, "UTC") || !strcmp(name, "Etc/UTC");
    if (utc)
        tz_utc(out);
    return utc;
}

/* Zone name in what a link or TZ holds: what follows "zoneinfo/", or the whole. */
static bool take_name(const char *text, char name[TZ_NAME_BYTES]) {
    const char *mark = strstr(text, "zoneinfo/");
    const char *from = mark ? mark + strlen("zoneinfo/") : text;
    if (!name_ok(from))
        return false;
    snprintf(name, TZ_NAME_BYTES, "%s", from);
    return true;
}

void tz_load_local(struct tz_rule *out, char name[TZ_NAME_BYTES]) {
    const char *variable = clock_is_virtual() ? "UTC" : getenv("TZ");
    if (variable && take_name(variable + (variable[0] == ':'), name) && tz_load(name, out))
        return;
    char link[256];
    blocking_call("readlink");
    ssize_t n = readlink("/etc/localtime", link, sizeof link - 1);
    if (!variable && n > 0) {
        link[n] = 0;
        if (take_name(link, name) && tz_load(name, out))
            return;
    }
    strcpy(name, "UTC");
    if (variable || !load_file("/etc/localtime", out))
        tz_utc(out);
}
