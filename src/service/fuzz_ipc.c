/* SPDX-License-Identifier: MIT */
#include "service/ipc_message.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool good) {
    if (!good)
        abort();
}

/* First byte: in a domain or not; the rest is a message. What parses lies inside it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    size_t bytes = size - 1 < IPC_MESSAGE_BYTES ? size - 1 : IPC_MESSAGE_BYTES;
    uint8_t *message = malloc(bytes ? bytes : 1);
    memcpy(message, data + 1, bytes);
    struct ipc_message m;
    if (ipc_parse(message, bytes, data[0] & 1, &m) == 0) {
        expect(m.payload_offset <= bytes && m.payload_size <= bytes - m.payload_offset);
        expect(m.x.count <= IPC_MAX && m.c.count <= IPC_MAX && m.in_object_count <= IPC_MAX);
        struct ipc_reply reply = {.form = data[0] >> 1 & 1 ? IPC_FORM_DOMAIN : IPC_FORM_CMIF,
                                  .data = message + m.payload_offset,
                                  .size = m.payload_size,
                                  .copy_count = m.copy_count,
                                  .move_count = m.move_count};
        uint8_t out[IPC_MESSAGE_BYTES];
        if (ipc_write_reply(&reply, out, sizeof out))
            expect(((uint32_t *)out)[1] >> 31 == (m.copy_count + m.move_count > 0));
    }
    free(message);
    return 0;
}
