/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

/* Depth and stencil that lie in one element become rows of each, as vkCmdCopyBufferToImage takes
 * them: depth in words, stencil in bytes. An invocation has four texels of a row. */

layout(local_size_x = 64) in;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words {
    uint at[];
};

layout(push_constant) uniform Push {
    uvec2 elements, depth, stencil; /* addresses */
    uint quads;                     /* of texels: a row of what comes out */
    uint row_words;                 /* a row of elements */
    uint packing;                   /* enum depth_packing */
    uint as_float;                  /* depth of 24 bits becomes a float */
    uint rows;
} push;

const uint STENCIL_LOW = 1, STENCIL_HIGH = 2, TWO_WORDS = 3;

void main() {
    const uint quad = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y;
    if (quad >= push.quads || row >= push.rows)
        return;
    Words elements = Words(push.elements), depth = Words(push.depth);
    uint stencils = 0;
    for (uint i = 0; i < 4; i++) {
        const uint x = 4 * quad + i, size = push.packing == TWO_WORDS ? 2 : 1;
        /* the last quad of a row may reach beyond it */
        const uint at = row * push.row_words + min(x * size, push.row_words - size);
        const uint word = elements.at[at];
        uint z = word, s;
        if (push.packing == STENCIL_LOW) {
            z = word >> 8;
            s = word & 0xff;
        } else if (push.packing == STENCIL_HIGH) {
            z = word & 0xffffff;
            s = word >> 24;
        } else {
            s = elements.at[at + 1] & 0xff;
        }
        if (push.as_float != 0 && push.packing != TWO_WORDS)
            z = floatBitsToUint(float(z) / 16777215.0);
        depth.at[row * push.quads * 4 + x] = z;
        stencils |= s << 8 * i;
    }
    Words(push.stencil).at[row * push.quads + quad] = stencils;
}
