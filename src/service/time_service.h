/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_TIME_SERVICE_H
#define WINDLASS_SERVICE_TIME_SERVICE_H

#include "service/service.h"

bool time_start(struct error *error);
/* The same moment as local time stamp: what FAT file systems keep. */
int64_t time_local_from_unix(int64_t unix_time);

extern const struct interface time_zone_service;
void time_zone_start(void);

#endif
