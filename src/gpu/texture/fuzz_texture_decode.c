/* SPDX-License-Identifier: MIT */
#include "gpu/texture/decode.h"
#include "gpu/texture/format.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* A byte for the format, one for how it is read, one each for width and height; then blocks. Blocks
 * and texels lie in memory of just their size, so that whatever is touched beside them is found. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    enum { HEADER = 4 };
    struct texture_decoder d;
    struct error error;
    if (size < HEADER)
        return 0;
    const struct texture_reading reading = {bytes[1] & 1, bytes[1] & 2, bytes[1] & 4};
    if (!texture_decoder(bytes[0], &reading, &d))
        return 0;
    const uint32_t width = bytes[2], height = bytes[3];
    const size_t out_size = (size_t)width * height * d.texel_bytes;
    uint8_t *blocks = malloc(size - HEADER), *out = malloc(out_size);
    if (size > HEADER)
        memcpy(blocks, bytes + HEADER, size - HEADER);
    if (!texture_decode(&d, width, height, 1, blocks, size - HEADER, out, out_size, &error) &&
        error.kind != ERROR_GUEST)
        abort();
    free(blocks);
    free(out);
    return 0;
}
