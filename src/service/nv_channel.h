/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_NV_CHANNEL_H
#define WINDLASS_SERVICE_NV_CHANNEL_H

#include "gpu/memory/page_table.h"

/* Gives the open channel `file` (of nv_device_channel) an address space; adds a reference. */
void nv_channel_bind(void *file, struct page_table *pages);

#endif
