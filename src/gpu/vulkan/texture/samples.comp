/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_samplerless_texture_functions : require

/* Samples of an image to rows of elements, as they lie in storage: a texel is as many elements as
 * it has samples. Two lie side by side, four in two rows, eight in two rows of which each pair of
 * columns comes first. An invocation has 16 bytes. */

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform utexture2DMS image;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Sectors {
    uvec4 at[];
};

layout(push_constant) uniform Push {
    uvec2 rows;       /* an address */
    uvec2 size;       /* sectors a row, rows */
    uint bytes;       /* of an element */
    uint row_stride;  /* sectors */
    uvec2 samples_log2;
    uvec2 last;       /* texel of the image */
} push;

uvec4 element(uint x, uint y) {
    const uvec2 in_texel = uvec2(x, y) & ((uvec2(1) << push.samples_log2) - 1);
    const uvec2 texel = min(uvec2(x, y) >> push.samples_log2, push.last);
    const uint number = (in_texel.x & 1) | in_texel.y << 1 | in_texel.x >> 1 << 2;
    /* two samples have no second row */
    return texelFetch(image, ivec2(texel), int(number));
}

void main() {
    const uvec2 p = gl_GlobalInvocationID.xy;
    if (p.x >= push.size.x || p.y >= push.size.y)
        return;
    const uint count = 16 / push.bytes, bits = 8 * push.bytes;
    uvec4 sector = uvec4(0);
    for (uint i = 0; i < count; i++) {
        const uvec4 v = element(p.x * count + i, p.y);
        const uint word = i * push.bytes / 4;
        if (bits == 128)
            sector = v;
        else if (bits == 64)
            sector[word] = v.x, sector[word + 1] = v.y;
        else
            sector[word] |= v.x << i * bits % 32;
    }
    Sectors(push.rows).at[p.y * push.row_stride + p.x] = sector;
}
