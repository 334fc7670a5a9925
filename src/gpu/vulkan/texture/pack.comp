/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

/* Rows of depth and of stencil, as vkCmdCopyImageToBuffer leaves them, become elements that have
 * both: what unpack.comp does, the other way round. An invocation has four texels of a row. */

layout(local_size_x = 64) in;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words {
    uint at[];
};

layout(push_constant) uniform Push {
    uvec2 elements, depth, stencil; /* addresses */
    uint quads;                     /* of texels: a row of depth and stencil */
    uint row_words;                 /* a row of elements */
    uint packing;                   /* enum depth_packing */
    uint as_float;                  /* depth of 24 bits is a float */
    uint rows;
} push;

const uint STENCIL_LOW = 1, STENCIL_HIGH = 2, TWO_WORDS = 3;

void main() {
    const uint quad = gl_GlobalInvocationID.x, row = gl_GlobalInvocationID.y;
    if (quad >= push.quads || row >= push.rows)
        return;
    Words elements = Words(push.elements), depth = Words(push.depth);
    const uint stencils = Words(push.stencil).at[row * push.quads + quad];
    const uint size = push.packing == TWO_WORDS ? 2 : 1;
    for (uint i = 0; i < 4; i++) {
        const uint x = 4 * quad + i, s = stencils >> 8 * i & 0xff;
        uint z = depth.at[row * push.quads * 4 + x];
        if ((x + 1) * size > push.row_words)
            return;
        const uint at = row * push.row_words + x * size;
        if (push.as_float != 0 && push.packing != TWO_WORDS)
            z = uint(round(uintBitsToFloat(z) * 16777215.0));
        if (push.packing == STENCIL_LOW) {
            elements.at[at] = z << 8 | s;
        } else if (push.packing == STENCIL_HIGH) {
            elements.at[at] = z & 0xffffff | s << 24;
        } else {
            elements.at[at] = z;
            elements.at[at + 1] = s;
        }
    }
}
