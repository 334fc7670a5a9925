/* SPDX-License-Identifier: MIT */
#include "service/binder_parcel.h"
#include "service/graphic_buffer.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A parcel with objects in it, and the bytes as a graphic buffer. What parses stays in bounds and
 * can be shown. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct error error = {0};
    struct reader r;
    if (parcel_open(&r, data, size, "android.gui.IGraphicBufferProducer", &error)) {
        size_t object_size;
        reader_u32(&r, "slot");
        const uint8_t *object = parcel_object(&r, &object_size);
        if (object && (object < data || object + object_size > data + size)) {
            abort();
        }
    }
    struct graphic_buffer b;
    if (graphic_buffer_parse(data, size, &b, &error)) {
        uint64_t bytes = picture_storage_size(&b.surface);
        if (bytes == 0) {
            abort();
        }
        if (bytes <= 1 << 20) {
            uint8_t *storage = calloc(1, bytes);
            struct picture p = {0};
            picture_convert(&p, &b.surface, storage, (struct picture_crop){-1, 0, 7, 9}, b.usage);
            picture_free(&p);
            free(storage);
        }
    }
    return 0;
}
