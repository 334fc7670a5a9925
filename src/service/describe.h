/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_DESCRIBE_H
#define WINDLASS_SERVICE_DESCRIBE_H

#include "base/strbuf.h"

/* The text of docs/services.md. */
void describe_services(struct strbuf *out);

#endif
