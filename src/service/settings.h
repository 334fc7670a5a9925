/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_SETTINGS_H
#define WINDLASS_SERVICE_SETTINGS_H

#include "service/service.h"

#include <stddef.h>
#include <stdint.h>

/* A language code is its tag's ASCII bytes, in order, in a u64. */
extern const char *const settings_languages[];
#define SETTINGS_LANGUAGES     18
#define SETTINGS_LANGUAGES_OLD 15 /* what commands of before 4.0 return */

uint64_t settings_language_code(const char *tag);
/* The language of service_options, en-US where it is unset or unknown. */
uint64_t settings_language(void);
/* Handler: the console's name into an output buffer. */
result settings_nickname(struct call *c);

#endif
