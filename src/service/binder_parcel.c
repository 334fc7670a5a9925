/* SPDX-License-Identifier: MIT */
#include "service/binder_parcel.h"

#include <assert.h>
#include <string.h>

#define HEADER_BYTES 0x10u

bool parcel_open(struct reader *r, const void *data, size_t size, const char *interface,
                 struct error *error) {
    struct reader header;
    reader_init(&header, data, size, "binder parcel", error);
    uint32_t payload_size = reader_u32(&header, "payload size");
    uint32_t payload = reader_u32(&header, "payload offset");
    reader_u32(&header, "objects size");
    reader_u32(&header, "objects offset");
    reader_range(&header, payload, payload_size, "payload");
    if (!reader_ok(&header)) {
        return false;
    }
    reader_init(r, (const uint8_t *)data + payload, payload_size, "binder parcel", error);
    reader_u32(r, "strict mode policy");
    uint32_t length = reader_u32(r, "interface token length");
    size_t at = r->at;
    if (length != strlen(interface)) {
        reader_fail(r, at, "interface token", "is not \"%s\"", interface);
    }
    for (uint32_t i = 0; i < length && reader_ok(r); i++) {
        if (reader_u16(r, "interface token") != (uint8_t)interface[i]) {
            reader_fail(r, at, "interface token", "is not \"%s\"", interface);
        }
    }
    reader_u16(r, "interface token's end");
    reader_skip(r, r->at & 2, "interface token's padding");
    return reader_ok(r);
}

const uint8_t *parcel_object(struct reader *r, size_t *size_out) {
    *size_out = 0;
    uint32_t size = reader_u32(r, "flattened object's length");
    if (reader_u32(r, "flattened object's descriptors") != 0) {
        reader_fail(r, r->at - 4, "flattened object's descriptors", "must be 0");
    }
    const uint8_t *bytes = reader_bytes(r, size, "flattened object");
    size_t padding = -(size_t)size & 3;
    if (bytes && reader_left(r) >= padding) { /* the last one may end unpadded */
        reader_skip(r, padding, "flattened object's padding");
    }
    if (bytes) {
        *size_out = size;
    }
    return bytes;
}

void parcel_put_bytes(struct parcel_reply *p, const void *data, size_t size) {
    size_t aligned = (size + 3) & ~(size_t)3;
    assert(aligned <= sizeof p->payload - p->size);
    memset(p->payload + p->size, 0, aligned);
    memcpy(p->payload + p->size, data, size);
    p->size += (uint32_t)aligned;
}

void parcel_put_u32(struct parcel_reply *p, uint32_t value) {
    parcel_put_bytes(p, &value, sizeof value);
}

void parcel_put_object(struct parcel_reply *p, const void *data, size_t size) {
    parcel_put_u32(p, (uint32_t)size);
    parcel_put_u32(p, 0);
    parcel_put_bytes(p, data, size);
}

bool parcel_write(const struct parcel_reply *p, uint8_t *out, size_t room, size_t *used_out) {
    size_t used = HEADER_BYTES + p->size;
    if (used > room) {
        return false;
    }
    const uint32_t header[4] = {p->size, HEADER_BYTES, 0, (uint32_t)used};
    memcpy(out, header, sizeof header);
    memcpy(out + HEADER_BYTES, p->payload, p->size);
    if (used_out) {
        *used_out = used;
    }
    return true;
}
