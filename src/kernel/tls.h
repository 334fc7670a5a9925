/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_KERNEL_TLS_H
#define WINDLASS_KERNEL_TLS_H

#include "base/error.h"

#include <stdint.h>

/* Thread-local regions: 0x200 bytes of guest memory each, eight a page. */
#define TLS_REGION_BYTES 0x200u
#define TLS_HANDLE       0x110u /* u32: the thread's own handle */

/* Maps their pages at the start of guest_layout.tls. The first region is the process-local one. */
MUST_CHECK bool tls_init(struct error *error);
uint64_t tls_process_region(void);
uint64_t tls_pages_end(void);
/* A zeroed region; false when all are taken. */
bool tls_take_locked(uint64_t *address_out);
void tls_give_locked(uint64_t address);

#endif
