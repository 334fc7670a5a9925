// SPDX-License-Identifier: MIT
// Sums of queries, and reports of them. Numbers of 64 bits are pairs of words, lower first: not
// every device has them.
#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 16) in;

layout(buffer_reference, std430, buffer_reference_align = 8) buffer Numbers { uvec2 at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint at[]; };

const uint SUM = 0, PAYLOAD = 1, COUNTER = 2;

layout(push_constant) uniform Push {
    Numbers results;  // of queries: `values` each. Of a report: the device's time
    Numbers counters; // what was counted so far
    Words target;     // where the report goes
    uint what, count, values;
    uint payload, words; // words: of the report, one or four
    uint zero;
    uvec2 device_base, guest_base, scale; // of times; scale with 32 bits behind the point
};

uvec2 add(uvec2 a, uvec2 b) {
    uint carry;
    const uint low = uaddCarry(a.x, b.x, carry);
    return uvec2(low, a.y + b.y + carry);
}

uvec2 subtract(uvec2 a, uvec2 b) {
    uint borrow;
    const uint low = usubBorrow(a.x, b.x, borrow);
    return uvec2(low, a.y - b.y - borrow);
}

uvec2 product(uint a, uint b) {
    uint high, low;
    umulExtended(a, b, high, low);
    return uvec2(low, high);
}

uvec2 scaled(uvec2 t) {
    uvec2 sum = uvec2(product(t.x, scale.x).y, 0);
    sum = add(sum, product(t.x, scale.y));
    sum = add(sum, product(t.y, scale.x));
    return add(sum, uvec2(0, t.y * scale.y));
}

void main() {
    const uint v = gl_LocalInvocationID.x;
    if (what == SUM) {
        if (v >= values)
            return;
        uvec2 sum = counters.at[v];
        for (uint i = 0; i < count; i++)
            sum = add(sum, results.at[i * values + v]);
        counters.at[v] = sum;
        return;
    }
    if (v != 0)
        return;
    const uvec2 value = what == COUNTER ? counters.at[0] : uvec2(payload, 0);
    target.at[0] = value.x;
    if (words == 1)
        return;
    const uvec2 time = add(guest_base, scaled(subtract(results.at[0], device_base)));
    target.at[1] = value.y;
    target.at[2] = time.x;
    target.at[3] = time.y;
}
