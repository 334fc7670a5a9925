/* SPDX-License-Identifier: MIT */
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

/* What shaders that decode compressed blocks share: an invocation has one texel. block_decode.c
 * records them. */

layout(local_size_x = 8, local_size_y = 8) in;

layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer Blocks {
    uvec2 at[];
};
layout(buffer_reference, std430, buffer_reference_align = 16) writeonly buffer Texels {
    uint word[];
};

layout(push_constant) uniform Push {
    uvec2 blocks, texels; /* addresses */
    uvec3 size;           /* texels: across, down, slices */
    uint kind;            /* enum astc_output or enum etc2_kind */
    uvec2 block;          /* texels of a block */
    uvec2 stride;         /* of rows and slices of blocks, in units of eight bytes */
} push;

/* The unit of eight bytes with which a texel's block begins. */
uint first_unit(uvec3 texel, uint units) {
    const uvec2 block = texel.xy / push.block;
    return texel.z * push.stride.y + block.y * push.stride.x + block.x * units;
}

uint texel_number(uvec3 texel) {
    return (texel.z * push.size.y + texel.y) * push.size.x + texel.x;
}

bool outside(uvec3 texel) {
    return any(greaterThanEqual(texel, push.size));
}
