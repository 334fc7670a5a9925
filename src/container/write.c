/* SPDX-License-Identifier: MIT */
#include "container/write.h"

static void put(struct strbuf *out, uint64_t value, size_t n) {
    uint8_t bytes[8];
    for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)(value >> i * 8);
    strbuf_add_bytes(out, bytes, n);
}

void put_u32(struct strbuf *out, uint32_t value) {
    put(out, value, 4);
}

void put_u64(struct strbuf *out, uint64_t value) {
    put(out, value, 8);
}

void put_zeros(struct strbuf *out, size_t n) {
    static const uint8_t zeros[256];
    for (; n > sizeof zeros; n -= sizeof zeros)
        strbuf_add_bytes(out, zeros, sizeof zeros);
    strbuf_add_bytes(out, zeros, n);
}

void put_padding(struct strbuf *out, size_t start, size_t unit) {
    size_t over = (out->length - start) % unit;
    if (over)
        put_zeros(out, unit - over);
}
