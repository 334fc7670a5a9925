/* SPDX-License-Identifier: MIT */
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

/* What shaders that decode compressed blocks share; block_decode.c records them. */

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
    uvec2 scale;          /* ASTC: from a texel of the block to 1024ths of its size */
    uint inverse;         /* 65536 / block.x, rounded up */
} push;

/* The unit of eight bytes with which a block begins. */
uint first_unit(uvec3 block, uint units) {
    return block.z * push.stride.y + block.y * push.stride.x + block.x * units;
}

uint texel_number(uvec3 texel) {
    return (texel.z * push.size.y + texel.y) * push.size.x + texel.x;
}

bool outside(uvec3 texel) {
    return any(greaterThanEqual(texel, push.size));
}
