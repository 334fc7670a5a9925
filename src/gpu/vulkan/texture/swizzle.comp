/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require

/* Between block-linear storage and rows, a box of one level of some layers. Everything is counted
 * in sectors of 16 bytes: the largest pieces that lie together on both sides. An invocation has one
 * sector alone; sectors that the box has only a part of are changed byte by byte. A group has two
 * GOBs, so that its storage lies together (layout.h's texture_offset says where a byte is). */

layout(local_size_x = 8, local_size_y = 8) in;

/* rows into storage, else storage into rows */
layout(constant_id = 0) const bool store = false;

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Sectors {
    uvec4 at[];
};

layout(push_constant) uniform Push {
    uvec2 storage, rows;      /* addresses: of the level in the first layer, of the first row */
    uvec3 begin;              /* of the box: sector, row, slice of the level */
    uint layer_stride;        /* sectors of storage */
    uvec3 size;               /* of the box: sectors, rows, slices */
    uint row_stride;          /* sectors */
    uvec2 bytes;              /* first byte column of the box, and the one behind it */
    uint across, down;        /* GOBs a row of blocks, blocks a column */
    uint height_log2, depth_log2;
} push;

uint sector_of(uvec3 p) {
    const uint h = push.height_log2, d = push.depth_log2;
    const uint block = ((p.z >> d) * push.down + (p.y >> (3 + h))) * push.across + (p.x >> 2);
    const uint gob = ((p.z & ((1u << d) - 1)) << h) + (p.y >> 3 & ((1u << h) - 1));
    const uint inside = (p.x & 2) << 3 | (p.y & 6) << 1 | (p.x & 1) << 1 | (p.y & 1);
    return (block << (5 + h + d)) + (gob << 5) + inside;
}

/* The bits of the word at byte column `at` that belong to the box. */
uint covered(uint at) {
    const uint low = clamp(push.bytes.x, at, at + 4) - at;
    const uint high = clamp(push.bytes.y, at, at + 4) - at;
    const uint below_high = high == 4 ? ~0u : (1u << 8 * high) - 1;
    return low == 4 ? 0 : below_high & ~((1u << 8 * low) - 1);
}

void main() {
    const uvec3 p = gl_GlobalInvocationID;
    if (p.x >= push.size.x || p.y >= push.size.y)
        return;
    Sectors storage = Sectors(push.storage), rows = Sectors(push.rows);
    const uvec3 place = push.begin + uvec3(p.xy, p.z % push.size.z);
    const uint there = p.z / push.size.z * push.layer_stride + sector_of(place);
    const uint here = (p.z * push.size.y + p.y) * push.row_stride + p.x;
    if (!store) {
        rows.at[here] = storage.at[there];
        return;
    }
    const uint column = place.x * 16;
    if (column >= push.bytes.x && column + 16 <= push.bytes.y) {
        storage.at[there] = rows.at[here];
        return;
    }
    for (uint i = 0; i < 4; i++) {
        const uint mask = covered(column + 4 * i);
        if (mask == ~0u)
            storage.at[there][i] = rows.at[here][i];
        else if (mask != 0)
            storage.at[there][i] = storage.at[there][i] & ~mask | rows.at[here][i] & mask;
    }
}
