/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_SERVICE_BINDER_PARCEL_H
#define WINDLASS_SERVICE_BINDER_PARCEL_H

#include "base/reader.h"

/* Parcels of Android's binder, as the display's relay carries them:
 *
 *     u32 payload size, payload offset, objects size, objects offset, then both parts
 *
 * A payload is a row of 4-byte aligned values. */

/* Opens a request: checks the header, sets `r` to the payload behind the interface token. False
 * (with *error set) where the header points outside or the token is not `interface`. */
MUST_CHECK bool parcel_open(struct reader *r, const void *data, size_t size, const char *interface,
                            struct error *error);
/* A flattened object: s32 length, s32 count of file descriptors (must be 0), the bytes. NULL on
 * failure; the reader then has failed. */
const uint8_t *parcel_object(struct reader *r, size_t *size_out);

/* A reply in the making. A parcel of the display never needs more; what does not fit is an
 * assertion of ours. */
struct parcel_reply {
    uint8_t payload[0x300];
    uint32_t size;
};

void parcel_put_u32(struct parcel_reply *p, uint32_t value);
void parcel_put_bytes(struct parcel_reply *p, const void *data, size_t size);
void parcel_put_object(struct parcel_reply *p, const void *data, size_t size);
/* Writes header and payload; false where out has too little room. *used_out may be NULL. */
bool parcel_write(const struct parcel_reply *p, uint8_t *out, size_t room, size_t *used_out);

#endif
