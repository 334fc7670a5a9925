/* SPDX-License-Identifier: MIT */
#include "service/settings.h"

#include "service/answers.h"
#include "service/ports.h"

#include <string.h>

/* set: language, region and what else every program may ask for. */

const char *const settings_languages[SETTINGS_LANGUAGES] = {
    "ja", "en-US", "fr",    "de",    "it",    "es",     "zh-CN",   "ko",      "nl",
    "pt", "ru",    "zh-TW", "en-GB", "fr-CA", "es-419", "zh-Hans", "zh-Hant", "pt-BR",
};

#define REGION_USA 1

uint64_t settings_language_code(const char *tag) {
    uint64_t code = 0;
    memcpy(&code, tag, strnlen(tag, sizeof code));
    return code;
}

uint64_t settings_language(void) {
    const char *wanted = service_options.language;
    for (size_t i = 0; wanted && i < SETTINGS_LANGUAGES; i++)
        if (!strcmp(settings_languages[i], wanted))
            return settings_language_code(wanted);
    return settings_language_code("en-US");
}

static result get_language_code(struct call *c) {
    *(uint64_t *)call_out(c) = settings_language();
    return 0;
}

static result list_languages(struct call *c, size_t limit) {
    struct buffer b = call_buffer_out(c, 0);
    size_t n = b.size / 8 < limit ? b.size / 8 : limit;
    for (size_t i = 0; i < n; i++)
        memcpy(b.data + 8 * i, &(uint64_t){settings_language_code(settings_languages[i])}, 8);
    *(int32_t *)call_out(c) = (int32_t)n;
    return 0;
}

static result get_available_old(struct call *c) {
    return list_languages(c, SETTINGS_LANGUAGES_OLD);
}

static result get_available(struct call *c) {
    return list_languages(c, SETTINGS_LANGUAGES);
}

static result make_language_code(struct call *c) {
    const uint32_t *index = call_in(c);
    if (*index >= SETTINGS_LANGUAGES)
        return RESULT(105, 625);
    *(uint64_t *)call_out(c) = settings_language_code(settings_languages[*index]);
    return 0;
}

result settings_nickname(struct call *c) {
    struct buffer b = call_buffer_out(c, 0);
    const char *name = service_options.nickname ? service_options.nickname : "windlass";
    size_t n = strlen(name);
    if (b.size) {
        memset(b.data, 0, b.size);
        memcpy(b.data, name, n < b.size ? n : b.size - 1);
    }
    return 0;
}

static const struct command commands[] = {
    SERVED(0, "GetLanguageCode", get_language_code, 0, 8),
    SERVED(1, "GetAvailableLanguageCodes", get_available_old, 0, 4),
    SERVED(2, "MakeLanguageCode", make_language_code, 4, 8),
    FIXED(3, "GetAvailableLanguageCodeCount", 4, SETTINGS_LANGUAGES_OLD),
    FIXED(4, "GetRegionCode", 4, REGION_USA),
    SERVED(5, "GetAvailableLanguageCodes2", get_available, 0, 4),
    FIXED(6, "GetAvailableLanguageCodeCount2", 4, SETTINGS_LANGUAGES),
    FIXED(8, "GetQuestFlag", 1, 0),
    SERVED(11, "GetDeviceNickName", settings_nickname, 0, 0),
};
static const struct interface root = INTERFACE("ISettingsServer", commands, NULL);

const struct port port_set = {.name = "set", .root = &root};
