/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_CONTAINER_REPORT_H
#define WINDLASS_CONTAINER_REPORT_H

#include "base/strbuf.h"
#include "container/program.h"

/* What `windlass info` shows of a program. RomFS listings end after REPORT_ROMFS_LIMIT entries. */
#define REPORT_ROMFS_LIMIT 1000

void report_text(const struct program *p, struct strbuf *out);
void report_json(const struct program *p, struct strbuf *out);

#endif
