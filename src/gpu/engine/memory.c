/* SPDX-License-Identifier: MIT */
#include "gpu/engine/memory.h"

#include <string.h>

enum { PAGE = 4096 }; /* the least that is mapped or not */

static bool copy(const struct engine_memory *m, uint64_t address, uint8_t *out, const uint8_t *in,
                 uint64_t size) {
    bool whole = true;
    for (uint64_t done = 0; done < size;) {
        uint64_t length = size - done;
        uint8_t *at = m->span(m->context, address + done, &length, in != NULL);
        const uint64_t left = size - done;
        if (!at || !length) {
            at = NULL;
            length = PAGE - (address + done) % PAGE;
        }
        length = length < left ? length : left;
        if (in && at)
            memcpy(at, in + done, length);
        else if (out && at)
            memcpy(out + done, at, length);
        else if (out)
            memset(out + done, 0, length);
        whole &= at != NULL;
        done += length;
    }
    return whole;
}

bool engine_read(const struct engine_memory *m, uint64_t address, void *out, uint64_t size) {
    return copy(m, address, out, NULL, size);
}

bool engine_write(const struct engine_memory *m, uint64_t address, const void *in, uint64_t size) {
    return copy(m, address, NULL, in, size);
}

struct engine_window engine_window(const struct engine_memory *m, uint64_t address, uint64_t size,
                                   bool writes) {
    struct engine_window w = {.memory = m, .address = address, .size = size};
    uint64_t length = size;
    uint8_t *at = size ? m->span(m->context, address, &length, writes) : NULL;
    if (at && length >= size)
        w.data = at;
    return w;
}

static uint8_t *place(const struct engine_window *w, uint64_t address, uint64_t size) {
    const uint64_t at = address - w->address;
    return w->data && address >= w->address && at <= w->size && size <= w->size - at ? w->data + at
                                                                                     : NULL;
}

bool engine_window_read(const struct engine_window *w, uint64_t address, void *out, uint64_t size) {
    const uint8_t *at = place(w, address, size);
    if (!at)
        return engine_read(w->memory, address, out, size);
    memcpy(out, at, size);
    return true;
}

bool engine_window_write(const struct engine_window *w, uint64_t address, const void *in,
                         uint64_t size) {
    uint8_t *at = place(w, address, size);
    if (!at)
        return engine_write(w->memory, address, in, size);
    memcpy(at, in, size);
    return true;
}
