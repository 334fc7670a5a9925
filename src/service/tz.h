/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_TZ_H
#define WINDLASS_SERVICE_TZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Time zone rules of the host's tz database (TZif, RFC 8536). Plain data that a program may carry
 * about in 0x4000 bytes of its own: nothing in it is trusted when it comes back. */

#define TZ_NAME_BYTES  0x24
#define TZ_TRANSITIONS 1024
#define TZ_TYPES       64

struct tz_type {
    int32_t offset; /* seconds east of UTC */
    uint8_t dst;
    char name[8];
};

struct tz_rule {
    uint32_t magic;
    uint32_t transition_count, type_count;
    int64_t at[TZ_TRANSITIONS];
    uint8_t type[TZ_TRANSITIONS];
    struct tz_type types[TZ_TYPES];
};
_Static_assert(sizeof(struct tz_rule) <= 0x4000, "a rule fits the program's buffer");

struct tz_calendar {
    uint16_t year;
    uint8_t month, day, hour, minute, second; /* month and day from 1 */
};

struct tz_info {
    uint32_t weekday, year_day; /* from 0; Sunday is 0 */
    struct tz_type type;
};

/* Reads a TZif file's bytes; false where they are malformed or too long for a rule. */
bool tz_parse(const uint8_t *data, size_t size, struct tz_rule *out);
void tz_utc(struct tz_rule *out);
/* Checks counts and indices of a rule that was out of our hands. */
bool tz_rule_ok(const struct tz_rule *rule);
void tz_to_calendar(const struct tz_rule *rule, int64_t unix_time, struct tz_calendar *out,
                    struct tz_info *info);
/* The times that a local calendar time may mean: none in a gap, two when clocks went back. */
unsigned tz_to_unix(const struct tz_rule *rule, const struct tz_calendar *calendar, int64_t out[2]);

/* A zone of the host by name ("Europe/Paris"); names cannot leave the database's folder. */
bool tz_load(const char *name, struct tz_rule *out);
/* The host's own zone and its name, UTC where it has none. */
void tz_load_local(struct tz_rule *out, char name[TZ_NAME_BYTES]);

#endif
